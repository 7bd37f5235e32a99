import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import Mocha from 'mocha';

const { EVENT_RUN_END, EVENT_TEST_FAIL, EVENT_TEST_PASS, EVENT_TEST_PENDING, EVENT_SUITE_BEGIN } =
  Mocha.Runner.constants;

/** A test that takes this many milliseconds gets a line of its own, so that a long run is seen to move. */
const SLOW_MS = 10_000;

interface FileTotals {
  readonly file: string;
  readonly startedAt: number;
  passed: number;
  failed: number;
  pending: number;
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

/**
 * One line for each test file as it ends, failures in full, and at last `N passed, N failed`, the totals of the run.
 * `--reporter-option totals=PATH` also writes that line into a file.
 */
export default class ConciseReporter extends Mocha.reporters.Base {
  private current: FileTotals | null = null;

  constructor(runner: Mocha.Runner, options: Mocha.MochaOptions) {
    super(runner, options);
    const totalsFile: unknown = options.reporterOptions?.totals;
    runner.on(EVENT_SUITE_BEGIN, (suite) => {
      if (suite.file !== undefined) this.enter(suite);
    });
    runner.on(EVENT_TEST_PASS, (test) => {
      this.enter(test).passed += 1;
      if ((test.duration ?? 0) >= SLOW_MS)
        this.say(`    ${seconds(test.duration ?? 0).padStart(8)}  ${test.fullTitle()}`);
    });
    runner.on(EVENT_TEST_PENDING, (test) => {
      this.enter(test).pending += 1;
      this.say(`    skipped   ${test.fullTitle()}`);
    });
    runner.on(EVENT_TEST_FAIL, (test) => {
      this.enter(test).failed += 1;
      this.say(`    FAILED    ${test.fullTitle()}`);
    });
    runner.once(EVENT_RUN_END, () => this.finish(typeof totalsFile === 'string' ? totalsFile : null));
  }

  private say(line: string): void {
    process.stdout.write(`${line}\n`);
  }

  /** The totals of the file that this suite, test or hook stands in; a new file closes the one before. */
  private enter(place: { readonly file?: string | undefined }): FileTotals {
    const file = relative(process.cwd(), place.file ?? this.current?.file ?? '');
    if (this.current?.file === file) return this.current;
    this.leave();
    this.current = { file, startedAt: Date.now(), passed: 0, failed: 0, pending: 0 };
    return this.current;
  }

  private leave(): void {
    if (this.current === null) return;
    const { file, startedAt, passed, failed, pending } = this.current;
    const counts = [`${passed} passed`, failed > 0 ? `${failed} FAILED` : '', pending > 0 ? `${pending} skipped` : ''];
    this.say(`  ${file.padEnd(48)} ${counts.filter(Boolean).join(', ')} (${seconds(Date.now() - startedAt)})`);
    this.current = null;
  }

  private finish(totalsFile: string | null): void {
    this.leave();
    Mocha.reporters.Base.list(this.failures);
    const { passes, failures, pending, duration } = this.stats;
    const totals = `${passes} passed, ${failures} failed`;
    this.say(`\n${seconds(duration ?? 0)}${pending > 0 ? `, ${pending} skipped` : ''}\n${totals}`);
    if (totalsFile !== null) writeFileSync(totalsFile, `${totals}\n`);
  }
}

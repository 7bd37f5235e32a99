import type { Clock } from './clock.ts';

/** Runs a job again and again, each time so long after the last one has ended. The job sees to its own failures. */
export class Sweeper {
  readonly #clock: Clock;
  readonly #everyMs: number;
  readonly #job: () => Promise<void>;
  #cancel: () => void = () => {};
  #running: Promise<void> = Promise.resolve();
  #stopped = false;

  constructor(clock: Clock, everyMs: number, job: () => Promise<void>) {
    this.#clock = clock;
    this.#everyMs = everyMs;
    this.#job = job;
  }

  /** A job that takes long looks whether it should go on. */
  get stopped(): boolean {
    return this.#stopped;
  }

  start(): void {
    if (this.#stopped) return;
    this.#cancel = this.#clock.after(this.#everyMs, () => {
      this.#running = this.#job().finally(() => this.start());
    });
  }

  /** Resolves once the job is over that is under way. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#cancel();
    await this.#running;
  }
}

/** What has failed a moment ago and would fail again, with one more complaint in the log: left alone for a while. */
export class LeftAlone {
  readonly #clock: Clock;
  readonly #forMs: number;
  /** With the monotonic ms until which each is. */
  readonly #until = new Map<string, number>();

  constructor(clock: Clock, forMs: number) {
    this.#clock = clock;
    this.#forMs = forMs;
  }

  add(key: string): void {
    this.#until.set(key, this.#clock.monotonic() + this.#forMs);
  }

  /** Those that are to be left alone now. */
  now(): Set<string> {
    const now = this.#clock.monotonic();
    for (const [key, until] of this.#until) if (until <= now) this.#until.delete(key);
    return new Set(this.#until.keys());
  }
}

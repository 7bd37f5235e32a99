import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { expect } from 'chai';
import type { Store } from '../../server/store/port.ts';

/** By match, the last revision that was acknowledged. */
export type Revisions = Map<string, number>;

/** Starts a program as a process of its own. */
export function spawnProgram(script: URL, ...args: readonly string[]): ChildProcess {
  return spawn(process.execPath, [script.pathname, ...args], { stdio: ['pipe', 'pipe', 'inherit'] });
}

/** Calls `each` with every line that the process writes; resolves when it has ended. */
export async function readLines(child: ChildProcess, each: (line: string) => void): Promise<void> {
  if (child.stdout === null) throw new Error('spawned with a pipe');
  const closed = once(child, 'close');
  for await (const line of createInterface({ input: child.stdout })) each(line);
  await closed;
}

/** Reads acknowledgements into `acknowledged` until the process ends; calls `each` after every line. */
export async function follow(
  child: ChildProcess,
  acknowledged: Revisions,
  each = () => {},
): Promise<readonly string[]> {
  const errors: string[] = [];
  await readLines(child, (line) => {
    const [id = '', revision = ''] = line.split(' ');
    if (line.startsWith('!')) errors.push(line);
    else acknowledged.set(id, Number(revision));
    each();
  });
  return errors;
}

/** Every acknowledged revision is there, without a gap; the log may be ahead by what was not told any more. */
export async function expectAllThere(store: Store, acknowledged: Revisions): Promise<void> {
  for (const [id, revision] of acknowledged) {
    const stored = await store.journal.load(id);
    expect(stored?.row.revision, id).to.be.at.least(revision);
    const revisions = stored?.events.map((event) => event.revision);
    expect(revisions).to.deep.equal(Array.from({ length: stored?.row.revision ?? 0 }, (_, i) => i + 1));
  }
}

import type { Clock } from './clock.ts';
import type { Log } from './log.ts';
import type { Journal } from './store/port.ts';

/** Rows deleted at a time, so that no sweep holds up the moves of others. */
const BATCH = 100;
const EVERY_MS = 600_000;

/** Deletes ended matches (or what else is swept) `keep` ms after their end (0 = never), in the background. Returns how to stop. */
export function keepHistoryFor(keep: number, journal: Pick<Journal, 'sweep'>, clock: Clock, log: Log): () => void {
  if (keep === 0) return () => {};
  let cancel: () => void;
  let stopped = false;
  const sweep = async () => {
    try {
      while (!stopped && (await journal.sweep(clock.now() - keep, BATCH)) === BATCH);
    } catch (error) {
      log.warn({ err: error }, 'a sweep of what is old failed; it is tried again later');
    }
    arm();
  };
  const arm = () => {
    if (!stopped) cancel = clock.after(EVERY_MS, () => void sweep());
  };
  cancel = clock.after(0, () => void sweep());
  return () => {
    stopped = true;
    cancel();
  };
}

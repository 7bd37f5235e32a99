import type { Journal, Keys } from '../store/port.ts';
import type { Signer } from './signer.ts';

/** Clocks of processes disagree, and a process with the old key may still be going down. */
const GRACE_MS = 86_400_000;

/**
 * Makes the key of this server known and closes those before it. It also signs what ended before its first start, while
 * no server ran: its validity begins with the earliest of those ends.
 */
export async function enrol(signer: Signer, keys: Keys, journal: Journal, now: number): Promise<void> {
  const [overdue] = await journal.due(now, 1);
  const row = overdue === undefined ? null : await journal.row(overdue);
  const from = Math.max(0, Math.min(now, row?.deadline ?? now) - GRACE_MS);
  await keys.enrolKey({ kid: signer.kid, key: signer.key, from, until: 0 }, now + GRACE_MS);
}

import { stateHash } from '@freeplay/shared/proof';
import type { Snapshot } from '../types.ts';

/** `mismatch`: the state is not what its hash says; nothing was taken over and a whole snapshot is needed. */
export type Verdict = 'newer' | 'same' | 'older' | 'mismatch';

/** The match as this client knows it, whichever transport brought it: snapshots go in, only newer and sound ones stay. */
export class MatchStore {
  #snapshot: Snapshot | null = null;
  #mismatches = 0;

  get snapshot(): Snapshot | null {
    return this.#snapshot;
  }

  /** How many states did not fit their hash. */
  get mismatches(): number {
    return this.#mismatches;
  }

  receive(next: Snapshot): Verdict {
    const verdict = this.#judge(next);
    if (verdict === 'newer') this.#snapshot = next;
    if (verdict === 'mismatch') this.#mismatches += 1;
    return verdict;
  }

  #judge(next: Snapshot): Verdict {
    const known = this.#snapshot;
    if (known !== null && isOlder(next, known)) return 'older';
    if (known !== null && isSame(next, known)) return 'same';
    return stateHash(next.revision, next.state) === next.hash ? 'newer' : 'mismatch';
  }
}

/** How far apart the stamps of one moment may be: a live room's is this client's estimate of the server's clock. */
const STAMP_ERROR_MS = 500;

/** Within a revision the presence counter decides; but it starts again with the server's process, so clear time goes first. */
function isOlder(next: Snapshot, known: Snapshot): boolean {
  if (next.revision !== known.revision) return next.revision < known.revision;
  const later = next.serverTime - known.serverTime;
  return Math.abs(later) < STAMP_ERROR_MS ? next.presence < known.presence : later < 0;
}

function isSame(next: Snapshot, known: Snapshot): boolean {
  return (
    next.revision === known.revision &&
    next.presence === known.presence &&
    next.hash === known.hash &&
    next.rematch === known.rematch &&
    next.rematchOffers === known.rematchOffers &&
    next.connected.every((on, seat) => on === known.connected[seat])
  );
}

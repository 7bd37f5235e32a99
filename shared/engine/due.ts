import type { ClockName } from './event.ts';
import type { MatchState } from './state.ts';

export interface Due {
  /** Epoch ms at which the match changes by itself. */
  readonly at: number;
  readonly clock: ClockName;
}

/** The next deadline of a match and the clock that brings it, or null. On one millisecond the match's goes before the turn's. */
export function due(match: MatchState): Due | null {
  switch (match.status) {
    case 'waiting':
      return running(match.lobbyDeadline, 'queue');
    case 'ready':
      return running(match.lobbyDeadline, 'ready');
    case 'playing':
      return earliest(running(match.matchDeadline, 'match'), running(match.turnDeadline, 'turn'));
    case 'finished':
    case 'cancelled':
    case 'void':
      return null;
  }
}

function running(at: number, clock: ClockName): Due | null {
  return at === 0 ? null : { at, clock };
}

/** The earlier of two; `first` on a tie. */
function earliest(first: Due | null, second: Due | null): Due | null {
  if (first === null || second === null) return first ?? second;
  return second.at < first.at ? second : first;
}

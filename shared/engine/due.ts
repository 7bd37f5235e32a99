import type { Due, Rules } from '../games/rules.ts';
import type { MatchState } from './state.ts';

export type { Due } from '../games/rules.ts';

/** The next deadline of a match and the clock that brings it, or null. */
export function due(match: MatchState, rules: Rules): Due | null {
  switch (match.status) {
    case 'waiting':
      return lobby(match, 'queue');
    case 'ready':
      return lobby(match, 'ready');
    case 'playing':
      return rules.due(match.position);
    case 'finished':
    case 'cancelled':
    case 'void':
      return null;
  }
}

function lobby({ lobbyDeadline: at }: MatchState, clock: 'queue' | 'ready'): Due | null {
  return at === 0 ? null : { at, clock };
}

import type { MatchState } from '@freeplay/shared/engine';
import { FLIP_MODES, type FlipMode, type FlipPosition } from '@freeplay/shared/games/flip';

/** The mode of a match of Flip Match, or null for one of another game. */
export function flipMode({ mode }: Pick<MatchState, 'mode'>): FlipMode | null {
  return FLIP_MODES.find((known) => known === mode) ?? null;
}

/** The position of a match of Flip Match, or null for one of another game. */
export function flipPosition(match: MatchState): FlipPosition | null {
  return flipMode(match) === null ? null : (match.position as FlipPosition); // What its rules have made.
}

import { flips, gameById, type ReversiState } from '@freeplay/shared/games';
import type { Insight } from './search.ts';

/** One quarter of the board; corners are for ever, and the cells beside an empty one give it away. */
const QUARTER = [
  [100, -25, 10, 5],
  [-25, -45, -2, -2],
  [10, -2, 3, 1],
  [5, -2, 1, 0],
];
const fold = (index: number) => Math.min(index, 7 - index);
const WORTH = Array.from({ length: 64 }, (_, cell) => QUARTER[fold(Math.floor(cell / 8))]?.[fold(cell % 8)] ?? 0);
const MOBILITY = 4;
/** From so few empty cells on, discs are what counts. */
const LATE = 12;
const DISC = 10;

/** Places and the freedom to move first, discs at the end. */
export const reversi: Insight<ReversiState> = {
  effort: 12_000,
  evaluate(state) {
    let places = 0;
    let discs = 0;
    let empty = 0;
    state.board.forEach((owner, cell) => {
      if (owner === -1) empty++;
      else if (owner === 0) [places, discs] = [places + (WORTH[cell] ?? 0), discs + 1];
      else [places, discs] = [places - (WORTH[cell] ?? 0), discs - 1];
    });
    if (empty <= LATE) return discs * DISC + places;
    return places + MOBILITY * (freedom(state, 0) - freedom(state, 1));
  },
  promise: (state, cell) => (WORTH[cell] ?? 0) + flips(state, cell).length / 8,
  narrow: (_state, legal) => legal,
};

function freedom(state: ReversiState, seat: number): number {
  return gameById('reversi')?.legal({ ...state, turn: seat }).length ?? 0;
}

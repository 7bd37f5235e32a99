import type { GravityState } from '@freeplay/shared/games';
import { windowsOn, worthOf } from './lines.ts';
import type { Insight } from './search.ts';

const WINDOWS = windowsOn(6, 7, 4);
const WORTH = [0, 1, 6, 30];
const MIDDLE = 3;

/** Open threes and twos count, and the middle columns are tried first: most lines go through them. */
export const gravity: Insight<GravityState> = {
  effort: 60_000,
  evaluate({ board }) {
    let sum = 0;
    for (const window of WINDOWS) sum += worthOf(board, window, WORTH);
    return sum;
  },
  promise: (_state, column) => -Math.abs(column - MIDDLE),
  narrow: (_state, legal) => legal,
};

import type { FiveState } from '@freeplay/shared/games';
import { windowsByCell, windowsOn } from './lines.ts';
import type { Insight } from './search.ts';

const SIDE = 9;
const CELLS = SIDE * SIDE;
const WINDOWS = windowsOn(SIDE, SIDE, 5);
const BY_CELL = windowsByCell(WINDOWS, CELLS);
/** By stones in a window that only one seat can still fill. */
const WORTH = [0, 1, 8, 60, 400];
/** What a stone there makes of such a window, and what it takes from the rival. */
const OWN = [2, 10, 60, 600, 100_000];
const RIVAL = [0, 6, 40, 400, 20_000];
const TRIED = 12;

/** Whoever is to move fills a window first, so equal windows are worth more to that seat. */
const TEMPO = 1.5;

/** Fours and threes that can still become five; only the most promising cells are tried. */
export const five: Insight<FiveState> = {
  effort: 6_000,
  evaluate({ board, turn }) {
    let sum = 0;
    for (const window of WINDOWS) {
      const { owner, stones } = holding(board, window);
      if (owner === -1) continue;
      const worth = (WORTH[stones] ?? 0) * (owner === turn ? TEMPO : 1);
      sum += owner === 0 ? worth : -worth;
    }
    return sum;
  },
  promise,
  narrow(state, legal) {
    if (legal.length <= TRIED) return legal;
    const ranked = legal.map((cell) => ({ cell, promise: promise(state, cell) }));
    ranked.sort((one, other) => other.promise - one.promise);
    return ranked.slice(0, TRIED).map(({ cell }) => cell);
  },
};

function promise({ board, turn }: FiveState, cell: number): number {
  let sum = -distanceFromMiddle(cell) / 10;
  for (const window of BY_CELL[cell] ?? []) {
    const { owner, stones, mixed } = holding(board, window);
    if (mixed) continue;
    sum += (owner === 1 - turn ? RIVAL[stones] : OWN[stones]) ?? 0;
  }
  return sum;
}

interface Holding {
  /** The only seat with stones there, -1 when none or both have. */
  readonly owner: number;
  readonly stones: number;
  readonly mixed: boolean;
}

function holding(board: readonly number[], window: readonly number[]): Holding {
  let owner = -1;
  let stones = 0;
  for (const cell of window) {
    const there = board[cell] ?? -1;
    if (there === -1) continue;
    if (owner !== -1 && there !== owner) return { owner: -1, stones: 0, mixed: true };
    owner = there;
    stones++;
  }
  return { owner, stones, mixed: false };
}

function distanceFromMiddle(cell: number): number {
  const middle = (SIDE - 1) / 2;
  return Math.max(Math.abs(Math.floor(cell / SIDE) - middle), Math.abs((cell % SIDE) - middle));
}

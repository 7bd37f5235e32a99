/** Words and small arithmetic that every board shares. A board is an array of owners: a seat, or EMPTY. */

export const EMPTY = -1;
/** `turn` after the end. */
export const OVER = -1;
/** `last` before the first action, and the cell of an action that has none. */
export const NONE = -1;
export const DRAW = -1;

export type Board = readonly number[];

export function emptyBoard(size: number): Board {
  return new Array<number>(size).fill(EMPTY);
}

export function rivalOf(seat: number): number {
  return 1 - seat;
}

/**
 * True for the integers 0 <= value < size. JavaScript would find `board['3']` and `board[-0]` too; they are refused,
 * so that an action has one spelling in the log and in `last`.
 */
export function isIndex(value: number, size: number): boolean {
  return Number.isInteger(value) && value >= 0 && value < size && !Object.is(value, -0);
}

/** The empty places, ascending. */
export function emptyPlaces(board: Board): number[] {
  const places: number[] = [];
  for (let place = 0; place < board.length; place++) if (board[place] === EMPTY) places.push(place);
  return places;
}

/** How many places each seat owns. */
export function tally(board: Board): readonly [number, number] {
  let first = 0;
  let second = 0;
  for (const owner of board) {
    if (owner === 0) first++;
    else if (owner === 1) second++;
  }
  return [first, second];
}

/** The seat with more points, or DRAW. */
export function leader([first, second]: readonly [number, number]): number {
  if (first === second) return DRAW;
  return first > second ? 0 : 1;
}

export function ascending(a: number, b: number): number {
  return a - b;
}

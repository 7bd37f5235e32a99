import { EMPTY, NONE } from './board.ts';
import { inARow, type LineState } from './in-a-row.ts';

export type FiveState = LineState;

const SIDE = 9;

/** Fivefold: an action is a cell; six or more in a line win too. */
export const five = inARow({
  id: 'five',
  titles: { local: 'Fivefold', online: 'Fivefold Online' },
  rows: SIDE,
  columns: SIDE,
  length: 5,
  actions: SIDE * SIDE,
  landing: (board, cell) => (board[cell] === EMPTY ? cell : NONE),
});

import { EMPTY, NONE } from './board.ts';
import { inARow, type LineState } from './in-a-row.ts';

export type GravityState = LineState;

const ROWS = 6;
const COLUMNS = 7;

/** Gravity Four: an action is a column, 0 on the left; its disc falls to the lowest empty cell. */
export const gravity = inARow({
  id: 'gravity',
  titles: { local: 'Gravity Four', online: 'Gravity Four Online' },
  rows: ROWS,
  columns: COLUMNS,
  length: 4,
  actions: COLUMNS,
  landing(board, column) {
    for (let cell = (ROWS - 1) * COLUMNS + column; cell >= 0; cell -= COLUMNS) {
      if (board[cell] === EMPTY) return cell;
    }
    return NONE;
  },
});

import { ascending, type Board, EMPTY, emptyBoard, isIndex, leader, NONE, OVER, rivalOf, tally } from './board.ts';
import type { Game, Position } from './game.ts';
import { axesOn, type Ray } from './grid.ts';

/** `board`: owner of each cell, -1 empty. `flipped`: the cells that the last move turned, ascending. */
export interface ReversiState extends Position {
  readonly board: Board;
  readonly flipped: readonly number[];
  /** The last move left the other seat without a move; so does the move that ends the game. */
  readonly skipped: boolean;
}

const SIDE = 8;
const CELLS = SIDE * SIDE;

/** By cell, the rays that can bracket something: at least one disc and the one beyond it. */
const RAYS: readonly (readonly Ray[])[] = axesOn(SIDE, SIDE).map((axes) =>
  axes.flatMap(({ forth, back }) => [forth, back]).filter((ray) => ray.length > 1),
);

/** Orbit Reversi: an action is a cell. A seat that cannot move is skipped by the rules; there is no pass. */
export const reversi: Game<ReversiState> = {
  id: 'reversi',
  titles: { local: 'Orbit Reversi', online: 'Orbit Reversi Online' },
  seats: 2,
  actions: CELLS,
  maxPlies: CELLS - 4,

  initial() {
    const board = emptyBoard(CELLS).with(28, 0).with(35, 0).with(27, 1).with(36, 1);
    return { board, turn: 0, last: NONE, flipped: [], skipped: false };
  },

  legal({ board, turn }) {
    const cells: number[] = [];
    if (turn === OVER) return cells;
    for (let cell = 0; cell < CELLS; cell++) if (brackets(board, turn, cell)) cells.push(cell);
    return cells;
  },

  play(state, action) {
    const flipped = flips(state, action);
    if (flipped.length === 0) return null;

    const seat = state.turn;
    const rival = rivalOf(seat);
    const board = state.board.slice();
    board[action] = seat;
    for (const cell of flipped) board[cell] = seat;

    const skipped = !canMove(board, rival);
    const turn = !skipped ? rival : canMove(board, seat) ? seat : OVER;
    return { board, turn, last: action, flipped, skipped };
  },

  outcome({ board, turn }) {
    if (turn !== OVER || canMove(board, 0) || canMove(board, 1)) return null;
    return { winner: leader(tally(board)), reason: 'count' };
  },

  scores: ({ board }) => tally(board),
};

/** The cells that the seat to move would turn by playing `cell`, ascending; [] when that is not legal. */
export function flips({ board, turn }: ReversiState, cell: number): number[] {
  const flipped: number[] = [];
  if (turn === OVER || !isIndex(cell, CELLS) || board[cell] !== EMPTY) return flipped;
  for (const ray of RAYS[cell] ?? []) {
    const count = bracketed(board, turn, ray);
    for (let step = 0; step < count; step++) flipped.push(ray[step] ?? NONE);
  }
  return flipped.sort(ascending);
}

/** How many rival discs the ray begins with before it meets one of `seat`; 0 when it meets none. */
function bracketed(board: Board, seat: number, ray: Ray): number {
  let rivals = 0;
  for (const cell of ray) {
    const owner = board[cell];
    if (owner === EMPTY) return 0;
    if (owner === seat) return rivals;
    rivals++;
  }
  return 0;
}

function brackets(board: Board, seat: number, cell: number): boolean {
  if (board[cell] !== EMPTY) return false;
  for (const ray of RAYS[cell] ?? []) if (bracketed(board, seat, ray) > 0) return true;
  return false;
}

function canMove(board: Board, seat: number): boolean {
  for (let cell = 0; cell < CELLS; cell++) if (brackets(board, seat, cell)) return true;
  return false;
}

import { ascending, type Board, DRAW, EMPTY, emptyBoard, isIndex, NONE, OVER, rivalOf } from './board.ts';
import type { Game, Position } from './game.ts';
import { type Axis, axesOn, type Ray } from './grid.ts';

/** `board`: owner of each cell, -1 empty. `line`: the winning cells, ascending (the union of several lines), [] when none. */
export interface LineState extends Position {
  readonly board: Board;
  readonly line: readonly number[];
}

/** What sets one game of this family apart from another. */
export interface LineRules extends Pick<Game, 'id' | 'titles' | 'actions'> {
  readonly rows: number;
  readonly columns: number;
  /** A line is this many stones or more. */
  readonly length: number;
  /** The cell that an action's stone comes to lie on, or -1 when it has no room. */
  landing(board: Board, action: number): number;
}

/** The games of two who place stones in turn until one has a line, or the board is full. */
export function inARow({ rows, columns, length, landing, ...facts }: LineRules): Game<LineState> {
  const axes = axesOn(rows, columns);

  return {
    ...facts,
    seats: 2,
    maxPlies: rows * columns,

    initial: () => ({ board: emptyBoard(rows * columns), turn: 0, last: NONE, line: [] }),

    legal({ board, turn }) {
      const actions: number[] = [];
      if (turn === OVER) return actions;
      for (let action = 0; action < facts.actions; action++) {
        if (landing(board, action) !== NONE) actions.push(action);
      }
      return actions;
    },

    play(state, action) {
      const seat = state.turn;
      if (seat === OVER || !isIndex(action, facts.actions)) return null;
      const cell = landing(state.board, action);
      if (cell === NONE) return null;

      const board = state.board.slice();
      board[cell] = seat;
      const line = lineThrough(board, cell, seat, axes[cell] ?? [], length);
      const over = line.length > 0 || !board.includes(EMPTY);
      return { board, turn: over ? OVER : rivalOf(seat), last: action, line };
    },

    outcome({ board, line }) {
      const [first] = line;
      if (first !== undefined) return { winner: board[first] ?? DRAW, reason: 'line' };
      return board.includes(EMPTY) ? null : { winner: DRAW, reason: 'full' };
    },

    scores: () => null,
  };
}

/** The cells of every line of `seat` through `cell`, ascending, or []. */
function lineThrough(board: Board, cell: number, seat: number, axes: readonly Axis[], length: number): number[] {
  const line: number[] = [];
  for (const { forth, back } of axes) {
    const ahead = run(board, forth, seat);
    const behind = run(board, back, seat);
    if (behind + 1 + ahead >= length) line.push(...back.slice(0, behind), ...forth.slice(0, ahead));
  }
  if (line.length > 0) line.push(cell);
  return line.sort(ascending);
}

/** How many stones of `seat` a ray begins with. */
function run(board: Board, ray: Ray, seat: number): number {
  let stones = 0;
  for (const cell of ray) {
    if (board[cell] !== seat) break;
    stones++;
  }
  return stones;
}

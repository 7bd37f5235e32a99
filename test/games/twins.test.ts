/** Slow, obvious twins of the fast rules: they walk the board by row and column, and share no table with them. */
import { assert } from 'chai';
import { boxes } from '../../shared/games/boxes.ts';
import { five } from '../../shared/games/five.ts';
import type { Game } from '../../shared/games/game.ts';
import { gravity } from '../../shared/games/gravity.ts';
import type { LineState } from '../../shared/games/in-a-row.ts';
import { flips, type ReversiState, reversi } from '../../shared/games/reversi.ts';
import { frozen, mustPlay, pick, type Random, randomFrom } from './support.ts';

const POSITIONS = 10_000;

const EIGHT_WAYS = [-1, 0, 1]
  .flatMap((down) => [-1, 0, 1].map((right) => ({ down, right })))
  .filter((way) => way.down || way.right);

/** Owners on a random board: the fuller, the more lines and brackets. */
function randomOwners(size: number, random: Random): number[] {
  const fullness = 10 + random(90);
  return Array.from({ length: size }, () => (random(100) < fullness ? random(2) : -1));
}

class Square {
  readonly rows: number;
  readonly columns: number;
  private readonly board: readonly number[];

  constructor(rows: number, columns: number, board: readonly number[]) {
    this.rows = rows;
    this.columns = columns;
    this.board = board;
  }

  /** The owner at a row and column, or undefined beyond the edge. */
  at(row: number, column: number): number | undefined {
    const inside = row >= 0 && row < this.rows && column >= 0 && column < this.columns;
    return inside ? this.board[row * this.columns + column] : undefined;
  }
}

/** Walks from every cell in all eight directions while the owner stays the same, and keeps the long walks that pass `through`. */
function slowLine(square: Square, length: number, through: number): number[] {
  const line = new Set<number>();
  for (let row = 0; row < square.rows; row++) {
    for (let column = 0; column < square.columns; column++) {
      const owner = square.at(row, column);
      if (owner === -1) continue;
      for (const { down, right } of EIGHT_WAYS) {
        const walk: number[] = [];
        for (let y = row, x = column; square.at(y, x) === owner; y += down, x += right)
          walk.push(y * square.columns + x);
        if (walk.length >= length && walk.includes(through)) for (const cell of walk) line.add(cell);
      }
    }
  }
  return [...line].sort((a, b) => a - b);
}

function lineAgrees(
  game: Game<LineState>,
  rows: number,
  columns: number,
  length: number,
  randomBoard: (random: Random) => number[],
): void {
  const random = randomFrom(length);
  let [wins, quiet] = [0, 0];
  for (let position = 0; position < POSITIONS; ) {
    const state: LineState = frozen({ board: randomBoard(random), turn: random(2), last: -1, line: [] });
    const legal = game.legal(state);
    if (legal.length === 0) continue;
    const next = mustPlay(game, state, pick(legal, random));
    const cell = next.board.findIndex((owner, at) => owner !== state.board[at]);
    const expected = slowLine(new Square(rows, columns, next.board), length, cell);
    assert.deepEqual(next.line, expected, JSON.stringify({ state, last: next.last }));
    assert.equal(
      game.outcome(next)?.winner,
      expected.length > 0 ? state.turn : next.board.includes(-1) ? undefined : -1,
    );
    if (expected.length > 0) wins++;
    else quiet++;
    position++;
  }
  assert.isAbove(Math.min(wins, quiet), POSITIONS / 20, 'both kinds were seen');
}

/** Columns filled from the bottom to random heights. */
function randomStacks(random: Random): number[] {
  const heights = Array.from({ length: 7 }, () => random(7));
  return Array.from({ length: 42 }, (_, cell) =>
    5 - Math.floor(cell / 7) < (heights[cell % 7] ?? 0) ? random(2) : -1,
  );
}

describe(`the slow twin of winning lines, over ${POSITIONS} random positions`, () => {
  it('agrees for gravity', () => lineAgrees(gravity, 6, 7, 4, randomStacks));
  it('agrees for five', () => lineAgrees(five, 9, 9, 5, (random) => randomOwners(81, random)));
});

/** Walks from the cell in all eight directions, over rival discs, to one of the seat's own. */
function slowFlips(board: readonly number[], seat: number, cell: number): number[] {
  const square = new Square(8, 8, board);
  const [row, column] = [Math.floor(cell / 8), cell % 8];
  if (square.at(row, column) !== -1) return [];
  return EIGHT_WAYS.flatMap(({ down, right }) => {
    const passed: number[] = [];
    for (let step = 1; ; step++) {
      const owner = square.at(row + step * down, column + step * right);
      if (owner === seat) return passed;
      if (owner !== 1 - seat) return [];
      passed.push((row + step * down) * 8 + column + step * right);
    }
  }).sort((a, b) => a - b);
}

function slowMoves(board: readonly number[], seat: number): number[] {
  return board.flatMap((_, cell) => (slowFlips(board, seat, cell).length > 0 ? [cell] : []));
}

describe(`the slow twin of flips, over ${POSITIONS} random positions`, () => {
  it('agrees on the legal cells, the turned discs, the seat that moves next, skips and the end', () => {
    const random = randomFrom(8);
    let [skips, ends] = [0, 0];
    for (let position = 0; position < POSITIONS; position++) {
      const seat = random(2);
      const state: ReversiState = frozen({
        board: randomOwners(64, random),
        turn: seat,
        last: -1,
        flipped: [],
        skipped: false,
      });
      const legal = slowMoves(state.board, seat);
      assert.deepEqual(reversi.legal(state), legal, JSON.stringify(state));
      if (legal.length === 0) continue;
      const cell = pick(legal, random);
      const flipped = slowFlips(state.board, seat, cell);
      assert.deepEqual(flips(state, cell), flipped);
      const board = state.board.map((owner, at) => (at === cell || flipped.includes(at) ? seat : owner));
      const skipped = slowMoves(board, 1 - seat).length === 0;
      const turn = skipped ? (slowMoves(board, seat).length === 0 ? -1 : seat) : 1 - seat;
      assert.deepEqual(mustPlay(reversi, state, cell), { board, turn, last: cell, flipped, skipped });
      if (turn === seat) skips++;
      if (turn === -1) ends++;
    }
    assert.isAbove(Math.min(skips, ends), 50, 'skips and ends were seen');
  });
});

/** Draws the edges on squared paper, dots at even places, and looks at the four sides of each box. */
function slowClosed(edges: readonly number[]): number[] {
  const paper = new Set<string>();
  for (let row = 0; row < 5; row++) {
    for (let column = 0; column < 4; column++)
      if (edges[row * 4 + column] !== -1) paper.add(`${2 * row},${2 * column + 1}`);
  }
  for (let row = 0; row < 4; row++) {
    for (let column = 0; column < 5; column++)
      if (edges[20 + row * 5 + column] !== -1) paper.add(`${2 * row + 1},${2 * column}`);
  }
  return Array.from({ length: 16 }, (_, box) => box).filter((box) => {
    const [y, x] = [2 * Math.floor(box / 4) + 1, 2 * (box % 4) + 1];
    return [`${y - 1},${x}`, `${y + 1},${x}`, `${y},${x - 1}`, `${y},${x + 1}`].every((side) => paper.has(side));
  });
}

describe(`the slow twin of closed boxes, over ${POSITIONS} random positions`, () => {
  it('agrees on the closed boxes, their owner and the seat that moves next', () => {
    const random = randomFrom(4);
    const closings = [0, 0, 0];
    for (let position = 0; position < POSITIONS; ) {
      const edges = randomOwners(40, random);
      if (!edges.includes(-1)) continue;
      const closedBefore = slowClosed(edges);
      const owners = Array.from({ length: 16 }, (_, box) => (closedBefore.includes(box) ? random(2) : -1));
      const state = frozen({ edges, boxes: owners, turn: random(2), last: -1 });
      const edge = pick(boxes.legal(state), random);
      const drawn = edges.with(edge, state.turn);
      const closed = slowClosed(drawn).filter((box) => !closedBefore.includes(box));
      assert.deepEqual(mustPlay(boxes, state, edge), {
        edges: drawn,
        boxes: owners.map((owner, box) => (closed.includes(box) ? state.turn : owner)),
        turn: !drawn.includes(-1) ? -1 : closed.length > 0 ? state.turn : 1 - state.turn,
        last: edge,
      });
      closings[closed.length] = (closings[closed.length] ?? 0) + 1;
      position++;
    }
    assert.isTrue(closings.length === 3 && closings.every((seen) => seen > 100), `closed 0, 1 and 2: ${closings}`);
  });
});

/**
 * Published and independently computed counts (counts.json; its README and `source` fields say whose). Positions that
 * play on alike are walked once and carry the number of ways that lead to them, which keeps every count exact.
 */
import { assert } from 'chai';
import { type BoxesState, boxes, dotsAndBoxes, type Fence, fence } from '../../shared/games/boxes.ts';
import { five } from '../../shared/games/five.ts';
import type { Game, Position } from '../../shared/games/game.ts';
import { gravity } from '../../shared/games/gravity.ts';
import { axesOn } from '../../shared/games/grid.ts';
import { inARow, type LineState } from '../../shared/games/in-a-row.ts';
import { type ReversiState, reversi } from '../../shared/games/reversi.ts';
import { mustPlay, truthText } from './support.ts';

interface Counts {
  readonly reversi: {
    readonly passAsPly: { readonly rows: readonly { depth: number; leaves: number }[] };
    readonly autoSkip: {
      readonly rows: readonly { placements: number; leavesWithEnded: number; sequences: number; ended: number }[];
    };
  };
  readonly 'connect-four': {
    readonly positions: { readonly values: readonly number[] };
    readonly sequences: { readonly rows: readonly { ply: number; sequences: number; wins: number }[] };
  };
  readonly five: { readonly lines: number; readonly rows: readonly { ply: number; sequences: string; wins: string }[] };
  readonly dots: {
    readonly board4x4: readonly {
      ply: number;
      sequences: string;
      sequencesWithOneBoxClosed: string;
      seat0ToMove: string;
      seat1ToMove: string;
    }[];
    readonly tinyBoards: readonly TinyBoard[];
    readonly optimalMargins: {
      readonly 'own full solution': Readonly<Record<string, number>>;
      readonly '2x2 first edges': { 'outer edges': number; 'inner edges': number };
    };
  };
}

interface TinyBoard {
  readonly rows: number;
  readonly cols: number;
  readonly edges: number;
  readonly completeGames: string;
  readonly finalScore: Readonly<Record<string, string>>;
  readonly seat0Wins: string;
  readonly seat1Wins: string;
  readonly ties: string;
  readonly byPly: readonly { ply: number; sequences: string; seat0ToMove: string | null; lastEdgeClosedABox: string }[];
}

const counts: Counts = JSON.parse(truthText('counts.json') ?? 'null');

/** A position and the number of action sequences that lead to it. */
interface Node<S> {
  readonly state: S;
  readonly ways: number;
}

/** Positions with the same key have the same future. */
type KeyOf<S> = (state: S) => string | number;

function* children<S extends Position>(
  game: Game<S>,
  nodes: Iterable<Node<S>>,
): Generator<Node<S> & { readonly from: S }> {
  for (const { state: from, ways } of nodes) {
    for (const action of game.legal(from)) yield { from, state: mustPlay(game, from, action), ways };
  }
}

class Level<S> {
  readonly nodes = new Map<string | number, Node<S>>();
  private readonly keyOf: KeyOf<S>;

  constructor(keyOf: KeyOf<S>) {
    this.keyOf = keyOf;
  }

  add({ state, ways }: Node<S>): void {
    const key = this.keyOf(state);
    this.nodes.set(key, { state, ways: ways + (this.nodes.get(key)?.ways ?? 0) });
  }
}

/** Calls `visit` with every way into every child of every ply up to `depth`. The last ply is not stored. */
function walk<S extends Position>(
  game: Game<S>,
  depth: number,
  keyOf: KeyOf<S>,
  visit: (ply: number, child: Node<S> & { readonly from: S }) => void,
): void {
  let nodes: Iterable<Node<S>> = [{ state: game.initial(), ways: 1 }];
  for (let ply = 1; ply <= depth; ply++) {
    const level = new Level(keyOf);
    for (const child of children(game, nodes)) {
      visit(ply, child);
      if (ply < depth) level.add(child);
    }
    nodes = level.nodes.values();
  }
}

/** Sums by ply, from 0 to `depth`. */
function sums(depth: number): number[] {
  return new Array<number>(depth + 1).fill(0);
}

function addTo(totals: number[], index: number, amount: number): void {
  totals[index] = (totals[index] ?? 0) + amount;
}

/** n (n-1) ... of `factors` factors: the ways to place that many stones one after the other on n cells. */
function arrangements(n: number, factors: number): bigint {
  let product = 1n;
  for (let factor = 0; factor < factors; factor++) product *= BigInt(n - factor);
  return product;
}

describe('counts of gravity', () => {
  /** Each column as bits from the bottom under a leading 1, in base 128: 49 bits. */
  const keyOf: KeyOf<LineState> = ({ board }) => {
    let key = 0;
    for (let column = 0; column < 7; column++) {
      let bits = 1;
      for (let cell = 35 + column; cell >= 0 && board[cell] !== -1; cell -= 7) bits = bits * 2 + (board[cell] ?? 0);
      key = key * 128 + bits;
    }
    return key;
  };

  it('are the published numbers of positions and sequences, and of wins, to 9 plies', () => {
    const { positions, sequences } = counts['connect-four'];
    const [played, won] = [sums(9), sums(9)];
    const seen = Array.from({ length: 10 }, () => new Set<string | number>());
    walk(gravity, 9, keyOf, (ply, { state, ways }) => {
      addTo(played, ply, ways);
      if (gravity.outcome(state)?.reason === 'line') addTo(won, ply, ways);
      seen[ply]?.add(keyOf(state));
    });
    assert.deepEqual(
      seen.slice(1).map(({ size }) => size),
      positions.values.slice(1),
    );
    for (const row of sequences.rows.slice(1))
      assert.deepEqual([played[row.ply], won[row.ply]], [row.sequences, row.wins]);
  });
});

describe('counts of reversi', () => {
  const keyOf: KeyOf<ReversiState> = ({ board, turn }) =>
    String.fromCharCode(turn + 1, ...board.map((owner) => owner + 1));

  it('are the published numbers of sequences when a skip costs no ply, to 9 placements', () => {
    const { rows } = counts.reversi.autoSkip;
    const [played, ended] = [sums(9), sums(9)];
    walk(reversi, 9, keyOf, (placements, { state, ways }) => {
      addTo(played, placements, ways);
      if (state.turn === -1) addTo(ended, placements, ways);
    });
    let endedEarlier = 0;
    for (const row of rows) {
      assert.deepEqual([played[row.placements], ended[row.placements]], [row.sequences, row.ended]);
      assert.equal((played[row.placements] ?? 0) + endedEarlier, row.leavesWithEnded);
      endedEarlier += row.ended;
    }
  });

  it('are the published numbers of leaves when a pass is a ply, to depth 9', () => {
    const { rows } = counts.reversi.passAsPly;
    const depth = 9;
    const levels = Array.from({ length: depth + 3 }, () => new Level(keyOf));
    const [leaves, ended] = [sums(depth + 2), sums(depth + 2)];
    levels[0]?.add({ state: reversi.initial(), ways: 1 });
    for (let ply = 1; ply <= depth; ply++) {
      for (const child of children(reversi, levels[ply - 1]?.nodes.values() ?? [])) {
        addTo(leaves, ply, child.ways);
        if (child.state.turn === -1) addTo(ended, ply, child.ways);
        else if (child.state.skipped) {
          // The pass is a node of its own, with one child: the same board one ply deeper.
          addTo(leaves, ply + 1, child.ways);
          if (ply + 1 < depth) levels[ply + 1]?.add(child);
        } else if (ply < depth) levels[ply]?.add(child);
      }
    }
    let endedHigher = 0;
    for (const row of rows) {
      assert.equal((leaves[row.depth] ?? 0) + endedHigher, row.leaves, `depth ${row.depth}`);
      endedHigher += ended[row.depth] ?? 0;
    }
  });
});

/** The lines of `length` cells that the rules' own axes hold, each once: all lie forth of their first cell. */
function linesOn(rows: number, columns: number, length: number): number[][] {
  return axesOn(rows, columns).flatMap((axes, cell) =>
    axes.filter(({ forth }) => forth.length >= length - 1).map(({ forth }) => [cell, ...forth.slice(0, length - 1)]),
  );
}

/**
 * Until ply 2 length - 2 nobody has enough stones, so every arrangement is a sequence. Ply 2 length - 1 wins exactly
 * when the first seat's stones are one line, in any order, with the rival's stones anywhere else.
 */
function closedForm(rows: number, columns: number, length: number, ply: number): { sequences: bigint; wins: bigint } {
  const cells = rows * columns;
  const sequences = arrangements(cells, ply);
  if (ply < 2 * length - 1) return { sequences, wins: 0n };
  const lines = BigInt(linesOn(rows, columns, length).length);
  return { sequences, wins: lines * arrangements(length, length) * arrangements(cells - length, length - 1) };
}

describe('counts of five', () => {
  for (const [side, length] of [
    [3, 2],
    [4, 3],
  ] as const) {
    it(`follow a closed form, which brute force confirms for ${length} in a row on ${side}x${side}`, () => {
      const small = inARow({
        id: 'small',
        titles: five.titles,
        rows: side,
        columns: side,
        length,
        actions: side * side,
        landing: (board, cell) => (board[cell] === -1 ? cell : -1),
      });
      const depth = 2 * length - 1;
      const [played, won] = [sums(depth), sums(depth)];
      walk(
        small,
        depth,
        ({ board }) => board.join(),
        (ply, { state, ways }) => {
          addTo(played, ply, ways);
          if (small.outcome(state)?.reason === 'line') addTo(won, ply, ways);
        },
      );
      for (let ply = 1; ply <= depth; ply++) {
        const { sequences, wins } = closedForm(side, side, length, ply);
        assert.deepEqual([BigInt(played[ply] ?? 0), BigInt(won[ply] ?? 0)], [sequences, wins], `ply ${ply}`);
      }
    });
  }

  it('are the known sequences and wins to 9 plies, by that closed form over the lines of the rules', () => {
    for (const { ply, sequences, wins } of counts.five.rows) {
      assert.deepEqual(closedForm(9, 9, 5, ply), { sequences: BigInt(sequences), wins: BigInt(wins) }, `ply ${ply}`);
    }
  });

  it('rest on 140 lines, each of which wins by whichever of its stones comes last', () => {
    const lines = linesOn(9, 9, 5);
    assert.lengthOf(new Set(lines.map((line) => line.toSorted((a, b) => a - b).join())), counts.five.lines);
    for (const line of lines) {
      for (const last of line) {
        const board = five.initial().board.map((_, cell) => (line.includes(cell) && cell !== last ? 0 : -1));
        const end = mustPlay(five, { ...five.initial(), board }, last);
        assert.deepEqual(
          end.line,
          line.toSorted((a, b) => a - b),
        );
      }
    }
  });
});

/** The value of every edge as one bit, under every symmetry of the board: sums of them are images of a set of edges. */
function symmetries(rows: number, columns: number): number[][] {
  const middles = [
    ...Array.from({ length: (rows + 1) * columns }, (_, i) => ({
      y: 2 * Math.floor(i / columns),
      x: 2 * (i % columns) + 1,
    })),
    ...Array.from({ length: rows * (columns + 1) }, (_, i) => ({
      y: 2 * Math.floor(i / (columns + 1)) + 1,
      x: 2 * (i % (columns + 1)),
    })),
  ];
  const edgeAt = new Map(middles.map(({ y, x }, edge) => [`${y},${x}`, edge]));
  const maps: number[][] = [];
  for (const turned of rows === columns ? [false, true] : [false]) {
    for (const upsideDown of [false, true]) {
      for (const mirrored of [false, true]) {
        maps.push(
          middles.map((middle) => {
            const [y, x] = turned ? [middle.x, middle.y] : [middle.y, middle.x];
            const image = `${upsideDown ? 2 * rows - y : y},${mirrored ? 2 * columns - x : x}`;
            return 2 ** (edgeAt.get(image) ?? Number.NaN);
          }),
        );
      }
    }
  }
  return maps;
}

/** Who drew an edge and who owns which box does not matter to what follows; edges drawn, points and turn do. */
function dotsKey(rows: number, columns: number): KeyOf<BoxesState> {
  const maps = symmetries(rows, columns);
  return ({ edges, boxes: owners, turn }) => {
    let least = Number.POSITIVE_INFINITY;
    for (const bits of maps) {
      let image = 0;
      for (let edge = 0; edge < edges.length; edge++) if (edges[edge] !== -1) image += bits[edge] ?? 0;
      if (image < least) least = image;
    }
    let [first, second] = [0, 0];
    for (const owner of owners) {
      if (owner === 0) first++;
      if (owner === 1) second++;
    }
    return ((least * 17 + first) * 17 + second) * 3 + turn + 1;
  };
}

const openBoxes = (state: BoxesState): number => state.boxes.filter((owner) => owner === -1).length;

describe('counts of boxes', () => {
  it('are the known sequences, closed boxes and seats to move on 4x4, to 6 plies', () => {
    const depth = 6;
    const [played, closed, seat0, seat1] = [sums(depth), sums(depth), sums(depth), sums(depth)];
    walk(boxes, depth, dotsKey(4, 4), (ply, { state, ways }) => {
      addTo(played, ply, ways);
      if (openBoxes(state) < 16) addTo(closed, ply, ways);
      addTo(state.turn === 0 ? seat0 : seat1, ply, ways);
    });
    for (const row of counts.dots.board4x4.slice(1)) {
      assert.deepEqual(
        [played, closed, seat0, seat1].map((totals) => String(totals[row.ply])),
        [row.sequences, row.sequencesWithOneBoxClosed, row.seat0ToMove, row.seat1ToMove],
        `ply ${row.ply}`,
      );
    }
  });

  for (const tiny of counts.dots.tinyBoards) {
    it(`are all ${tiny.completeGames} complete games on ${tiny.rows}x${tiny.cols}, by ply and final score`, () => {
      const game = dotsAndBoxes(boxes, fence(tiny.rows, tiny.cols));
      const [played, seat0, closing, wins] = [sums(tiny.edges), sums(tiny.edges), sums(tiny.edges), sums(2)];
      const scores: Record<string, number> = {};
      walk(game, tiny.edges, dotsKey(tiny.rows, tiny.cols), (ply, { from, state, ways }) => {
        addTo(played, ply, ways);
        if (state.turn === 0) addTo(seat0, ply, ways);
        if (openBoxes(state) < openBoxes(from)) addTo(closing, ply, ways);
        const outcome = game.outcome(state);
        if (outcome === null) return;
        const score = (game.scores(state) ?? []).join('-');
        scores[score] = (scores[score] ?? 0) + ways;
        addTo(wins, outcome.winner + 1, ways);
      });
      for (const row of tiny.byPly) {
        assert.equal(String(played[row.ply]), row.sequences, `sequences of ply ${row.ply}`);
        assert.equal(String(seat0[row.ply]), row.seat0ToMove ?? '0', `seat 0 to move after ply ${row.ply}`);
        assert.equal(String(closing[row.ply]), row.lastEdgeClosedABox, `closed by ply ${row.ply}`);
      }
      const final = Object.fromEntries(Object.entries(scores).map(([score, games]) => [score, String(games)]));
      assert.deepEqual(final, { ...tiny.finalScore });
      assert.deepEqual(wins.map(String), [tiny.ties, tiny.seat0Wins, tiny.seat1Wins]);
    });
  }
});

/** Boxes of seat 0 minus boxes of seat 1 from here on, when both play their best. */
function bestMargin(game: Game<BoxesState>, state: BoxesState, known: Map<string, number>): number {
  const key = `${state.turn}${state.edges.map((edge) => (edge === -1 ? 0 : 1)).join('')}`;
  const stored = known.get(key);
  if (stored !== undefined) return stored;
  const margins = game.legal(state).map((edge) => {
    const next = mustPlay(game, state, edge);
    const gained = openBoxes(state) - openBoxes(next);
    return (state.turn === 0 ? gained : -gained) + bestMargin(game, next, known);
  });
  const best = margins.length === 0 ? 0 : state.turn === 0 ? Math.max(...margins) : Math.min(...margins);
  known.set(key, best);
  return best;
}

/** The same for the seat to move, over the rules' fence alone: fast enough for 2^24 sets of edges. */
function bestMarginByFence({ edges, edgesOf, boxesOf }: Fence): number {
  const bitsOf = edgesOf.map((sides) => sides.reduce((bits, edge) => bits | (1 << edge), 0));
  const around = boxesOf.map((bounded) => bounded.map((box) => bitsOf[box] ?? 0));
  const best = new Int8Array(2 ** edges);
  for (let drawn = best.length - 2; drawn >= 0; drawn--) {
    let most = -128;
    for (let edge = 0; edge < edges; edge++) {
      const next = drawn | (1 << edge);
      if (next === drawn) continue;
      let gained = 0;
      for (const sides of around[edge] ?? []) if ((next & sides) === sides) gained++;
      const rest = best[next] ?? 0;
      const margin = gained > 0 ? gained + rest : -rest;
      if (margin > most) most = margin;
    }
    best[drawn] = most;
  }
  return best[0] ?? 0;
}

describe('perfect play of boxes', () => {
  const { 'own full solution': margins, '2x2 first edges': firstEdges } = counts.dots.optimalMargins;
  const gameOn = (rows: number, columns: number): Game<BoxesState> => dotsAndBoxes(boxes, fence(rows, columns));

  for (const [size, margin] of Object.entries(margins)) {
    it(`has margin ${margin} on ${size}`, () => {
      const [rows = 0, columns = 0] = size.split('x').map(Number);
      assert.equal(bestMarginByFence(fence(rows, columns)), margin);
      const game = gameOn(rows, columns);
      if (game.actions <= 13) assert.equal(bestMargin(game, game.initial(), new Map()), margin);
    }).timeout(120_000);
  }

  it('on 2x2 wins from an outer edge only', () => {
    const game = gameOn(2, 2);
    const { boxesOf } = fence(2, 2);
    const known = new Map<string, number>();
    for (const edge of game.legal(game.initial())) {
      const expected = boxesOf[edge]?.length === 1 ? firstEdges['outer edges'] : firstEdges['inner edges'];
      assert.equal(bestMargin(game, mustPlay(game, game.initial(), edge), known), expected, `edge ${edge}`);
    }
  });
});

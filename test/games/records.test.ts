/** Games that others recorded (test/fixtures/README.md), replayed ply by ply. */
import { assert } from 'chai';
import { boxes } from '../../shared/games/boxes.ts';
import { five } from '../../shared/games/five.ts';
import type { Game, Position } from '../../shared/games/game.ts';
import { gravity } from '../../shared/games/gravity.ts';
import { type ReversiState, reversi } from '../../shared/games/reversi.ts';
import { frozen, mustPlay, truthRecords, wronglyTaken } from './support.ts';

interface RecordedGame {
  readonly id: string;
  readonly actions: readonly number[];
  readonly turn: readonly number[];
  readonly legal: readonly (readonly number[])[];
  readonly over: boolean;
  readonly winner: number | null;
  readonly discs?: readonly (readonly number[])[];
  readonly boxes?: readonly (readonly number[])[];
  /** gravity: [row from the bottom, column]; five: cells. */
  readonly winLines?: readonly (readonly (number | readonly [number, number])[])[];
}

const same = (a: readonly number[], b: readonly number[] = []): boolean => a.join() === b.join();

function replay<S extends Position>(game: Game<S>, record: RecordedGame): S {
  let state = frozen(game.initial());
  for (let ply = 0; ply <= record.actions.length; ply++) {
    const where = `${record.id}, after ${ply} plies`;
    const legal = game.legal(state);
    const scores = game.scores(state) ?? [];
    assert.equal(state.turn, record.turn[ply], `turn of ${where}`);
    assert.isTrue(same(legal, record.legal[ply]), `legal of ${where}`);
    assert.isTrue(same(scores, record.discs?.[ply] ?? record.boxes?.[ply]), `scores of ${where}`);
    assert.isNull(wronglyTaken(game, state, legal), `taken in ${where}`);
    const action = record.actions[ply];
    if (action !== undefined) state = frozen(mustPlay(game, state, action));
  }
  assert.equal(game.outcome(state)?.winner ?? null, record.winner, `winner of ${record.id}`);
  assert.equal(game.outcome(state) !== null, record.over, `end of ${record.id}`);
  return state;
}

/** The union of the recorded winning lines as cells, ascending. */
function cellsOf(winLines: RecordedGame['winLines'] = []): number[] {
  const cells = winLines.flat().map((cell) => (typeof cell === 'number' ? cell : (5 - cell[0]) * 7 + cell[1]));
  return [...new Set(cells)].sort((a, b) => a - b);
}

/** The records of a file that every checkout has. */
function recordsOf(file: string): readonly RecordedGame[] {
  const records = truthRecords<RecordedGame>(file);
  if (records === null) throw new Error(`${file} is missing`);
  return records;
}

function describeRecords<S extends Position>(
  game: Game<S>,
  folder: string,
  edgeCases: number,
  checkEnd: (end: S, record: RecordedGame) => void,
): void {
  describe(`recorded games of ${game.id}`, () => {
    for (const [kind, count] of [
      ['random', 150],
      ['openspiel', 100],
      ['edge', edgeCases],
    ] as const) {
      it(`agree on turn, legal list, points and winner after every ply (${count} ${kind})`, () => {
        const records = recordsOf(`${folder}/${kind}.jsonl.gz`);
        assert.lengthOf(records, count);
        for (const record of records) checkEnd(replay(game, record), record);
      });
    }
  });
}

function checkLine(end: Position & { readonly line: readonly number[] }, record: RecordedGame): void {
  if (record.winLines) assert.deepEqual([...end.line], cellsOf(record.winLines), `line of ${record.id}`);
  assert.equal(end.line.length > 0, record.winner === 0 || record.winner === 1, `line of ${record.id}`);
}

describeRecords(gravity, 'connect-four', 164, checkLine);
describeRecords(five, 'five', 221, checkLine);
describeRecords(reversi, 'reversi', 95, () => {});
describeRecords(boxes, 'dots', 86, (end, record) => {
  assert.equal(end.boxes.includes(-1), !record.over, `open boxes of ${record.id}`);
});

interface TournamentGame {
  readonly id: string;
  readonly moves: readonly number[];
  readonly movers: string;
  readonly black: number;
  readonly white: number;
  readonly empties: number;
  readonly skips: number;
  readonly winner: number;
}

describe('tournament games of reversi (pending without wthor.jsonl.gz in TRUTH_DIR)', () => {
  it('agree on the mover of every move, the skips, the discs and the winner (1000 games)', function () {
    const records = truthRecords<TournamentGame>('reversi/wthor.jsonl.gz');
    if (records === null) return this.skip();
    assert.lengthOf(records, 1000);
    for (const { id, moves, movers, black, white, empties, skips, winner } of records) {
      let state: ReversiState = frozen(reversi.initial());
      let skipped = 0;
      for (const [ply, move] of moves.entries()) {
        assert.equal(state.turn, Number(movers[ply]), `mover ${ply} of ${id}`);
        state = frozen(mustPlay(reversi, state, move));
        if (state.skipped && state.turn !== -1) skipped++;
      }
      assert.deepEqual([...(reversi.scores(state) ?? [])], [black, white], `discs of ${id}`);
      assert.equal(state.board.filter((owner) => owner === -1).length, empties, `empty cells of ${id}`);
      assert.equal(skipped, skips, `skips of ${id}`);
      assert.deepEqual(reversi.outcome(state), { winner, reason: 'count' }, `end of ${id}`);
    }
  });
});

interface SolvedPosition {
  readonly id: string;
  readonly actions: readonly number[];
  readonly turn: number;
  readonly legal: readonly number[];
  readonly moverWinsAtOnce: boolean;
  readonly winningColumnsNow: readonly number[];
}

describe('solved positions of gravity (pending without pons.jsonl.gz in TRUTH_DIR)', () => {
  it('agree on turn, legal columns and the columns that win at once (3000 positions)', function () {
    const records = truthRecords<SolvedPosition>('connect-four/pons.jsonl.gz');
    if (records === null) return this.skip();
    assert.lengthOf(records, 3000);
    for (const { id, actions, turn, legal, moverWinsAtOnce, winningColumnsNow } of records) {
      const state = actions.reduce(
        (before, column) => frozen(mustPlay(gravity, before, column)),
        frozen(gravity.initial()),
      );
      const wins = legal.filter((column) => gravity.outcome(mustPlay(gravity, state, column))?.winner === turn);
      assert.equal(state.turn, turn, `turn of ${id}`);
      assert.deepEqual(gravity.legal(state), [...legal], `legal of ${id}`);
      assert.deepEqual(wins, [...winningColumnsNow], `winning columns of ${id}`);
      assert.equal(wins.length > 0, moverWinsAtOnce, `published score of ${id}`);
    }
  });
});

import { assert } from 'chai';
import {
  abandon,
  type RaceRun,
  raceOutcome,
  raceSeed,
  rivalRun,
  runOf,
  seededBoard,
  themeById,
} from '../../shared/games/flip/index.ts';
import { HOUR, SECOND, Table, VOID } from './support.ts';

const WAITING = runOf(null);
const ENDED: RaceRun = { status: 'ended', score: null, ms: 240_000, turns: 30 };
const PLAYING: RaceRun = { ...ENDED, status: 'playing' };

function completed(score: number, ms = 100_000, turns = 20): RaceRun {
  return { status: 'completed', score, ms, turns };
}

function winner(first: RaceRun, second: RaceRun): number | null | undefined {
  return raceOutcome([first, second], false)?.winner;
}

/** A finished EASY run in which every turn matches and `wait` ms pass. */
function run(wait: number): Table {
  return new Table('SPEED_RACE').match(0).wait(wait).match(1, 2, 3, 4, 5, 6, 7);
}

describe('two runs of a race', () => {
  it('are compared by score, then time in milliseconds, then turns; else it is a draw', () => {
    assert.equal(winner(completed(1500), completed(1499, 1, 1)), 0);
    assert.equal(winner(completed(1499, 1, 1), completed(1500)), 1);
    assert.equal(winner(completed(1500, 99_999, 99), completed(1500, 100_000, 8)), 0);
    assert.equal(winner(completed(1500, 99_000, 21), completed(1500, 99_000, 20)), 1);
    assert.equal(winner(completed(1500), completed(1500)), -1);
  });

  it('wait for both, unless the challenge has expired', () => {
    for (const other of [WAITING, PLAYING]) {
      assert.isNull(raceOutcome([completed(1), other], false));
      assert.deepEqual(raceOutcome([completed(1), other], true), { status: 'COMPLETED', winner: 0, byDefault: true });
      assert.isNull(raceOutcome([other, ENDED], false));
    }
  });

  it('are read from the matches, to the millisecond', () => {
    const table = new Table('SPEED_RACE');
    assert.deepEqual(runOf(table.position), { status: 'playing', score: null, ms: 0, turns: 0 });
    assert.deepEqual(runOf(run(1999).position), { status: 'completed', score: 1780, ms: 1999, turns: 8 });
    assert.equal(winner(runOf(run(1999).position), runOf(run(1001).position)), 1, 'both took 1 s and some');
    assert.deepEqual(runOf(table.flip(0).wait(SECOND).leaves(0).position), {
      status: 'ended',
      score: null,
      ms: 1000,
      turns: 0,
    });
  });

  it('use a solo game as it was for the benchmark', () => {
    const game = new Table('SOLO').match(0, 1, 2, 3, 4, 5, 6, 7);
    assert.deepEqual(runOf(game.position), { status: 'completed', score: 1780, ms: 0, turns: 8 });
  });

  it('hide the rival’s figures until the own run is over, but for a benchmark', () => {
    const rival = completed(1455, 112_900, 44);
    const shown = { status: 'completed', score: 1455, seconds: 112, turns: 44 } as const;
    for (const own of [WAITING, PLAYING]) {
      assert.deepEqual(rivalRun(rival, own, false), { status: 'completed' });
      assert.deepEqual(rivalRun(rival, own, true), shown);
    }
    assert.deepEqual(rivalRun(rival, ENDED, false), shown);
    assert.deepEqual(rivalRun(PLAYING, ENDED, true), { status: 'playing' });
  });
});

describe('the race edge cases of the source', () => {
  it('One player times out, other completes: the completing player wins', () => {
    const late = new Table('SPEED_RACE', { difficulty: 'MEDIUM' }).match(0);
    assert.equal(late.ring(), 'limit');
    late.over(VOID);
    assert.deepEqual(raceOutcome([runOf(late.position), runOf(run(0).position)], false), {
      status: 'COMPLETED',
      winner: 1,
      byDefault: true,
    });
  });

  it('Both players time out: both ABANDONED, no winner, the challenge EXPIRED', () => {
    const [first, second] = [0, 1].map(() => new Table('SPEED_RACE', { difficulty: 'HARD' }).flip(0));
    if (first === undefined || second === undefined) throw new Error('two runs');
    for (const table of [first, second]) {
      table.ring();
      table.over(VOID);
    }
    assert.deepEqual(raceOutcome([runOf(first.position), runOf(second.position)], false), {
      status: 'EXPIRED',
      winner: null,
      byDefault: false,
    });
  });

  it('Player never finishes: the run is ABANDONED when the challenge expires, the other completed run stands', () => {
    const never = new Table('SPEED_RACE').flip(0).wait(23 * HOUR);
    never.position = abandon(never.position, never.now);
    never.over(VOID);
    assert.equal(raceOutcome([runOf(run(0).position), runOf(never.position)], true)?.winner, 0);
    assert.equal(raceOutcome([WAITING, WAITING], true)?.status, 'EXPIRED');
  });

  it('Theme without enough items: both get the same duplicates', () => {
    const items = themeById('space')?.items.length ?? 0;
    const seed = raceSeed(123_456_789n, 'challenge-1');
    const [one, other] = [seededBoard(seed, items, 32), seededBoard(seed, items, 32)];
    assert.deepEqual(one, other);
    assert.equal(new Set(one).size, items);
  });

  it('Seed collision: the same board for two challenges is fine', () => {
    const [one, other] = ['a', 'b'].map((id) => raceSeed(BigInt(id.charCodeAt(0)), id));
    assert.equal(one, other);
    assert.deepEqual(seededBoard(one ?? 0n, 40, 8), seededBoard(other ?? 1n, 40, 8));
  });
});

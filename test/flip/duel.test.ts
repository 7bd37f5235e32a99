import { assert } from 'chai';
import { clocksOf, due, expire, HINT, leaves, legal, PASS, type ScoreSheet } from '../../shared/games/flip/index.ts';
import { HOUR, SECOND, START, Table, VOID, wonBy } from './support.ts';

const BOTH = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];

function points(sheet: ScoreSheet | undefined, name: string): number | undefined {
  return sheet?.terms.find((term) => term.name === name)?.points;
}

/** An EASY duel that has started and in which seat 0 is to move, at START. */
function started(): Table {
  return new Table('DUEL').miss(0, 1).miss(0, 1);
}

/** A duel without a turn clock. */
function untimed(): Table {
  return new Table('DUEL', { clocks: { ...clocksOf('EASY'), turn: 0 } });
}

describe('the turns of a duel', () => {
  it('begin with the challenger and alternate strictly, also after a match', () => {
    const table = new Table('DUEL');
    assert.equal(table.shown.turn, 0);
    table.match(0);
    assert.equal(table.shown.turn, 1);
    table.miss(1, 2);
    assert.equal(table.shown.turn, 0);
    assert.deepEqual(
      [table.shown.pairs, table.shown.turns],
      [
        [1, 0],
        [1, 1],
      ],
    );
  });

  it('show a first card to both before the second one, and answer the other one `Waiting for {name} to play.`', () => {
    const table = new Table('DUEL', { names: ['Ziggy', 'Archie'] }).flip(3);
    assert.equal(table.shown.cards[3], 1);
    assert.deepEqual(table.refused(1, 4), { ok: false, code: 'not-your-turn', message: 'Waiting for Ziggy to play.' });
  });

  it('know neither hints nor passes', () => {
    const table = new Table('DUEL');
    assert.deepEqual(table.refused(0, HINT, 0), {
      ok: false,
      code: 'hints-disabled',
      message: 'Hints are disabled in a duel.',
    });
    assert.equal(table.refused(1, HINT, 0).code, 'hints-disabled');
    assert.equal(table.refused(0, PASS).code, 'pass-not-allowed');
    assert.lengthOf(legal('DUEL', table.shown), 16);
    assert.equal(table.shown.hintsLeft, 0);
  });

  it('count the streak of each player over their own turns', () => {
    const table = new Table('DUEL').match(0).miss(1, 2).match(1).miss(2, 3).match(2).match(3);
    assert.deepEqual(
      [table.shown.streak, table.shown.bestStreak],
      [
        [3, 1],
        [3, 1],
      ],
    );
    assert.equal(table.shown.teamStreak, 0);
  });

  it('measure the time of each in their own turns, from the first flip of the match on', () => {
    const table = new Table('DUEL')
      .wait(HOUR)
      .flip(0)
      .wait(3 * SECOND)
      .flip(2)
      .wait(SECOND)
      .flip(0)
      .wait(SECOND)
      .flip(2);
    assert.deepEqual(table.shown.turnMs, [3000, 2000]);
  });
});

describe('the clocks of a duel', () => {
  it('all start with the first flip: an absent challenger loses nothing before it', () => {
    const table = new Table('DUEL', { difficulty: 'MEDIUM' });
    assert.deepEqual(due(table.position), { at: START + 24 * HOUR, clock: 'absence' });
    table.wait(HOUR).flip(0);
    assert.deepEqual(due(table.position), { at: START + HOUR + 240_000, clock: 'limit' });
    assert.deepEqual(due(new Table('DUEL').flip(0).position), { at: START + 300_000, clock: 'turn' });
  });

  it('end it ABANDONED when there was no flip within 24 h of acceptance, whoever was there', () => {
    const table = new Table('DUEL');
    table.returns(0).returns(1);
    assert.equal(table.ring(0, 1), 'absence');
    table.over(VOID);
  });

  it('pass a turn on after five minutes, as a turn without a match that hides its card again', () => {
    const table = started()
      .match(0)
      .match(1)
      .flip(4)
      .wait(250 * SECOND);
    const before = table.shown.lastTurn;
    assert.equal(table.ring(0, 1), 'turn');
    assert.equal(table.now, START + 300 * SECOND, 'the clock is for the whole turn');
    assert.deepEqual([table.shown.turn, table.shown.turns, table.shown.timeouts], [1, [3, 2], [1, 0]]);
    assert.deepEqual([table.shown.cards[4], table.shown.firstFlip, table.shown.streak[0]], [-1, -1, 0]);
    assert.notDeepEqual(table.shown.lastTurn, before);
    assert.deepEqual(table.shown.lastTurn, { seat: 0, cells: [4], items: [2], matched: false });
    assert.equal(table.shown.turnMs[0], 300 * SECOND);
  });

  it('leave the last turn as it was when no card was up', () => {
    const table = started();
    const { lastTurn } = table.shown;
    table.ring(0, 1);
    assert.deepEqual(table.shown.lastTurn, lastTurn);
  });

  it('forfeit it after three time-outs in a row of a player who was there', () => {
    const table = started();
    for (let round = 0; round < 2; round++) {
      table.ring(0, 1);
      table.miss(0, 1);
    }
    assert.isNull(table.outcome);
    table.ring(0, 1);
    table.over(wonBy(1, 'forfeit'));
    assert.deepEqual(table.shown.timeouts, [3, 0]);
    assert.deepEqual(table.result.pairs, [0, 8]);
  });

  it('count afresh after an own flip, be it one card only', () => {
    const table = started();
    table.ring(0, 1);
    table.miss(0, 1).flip(0);
    assert.deepEqual(table.shown.timeouts, [0, 0]);
    table.ring(0, 1);
    assert.deepEqual(table.shown.timeouts, [1, 0]);
  });

  it('neither count nor reset the time-outs of a player who was not there', () => {
    const table = started();
    table.ring(0, 1);
    table.miss(0, 1).ring(1);
    assert.deepEqual([table.shown.timeouts, table.shown.turn, table.shown.turns], [[1, 0], 1, [3, 2]]);
    table.miss(0, 1).ring(1);
    table.miss(0, 1).ring(1);
    assert.isNull(table.outcome);
    table.miss(0, 1).ring(0, 1);
    table.miss(0, 1).ring(0, 1);
    table.over(wonBy(1, 'forfeit'));
  });

  it('take their durations from the setup', () => {
    const table = new Table('DUEL', { clocks: { ...clocksOf('EASY'), turn: 7000 } }).flip(0);
    assert.deepEqual(due(table.position), { at: START + 7000, clock: 'turn' });
  });

  it('fire at their own instant however late, and not before', () => {
    const table = started();
    assert.equal(expire(table.position, 'turn', START + 299_999, BOTH), table.position);
    assert.equal(expire(table.position, 'limit', START + 99 * HOUR, BOTH), table.position);
    assert.equal(expire(table.position, 'idle', START + 99 * HOUR, BOTH), table.position);
    const late = expire(table.position, 'turn', START + HOUR, BOTH);
    assert.equal(late.shown.turnMs[0], 300_000);
    assert.deepEqual(due(late), { at: START + 600_000, clock: 'turn' });
  });

  it('let the time limit go first on the same millisecond', () => {
    const table = new Table('DUEL', { difficulty: 'HARD' }).match(0);
    const { position } = table;
    assert.deepEqual(due(position), { at: START + 300_000, clock: 'limit' });
    assert.equal(expire(position, 'turn', START + 300_000, BOTH), position);
  });
});

describe('the end of a duel', () => {
  it('comes with the last pair: more pairs win', () => {
    const table = new Table('DUEL').match(0, 1, 2, 3, 4).miss(5, 6).match(5, 6, 7);
    table.over(wonBy(0, 'completed'));
    const { pairs, breakdown, scores, teamScore } = table.result;
    assert.deepEqual([pairs, teamScore], [[5, 3], null]);
    assert.equal((points(breakdown[0], 'victory') ?? 0) + (points(breakdown[0], 'margin') ?? 0), 600);
    assert.deepEqual(scores, [1000 + 125 + 50 + 600, 1000 - 10 + 75 + 20]);
  });

  it('comes with the time limit: more pairs win, and the other has a time-out loss', () => {
    const table = new Table('DUEL', { difficulty: 'MEDIUM' }).match(0, 1, 2).flip(8);
    assert.equal(table.ring(0, 1), 'limit');
    table.over(wonBy(0, 'time-limit'));
    assert.deepEqual([table.result.pairs, table.result.turns, table.result.seconds], [[2, 1], [2, 1], 240]);
    assert.equal(table.shown.cards[8], -1);
  });

  it('goes to fewer own turns when the pairs are equal', () => {
    const table = new Table('DUEL', { difficulty: 'MEDIUM' }).match(0, 1).miss(2, 3);
    table.ring(0, 1);
    table.over(wonBy(1, 'tie-break'));
  });

  it('goes to less time in own turns when the turns are equal too, the running turn included', () => {
    const slow = new Table('DUEL', { difficulty: 'MEDIUM' })
      .flip(0)
      .wait(SECOND)
      .flip(1)
      .match(1)
      .wait(2 * SECOND);
    slow.ring(0, 1);
    slow.over(wonBy(1, 'tie-break'));
    assert.deepEqual(slow.shown.turnMs, [240_000, 0]);
    const faster = new Table('DUEL').match(0).wait(SECOND).match(1, 2, 3, 4, 5, 6, 7);
    faster.over(wonBy(0, 'tie-break'));
  });

  it('is a true draw when that is equal too: both get the draw bonus', () => {
    const table = new Table('DUEL').match(0, 1, 2, 3, 4, 5, 6, 7);
    table.over(wonBy(-1, 'completed'));
    assert.deepEqual(
      table.result.breakdown.map((sheet) => points(sheet, 'draw')),
      [100, 100],
    );
    assert.deepEqual(table.result.scores, [1240, 1240]);
  });

  it('comes with a quit: the other wins, with the unclaimed pairs in the tally but not found', () => {
    const table = new Table('DUEL').match(0, 1, 2).miss(3, 4).leaves(0);
    table.over(wonBy(1, 'forfeit'));
    const { pairs, pairsFound, breakdown } = table.result;
    assert.deepEqual(
      [pairs, pairsFound],
      [
        [2, 6],
        [2, 1],
      ],
    );
    assert.deepEqual(
      ['victory', 'margin', 'pairs', 'domination'].map((name) => points(breakdown[1], name)),
      [500, 200, 25, 0],
    );
    assert.deepEqual(table.shown.left, [true, false]);
  });

  it('is ABANDONED by a quit before any flip', () => {
    const table = new Table('DUEL').leaves(1);
    table.over(VOID);
    assert.deepEqual([table.result.scores, table.result.breakdown], [[], []]);
  });
});

describe('the duel edge cases of the source', () => {
  it('Player disconnects mid-duel: the duel goes on, and is forfeited when they are not back within 24 h', () => {
    const table = started();
    while (table.outcome === null) {
      const clock = table.ring(1);
      if (clock === 'turn' && table.shown.turn === 1) table.miss(0, 1);
    }
    assert.equal(table.now, START + 24 * HOUR);
    table.over(wonBy(1, 'forfeit'));
    assert.deepEqual(table.shown.timeouts, [0, 0]);
  });

  it('Player disconnects mid-duel: who was there in between, without a move, is not absent for 24 h', () => {
    const table = untimed().miss(0, 1);
    assert.equal(expire(table.position, 'absence', START + 24 * HOUR - 1, BOTH), table.position);
    table.ringSeeing([START + 23 * HOUR, START + 24 * HOUR]);
    assert.deepEqual([table.outcome, due(table.position)], [null, { at: START + 47 * HOUR, clock: 'absence' }]);
    table.ring(1);
    table.over(wonBy(1, 'forfeit'));
  });

  it('Player disconnects mid-duel: the 24 h count from the first flip, and from when a time-out found them there', () => {
    const late = untimed()
      .wait(23 * HOUR)
      .miss(0, 1);
    assert.deepEqual(due(late.position), { at: START + 47 * HOUR, clock: 'absence' });
    const table = started();
    for (let ring = 0; ring < 4; ring++) table.ring(1 - table.shown.turn);
    assert.deepEqual(table.position.kept.presentAt, [START + 1200 * SECOND, START + 900 * SECOND]);
  });

  it('Both players away for 24 h: ABANDONED, no winner, though one went before the other', () => {
    const table = started();
    table.wait(HOUR).returns(1);
    while (table.outcome === null) table.ring();
    assert.equal(table.now, START + 25 * HOUR);
    table.over(VOID);
  });

  it('Both players away, one of them there again when the other is overdue: the other forfeits', () => {
    const away = (): Table => {
      const table = untimed().miss(0, 1);
      table.wait(2 * HOUR).returns(1);
      assert.equal(table.ring(), 'absence');
      assert.isNull(table.outcome, 'nobody is there to win');
      assert.deepEqual(due(table.position), { at: START + 26 * HOUR, clock: 'absence' });
      return table;
    };
    const moves = away().wait(HOUR).miss(0, 1);
    assert.deepEqual(due(moves.position), { at: START + 25 * HOUR, clock: 'absence' });
    moves.ring();
    moves.over(wonBy(1, 'forfeit'));
    const looks = away();
    looks.ringSeeing([0, START + 25 * HOUR]);
    looks.over(wonBy(1, 'forfeit'));
    const tooLate = away();
    tooLate.ringSeeing([0, START + 23 * HOUR]);
    assert.deepEqual(due(tooLate.position), { at: START + 47 * HOUR, clock: 'absence' });
    tooLate.ring();
    tooLate.over(VOID);
  });

  it('Both players quit: the first quit ends it, the second changes nothing', () => {
    const table = started().leaves(0);
    const before = table.position;
    assert.equal(leaves(before, 1, table.now), before);
    new Table('DUEL').leaves(0).leaves(1).over(VOID);
  });

  it('Tie in pairs: fewer turns, then the faster, then a true draw with 100 for both (see the tie-breakers above)', () => {
    const table = new Table('DUEL').match(0, 1, 2, 3).miss(4, 5).match(4).miss(5, 6).match(5).match(6).match(7);
    assert.deepEqual(table.result.pairs, [3, 5]);
    table.over(wonBy(1, 'completed'));
  });

  it('Time expires (MEDIUM, HARD): the duel ends at once; EASY has no limit', () => {
    for (const [difficulty, seconds] of [
      ['MEDIUM', 240],
      ['HARD', 300],
    ] as const) {
      const table = new Table('DUEL', { difficulty }).match(0);
      assert.equal(table.ring(0, 1), 'limit');
      assert.equal(table.now, START + seconds * SECOND);
      table.over(wonBy(0, 'time-limit'));
    }
    assert.equal(new Table('DUEL').match(0).shown.limitAt, 0);
  });
});

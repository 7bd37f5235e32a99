import { assert } from 'chai';
import { due, HINT, legal, PASS, setupFault } from '../../shared/games/flip/index.ts';
import { COMPLETED, HOUR, SECOND, START, setup, Table, TIME_UP, VOID } from './support.ts';

describe('the turns of a team', () => {
  it('go round in party order; a match gives another turn', () => {
    const table = new Table('TEAM_SNAP').match(0);
    assert.equal(table.shown.turn, 0);
    const turns = [1, 2, 0, 1].map((next) => {
      table.miss(1, 2);
      return [table.shown.turn, next];
    });
    for (const [turn, next] of turns) assert.equal(turn, next);
    assert.deepEqual(
      [table.shown.pairs, table.shown.turns],
      [
        [1, 0, 0],
        [3, 1, 1],
      ],
    );
  });

  it("answer the others `It's {playerName}'s turn.`, for flips, hints and passes", () => {
    const table = new Table('TEAM_SNAP').miss(0, 1);
    for (const action of [5, HINT, PASS]) {
      assert.deepEqual(table.refused(0, action, 5), {
        ok: false,
        code: 'not-your-turn',
        message: "It's Archie's turn.",
      });
    }
  });

  it('count the streak of the team over its turns, and of each player over their own', () => {
    const table = new Table('TEAM_SNAP').match(0).miss(1, 2).match(1, 2).act(PASS).match(3);
    assert.deepEqual([table.shown.teamStreak, table.shown.teamBestStreak], [3, 3]);
    assert.deepEqual(table.shown.bestStreak, [1, 2, 1]);
    table.miss(4, 5);
    assert.deepEqual([table.shown.teamStreak, table.shown.teamBestStreak], [0, 3]);
  });
});

describe('a pass', () => {
  it('gives the turn on, is no turn for scoring and breaks no streak, but takes time', () => {
    const table = new Table('TEAM_SNAP')
      .match(0)
      .wait(9 * SECOND)
      .act(PASS);
    assert.deepEqual([table.shown.turn, table.shown.turns, table.shown.streak], [1, [1, 0, 0], [1, 0, 0]]);
    assert.deepEqual([table.shown.teamStreak, table.shown.turnMs], [1, [9000, 0, 0]]);
    assert.deepEqual(table.shown.lastTurn?.cells, [0, 1]);
  });

  it('is refused with a card up, which would be a free look', () => {
    const table = new Table('TEAM_SNAP').flip(0);
    assert.equal(table.refused(0, PASS).code, 'pass-not-allowed');
    assert.notInclude(legal('TEAM_SNAP', table.shown), PASS);
    table.flip(2);
    assert.include(legal('TEAM_SNAP', table.shown), PASS);
  });

  it('may come before the first flip, and starts no clock of the match', () => {
    const table = new Table('TEAM_SNAP', { difficulty: 'MEDIUM' }).wait(SECOND).act(PASS);
    assert.deepEqual([table.shown.turn, table.shown.startedAt, table.shown.turnMs], [1, 0, [0, 0, 0]]);
  });
});

describe('the hints of a team', () => {
  it('come from one pool, for the seat to move, and are shown to all', () => {
    const table = new Table('TEAM_SNAP').act(HINT).miss(1, 2).act(HINT);
    assert.deepEqual([table.shown.hintsLeft, table.shown.hintsUsed], [1, 2]);
    assert.deepEqual(table.shown.hint, { cell: 1, item: 0 });
    table.act(HINT);
    assert.equal(table.refused(1, HINT, 5).code, 'no-hints-left');
  });

  it('number 3, 2 and 1 by the difficulty of the leader, not by the board', () => {
    const hints = (['EASY', 'MEDIUM', 'HARD'] as const).map(
      (difficulty) => new Table('TEAM_SNAP', { difficulty, seats: 2 }).shown.hintsLeft,
    );
    assert.deepEqual(hints, [3, 2, 1]);
  });
});

describe('a seat that is idle for two minutes', () => {
  it('is passed over, away, and skipped until it is heard of again', () => {
    const table = new Table('TEAM_SNAP').miss(0, 1);
    assert.equal(table.ring(0, 1, 2), 'idle');
    assert.equal(table.now, START + 120 * SECOND);
    assert.deepEqual([table.shown.away, table.shown.turn], [[false, true, false], 2]);
    assert.deepEqual(table.shown.turns, [1, 0, 0], 'no card was up: it is no turn');
    table.miss(0, 1).miss(0, 1);
    assert.equal(table.shown.turn, 2, 'seat 1 is skipped');
    table.returns(1);
    assert.deepEqual([table.shown.away, table.shown.turn], [[false, false, false], 2]);
    table.miss(0, 1).miss(0, 1);
    assert.equal(table.shown.turn, 1);
  });

  it('has a turn without a match when a card was up', () => {
    const table = new Table('TEAM_SNAP').match(0).flip(4);
    table.ring();
    assert.deepEqual([table.shown.turns, table.shown.teamStreak, table.shown.streak], [[2, 0, 0], 0, [0, 0, 0]]);
    assert.deepEqual(table.shown.lastTurn, { seat: 0, cells: [4], items: [2], matched: false });
    assert.equal(table.shown.cards[4], -1);
  });

  it('counts from the start of the turn or the last flip or hint', () => {
    const table = new Table('TEAM_SNAP').wait(100 * SECOND).flip(0);
    assert.equal(due(table.position)?.at, START + 220 * SECOND);
    table.wait(10 * SECOND).act(HINT);
    assert.equal(due(table.position)?.at, START + 230 * SECOND);
    table.wait(20 * SECOND).flip(2);
    assert.equal(due(table.position)?.at, START + 250 * SECOND);
  });

  it('keeps the turn when all are away, while the clock of the match runs', () => {
    const table = new Table('TEAM_SNAP', { difficulty: 'HARD', seats: 2 }).miss(0, 1).match(0);
    table.ring();
    table.ring();
    assert.deepEqual([table.shown.away, table.shown.turn], [[true, true], 0]);
    assert.equal(table.ring(), 'limit');
    table.over(TIME_UP);
    assert.deepEqual(table.shown.turnMs, [120_000, 120_000]);
  });

  it('gives the turn to the first who is back when all were away', () => {
    const table = new Table('TEAM_SNAP').flip(0);
    for (let seat = 0; seat < 3; seat++) table.ring();
    assert.deepEqual([table.shown.away, table.shown.turn], [[true, true, true], 2]);
    table.wait(HOUR).returns(1);
    assert.deepEqual([table.shown.away, table.shown.turn], [[true, false, true], 1]);
    assert.deepEqual(due(table.position), { at: table.now + 120 * SECOND, clock: 'idle' });
    table.miss(0, 1);
    assert.equal(table.shown.turn, 1, 'the others are still skipped');
  });

  it('is back by its own move, when it held the turn', () => {
    const table = new Table('TEAM_SNAP', { seats: 2 }).flip(0);
    table.ring();
    table.ring();
    table.wait(SECOND).act(2, table.shown.turn);
    assert.deepEqual([table.shown.turn, table.shown.away, table.shown.firstFlip], [1, [true, false], 2]);
    assert.equal(table.position.kept.allAwayFrom, 0);
  });
});

describe('a team match', () => {
  it('is a success of all with one score when every pair is found', () => {
    const table = new Table('TEAM_SNAP', { seats: 2 }).match(0).miss(1, 2);
    for (let pair = 1; pair < 18; pair++) table.match(pair);
    table.over(COMPLETED);
    const { scores, teamScore, pairsFound, success, breakdown } = table.result;
    assert.deepEqual([scores, success, pairsFound], [[], true, [1, 17]]);
    assert.equal(teamScore, 1000 - 10 + 170 + 100 + 100 + 100);
    assert.lengthOf(breakdown, 1);
  });

  it('scores the streak of the team, and full participation only when every player found a pair', () => {
    const table = new Table('TEAM_SNAP', { seats: 2 }).match(0).act(PASS);
    for (let pair = 1; pair < 18; pair++) table.match(pair);
    assert.deepEqual([table.result.bestStreak, table.result.teamScore], [[1, 17], 1000 + 180 + 500 + 100 + 100 + 100]);
    const alone = new Table('TEAM_SNAP', { seats: 2 });
    for (let pair = 0; pair < 18; pair++) alone.match(pair);
    assert.equal(alone.result.teamScore, 1000 + 180 + 500 + 100 + 100);
  });

  it('is a failure without a score when its time is up', () => {
    const table = new Table('TEAM_SNAP', { difficulty: 'MEDIUM' }).match(0);
    table
      .wait(100 * SECOND)
      .match(1)
      .wait(100 * SECOND)
      .match(2);
    assert.equal(table.ring(), 'limit');
    assert.equal(table.now, START + 240 * SECOND);
    table.over(TIME_UP);
    assert.deepEqual([table.result.teamScore, table.result.success], [null, false]);
  });

  it('is ABANDONED after 24 h without anyone', () => {
    const table = new Table('TEAM_SNAP', { seats: 2 });
    table.ring();
    table.ring();
    assert.equal(table.ring(), 'absence');
    assert.equal(table.now, START + 240 * SECOND + 24 * HOUR);
    table.over(VOID);
  });
});

describe('the team edge cases of the source', () => {
  it('Player leaves mid-game: their turns are skipped, their pairs count, the team can finish', () => {
    const table = new Table('TEAM_SNAP', { seats: 3 }).match(0).miss(1, 2).match(1).leaves(0);
    assert.equal(table.shown.turn, 1);
    table.miss(2, 3).miss(2, 3);
    assert.equal(table.shown.turn, 1, 'seat 0 is skipped');
    assert.equal(table.refused(0, 5).code, 'forbidden');
    table.returns(0);
    assert.deepEqual(table.shown.left, [true, false, false]);
    for (let pair = 2; pair < 32; pair++) table.match(pair);
    table.over(COMPLETED);
    assert.equal(table.result.pairsFound[0], 1);
  });

  it('Player leaves in their turn: a card that was up is hidden, and the turn goes on', () => {
    const table = new Table('TEAM_SNAP').flip(0).leaves(0);
    assert.deepEqual([table.shown.turn, table.shown.cards[0], table.shown.turns], [1, -1, [1, 0, 0]]);
    const between = new Table('TEAM_SNAP').leaves(0);
    assert.deepEqual([between.shown.turn, between.shown.turns], [1, [0, 0, 0]]);
  });

  it('Party leader quits: the match goes on with the others', () => {
    const table = new Table('TEAM_SNAP', { seats: 2 }).leaves(0).miss(0, 1);
    assert.deepEqual([table.outcome, table.shown.turn], [null, 1]);
  });

  it('All players leave: ABANDONED', () => {
    new Table('TEAM_SNAP').match(0).leaves(0).leaves(2).leaves(1).over(VOID);
  });

  it('All who have not left are away: the turn stays with one of them', () => {
    const table = new Table('TEAM_SNAP').miss(0, 1);
    table.ring();
    table.ring();
    assert.deepEqual([table.shown.away, table.shown.turn], [[false, true, true], 0]);
    table.leaves(0);
    const since = table.now;
    assert.deepEqual([table.shown.turn, table.position.kept.allAwayFrom], [1, since]);
    table.wait(HOUR).leaves(1);
    assert.deepEqual([table.shown.turn, table.position.kept.allAwayFrom], [2, since], 'no new 24 h');
    assert.equal(table.ring(), 'absence');
    table.over(VOID);
  });

  it('Party has 1 player, party has 5 and more: a team match seats 2 to 4', () => {
    const faults = [1, 2, 3, 4, 5].map((seats) => {
      const names = Array.from({ length: seats }, (_, seat) => `P${seat}`);
      return setupFault(setup('TEAM_SNAP', { seats, names }), 40) === null;
    });
    assert.deepEqual(faults, [false, true, true, true, false]);
  });
});

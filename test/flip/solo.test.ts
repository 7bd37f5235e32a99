import { assert } from 'chai';
import { END_REASONS } from '../../shared/engine/event.ts';
import {
  abandon,
  expire,
  FLIP_REASONS,
  FLIP_REFUSALS,
  HINT,
  hintChoices,
  legal,
  PASS,
  reveal,
  view,
} from '../../shared/games/flip/index.ts';
import { ERROR_CODES } from '../../shared/protocol/errors.ts';
import { COMPLETED, HOUR, SECOND, START, Table, TIME_UP, VOID } from './support.ts';

describe('a turn', () => {
  it('shows the first card, and keeps both of a match for the flipper', () => {
    const table = new Table('SOLO').flip(0);
    assert.equal(table.shown.firstFlip, 0);
    assert.equal(table.shown.cards[0], 0);
    table.flip(1);
    assert.deepEqual(table.shown.cards.slice(0, 3), [0, 0, -1]);
    assert.deepEqual(table.shown.claimed.slice(0, 3), [0, 0, -1]);
    assert.deepEqual(table.shown.lastTurn, { seat: 0, cells: [0, 1], items: [0, 0], matched: true });
    assert.equal(table.shown.firstFlip, -1);
  });

  it('hides both again at once after a miss, which the last turn still tells', () => {
    const table = new Table('SOLO').flip(0, 2);
    assert.deepEqual([...new Set(table.shown.cards)], [-1]);
    assert.deepEqual(table.shown.lastTurn, { seat: 0, cells: [0, 2], items: [0, 1], matched: false });
  });

  it('matches any two cards of the same item, also when four look alike', () => {
    const board = [3, 3, 3, 3, 1, 1, 2, 2, 4, 4, 5, 5, 6, 6, 7, 7];
    const table = new Table('SOLO', { board }).flip(0, 2);
    assert.deepEqual(table.shown.claimed.slice(0, 4), [0, -1, 0, -1]);
    table.flip(3, 1);
    assert.deepEqual(table.shown.pairs, [2]);
  });

  it('refuses a card that is up, one that is found, and one outside the grid, and changes nothing', () => {
    const table = new Table('SOLO').match(0).flip(4);
    const before = table.position;
    for (const cell of [4, 0, 1, 16, 63, 66, -1, 0.5, Number.NaN, -0]) {
      assert.equal(table.refused(0, cell).code, 'illegal-action');
    }
    assert.equal(table.refused(1, 5).code, 'forbidden');
    assert.equal(table.refused(-0, 5).code, 'forbidden');
    assert.equal(table.position, before);
    assert.equal(new Table('SOLO').refused(0, -0).code, 'illegal-action', 'an action has one spelling');
  });

  it('counts turns, time, and the longest run of matching turns, in which one counts one', () => {
    const table = new Table('SOLO').wait(5 * SECOND);
    table
      .flip(0)
      .wait(2 * SECOND)
      .flip(1);
    assert.deepEqual([table.shown.turns, table.shown.turnMs, table.shown.bestStreak], [[1], [2000], [1]]);
    table.wait(SECOND).miss(1, 2).match(1, 2, 3).wait(500).miss(4, 5);
    assert.deepEqual([table.shown.turns, table.shown.turnMs], [[6], [3500]]);
    assert.deepEqual([table.shown.streak, table.shown.bestStreak, table.shown.teamBestStreak], [[0], [3], 0]);
  });

  it('never takes negative time, though the clock of the caller goes back', () => {
    const table = new Table('SOLO')
      .flip(0)
      .wait(5 * SECOND)
      .flip(1);
    table.wait(-2 * SECOND).match(1);
    assert.equal(table.position.kept.changedAt, START + 5 * SECOND);
    table.wait(3 * SECOND).match(2);
    assert.deepEqual(table.shown.turnMs, [6000]);
  });

  it('lists what is legal: hidden cards, a hint while there are some, and no pass', () => {
    const table = new Table('SOLO').match(0).flip(2);
    assert.deepEqual(legal('SOLO', table.shown), [3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, HINT]);
    table.act(HINT).act(HINT).act(HINT);
    assert.notInclude(legal('SOLO', table.shown), HINT);
    assert.equal(table.refused(0, PASS).code, 'pass-not-allowed');
  });

  it('speaks in the reasons and refusals of the engine and the protocol', () => {
    assert.includeMembers([...END_REASONS], [...FLIP_REASONS]);
    assert.includeMembers(ERROR_CODES, [...FLIP_REFUSALS]);
  });
});

describe('a hint', () => {
  it('shows a card that nobody has seen, and then any that is not found', () => {
    const table = new Table('SOLO').miss(0, 1);
    assert.notIncludeMembers([...hintChoices(table.position)], [0, 2]);
    assert.lengthOf(hintChoices(table.position), 14);
    for (let pair = 2; pair < 8; pair++) table.miss(pair, 1).flip(2 * pair + 1, 2);
    table.flip(1, 3);
    assert.lengthOf(hintChoices(table.position), 16);
  });

  it('counts a hinted card as seen, and stays until the next flip', () => {
    const table = new Table('SOLO').act(HINT);
    assert.deepEqual(table.shown.hint, { cell: 0, item: 0 });
    assert.equal(table.shown.cards[0], -1);
    assert.notInclude([...hintChoices(table.position)], 0);
    table.flip(5);
    assert.isNull(table.shown.hint);
  });

  it('shows where the mate lies when a card is up', () => {
    const table = new Table('SOLO').flip(7);
    assert.deepEqual(hintChoices(table.position), [6]);
    table.act(HINT);
    assert.deepEqual(table.shown.hint, { cell: 6, item: 3 });
    assert.equal(table.shown.firstFlip, 7);
  });

  it('is refused for a card that the rules would not choose, and when the pool is empty', () => {
    const table = new Table('SOLO').flip(7);
    for (const cell of [7, 5, -1, 99, Number.NaN]) assert.equal(table.refused(0, HINT, cell).code, 'illegal-action');
    table.act(HINT).act(HINT).act(HINT);
    assert.equal(table.refused(0, HINT, 6).code, 'no-hints-left');
    assert.deepEqual([table.shown.hintsLeft, table.shown.hintsUsed], [0, 3]);
  });
});

describe('a solo game', () => {
  it('starts its clock at the first flip, and is scored when every pair is found', () => {
    const table = new Table('SOLO', { difficulty: 'MEDIUM' }).wait(HOUR);
    table.match(0).wait(112_999);
    for (let pair = 1; pair < 18; pair++) table.match(pair);
    table.over(COMPLETED);
    assert.deepEqual([table.shown.startedAt, table.shown.limitAt], [START + HOUR, START + HOUR + 240_000]);
    const { seconds, scores, turns, bestStreak, success, pairs, pairsFound } = table.result;
    assert.deepEqual([seconds, turns, bestStreak, success, pairs, pairsFound], [112, [18], [18], true, [18], [18]]);
    assert.deepEqual(scores, [(1000 + 180 + 500 + 100 + 100) * 1.5]);
  });

  it('scores 1,455 when 18 pairs take 44 turns, with a best streak of 3, in 112 s on MEDIUM without hints', () => {
    const table = new Table('SOLO', { difficulty: 'MEDIUM' });
    table.miss(16, 17).wait(112 * SECOND);
    for (let pair = 0; pair < 18; pair++) {
      table.match(pair);
      if (pair % 3 === 2 && pair < 17) for (let miss = 0; miss < 5; miss++) table.miss(16, 17);
    }
    table.over(COMPLETED);
    assert.deepEqual([table.result.turns, table.result.bestStreak, table.result.scores], [[44], [3], [1455]]);
  });

  it('is a failure without a score when its time is up, to the millisecond', () => {
    const table = new Table('SOLO', { difficulty: 'HARD' }).match(0).flip(2).wait(299_999).flip(4);
    assert.equal(table.wait(1).refused(0, 6).code, 'already-ended');
    assert.equal(table.ring(), 'limit');
    table.over(TIME_UP);
    const { scores, teamScore, breakdown, seconds, success } = table.result;
    assert.deepEqual([scores, teamScore, breakdown, seconds, success], [[], null, [], 300, false]);
  });

  it('is ABANDONED when it is quit, when another takes its place, and after 24 h without input', () => {
    new Table('SOLO').flip(0).leaves(0).over(VOID);
    const replaced = new Table('SOLO').flip(0);
    replaced.position = abandon(replaced.position, replaced.now);
    replaced.over(VOID);
    assert.equal(abandon(replaced.position, replaced.now + 1), replaced.position);

    const idle = new Table('SOLO')
      .wait(23 * HOUR)
      .flip(0)
      .wait(HOUR)
      .act(HINT);
    assert.equal(idle.ring(0), 'absence');
    assert.equal(idle.now, START + 48 * HOUR);
    idle.over(VOID);
    assert.deepEqual([idle.result.scores, idle.result.success], [[], false]);
    assert.equal(idle.shown.cards[0], -1, 'a card that was up alone is hidden again');
  });

  it('takes nothing once it is over', () => {
    const table = new Table('SOLO').flip(0).leaves(0);
    const before = table.position;
    assert.equal(table.refused(0, 1).code, 'already-ended');
    assert.deepEqual(legal('SOLO', table.shown), []);
    assert.deepEqual(hintChoices(table.position), []);
    table.leaves(0).returns(0);
    table.position = expire(table.position, 'limit', START + 99 * HOUR, []);
    assert.equal(table.position, before);
  });

  it('reveals its board, nonce and seed in a replay, and never in what players see', () => {
    const table = new Table('SOLO');
    assert.deepEqual(reveal(table.position), {
      size: 4,
      difficulty: 'EASY',
      theme: 'animals',
      cards: [0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7],
      nonce: '00'.repeat(32),
      seed: '42',
    });
    assert.notProperty(reveal(new Table('DUEL').position), 'seed');
    assert.sameMembers(
      Object.keys(view(table.position)),
      [
        'size difficulty theme cards claimed firstFlip turn lastTurn pairs turns turnMs timeouts streak bestStreak away left',
        'teamStreak teamBestStreak hintsLeft hintsUsed hint startedAt limitAt commitment challenge party',
      ].flatMap((names) => names.split(' ')),
    );
    table.leaves(0);
    assert.property(view(table.position), 'result');
  });
});

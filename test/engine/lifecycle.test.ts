import { createHash } from 'node:crypto';
import { assert } from 'chai';
import {
  type Command,
  create,
  isOver,
  legalActions,
  MoveIds,
  replay,
  unknownRules,
} from '../../shared/engine/index.ts';
import { boardRules } from '../../shared/games/board-rules.ts';
import { boxes } from '../../shared/games/boxes.ts';
import { gravity } from '../../shared/games/gravity.ts';
import { canonical } from '../../shared/proof/index.ts';
import { ANN, BOB, CAT, CLOCKS, codeOf, Drive, pairedMatch, startedMatch, T0 } from './driver.ts';

/** Seat 0 stacks column 0, seat 1 column 1: the seventh ply is four in a line. */
const GRAVITY = boardRules(gravity);
const WIN = [0, 1, 0, 1, 0, 1, 0];

function wonMatch(): Drive {
  const match = startedMatch(gravity);
  for (const [ply, action] of WIN.entries()) match.move(T0 + ply, action, `ply-${ply}`);
  return match;
}

function endedMatches(): Record<'finished' | 'cancelled' | 'void', Drive> {
  const cancelled = pairedMatch(gravity);
  cancelled.do(T0, { kind: 'leave', seat: 1 });
  const voided = startedMatch(gravity);
  voided.do(T0, { kind: 'void', reason: 'rules-changed' });
  return { finished: wonMatch(), cancelled, void: voided };
}

function move(match: Drive, over: Partial<Extract<Command, { kind: 'move' }>> = {}): Command {
  return { kind: 'move', seat: 0, revision: match.state.revision, action: 0, ...over };
}

/** Every refusal must leave no trace. */
function refused(match: Drive, at: number, command: Command): string | null {
  const before = match.log.length;
  const code = codeOf(match.do(at, command));
  assert.lengthOf(match.log, before, 'a refusal appends nothing');
  return code;
}

describe('the life of a match', () => {
  it('opens with its maker waiting at seat 0, under the queue clock', () => {
    const { view } = new Drive({ game: gravity, mode: 'public' });
    assert.deepInclude(view, {
      status: 'waiting',
      mode: 'public',
      revision: 1,
      players: ['p_ann', null],
      names: ['Ann', null],
      ready: 0,
      turn: -1,
      deadline: T0 + CLOCKS.queue,
      turnDeadline: 0,
      matchDeadline: 0,
      createdAt: T0,
      startedAt: 0,
      endedAt: 0,
      winner: null,
      reason: null,
      result: null,
      free: true,
    });
  });

  it('seats the second player as drawn, and starts the ready clock', () => {
    for (const swap of [false, true]) {
      const match = new Drive({ game: gravity });
      match.do(T0 + 5, { kind: 'join', entrant: BOB, swap });
      const { status, players, names, deadline, revision } = match.view;
      assert.deepEqual(players, swap ? ['p_bob', 'p_ann'] : ['p_ann', 'p_bob']);
      assert.deepEqual(names, swap ? ['Bob', 'Ann'] : ['Ann', 'Bob']);
      assert.deepEqual([status, revision, deadline], ['ready', 2, T0 + 5 + CLOCKS.ready]);
    }
  });

  it('starts when both seats are ready, in either order, with the turn and the match clock', () => {
    for (const [first, second] of [
      [0, 1],
      [1, 0],
    ] as const) {
      const match = pairedMatch(gravity);
      match.do(T0 + 1, { kind: 'ready', seat: first });
      assert.deepEqual([match.view.status, match.view.ready], ['ready', 1 << first]);
      assert.equal(match.view.deadline, T0 + CLOCKS.ready, 'one who is ready does not move the ready clock');
      match.do(T0 + 2, { kind: 'ready', seat: second });
      const { status, ready, turn, startedAt, turnDeadline, matchDeadline, deadline } = match.view;
      assert.deepEqual([status, ready, turn, startedAt], ['playing', 0b11, 0, T0 + 2]);
      assert.deepEqual(
        [turnDeadline, matchDeadline, deadline],
        [T0 + 2 + CLOCKS.turn, T0 + 2 + CLOCKS.match, T0 + 2 + CLOCKS.turn],
      );
      assert.deepEqual(match.kinds, ['created', 'paired', 'ready', 'ready', 'started']);
    }
  });

  it('takes a repeated ready without another event', () => {
    const match = pairedMatch(gravity);
    match.do(T0, { kind: 'ready', seat: 1 });
    const again = match.do(T0 + 1, { kind: 'ready', seat: 1 });
    assert.deepEqual(again, { ok: true, events: [], revision: 3 });
  });

  it('ends by the rules of its game, and says how', () => {
    const match = wonMatch();
    const { status, winner, reason, result, turn, endedAt, deadline, turnDeadline, matchDeadline } = match.view;
    assert.deepEqual([status, winner, reason, turn, endedAt], ['finished', 0, 'line', -1, T0 + 6]);
    assert.deepEqual([deadline, turnDeadline, matchDeadline], [0, 0, 0]);
    assert.deepEqual(result, { winner: 0, reason: 'line', plies: 7, scores: null });
    assert.deepEqual(match.kinds.slice(-2), ['moved', 'ended']);
  });

  it('ends in a draw on a full board', () => {
    const match = startedMatch(gravity);
    const fill = [0, 1, 0, 1, 1, 0, 1, 0, 0, 1, 0, 1, 2, 3, 2, 3, 3, 2, 3, 2, 2, 3, 2, 3];
    const rest = [4, 5, 4, 5, 5, 4, 5, 4, 4, 5, 4, 5, 6, 6, 6, 6, 6, 6];
    for (const action of [...fill, ...rest]) assert.isTrue(match.move(T0, action).ok);
    assert.deepInclude(match.view, { status: 'finished', winner: -1, reason: 'full', turn: -1 });
    assert.equal(match.view.result?.plies, gravity.maxPlies);
  });

  it('is won by the other when a player leaves during play', () => {
    for (const seat of [0, 1]) {
      const match = startedMatch(gravity);
      match.move(T0, 3);
      match.do(T0 + 1, { kind: 'leave', seat });
      assert.deepInclude(match.view, { status: 'finished', winner: 1 - seat, reason: 'resigned', endedAt: T0 + 1 });
      assert.deepEqual(match.kinds.slice(-2), ['resigned', 'ended']);
      assert.equal(match.log.at(-2)?.seat, seat);
      assert.deepEqual(match.view.result, { winner: 1 - seat, reason: 'resigned', plies: 1, scores: null });
    }
  });

  it('is cancelled without a winner when a player leaves before play', () => {
    const matches = [new Drive({ game: gravity }), pairedMatch(gravity), pairedMatch(gravity)];
    matches[2]?.do(T0, { kind: 'ready', seat: 0 });
    for (const match of matches) {
      match.do(T0 + 1, { kind: 'leave', seat: 0 });
      assert.deepInclude(match.view, { status: 'cancelled', winner: null, reason: 'left', deadline: 0 });
      assert.deepEqual(match.kinds.slice(-2), ['left', 'ended']);
    }
  });

  it('takes a leave after the end as done already', () => {
    for (const match of Object.values(endedMatches())) {
      const { revision } = match.state;
      assert.deepEqual(match.do(T0 + 9, { kind: 'leave', seat: 0 }), { ok: true, events: [], revision });
    }
  });

  it('is made void at any time before its end, and by nobody after it', () => {
    for (const match of [new Drive({ game: gravity }), pairedMatch(gravity), startedMatch(gravity)]) {
      match.do(T0 + 1, { kind: 'void', reason: 'rules-changed' });
      assert.deepInclude(match.view, { status: 'void', winner: null, reason: 'rules-changed', turn: -1, deadline: 0 });
      assert.deepInclude(match.view.result, { winner: null, reason: 'rules-changed' });
    }
    for (const match of Object.values(endedMatches())) {
      assert.equal(refused(match, T0 + 9, { kind: 'void', reason: 'rules-changed' }), 'already-ended');
    }
  });

  it('shows nobody to move, and nothing legal, however it ended', () => {
    for (const match of [...Object.values(endedMatches()), new Drive({ game: gravity }), pairedMatch(gravity)]) {
      assert.equal(match.view.turn, -1);
      assert.deepEqual(legalActions(match.view, match.rules), []);
      if (isOver(match.view.status)) assert.equal(match.view.state.turn, -1);
    }
  });

  it('opens a rematch in ready, with both seated in the given order', () => {
    const match = new Drive({ game: gravity, rematch: true });
    assert.deepInclude(match.view, { status: 'ready', revision: 2, deadline: T0 + CLOCKS.ready });
    assert.deepEqual(match.view.players, ['p_ann', 'p_bob']);
    assert.equal(match.state.rematchOf, 'm0');
  });

  it('counts points where the game counts them, also when the clock ends it', () => {
    const match = startedMatch(boxes);
    // Top, left and right of box 0 by turns; then seat 1 closes it.
    for (const action of [0, 20, 21, 4]) match.move(T0, action);
    match.do(T0 + 1, { kind: 'leave', seat: 1 });
    assert.deepEqual(match.view.result, { winner: 0, reason: 'resigned', plies: 4, scores: [0, 1] });
  });
});

describe('refusals', () => {
  it('of a join: who is in stays in, a full room, a room that is over', () => {
    const waiting = new Drive({ game: gravity });
    assert.deepEqual(waiting.do(T0, { kind: 'join', entrant: ANN, swap: true }), { ok: true, events: [], revision: 1 });
    assert.equal(refused(pairedMatch(gravity), T0, { kind: 'join', entrant: CAT, swap: false }), 'room-full');
    assert.equal(refused(startedMatch(gravity), T0, { kind: 'join', entrant: CAT, swap: false }), 'room-full');
    for (const match of Object.values(endedMatches())) {
      assert.equal(refused(match, T0 + 9, { kind: 'join', entrant: CAT, swap: false }), 'expired');
    }
  });

  it('of ready: nobody opposite, started already, over', () => {
    assert.equal(refused(new Drive({ game: gravity }), T0, { kind: 'ready', seat: 0 }), 'wrong-status');
    assert.equal(refused(startedMatch(gravity), T0, { kind: 'ready', seat: 0 }), 'wrong-status');
    for (const match of Object.values(endedMatches())) {
      assert.equal(refused(match, T0 + 9, { kind: 'ready', seat: 0 }), 'already-ended');
    }
  });

  // Each command has every fault from its own on, so that the first of the contract's order must be named.
  it("of a move come in the contract's order: status, revision, turn, action", () => {
    for (const match of Object.values(endedMatches())) {
      assert.equal(refused(match, T0 + 9, move(match, { revision: 1, seat: 1, action: 99 })), 'already-ended');
    }
    for (const match of [new Drive({ game: gravity }), pairedMatch(gravity)]) {
      assert.equal(refused(match, T0, move(match, { revision: 99, seat: 1, action: 99 })), 'wrong-status');
    }
    const match = startedMatch(gravity);
    const { revision } = match.state;
    for (const wrong of [revision - 1, revision + 1, 0, -1]) {
      assert.equal(refused(match, T0, move(match, { revision: wrong, seat: 1, action: 99 })), 'stale-revision');
    }
    assert.equal(refused(match, T0, move(match, { seat: 1, action: 99 })), 'not-your-turn');
    for (const action of [-1, 7, 0.5, Number.NaN, -0, 2 ** 53]) {
      assert.equal(refused(match, T0, move(match, { action })), 'illegal-action');
    }
    assert.isNull(codeOf(match.do(T0, move(match))));
  });

  it('of a move on a full column leave the turn where it is', () => {
    const match = startedMatch(gravity);
    for (let ply = 0; ply < 6; ply++) match.move(T0, 0);
    const before = match.view;
    assert.equal(refused(match, T0, move(match)), 'illegal-action');
    assert.deepEqual(match.view, before);
  });
});

describe('an idempotency key', () => {
  it('answers a repeat with the first success and plays nothing, whatever else the repeat says', () => {
    const match = startedMatch(gravity);
    const first = match.move(T0, 3, 'k');
    assert.deepInclude(first, { ok: true, revision: 6 });
    match.move(T0 + 1, 3, 'other');
    for (const command of [
      move(match, { revision: 5, action: 3, id: 'k' }),
      move(match, { action: 99, id: 'k' }),
      move(match, { revision: -5, id: 'k' }),
    ]) {
      assert.deepEqual(match.do(T0 + 2, command), { ok: true, events: [], revision: 6 });
    }
  });

  it('also answers for the move that ended the match, and for earlier ones', () => {
    const match = wonMatch();
    const last = match.log.findLast(({ kind }) => kind === 'moved');
    assert.deepEqual(match.do(T0 + 99, move(match, { id: 'ply-6' })), {
      ok: true,
      events: [],
      revision: last?.revision ?? 0,
    });
    assert.deepInclude(match.do(T0 + 99, move(match, { seat: 1, id: 'ply-1' })), { ok: true, revision: 7 });
  });

  it('belongs to its seat: the other may use the same one', () => {
    const match = startedMatch(gravity);
    match.move(T0, 3, 'k');
    assert.deepInclude(match.move(T0, 3, 'k'), { ok: true, revision: 7 });
    assert.lengthOf(match.log, 7);
    assert.deepEqual(
      [...match.state.moveIds],
      [
        ['0 k', 6],
        ['1 k', 7],
      ],
    );
  });

  it('of a refused move may be used again', () => {
    const match = startedMatch(gravity);
    assert.equal(refused(match, T0, move(match, { action: 99, id: 'k' })), 'illegal-action');
    assert.equal(refused(match, T0, move(match, { revision: 1, id: 'k' })), 'stale-revision');
    assert.deepInclude(match.do(T0, move(match, { id: 'k' })), { ok: true, revision: 6 });
  });

  it('is kept with its event, so that a replayed log knows it', () => {
    const match = startedMatch(gravity);
    match.move(T0, 3, 'k');
    assert.equal(match.log.at(-1)?.id, 'k');
    assert.deepEqual(replay(match.log, match.rules).moveIds, match.state.moveIds);
    assert.notDeepEqual(match.state.moveIds, MoveIds.NONE.with(0, 'other', match.state.revision));
  });
});

describe('revision and hash', () => {
  it('count the events from 1 without a gap, and hash {revision, state} to 16 digits', () => {
    const match = startedMatch(gravity);
    const check = () => {
      const { revision, hash, state } = match.view;
      assert.equal(revision, match.log.length);
      const text = canonical({ revision, state });
      assert.equal(hash, createHash('sha256').update(text).digest('hex').slice(0, 16));
    };
    check();
    for (const action of WIN) {
      match.move(T0, action);
      check();
    }
    assert.deepEqual(
      match.log.map(({ revision }) => revision),
      match.log.map((_, index) => index + 1),
    );
  });

  it('make a log that survives canonical text: stored and read back, it gives the same match', () => {
    const match = wonMatch();
    const back = match.log.map((event) => JSON.parse(canonical(event)));
    assert.deepEqual(replay(back, match.rules), match.state);
  });
});

describe('a log that this build cannot play', () => {
  it('of a game it has never heard of loads, shows an empty position, and can be made void', () => {
    const match = new Drive({ rules: unknownRules('chess') });
    match.do(T0, { kind: 'join', entrant: BOB, swap: false });
    match.do(T0, { kind: 'ready', seat: 0 });
    match.do(T0, { kind: 'ready', seat: 1 });
    assert.deepEqual(match.view.state, { turn: -1, last: -1 });
    match.do(T0, { kind: 'void', reason: 'rules-changed' });
    assert.deepInclude(match.view, { status: 'void', game: 'chess' });
  });

  it('of moves that its rules refuse keeps the position and counts the revision', () => {
    const match = startedMatch(gravity);
    match.move(T0, 3);
    const strange = match.log.map((event) => (event.kind === 'moved' ? { ...event, data: { action: 99 } } : event));
    const state = replay(strange, match.rules);
    assert.deepEqual([state.revision, match.rules.view(state.position)], [6, gravity.initial()]);
  });

  it('that does not start with its created event is refused', () => {
    const [, paired] = create(
      {
        match: 'm',
        game: 'gravity',
        rules: 'r',
        mode: 'private',
        clocks: CLOCKS,
        by: ANN,
        seats: [ANN, BOB],
        rematchOf: '',
      },
      T0,
      GRAVITY,
    );
    assert.throws(() => replay(paired === undefined ? [] : [paired], GRAVITY));
    assert.throws(() => replay([], GRAVITY));
  });
});

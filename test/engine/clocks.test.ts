import { assert } from 'chai';
import { due, type EventKind } from '../../shared/engine/index.ts';
import { boxes } from '../../shared/games/boxes.ts';
import { gravity } from '../../shared/games/gravity.ts';
import { reversi } from '../../shared/games/reversi.ts';
import { BOB, CLOCKS, codeOf, Drive, pairedMatch, startedMatch, T0 } from './driver.ts';

const { queue, ready, turn, match: whole } = CLOCKS;

/** `[kind, at]` of the events after the first `skip`. */
function tail(match: Drive, skip: number): [EventKind, number][] {
  return match.log.slice(skip).map(({ kind, at }) => [kind, at]);
}

/** Moves of the first legal action, one every `step` ms from T0 + step, as long as the match goes on. */
function playSteadily(match: Drive, step: number): void {
  for (let at = T0 + step; match.state.status === 'playing'; at += step) {
    match.move(at, match.rules.legal(match.board)[0] ?? 0);
  }
}

describe('the queue clock', () => {
  it('lets a player in up to the last millisecond before it, and cancels at it', () => {
    const early = new Drive({ game: gravity });
    assert.isNull(codeOf(early.do(T0 + queue - 1, { kind: 'join', entrant: BOB, swap: false })));
    const late = new Drive({ game: gravity });
    assert.equal(codeOf(late.do(T0 + queue, { kind: 'join', entrant: BOB, swap: false })), 'expired');
    assert.deepInclude(late.view, { status: 'cancelled', reason: 'queue-expired', winner: null, endedAt: T0 + queue });
    assert.deepEqual(tail(late, 1), [
      ['timed-out', T0 + queue],
      ['ended', T0 + queue],
    ]);
  });
});

describe('the ready clock', () => {
  it('runs from the pairing; ready counts up to the last millisecond before it', () => {
    const early = new Drive({ game: gravity });
    early.do(T0 + 777, { kind: 'join', entrant: BOB, swap: false });
    early.do(T0 + 777, { kind: 'ready', seat: 0 });
    assert.isNull(codeOf(early.do(T0 + 777 + ready - 1, { kind: 'ready', seat: 1 })));
    assert.equal(early.view.status, 'playing');

    const late = new Drive({ game: gravity });
    late.do(T0 + 777, { kind: 'join', entrant: BOB, swap: false });
    late.do(T0 + 777, { kind: 'ready', seat: 0 });
    assert.equal(codeOf(late.do(T0 + 777 + ready, { kind: 'ready', seat: 1 })), 'already-ended');
    assert.deepInclude(late.view, { status: 'cancelled', reason: 'ready-expired', endedAt: T0 + 777 + ready });
  });
});

describe('the turn clock', () => {
  it('takes a move up to the last millisecond before it, and sets it anew', () => {
    const match = startedMatch(gravity);
    assert.isNull(codeOf(match.move(T0 + turn - 1, 3)));
    assert.equal(match.view.turnDeadline, T0 + turn - 1 + turn);
    assert.isNull(codeOf(match.move(T0 + turn - 1 + turn - 1, 3)));
  });

  it('is lost by the seat to move at its very millisecond', () => {
    for (const plies of [0, 1]) {
      const match = startedMatch(gravity);
      if (plies === 1) match.move(T0, 3);
      const { length } = match.log;
      assert.equal(codeOf(match.move(T0 + turn, 3)), 'already-ended');
      assert.deepInclude(match.view, { status: 'finished', winner: 1 - plies, reason: 'timeout', endedAt: T0 + turn });
      assert.deepInclude(match.log[length], { kind: 'timed-out', seat: plies, at: T0 + turn });
    }
  });

  it('is not moved by refusals, repeats or ready', () => {
    const match = startedMatch(gravity);
    match.move(T0 + 10, 3, 'k');
    const before = match.view.turnDeadline;
    match.do(T0 + 20, { kind: 'move', seat: 0, revision: 6, action: 3, id: 'k' });
    match.do(T0 + 20, { kind: 'move', seat: 1, revision: 6, action: 99 });
    match.do(T0 + 20, { kind: 'ready', seat: 1 });
    assert.equal(match.view.turnDeadline, before);
  });

  it('starts anew for the extra turn of who closed a box in Neon Dots', () => {
    const match = startedMatch(boxes);
    for (const action of [0, 20, 21]) match.move(T0, action);
    const closer = match.view.turn;
    match.move(T0 + turn - 1, 4);
    assert.equal(match.view.turn, closer, 'who closes a box keeps the turn');
    assert.equal(match.view.turnDeadline, T0 + turn - 1 + turn);
    match.fire(T0 + turn - 1 + turn - 1);
    assert.equal(match.view.status, 'playing');
    match.fire(T0 + turn - 1 + turn);
    assert.deepInclude(match.view, { status: 'finished', reason: 'timeout', winner: 1 - closer });
  });

  it('starts anew for the same seat when Reversi skips the other', () => {
    const match = startedMatch(reversi);
    const skip = shortestSkip();
    for (const action of skip.slice(0, -1)) match.move(T0, action);
    const mover = match.view.turn;
    match.move(T0 + turn - 1, skip.at(-1) ?? -1);
    assert.deepInclude(match.view, { status: 'playing', turn: mover, turnDeadline: T0 + turn - 1 + turn });
    match.fire(T0 + turn - 1 + turn - 1);
    assert.equal(match.view.status, 'playing');
    match.fire(T0 + turn - 1 + turn);
    assert.deepInclude(match.view, { status: 'finished', reason: 'timeout', winner: 1 - mover });
  });
});

describe('the match clock', () => {
  it('makes the match void at its millisecond, with moves up to the last before it', () => {
    const match = startedMatch(reversi);
    const step = turn - 1;
    for (let at = T0 + step; at < T0 + whole - 1; at += step) {
      assert.isNull(codeOf(match.move(at, first(match))));
    }
    assert.isNull(codeOf(match.move(T0 + whole - 1, first(match))));
    assert.equal(match.view.deadline, T0 + whole);
    assert.equal(codeOf(match.move(T0 + whole, first(match))), 'already-ended');
    assert.deepInclude(match.view, {
      status: 'void',
      reason: 'match-expired',
      winner: null,
      endedAt: T0 + whole,
      turn: -1,
    });
    assert.deepEqual(tail(match, match.log.length - 2), [
      ['timed-out', T0 + whole],
      ['voided', T0 + whole],
    ]);
  });

  it('runs from the start of play, and no move sets it', () => {
    const match = pairedMatch(gravity);
    match.do(T0 + 50, { kind: 'ready', seat: 0 });
    match.do(T0 + 60, { kind: 'ready', seat: 1 });
    match.move(T0 + 500, 3);
    assert.equal(match.view.matchDeadline, T0 + 60 + whole);
  });

  it('goes before the turn clock on the same millisecond', () => {
    const match = startedMatch(gravity, { ...CLOCKS, match: CLOCKS.turn });
    assert.deepEqual(due(match.state, match.rules), { at: T0 + turn, clock: 'match' });
    match.fire(T0 + turn);
    assert.deepInclude(match.view, { status: 'void', reason: 'match-expired' });
  });

  it('comes after a turn clock that is one millisecond earlier', () => {
    const match = startedMatch(gravity, { ...CLOCKS, match: CLOCKS.turn + 1 });
    match.fire(T0 + turn + 1);
    assert.deepInclude(match.view, { status: 'finished', reason: 'timeout', endedAt: T0 + turn });
  });
});

describe('deadlines', () => {
  it('show the earliest of all that run, and 0 after the end', () => {
    const match = startedMatch(gravity, { ...CLOCKS, match: CLOCKS.turn + 10 });
    assert.equal(match.view.deadline, T0 + turn);
    match.move(T0 + 20, 3);
    assert.deepEqual([match.view.turnDeadline, match.view.deadline], [T0 + 20 + turn, T0 + turn + 10]);
    match.do(T0 + 30, { kind: 'leave', seat: 0 });
    assert.equal(match.view.deadline, 0);
  });

  it('of a duration 0 do not run', () => {
    const off = { queue: 0, ready: 0, turn: 0, match: 0 };
    const match = new Drive({ game: gravity, clocks: off });
    const farOff = T0 + 10 ** 12;
    assert.isNull(due(match.state, match.rules));
    assert.isNull(codeOf(match.do(farOff, { kind: 'join', entrant: BOB, swap: false })));
    assert.isNull(due(match.state, match.rules));
    match.do(farOff, { kind: 'ready', seat: 0 });
    match.do(farOff, { kind: 'ready', seat: 1 });
    assert.isNull(due(match.state, match.rules));
    assert.isNull(codeOf(match.move(2 * farOff, 3)));
    assert.equal(match.view.deadline, 0);
  });

  it('that passed long ago fire at their own instant, not at the time of the look', () => {
    const week = 7 * 24 * 3_600_000;
    const waiting = new Drive({ game: gravity });
    waiting.fire(T0 + week);
    assert.equal(waiting.view.endedAt, T0 + queue);
    const playing = startedMatch(gravity);
    playing.move(T0 + 5, 3);
    playing.fire(T0 + week);
    assert.deepInclude(playing.view, { reason: 'timeout', winner: 0, endedAt: T0 + 5 + turn });
    assert.lengthOf(playing.fire(T0 + 2 * week), 0, 'nothing is due after the end');
  });
});

describe('time', () => {
  it('never goes back within a match: a late stamp takes the instant of the last event', () => {
    const match = startedMatch(gravity);
    match.move(T0 + 100, 3);
    match.move(T0 + 40, 3);
    assert.deepEqual(tail(match, 5), [
      ['moved', T0 + 100],
      ['moved', T0 + 100],
    ]);
    assert.equal(match.view.turnDeadline, T0 + 100 + turn);
    match.do(T0 - 10 ** 9, { kind: 'leave', seat: 0 });
    assert.equal(match.view.endedAt, T0 + 100);
  });

  it('of a stamp before the deadline counts, however late the match has its turn', () => {
    const match = startedMatch(gravity);
    assert.isNull(codeOf(match.move(T0 + turn - 1, 3)), 'stamped in time');
    assert.equal(match.log.at(-1)?.at, T0 + turn - 1);
  });

  it('passes for a whole match at a steady pace without a time-out', () => {
    for (const game of [gravity, reversi, boxes]) {
      const match = startedMatch(game, { ...CLOCKS, match: 0 });
      playSteadily(match, turn - 1);
      assert.notEqual(match.view.reason, 'timeout');
      assert.equal(match.view.status, 'finished');
    }
  });
});

function first(match: Drive): number {
  return match.rules.legal(match.board)[0] ?? -1;
}

/** The shortest line of Reversi after which a seat is skipped and play goes on, by breadth-first search. */
function shortestSkip(): readonly number[] {
  let lines = [{ state: reversi.initial(), actions: [] as readonly number[] }];
  for (;;) {
    const next = [];
    for (const { state, actions } of lines) {
      for (const action of reversi.legal(state)) {
        const after = reversi.play(state, action);
        if (after === null) continue;
        const line = { state: after, actions: [...actions, action] };
        if (after.skipped && after.turn !== -1) return line.actions;
        next.push(line);
      }
    }
    lines = next;
  }
}

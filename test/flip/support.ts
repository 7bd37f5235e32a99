/** What the tests of Flip Match share: a match that is played by hand, with a clock of its own. */
import { assert } from 'chai';
import {
  act,
  clocksOf,
  type Difficulty,
  due,
  expire,
  type FlipClock,
  type FlipMode,
  type FlipOutcome,
  type FlipPosition,
  type FlipRefusal,
  type FlipResult,
  type FlipSetup,
  hintChoices,
  leaves,
  open,
  outcome,
  pairsOn,
  result,
  returns,
  sideOf,
} from '../../shared/games/flip/index.ts';

export const START = 1_700_000_000_000;
export const SECOND = 1000;
export const HOUR = 3_600_000;

export const NAMES = ['Ziggy', 'Archie', 'Nova', 'Pip'] as const;
const SEATS: Readonly<Record<FlipMode, number>> = { SOLO: 1, DUEL: 2, SPEED_RACE: 1, TEAM_SNAP: 3 };

/** A setup on an ordered board (0,0,1,1,2,2,...), so that cells 2n and 2n + 1 are mates. */
export function setup(mode: FlipMode, changes: Partial<FlipSetup> & { readonly seats?: number } = {}): FlipSetup {
  const { seats = SEATS[mode], ...rest } = changes;
  const difficulty: Difficulty = changes.difficulty ?? 'EASY';
  const cells = 2 * pairsOn(sideOf(mode, difficulty, seats));
  return {
    mode,
    difficulty,
    theme: 'animals',
    names: NAMES.slice(0, seats),
    clocks: clocksOf(difficulty),
    board: Array.from({ length: cells }, (_, cell) => Math.floor(cell / 2)),
    nonce: '00'.repeat(32),
    seed: mode === 'SOLO' || mode === 'SPEED_RACE' ? '42' : '',
    commitment: 'ab'.repeat(32),
    challenge: '',
    party: '',
    at: START,
    ...rest,
  };
}

/** A running match: every change is asserted to keep what it was made from. */
export class Table {
  position: FlipPosition;
  now = START;

  constructor(mode: FlipMode, changes: Partial<FlipSetup> & { readonly seats?: number } = {}) {
    this.position = deepFrozen(open(setup(mode, changes)));
  }

  get shown(): FlipPosition['shown'] {
    return this.position.shown;
  }

  get outcome(): FlipOutcome | null {
    return outcome(this.position);
  }

  get result(): FlipResult {
    const found = result(this.position);
    if (found === null) throw new Error('the match runs');
    return found;
  }

  wait(ms: number): this {
    this.now += ms;
    return this;
  }

  /** The seat to move takes an action, which must be legal. A hint shows the first cell that it may. */
  act(action: number, seat = this.shown.turn): this {
    const choice = hintChoices(this.position)[0];
    const decision = act(this.position, seat, action, this.now, choice);
    if (!decision.ok) throw new Error(`refused ${action} of seat ${seat}: ${decision.code}`);
    this.position = deepFrozen(decision.position);
    return this;
  }

  /** The seat to move flips cells, one after the other. */
  flip(...cells: number[]): this {
    for (const cell of cells) this.act(cell);
    return this;
  }

  /** The seat to move finds the n-th pair. */
  match(...pairs: number[]): this {
    for (const pair of pairs) this.flip(2 * pair, 2 * pair + 1);
    return this;
  }

  /** The seat to move shows one card each of two pairs that are not found. */
  miss(one: number, other: number): this {
    return this.flip(2 * one, 2 * other);
  }

  refused(seat: number, action: number, choice?: number): FlipRefusal {
    const decision = act(this.position, seat, action, this.now, choice);
    if (decision.ok) throw new Error(`took ${action} of seat ${seat}`);
    return decision;
  }

  /** Goes to the next instant at which the match changes by itself, and lets it; `there` are the seats present at it. */
  ring(...there: readonly number[]): FlipClock {
    return this.ringSeeing(
      this.position.kept.names.map((_, seat) => (there.includes(seat) ? Number.MAX_SAFE_INTEGER : 0)),
    );
  }

  /** The same; `seen` by seat is when each player was last there. */
  ringSeeing(seen: readonly number[]): FlipClock {
    const next = due(this.position);
    if (next === null) throw new Error('no clock runs');
    this.now = Math.max(this.now, next.at);
    this.position = deepFrozen(expire(this.position, next.clock, this.now, seen));
    return next.clock;
  }

  returns(seat: number): this {
    this.position = deepFrozen(returns(this.position, seat, this.now));
    return this;
  }

  leaves(seat: number): this {
    this.position = deepFrozen(leaves(this.position, seat, this.now));
    return this;
  }

  over(expected: FlipOutcome): void {
    assert.deepEqual(this.outcome, expected);
    assert.equal(this.shown.turn, -1);
    assert.isNull(due(this.position));
  }
}

export const VOID: FlipOutcome = { status: 'void', winner: null, reason: 'abandoned', success: false };
export const COMPLETED: FlipOutcome = { status: 'finished', winner: null, reason: 'completed', success: true };
export const TIME_UP: FlipOutcome = { status: 'finished', winner: null, reason: 'time-limit', success: false };

export function wonBy(winner: number, reason: FlipOutcome['reason']): FlipOutcome {
  return { status: 'finished', winner, reason, success: true };
}

/** Freezes a value and all that is in it: a rule that mutates it throws. */
export function deepFrozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    for (const inner of Object.values(value)) deepFrozen(inner);
    Object.freeze(value);
  }
  return value;
}

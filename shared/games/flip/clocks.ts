/** What happens by itself: the clocks of a match. Durations are those of its setup. */

import { cutShort, noteAllAway } from './presence.ts';
import { bump, type FlipPosition, factsOf, instant, NONE, put, TIMEOUTS_TO_FORFEIT } from './state.ts';
import { abandoned, countDuel, endTurn, finish, forfeit, passOn } from './turn.ts';

/** In the order in which they fire on one millisecond. */
export const FLIP_CLOCKS = ['limit', 'absence', 'turn', 'idle'] as const;
export type FlipClock = (typeof FLIP_CLOCKS)[number];

export interface FlipDue {
  /** Epoch ms. */
  readonly at: number;
  readonly clock: FlipClock;
}

/**
 * The next instant at which the match changes by itself, and the clock that brings it; null when none runs.
 * `lastPresent` (by seat, epoch ms; Infinity for one who is there now) is what the caller knows of its players beyond the
 * match's own events. Only a duel's absence clock looks at it, so it is to be asked again when a player comes or goes.
 */
export function due(position: FlipPosition, lastPresent: readonly number[] = []): FlipDue | null {
  let next: FlipDue | null = null;
  for (const clock of FLIP_CLOCKS) {
    const at = dueAt(position, clock, lastPresent);
    if (at !== 0 && (next === null || at < next.at)) next = { at, clock };
  }
  return next;
}

/**
 * The position after a clock that is due by `at` (epoch ms); it counts as fired at its own instant, however late the
 * caller is (a duel's absence: at `at`). The same position when that clock is not due. `present` is by seat: whether the
 * player was there at that instant. The event of a duel's `turn` and `absence` records it.
 */
export function expire(
  position: FlipPosition,
  clock: FlipClock,
  at: number,
  present: readonly boolean[],
): FlipPosition {
  if (clock === 'absence' && isRunningDuel(position)) return endByAbsence(position, at, present);
  const ringsAt = dueAt(position, clock, []);
  if (ringsAt === 0 || !(ringsAt <= at) || cutOff(position, clock, ringsAt)) return position;
  const now = instant(position, ringsAt);
  switch (clock) {
    case 'limit':
      return endByLimit(position, now);
    case 'turn':
      return timeOut(meet(position, present, now), present, now);
    case 'idle':
      return goAway(position, now);
    case 'absence':
      return abandoned(position, now);
  }
}

/** When a clock rings, 0 when it does not run. */
function dueAt(position: FlipPosition, clock: FlipClock, lastPresent: readonly number[]): number {
  const { shown, kept } = position;
  if (shown.turn === NONE) return 0;
  const facts = factsOf(position);
  switch (clock) {
    case 'limit':
      return shown.limitAt;
    case 'turn':
      return facts.turnClock === 'turn' && shown.startedAt !== 0
        ? after(Math.max(kept.turnFrom, shown.startedAt), kept.clocks.turn)
        : 0;
    case 'idle':
      return facts.turnClock === 'idle' && shown.away[shown.turn] === false
        ? after(kept.inputFrom, kept.clocks.idle)
        : 0;
    case 'absence':
      return after(quietFrom(position, lastPresent), kept.clocks.absence);
  }
}

function after(from: number, duration: number): number {
  return from === 0 || duration === 0 ? 0 : from + duration;
}

/** Since when the match is without those whom it needs; 0 when it is not. */
function quietFrom(position: FlipPosition, lastPresent: readonly number[]): number {
  const { shown, kept } = position;
  switch (factsOf(position).kind) {
    case 'run':
      return kept.inputFrom;
    case 'duel':
      return shown.startedAt === 0 ? kept.openedAt : duelQuietFrom(position, lastPresent);
    case 'team':
      return kept.allAwayFrom;
  }
}

/** A forfeit needs one who is there to win by it; while neither is, the duel waits for the one who was seen last. */
function duelQuietFrom(position: FlipPosition, lastPresent: readonly number[]): number {
  const absences = position.shown.left.map((_, seat) => absentFrom(position, seat, lastPresent));
  const last = Math.max(...absences);
  const first = Math.min(...absences);
  if (last !== Number.POSITIVE_INFINITY) return last;
  return first === Number.POSITIVE_INFINITY ? 0 : first;
}

/** Since when a duellist is absent, at the earliest: absence counts from the first flip, as all clocks do. */
function absentFrom({ shown, kept }: FlipPosition, seat: number, lastPresent: readonly number[] = []): number {
  return Math.max(shown.startedAt, kept.presentAt[seat] ?? 0, lastPresent[seat] ?? 0);
}

function isRunningDuel(position: FlipPosition): boolean {
  return factsOf(position).kind === 'duel' && position.shown.startedAt !== 0 && position.shown.turn !== NONE;
}

/** Whether the time limit came before the clock that rings. */
function cutOff({ shown }: FlipPosition, clock: FlipClock, ringsAt: number): boolean {
  return clock !== 'limit' && shown.limitAt !== 0 && shown.limitAt <= ringsAt;
}

function endByLimit(position: FlipPosition, now: number): FlipPosition {
  switch (factsOf(position).limit) {
    case 'count':
      return countDuel(position, 'time-limit', now);
    case 'failure':
      return finish(position, { status: 'finished', winner: null, reason: 'time-limit', success: false }, now);
    case 'abandoned':
      return abandoned(position, now);
  }
}

/** A duel's turn is passed on as a turn without a match; the third in a row of a player who was there forfeits. */
function timeOut(position: FlipPosition, present: readonly boolean[], now: number): FlipPosition {
  const { firstFlip, turn } = position.shown;
  const cells = firstFlip === NONE ? [] : [firstFlip];
  const ended = endTurn(position, { cells, matched: false, counts: true }, now);
  if (present[turn] !== true) return passOn(ended);
  const timeouts = bump(ended.shown.timeouts, turn);
  const counted = { ...ended, shown: { ...ended.shown, timeouts } };
  return (timeouts[turn] ?? 0) >= TIMEOUTS_TO_FORFEIT ? forfeit(counted, turn, now) : passOn(counted);
}

/** A team's idle seat is passed over from now on. */
function goAway(position: FlipPosition, now: number): FlipPosition {
  const ended = cutShort(position, now);
  const away = put(ended.shown.away, ended.shown.turn, true);
  return noteAllAway(passOn({ ...ended, shown: { ...ended.shown, away } }), now);
}

/** Both absent for the whole period: ABANDONED; one, while the other is there: a forfeit. Who is there starts afresh. */
function endByAbsence(position: FlipPosition, at: number, present: readonly boolean[]): FlipPosition {
  const { absence } = position.kept.clocks;
  if (absence === 0 || !Number.isSafeInteger(at) || cutOff(position, 'absence', at)) return position;
  const quiet = [0, 1].filter((seat) => absentFrom(position, seat) + absence <= at);
  const gone = quiet.filter((seat) => present[seat] !== true);
  const now = instant(position, at);
  if (gone.length === 2) return abandoned(position, now);
  const [loser] = gone;
  if (loser !== undefined) return present[1 - loser] === true ? forfeit(position, loser, now) : position;
  return quiet.length === 0 ? position : meet(position, present, now);
}

/** Notes who was there. */
function meet(position: FlipPosition, present: readonly boolean[], now: number): FlipPosition {
  const presentAt = position.kept.presentAt.map((at, seat) => (present[seat] === true ? now : at));
  return { ...position, kept: { ...position.kept, presentAt } };
}

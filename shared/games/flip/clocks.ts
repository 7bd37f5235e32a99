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

/** The next instant at which the match changes by itself, and the clock that brings it; null when none runs. */
export function due(position: FlipPosition): FlipDue | null {
  let next: FlipDue | null = null;
  for (const clock of FLIP_CLOCKS) {
    const at = dueAt(position, clock);
    if (at !== 0 && (next === null || at < next.at)) next = { at, clock };
  }
  return next;
}

/**
 * The position after a clock that is due by `at` (epoch ms); it counts as fired at its own instant, however late the
 * caller is. The same position when that clock is not due. `seen` is by seat: epoch ms at which the player was last known
 * to be there, at or after the instant of the clock when they were there at it. Only a duel's `turn` and `absence` ask.
 */
export function expire(position: FlipPosition, clock: FlipClock, at: number, seen: readonly number[]): FlipPosition {
  const ringsAt = dueAt(position, clock);
  if (ringsAt === 0 || !(ringsAt <= at) || cutOff(position, clock, ringsAt)) return position;
  const now = instant(position, ringsAt);
  switch (clock) {
    case 'limit':
      return endByLimit(position, now);
    case 'turn':
      return timeOut(meet(position, seen, now), (seen[position.shown.turn] ?? 0) >= ringsAt, now);
    case 'idle':
      return goAway(position, now);
    case 'absence':
      return isRunningDuel(position) ? judgeAbsence(meet(position, seen, now), now) : abandoned(position, now);
  }
}

/** When a clock rings, 0 when it does not run. */
function dueAt(position: FlipPosition, clock: FlipClock): number {
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
      return kept.clocks.absence === 0 ? 0 : absenceAt(position);
  }
}

function after(from: number, duration: number): number {
  return from === 0 || duration === 0 ? 0 : from + duration;
}

function absenceAt(position: FlipPosition): number {
  const { kept } = position;
  switch (factsOf(position).kind) {
    case 'run':
      return after(kept.inputFrom, kept.clocks.absence);
    case 'duel':
      return isRunningDuel(position) ? duelAbsenceAt(position) : after(kept.openedAt, kept.clocks.absence);
    case 'team':
      return after(kept.allAwayFrom, kept.clocks.absence);
  }
}

/** When the absences of a duel are to be judged next: as soon as one player is too long away, and again for the other. */
function duelAbsenceAt(position: FlipPosition): number {
  const lasts = [lastThere(position, 0), lastThere(position, 1)];
  const first = Math.min(...lasts) + position.kept.clocks.absence;
  const other = Math.max(...lasts);
  if (other >= first) return other;
  return first > position.kept.judgedAt ? first : other + position.kept.clocks.absence;
}

/** When a duellist was there last, as far as the match knows: absence counts from the first flip, as all clocks do. */
function lastThere({ shown, kept }: FlipPosition, seat: number): number {
  return Math.max(shown.startedAt, kept.presentAt[seat] ?? 0);
}

function isRunningDuel(position: FlipPosition): boolean {
  return factsOf(position).kind === 'duel' && position.shown.startedAt !== 0;
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
function timeOut(position: FlipPosition, present: boolean, now: number): FlipPosition {
  const { firstFlip, turn } = position.shown;
  const cells = firstFlip === NONE ? [] : [firstFlip];
  const ended = endTurn(position, { cells, matched: false, counts: true }, now);
  if (!present) return passOn(ended);
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

/**
 * A player absent for the whole period forfeits to one who was there when it ran out, or since. Nobody wins while both
 * are away: when the other's period runs out too, the duel is ABANDONED.
 */
function judgeAbsence(position: FlipPosition, now: number): FlipPosition {
  const ends = [0, 1].map((seat) => lastThere(position, seat) + position.kept.clocks.absence);
  const loser = ends.findIndex((end, seat) => lastThere(position, 1 - seat) >= end);
  if (loser !== -1) return forfeit(position, loser, now);
  if (ends.every((end) => end <= now)) return abandoned(position, now);
  return { ...position, kept: { ...position.kept, changedAt: now, judgedAt: now } };
}

/** Notes when the players were there, up to now. */
function meet(position: FlipPosition, seen: readonly number[], now: number): FlipPosition {
  const presentAt = position.kept.presentAt.map((known, seat) => Math.max(known, Math.min(seen[seat] ?? 0, now)));
  return { ...position, kept: { ...position.kept, presentAt } };
}

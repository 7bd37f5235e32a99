import { after, type Rules } from '../games/rules.ts';
import type { EventOf, MatchEvent } from './event.ts';
import { MoveIds } from './move-ids.ts';
import type { MatchState } from './state.ts';

/** The state of a match after its first event. */
export function begin(event: EventOf<'created'>, rules: Rules): MatchState {
  const { data, at, revision } = event;
  return {
    id: data.match,
    game: data.game,
    rules: data.rules,
    mode: data.mode,
    clocks: data.clocks,
    rematchOf: data.rematchOf,
    owner: data.by.player,
    status: 'waiting',
    revision,
    at,
    seats: [data.by, ...new Array<null>(rules.seats.least - 1).fill(null)],
    ready: 0,
    position: rules.open(data.setup, data.clocks),
    plies: 0,
    lobbyDeadline: after(at, data.clocks.queue),
    winner: null,
    reason: null,
    createdAt: at,
    startedAt: 0,
    endedAt: 0,
    moveIds: MoveIds.NONE,
  };
}

/** The state after one more event. Pure: the log alone makes the match. The switch is a table of all kinds. */
export function evolve(match: MatchState, event: MatchEvent, rules: Rules): MatchState {
  const next = { ...match, revision: event.revision, at: event.at };
  switch (event.kind) {
    case 'paired':
      return { ...next, status: 'ready', seats: event.data.seats, lobbyDeadline: after(event.at, match.clocks.ready) };
    case 'ready':
      return { ...next, ready: match.ready | (1 << (event.seat ?? 0)) };
    case 'started':
      return {
        ...next,
        status: 'playing',
        startedAt: event.at,
        lobbyDeadline: 0,
        position: rules.start(match.position, event.at),
      };
    case 'moved':
      return { ...next, ...moved(match, event, rules) };
    case 'timed-out':
      return match.status === 'playing'
        ? {
            ...next,
            position: rules.expire(match.position, { at: event.at, clock: event.data.clock }, event.data.seen ?? []),
          }
        : next;
    case 'resigned':
      return { ...next, position: rules.leave(match.position, event.seat ?? 0, event.at) };
    case 'resumed':
      return { ...next, position: rules.arrive(match.position, event.seat ?? 0, event.at) };
    case 'ended':
      return {
        ...next,
        ...over(match, event.at, rules),
        status: event.data.status,
        winner: event.data.winner,
        reason: event.data.reason,
      };
    case 'voided':
      return { ...next, ...over(match, event.at, rules), status: 'void', winner: null, reason: event.data.reason };
    case 'created':
      throw new Error('a match is created once');
    case 'skipped':
    case 'paused':
    case 'left':
    case 'revealed':
      return next;
  }
}

/** The game whose log this is. */
export function gameOf(events: readonly MatchEvent[]): string {
  return createdOf(events).data.game;
}

/** Folds a whole log, its created event included. */
export function replay(events: readonly MatchEvent[], rules: Rules): MatchState {
  return events.slice(1).reduce((match, event) => evolve(match, event, rules), begin(createdOf(events), rules));
}

function createdOf(events: readonly MatchEvent[]): EventOf<'created'> {
  const first = events[0];
  if (first?.kind !== 'created') throw new Error('a log starts with its created event');
  return first;
}

function moved(
  match: MatchState,
  { seat, at, id, revision, data }: EventOf<'moved'>,
  rules: Rules,
): Partial<MatchState> {
  const result = rules.move(match.position, { seat: seat ?? 0, at, ...data });
  // A move of the log that these rules refuse (a log under other rules) leaves the position as it was.
  const done: Partial<MatchState> = {
    position: result.ok ? result.position : match.position,
    plies: match.plies + 1,
  };
  if (id === undefined || seat === null) return done;
  return { ...done, moveIds: match.moveIds.with(seat, id, revision) };
}

function over(match: MatchState, at: number, rules: Rules): Partial<MatchState> {
  return { position: rules.close(match.position, at), endedAt: at, lobbyDeadline: 0 };
}

import type { Game, Position } from '../games/game.ts';
import type { EventOf, MatchEvent } from './event.ts';
import { type MatchState, moveKey } from './state.ts';

/** The state of a match after its first event. */
export function begin(event: EventOf<'created'>, game: Game): MatchState {
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
    seats: [data.by, null],
    ready: 0,
    position: game.initial(),
    plies: 0,
    lobbyDeadline: after(at, data.clocks.queue),
    turnDeadline: 0,
    matchDeadline: 0,
    winner: null,
    reason: null,
    createdAt: at,
    startedAt: 0,
    endedAt: 0,
    moveIds: new Map(),
  };
}

/** The state after one more event. Pure: the log alone makes the match. The switch is a table of all kinds. */
export function evolve(match: MatchState, event: MatchEvent, game: Game): MatchState {
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
        turnDeadline: after(event.at, match.clocks.turn),
        matchDeadline: after(event.at, match.clocks.match),
      };
    case 'moved':
      return { ...next, ...moved(match, event, game) };
    case 'ended':
      return {
        ...next,
        ...over(match, event.at),
        status: event.data.status,
        winner: event.data.winner,
        reason: event.data.reason,
      };
    case 'voided':
      return { ...next, ...over(match, event.at), status: 'void', winner: null, reason: event.data.reason };
    case 'created':
      throw new Error('a match is created once');
    case 'skipped':
    case 'timed-out':
    case 'paused':
    case 'resumed':
    case 'left':
    case 'resigned':
    case 'revealed':
      return next;
  }
}

/** The game whose log this is. */
export function gameOf(events: readonly MatchEvent[]): string {
  return createdOf(events).data.game;
}

/** Folds a whole log, its created event included. */
export function replay(events: readonly MatchEvent[], game: Game): MatchState {
  return events.slice(1).reduce((match, event) => evolve(match, event, game), begin(createdOf(events), game));
}

function createdOf(events: readonly MatchEvent[]): EventOf<'created'> {
  const first = events[0];
  if (first?.kind !== 'created') throw new Error('a log starts with its created event');
  return first;
}

function moved(match: MatchState, event: EventOf<'moved'>, game: Game): Partial<MatchState> {
  // A move of the log that these rules refuse (a log under other rules) leaves the position as it was.
  const position = game.play(match.position, event.data.action) ?? match.position;
  const done: Partial<MatchState> = {
    position,
    plies: match.plies + 1,
    turnDeadline: after(event.at, match.clocks.turn),
  };
  if (event.id === undefined || event.seat === null) return done;
  return { ...done, moveIds: new Map(match.moveIds).set(moveKey(event.seat, event.id), event.revision) };
}

function over(match: MatchState, at: number): Partial<MatchState> {
  return { position: close(match.position), endedAt: at, lobbyDeadline: 0, turnDeadline: 0, matchDeadline: 0 };
}

/** However a match ends, nobody is to move in its position. */
function close(position: Position): Position {
  return position.turn === -1 ? position : { ...position, turn: -1 };
}

/** A deadline `duration` ms after `at`; a duration of 0 is no clock. */
function after(at: number, duration: number): number {
  return duration === 0 ? 0 : at + duration;
}

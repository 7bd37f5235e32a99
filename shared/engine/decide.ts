import type { Game } from '../games/game.ts';
import type { ErrorCode } from '../protocol/errors.ts';
import type { Command, CreateCommand, Decision, MoveCommand } from './command.ts';
import { due } from './due.ts';
import type { EndReason, Entrant, EventData, EventKind, EventOf, MatchEvent } from './event.ts';
import { type MatchState, moveKey, seatOf } from './state.ts';
import { isOver } from './view.ts';

/** The first events of a match: created, and paired where both seats are known (a rematch). */
export function create(command: CreateCommand, at: number): readonly [EventOf<'created'>, ...MatchEvent[]] {
  const { seats, ...data } = command;
  const created = event('created', null, data, 1, at);
  return seats === null ? [created] : [created, event('paired', null, { seats }, 2, at)];
}

/**
 * What a command does to a match at the instant `at` (epoch ms): events, or a named refusal. Pure.
 * The caller has fired every deadline that is due by then (see `due`). Refusals come in the order of the HTTP contract.
 */
export function decide(match: MatchState, command: Command, at: number, game: Game): Decision {
  const draft = new Draft(match, at);
  switch (command.kind) {
    case 'join':
      return join(match, command.entrant, command.swap, draft);
    case 'ready':
      return ready(match, command.seat, draft);
    case 'leave':
      return leave(match, command.seat, draft);
    case 'move':
      return move(match, command, draft, game);
    case 'expire':
      return expire(match, at);
    case 'void':
      return isOver(match.status) ? ended() : draft.add('voided', null, { reason: command.reason }).decision();
  }
}

function join(match: MatchState, entrant: Entrant, swap: boolean, draft: Draft): Decision {
  // Nobody sits opposite themselves: who is in already stays where they are.
  if (seatOf(match, entrant.player) !== -1) return draft.decision();
  if (isOver(match.status)) return refuse('expired', 'This room is over. Open a new one.');
  if (match.status !== 'waiting') return refuse('room-full', 'Both seats of this room are taken. Open a new one.');
  const [first] = match.seats;
  return draft.add('paired', null, { seats: swap ? [entrant, first] : [first, entrant] }).decision();
}

function ready(match: MatchState, seat: number, draft: Draft): Decision {
  if (isOver(match.status)) return ended();
  if (match.status === 'waiting') return refuse('wrong-status', 'Nobody sits opposite yet. Wait for an opponent.');
  if (match.status === 'playing') return refuse('wrong-status', 'The match has started already.');
  if ((match.ready & (1 << seat)) !== 0) return draft.decision();
  draft.add('ready', seat, {});
  if ((match.ready | (1 << seat)) === 0b11) draft.add('started', null, {});
  return draft.decision();
}

function leave(match: MatchState, seat: number, draft: Draft): Decision {
  if (isOver(match.status)) return draft.decision();
  return match.status === 'playing'
    ? draft
        .add('resigned', seat, {})
        .finish(1 - seat, 'resigned')
        .decision()
    : draft.add('left', seat, {}).cancel('left').decision();
}

function move(match: MatchState, command: MoveCommand, draft: Draft, game: Game): Decision {
  const { seat, revision, action, id } = command;
  const repeated = id === undefined ? undefined : match.moveIds.get(moveKey(seat, id));
  if (repeated !== undefined) return { ok: true, events: [], revision: repeated };
  if (isOver(match.status)) return ended();
  if (match.status !== 'playing') return refuse('wrong-status', 'The match has not started. Press Ready first.');
  if (revision !== match.revision) {
    return refuse('stale-revision', `The match is at revision ${match.revision}. Look again before you move.`);
  }
  if (match.position.turn !== seat) return refuse('not-your-turn', 'It is the turn of your opponent.');
  const next = game.play(match.position, action);
  if (next === null)
    return refuse('illegal-action', 'The rules do not allow this move now. Choose one that is listed in `legal`.');
  draft.add('moved', seat, { action }, id);
  const outcome = game.outcome(next);
  return outcome === null ? draft.decision() : draft.finish(outcome.winner, outcome.reason).decision();
}

/** The switch is the table of what each clock does. */
function expire(match: MatchState, at: number): Decision {
  const next = due(match);
  if (next === null || next.at > at) return new Draft(match, at).decision();
  const late = next.clock === 'turn' ? match.position.turn : null;
  const draft = new Draft(match, next.at).add('timed-out', late, { clock: next.clock });
  switch (next.clock) {
    case 'queue':
      return draft.cancel('queue-expired').decision();
    case 'ready':
      return draft.cancel('ready-expired').decision();
    case 'turn':
      return draft.finish(1 - match.position.turn, 'timeout').decision();
    case 'match':
      return draft.add('voided', null, { reason: 'match-expired' }).decision();
  }
}

function refuse(code: ErrorCode, message: string): Decision {
  return { ok: false, code, message };
}

function ended(): Decision {
  return refuse('already-ended', 'This match is over. Ask for a rematch or open a new room.');
}

/** Events of one decision, numbered on from the match. */
class Draft {
  readonly #match: MatchState;
  readonly #at: number;
  readonly #events: MatchEvent[] = [];

  constructor(match: MatchState, at: number) {
    this.#match = match;
    // Time never goes back within a match, whatever the clock of this process says.
    this.#at = Math.max(at, match.at);
  }

  add<K extends EventKind>(kind: K, seat: number | null, data: EventData[K], id?: string): this {
    const next = event(kind, seat, data, this.#match.revision + this.#events.length + 1, this.#at, id);
    this.#events.push(next as MatchEvent); // EventOf<K> is a member of the union for every K.
    return this;
  }

  finish(winner: number, reason: EndReason): this {
    return this.add('ended', null, { status: 'finished', winner, reason });
  }

  cancel(reason: EndReason): this {
    return this.add('ended', null, { status: 'cancelled', winner: null, reason });
  }

  decision(): Decision {
    return { ok: true, events: this.#events, revision: this.#events[0]?.revision ?? this.#match.revision };
  }
}

function event<K extends EventKind>(
  kind: K,
  seat: number | null,
  data: EventData[K],
  revision: number,
  at: number,
  id?: string,
): EventOf<K> {
  return id === undefined ? { v: 1, revision, at, kind, seat, data } : { v: 1, revision, at, kind, seat, id, data };
}

import type { Rules, Seen, Verdict } from '../games/rules.ts';
import type { ErrorCode } from '../protocol/errors.ts';
import type { Command, CreateCommand, Decision, MoveCommand } from './command.ts';
import { due } from './due.ts';
import type { EndReason, Entrant, EventData, EventKind, EventOf, MatchEvent } from './event.ts';
import { type MatchState, seatOf } from './state.ts';
import { isOver } from './view.ts';

/**
 * The first events of a match: created, paired where all seats are known (a rematch, a match by challenge or party),
 * and started where the rules open at once.
 */
export function create(
  command: CreateCommand,
  at: number,
  rules: Rules,
): readonly [EventOf<'created'>, ...MatchEvent[]] {
  const { seats, ...data } = command;
  const created = event('created', null, data, 1, at);
  if (seats === null) return [created];
  const paired = event('paired', null, { seats }, 2, at);
  return rules.opening === 'at-once' ? [created, paired, event('started', null, {}, 3, at)] : [created, paired];
}

/**
 * What a command does to a match at the instant `at` (epoch ms): events, or a named refusal. Pure.
 * The caller has fired every deadline that is due by then (see `due`). Refusals come in the order of the HTTP contract.
 */
export function decide(match: MatchState, command: Command, at: number, rules: Rules): Decision {
  const draft = new Draft(match, at);
  switch (command.kind) {
    case 'join':
      return join(match, command.entrant, command.swap, draft);
    case 'ready':
      return ready(match, command.seat, draft);
    case 'leave':
      return leave(match, command.seat, draft, rules);
    case 'move':
      return move(match, command, draft, rules);
    case 'arrive':
      return arrive(match, command.seat, draft, rules);
    case 'expire':
      return expire(match, command.seen, at, rules);
    case 'void':
      return isOver(match.status) ? ended() : draft.add('voided', null, { reason: command.reason }).decision();
  }
}

function join(match: MatchState, entrant: Entrant, swap: boolean, draft: Draft): Decision {
  // Nobody sits opposite themselves: who is in already stays where they are.
  if (seatOf(match, entrant.player) !== -1) return draft.decision();
  if (isOver(match.status)) return refuse('expired', 'This room is over. Open a new one.');
  const [first] = match.seats;
  if (match.status !== 'waiting' || first == null) {
    return refuse('room-full', 'Both seats of this room are taken. Open a new one.');
  }
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

function leave(match: MatchState, seat: number, draft: Draft, rules: Rules): Decision {
  if (isOver(match.status)) return draft.decision();
  if (match.status !== 'playing') return draft.add('left', seat, {}).cancel('left').decision();
  const position = rules.leave(match.position, seat, draft.at);
  return position === match.position
    ? draft.decision()
    : draft.add('resigned', seat, {}).settle(rules.verdict(position));
}

function move(match: MatchState, command: MoveCommand, draft: Draft, rules: Rules): Decision {
  const { seat, revision, action, id, choice } = command;
  const repeated = id === undefined ? undefined : match.moveIds.revisionOf(seat, id);
  if (repeated !== undefined) return { ok: true, events: [], revision: repeated };
  if (isOver(match.status)) return ended();
  if (match.status !== 'playing') return refuse('wrong-status', 'The match has not started. Press Ready first.');
  if (revision !== match.revision) {
    return refuse('stale-revision', `The match is at revision ${match.revision}. Look again before you move.`);
  }
  const data = choice === undefined ? { action } : { action, choice };
  const moved = rules.move(match.position, { seat, at: draft.at, ...data });
  if (!moved.ok) return refuse(moved.code, moved.message);
  draft.add('moved', seat, data, id);
  return draft.settle(rules.verdict(moved.position));
}

function arrive(match: MatchState, seat: number, draft: Draft, rules: Rules): Decision {
  if (match.status !== 'playing') return draft.decision();
  const position = rules.arrive(match.position, seat, draft.at);
  return position === match.position
    ? draft.decision()
    : draft.add('resumed', seat, {}).settle(rules.verdict(position));
}

function expire(match: MatchState, seen: Seen | undefined, at: number, rules: Rules): Decision {
  const next = due(match, rules);
  if (next === null || next.at > at) return new Draft(match, at).decision();
  const { clock } = next;
  const draft = new Draft(match, next.at);
  if (match.status !== 'playing') {
    return draft
      .add('timed-out', null, { clock })
      .cancel(clock === 'queue' ? 'queue-expired' : 'ready-expired')
      .decision();
  }
  const late = clock === 'turn' || clock === 'idle' ? rules.view(match.position).turn : null;
  draft.add('timed-out', late, seen === undefined ? { clock } : { clock, seen });
  return draft.settle(rules.verdict(rules.expire(match.position, next, seen ?? [])));
}

function refuse(code: ErrorCode, message: string): Decision {
  return { ok: false, code, message };
}

function ended(): Decision {
  return refuse('already-ended', 'This match is over. Ask for a rematch or open a new room.');
}

/** Events of one decision, numbered on from the match. */
class Draft {
  readonly at: number;
  readonly #match: MatchState;
  readonly #events: MatchEvent[] = [];

  constructor(match: MatchState, at: number) {
    this.#match = match;
    // Time never goes back within a match, whatever the clock of this process says.
    this.at = Math.max(at, match.at);
  }

  add<K extends EventKind>(kind: K, seat: number | null, data: EventData[K], id?: string): this {
    const next = event(kind, seat, data, this.#match.revision + this.#events.length + 1, this.at, id);
    this.#events.push(next as MatchEvent); // EventOf<K> is a member of the union for every K.
    return this;
  }

  /** The decision, with the end of the match where the rules say that it has ended. */
  settle(verdict: Verdict | null): Decision {
    if (verdict === null) return this.decision();
    const { status, winner, reason } = verdict;
    return (
      status === 'void' ? this.add('voided', null, { reason }) : this.add('ended', null, { status, winner, reason })
    ).decision();
  }

  cancel(reason: EndReason): this {
    return this.add('ended', null, { status: 'cancelled', winner: null, reason });
  }

  decision(): Decision {
    return { ok: true, events: this.#events, revision: this.#events[0]?.revision ?? this.#match.revision };
  }
}

/** Its keys come in the order of its canonical text. */
function event<K extends EventKind>(
  kind: K,
  seat: number | null,
  data: EventData[K],
  revision: number,
  at: number,
  id?: string,
): EventOf<K> {
  return id === undefined ? { at, data, kind, revision, seat, v: 1 } : { at, data, id, kind, revision, seat, v: 1 };
}

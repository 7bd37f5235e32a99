import type { EventData, EventKind, MatchEvent } from '../engine/event.ts';
import type { MatchResult, MatchView } from '../engine/index.ts';
import { finalHash } from '../proof/hash.ts';

/** One event as a replay shows it: a move has its `action`, other kinds their `data` where they have any. */
export interface ReplayEvent {
  readonly revision: number;
  readonly at: number;
  readonly kind: EventKind;
  readonly seat: number | null;
  readonly action?: number;
  /** What chance has chosen for it. */
  readonly choice?: number;
  /** The mover's idempotency key. */
  readonly id?: string;
  readonly data?: EventData[EventKind];
}

/** A whole match, to be played again: the initial position and every event. */
export interface Replay {
  readonly id: string;
  readonly game: string;
  readonly rules: string;
  /** What the rules start from: of a board game its first state, of Flip Match the whole board and what proves it. */
  readonly initial: unknown;
  readonly events: readonly ReplayEvent[];
  /** Null while the match goes on. */
  readonly result: MatchResult | null;
  /** SHA-256 (64 hex) of the canonical JSON of {revision, state} after the last event. */
  readonly finalHash: string;
}

/**
 * The replay of a match as it is shown, from its log, which may have gone on since. Under rules that are not served any
 * more, what is shown is what was stored: the log cannot be played again.
 */
export function replayOf(match: MatchView, initial: unknown, events: readonly MatchEvent[]): Replay {
  return {
    id: match.id,
    game: match.game,
    rules: match.rules,
    initial,
    events: events.slice(0, match.revision).map(shown),
    result: match.result,
    finalHash: finalHash(match.revision, match.state),
  };
}

function shown(event: MatchEvent): ReplayEvent {
  const { revision, at, kind, seat, id, data } = event;
  const content = kind === 'moved' ? event.data : Object.keys(data).length === 0 ? {} : { data };
  return { revision, at, kind, seat, ...content, ...(id !== undefined && { id }) };
}

/** The event that a replay shows, as it stands in the log. */
export function loggedEvent({ revision, at, kind, seat, action, choice, id, data }: ReplayEvent): MatchEvent {
  const content = kind === 'moved' ? (choice === undefined ? { action } : { action, choice }) : (data ?? {});
  // Whether kind and data fit each other is for the audit to say.
  return { v: 1, revision, at, kind, seat, ...(id !== undefined && { id }), data: content } as MatchEvent;
}

import { begin } from '../engine/evolve.ts';
import {
  type Command,
  create,
  decide,
  due,
  type Entrant,
  type EventOf,
  evolve,
  type MatchEvent,
  type MatchState,
} from '../engine/index.ts';
import type { Rules } from '../games/rules.ts';
import { canonical } from '../proof/canonical.ts';

/** The state that a log leads to, or the first event (its index) that the rules do not give. */
export type Audit =
  | { readonly ok: true; readonly match: MatchState }
  | { readonly ok: false; readonly index: number; readonly message: string };

/**
 * Decides a whole log again: every event must be what the engine gives for the command that it stands for, at that
 * instant, and no deadline may have been passed over. Never throws for a log whose events have the shape of events.
 */
export function audit(events: readonly MatchEvent[], rules: Rules): Audit {
  const first = events[0];
  if (first?.kind !== 'created') return fault(0, 'a log starts with its created event');
  const opening = openingOf(first, events[1], rules);
  const wrong = differing(events.slice(0, opening.length), opening);
  if (wrong !== -1) return fault(wrong, 'the match was not opened like this');
  let match = opening.slice(1).reduce((state, event) => evolve(state, event, rules), begin(first, rules));
  for (let index = opening.length; index < events.length; ) {
    const step = next(match, events, index, rules);
    if (!step.ok) return step;
    match = step.events.reduce((state, event) => evolve(state, event, rules), match);
    index += step.events.length;
  }
  return { ok: true, match };
}

/** What the engine writes for a match that is opened with this event: a rematch is paired at once. */
function openingOf(first: EventOf<'created'>, second: MatchEvent | undefined, rules: Rules): readonly MatchEvent[] {
  const seats =
    (first.data.rematchOf !== '' || rules.opening === 'at-once') && second?.kind === 'paired'
      ? second.data.seats
      : null;
  return create({ ...first.data, seats }, first.at, rules);
}

type Step = { readonly ok: true; readonly events: readonly MatchEvent[] } | Exclude<Audit, { ok: true }>;

/** The events, from `index` on, that one command gives. */
function next(match: MatchState, events: readonly MatchEvent[], index: number, rules: Rules): Step {
  const event = events[index];
  if (event === undefined) return fault(index, 'an event is missing');
  const clock = due(match, rules);
  const passed = clock !== null && clock.at <= event.at;
  if (event.kind === 'timed-out' ? clock?.at !== event.at : passed && event.kind !== 'voided') {
    return fault(index, passed ? `the ${clock.clock} clock had run out before` : 'no clock runs out at this instant');
  }
  const command = commandOf(event, match);
  if (command === null) return fault(index, `a match does not go on with ${event.kind}`);
  const decision = decide(match, command, event.at, rules);
  if (!decision.ok) return fault(index, decision.message);
  const wrong = differing(events.slice(index, index + decision.events.length), decision.events);
  if (wrong !== -1 || decision.events.length === 0)
    return fault(index + Math.max(0, wrong), 'the rules give another event');
  return { ok: true, events: decision.events };
}

/** The command that an event stands for; null for kinds that only follow from others. The switch is the table of it. */
function commandOf(event: MatchEvent, match: MatchState): Command | null {
  const seat = event.seat ?? -1;
  switch (event.kind) {
    case 'paired':
      return pairing(event.data.seats, match.seats[0] ?? null);
    case 'ready':
      return { kind: 'ready', seat };
    case 'left':
    case 'resigned':
      return { kind: 'leave', seat };
    case 'moved': {
      const move = { kind: 'move', seat, revision: match.revision, ...event.data } as const;
      return event.id === undefined ? move : { ...move, id: event.id };
    }
    case 'timed-out': {
      const { seen } = event.data;
      return seen === undefined ? { kind: 'expire' } : { kind: 'expire', seen };
    }
    case 'resumed':
      return { kind: 'arrive', seat };
    case 'voided':
      return { kind: 'void', reason: event.data.reason };
    default:
      return null;
  }
}

function pairing([first, second]: readonly Entrant[], waiting: Entrant | null): Command | null {
  if (first === undefined || second === undefined || waiting === null) return null;
  const swap = first.player !== waiting.player;
  return { kind: 'join', entrant: swap ? first : second, swap };
}

/** The index of the first of `expected` that `given` does not have, or -1. */
function differing(given: readonly MatchEvent[], expected: readonly MatchEvent[]): number {
  return expected.findIndex((event, index) => {
    const other = given[index];
    return other === undefined || canonical(other) !== canonical(event);
  });
}

function fault(index: number, message: string): Exclude<Audit, { ok: true }> {
  return { ok: false, index, message };
}

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
import type { Game } from '../games/game.ts';
import { canonical } from '../proof/canonical.ts';

/** The state that a log leads to, or the first event (its index) that the rules do not give. */
export type Audit =
  | { readonly ok: true; readonly match: MatchState }
  | { readonly ok: false; readonly index: number; readonly message: string };

/**
 * Decides a whole log again: every event must be what the engine gives for the command that it stands for, at that
 * instant, and no deadline may have been passed over. Never throws for a log whose events have the shape of events.
 */
export function audit(events: readonly MatchEvent[], game: Game): Audit {
  const first = events[0];
  if (first?.kind !== 'created') return fault(0, 'a log starts with its created event');
  const opening = openingOf(first, events[1]);
  const wrong = differing(events.slice(0, opening.length), opening);
  if (wrong !== -1) return fault(wrong, 'the match was not opened like this');
  let match = opening.slice(1).reduce((state, event) => evolve(state, event, game), begin(first, game));
  for (let index = opening.length; index < events.length; ) {
    const step = next(match, events, index, game);
    if (!step.ok) return step;
    match = step.events.reduce((state, event) => evolve(state, event, game), match);
    index += step.events.length;
  }
  return { ok: true, match };
}

/** What the engine writes for a match that is opened with this event: a rematch is paired at once. */
function openingOf(first: EventOf<'created'>, second: MatchEvent | undefined): readonly MatchEvent[] {
  const seats = first.data.rematchOf !== '' && second?.kind === 'paired' ? second.data.seats : null;
  return create({ ...first.data, seats }, first.at);
}

type Step = { readonly ok: true; readonly events: readonly MatchEvent[] } | Exclude<Audit, { ok: true }>;

/** The events, from `index` on, that one command gives. */
function next(match: MatchState, events: readonly MatchEvent[], index: number, game: Game): Step {
  const event = events[index];
  if (event === undefined) return fault(index, 'an event is missing');
  const clock = due(match);
  const passed = clock !== null && clock.at <= event.at;
  if (event.kind === 'timed-out' ? clock?.at !== event.at : passed && event.kind !== 'voided') {
    return fault(index, passed ? `the ${clock.clock} clock had run out before` : 'no clock runs out at this instant');
  }
  const command = commandOf(event, match);
  if (command === null) return fault(index, `a match does not go on with ${event.kind}`);
  const decision = decide(match, command, event.at, game);
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
      return pairing(event.data.seats, match.seats[0]);
    case 'ready':
      return { kind: 'ready', seat };
    case 'left':
    case 'resigned':
      return { kind: 'leave', seat };
    case 'moved': {
      const { action } = event.data;
      const move = { kind: 'move', seat, revision: match.revision, action } as const;
      return event.id === undefined ? move : { ...move, id: event.id };
    }
    case 'timed-out':
      return { kind: 'expire' };
    case 'voided':
      return { kind: 'void', reason: event.data.reason };
    default:
      return null;
  }
}

function pairing(seats: readonly [Entrant, Entrant], waiting: Entrant): Command {
  const swap = seats[0].player !== waiting.player;
  return { kind: 'join', entrant: swap ? seats[0] : seats[1], swap };
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

import type { Replay } from '@freeplay/client-sdk';
import {
  evolve,
  replay as fold,
  isOver,
  type MatchEvent,
  type MatchState,
  type MatchView,
  project,
} from '@freeplay/shared/engine';
import { type Rules, rulesById } from '@freeplay/shared/games';
import { canonical } from '@freeplay/shared/proof';
import { loggedEvent } from '@freeplay/shared/receipt';

/** What everybody at the table saw after one step of a match. */
export interface Frame {
  readonly view: MatchView;
  /** What was done; null for the start. */
  readonly event: MatchEvent | null;
  /** Epoch ms. */
  readonly at: number;
  /** Milliseconds since the frame before. */
  readonly took: number;
}

export interface Timeline {
  /** From the start of play; the end that a step brings belongs to that step. */
  readonly frames: readonly Frame[];
  readonly names: readonly string[];
  /** What the rules started from, hidden cards included. */
  readonly initial: unknown;
}

/** A recorded match of any game as frames, by the match engine, or null when this build cannot play it. */
export function timelineOf(replay: Replay): Timeline | null {
  const rules = rulesById(replay.game);
  if (rules === null) return null;
  try {
    return play(replay.events.map(loggedEvent), rules);
  } catch {
    // A file may hold anything: the rules stumble over what is no event of a match.
    return null;
  }
}

function play(events: readonly MatchEvent[], rules: Rules): Timeline | null {
  let match = fold(events.slice(0, 1), rules);
  const frames = [frame(match, null, rules)];
  for (const event of events.slice(1)) {
    const before = match;
    match = evolve(match, event, rules);
    if (event.kind === 'moved' && match.position === before.position) return null;
    if (before.startedAt === 0) frames[0] = frame(match, null, rules);
    else if (isBroughtEnd(before, match, rules)) frames.push(frame(match, frames.pop()?.event ?? event, rules));
    else frames.push(frame(match, event, rules));
  }
  return {
    frames: frames.filter(isNews).map(timed),
    names: match.seats.map((entrant, seat) => entrant?.name ?? `Seat ${seat + 1}`),
    initial: rules.initial(match.position),
  };
}

function frame(match: MatchState, event: MatchEvent | null, rules: Rules): Frame {
  return { view: project(match, rules), event, at: match.at, took: 0 };
}

/** The end that the rules have found belongs to what brought it, one from outside stands alone. */
function isBroughtEnd(before: MatchState, now: MatchState, rules: Rules): boolean {
  return isOver(now.status) && !isOver(before.status) && rules.verdict(before.position) !== null;
}

/** A clock may ring and change nothing that is to be seen. */
function isNews({ view, event }: Frame, place: number, frames: readonly Frame[]): boolean {
  const before = frames[place - 1];
  if (before === undefined || event?.kind === 'moved') return true;
  return canonical(before.view.state) !== canonical(view.state);
}

function timed(now: Frame, place: number, frames: readonly Frame[]): Frame {
  return { ...now, took: now.at - (frames[place - 1]?.at ?? now.at) };
}

import { type Envelope, isOver, legalActions, seatOf } from '@freeplay/shared/engine';
import type { HotMatch } from '../host/hot-match.ts';
import type { Presence } from '../host/port.ts';

/** Offers of a rematch hold so long after the end of a match. */
export const REMATCH_MS = 60_000;

/** What one reader sees of a match at this moment: the view that all share, and what is the reader's or the moment's. */
export function envelope(
  match: HotMatch,
  player: string,
  presence: Presence,
  serverTime: number,
  resumed = false,
): Envelope {
  const { view, state } = match;
  const connected = view.players.map((other) => other !== null && presence.online(other));
  match.noteConnected(connected.reduce((mask, on, seat) => (on ? mask | (1 << seat) : mask), 0));
  return {
    ...view,
    seat: seatOf(state, player),
    legal: legalActions(view, match.game),
    connected,
    presence: match.presence,
    rematch: match.rematch?.match ?? null,
    rematchOffers: isOver(view.status) ? offers(match) : 0,
    invite: match.fixed.invite,
    serverTime,
    resumed,
  };
}

/** Seats whose offer of a rematch was made in time, as a bitmask. */
function offers({ rematch, view }: HotMatch): number {
  if (rematch === null) return 0;
  return rematch.at.reduce(
    (mask, at, seat) => (at !== 0 && at - view.endedAt < REMATCH_MS ? mask | (1 << seat) : mask),
    0,
  );
}

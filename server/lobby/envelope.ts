import { type Envelope, isOver, type LiveView, legalActions, seatOf } from '@freeplay/shared/engine';
import type { HotMatch } from '../host/hot-match.ts';
import type { Presence } from '../host/port.ts';

/** Offers of a rematch hold so long after the end of a match. */
export const REMATCH_MS = 60_000;

/** What all participants see of a match at this moment, presence included. */
export function liveView(match: HotMatch, presence: Presence): LiveView {
  const { view } = match;
  const connected = view.players.map((player) => player !== null && presence.online(player));
  match.noteConnected(connected.reduce((mask, on, seat) => (on ? mask | (1 << seat) : mask), 0));
  return {
    ...view,
    connected,
    presence: match.presence,
    rematch: match.rematch?.match ?? null,
    rematchOffers: isOver(view.status) ? offers(match) : 0,
    ...(match.opponent !== null && { opponent: match.opponent }),
  };
}

/** What one reader sees of a match at this moment. */
export function envelope(
  match: HotMatch,
  player: string,
  presence: Presence,
  serverTime: number,
  resumed = false,
): Envelope {
  return {
    ...liveView(match, presence),
    seat: seatOf(match.state, player),
    legal: legalActions(match.view, match.rules),
    // The invite is its owner's to share.
    invite: match.state.owner === player ? match.fixed.invite : null,
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

/** Players who come back and players who go. */
import { type FlipPosition, factsOf, instant, isIndex, NONE, put } from './state.ts';
import { abandoned, anyonePlays, endTurn, forfeit, passOn } from './turn.ts';

/**
 * A player of the match is heard of again at `at` (epoch ms): by any input, also a refused one, or by reconnecting.
 * A team's away player plays again, and takes the turn when everybody was away. Otherwise only their presence is noted.
 */
export function returns(position: FlipPosition, seat: number, at: number): FlipPosition {
  const { shown, kept } = position;
  if (!isPlayer(position, seat)) return position;
  const now = instant(position, at);
  const presentAt = put(kept.presentAt, seat, now);
  if (shown.away[seat] !== true) return { shown, kept: { ...kept, presentAt } };

  const back = { ...shown, away: put(shown.away, seat, false) };
  const turnIsHeld = shown.away[shown.turn] === false;
  if (turnIsHeld) return { shown: back, kept: { ...kept, changedAt: now, presentAt } };
  return {
    shown: { ...back, turn: seat },
    kept: { ...kept, changedAt: now, presentAt, turnFrom: now, inputFrom: now, allAwayFrom: 0 },
  };
}

/**
 * A player quits at `at` (epoch ms). A solo game or race run is ABANDONED, a duel is forfeited (ABANDONED before its first
 * flip), a team goes on without the seat until its last player leaves. Nothing changes for one who is out already.
 */
export function leaves(position: FlipPosition, seat: number, at: number): FlipPosition {
  if (!isPlayer(position, seat)) return position;
  const now = instant(position, at);
  const { shown, kept } = position;
  const gone: FlipPosition = {
    shown: { ...shown, left: put(shown.left, seat, true) },
    kept: { ...kept, changedAt: now },
  };
  switch (factsOf(position).kind) {
    case 'run':
      return abandoned(gone, now);
    case 'duel':
      return shown.startedAt === 0 ? abandoned(gone, now) : forfeit(gone, seat, now);
    case 'team':
      return leavesTeam(gone, seat, now);
  }
}

function leavesTeam(gone: FlipPosition, seat: number, now: number): FlipPosition {
  if (!gone.shown.left.includes(false)) return abandoned(gone, now);
  const next = gone.shown.turn === seat ? passOn(cutShort(gone, now)) : gone;
  return noteAllAway(next, now);
}

/** ABANDONED by the server at `at` (epoch ms): a new solo game takes an old one's place, or a race expires. */
export function abandon(position: FlipPosition, at: number): FlipPosition {
  return position.shown.turn === NONE ? position : abandoned(position, instant(position, at));
}

/** Ends a turn that its player will not finish: with a card up it is a turn without a match, else it is none. */
export function cutShort(position: FlipPosition, now: number): FlipPosition {
  const { firstFlip } = position.shown;
  const cells = firstFlip === NONE ? [] : [firstFlip];
  return endTurn(position, { cells, matched: false, counts: cells.length > 0 }, now);
}

/** Starts the clock of a team without players, when this is one. */
export function noteAllAway(position: FlipPosition, now: number): FlipPosition {
  if (anyonePlays(position) || position.kept.allAwayFrom !== 0) return position;
  return { ...position, kept: { ...position.kept, allAwayFrom: now } };
}

/** Whether the match runs and the seat is still in it. */
function isPlayer({ shown }: FlipPosition, seat: number): boolean {
  return shown.turn !== NONE && isIndex(seat, shown.left.length) && shown.left[seat] === false;
}

/** How a turn ends, who is next and how a match ends: what flips, clocks and leavers have in common. */
import { duelWinner } from './score.ts';
import { bump, type FlipOutcome, type FlipPosition, factsOf, NONE, put } from './state.ts';

export interface TurnEnd {
  /** The cards that the turn showed, in the order of their flips. */
  readonly cells: readonly number[];
  readonly matched: boolean;
  /** Whether it is a turn for scoring: a pass is not. */
  readonly counts: boolean;
}

/** Ends the running turn: its time, its count and its streaks, and hides a card that was up alone. The seat to move stays. */
export function endTurn(position: FlipPosition, { cells, matched, counts }: TurnEnd, now: number): FlipPosition {
  const { shown, kept } = position;
  const seat = shown.turn;
  const clocked: FlipPosition = {
    shown: { ...hideFirst(shown), turnMs: bump(shown.turnMs, seat, spent(position, now)) },
    kept: { ...kept, changedAt: now, turnFrom: now, inputFrom: now },
  };
  if (!counts) return clocked;

  const streak = matched ? (shown.streak[seat] ?? 0) + 1 : 0;
  const teamStreak = matched && factsOf(position).kind === 'team' ? shown.teamStreak + 1 : 0;
  const items = cells.map((cell) => kept.board[cell] ?? NONE);
  return {
    shown: {
      ...clocked.shown,
      lastTurn: cells.length === 0 ? shown.lastTurn : { seat, cells, items, matched },
      turns: bump(shown.turns, seat),
      streak: put(shown.streak, seat, streak),
      bestStreak: put(shown.bestStreak, seat, Math.max(streak, shown.bestStreak[seat] ?? 0)),
      teamStreak,
      teamBestStreak: Math.max(teamStreak, shown.teamBestStreak),
    },
    kept: clocked.kept,
  };
}

function hideFirst(shown: FlipPosition['shown']): FlipPosition['shown'] {
  const { firstFlip, cards } = shown;
  return firstFlip === NONE ? shown : { ...shown, firstFlip: NONE, cards: put(cards, firstFlip, NONE) };
}

/** Milliseconds of the running turn. Before the first flip no clock runs; nor does the turn of one who is away. */
function spent({ shown, kept }: FlipPosition, now: number): number {
  if (shown.startedAt === 0 || shown.away[shown.turn] === true) return 0;
  return Math.max(0, now - Math.max(kept.turnFrom, shown.startedAt));
}

/** Gives the turn to the next seat in rotation that plays; it stays when nobody else does. */
export function passOn(position: FlipPosition): FlipPosition {
  return { ...position, shown: { ...position.shown, turn: nextSeat(position) } };
}

function nextSeat({ shown }: FlipPosition): number {
  const { turn, away, left } = shown;
  const order = left.map((_, step) => (turn + 1 + step) % left.length);
  const playing = order.find((seat) => left[seat] === false && away[seat] === false);
  if (playing !== undefined) return playing;
  // Everyone is away: the turn stays, unless its owner has left for good.
  return left[turn] === false ? turn : (order.find((seat) => left[seat] === false) ?? turn);
}

/** Whether a player is still in the match and not away. */
export function anyonePlays({ shown }: FlipPosition): boolean {
  return shown.left.some((left, seat) => !left && shown.away[seat] === false);
}

/** Ends the match: a card that is up alone is hidden, the time of the turn that was cut short counts, the turn itself does not. */
export function finish(position: FlipPosition, outcome: FlipOutcome, now: number): FlipPosition {
  const { shown, kept } = endTurn(position, { cells: [], matched: false, counts: false }, now);
  return { shown: { ...shown, turn: NONE }, kept: { ...kept, outcome, endedAt: now } };
}

/** ABANDONED: nobody won, nothing counts. */
export function abandoned(position: FlipPosition, now: number): FlipPosition {
  return finish(position, { status: 'void', winner: null, reason: 'abandoned', success: false }, now);
}

export function forfeit(position: FlipPosition, loser: number, now: number): FlipPosition {
  return finish(position, { status: 'finished', winner: 1 - loser, reason: 'forfeit', success: true }, now);
}

/** A duel whose board is empty or whose time is up: counted after the time of the last turn is. */
export function countDuel(position: FlipPosition, reason: 'completed' | 'time-limit', now: number): FlipPosition {
  const closed = endTurn(position, { cells: [], matched: false, counts: false }, now);
  const { winner, tied } = duelWinner(closed.shown);
  const why = tied && winner !== NONE ? 'tie-break' : reason;
  return finish(closed, { status: 'finished', winner, reason: why, success: true }, now);
}

import type { Connection, HistoryRoom, MatchResult, Snapshot } from '@freeplay/client-sdk';

/** Everything that the client says about a match, in one place. Second person, short, no blame. */

type Outcome = Pick<Snapshot, 'status' | 'winner' | 'reason' | 'seat'>;

export type Tone = 'good' | 'bad' | 'plain';

export interface Verdict {
  readonly title: string;
  readonly why: string;
  readonly tone: Tone;
}

/** How a match ended for this reader; `rival` is the other's name. */
export function verdictOf(over: Outcome, rival: string): Verdict {
  const won = over.winner !== null && over.winner === over.seat;
  return { ...headline(over, rival, won), why: why(over.reason, won, rival) };
}

function headline({ status, winner }: Outcome, rival: string, won: boolean): { title: string; tone: Tone } {
  if (status === 'cancelled') return { title: 'Cancelled', tone: 'plain' };
  if (status === 'void' || winner === null) return { title: 'No result', tone: 'plain' };
  if (winner === -1) return { title: 'Draw', tone: 'plain' };
  return won ? { title: 'You won', tone: 'good' } : { title: `${rival} won`, tone: 'bad' };
}

function why(reason: string | null, won: boolean, rival: string): string {
  const loser = won ? rival : 'you';
  switch (reason) {
    case 'line':
      return 'By a line.';
    case 'count':
      return 'By the count at the end.';
    case 'full':
      return 'The board is full.';
    case 'timeout':
      return `Time ran out for ${loser}.`;
    case 'resigned':
      return won ? `${rival} resigned.` : 'You resigned.';
    case 'left':
      return 'The match was left before it began.';
    case 'ready-expired':
      return 'Not everyone was ready in time.';
    case 'queue-expired':
      return 'Nobody came in time.';
    case 'match-expired':
      return 'The match reached its time limit.';
    case 'rules-changed':
      return 'The rules were updated meanwhile.';
    default:
      return 'The match is over.';
  }
}

/** How a match ended, for one who only watches. */
export function outcomeWords(result: Pick<MatchResult, 'winner' | 'reason'> | null, names: readonly string[]): string {
  if (result === null) return 'The match goes on.';
  const { winner, reason } = result;
  if (winner === null) return `No result. ${why(reason, false, '')}`;
  if (winner === -1) return `Draw. ${why(reason, false, '')}`;
  const [won, lost] = [names[winner] ?? 'The winner', names[1 - winner] ?? 'the other'];
  if (reason === 'resigned') return `${won} won: ${lost} resigned.`;
  if (reason === 'timeout') return `${won} won: time ran out for ${lost}.`;
  return `${won} won. ${why(reason, true, lost)}`;
}

/** A match in the list of the player's matches. */
export function summaryOf(match: Pick<HistoryRoom, 'status' | 'winner' | 'seat' | 'reason'>): {
  text: string;
  tone: Tone;
} {
  if (match.status === 'waiting') return { text: 'Waiting', tone: 'plain' };
  if (match.status === 'ready') return { text: 'Ready check', tone: 'plain' };
  if (match.status === 'playing') return { text: 'Playing', tone: 'plain' };
  if (match.status === 'cancelled') return { text: 'Cancelled', tone: 'plain' };
  // Alone or in a team nobody can win.
  if (match.winner === null && match.reason === 'completed') return { text: 'Completed', tone: 'good' };
  if (match.winner === null && match.reason === 'time-limit') return { text: 'Out of time', tone: 'plain' };
  if (match.winner === null) return { text: 'No result', tone: 'plain' };
  if (match.winner === -1) return { text: 'Draw', tone: 'plain' };
  return match.winner === match.seat ? { text: 'Won', tone: 'good' } : { text: 'Lost', tone: 'bad' };
}

export interface BannerWords {
  readonly text: string;
  readonly tone: 'warn' | 'bad' | 'plain';
}

/** What a banner says while a match is not followed live; null: nothing needs saying. */
export function bannerWords(connection: Connection): BannerWords | null {
  switch (connection) {
    case 'live':
      return null;
    case 'polling':
      return { text: 'Live updates do not come through here. The page asks every second instead.', tone: 'plain' };
    case 'reconnecting':
      return { text: 'Your connection dropped. Trying again; the clocks go on.', tone: 'warn' };
    case 'gone':
      return { text: 'This match cannot be followed any more.', tone: 'bad' };
  }
}

/** What is left on the clocks of the reader, ms; null where none runs. */
export interface TimeLeft {
  readonly turn: number | null;
  readonly match: number | null;
  readonly ready: number | null;
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** What a screen reader says of the clocks: the same words for a while, so that each is said once. '' while there is time. */
export function warningWords({ turn, match, ready }: TimeLeft): string {
  if (turn !== null && turn <= 5 * SECOND) return 'Five seconds left for your move.';
  if (turn !== null && turn <= 10 * SECOND) return 'Ten seconds left for your move.';
  if (turn !== null && turn <= 20 * SECOND) return 'Twenty seconds left for your move.';
  if (ready !== null && ready <= 10 * SECOND) return 'Ten seconds left to be ready.';
  if (match !== null && match <= 10 * SECOND) return 'The match ends without a result in ten seconds.';
  if (match !== null && match <= MINUTE) return 'The match ends without a result in one minute.';
  return '';
}

export function connectionWords(connection: Connection): { text: string; tone: 'good' | 'warn' | 'bad' } {
  switch (connection) {
    case 'live':
      return { text: 'Live', tone: 'good' };
    case 'polling':
      return { text: 'Polling', tone: 'good' };
    case 'reconnecting':
      return { text: 'Reconnecting', tone: 'warn' };
    case 'gone':
      return { text: 'Disconnected', tone: 'bad' };
  }
}

/** `m:ss`, never negative; the last second shows 0:01 until it is over. */
export function clockText(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

export function agoText(ms: number): string {
  const minutes = Math.floor(ms / 60_000);
  if (minutes < 1) return 'just now';
  if (minutes < 60) return `${minutes} min ago`;
  const hours = Math.floor(minutes / 60);
  return hours < 24 ? `${hours} h ago` : `${Math.floor(hours / 24)} d ago`;
}

/** How long something took: `12 s`, `3 min`, `5 h`; it stays on one line. */
export function spanText(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  if (seconds < 120) return `${seconds}\u00a0s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 120 ? `${minutes}\u00a0min` : `${Math.round(minutes / 60)}\u00a0h`;
}

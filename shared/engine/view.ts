import type { Position } from '../games/game.ts';
import type { EndReason, Mode } from './event.ts';

export const STATUSES = ['waiting', 'ready', 'playing', 'finished', 'cancelled', 'void'] as const;
export type Status = (typeof STATUSES)[number];

/** True once nothing can change the match any more. */
export function isOver(status: Status): boolean {
  return status === 'finished' || status === 'cancelled' || status === 'void';
}

export interface MatchResult {
  readonly winner: number | null;
  readonly reason: EndReason;
  readonly plies: number;
  /** Points by seat where the game counts points, else null. */
  readonly scores: readonly number[] | null;
}

/** A match as all its participants see it: the same for every reader at one revision. Times are epoch ms, 0 = none. */
export interface MatchView {
  readonly id: string;
  readonly game: string;
  readonly rules: string;
  readonly mode: Mode;
  readonly status: Status;
  readonly revision: number;
  readonly players: readonly (string | null)[];
  readonly names: readonly (string | null)[];
  /** Bitmask of the seats that are ready. */
  readonly ready: number;
  readonly state: Position;
  /** Seat to move, -1 when none. */
  readonly turn: number;
  readonly winner: number | null;
  readonly reason: EndReason | null;
  readonly result: MatchResult | null;
  /** The earliest running deadline. */
  readonly deadline: number;
  readonly turnDeadline: number;
  readonly matchDeadline: number;
  readonly createdAt: number;
  readonly startedAt: number;
  readonly endedAt: number;
  readonly hash: string;
  readonly free: true;
}

export const OPPONENT_STATUSES = ['not-started', 'playing', 'completed', 'ended'] as const;

/** The other side of a race, which is a match of its own. `score` only once the reader may know it. */
export interface Opponent {
  readonly name: string;
  readonly status: (typeof OPPONENT_STATUSES)[number];
  readonly score?: number;
}

/** What all participants see, presence included: the synchronised room state. `presence` counts changes of the rest. */
export interface LiveView extends MatchView {
  readonly connected: readonly boolean[];
  readonly presence: number;
  /** The room of the rematch once both have asked, else null; `rematchOffers` is the bitmask of seats that asked. */
  readonly rematch: string | null;
  readonly rematchOffers: number;
  /** In a race, else absent. It is counted by `presence`: no event of this match. */
  readonly opponent?: Opponent;
}

/** A match as one reader sees it at one moment. */
export interface Envelope extends LiveView {
  readonly seat: number;
  readonly legal: readonly number[];
  readonly invite: string | null;
  readonly serverTime: number;
  readonly resumed: boolean;
}

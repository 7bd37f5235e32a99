import type { Difficulty, RaceRun } from '@freeplay/shared/games/flip';
import type { Finish, FlipStats } from '@freeplay/shared/games/flip/records';
import type { NoticeDraft } from '@freeplay/shared/protocol';

export interface Named {
  readonly player: string;
  readonly name: string;
}

export const CHALLENGE_MODES = ['DUEL', 'SPEED_RACE'] as const;
export type ChallengeMode = (typeof CHALLENGE_MODES)[number];

/** Stored: append only. */
export const CHALLENGE_STATUSES = ['PENDING', 'ACCEPTED', 'DECLINED', 'CANCELLED', 'EXPIRED', 'COMPLETED'] as const;
export type ChallengeStatus = (typeof CHALLENGE_STATUSES)[number];

/** Sides: the challenger is 0, the challengee 1. */
export type Side = 0 | 1;
export type BySide<T> = readonly [T, T];

export interface ChallengeResult {
  /** A side, -1 for a draw, null when nobody won. */
  readonly winner: number | null;
  /** The other side completed nothing, or forfeited. */
  readonly byDefault: boolean;
  readonly scores: BySide<number | null>;
}

/** A challenge as it is kept. Times are epoch ms, 0 = none. */
export interface ChallengeRecord {
  readonly id: string;
  readonly mode: ChallengeMode;
  readonly status: ChallengeStatus;
  readonly sides: BySide<Named>;
  readonly difficulty: Difficulty;
  /** A theme's id. */
  readonly theme: string;
  /** Of a race, a signed decimal; it never leaves the server before the race is over. '' for a duel. */
  readonly seed: string;
  readonly createdAt: number;
  /** When it lapses: unanswered, or (a race) unfinished. */
  readonly expiresAt: number;
  readonly acceptedAt: number;
  readonly endedAt: number;
  /** Of a duel both are the same. */
  readonly matches: BySide<string | null>;
  /** Runs that are over. */
  readonly runs: BySide<RaceRun | null>;
  /** The challenger's run is a solo game that they had completed. */
  readonly benchmark: boolean;
  readonly result: ChallengeResult | null;
}

/** The creation of a match from a challenge: refused with 'challenge' when that is not open to it any more. */
export interface ChallengeClaim {
  readonly id: string;
  /** `accept`: a pending challenge becomes this match (duel) or this is the challengee's run; `start`: the challenger's run. */
  readonly kind: 'accept' | 'start';
  readonly at: number;
  /** From acceptance on; 0 = never by itself. */
  readonly expiresAt: number;
}

/** One player's end of a match, for the records. */
export interface Finished extends Named {
  readonly finish: Finish;
  /** Everybody who shares the leaderboard row: the player alone, or the team. */
  readonly members: readonly Named[];
  readonly match: string;
  readonly at: number;
}

/** What an ended match means for its challenge. */
export type ChallengeStep =
  | { readonly kind: 'duel'; readonly id: string; readonly result: ChallengeResult | null }
  | { readonly kind: 'run'; readonly id: string; readonly run: RaceRun };

/** What events leave in the records of the match's players: committed with them, or not at all. */
export interface Outcome {
  readonly match: string;
  readonly at: number;
  readonly finishes: readonly Finished[];
  readonly challenge: ChallengeStep | null;
  readonly notices: readonly NoticeDraft[];
}

export type NewChallenge = Omit<ChallengeRecord, 'status' | 'acceptedAt' | 'endedAt' | 'result'>;

export type Created = 'created' | 'duplicate' | 'too-many-pending';

/** A place on a leaderboard: what follows it comes after these. */
export interface LeaderPlace {
  readonly score: number;
  readonly at: number;
  readonly holder: string;
}

export interface LeaderRow extends LeaderPlace {
  readonly match: string;
  readonly members: readonly Named[];
}

export interface AwardedAchievement {
  readonly id: string;
  readonly at: number;
  readonly match: string;
}

/** What is kept of Flip Match beside its matches. */
export interface FlipStore {
  /** At most `most` pending ones of a challenger, one per pair and mode. */
  createChallenge(challenge: NewChallenge, most: number, notices: readonly NoticeDraft[]): Promise<Created>;
  challenge(id: string): Promise<ChallengeRecord | null>;
  /** Pending and accepted ones of a player, and the last `recent` of each other status, newest first. */
  challengesOf(player: string, recent: number): Promise<readonly ChallengeRecord[]>;
  /** Closes a challenge; false: it is not pending at `at`. */
  closeChallenge(
    id: string,
    status: 'DECLINED' | 'CANCELLED',
    at: number,
    notices: readonly NoticeDraft[],
  ): Promise<boolean>;
  /** Pending or accepted ones whose time was up by `now`, earliest first. */
  dueChallenges(now: number, limit: number): Promise<readonly ChallengeRecord[]>;
  /** Ends challenges whose time is up at `now`; others are left alone. Answers with the players who are notified of it. */
  expireChallenges(ids: readonly string[], now: number): Promise<readonly string[]>;
  leaders(board: string, after: LeaderPlace | null, limit: number): Promise<readonly LeaderRow[]>;
  /** Of players who have any. */
  statsOf(players: readonly string[]): Promise<Readonly<Record<string, FlipStats>>>;
  achievementsOf(player: string): Promise<readonly AwardedAchievement[]>;
  namesOf(players: readonly string[]): Promise<Readonly<Record<string, string>>>;
  /** Deletes up to `limit` challenges that ended before; returns how many. */
  sweepChallenges(before: number, limit: number): Promise<number>;
}

/** Every method, for the message port that they go through. */
export const FLIP_METHODS = [
  'createChallenge',
  'challenge',
  'challengesOf',
  'closeChallenge',
  'dueChallenges',
  'expireChallenges',
  'leaders',
  'statsOf',
  'achievementsOf',
  'namesOf',
  'sweepChallenges',
] as const satisfies readonly (keyof FlipStore)[];

/**
 * What Flip Match's matches and challenges (here) and its people (server/social) need of each other: the whole of what
 * crosses between the two folders. Calls are promises of values, rejected with `StoreUnavailable` alone.
 */
import type { Entrant, Envelope } from '@freeplay/shared/engine';
import type { NoticeDraft, NoticeKind } from '@freeplay/shared/protocol';
import type { Refusal } from '../host/port.ts';
import type { ChallengeResult } from '../store/flip/port.ts';
import type { Difficulty } from '../store/port.ts';

/** What a player may wish for a new match; what is absent is their preference. */
export interface BoardWish {
  readonly difficulty?: Difficulty;
  /** A theme's id. */
  readonly theme?: string;
  /** An active duel or team match of the caller may be left for it. */
  readonly abandon?: boolean;
}

export type Started = { readonly ok: true; readonly created: boolean; readonly snapshot: Envelope };

/** A party whose leader starts a match. Who may, and whether all are there, has been judged by the caller. */
export interface Team {
  readonly party: string;
  readonly leader: string;
  /** 2 to 4, in the order in which they joined the party. */
  readonly members: readonly Entrant[];
  /** Committed with the match, each with its `room` and time. */
  readonly notices: readonly Omit<NoticeDraft, 'at'>[];
}

export interface FlipMatches {
  startSolo(player: Entrant, wish: BoardWish): Promise<Started | Refusal>;
  startTeam(team: Team, wish: BoardWish): Promise<Started | Refusal>;
  /** The room of the player's active Flip Match, or null. */
  active(player: string): Promise<string | null>;
}

export const CHALLENGE_STATUSES = ['PENDING', 'ACCEPTED', 'DECLINED', 'CANCELLED', 'COMPLETED', 'EXPIRED'] as const;

export interface ChallengeRequest {
  readonly mode: 'DUEL' | 'SPEED_RACE';
  /** A name, in any case, or a player's id. */
  readonly opponent: string;
  readonly difficulty?: Difficulty;
  readonly theme?: string;
  /** A completed solo game of the caller's, by its room. */
  readonly benchmark?: string;
}

export interface ChallengeAction {
  readonly kind: 'accept' | 'decline' | 'cancel' | 'start';
  readonly abandon?: boolean;
}

/** A side of a race as the reader may know it. */
export interface ChallengeRun {
  readonly name: string;
  readonly status: 'not-started' | 'playing' | 'completed' | 'ended';
  readonly score?: number;
  readonly seconds?: number;
  readonly turns?: number;
}

/** A challenge as one of its two players reads it. Times are epoch ms, 0 = none. */
export interface ChallengeView {
  readonly id: string;
  readonly mode: 'DUEL' | 'SPEED_RACE';
  readonly status: (typeof CHALLENGE_STATUSES)[number];
  readonly challenger: Entrant;
  readonly challengee: Entrant;
  readonly difficulty: Difficulty;
  readonly theme: string;
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly acceptedAt: number;
  readonly you: 'challenger' | 'challengee';
  /** A race's, the challenger's first. */
  readonly runs?: readonly ChallengeRun[];
  /** The reader's room. */
  readonly room?: string;
  readonly result?: ChallengeResult;
}

/** Newest first. */
export interface ChallengeList {
  readonly incoming: readonly ChallengeView[];
  readonly outgoing: readonly ChallengeView[];
  readonly active: readonly ChallengeView[];
  readonly recent: readonly ChallengeView[];
}

export interface Challenges {
  create(player: string, request: ChallengeRequest): Promise<{ ok: true; challenge: ChallengeView } | Refusal>;
  list(player: string): Promise<ChallengeList>;
  read(player: string, challenge: string): Promise<{ ok: true; challenge: ChallengeView } | Refusal>;
  /** `room` with accept (of a duel: the match; of a race: the accepter's run) and start. */
  act(
    player: string,
    challenge: string,
    action: ChallengeAction,
  ): Promise<{ ok: true; challenge: ChallengeView; room?: Envelope } | Refusal>;
}

/** Who may meet whom; a block list wins over everything. */
export interface SocialGraph {
  canChallenge(from: string, to: string): Promise<'ok' | 'blocked'>;
  /** Accepted both ways, and neither blocks the other. */
  areFriends(one: string, other: string): Promise<boolean>;
}

/** Ids and figures that a client needs to act on a notification. */
export type NoticeData = Readonly<Record<string, string | number | boolean | null>>;

export interface Notifier {
  /** Numbers, keeps and pushes one. */
  notify(player: string, kind: NoticeKind, text: string, data: NoticeData): Promise<void>;
  /**
   * Notifications of these players were written by somebody else's transaction, which has committed: pushes all that
   * were not pushed yet. Also after a change of what their inbox shows (their matches).
   */
  wake(players: readonly string[]): void;
}

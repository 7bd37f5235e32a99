/** What is around the matches of Flip Match, as the HTTP contract tells it. Times are epoch ms, 0 = none. */

export type Difficulty = 'EASY' | 'MEDIUM' | 'HARD';

/** What is absent is the player's preference. */
export interface BoardWish {
  readonly difficulty?: Difficulty;
  /** A theme's id, or `random`. */
  readonly theme?: string;
}

/** `abandon`: an active duel, team match or race run of the player is left for it; else `in-active-match` names it. */
export interface StartWish extends BoardWish {
  readonly abandon?: boolean;
}

export interface Person {
  readonly player: string;
  readonly name: string;
}

export interface ChallengeRequest extends BoardWish {
  readonly mode: 'DUEL' | 'SPEED_RACE';
  /** A name, in any case, or a player's id. */
  readonly opponent: string;
  /** A completed solo game of the player, to be beaten on the same board. */
  readonly benchmark?: string;
}

export interface ChallengeAction {
  readonly kind: 'accept' | 'decline' | 'cancel' | 'start';
  readonly abandon?: boolean;
}

/** One side of a race; figures that the player may not know yet are absent. */
export interface RaceRun {
  readonly name: string;
  readonly status: 'not-started' | 'playing' | 'completed' | 'ended';
  readonly score?: number;
  readonly seconds?: number;
  readonly turns?: number;
}

export interface ChallengeResult {
  /** 0 the challenger, 1 the challenged, -1 a draw, null nobody. */
  readonly winner: number | null;
  /** The other side completed nothing, or forfeited. */
  readonly byDefault: boolean;
  /** By side. */
  readonly scores: readonly (number | null)[];
}

export interface Challenge {
  readonly id: string;
  readonly mode: 'DUEL' | 'SPEED_RACE';
  readonly status: 'PENDING' | 'ACCEPTED' | 'DECLINED' | 'CANCELLED' | 'EXPIRED' | 'COMPLETED';
  readonly challenger: Person;
  readonly challengee: Person;
  readonly difficulty: Difficulty;
  readonly theme: string;
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly acceptedAt: number;
  readonly you: 'challenger' | 'challengee';
  /** A race's two sides, the challenger's first. */
  readonly runs?: readonly RaceRun[];
  /** The player's own room. */
  readonly room?: string;
  readonly result?: ChallengeResult;
}

/** Newest first. */
export interface ChallengeList {
  readonly incoming: readonly Challenge[];
  readonly outgoing: readonly Challenge[];
  readonly active: readonly Challenge[];
  readonly recent: readonly Challenge[];
}

export interface Friend extends Person {
  readonly online: boolean;
  /** In an active match of any game. */
  readonly inMatch: boolean;
}

export interface FriendList {
  readonly friends: readonly Friend[];
  /** Who has asked the player. */
  readonly incoming: readonly Person[];
  /** Whom the player has asked. */
  readonly outgoing: readonly Person[];
  readonly blocked: readonly Person[];
}

export type FriendDeed = 'request' | 'accept' | 'decline' | 'remove' | 'block' | 'unblock';

export interface PartyMember extends Person {
  readonly online: boolean;
}

export interface PartyLine extends Person {
  readonly text: string;
  readonly at: number;
}

export interface Party {
  readonly id: string;
  /** Who has it may join. */
  readonly code: string;
  /** Null when the last member has just left. */
  readonly leader: string | null;
  /** In the order in which they joined. */
  readonly members: readonly PartyMember[];
  /** The team match under way. */
  readonly match?: string;
  /** Oldest first. */
  readonly said: readonly PartyLine[];
}

export type PartyAction =
  | { readonly kind: 'invite'; readonly name: string }
  | { readonly kind: 'accept' | 'leave' }
  | { readonly kind: 'kick' | 'promote'; readonly player: string }
  | { readonly kind: 'say'; readonly text: string };

export interface Notice {
  /** Counts the player's notifications, from 1. */
  readonly id: number;
  readonly kind: string;
  readonly at: number;
  readonly text: string;
  /** Ids and figures: `room`, `challenge`, `party`, ... by kind. */
  readonly data: Readonly<Record<string, unknown>>;
}

export interface Notices {
  readonly unread: number;
  /** Oldest first. */
  readonly items: readonly Notice[];
}

export type Board = 'solo' | 'duel' | 'speed-race' | 'team-snap';

export interface BoardQuery {
  /** Of solo play; default EASY. */
  readonly difficulty?: Difficulty;
  /** Of teams; default 2. */
  readonly partySize?: 2 | 3 | 4;
  /** 1 to 100; default 20. */
  readonly limit?: number;
  /** `next` of the page before. */
  readonly after?: string;
}

/** Averages are null over no game. */
export interface BoardRecord {
  readonly wins: number;
  readonly losses: number;
  readonly draws: number;
  readonly averagePairs?: number | null;
  readonly bestStreak?: number;
  readonly averageDifference?: number | null;
}

export interface BoardRow {
  readonly rank: number;
  readonly players: readonly Person[];
  readonly score: number;
  readonly at: number;
  /** Duels and races only. */
  readonly record?: BoardRecord;
}

export interface Leaderboard {
  readonly board: string;
  readonly rows: readonly BoardRow[];
  readonly next: string | null;
}

/** Best scores are null while there is none. */
export interface Stats {
  readonly duelWins: number;
  readonly duelLosses: number;
  readonly duelDraws: number;
  readonly duelBestScore: number | null;
  readonly duelStreak: number;
  readonly duelBestStreak: number;
  readonly duelPairs: number;
  readonly duelGames: number;
  readonly raceWins: number;
  readonly raceLosses: number;
  readonly raceDraws: number;
  readonly raceScoreDifference: number;
  readonly raceGames: number;
  readonly teamGamesPlayed: number;
  readonly teamBestScore: number | null;
  readonly soloGames: number;
  readonly soloBestScore: Readonly<Record<Difficulty, number | null>>;
}

export interface HeldAchievement {
  readonly id: string;
  readonly title: string;
  readonly requirement: string;
  readonly points: number;
  readonly emoji: string;
  readonly at: number;
  /** The match that earned it. */
  readonly match: string;
}

export interface Preferences {
  readonly difficulty: Difficulty;
  /** A theme's id, or `random`. */
  readonly theme: string;
  readonly challengesFrom: 'anyone' | 'friends';
}

export interface Profile extends Person {
  readonly stats: Stats;
  /** In the order in which they were earned. */
  readonly achievements: readonly HeldAchievement[];
  readonly preferences: Preferences;
}

export interface CommandReply {
  /** Plain text, lines parted by line feeds. */
  readonly text: string;
  /** The match that it is about. */
  readonly room?: string;
}

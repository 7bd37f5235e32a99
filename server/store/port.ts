import type { EndReason, MatchEvent, Mode, Status } from '@freeplay/shared/engine';
import type { PublicKey } from '@freeplay/shared/receipt';
import type { ChallengeClaim, FlipStore, Outcome } from './flip/port.ts';
import type { Social } from './social/port.ts';

/**
 * Everything durable, behind one narrow port. Calls are promises of values; a promise is rejected with
 * `StoreUnavailable` when the database cannot answer (the fate of a write is then unknown), and never for a conflict.
 */
export interface Store {
  readonly journal: Journal;
  readonly players: Players;
  readonly keys: Keys;
  readonly flip: FlipStore;
  readonly social: Social;
  readonly stats: StoreStats;
  /** Copies the embedded database, consistent and while it is in use, into a new file. PostgreSQL has pg_dump for it. */
  backup(file: string): Promise<void>;
  /** Takes nothing more, answers what it has taken, and lets go of the database. */
  close(): Promise<void>;
}

/** Counted since the store was opened, for the metrics: appends / batches = how many appends share a commit. */
export interface StoreStats {
  readonly batches: number;
  readonly appends: number;
  readonly events: number;
}

export class StoreUnavailable extends Error {}

/** The row of a match: what queries need without reading its log. Times are epoch ms, 0 = none. */
export interface MatchRow {
  readonly id: string;
  readonly game: string;
  readonly rules: string;
  readonly mode: Mode;
  readonly status: Status;
  readonly revision: number;
  /** Earliest running deadline. */
  readonly deadline: number;
  /** By seat; null = open. A waiting match has its one player at seat 0. */
  readonly players: readonly (string | null)[];
  readonly names: readonly (string | null)[];
  /** Unguessable id to share, or null. */
  readonly invite: string | null;
  /** The match whose rematch this is, or null. Unique: a match has at most one rematch. */
  readonly rematchOf: string | null;
  readonly winner: number | null;
  readonly reason: EndReason | null;
  readonly createdAt: number;
  readonly startedAt: number;
  readonly endedAt: number;
  /** Canonical JSON of the last MatchView, kept once the match is over; else null. */
  readonly finalView: string | null;
}

/**
 * Events of one match to commit together with its row, all or nothing. `expected` is the revision before the first
 * event; 0 creates the match. `claim` takes the active seat of each player; the append of an ended match gives back
 * all that the match holds. Seats change only with a creation, a claim or a `paired` event, and an end is never taken
 * back: other appends write of their row what moves with every event.
 */
export interface Append {
  readonly expected: number;
  readonly events: readonly MatchEvent[];
  /** The canonical text of each event, from a caller that has made it already; else it is made here. */
  readonly texts?: readonly string[];
  readonly row: MatchRow;
  /** Canonical text of the receipt of a match that ends here, or null. */
  readonly receipt: string | null;
  readonly claim: readonly SeatClaim[];
  /** 'open': this match becomes the one that waits in public for its game and rules; 'close': no longer; null: no change. */
  readonly queue: 'open' | 'close' | null;
  /** Ended: active seats and the public queue slot are given back. */
  readonly release: boolean;
  /** Creation only: refused with 'capacity' when this many matches of the class are active; 0 = unlimited. */
  readonly capacity: number;
  /** Players who leave a match that goes on: they give back their active seats. */
  readonly vacate?: readonly string[];
  /** Creation only: refused with 'challenge' when the challenge is not open to this match. */
  readonly challenge?: ChallengeClaim | null;
  /** What these events leave in the records of players. */
  readonly outcome?: Outcome | null;
}

/** One row per player and class: the database's own guarantee of one active room. */
export interface SeatClaim {
  readonly player: string;
  readonly activeClass: string;
  /** Creation only: the match whose seat the player gives up for this one, and which they have still to leave. */
  readonly from?: string;
}

/** Who sits in a match under way without holding its active seat: they have gone into another one. */
export interface Stray {
  readonly match: string;
  readonly player: string;
}

/**
 * 'revision': another writer has been there, nothing was written. 'active-seat': a claimed player sits in match `match`.
 * 'queue': match `match` already waits in public for this game and rules. 'capacity': too many active matches.
 * 'rematch': the original match has its rematch already, `match`. 'challenge': answered, started or expired meanwhile.
 */
export type AppendOutcome =
  /** `notified`: players for whom the append's outcome has written notifications. */
  | { readonly ok: true; readonly notified?: readonly string[] }
  | { readonly ok: false; readonly conflict: 'revision' | 'capacity' | 'challenge' }
  | { readonly ok: false; readonly conflict: 'active-seat' | 'queue' | 'rematch'; readonly match: string };

export interface StoredMatch {
  readonly row: MatchRow;
  readonly events: readonly MatchEvent[];
  /** The canonical text of each event, as it was written. */
  readonly texts: readonly string[];
}

export interface RematchOffers {
  /** Epoch ms of each seat's latest offer, 0 = none. */
  readonly at: readonly number[];
  /** The rematch, once created. */
  readonly match: string | null;
}

export interface Journal {
  /** Group commit: resolves after the commit that holds the append. Appends of one caller to one match keep their order. */
  append(append: Append): Promise<AppendOutcome>;
  load(match: string): Promise<StoredMatch | null>;
  row(match: string): Promise<MatchRow | null>;
  /** The receipt's canonical text, or null: the match goes on, or there is none. */
  receipt(match: string): Promise<string | null>;
  /** The match with this invite, or null. */
  byInvite(invite: string): Promise<string | null>;
  /** The match that waits in public for this game and rules, or null. */
  waiting(game: string, rules: string): Promise<string | null>;
  /** The active match of a player in a class, or null. */
  active(player: string, activeClass: string): Promise<string | null>;
  /** Those who have still to leave a match, and may have been forgotten there by a process that has died. */
  strays(limit: number): Promise<readonly Stray[]>;
  /** Ids of matches with 0 < deadline <= now, earliest first. */
  due(now: number, limit: number): Promise<readonly string[]>;
  /** The player's matches, newest first. */
  history(player: string, limit: number): Promise<readonly MatchRow[]>;
  /** Deletes up to `limit` ended matches with endedAt < before, and all that hangs on them; returns how many. */
  sweep(before: number, limit: number): Promise<number>;
  /** Records a seat's offer (durable) and returns the offers as they are then. */
  offerRematch(match: string, seat: number, at: number): Promise<RematchOffers>;
  rematchOffers(match: string): Promise<RematchOffers>;
}

export const DIFFICULTIES = ['EASY', 'MEDIUM', 'HARD'] as const;
export type Difficulty = (typeof DIFFICULTIES)[number];

export interface PlayerRecord {
  readonly player: string;
  readonly name: string;
  readonly preferredDifficulty: Difficulty;
  /** A theme's id, or 'random'. */
  readonly preferredTheme: string;
  readonly challengesFrom: 'anyone' | 'friends';
  readonly createdAt: number;
  /** Coarse: at most one write a minute. */
  readonly lastSeenAt: number;
}

export type PlayerPatch = Partial<
  Pick<PlayerRecord, 'name' | 'preferredDifficulty' | 'preferredTheme' | 'challengesFrom'>
>;

export interface Players {
  byTokenHash(tokenHash: string): Promise<PlayerRecord | null>;
  byId(player: string): Promise<PlayerRecord | null>;
  /** Creates the player, or returns the one who already has this token. 'name-taken': another has the name (any case). */
  create(
    tokenHash: string,
    player: PlayerRecord,
  ): Promise<{ readonly record: PlayerRecord; readonly created: boolean } | 'name-taken'>;
  update(player: string, patch: PlayerPatch): Promise<PlayerRecord | 'name-taken' | null>;
  /** Keeps the later of the stored and the given instant. */
  seen(player: string, at: number): Promise<void>;
}

/** The public keys that receipts are or were signed with. */
export interface Keys {
  /** From now on this key signs; others in use are closed at `closeAt`. A key that comes back is in use again. */
  enrolKey(key: PublicKey, closeAt: number): Promise<void>;
  /** Newest first. */
  publicKeys(): Promise<readonly PublicKey[]>;
}

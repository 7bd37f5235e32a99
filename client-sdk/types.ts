import type { StartWish } from './flip/types.ts';

export type { EndReason, MatchResult, Mode, Position, Status } from '@freeplay/shared/engine';
export type { ErrorCode, Snapshot } from '@freeplay/shared/protocol';
export type { PublicKey, Receipt, Replay, ReplayEvent } from '@freeplay/shared/receipt';

/** The guest whom the token stands for; `created` is true on the first visit. */
export interface Session {
  readonly player: string;
  readonly name: string;
  readonly created: boolean;
}

export interface Me {
  readonly player: string;
  readonly name: string;
}

export interface CatalogGame {
  readonly id: string;
  readonly titles: { readonly local: string; readonly online: string };
  /** Hash of the rules that the server plays by. */
  readonly rules: string;
}

export interface Catalog {
  readonly games: readonly CatalogGame[];
}

/** A match in the player's history; times are epoch ms, 0 = none. `status` and `reason` as in a snapshot. */
export interface HistoryRoom {
  readonly id: string;
  readonly game: string;
  readonly mode: string;
  readonly status: string;
  readonly seat: number;
  readonly players: readonly (string | null)[];
  readonly names: readonly (string | null)[];
  readonly winner: number | null;
  readonly reason: string | null;
  readonly createdAt: number;
  readonly startedAt: number;
  readonly endedAt: number;
}

export interface History {
  /** Newest first. */
  readonly rooms: readonly HistoryRoom[];
}

/** What a participant may do in a match. */
export type RoomAction =
  | { readonly kind: 'ready' }
  | { readonly kind: 'leave' }
  | { readonly kind: 'rematch' }
  | { readonly kind: 'move'; readonly revision: number; readonly action: number; readonly id: string };

/** A line of the party's talk in its match. `seat`: whose; -1 for a member of the party who is not in the match. */
export interface SaidLine {
  readonly seat: number;
  readonly text: string;
  /** Epoch ms. */
  readonly at: number;
}

/** A seat for one WebSocket, good for seconds. `publicAddress`: where its process is, absent: at the service's own address. */
export interface Seat {
  readonly name: string;
  readonly sessionId: string;
  readonly roomId: string;
  readonly processId: string;
  readonly publicAddress?: string;
}

export type EnterRequest =
  | { readonly game: string; readonly mode: 'public' | 'private' }
  | { readonly mode: 'join'; readonly room: string }
  | ({ readonly game: 'solo' | 'team-snap' } & StartWish);

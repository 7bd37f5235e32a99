import type { HistoryRoom } from '@freeplay/shared/protocol';
import type { StartWish } from './flip/types.ts';

export type { EndReason, MatchResult, Mode, Position, Status } from '@freeplay/shared/engine';
export type { ErrorCode, HistoryRoom, RoomAction, Snapshot } from '@freeplay/shared/protocol';
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

export interface History {
  /** Newest first. */
  readonly rooms: readonly HistoryRoom[];
}

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

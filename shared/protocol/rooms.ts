/** What a participant may do in a room, over either door. */
export type RoomAction =
  | { readonly kind: 'ready' }
  | { readonly kind: 'leave' }
  | { readonly kind: 'rematch' }
  /** `id` makes it idempotent: a repeat answers the first success and plays nothing. */
  | { readonly kind: 'move'; readonly revision: number; readonly action: number; readonly id?: string };

/** A match in a player's history; times are epoch ms, 0 = none. `status` and `reason` as in a snapshot. */
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

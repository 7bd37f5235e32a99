import type { Entrant, Envelope } from '@freeplay/shared/engine';
import type { ErrorCode, HistoryRoom, RoomAction } from '@freeplay/shared/protocol';
import type { Receipt, Replay } from '@freeplay/shared/receipt';
import type { HotMatch } from './hot-match.ts';

export type { HistoryRoom, RoomAction } from '@freeplay/shared/protocol';

/** Refusals are values, on every way through the server; each door translates them once. */
export interface Refusal {
  readonly ok: false;
  readonly code: ErrorCode;
  /** One sentence that says what to do next. */
  readonly message: string;
  /** For `rate-limited`, `at-capacity`, `draining`, `unavailable`: seconds to wait. */
  readonly retryAfter?: number;
  readonly details?: { readonly snapshot?: Envelope; readonly room?: string };
}

/** An accepted action: the snapshot after it, and the revision of the action's own event (a repeat: of the first success). */
export interface Accepted {
  readonly ok: true;
  readonly snapshot: Envelope;
  readonly revision: number;
}

/** What can be asked of a match from outside it: the same for every door and every process, so plain values only. */
export type HostCommand =
  | { readonly kind: 'join'; readonly entrant: Entrant; readonly swap: boolean }
  | { readonly kind: 'act'; readonly player: string; readonly action: Exclude<RoomAction, { kind: 'rematch' }> }
  /** Leaves a room in which nobody sits opposite yet, and no other. */
  | { readonly kind: 'withdraw'; readonly player: string }
  /** The player is there again. */
  | { readonly kind: 'arrive'; readonly player: string }
  /** Ends the match as ABANDONED; one that is over stays as it is. */
  | { readonly kind: 'abandon' }
  /** Only fires what is due. */
  | { readonly kind: 'touch' };

export type HostResult = { readonly ok: true; readonly match: HotMatch; readonly revision: number } | HostRefusal;

/** `match` is there when the match exists and is in memory, `room` when the player sits in that other room. */
export interface HostRefusal extends Refusal {
  readonly match?: HotMatch;
  readonly room?: string;
}

/** What a live room needs of the rooms: an action without a snapshot, and the shared view itself. */
export interface LiveRooms {
  perform(player: string, room: string, action: RoomAction): Promise<HostResult>;
  /** The match as it is now, for one of its participants. */
  look(player: string, room: string): Promise<HostResult>;
  /** The player has come back to the match. */
  arrive(player: string, room: string): Promise<HostResult>;
}

/** Rooms as one player meets them. Every call stamps its own time; none throws for what a caller sent. */
export interface Rooms {
  /** POST /rooms. `created` false with `resumed` false: joined. */
  enter(
    player: { readonly player: string; readonly name: string },
    request: EnterRequest,
  ): Promise<{ readonly ok: true; readonly created: boolean; readonly snapshot: Envelope } | Refusal>;
  act(player: string, room: string, action: RoomAction): Promise<Accepted | Refusal>;
  snapshot(player: string, room: string): Promise<{ readonly ok: true; readonly snapshot: Envelope } | Refusal>;
  replay(player: string, room: string): Promise<{ readonly ok: true; readonly replay: Replay } | Refusal>;
  /** Of a match that is over. */
  receipt(player: string, room: string): Promise<{ readonly ok: true; readonly receipt: Receipt } | Refusal>;
  history(player: string): Promise<readonly HistoryRoom[]>;
}

export type EnterRequest =
  | { readonly mode: 'public' | 'private'; readonly game: string }
  | { readonly mode: 'join'; readonly room: string };

/** Leads one socket of a participant to the match's live room. */
export interface SeatReservation {
  readonly name: string;
  readonly sessionId: string;
  readonly roomId: string;
  readonly processId: string;
  /** Where the room's process is reached, without a scheme; absent: at the address that answered. */
  readonly publicAddress?: string;
}

export interface Seats {
  seat(player: string, room: string): Promise<{ readonly ok: true; readonly reservation: SeatReservation } | Refusal>;
}

/** Who is online: a WebSocket of theirs is open, or a request came in the last 30 s. */
export interface Presence {
  /** A request of this player came in now. */
  seen(player: string): void;
  /** A socket of theirs opened; the returned function says that it closed. */
  attach(player: string): () => void;
  online(player: string): boolean;
}

import type { Seen } from '../games/rules.ts';
import type { ErrorCode } from '../protocol/errors.ts';
import type { Clocks, EndReason, Entrant, MatchEvent, Mode } from './event.ts';

/** What can be asked of a match. Randomness (seat orders) and time come in as values. */
export type Command =
  | { readonly kind: 'join'; readonly entrant: Entrant; readonly swap: boolean }
  | { readonly kind: 'ready'; readonly seat: number }
  | { readonly kind: 'leave'; readonly seat: number }
  | MoveCommand
  /** Fires the earliest deadline that has passed, at its own instant; nothing when none has. */
  | { readonly kind: 'expire'; readonly seen?: Seen }
  /** A player is there again. */
  | { readonly kind: 'arrive'; readonly seat: number }
  | { readonly kind: 'void'; readonly reason: EndReason };

export interface MoveCommand {
  readonly kind: 'move';
  readonly seat: number;
  /** The revision that the player saw. */
  readonly revision: number;
  readonly action: number;
  readonly id?: string;
  /** What chance has chosen, where the rules ask for it. */
  readonly choice?: number;
}

export interface CreateCommand {
  readonly match: string;
  readonly game: string;
  readonly rules: string;
  readonly mode: Mode;
  readonly clocks: Clocks;
  readonly by: Entrant;
  /** All seats, where they are known from the start, else null. */
  readonly seats: readonly Entrant[] | null;
  readonly rematchOf: string;
  readonly setup?: unknown;
}

/** Events to append, or a refusal. `revision` answers a repeated move: the revision of its first success. */
export type Decision =
  | { readonly ok: true; readonly events: readonly MatchEvent[]; readonly revision: number }
  | { readonly ok: false; readonly code: ErrorCode; readonly message: string };

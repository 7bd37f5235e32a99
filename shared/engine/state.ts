import type { Clocks, EndReason, Entrant, Mode } from './event.ts';
import type { MoveIds } from './move-ids.ts';
import type { Status } from './view.ts';

/** A match in memory: all that its log says, ready to be decided upon. Times are epoch ms, 0 = none. */
export interface MatchState {
  readonly id: string;
  readonly game: string;
  readonly rules: string;
  readonly mode: Mode;
  readonly clocks: Clocks;
  readonly rematchOf: string;
  /** The player who opened the match. */
  readonly owner: string;
  readonly status: Status;
  readonly revision: number;
  /** `at` of the last event: time never goes back within a match. */
  readonly at: number;
  /** By seat; null = open. Who waits sits at seat 0 until the seats are drawn. */
  readonly seats: readonly (Entrant | null)[];
  /** Bitmask of the seats that are ready. */
  readonly ready: number;
  /** The rules' own, opaque here: see Rules. */
  readonly position: unknown;
  readonly plies: number;
  /** End of the wait for an opponent or for the ready check; 0 once play starts. */
  readonly lobbyDeadline: number;
  readonly winner: number | null;
  readonly reason: EndReason | null;
  readonly createdAt: number;
  readonly startedAt: number;
  readonly endedAt: number;
  /** Every move that came with an idempotency key. */
  readonly moveIds: MoveIds;
}

/** The seat of a player in this match, or -1. */
export function seatOf(match: MatchState, player: string): number {
  return match.seats.findIndex((entrant) => entrant?.player === player);
}

import type { Position } from './game.ts';

/**
 * The contract between a game's rules and the match engine, which adds seats, life-cycle, revisions and the log, and
 * never names a game. A position is the rules' own: plain JSON, opaque to everybody else, and it may hold what players
 * must not see; only `view` is shown. Every function is pure and total; `at` is epoch milliseconds. Board games come
 * in through one adapter (`boardRules`).
 */
export interface Rules<P = unknown> {
  /** Rules key, also the room name: `gravity`. */
  readonly id: string;
  readonly seats: { readonly least: number; readonly most: number };
  /** A `lobby` waits for the other player and for both to be ready; `at-once` is being played when it is created. */
  readonly opening: 'lobby' | 'at-once';
  /** Whether positions hold what players must not see before the end: such a match's log stays closed until then. */
  readonly hidden: boolean;
  /** Whether time-outs depend on who was there. */
  readonly watchesPresence: boolean;
  /** A player has one active match in each class. */
  readonly activeClass: 'room' | 'flip';
  /** The position before the start. `setup` is what the created event carries, checked by who made it. */
  open(setup: unknown, clocks: TurnClocks): P;
  /** Play starts. */
  start(position: P, at: number): P;
  move(position: P, move: Move): Moved<P>;
  /** Values among which chance must choose before this action can be played, or null when it needs none. */
  choices(position: P, action: number): readonly number[] | null;
  /** The next instant at which the position changes by itself. */
  due(position: P): Due | null;
  /** That clock has run out at `due.at`. `seen`: see `Seen`; [] where the rules do not ask for it. */
  expire(position: P, due: Due, seen: Seen): P;
  /** A player leaves a match that is being played. */
  leave(position: P, seat: number, at: number): P;
  /** A player is there again; the same position when that changes nothing. */
  arrive(position: P, seat: number, at: number): P;
  /** How the match has ended by the rules, or null. */
  verdict(position: P): Verdict | null;
  /** The match is over, by the rules or from outside. */
  close(position: P, at: number): P;
  deadlines(position: P): Deadlines;
  /** What all players see. */
  view(position: P): Position;
  /** Points by seat where the game counts points, else null. */
  scores(position: P): readonly number[] | null;
  /** Legal actions of the seat to move by what is shown, ascending. */
  legal(view: Position): number[];
  /** What a replay starts from: all that was fixed before the first move. */
  initial(position: P): unknown;
  /**
   * Why what `initial` shows cannot be what the match was started with, as a sentence, or null: for rules that commit to
   * what they hide. `sha256` gives the hash of bytes in hex.
   */
  disproof(position: P, sha256: (bytes: Uint8Array) => string): string | null;
}

/** Durations in milliseconds; 0 = no such clock. */
export interface TurnClocks {
  readonly turn: number;
  readonly match: number;
}

export interface Move {
  readonly seat: number;
  readonly action: number;
  readonly at: number;
  /** What chance has chosen of `choices`. */
  readonly choice?: number;
}

export const MOVE_REFUSALS = [
  'already-ended',
  'forbidden',
  'not-your-turn',
  'illegal-action',
  'hints-disabled',
  'no-hints-left',
  'pass-not-allowed',
] as const;

export type Moved<P> =
  | { readonly ok: true; readonly position: P }
  | { readonly ok: false; readonly code: (typeof MOVE_REFUSALS)[number]; readonly message: string };

/** Every clock of a match: the first two run before its start, the others are the rules' own. */
export const CLOCK_NAMES = ['queue', 'ready', 'turn', 'match', 'limit', 'idle', 'absence'] as const;
export type ClockName = (typeof CLOCK_NAMES)[number];

export interface Due {
  readonly at: number;
  readonly clock: ClockName;
}

/** By seat: epoch ms at which the player was last known to be there; at or after a deadline means there at that instant. */
export type Seen = readonly number[];

export const VERDICT_REASONS = [
  'line',
  'count',
  'full',
  'timeout',
  'resigned',
  'match-expired',
  'forfeit',
  'abandoned',
  'time-limit',
  'tie-break',
  'completed',
] as const;

export interface Verdict {
  readonly status: 'finished' | 'void';
  /** A seat, -1 for a draw, null when nobody can win. */
  readonly winner: number | null;
  readonly reason: (typeof VERDICT_REASONS)[number];
}

/** 0 = none. */
export interface Deadlines {
  readonly turn: number;
  readonly match: number;
}

/** A deadline `duration` ms after `at`; a duration of 0 is no clock. */
export function after(at: number, duration: number): number {
  return duration === 0 ? 0 : at + duration;
}

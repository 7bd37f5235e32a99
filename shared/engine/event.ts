import type { ClockName, Seen } from '../games/rules.ts';

export { CLOCK_NAMES, type ClockName } from '../games/rules.ts';

/**
 * A match is a log of these events. `revision` counts them (the first is 1), `at` is epoch milliseconds and never
 * decreases, `id` is the client's idempotency key of a move. The log is stored, replayed and hashed as canonical JSON.
 */
export const EVENT_KINDS = [
  'created',
  'paired',
  'ready',
  'started',
  'moved',
  'skipped',
  'timed-out',
  'paused',
  'resumed',
  'left',
  'resigned',
  'revealed',
  'ended',
  'voided',
] as const;
export type EventKind = (typeof EVENT_KINDS)[number];

/** Durations in milliseconds, pinned when the match is created so that a replay needs no configuration; 0 = no such clock. */
export interface Clocks {
  readonly queue: number;
  readonly ready: number;
  readonly turn: number;
  readonly match: number;
}

/** How a room of two is asked for. */
export const ROOM_MODES = ['public', 'private'] as const;

/** How a match came about; those in capitals are the records of Flip Match. Stored: append only. */
export const MODES = [...ROOM_MODES, 'SOLO', 'DUEL', 'SPEED_RACE', 'TEAM_SNAP'] as const;
export type Mode = (typeof MODES)[number];

export const END_REASONS = [
  'line',
  'count',
  'full',
  'timeout',
  'resigned',
  'left',
  'ready-expired',
  'queue-expired',
  'match-expired',
  'rules-changed',
  'forfeit',
  'abandoned',
  'time-limit',
  'tie-break',
  'completed',
  'knockout',
  'technical-knockout',
  'decision',
  'draw',
  'double-knockout',
] as const;
export type EndReason = (typeof END_REASONS)[number];

/** A player as the match knows them: the name is the one at the time of entry, so that a replay shows what was shown. */
export interface Entrant {
  readonly player: string;
  readonly name: string;
}

export interface EventData {
  created: {
    readonly match: string;
    readonly game: string;
    readonly rules: string;
    readonly mode: Mode;
    readonly clocks: Clocks;
    readonly by: Entrant;
    /** The match whose rematch this is, or ''. */
    readonly rematchOf: string;
    /** What the rules open the position with, for games that need it: JSON, random values included. */
    readonly setup?: unknown;
  };
  /** All entrants in seat order: the ready check starts, or play does. */
  paired: { readonly seats: readonly Entrant[] };
  ready: Record<string, never>;
  started: Record<string, never>;
  /** `choice` is what chance has chosen for it. */
  moved: { readonly action: number; readonly choice?: number };
  skipped: Record<string, never>;
  /** `seen`: when each player was last there, where the rules ask. */
  'timed-out': { readonly clock: ClockName; readonly seen?: Seen };
  paused: Record<string, never>;
  resumed: Record<string, never>;
  left: Record<string, never>;
  resigned: Record<string, never>;
  revealed: Record<string, never>;
  /** `winner` is a seat, -1 for a draw, null for none (cancelled). */
  ended: { readonly status: 'finished' | 'cancelled'; readonly winner: number | null; readonly reason: EndReason };
  voided: { readonly reason: EndReason };
}

interface Stamped<K extends EventKind> {
  readonly v: 1;
  readonly revision: number;
  readonly at: number;
  readonly kind: K;
  readonly seat: number | null;
  readonly id?: string;
  readonly data: EventData[K];
}

export type EventOf<K extends EventKind> = Stamped<K>;
export type MatchEvent = { [K in EventKind]: Stamped<K> }[EventKind];

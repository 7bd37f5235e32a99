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

export const CLOCK_NAMES = ['queue', 'ready', 'turn', 'match'] as const;
export type ClockName = (typeof CLOCK_NAMES)[number];

export const MODES = ['public', 'private'] as const;
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
  };
  /** Both entrants in seat order; the ready check starts. */
  paired: { readonly seats: readonly [Entrant, Entrant] };
  ready: Record<string, never>;
  started: Record<string, never>;
  moved: { readonly action: number };
  skipped: Record<string, never>;
  'timed-out': { readonly clock: ClockName };
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

/** Two runs on one board, compared. */
import type { FlipPosition } from './state.ts';
import { elapsedMs, result } from './view.ts';

export const RUN_STATUSES = ['not-started', 'playing', 'completed', 'ended'] as const;
export type RunStatus = (typeof RUN_STATUSES)[number];

/** One side's run. `ended` is over without being completed; only a completed run has a score. */
export interface RaceRun {
  readonly status: RunStatus;
  readonly score: number | null;
  readonly ms: number;
  readonly turns: number;
}

export interface RaceOutcome {
  readonly status: 'COMPLETED' | 'EXPIRED';
  /** The challenger is 0, the challengee 1; -1 is a draw, null an expired race that nobody completed. */
  readonly winner: number | null;
  /** The other side completed nothing. */
  readonly byDefault: boolean;
}

/** The run of a SOLO or SPEED_RACE match; null stands for one that has not been started. */
export function runOf(position: FlipPosition | null): RaceRun {
  if (position === null) return { status: 'not-started', score: null, ms: 0, turns: 0 };
  const found = result(position);
  const status = found === null ? 'playing' : found.success ? 'completed' : 'ended';
  return { status, score: found?.scores[0] ?? null, ms: elapsedMs(position), turns: position.shown.turns[0] ?? 0 };
}

/**
 * Higher score, then less time, then fewer turns, then a draw; who completes wins against who does not. null while a run
 * may still be completed, which is never so once the challenge has expired.
 */
export function raceOutcome(runs: readonly [RaceRun, RaceRun], expired: boolean): RaceOutcome | null {
  const [first, second] = runs;
  if (!expired && !(isOver(first) && isOver(second))) return null;
  if (first.status === 'completed' && second.status === 'completed') {
    return { status: 'COMPLETED', winner: better(first, second), byDefault: false };
  }
  const winner = runs.findIndex(({ status }) => status === 'completed');
  return winner === -1
    ? { status: 'EXPIRED', winner: null, byDefault: false }
    : { status: 'COMPLETED', winner, byDefault: true };
}

function isOver({ status }: RaceRun): boolean {
  return status === 'completed' || status === 'ended';
}

function better(first: RaceRun, second: RaceRun): number {
  const order = (second.score ?? 0) - (first.score ?? 0) || first.ms - second.ms || first.turns - second.turns;
  if (order === 0) return -1;
  return order < 0 ? 0 : 1;
}

/** The other side's run as a player may see it. */
export interface RivalRun {
  readonly status: RunStatus;
  readonly score?: number;
  readonly seconds?: number;
  readonly turns?: number;
}

/** A rival's figures stay hidden until the player's own run is over, but for a benchmark, which is the challenge itself. */
export function rivalRun(rival: RaceRun, own: RaceRun, benchmark: boolean): RivalRun {
  const { status, score, ms, turns } = rival;
  if (score === null || !(benchmark || isOver(own))) return { status };
  return { status, score, seconds: Math.floor(ms / 1000), turns };
}

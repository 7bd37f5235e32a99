/** The rules of the leaderboards. The server asks its database; these say what the answer must be. */
import type { Difficulty, FlipMode } from './modes.ts';
import type { Finish } from './stats.ts';

/** A leaderboard: modes never mix, nor do difficulties of solo play, nor sizes of teams. */
export interface LeaderboardKey {
  readonly mode: FlipMode;
  /** SOLO only. */
  readonly difficulty: Difficulty | null;
  /** TEAM_SNAP only, else 0. */
  readonly partySize: number;
}

export const DEFAULT_MODE: FlipMode = 'SOLO';

export interface LeaderboardEntry {
  /** A player, or a team (`teamOf`). */
  readonly owner: string;
  readonly score: number;
  /** Epoch ms. */
  readonly at: number;
}

/** Where a finish is entered, and with which score; null when it is not: a forfeited duel, a race run that was not completed. */
export function entryOf(finish: Finish): { readonly key: LeaderboardKey; readonly score: number } | null {
  const { mode, score } = finish;
  switch (mode) {
    case 'SOLO':
      return { key: { mode, difficulty: finish.difficulty, partySize: 0 }, score };
    case 'DUEL':
      return finish.byForfeit ? null : { key: { mode, difficulty: null, partySize: 0 }, score };
    case 'SPEED_RACE':
      return score === null ? null : { key: { mode, difficulty: null, partySize: 0 }, score };
    case 'TEAM_SNAP':
      return { key: { mode, difficulty: null, partySize: finish.found.length }, score };
  }
}

/** One row per owner, the best entry; higher scores first, then earlier ones. */
export function standings(entries: readonly LeaderboardEntry[]): readonly LeaderboardEntry[] {
  const rows = new Map<string, LeaderboardEntry>();
  for (const entry of entries.toSorted(ahead)) if (!rows.has(entry.owner)) rows.set(entry.owner, entry);
  return [...rows.values()];
}

/** Negative when the first entry goes before the second. */
export function ahead(first: LeaderboardEntry, second: LeaderboardEntry): number {
  return second.score - first.score || first.at - second.at;
}

/** One name for a team of these players (ids), in whatever order they sat. */
export function teamOf(players: readonly string[]): string {
  return players.toSorted().join(' ');
}

import type { FlipStats } from '@freeplay/shared/games/flip/records';
import { text, whole } from '../cells.ts';
import { ask, askOne, type Script } from '../script.ts';
import type { AwardedAchievement, LeaderPlace, LeaderRow } from './port.ts';

/** Ahead of every row. */
const TOP: LeaderPlace = { score: 2 ** 31 - 1, at: 0, holder: '' };

export function* leaders(board: string, after: LeaderPlace | null, limit: number): Script<readonly LeaderRow[]> {
  const { score, at, holder } = after ?? TOP;
  const rows = yield* askOne('leaders', [board, score, at, holder, limit]);
  return rows.map(([owner, points, reachedAt, match, details]) => ({
    holder: text(owner),
    score: whole(points),
    at: whole(reachedAt),
    match: text(match),
    members: JSON.parse(text(details)).members, // Canonical JSON, written by this store alone.
  }));
}

export function* statsOf(players: readonly string[]): Script<Readonly<Record<string, FlipStats>>> {
  const rows = yield* ask(
    'readStats',
    players.map((player) => [player]),
  );
  return Object.fromEntries(rows.map(([player, stored]) => [text(player), JSON.parse(text(stored))])); // as above
}

export function* achievementsOf(player: string): Script<readonly AwardedAchievement[]> {
  const rows = yield* askOne('achievementsOf', [player]);
  return rows.map(([id, at, match]) => ({ id: text(id), at: whole(at), match: text(match) }));
}

export function* namesOf(players: readonly string[]): Script<Readonly<Record<string, string>>> {
  const rows = yield* ask(
    'namesOf',
    players.map((player) => [player]),
  );
  return Object.fromEntries(rows.map(([player, name]) => [text(player), text(name)]));
}

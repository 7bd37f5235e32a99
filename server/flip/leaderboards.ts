import { DIFFICULTIES, type Difficulty, FLIP_MODES, type FlipMode, MODE } from '@freeplay/shared/games/flip';
import { averagesOf, type FlipStats, NO_STATS } from '@freeplay/shared/games/flip/records';
import type { FlipStore, LeaderPlace, LeaderRow, Named } from '../store/flip/port.ts';

export interface LeaderboardRequest {
  /** The board's room name. */
  readonly board: string;
  readonly difficulty?: Difficulty;
  readonly partySize?: number;
  readonly limit: number;
  /** `next` of the page before. */
  readonly after?: string;
}

/** Of duels and races. */
interface PlayRecord {
  readonly wins: number;
  readonly losses: number;
  readonly draws: number;
  readonly averagePairs?: number | null;
  readonly bestStreak?: number;
  readonly averageDifference?: number | null;
}

export interface Standing {
  readonly rank: number;
  readonly players: readonly Named[];
  readonly score: number;
  readonly at: number;
  readonly record?: PlayRecord;
}

export interface LeaderboardPage {
  readonly board: string;
  readonly rows: readonly Standing[];
  readonly next: string | null;
}

interface Place extends LeaderPlace {
  /** Of the row at this place. */
  readonly rank: number;
}

/** A page of a leaderboard; null: there is no such board, or no such page. */
export async function leaderboard(store: FlipStore, request: LeaderboardRequest): Promise<LeaderboardPage | null> {
  const mode = FLIP_MODES.find((one) => MODE[one].room === request.board);
  const after = request.after === undefined ? null : placeIn(request.after);
  if (mode === undefined || (request.after !== undefined && after === null)) return null;
  const board = boardName(mode, request);
  const rows = await store.leaders(board, after, request.limit);
  const players = [...new Set(rows.flatMap(({ members }) => members.map(({ player }) => player)))];
  const [names, stats] = await Promise.all([store.namesOf(players), store.statsOf(players)]);
  const before = after?.rank ?? 0;
  return {
    board,
    rows: rows.map((row, index) => standing(row, before + index + 1, mode, names, stats)),
    next: rows.length === request.limit ? cursor(rows.at(-1), before + rows.length) : null,
  };
}

function boardName(mode: FlipMode, { difficulty = DIFFICULTIES[0], partySize = 2 }: LeaderboardRequest): string {
  const { room } = MODE[mode];
  if (mode === 'SOLO') return `${room}:${difficulty}`;
  return mode === 'TEAM_SNAP' ? `${room}:${partySize}` : room;
}

function standing(
  { members, score, at }: LeaderRow,
  rank: number,
  mode: FlipMode,
  names: Readonly<Record<string, string>>,
  stats: Readonly<Record<string, FlipStats>>,
): Standing {
  const players = members.map(({ player, name }) => ({ player, name: names[player] ?? name }));
  const record = recordOf(mode, stats[members[0]?.player ?? ''] ?? NO_STATS);
  return { rank, players, score, at, ...(record !== null && { record }) };
}

function recordOf(mode: FlipMode, stats: FlipStats): PlayRecord | null {
  const { duelPairs, raceDifference } = averagesOf(stats);
  switch (mode) {
    case 'DUEL': {
      const { duelWins: wins, duelLosses: losses, duelDraws: draws, duelBestStreak: bestStreak } = stats;
      return { wins, losses, draws, averagePairs: duelPairs, bestStreak };
    }
    case 'SPEED_RACE': {
      const { raceWins: wins, raceLosses: losses, raceDraws: draws } = stats;
      return { wins, losses, draws, averageDifference: raceDifference };
    }
    case 'SOLO':
    case 'TEAM_SNAP':
      return null;
  }
}

function cursor(row: LeaderRow | undefined, rank: number): string | null {
  if (row === undefined) return null;
  const { score, at, holder } = row;
  return Buffer.from(JSON.stringify([rank, score, at, holder])).toString('base64url');
}

function placeIn(text: string): Place | null {
  try {
    const parts: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
    if (!Array.isArray(parts) || parts.length !== 4) return null;
    const [rank, score, at, holder] = parts;
    const whole = [rank, score, at].every((value) => Number.isSafeInteger(value) && value >= 0);
    const sound = whole && rank < 2 ** 31 && score < 2 ** 31 && typeof holder === 'string' && holder.isWellFormed();
    return sound && !holder.includes('\0') ? { rank, score, at, holder } : null;
  } catch {
    return null;
  }
}

/** What a match leaves in its players' records. Pure: the server keeps the records, and applies each finish once. */
import type { Difficulty } from './modes.ts';
import type { RaceOutcome, RaceRun } from './race.ts';
import type { Verdict } from './score.ts';
import type { FlipPosition } from './state.ts';
import { result } from './view.ts';

/** One player's end of a match that counts for statistics. */
export type Finish =
  | { readonly mode: 'SOLO'; readonly difficulty: Difficulty; readonly score: number }
  | {
      readonly mode: 'DUEL';
      readonly verdict: Verdict;
      readonly byForfeit: boolean;
      readonly score: number;
      /** Pairs that this player found, and all on the board. */
      readonly found: number;
      readonly pairs: number;
    }
  | {
      readonly mode: 'SPEED_RACE';
      readonly difficulty: Difficulty;
      readonly verdict: Verdict;
      /** null for a run that was not completed: the race was decided by default. */
      readonly score: number | null;
      readonly rivalScore: number | null;
    }
  | {
      readonly mode: 'TEAM_SNAP';
      readonly score: number;
      /** Of every player at the start of the match, by seat. */
      readonly found: readonly number[];
    };

/** `null` best scores: none yet. Averages: `averagesOf`. */
export interface FlipStats {
  readonly duelWins: number;
  readonly duelLosses: number;
  readonly duelDraws: number;
  readonly duelBestScore: number | null;
  /** Duels won in a row by play. */
  readonly duelStreak: number;
  readonly duelBestStreak: number;
  /** Pairs found in, and number of, the duels that were played to their end. */
  readonly duelPairs: number;
  readonly duelGames: number;
  readonly raceWins: number;
  readonly raceLosses: number;
  readonly raceDraws: number;
  /** Own score minus the rival's, summed over, and number of, the races that both completed. */
  readonly raceScoreDifference: number;
  readonly raceGames: number;
  readonly teamGamesPlayed: number;
  readonly teamBestScore: number | null;
  readonly soloGames: number;
  readonly soloBestScore: Readonly<Record<Difficulty, number | null>>;
}

export const NO_STATS: FlipStats = {
  duelWins: 0,
  duelLosses: 0,
  duelDraws: 0,
  duelBestScore: null,
  duelStreak: 0,
  duelBestStreak: 0,
  duelPairs: 0,
  duelGames: 0,
  raceWins: 0,
  raceLosses: 0,
  raceDraws: 0,
  raceScoreDifference: 0,
  raceGames: 0,
  teamGamesPlayed: 0,
  teamBestScore: null,
  soloGames: 0,
  soloBestScore: { EASY: null, MEDIUM: null, HARD: null },
};

/**
 * By seat, what an ended match counts for; null where it counts for nothing: ABANDONED, a run or team game that was not
 * completed, a player who left the team, and a race run, which counts when the race is decided (`finishesOfRace`).
 */
export function finishesOf(position: FlipPosition): readonly (Finish | null)[] {
  return position.shown.left.map((_, seat) => finishOf(position, seat));
}

function finishOf(position: FlipPosition, seat: number): Finish | null {
  const { shown, kept } = position;
  const found = result(position);
  if (kept.outcome === null || found === null || !found.success) return null;
  const score = found.scores[seat] ?? 0;
  switch (kept.mode) {
    case 'SOLO':
      return { mode: 'SOLO', difficulty: shown.difficulty, score };
    case 'SPEED_RACE':
      return null;
    case 'TEAM_SNAP':
      return shown.left[seat] === true
        ? null
        : { mode: 'TEAM_SNAP', score: found.teamScore ?? 0, found: found.pairsFound };
    case 'DUEL':
      return {
        mode: 'DUEL',
        verdict: verdictOf(kept.outcome.winner, seat),
        byForfeit: kept.outcome.reason === 'forfeit',
        score,
        found: found.pairsFound[seat] ?? 0,
        pairs: kept.board.length / 2,
      };
  }
}

/** By side, what a decided race counts for; nulls for an expired one. */
export function finishesOfRace(
  runs: readonly [RaceRun, RaceRun],
  { winner }: RaceOutcome,
  difficulty: Difficulty,
): readonly (Finish | null)[] {
  return runs.map((run, side) =>
    winner === null
      ? null
      : {
          mode: 'SPEED_RACE',
          difficulty,
          verdict: verdictOf(winner, side),
          score: run.score,
          rivalScore: runs[1 - side]?.score ?? null,
        },
  );
}

function verdictOf(winner: number | null, seat: number): Verdict {
  if (winner === -1) return 'drawn';
  return winner === seat ? 'won' : 'lost';
}

/** The record after one more finish. */
export function counted(stats: FlipStats, finish: Finish): FlipStats {
  switch (finish.mode) {
    case 'SOLO':
      return {
        ...stats,
        soloGames: stats.soloGames + 1,
        soloBestScore: {
          ...stats.soloBestScore,
          [finish.difficulty]: best(stats.soloBestScore[finish.difficulty], finish.score),
        },
      };
    case 'TEAM_SNAP':
      return {
        ...stats,
        teamGamesPlayed: stats.teamGamesPlayed + 1,
        teamBestScore: best(stats.teamBestScore, finish.score),
      };
    case 'SPEED_RACE':
      return countedRace(stats, finish);
    case 'DUEL':
      return countedDuel(stats, finish);
  }
}

function countedRace(stats: FlipStats, { verdict, score, rivalScore }: FinishIn<'SPEED_RACE'>): FlipStats {
  const compared = score !== null && rivalScore !== null;
  return {
    ...stats,
    raceWins: stats.raceWins + one(verdict === 'won'),
    raceLosses: stats.raceLosses + one(verdict === 'lost'),
    raceDraws: stats.raceDraws + one(verdict === 'drawn'),
    raceScoreDifference: stats.raceScoreDifference + (compared ? score - rivalScore : 0),
    raceGames: stats.raceGames + one(compared),
  };
}

/** A forfeit counts for wins and losses, and ends the loser's row; it raises nothing that a leaderboard shows beside. */
function countedDuel(stats: FlipStats, { verdict, byForfeit, score, found }: FinishIn<'DUEL'>): FlipStats {
  const duelStreak = verdict !== 'won' ? 0 : stats.duelStreak + one(!byForfeit);
  const verdicts = {
    ...stats,
    duelWins: stats.duelWins + one(verdict === 'won'),
    duelLosses: stats.duelLosses + one(verdict === 'lost'),
    duelDraws: stats.duelDraws + one(verdict === 'drawn'),
    duelStreak,
    duelBestStreak: Math.max(stats.duelBestStreak, duelStreak),
  };
  if (byForfeit) return verdicts;
  return {
    ...verdicts,
    duelBestScore: best(stats.duelBestScore, score),
    duelPairs: stats.duelPairs + found,
    duelGames: stats.duelGames + 1,
  };
}

export type FinishIn<M extends Finish['mode']> = Extract<Finish, { readonly mode: M }>;

/** Averages over the games that have both scores; null when there is none. */
export function averagesOf(stats: FlipStats): {
  readonly duelPairs: number | null;
  readonly raceDifference: number | null;
} {
  return {
    duelPairs: stats.duelGames === 0 ? null : stats.duelPairs / stats.duelGames,
    raceDifference: stats.raceGames === 0 ? null : stats.raceScoreDifference / stats.raceGames,
  };
}

function best(before: number | null, score: number): number {
  return before === null ? score : Math.max(before, score);
}

function one(counts: boolean): number {
  return counts ? 1 : 0;
}

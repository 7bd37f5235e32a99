import { DIFFICULTY, type Difficulty, parOf } from './modes.ts';

/** One named part of a score; its points may be negative or 0. */
export interface ScoreTerm {
  readonly name: TermName;
  readonly points: number;
}

export const TERM_NAMES = [
  'base',
  'extraTurns',
  'misses',
  'overPar',
  'hints',
  'pairs',
  'streak',
  'perfect',
  'underPar',
  'noHints',
  'fullParticipation',
  'domination',
  'victory',
  'margin',
  'draw',
] as const;
export type TermName = (typeof TERM_NAMES)[number];

/** A score and how it came about: score = max(0, trunc(raw x percent / 100)), raw = the sum of the terms. All whole numbers. */
export interface ScoreSheet {
  readonly terms: readonly ScoreTerm[];
  readonly raw: number;
  /** The difficulty's multiplier in per cent. */
  readonly percent: number;
  readonly score: number;
}

/** A completed board. `seconds` are whole ones; `turns` and `bestStreak` are those of the player or the team. */
export interface Completion {
  readonly difficulty: Difficulty;
  /** Pairs on the board. */
  readonly pairs: number;
  readonly turns: number;
  readonly seconds: number;
  readonly hintsUsed: number;
  readonly bestStreak: number;
}

/** SOLO and SPEED_RACE. */
export function soloScore(run: Completion): ScoreSheet {
  return sheet(run.difficulty, completionTerms(run, parOf('SOLO', run.difficulty)));
}

/** TEAM_SNAP: the solo terms by team par, and a bonus when every player found a pair. */
export function teamScore(run: Completion & { readonly everyoneFound: boolean }): ScoreSheet {
  return sheet(run.difficulty, [
    ...completionTerms(run, parOf('TEAM_SNAP', run.difficulty)),
    { name: 'fullParticipation', points: run.everyoneFound ? 100 : 0 },
  ]);
}

function completionTerms({ pairs, turns, seconds, hintsUsed, bestStreak }: Completion, par: number): ScoreTerm[] {
  return [
    { name: 'base', points: 1000 },
    { name: 'extraTurns', points: 0 - 10 * (turns - pairs) },
    { name: 'overPar', points: 0 - overPar(seconds, par) },
    { name: 'hints', points: 0 - 50 * hintsUsed },
    { name: 'streak', points: 10 * bestStreak },
    { name: 'perfect', points: turns === pairs ? 500 : 0 },
    { name: 'underPar', points: seconds < par ? 100 : 0 },
    { name: 'noHints', points: hintsUsed === 0 ? 100 : 0 },
  ];
}

/** One player's part of a duel. */
export interface DuelPart {
  readonly difficulty: Difficulty;
  /** Pairs on the board. */
  readonly pairs: number;
  /** Pairs that this player found. */
  readonly found: number;
  /** This player's turns. */
  readonly turns: number;
  /** Of the clock that both share. */
  readonly seconds: number;
  readonly bestStreak: number;
  readonly verdict: Verdict;
  /** Own pairs minus the other's, with what a forfeit awards; it counts for the winner only. */
  readonly margin: number;
}

export const VERDICTS = ['won', 'lost', 'drawn'] as const;
export type Verdict = (typeof VERDICTS)[number];

/** DUEL, one player. */
export function duelScore(part: DuelPart): ScoreSheet {
  const won = part.verdict === 'won';
  return sheet(part.difficulty, [
    { name: 'base', points: 1000 },
    { name: 'misses', points: 0 - 10 * (part.turns - part.found) },
    { name: 'overPar', points: 0 - overPar(part.seconds, parOf('DUEL', part.difficulty)) },
    { name: 'pairs', points: 25 * part.found },
    { name: 'streak', points: 10 * part.bestStreak },
    { name: 'domination', points: dominates(part.found, part.pairs) ? 300 : 0 },
    { name: 'victory', points: won ? 500 : 0 },
    { name: 'margin', points: won ? 50 * part.margin : 0 },
    { name: 'draw', points: part.verdict === 'drawn' ? 100 : 0 },
  ]);
}

/** Found 75 % or more of the pairs on the board. */
export function dominates(found: number, pairs: number): boolean {
  return 4 * found >= 3 * pairs;
}

function overPar(seconds: number, par: number): number {
  return Math.max(0, seconds - par);
}

function sheet(difficulty: Difficulty, terms: readonly ScoreTerm[]): ScoreSheet {
  const { multiplier } = DIFFICULTY[difficulty];
  const raw = terms.reduce((sum, { points }) => sum + points, 0);
  return { terms, raw, percent: 100 * multiplier, score: Math.max(0, Math.trunc(raw * multiplier)) };
}

/** By seat, what decides a duel that nobody forfeited. */
export interface DuelCounts {
  readonly pairs: readonly number[];
  readonly turns: readonly number[];
  readonly turnMs: readonly number[];
}

/** More pairs; else fewer own turns; else less time in own turns; else a true draw (-1). */
export function duelWinner({ pairs, turns, turnMs }: DuelCounts): { readonly winner: number; readonly tied: boolean } {
  const byPairs = higher(pairs);
  if (byPairs !== -1) return { winner: byPairs, tied: false };
  const byTurns = higher(turns.map((count) => -count));
  return { winner: byTurns !== -1 ? byTurns : higher(turnMs.map((time) => -time)), tied: true };
}

/** The seat with the higher of two values, or -1. */
function higher([first = 0, second = 0]: readonly number[]): number {
  if (first === second) return -1;
  return first > second ? 0 : 1;
}

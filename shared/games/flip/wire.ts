/** The state of Flip Match as it travels to live rooms: numbers and lists of small integers instead of nested records. */
import { DIFFICULTIES, type Difficulty } from './modes.ts';
import { type ScoreSheet, TERM_NAMES, type TermName } from './score.ts';
import { NONE } from './state.ts';
import type { FlipResult, FlipView } from './view.ts';

/** `view` of the rules, which also names the card flipped last. */
type FlipState = FlipView & { readonly last: number };

/**
 * Flags by seat are bitmasks; -1 stands for null; `over` is 0 while the match runs, 1 after a failure, 2 after a success.
 * What of a result the state says already is left out. `sheets`: of each score [number of terms, (term, points)...,
 * percent].
 */
interface PackedFlip {
  readonly turn: number;
  readonly last: number;
  readonly size: number;
  readonly difficulty: number;
  readonly theme: string;
  readonly cards: readonly number[];
  readonly claimed: readonly number[];
  readonly firstFlip: number;
  readonly lastSeat: number;
  readonly lastCells: readonly number[];
  readonly lastItems: readonly number[];
  readonly lastMatched: boolean;
  readonly pairs: readonly number[];
  readonly turns: readonly number[];
  readonly turnMs: readonly number[];
  readonly timeouts: readonly number[];
  readonly streak: readonly number[];
  readonly bestStreak: readonly number[];
  readonly away: number;
  readonly left: number;
  readonly teamStreak: number;
  readonly teamBestStreak: number;
  readonly hintsLeft: number;
  readonly hintsUsed: number;
  readonly hintCell: number;
  readonly hintItem: number;
  readonly startedAt: number;
  readonly limitAt: number;
  readonly commitment: string;
  readonly challenge: string;
  readonly party: string;
  readonly over: number;
  readonly scores: readonly number[];
  readonly teamScore: number;
  readonly tally: readonly number[];
  readonly seconds: number;
  readonly sheets: readonly number[];
}

export const FLIP_CODEC = {
  pack: (state: FlipState) => packFlip(state),
  unpack: (packed: PackedFlip) => unpackFlip(packed),
};

function packFlip(state: FlipState): PackedFlip {
  const { difficulty, lastTurn, away, left, hint, result, ...same } = state;
  return {
    ...same,
    difficulty: DIFFICULTIES.indexOf(difficulty),
    lastSeat: lastTurn?.seat ?? NONE,
    lastCells: lastTurn?.cells ?? [],
    lastItems: lastTurn?.items ?? [],
    lastMatched: lastTurn?.matched ?? false,
    away: mask(away),
    left: mask(left),
    hintCell: hint?.cell ?? NONE,
    hintItem: hint?.item ?? NONE,
    over: result === undefined ? 0 : result.success ? 2 : 1,
    scores: result?.scores ?? [],
    teamScore: result?.teamScore ?? NONE,
    tally: result?.pairs ?? [],
    seconds: result?.seconds ?? 0,
    sheets: (result?.breakdown ?? []).flatMap(packSheet),
  };
}

/** Throws a RangeError for what this build cannot read. */
function unpackFlip(packed: PackedFlip): FlipState {
  const { difficulty, lastSeat, lastCells, lastItems, lastMatched, away, left, hintCell, hintItem, ...rest } = packed;
  const { over, scores, teamScore, tally, seconds, sheets, ...same } = rest;
  const seats = packed.pairs.length;
  const state = {
    ...same,
    difficulty: listed<Difficulty>(DIFFICULTIES, difficulty),
    lastTurn: lastSeat === NONE ? null : { seat: lastSeat, cells: lastCells, items: lastItems, matched: lastMatched },
    away: flags(away, seats),
    left: flags(left, seats),
    hint: hintCell === NONE ? null : { cell: hintCell, item: hintItem },
  };
  return over === 0 ? state : { ...state, result: unpackResult(packed) };
}

function unpackResult(packed: PackedFlip): FlipResult {
  const { over, scores, teamScore, tally, pairs, turns, bestStreak, seconds, hintsUsed, sheets } = packed;
  return {
    success: over === 2,
    scores,
    teamScore: teamScore === NONE ? null : teamScore,
    pairs: tally,
    pairsFound: pairs,
    turns,
    bestStreak,
    seconds,
    hintsUsed,
    breakdown: unpackSheets(sheets),
  };
}

function packSheet({ terms, percent }: ScoreSheet): number[] {
  return [terms.length, ...terms.flatMap(({ name, points }) => [TERM_NAMES.indexOf(name), points]), percent];
}

function unpackSheets(numbers: readonly number[]): ScoreSheet[] {
  const sheets: ScoreSheet[] = [];
  for (let at = 0; at < numbers.length; ) {
    const count = numbers[at++] ?? 0;
    const terms = Array.from({ length: count }, (_, term) => ({
      name: listed<TermName>(TERM_NAMES, numbers[at + 2 * term] ?? NONE),
      points: numbers[at + 2 * term + 1] ?? 0,
    }));
    at += 2 * count;
    const percent = numbers[at++] ?? 0;
    const raw = terms.reduce((sum, { points }) => sum + points, 0);
    sheets.push({ terms, raw, percent, score: Math.max(0, Math.trunc((raw * percent) / 100)) });
  }
  return sheets;
}

function mask(bits: readonly boolean[]): number {
  return bits.reduce((sum, on, seat) => (on ? sum | (1 << seat) : sum), 0);
}

function flags(bits: number, seats: number): boolean[] {
  return Array.from({ length: seats }, (_, seat) => (bits & (1 << seat)) !== 0);
}

function listed<T>(list: readonly T[], index: number): T {
  const value = list[index];
  if (value === undefined) throw new RangeError(`code ${index} is not in the list of this build`);
  return value;
}

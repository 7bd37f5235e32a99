/** What may be shown of a match, and what came of it. */
import { pairsOn } from './modes.ts';
import { duelScore, type ScoreSheet, soloScore, teamScore } from './score.ts';
import type { FlipOutcome, FlipPosition, FlipShown } from './state.ts';

/** What came of a match that is over. Scores are whole numbers; an ended run that was not completed has none. */
export interface FlipResult {
  readonly success: boolean;
  /** By seat; [] for a team and where there is no score. */
  readonly scores: readonly number[];
  readonly teamScore: number | null;
  /** By seat, the tally: the pairs found and, for the winner of a forfeit, those that nobody had claimed. */
  readonly pairs: readonly number[];
  /** By seat. */
  readonly pairsFound: readonly number[];
  readonly turns: readonly number[];
  readonly bestStreak: readonly number[];
  /** Whole seconds from the first flip to the end. */
  readonly seconds: number;
  readonly hintsUsed: number;
  /** How each score came about: by seat, or one for a team. */
  readonly breakdown: readonly ScoreSheet[];
}

export type FlipView = FlipShown & { readonly result?: FlipResult };

/** What every player of the match may see: `state` of the snapshot. */
export function view(position: FlipPosition): FlipView {
  const found = result(position);
  return found === null ? position.shown : { ...position.shown, result: found };
}

/** How the match ended, or null while it runs. */
export function outcome({ kept }: FlipPosition): FlipOutcome | null {
  return kept.outcome;
}

/** null while the match runs. */
export function result(position: FlipPosition): FlipResult | null {
  const { shown, kept } = position;
  if (kept.outcome === null) return null;
  const breakdown = sheets(position, kept.outcome);
  const scores = breakdown.map(({ score }) => score);
  const ofTeam = kept.mode === 'TEAM_SNAP';
  return {
    success: kept.outcome.success,
    scores: ofTeam ? [] : scores,
    teamScore: ofTeam ? (scores[0] ?? null) : null,
    pairs: tally(shown, kept.outcome),
    pairsFound: shown.pairs,
    turns: shown.turns,
    bestStreak: shown.bestStreak,
    seconds: seconds(position),
    hintsUsed: shown.hintsUsed,
    breakdown,
  };
}

/** Milliseconds from the first flip to the end; 0 before either. */
export function elapsedMs({ shown, kept }: FlipPosition): number {
  return shown.startedAt === 0 || kept.endedAt === 0 ? 0 : kept.endedAt - shown.startedAt;
}

function seconds(position: FlipPosition): number {
  return Math.floor(elapsedMs(position) / 1000);
}

function tally({ pairs, size }: FlipShown, { reason, winner }: FlipOutcome): readonly number[] {
  if (reason !== 'forfeit') return pairs;
  const unclaimed = pairsOn(size) - sum(pairs);
  return pairs.map((found, seat) => (seat === winner ? found + unclaimed : found));
}

function sheets(position: FlipPosition, ended: FlipOutcome): readonly ScoreSheet[] {
  if (!ended.success) return [];
  const { shown, kept } = position;
  const run = {
    difficulty: shown.difficulty,
    pairs: pairsOn(shown.size),
    turns: sum(shown.turns),
    seconds: seconds(position),
    hintsUsed: shown.hintsUsed,
  };
  switch (kept.mode) {
    case 'SOLO':
    case 'SPEED_RACE':
      return [soloScore({ ...run, bestStreak: shown.bestStreak[0] ?? 0 })];
    case 'TEAM_SNAP':
      return [teamScore({ ...run, bestStreak: shown.teamBestStreak, everyoneFound: !shown.pairs.includes(0) })];
    case 'DUEL':
      return duelSheets(position, ended);
  }
}

function duelSheets(position: FlipPosition, ended: FlipOutcome): readonly ScoreSheet[] {
  const { shown } = position;
  const counted = tally(shown, ended);
  return shown.pairs.map((found, seat) =>
    duelScore({
      difficulty: shown.difficulty,
      pairs: pairsOn(shown.size),
      found,
      turns: shown.turns[seat] ?? 0,
      seconds: seconds(position),
      bestStreak: shown.bestStreak[seat] ?? 0,
      verdict: ended.winner === -1 ? 'drawn' : ended.winner === seat ? 'won' : 'lost',
      margin: (counted[seat] ?? 0) - (counted[1 - seat] ?? 0),
    }),
  );
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}

/** `initial` of a replay, readable after the end (of both runs, in a race): the whole board and what proves it. */
export interface FlipReveal {
  readonly size: number;
  readonly difficulty: string;
  readonly theme: string;
  readonly cards: readonly number[];
  /** Hex. */
  readonly nonce: string;
  /** Decimal; only where the board was dealt from a seed. */
  readonly seed?: string;
}

export function reveal({ shown, kept }: FlipPosition): FlipReveal {
  const { size, difficulty, theme } = shown;
  const open = { size, difficulty, theme, cards: kept.board, nonce: kept.nonce };
  return kept.seed === '' ? open : { ...open, seed: kept.seed };
}

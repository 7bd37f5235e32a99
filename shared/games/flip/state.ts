import type { FlipBoard } from './board.ts';
import {
  DIFFICULTY,
  type Difficulty,
  type FlipClocks,
  type FlipMode,
  MODE,
  type ModeFacts,
  pairsOn,
  sideOf,
} from './modes.ts';

/** No cell, no seat, no owner, a hidden card. */
export const NONE = -1;
/** Actions beside the cells. */
export const HINT = 64;
export const PASS = 65;

/** Time-outs in a row, of a player who was present, that forfeit a duel. */
export const TIMEOUTS_TO_FORFEIT = 3;

/** The turn that ended last and showed a card; `cells` holds one card when it timed out after its first flip. */
export interface LastTurn {
  readonly seat: number;
  readonly cells: readonly number[];
  readonly items: readonly number[];
  readonly matched: boolean;
}

export interface Hint {
  readonly cell: number;
  readonly item: number;
}

/** What every player of the match sees. Arrays named in the plural of a player's deed are by seat. Times are epoch ms, 0 = none. */
export interface FlipShown {
  /** Cells on a side. */
  readonly size: number;
  readonly difficulty: Difficulty;
  readonly theme: string;
  /** By cell: the place of the card's item in the theme's list, or -1 while it is hidden. */
  readonly cards: readonly number[];
  /** By cell: the seat that found it, or -1. */
  readonly claimed: readonly number[];
  /** The card that is up in this turn, or -1. */
  readonly firstFlip: number;
  /** The seat to move, -1 after the end. */
  readonly turn: number;
  readonly lastTurn: LastTurn | null;
  readonly pairs: readonly number[];
  readonly turns: readonly number[];
  /** Milliseconds spent in own turns. */
  readonly turnMs: readonly number[];
  /** In a row; a duel's only. */
  readonly timeouts: readonly number[];
  readonly streak: readonly number[];
  readonly bestStreak: readonly number[];
  readonly away: readonly boolean[];
  readonly left: readonly boolean[];
  /** Of the team; 0 in the other modes. */
  readonly teamStreak: number;
  readonly teamBestStreak: number;
  readonly hintsLeft: number;
  readonly hintsUsed: number;
  /** The last hint, until the next flip. */
  readonly hint: Hint | null;
  /** The first flip. */
  readonly startedAt: number;
  readonly limitAt: number;
  /** 64 hex digits, or what the setup says. */
  readonly commitment: string;
  readonly challenge: string;
  readonly party: string;
}

export const FLIP_REASONS = ['completed', 'time-limit', 'tie-break', 'forfeit', 'abandoned'] as const;
export type FlipReason = (typeof FLIP_REASONS)[number];

/**
 * How a match ended. `winner` is a seat, -1 for a true draw, null where nobody can win (solo, race run, team) and when
 * it is ABANDONED (`void`). `success`: a board was completed, or a duel decided.
 */
export interface FlipOutcome {
  readonly status: 'finished' | 'void';
  readonly winner: number | null;
  readonly reason: FlipReason;
  readonly success: boolean;
}

/** What the server keeps to itself. */
export interface FlipKept {
  readonly mode: FlipMode;
  /** By seat, as shown in refusals. */
  readonly names: readonly string[];
  readonly clocks: FlipClocks;
  readonly board: FlipBoard;
  /** Hex. */
  readonly nonce: string;
  /** Decimal, '' where the board has none. */
  readonly seed: string;
  /** Cells that were ever shown to the players, ascending. */
  readonly seen: readonly number[];
  readonly openedAt: number;
  /** The last change. */
  readonly changedAt: number;
  /** The start of the running turn. */
  readonly turnFrom: number;
  /** The last input that the idle and the solo absence clocks count from. */
  readonly inputFrom: number;
  /** By seat: the last instant at which the player is known to have been there. */
  readonly presentAt: readonly number[];
  /** When the absences of a duel were judged last, 0 = never. */
  readonly judgedAt: number;
  /** Since when every player of a team is away, 0 when one is not. */
  readonly allAwayFrom: number;
  readonly outcome: FlipOutcome | null;
  readonly endedAt: number;
}

/** A whole match of Flip Match: plain JSON. Only `shown` may leave the server before the end. */
export interface FlipPosition {
  readonly shown: FlipShown;
  readonly kept: FlipKept;
}

/** What a match is opened with; everything random is in it as a value. */
export interface FlipSetup {
  readonly mode: FlipMode;
  readonly difficulty: Difficulty;
  /** Id of the theme. */
  readonly theme: string;
  /** By seat: the challenger first, a team in the order in which it joined the party. */
  readonly names: readonly string[];
  readonly clocks: FlipClocks;
  readonly board: FlipBoard;
  readonly nonce: string;
  readonly seed: string;
  readonly commitment: string;
  readonly challenge: string;
  readonly party: string;
  /** Epoch ms. */
  readonly at: number;
}

/** The codes are those of the protocol. */
export const FLIP_REFUSALS = [
  'already-ended',
  'forbidden',
  'illegal-action',
  'not-your-turn',
  'hints-disabled',
  'no-hints-left',
  'pass-not-allowed',
] as const;
export type FlipRefusalCode = (typeof FLIP_REFUSALS)[number];

export interface FlipRefusal {
  readonly ok: false;
  readonly code: FlipRefusalCode;
  /** A sentence for the player. */
  readonly message: string;
}

export type FlipDecision = { readonly ok: true; readonly position: FlipPosition } | FlipRefusal;

/** The match before its first flip. The setup is the server's own; `setupFault` judges one from elsewhere. */
export function open(setup: FlipSetup): FlipPosition {
  const { mode, difficulty, theme, names, clocks, board, nonce, seed, commitment, challenge, party, at } = setup;
  const bySeat = names.map(() => 0);
  const nobody = names.map(() => false);
  return {
    shown: {
      size: sideOf(mode, difficulty, names.length),
      difficulty,
      theme,
      cards: board.map(() => NONE),
      claimed: board.map(() => NONE),
      firstFlip: NONE,
      turn: 0,
      lastTurn: null,
      pairs: bySeat,
      turns: bySeat,
      turnMs: bySeat,
      timeouts: bySeat,
      streak: bySeat,
      bestStreak: bySeat,
      away: nobody,
      left: nobody,
      teamStreak: 0,
      teamBestStreak: 0,
      hintsLeft: MODE[mode].hints ? DIFFICULTY[difficulty].hints : 0,
      hintsUsed: 0,
      hint: null,
      startedAt: 0,
      limitAt: 0,
      commitment,
      challenge,
      party,
    },
    kept: {
      mode,
      names,
      clocks,
      board,
      nonce,
      seed,
      seen: [],
      openedAt: at,
      changedAt: at,
      turnFrom: at,
      inputFrom: at,
      presentAt: names.map(() => at),
      judgedAt: 0,
      allAwayFrom: 0,
      outcome: null,
      endedAt: 0,
    },
  };
}

/** What is wrong with a setup by the rules, as a sentence; null when nothing is. `items` is the length of its theme's list. */
export function setupFault({ mode, difficulty, names, board }: FlipSetup, items: number): string | null {
  const { least, most } = MODE[mode].seats;
  if (names.length < least || names.length > most) return `${mode} seats ${least} to ${most}, not ${names.length}.`;
  const cells = 2 * pairsOn(sideOf(mode, difficulty, names.length));
  if (board.length !== cells) return `The board has ${board.length} cells instead of ${cells}.`;
  const odd = new Set<number>();
  for (const item of board) {
    if (!isIndex(item, items)) return `The board holds ${item}, which is no item of its theme.`;
    if (!odd.delete(item)) odd.add(item);
  }
  return odd.size === 0 ? null : 'A card of the board has no mate.';
}

/** True for the integers 0 <= value < size, and for nothing that merely prints like one. */
export function isIndex(value: number, size: number): boolean {
  return Number.isInteger(value) && value >= 0 && value < size && !Object.is(value, -0);
}

/** The match's facts by mode. */
export function factsOf({ kept }: FlipPosition): ModeFacts {
  return MODE[kept.mode];
}

/** The instant of a change: time never goes back within a match, whatever the caller's clock says. */
export function instant({ kept }: FlipPosition, at: number): number {
  return Number.isSafeInteger(at) ? Math.max(at, kept.changedAt) : kept.changedAt;
}

export function bump(counts: readonly number[], seat: number, by = 1): readonly number[] {
  return counts.map((count, index) => (index === seat ? count + by : count));
}

export function put<T>(values: readonly T[], seat: number, value: T): readonly T[] {
  return values.map((old, index) => (index === seat ? value : old));
}

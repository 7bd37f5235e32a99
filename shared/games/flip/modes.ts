/** The tables that set the modes and difficulties apart: the rules are one code base that reads them. */

export const DIFFICULTIES = ['EASY', 'MEDIUM', 'HARD'] as const;
export type Difficulty = (typeof DIFFICULTIES)[number];

export interface DifficultyFacts {
  /** Cells on a side of the grid. */
  readonly side: number;
  /** Seconds from the first flip; 0 when there is no limit. */
  readonly limit: number;
  /** Seconds that a solo player is expected to take. */
  readonly par: number;
  readonly hints: number;
  readonly multiplier: number;
}

export const DIFFICULTY: Readonly<Record<Difficulty, DifficultyFacts>> = {
  EASY: { side: 4, limit: 0, par: 60, hints: 3, multiplier: 1 },
  MEDIUM: { side: 6, limit: 240, par: 120, hints: 2, multiplier: 1.5 },
  HARD: { side: 8, limit: 300, par: 150, hints: 1, multiplier: 2 },
};

export const FLIP_MODES = ['SOLO', 'DUEL', 'SPEED_RACE', 'TEAM_SNAP'] as const;
export type FlipMode = (typeof FLIP_MODES)[number];

export interface ModeFacts {
  /** The room name. */
  readonly room: string;
  readonly seats: { readonly least: number; readonly most: number };
  /** The board is dealt from a seed by `JavaRandom`; else from the picks of a cryptographic generator. */
  readonly seeded: boolean;
  readonly hints: boolean;
  readonly pass: boolean;
  /** The clock of the seat to move: `turn` bounds the whole turn, `idle` the time without input. */
  readonly turnClock: 'turn' | 'idle' | null;
  /** What a turn clock, the limit and leaving do, and whose absence ends the match. */
  readonly kind: 'run' | 'duel' | 'team';
  /** A match gives the same seat another turn. */
  readonly again: boolean;
  /** What the time limit makes of a match: a count of pairs, a failure, or ABANDONED. */
  readonly limit: 'count' | 'failure' | 'abandoned';
  /** Par is the solo par times this. */
  readonly parFactor: number;
}

export const MODE: Readonly<Record<FlipMode, ModeFacts>> = {
  SOLO: {
    room: 'solo',
    seats: { least: 1, most: 1 },
    seeded: true,
    hints: true,
    pass: false,
    turnClock: null,
    kind: 'run',
    again: true,
    limit: 'failure',
    parFactor: 1,
  },
  DUEL: {
    room: 'duel',
    seats: { least: 2, most: 2 },
    seeded: false,
    hints: false,
    pass: false,
    turnClock: 'turn',
    kind: 'duel',
    again: false,
    limit: 'count',
    parFactor: 1,
  },
  SPEED_RACE: {
    room: 'speed-race',
    seats: { least: 1, most: 1 },
    seeded: true,
    hints: true,
    pass: false,
    turnClock: null,
    kind: 'run',
    again: true,
    limit: 'abandoned',
    parFactor: 1,
  },
  TEAM_SNAP: {
    room: 'team-snap',
    seats: { least: 2, most: 4 },
    seeded: false,
    hints: true,
    pass: true,
    turnClock: 'idle',
    kind: 'team',
    again: true,
    limit: 'failure',
    parFactor: 1.5,
  },
};

/** Cells on a side of a match's grid: a team's by its size, every other by its difficulty. */
export function sideOf(mode: FlipMode, difficulty: Difficulty, seats: number): number {
  if (mode !== 'TEAM_SNAP') return DIFFICULTY[difficulty].side;
  return seats === 2 ? DIFFICULTY.MEDIUM.side : DIFFICULTY.HARD.side;
}

export function pairsOn(side: number): number {
  return (side * side) / 2;
}

/** Seconds. */
export function parOf(mode: FlipMode, difficulty: Difficulty): number {
  return DIFFICULTY[difficulty].par * MODE[mode].parFactor;
}

/** Durations in milliseconds, pinned when the match opens; 0 = no such clock. */
export interface FlipClocks {
  /** From the first flip to the end of the match. */
  readonly limit: number;
  /** Of a whole turn in a duel. */
  readonly turn: number;
  /** Without input of a team's seat to move. */
  readonly idle: number;
  /** Without the player (duel), any input (solo, race) or anyone of a team. */
  readonly absence: number;
}

export const TURN_MS = 300_000;
export const IDLE_MS = 120_000;
export const ABSENCE_MS = 86_400_000;

/** The clocks of a match by the rules; `durations` (milliseconds) are what an operator may set otherwise. */
export function clocksOf(
  difficulty: Difficulty,
  durations: Omit<FlipClocks, 'limit'> = { turn: TURN_MS, idle: IDLE_MS, absence: ABSENCE_MS },
): FlipClocks {
  return { ...durations, limit: DIFFICULTY[difficulty].limit * 1000 };
}

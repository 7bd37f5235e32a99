/**
 * The contract that every board game meets. A game states its facts as data and its rules as pure functions;
 * the match engine adds seats, clocks and life-cycle, and never names a game.
 */

/** What every game's state shows: the seat to move (-1 after the end) and the last action (-1 before the first). */
export interface Position {
  readonly turn: number;
  readonly last: number;
}

/** How a game's state travels to live rooms, where it does not travel as it is: flat, numbers and lists of small integers. */
export interface StateCodec {
  pack(state: Position): Position;
  /** Throws a RangeError for codes that this build does not know. */
  unpack(packed: Position): Position;
}

export const BOARD_REASONS = ['line', 'count', 'full'] as const;
export type BoardReason = (typeof BOARD_REASONS)[number];

/** How a game ended by its own rules: `winner` is a seat, or -1 for a draw. */
export interface Outcome {
  readonly winner: number;
  readonly reason: BoardReason;
}

/**
 * A two-seat, perfect-information game. Every function is pure and total: no clock, randomness or I/O,
 * and no argument is ever mutated. States are plain JSON values (integers, booleans, arrays).
 */
export interface Game<S extends Position = Position> {
  /** Rules key, also the room name: `gravity`. */
  readonly id: string;
  readonly titles: { readonly local: string; readonly online: string };
  readonly seats: 2;
  /** Actions are the integers 0 <= action < actions. */
  readonly actions: number;
  /** No match is longer than this many plies. */
  readonly maxPlies: number;
  initial(): S;
  /** Legal actions of the seat to move, ascending; [] once the game is over. */
  legal(state: S): number[];
  /** The state after `action` by the seat to move, or null when the action is not legal (also when it is no integer). */
  play(state: S, action: number): S | null;
  /** null while the game goes on. */
  outcome(state: S): Outcome | null;
  /** Points by seat where the game counts points (discs, boxes), else null. */
  scores(state: S): readonly [number, number] | null;
}

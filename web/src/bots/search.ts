import type { Game, Position } from '@freeplay/shared/games';

/** What a bot knows of one game beyond its rules. */
export interface Insight<S extends Position = Position> {
  /** So many positions are thought through by the best bot: a good third of a second on a common computer. */
  readonly effort: number;
  /** How good a position of a game that goes on is for seat 0; what is good for seat 1 is negative. Well below WIN. */
  evaluate(state: S): number;
  /** How promising an action looks before it is tried; the search tries the highest first. */
  promise(state: S, action: number): number;
  /** The actions worth a look, some of `legal`; never none of them. */
  narrow(state: S, legal: readonly number[]): readonly number[];
}

/** A won game, less one for each ply that it takes: a win soon is better than one later. */
export const WIN = 1_000_000;

export interface Limits {
  /** Plies looked ahead. */
  readonly depth: number;
  /** Positions looked at. A count and no time, so that a position always has the same answer. */
  readonly positions: number;
}

/** Minimax with alpha-beta cut-offs, one ply deeper in each round until a limit is reached. */
export class Search<S extends Position> {
  readonly #game: Game<S>;
  readonly #insight: Insight<S>;
  #left = 0;

  constructor(game: Game<S>, insight: Insight<S>) {
    this.#game = game;
    this.#insight = insight;
  }

  /** The best of `actions` (all legal, at least one) for the seat to move; of equals the first. */
  best(state: S, actions: readonly number[], limits: Limits): number {
    this.#left = limits.positions;
    let order = this.#sorted(state, actions);
    for (let depth = 1; depth <= limits.depth; depth++) {
      const round = this.#round(state, order, depth);
      if (round === null) break;
      order = round.order;
      if (Math.abs(round.value) > WIN / 2) break;
    }
    return order[0] ?? actions[0] ?? -1;
  }

  /** The actions with the best one first, or null when the limit came before the end of the round. */
  #round(state: S, actions: readonly number[], depth: number): { order: number[]; value: number } | null {
    let best = -1;
    let value = -Infinity;
    for (const action of actions) {
      const found = this.#after(state, action, depth, value, Infinity, 1);
      if (this.#left < 0) return null;
      if (found > value) {
        value = found;
        best = action;
      }
    }
    return { order: [best, ...actions.filter((action) => action !== best)], value };
  }

  /** The worth of an action for the seat that plays it. */
  #after(state: S, action: number, depth: number, alpha: number, beta: number, ply: number): number {
    const next = this.#game.play(state, action);
    if (next === null) return -Infinity;
    // Who closes a box moves again: then nothing changes sides.
    if (next.turn === state.turn) return this.#value(next, depth - 1, alpha, beta, ply);
    return -this.#value(next, depth - 1, -beta, -alpha, ply, 1 - state.turn);
  }

  /** The worth of a position for the seat to move; `seat` names it where the game is over and nobody is. */
  #value(state: S, depth: number, alpha: number, beta: number, ply: number, seat = state.turn): number {
    this.#left -= 1;
    if (state.turn === -1) return this.#ended(state, seat, ply);
    if (depth <= 0 || this.#left < 0)
      return seat === 0 ? this.#insight.evaluate(state) : -this.#insight.evaluate(state);
    let floor = alpha;
    let value = -Infinity;
    const actions = this.#sorted(state, this.#insight.narrow(state, this.#game.legal(state)));
    for (const action of actions) {
      value = Math.max(value, this.#after(state, action, depth, floor, beta, ply + 1));
      floor = Math.max(floor, value);
      if (floor >= beta || this.#left < 0) break;
    }
    return value;
  }

  #ended(state: S, seat: number, ply: number): number {
    const winner = this.#game.outcome(state)?.winner ?? -1;
    if (winner === -1) return 0;
    return winner === seat ? WIN - ply : ply - WIN;
  }

  #sorted(state: S, actions: readonly number[]): number[] {
    return actions
      .map((action) => ({ action, promise: this.#insight.promise(state, action) }))
      .sort((one, other) => other.promise - one.promise)
      .map(({ action }) => action);
  }
}

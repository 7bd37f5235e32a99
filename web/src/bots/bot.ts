import { type Game, gameById, type Position } from '@freeplay/shared/games';
import { boxes } from './boxes.ts';
import { five } from './five.ts';
import { gravity } from './gravity.ts';
import { seeded, shuffled } from './random.ts';
import { reversi } from './reversi.ts';
import { type Insight, Search } from './search.ts';

export const LEVELS = ['easy', 'medium', 'hard'] as const;
export type Level = (typeof LEVELS)[number];

/** By the id of the game; states go back to the game that made them, which types cannot say. */
const INSIGHTS: ReadonlyMap<string, Insight> = new Map<string, Insight<never>>([
  ['gravity', gravity],
  ['reversi', reversi],
  ['boxes', boxes],
  ['five', five],
]) as ReadonlyMap<string, Insight>;

interface Skill {
  /** How often, of 1, it plays whatever comes. */
  readonly whim: number;
  readonly depth: number;
}

const SKILLS: Readonly<Record<Level, Skill>> = {
  easy: { whim: 0.7, depth: 1 },
  medium: { whim: 0.08, depth: 2 },
  hard: { whim: 0, depth: 40 },
};

/** True when a bot can play the game. */
export function hasBot(game: string): boolean {
  return INSIGHTS.has(game) && gameById(game) !== null;
}

/**
 * The action of a bot for the seat to move. The same game, state, level and seed (a 32-bit integer) always give the
 * same one. -1: there is nothing to play, or no such bot.
 */
export function chooseAction(id: string, state: Position, level: Level, seed: number): number {
  const game = gameById(id);
  const insight = INSIGHTS.get(id);
  if (game === null || insight === undefined) return -1;
  const random = seeded(seed ^ Math.imul(hashOf(game, state), 0x9e3779b1));
  const legal = shuffled(game.legal(state), random);
  const [any] = legal;
  if (any === undefined) return -1;
  const { whim, depth } = SKILLS[level];
  if (legal.length === 1 || random() < whim) return any;
  return new Search(game, insight).best(state, insight.narrow(state, legal), { depth, positions: insight.effort });
}

/** Another number for each position of a game, so that whims differ from ply to ply. */
function hashOf(game: Game, state: Position): number {
  const legal = game.legal(state);
  return legal.reduce((sum, action) => Math.imul(sum, 31) + action, state.last + legal.length * 977) | 0;
}

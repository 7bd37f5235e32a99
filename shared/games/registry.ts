import { boardRules } from './board-rules.ts';
import { boxes } from './boxes.ts';
import { five } from './five.ts';
import { FLIP_RULES } from './flip/rules.ts';
import { FLIP_CODEC } from './flip/wire.ts';
import type { Game, StateCodec } from './game.ts';
import { gravity } from './gravity.ts';
import { reversi } from './reversi.ts';
import type { Rules } from './rules.ts';

/**
 * Every board game that this build serves, in the order of the catalog. Here, and only here, the type of a game's state
 * is forgotten (methods are bivariant, so no cast says it): a state goes back to no other game than the one that made it.
 */
export const GAMES: readonly Game[] = [gravity, reversi, boxes, five];

/** The rules of every match that this build serves. */
export const RULES: readonly Rules[] = [...GAMES.map(boardRules), ...FLIP_RULES];

const GAME_BY_ID: ReadonlyMap<string, Game> = new Map(GAMES.map((game) => [game.id, game]));
const RULES_BY_ID: ReadonlyMap<string, Rules> = new Map(RULES.map((rules) => [rules.id, rules]));

/** The board game with this rules key, or null. */
export function gameById(id: string): Game | null {
  return GAME_BY_ID.get(id) ?? null;
}

/** States that do not travel as they are, by rules key; their types are forgotten as those of games are. */
const CODECS: ReadonlyMap<string, StateCodec> = new Map(FLIP_RULES.map(({ id }) => [id, FLIP_CODEC]));

/** How the state of this game travels, or null: as it is. */
export function codecOf(id: string): StateCodec | null {
  return CODECS.get(id) ?? null;
}

/** The rules with this key, or null. */
export function rulesById(id: string): Rules | null {
  return RULES_BY_ID.get(id) ?? null;
}

import { boxes } from './boxes.ts';
import { five } from './five.ts';
import type { Game } from './game.ts';
import { gravity } from './gravity.ts';
import { reversi } from './reversi.ts';

/**
 * Every game that this build serves, in the order of the catalog. Here, and only here, the type of a game's state is
 * forgotten (methods are bivariant, so no cast says it): a state goes back to no other game than the one that made it.
 */
export const GAMES: readonly Game[] = [gravity, reversi, boxes, five];

const BY_ID: ReadonlyMap<string, Game> = new Map(GAMES.map((game) => [game.id, game]));

/** The game with this rules key, or null. */
export function gameById(id: string): Game | null {
  return BY_ID.get(id) ?? null;
}

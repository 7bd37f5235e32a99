import type { Game } from './game.ts';

/** Every game that this build serves, in the order of the catalog. */
export const GAMES: readonly Game[] = [];

/** The game with this rules key, or null. */
export function gameById(id: string): Game | null {
  return GAMES.find((game) => game.id === id) ?? null;
}

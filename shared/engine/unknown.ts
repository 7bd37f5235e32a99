import type { Game, Position } from '../games/game.ts';

const NOWHERE: Position = { turn: -1, last: -1 };

/** Stands in for a game that this build has never heard of, so that its matches can still be loaded, and made void. */
export function unknownGame(id: string): Game {
  return {
    id,
    titles: { local: id, online: id },
    seats: 2,
    actions: 0,
    maxPlies: 0,
    initial: () => NOWHERE,
    legal: () => [],
    play: () => null,
    outcome: () => null,
    scores: () => null,
  };
}

import { gameById } from '@freeplay/shared/games';

const FLIP_TITLES: ReadonlyMap<string, string> = new Map([
  ['solo', 'Flip Match'],
  ['duel', 'Flip Match Duel'],
  ['speed-race', 'Speed Race'],
  ['team-snap', 'Team Snap'],
]);

/** True for the rooms of Flip Match. */
export function isFlip(game: string): boolean {
  return FLIP_TITLES.has(game);
}

/** How a match of this game is called. */
export function titleOf(game: string): string {
  return gameById(game)?.titles.local ?? FLIP_TITLES.get(game) ?? game;
}

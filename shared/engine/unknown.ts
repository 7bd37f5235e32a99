import type { Position } from '../games/game.ts';
import type { Rules } from '../games/rules.ts';

const NOWHERE: Position = { turn: -1, last: -1 };

/** Stands in for rules that this build has never heard of, so that their matches can still be loaded, and made void. */
export function unknownRules(id: string): Rules {
  return {
    id,
    seats: { least: 1, most: 4 },
    opening: 'lobby',
    hidden: true,
    watchesPresence: false,
    activeClass: 'room',
    open: () => NOWHERE,
    start: (position) => position,
    move: () => ({ ok: false, code: 'illegal-action', message: 'This build does not know the game.' }),
    choices: () => null,
    due: () => null,
    expire: (position) => position,
    leave: (position) => position,
    arrive: (position) => position,
    verdict: () => null,
    close: (position) => position,
    deadlines: () => ({ turn: 0, match: 0 }),
    view: () => NOWHERE,
    scores: () => null,
    legal: () => [],
    initial: () => NOWHERE,
    disproof: () => null,
  };
}

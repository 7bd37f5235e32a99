import { type Game, gameById, type Position } from '@freeplay/shared/games';
import { LEVELS, type Level } from '../bots/bot.ts';
import { kept } from '../kept.ts';

/** Against whom: somebody at the same screen, or a bot of this level. */
export const RIVALS = ['person', ...LEVELS] as const;
export type Rival = (typeof RIVALS)[number];

/** A game on this device, as it is kept: what has been played, and what is needed to go on. */
export interface Cabinet {
  readonly rival: Rival;
  /** The visitor's seat against a bot; of two at one screen, nobody's. */
  readonly seat: number;
  /** 32 bits, for the bot's whims. */
  readonly seed: number;
  readonly actions: readonly number[];
}

export interface Scene {
  readonly game: Game;
  readonly cabinet: Cabinet;
  readonly state: Position;
}

/** The position that a cabinet has come to; null when its actions are not of these rules. */
export function sceneOf(game: Game, cabinet: Cabinet): Scene | null {
  let state: Position | null = game.initial();
  for (const action of cabinet.actions) {
    state = game.play(state, action);
    if (state === null) return null;
  }
  return { game, cabinet, state };
}

export function levelOf({ rival }: Cabinet): Level | null {
  return rival === 'person' ? null : rival;
}

/** True while the bot is to move. */
export function isBotsTurn({ cabinet, state }: Scene): boolean {
  return cabinet.rival !== 'person' && state.turn !== -1 && state.turn !== cabinet.seat;
}

/** The cabinet after an action, or null when the rules do not allow it. */
export function played({ game, cabinet, state }: Scene, action: number): Cabinet | null {
  return game.play(state, action) === null ? null : { ...cabinet, actions: [...cabinet.actions, action] };
}

/** One move back; against a bot, to the visitor's own last one. Null when there is none. */
export function takenBack({ game, cabinet }: Scene): Cabinet | null {
  for (let count = cabinet.actions.length - 1; count >= 0; count--) {
    const earlier = { ...cabinet, actions: cabinet.actions.slice(0, count) };
    const scene = sceneOf(game, earlier);
    if (scene !== null && !isBotsTurn(scene)) return earlier;
  }
  return null;
}

const keyOf = (game: string) => `freeplay.local.${game}`;

export function keep(game: string, cabinet: Cabinet | null): void {
  if (cabinet === null) kept.drop(keyOf(game));
  else kept.set(keyOf(game), JSON.stringify(cabinet));
}

/** The game that was left here, or null. */
export function keptScene(id: string): Scene | null {
  const game = gameById(id);
  const cabinet = cabinetIn(kept.get(keyOf(id)));
  return game === null || cabinet === null ? null : sceneOf(game, cabinet);
}

function cabinetIn(text: string | null): Cabinet | null {
  try {
    const value: unknown = JSON.parse(text ?? 'null');
    return isCabinet(value) ? value : null;
  } catch {
    return null;
  }
}

function isCabinet(value: unknown): value is Cabinet {
  if (typeof value !== 'object' || value === null) return false;
  const { rival, seat, seed, actions } = value as Partial<Record<keyof Cabinet, unknown>>; // Each is checked here.
  return (
    RIVALS.some((each) => each === rival) &&
    (seat === 0 || seat === 1) &&
    Number.isInteger(seed) &&
    Array.isArray(actions) &&
    actions.every(Number.isInteger)
  );
}

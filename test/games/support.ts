/** What the tests of the rules share: a small random source with a seed, and hands that cannot change what they hold. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Game, Position } from '../../shared/games/index.ts';

const FIXTURES = join(import.meta.dirname, '../fixtures');
export const PLAYTHROUGHS = join(FIXTURES, 'playthroughs');

const truthPath = (name: string): string => join(process.env.TRUTH_DIR ?? FIXTURES, name);

/** The truth file's text; null when this checkout does not have it. */
export function truthText(name: string): string | null {
  const path = truthPath(name);
  if (!existsSync(path)) return null;
  return name.endsWith('.gz') ? gunzipSync(readFileSync(path)).toString() : readFileSync(path, 'utf8');
}

/** The records of a `.jsonl.gz` truth file, in the shape that its README gives; null when it is absent. */
export function truthRecords<T>(name: string): readonly T[] | null {
  const text = truthText(name);
  return text === null
    ? null
    : text
        .trim()
        .split('\n')
        .map((line): T => JSON.parse(line));
}

/** An integer 0 <= value < bound. */
export type Random = (bound: number) => number;

/** Mulberry32: 32 bits of state, the same numbers on every machine. */
export function randomFrom(seed: number): Random {
  let state = seed;
  return (bound) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * bound);
  };
}

export function pick<T>(items: readonly T[], random: Random): T {
  const item = items[random(items.length)];
  if (item === undefined) throw new RangeError('nothing to pick from');
  return item;
}

/** Freezes a state and its arrays: a rule that mutates it throws. */
export function frozen<T extends object>(state: T): T {
  for (const value of Object.values(state)) if (typeof value === 'object' && value !== null) Object.freeze(value);
  return Object.freeze(state);
}

/** `play` for an action that must be legal. */
export function mustPlay<S extends Position>(game: Game<S>, state: S, action: number): S {
  const next = game.play(state, action);
  if (next === null) throw new Error(`${game.id} refused ${action} in ${JSON.stringify(state)}`);
  return next;
}

/** What a caller may send instead of an action; JSON can hold the strings and null too. */
const ODD_ACTIONS: readonly unknown[] = [
  ...[
    Number.NaN,
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
    -0,
    0.5,
    1.5,
    -1,
    -(2 ** 31),
    2 ** 31,
    2 ** 32,
    2 ** 53,
  ],
  ...['0', '1', '', null, undefined, true, [0], {}],
];

/** The first action that `play` takes although it is not in `legal`, or null when it refuses them all. */
export function wronglyTaken<S extends Position>(game: Game<S>, state: S, legal: readonly number[]): unknown {
  // The cast is the point: at run time nothing keeps such values out but `play` itself.
  const accepts = (action: unknown): boolean => game.play(state, action as number) !== null;
  for (let action = 0; action <= game.actions; action++) {
    if (!legal.includes(action) && accepts(action)) return action;
  }
  return ODD_ACTIONS.find(accepts) ?? null;
}

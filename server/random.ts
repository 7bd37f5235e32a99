import { randomBytes } from 'node:crypto';

/** Where every random value of the server comes from: `length` random bytes. Tests pass a seeded one. */
export type Random = (length: number) => Uint8Array;

export const systemRandom: Random = (length) => randomBytes(length);

/** A uniform integer 0 <= n < bound, for bound <= 2^24; values that would favour low numbers are drawn again. */
export function below(random: Random, bound: number): number {
  const fair = 0x1000000 - (0x1000000 % bound);
  for (;;) {
    const value = random(3).reduce((sum, byte) => sum * 256 + byte, 0);
    if (value < fair) return value % bound;
  }
}

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** `length` uniform characters of 0-9, A-Z, a-z; 22 of them hold 131 bits. */
export function base62(random: Random, length: number): string {
  return Array.from({ length }, () => BASE62[below(random, BASE62.length)]).join('');
}

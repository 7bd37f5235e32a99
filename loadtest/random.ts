/** An integer 0 <= value < bound. */
export type Random = (bound: number) => number;

/** Mulberry32: a run with the same seed chooses the same moves. */
export function randomFrom(seed: number): Random {
  let state = seed;
  return (bound) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * bound);
  };
}

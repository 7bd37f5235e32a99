import { JavaRandom, type Pick, shuffled } from './java-random.ts';

/** The item of each cell, row-major: an index into the theme's list. Two cards match when their items are the same. */
export type FlipBoard = readonly number[];

/**
 * The board that a seed gives, the same on every machine: SOLO and SPEED_RACE. `seed` is any integer (64 bits count as
 * Java counts them), `items` the length of the theme's list, `pairs` the pairs on the board.
 */
export function seededBoard(seed: bigint, items: number, pairs: number): FlipBoard {
  const random = new JavaRandom(seed);
  return deal(items, pairs, (bound) => random.nextIntBelow(bound));
}

/** How large each pick for `pickedBoard` may be: pick i is an integer 0 <= pick < bound i. */
export function pickBounds(items: number, pairs: number): readonly number[] {
  return [...countdown(items), ...countdown(2 * pairs)];
}

/** The board that fair picks give: DUEL and TEAM_SNAP. `picks` are as `pickBounds` asks for them. */
export function pickedBoard(picks: readonly number[], items: number, pairs: number): FlipBoard {
  let next = 0;
  return deal(items, pairs, () => picks[next++] ?? 0);
}

/** Shuffles the items, takes as many as there are pairs (over and over where they are too few), and shuffles the cards. */
function deal(items: number, pairs: number, pick: Pick): FlipBoard {
  const order = shuffled(
    Array.from({ length: items }, (_, item) => item),
    pick,
  );
  const cards = Array.from({ length: 2 * pairs }, (_, card) => order[Math.floor(card / 2) % items] ?? 0);
  return shuffled(cards, pick);
}

/** size, size - 1, ..., 2. */
function countdown(size: number): number[] {
  return Array.from({ length: Math.max(0, size - 1) }, (_, index) => size - index);
}

/** What `commitment` is the SHA-256 of: the nonce (32 bytes), then one byte per cell. */
export function commitmentBytes(nonce: Uint8Array, board: FlipBoard): Uint8Array {
  const bytes = new Uint8Array(nonce.length + board.length);
  bytes.set(nonce);
  bytes.set(board, nonce.length);
  return bytes;
}

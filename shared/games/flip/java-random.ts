/**
 * `java.util.Random`, `java.util.Collections.shuffle` and `java.lang.String.hashCode` bit for bit (Java 17), so that a
 * seed gives the board that the source's server would have given. Source: the Java API documentation of these classes.
 */

/** The 48-bit state is kept in two words of 24 bits: every product below stays exact in a double, and needs no BigInt. */
const WORD = 2 ** 24;
const MULTIPLIER = 0x5deece66dn;
const MULTIPLIER_HIGH = Number(MULTIPLIER >> 24n);
const MULTIPLIER_LOW = Number(MULTIPLIER & 0xffffffn);
const INCREMENT = 0xb;
const TWO_31 = 2 ** 31;

export class JavaRandom {
  #high: number;
  #low: number;

  /** Only the low 48 bits of the seed count, as in Java; it may be signed. */
  constructor(seed: bigint) {
    const scrambled = BigInt.asUintN(48, seed ^ MULTIPLIER);
    this.#high = Number(scrambled >> 24n);
    this.#low = Number(scrambled & 0xffffffn);
  }

  /** A signed 32-bit integer: Java's `nextInt()`. */
  nextInt(): number {
    const low = this.#low * MULTIPLIER_LOW + INCREMENT;
    const carry = Math.floor(low / WORD);
    this.#high = (this.#high * MULTIPLIER_LOW + this.#low * MULTIPLIER_HIGH + carry) % WORD;
    this.#low = low % WORD;
    return (this.#high << 8) | (this.#low >>> 16);
  }

  /** An integer 0 <= value < bound, for 1 <= bound < 2^31: Java's `nextInt(bound)`. */
  nextIntBelow(bound: number): number {
    let bits = this.#next(31);
    // A power of two takes the high bits; the product is exact, since it only shifts.
    if ((bound & (bound - 1)) === 0) return Math.floor((bits * bound) / TWO_31);
    let value = bits % bound;
    // Java's test is the overflow of a 32-bit sum: the last, incomplete run of `bound` values is drawn again.
    while (bits - value + bound - 1 >= TWO_31) {
      bits = this.#next(31);
      value = bits % bound;
    }
    return value;
  }

  /** A signed 64-bit integer. */
  nextLong(): bigint {
    const high = BigInt(this.nextInt()) << 32n;
    return BigInt.asIntN(64, high + BigInt(this.nextInt()));
  }

  /** 0 <= value < 1. */
  nextDouble(): number {
    const high = this.#next(26) * 2 ** 27;
    return (high + this.#next(27)) / 2 ** 53;
  }

  nextBoolean(): boolean {
    return this.#next(1) !== 0;
  }

  /** 1 to 31 bits, unsigned. */
  #next(bits: number): number {
    return this.nextInt() >>> (32 - bits);
  }
}

/** An integer 0 <= index < bound. */
export type Pick = (bound: number) => number;

/** A shuffled copy, from the end down as `Collections.shuffle` does it: Fisher-Yates, fair when `pick` is. */
export function shuffled(list: readonly number[], pick: Pick): number[] {
  const copy = list.slice();
  for (let size = copy.length; size > 1; size--) {
    const index = pick(size);
    const moved = copy[index] ?? 0;
    copy[index] = copy[size - 1] ?? 0;
    copy[size - 1] = moved;
  }
  return copy;
}

/** Java's `String.hashCode`: over UTF-16 units, a signed 32-bit integer. */
export function hashCode(text: string): number {
  let hash = 0;
  for (let unit = 0; unit < text.length; unit++) hash = (Math.imul(hash, 31) + text.charCodeAt(unit)) | 0;
  return hash;
}

/** A race's seed, signed 64 bits: 64 unguessable bits XOR the sign-extended hash code of the challenge's id. */
export function raceSeed(random: bigint, challenge: string): bigint {
  return BigInt.asIntN(64, random ^ BigInt(hashCode(challenge)));
}

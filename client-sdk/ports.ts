/** What the library takes from its surroundings. Each has a default that browsers and Node share; tests inject their own. */

/** Time: `now` is epoch ms, `monotonic` ms that never go back, `after` runs `fn` once and returns its cancellation. */
export interface Clock {
  now(): number;
  monotonic(): number;
  after(ms: number, fn: () => void): () => void;
}

/** Fills the bytes with cryptographic randomness and returns them. */
export type RandomBytes = (bytes: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer>;

/** Where the guest's token is kept between visits. Neither function may throw. */
export interface Storage {
  get(key: string): string | null;
  set(key: string, value: string): void;
}

/** The part of `fetch` that is used, so that no DOM type is needed. */
export type Fetch = (url: string, init: FetchInit) => Promise<FetchAnswer>;

export interface FetchInit {
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body?: string;
  readonly cache: 'no-store';
  readonly signal: AbortSignal;
}

export interface FetchAnswer {
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  text(): Promise<string>;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after(ms, fn) {
    const timer = setTimeout(fn, ms);
    return () => clearTimeout(timer);
  },
};

export const systemRandom: RandomBytes = (bytes) => crypto.getRandomValues(bytes);

/** Forgets with the process. */
export function memoryStorage(): Storage {
  const kept = new Map<string, string>();
  return { get: (key) => kept.get(key) ?? null, set: (key, value) => void kept.set(key, value) };
}

/** `bytes` random bytes in lowercase hexadecimal. */
export function randomHex(random: RandomBytes, bytes: number): string {
  return Array.from(random(new Uint8Array(bytes)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** A number 0 <= x < 1 out of 32 random bits. */
export function randomFraction(random: RandomBytes): number {
  return random(new Uint8Array(4)).reduce((sum, byte) => sum * 256 + byte, 0) / 2 ** 32;
}

import type { Clock } from '../../server/clock.ts';

interface Timer {
  /** Monotonic ms at which it fires. */
  readonly at: number;
  readonly fn: () => void;
}

/** 2026-11-01T00:00:00Z: any instant would do. */
export const EPOCH = 1_793_491_200_000;

/**
 * A clock that stands still until a test moves it. Timers run on monotonic time, as the system's do; wall time may be
 * set apart from it.
 */
export class ManualClock implements Clock {
  #wall: number;
  #monotonic = 0;
  /** By their order: a timer armed earlier fires first where two fall on one millisecond. */
  readonly #timers = new Set<Timer>();
  readonly #settle: () => Promise<void>;

  /** `settle` resolves once what a timer has set off is done; without it, once all that waits for no I/O has run. */
  constructor(wall = EPOCH, settle: () => Promise<void> = turnOfTheLoop) {
    this.#wall = wall;
    this.#settle = settle;
  }

  now(): number {
    return this.#wall;
  }

  monotonic(): number {
    return this.#monotonic;
  }

  after(ms: number, fn: () => void): () => void {
    const timer = { at: this.#monotonic + Math.max(0, ms), fn };
    this.#timers.add(timer);
    return () => {
      this.#timers.delete(timer);
    };
  }

  /** Timers that stand. */
  get armed(): number {
    return this.#timers.size;
  }

  /** Lets `ms` milliseconds pass: every timer fires at its own instant, and what it sets off is done before the next. */
  async advance(ms: number): Promise<void> {
    const end = this.#monotonic + ms;
    await this.#settle();
    for (let next = this.#earliest(end); next !== null; next = this.#earliest(end)) {
      this.#pass(next.at - this.#monotonic);
      this.#timers.delete(next);
      next.fn();
      await this.#settle();
    }
    this.#pass(end - this.#monotonic);
  }

  /** Lets time pass until the wall shows `epochMs`. */
  advanceTo(epochMs: number): Promise<void> {
    return this.advance(epochMs - this.#wall);
  }

  /** Sets the wall forward (or back) without a millisecond passing, as an operator or a time server does. */
  jump(ms: number): void {
    this.#wall += ms;
  }

  #pass(ms: number): void {
    this.#wall += ms;
    this.#monotonic += ms;
  }

  #earliest(end: number): Timer | null {
    let first: Timer | null = null;
    for (const timer of this.#timers) {
      if (timer.at <= end && (first === null || timer.at < first.at)) first = timer;
    }
    return first;
  }
}

function turnOfTheLoop(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

import type { Clock } from '@freeplay/client-sdk';

/** A clock that stands still until it is moved by hand; `advance` runs what falls due, in order. */
export class HandClock implements Clock {
  #at: number;
  #serial = 0;
  readonly #timers = new Map<number, { due: number; fn: () => void }>();

  constructor(start = 1_800_000_000_000) {
    this.#at = start;
  }

  now(): number {
    return this.#at;
  }

  monotonic(): number {
    return this.#at - 1_700_000_000_000;
  }

  after(ms: number, fn: () => void): () => void {
    const serial = this.#serial++;
    this.#timers.set(serial, { due: this.#at + ms, fn });
    return () => this.#timers.delete(serial);
  }

  /** Milliseconds until each armed timer, ascending. */
  waits(): number[] {
    return [...this.#timers.values()].map(({ due }) => due - this.#at).sort((a, b) => a - b);
  }

  advance(ms: number): void {
    const end = this.#at + ms;
    for (let next = this.#next(end); next !== null; next = this.#next(end)) {
      this.#timers.delete(next.serial);
      this.#at = next.due;
      next.fn();
    }
    this.#at = end;
  }

  #next(end: number): { serial: number; due: number; fn: () => void } | null {
    const due = [...this.#timers].map(([serial, timer]) => ({ serial, ...timer })).filter((timer) => timer.due <= end);
    return due.sort((a, b) => a.due - b.due || a.serial - b.serial)[0] ?? null;
  }
}

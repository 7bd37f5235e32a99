/** What a run adds up to. */
export class Tally {
  /** Moves whose promise was resolved: durable. */
  moves = 0;
  matches = 0;
  /** Ended by the clock or a fault and not by the rules. */
  unfinished = 0;
  /** Actions whose promise was rejected, by code. */
  readonly failures: Record<string, number> = {};
  /** How often a live connection was lost. */
  drops = 0;
  readonly #mismatches: string[] = [];
  readonly #latencies: number[] = [];

  moved(ms: number): void {
    this.moves += 1;
    this.#latencies.push(ms);
  }

  failed(code: string): void {
    this.failures[code] = (this.failures[code] ?? 0) + 1;
  }

  /** Something that the server showed is not what the rules say. */
  mismatch(what: string): void {
    this.#mismatches.push(what);
  }

  /** The first few. */
  get mismatched(): readonly string[] {
    return this.#mismatches.slice(0, 10);
  }

  report(seconds: number): Readonly<Record<string, unknown>> {
    const sorted = this.#latencies.toSorted((a, b) => a - b);
    const quantile = (part: number) => rounded(sorted[Math.floor(sorted.length * part)] ?? null);
    return {
      seconds: rounded(seconds),
      matches: this.matches,
      moves: this.moves,
      movesPerSecond: rounded(this.moves / seconds),
      ackMs: { p50: quantile(0.5), p99: quantile(0.99), max: rounded(sorted.at(-1) ?? null) },
      mismatches: this.#mismatches.length,
      unfinished: this.unfinished,
      drops: this.drops,
      failures: this.failures,
    };
  }
}

function rounded(value: number | null): number | null {
  return value === null ? null : Math.round(value * 10) / 10;
}

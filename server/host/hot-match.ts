import { due, type MatchState, type MatchView, type Opponent, project } from '@freeplay/shared/engine';
import type { Rules } from '@freeplay/shared/games';
import { canonical } from '@freeplay/shared/proof';
import { sha256 } from '../digest.ts';
import type { Chain } from '../receipts/chain.ts';
import type { RematchOffers } from '../store/port.ts';

/** What of a match is no part of its log: fixed at its creation, kept in its row. */
export interface Fixed {
  readonly invite: string | null;
}

export interface Load {
  readonly state: MatchState;
  readonly rules: Rules;
  readonly fixed: Fixed;
  /** What is shown when it is not the projection of `state`, else null. */
  readonly view: MatchView | null;
  readonly chain: Chain;
  /** Who watches the match now: they keep watching when a copy of it is dropped. */
  readonly watchers: () => ReadonlySet<Watcher>;
  /** Epoch ms. */
  readonly now: number;
  readonly monotonic: number;
}

/** A match in memory: its committed state, what is shown of it, and who watches. One serial queue runs all that happens to it. */
export class HotMatch {
  readonly rules: Rules;
  readonly fixed: Fixed;
  /** The rematch offers of an ended match; null until they are asked for. */
  rematch: RematchOffers | null = null;
  #opponent: Opponent | null = null;
  /** Counts what is shown but is no event: connections and rematch offers. It starts at the load's instant, so that no two loads share a value. */
  presence: number;
  /** Epoch ms: what was due before it, nobody was here to see. */
  readonly loadedAt: number;
  /** Monotonic ms of the last look, for letting go of what nobody looks at. */
  lookedAt: number;
  readonly #watchers: () => ReadonlySet<Watcher>;
  #state: MatchState;
  #view: MatchView | null;
  #chain: Chain;
  #tail: Promise<void> = Promise.resolve();
  #waiting = 0;
  #connected = 0;

  constructor(load: Load) {
    this.#state = load.state;
    this.#view = load.view;
    this.#chain = load.chain;
    this.rules = load.rules;
    this.fixed = load.fixed;
    this.#watchers = load.watchers;
    this.presence = load.now;
    this.loadedAt = load.now;
    this.lookedAt = load.monotonic;
  }

  get watchers(): ReadonlySet<Watcher> {
    return this.#watchers();
  }

  get state(): MatchState {
    return this.#state;
  }

  get view(): MatchView {
    this.#view ??= project(this.#state, this.rules, sha256);
    return this.#view;
  }

  /** The hashes of its log. */
  get chain(): Chain {
    return this.#chain;
  }

  /** Takes in what has been committed, and shows it to all who watch. */
  commit(state: MatchState, view: MatchView, chain: Chain): void {
    this.#state = state;
    this.#view = view;
    this.#chain = chain;
    this.publish();
  }

  publish(): void {
    for (const watcher of this.watchers) watcher(this);
  }

  /** The next deadline (epoch ms), or 0. */
  get deadline(): number {
    return due(this.#state, this.rules)?.at ?? 0;
  }

  get idle(): boolean {
    return this.#waiting === 0 && this.watchers.size === 0;
  }

  /** Runs jobs of this match one after the other, at once where none is under way; one that fails does not hold up the next. */
  async serially<T>(job: () => Promise<T>): Promise<T> {
    const before = this.#tail;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#tail = promise;
    this.#waiting += 1;
    if (this.#waiting > 1) await before;
    try {
      return await job();
    } finally {
      this.#waiting -= 1;
      resolve();
    }
  }

  /** The other side of a race, as last known; null when this is no run of one. */
  get opponent(): Opponent | null {
    return this.#opponent;
  }

  /** Takes note of it; true when that has changed. */
  noteOpponent(opponent: Opponent | null): boolean {
    if (canonical(opponent) === canonical(this.#opponent)) return false;
    this.#opponent = opponent;
    this.presence += 1;
    return true;
  }

  /** Takes note of who is connected (bitmask by seat); true when that has changed. */
  noteConnected(connected: number): boolean {
    if (connected === this.#connected) return false;
    this.#connected = connected;
    this.presence += 1;
    return true;
  }
}

/** Called after each commit and each change of presence, synchronously and in order. */
export type Watcher = (match: HotMatch) => void;

import type { Clock } from '../clock.ts';
import type { Presence } from '../host/port.ts';

/** A player is online for so long after a request of theirs. */
export const ONLINE_MS = 30_000;
/** The last time seen is written at most so often for each player. */
const SAVE_MS = 60_000;

interface Entry {
  sockets: number;
  /** Monotonic ms of the last request. */
  seenAt: number;
  /** Monotonic ms at which the last socket closed. */
  leftAt: number;
  /** Monotonic ms of the last write. */
  savedAt: number;
  cancel: (() => void) | null;
}

/** Entries that are looked at for each that comes, to drop those of players who have gone: more than it adds. */
const LOOKS = 2;

/** Who is online in this process. Entries of those who have gone are dropped, a few at a time, as others come. */
export class PresenceBook implements Presence {
  readonly #clock: Clock;
  readonly #save: (player: string, at: number) => void;
  readonly #entries = new Map<string, Entry>();
  readonly #listeners = new Map<string, Set<() => void>>();

  /** `save` keeps the instant (epoch ms) at which a player was last seen. */
  constructor(clock: Clock, save: (player: string, at: number) => void) {
    this.#clock = clock;
    this.#save = save;
  }

  seen(player: string): void {
    const was = this.online(player);
    this.#note(player);
    if (!was) this.#tell(player);
  }

  attach(player: string): () => void {
    const was = this.online(player);
    const entry = this.#note(player);
    entry.sockets += 1;
    if (!was) this.#tell(player);
    let open = true;
    return () => {
      if (!open) return;
      open = false;
      entry.sockets -= 1;
      entry.leftAt = this.#clock.monotonic();
      this.#save(player, this.#clock.now());
      this.#expireLater(player, entry);
      if (!this.online(player)) this.#tell(player);
    };
  }

  /** Epoch ms at which the player was last online: now for one who is, null for one who has been gone for long. */
  lastSeen(player: string): number | null {
    const now = this.#clock.now();
    const entry = this.#entries.get(player);
    if (entry === undefined || this.online(player)) return entry === undefined ? null : now;
    return now - Math.ceil(this.#clock.monotonic() - Math.max(entry.leftAt, entry.seenAt + ONLINE_MS));
  }

  online(player: string): boolean {
    const entry = this.#entries.get(player);
    return entry !== undefined && (entry.sockets > 0 || this.#clock.monotonic() - entry.seenAt < ONLINE_MS);
  }

  /** Calls `listener` whenever this player comes or goes; returns how to stop. */
  listen(player: string, listener: () => void): () => void {
    const listeners = this.#listeners.get(player) ?? new Set();
    this.#listeners.set(player, listeners.add(listener));
    const entry = this.#entries.get(player);
    if (entry !== undefined) this.#expireLater(player, entry);
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0 && this.#listeners.get(player) === listeners) this.#listeners.delete(player);
    };
  }

  #note(player: string): Entry {
    const now = this.#clock.monotonic();
    const entry = this.#entries.get(player) ?? this.#enter(player, now);
    entry.seenAt = now;
    if (now - entry.savedAt >= SAVE_MS) {
      entry.savedAt = now;
      this.#save(player, this.#clock.now());
    }
    this.#expireLater(player, entry);
    return entry;
  }

  #enter(player: string, now: number): Entry {
    this.#forget();
    const never = Number.NEGATIVE_INFINITY;
    const entry = { sockets: 0, seenAt: now, leftAt: never, savedAt: never, cancel: null };
    this.#entries.set(player, entry);
    return entry;
  }

  /** Where somebody listens, a timer tells them when the player's time online runs out. */
  #expireLater(player: string, entry: Entry): void {
    if (entry.sockets > 0 || entry.cancel !== null || !this.#listeners.has(player)) return;
    const left = entry.seenAt + ONLINE_MS - this.#clock.monotonic();
    if (left <= 0) return;
    entry.cancel = this.#clock.after(left, () => {
      entry.cancel = null;
      if (this.online(player)) this.#expireLater(player, entry);
      else this.#tell(player);
    });
  }

  #tell(player: string): void {
    for (const listener of this.#listeners.get(player) ?? []) listener();
  }

  /** Drops the first entries if their players are gone and their last write need not be remembered; else they go to the back. */
  #forget(): void {
    const before = this.#clock.monotonic() - SAVE_MS;
    let looks = 0;
    for (const [player, entry] of this.#entries) {
      if (looks++ === LOOKS) return;
      this.#entries.delete(player);
      const gone = entry.seenAt <= before && entry.sockets === 0 && entry.cancel === null;
      if (!gone) this.#entries.set(player, entry);
    }
  }
}

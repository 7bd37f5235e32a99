import { isOver } from '@freeplay/shared/engine';
import { backoffMs } from '../backoff.ts';
import { Emitter } from '../emitter.ts';
import { FreeplayError, failureOf } from '../errors.ts';
import type { Clock } from '../ports.ts';
import type { Replay, RoomAction, SaidLine, Snapshot } from '../types.ts';
import { type Connection, Link } from './link.ts';
import { MatchStore, type Verdict } from './store.ts';
import { partyOf, Talk } from './talk.ts';
import type { Transport } from './transport.ts';

export interface MatchEvents {
  /** Something shown has changed: the snapshot, or `pending`. */
  change: Match;
  /** Once, when the match is over; also when it was over already at the first snapshot. */
  ended: Snapshot;
  /** An action of this client was carried out and is durable. Its promise resolves with the same snapshot. */
  accepted: { readonly action: RoomAction; readonly snapshot: Snapshot };
  /** An action of this client was refused. Its promise is rejected with the same error. */
  rejected: { readonly action: RoomAction; readonly error: FreeplayError };
  connection: Connection;
  /** A line of the party's talk, in a team match: each once, this player's own ones too. While polling it is read, not pushed. */
  said: SaidLine;
}

export interface MatchPorts {
  readonly preferred: Transport | null;
  readonly spare: Transport;
  readonly clock: Clock;
  /** 0 <= x < 1, for the jitter of the back-off. */
  readonly fraction: () => number;
  /** A fresh idempotency key. */
  readonly newId: () => string;
  readonly serverNow: () => number | null;
  /** The whole snapshot as it is now. */
  readonly read: (room: string) => Promise<Snapshot>;
  readonly replay: (room: string) => Promise<Replay>;
  readonly closed: (match: Match) => void;
}

/** What a fresh snapshot tells about an action whose answer was lost; `open`: it has not been carried out and still could be. */
type Fate = 'done' | 'open' | 'missed';

/** How often an action that is known not to have been carried out is sent again. */
const MOST_RESENDS = 3;

/**
 * One match, followed until it is closed. Actions resolve with the snapshot after them and reject with a FreeplayError.
 * When the answer to one is lost, the match is read before anything else: an action is sent again only when that
 * showed that it was not carried out, and a move then keeps its id and revision, so that it can never count twice.
 */
export class Match {
  readonly id: string;
  readonly #ports: MatchPorts;
  readonly #store = new MatchStore();
  readonly #link: Link;
  readonly #talk = new Talk();
  readonly #emitter = new Emitter<MatchEvents>();
  #pending: RoomAction | null = null;
  #endTold = false;
  #end: FreeplayError | null = null;
  #wakeWaiter: () => void = () => undefined;

  constructor(id: string, ports: MatchPorts) {
    this.id = id;
    this.#ports = ports;
    this.#link = new Link(
      { preferred: ports.preferred, spare: ports.spare },
      {
        current: () => this.#store.snapshot,
        snapshot: (next) => this.#receive(next),
        said: (lines) => this.#hear(lines),
        connection: (now) => this.#emitter.emit('connection', now),
        gone: (why) => this.#finish(why),
      },
    );
  }

  /** Starts following; `first` is a snapshot that is known already. */
  open(first: Snapshot | null): this {
    if (first !== null) this.#receive(first);
    this.#link.start();
    return this;
  }

  /** The match as it is displayed; null until the first one has arrived. */
  get snapshot(): Snapshot | null {
    return this.#store.snapshot;
  }

  get connection(): Connection {
    return this.#link.connection;
  }

  /** The action that is under way, or null. */
  get pending(): RoomAction | null {
    return this.#pending;
  }

  /** Why this match cannot be followed any more, or null. */
  get failure(): FreeplayError | null {
    return this.#end;
  }

  /** How many states did not fit their hash and were read again. */
  get mismatches(): number {
    return this.#store.mismatches;
  }

  /** Epoch ms by the server's clock, whatever this device's clock says; null before the first answer. */
  serverNow(): number | null {
    return this.#ports.serverNow();
  }

  /** Subscribes; the returned function ends it. */
  on<K extends keyof MatchEvents>(event: K, listener: (payload: MatchEvents[K]) => void): () => void {
    return this.#emitter.on(event, listener);
  }

  ready(): Promise<Snapshot> {
    return this.#carry({ kind: 'ready' }, async (now) =>
      now.status !== 'ready' || hasBit(now.ready, now.seat) ? 'done' : 'open',
    );
  }

  /** Cancels before the start, resigns during play, does nothing afterwards. */
  leave(): Promise<Snapshot> {
    return this.#carry({ kind: 'leave' }, async (now) => (isOver(now.status) ? 'done' : 'open'));
  }

  /** Offers a rematch; once both have, `snapshot.rematch` names the new match. */
  rematch(): Promise<Snapshot> {
    return this.#carry({ kind: 'rematch' }, async (now) =>
      now.rematch !== null || hasBit(now.rematchOffers, now.seat) ? 'done' : 'open',
    );
  }

  /** Plays `action` on the displayed position. */
  async move(action: number): Promise<Snapshot> {
    const shown = this.snapshot;
    if (shown === null) throw new FreeplayError('wrong-status', 'The match has not arrived yet. Wait for it.');
    const move = { kind: 'move', revision: shown.revision, action, id: this.#ports.newId() } as const;
    return this.#carry(move, async (now) => {
      if (now.revision === move.revision) return 'open';
      return this.#fateOfMove(move.id);
    });
  }

  /**
   * Says a line of 1 to 200 characters to the party whose match this is: one attempt, since nothing would keep a second
   * one from being heard twice.
   */
  async say(text: string): Promise<void> {
    this.#refuseWhenClosed();
    const shown = this.snapshot;
    if (shown === null || partyOf(shown) === '') {
      throw new FreeplayError('not-found', 'This match has no party that could hear you.');
    }
    this.#hear(await this.#link.say(text, shown));
  }

  /** Looks now instead of at the next poll: when a page is shown again or the network is back. */
  wake(): void {
    this.#link.wake();
    this.#wakeWaiter();
  }

  /** Says that nobody is looking (true), so that the match is followed at a slower pace. */
  background(on: boolean): void {
    this.#link.background(on);
  }

  /** Stops following. The seat stays: this resigns nothing. Actions under way are rejected with `closed`. */
  close(): void {
    if (this.#end === null) this.#finish(new FreeplayError('closed', 'This match was closed here.'));
    this.#emitter.clear();
  }

  #receive(next: Snapshot): Verdict {
    const verdict = this.#store.receive(next);
    this.#talk.begin(next.serverTime);
    if (verdict !== 'newer') return verdict;
    this.#emitter.emit('change', this);
    if (isOver(next.status) && !this.#endTold) {
      this.#endTold = true;
      this.#emitter.emit('ended', next);
    }
    return verdict;
  }

  #hear(lines: readonly SaidLine[]): void {
    for (const line of this.#talk.news(lines)) {
      if (this.#end === null) this.#emitter.emit('said', line);
    }
  }

  #finish(why: FreeplayError): void {
    this.#end = why;
    this.#link.stop();
    this.#wakeWaiter();
    this.#ports.closed(this);
    this.#emitter.emit('change', this);
  }

  async #carry(action: RoomAction, fateIn: (now: Snapshot) => Promise<Fate>): Promise<Snapshot> {
    this.#setPending(action);
    try {
      const snapshot = await this.#attempt(action, fateIn, MOST_RESENDS);
      this.#emitter.emit('accepted', { action, snapshot });
      return snapshot;
    } catch (caught) {
      const error = failureOf(caught);
      if (error.snapshot !== null) this.#receive(error.snapshot);
      this.#emitter.emit('rejected', { action, error });
      throw error;
    } finally {
      if (this.#pending === action) this.#setPending(null);
    }
  }

  async #attempt(action: RoomAction, fateIn: (now: Snapshot) => Promise<Fate>, resends: number): Promise<Snapshot> {
    this.#refuseWhenClosed();
    try {
      const next = await this.#link.act(action);
      if (this.#receive(next) === 'mismatch') this.#link.wake();
      return this.snapshot ?? next;
    } catch (error) {
      const failure = failureOf(error);
      if (!failure.fateUnknown) throw failure;
      const { now, fate } = await this.#learnFate(fateIn, failure);
      if (fate === 'done') return now;
      if (fate === 'missed') throw missed(now);
      if (resends === 0) throw failure;
      return this.#attempt(action, fateIn, resends - 1);
    }
  }

  /** Reads until an answer comes, however long the connection is away. */
  async #learnFate(
    fateIn: (now: Snapshot) => Promise<Fate>,
    lost: FreeplayError,
  ): Promise<{ now: Snapshot; fate: Fate }> {
    let failure = lost;
    for (let failures = 1; ; failures++) {
      await this.#wait(backoffMs(failures, this.#ports.fraction(), failure.retryAfter));
      this.#refuseWhenClosed();
      try {
        const now = await this.#ports.read(this.id);
        this.#receive(now);
        return { now, fate: await fateIn(now) };
      } catch (error) {
        failure = failureOf(error);
        if (!failure.passing) throw failure;
      }
    }
  }

  /** Asks the log; where that is sealed until the end, the server still knows a move by its id when it comes again. */
  async #fateOfMove(id: string): Promise<Fate> {
    try {
      const { events } = await this.#ports.replay(this.id);
      return events.some((event) => event.kind === 'moved' && event.id === id) ? 'done' : 'missed';
    } catch (error) {
      if (failureOf(error).code === 'wrong-status') return 'open';
      throw error;
    }
  }

  /** Resolves after `ms`, or as soon as there is a reason to look again. */
  #wait(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const cancel = this.#ports.clock.after(ms, resolve);
      this.#wakeWaiter = () => {
        cancel();
        resolve();
      };
    });
  }

  #refuseWhenClosed(): void {
    if (this.#end !== null) throw this.#end;
  }

  #setPending(action: RoomAction | null): void {
    this.#pending = action;
    this.#emitter.emit('change', this);
  }
}

function missed(now: Snapshot): FreeplayError {
  const message = isOver(now.status)
    ? 'Your move did not arrive before the match ended.'
    : 'Your move did not arrive in time. Look at the board and move again.';
  return new FreeplayError(isOver(now.status) ? 'already-ended' : 'stale-revision', message, { snapshot: now });
}

function hasBit(mask: number, seat: number): boolean {
  return (mask & (1 << seat)) !== 0;
}

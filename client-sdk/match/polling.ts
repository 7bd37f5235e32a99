import { isOver } from '@freeplay/shared/engine';
import { backoffMs } from '../backoff.ts';
import { FreeplayError, failureOf } from '../errors.ts';
import type { Clock } from '../ports.ts';
import type { RoomAction, SaidLine, Snapshot } from '../types.ts';
import { lastSaid, partyOf, seated, type TalkApi } from './talk.ts';
import type { Sink, Transport } from './transport.ts';

export interface RoomApi extends TalkApi {
  /** null: nothing is newer than `since`. */
  read(room: string, ask: Ask): Promise<Snapshot | null>;
  act(room: string, action: RoomAction): Promise<Snapshot>;
}

export interface Ask {
  /** The ETag at hand; null: the snapshot always comes. */
  readonly since: string | null;
  /** Tells the server that the last state did not fit its hash. */
  readonly resync: boolean;
}

export interface PollingPorts {
  readonly api: RoomApi;
  readonly clock: Clock;
  /** 0 <= x < 1, for the jitter of the back-off. */
  readonly fraction: () => number;
  /** Epoch ms by the server's clock, null while unknown. */
  readonly serverNow: () => number | null;
}

const VISIBLE_MS = 900;
const BACKGROUND_MS = 5_000;
/** An ended match still gets its rematch offers for a while; then nothing can come any more. */
const REMATCH_WATCH_MS = 90_000;

/** Follows a match by asking for it: one request at a time, at a calm pace, backing off while they fail. */
export class PollingTransport implements Transport {
  readonly #room: string;
  readonly #ports: PollingPorts;
  #sink: Sink | null = null;
  #cancelTimer: () => void = () => undefined;
  #asking = false;
  #askAgain = false;
  #background = false;
  #listening = false;
  #listenAgain = false;
  #failures = 0;
  /** Set after a state that did not fit its hash: the next answer must be whole. */
  #whole = false;

  constructor(room: string, ports: PollingPorts) {
    this.#room = room;
    this.#ports = ports;
  }

  start(sink: Sink): void {
    this.#sink = sink;
    this.#failures = 0;
    this.wake();
  }

  stop(): void {
    this.#sink = null;
    this.#cancelTimer();
  }

  wake(): void {
    if (this.#sink === null) return;
    this.#cancelTimer();
    if (this.#asking) this.#askAgain = true;
    else void this.#ask();
  }

  background(on: boolean): void {
    this.#background = on;
    if (!on) this.wake();
  }

  act(action: RoomAction): Promise<Snapshot> {
    return this.#ports.api.act(this.#room, action);
  }

  async say(text: string, shown: Snapshot): Promise<readonly SaidLine[]> {
    return seated(await this.#ports.api.say(partyOf(shown), text), shown);
  }

  async #ask(): Promise<void> {
    this.#asking = true;
    this.#askAgain = false;
    try {
      const next = await this.#ports.api.read(this.#room, { since: this.#since(), resync: this.#whole });
      this.#answered(next);
      void this.#listen();
    } catch (error) {
      this.#failed(failureOf(error));
    } finally {
      this.#asking = false;
      if (this.#askAgain) this.wake();
    }
  }

  /** Beside the polls, which wait for nobody's talk: one read at a time, and one more for all that came meanwhile. */
  async #listen(): Promise<void> {
    this.#listenAgain = true;
    if (this.#listening) return;
    this.#listening = true;
    try {
      while (this.#listenAgain && this.#sink !== null) {
        this.#listenAgain = false;
        const lines = await lastSaid(this.#ports.api, this.#sink.current());
        this.#sink?.said(lines);
      }
    } catch (error) {
      failureOf(error); // Not heard just now is no failure of the match: the next poll listens again.
    } finally {
      this.#listening = false;
    }
  }

  #since(): string | null {
    const known = this.#sink?.current() ?? null;
    return known === null || this.#whole ? null : `${known.revision}.${known.presence}`;
  }

  #answered(next: Snapshot | null): void {
    const sink = this.#sink;
    if (sink === null) return;
    if (next !== null && sink.snapshot(next) === 'mismatch') {
      this.#whole = true;
      this.#failed(new FreeplayError('bad-answer', 'The match did not arrive whole. It is being read again.'));
      return;
    }
    this.#whole = false;
    this.#failures = 0;
    sink.up();
    this.#schedule(this.#pace());
  }

  #failed(why: FreeplayError): void {
    const sink = this.#sink;
    if (sink === null) return;
    if (!why.passing) {
      this.stop();
      sink.gone(why);
      return;
    }
    this.#failures += 1;
    sink.down(why);
    this.#schedule(backoffMs(this.#failures, this.#ports.fraction(), why.retryAfter));
  }

  #pace(): number | null {
    const known = this.#sink?.current() ?? null;
    if (known !== null && isOver(known.status) && (known.rematch !== null || this.#isSettled(known))) return null;
    return this.#background ? BACKGROUND_MS : VISIBLE_MS;
  }

  #isSettled(over: Snapshot): boolean {
    const now = this.#ports.serverNow() ?? over.serverTime;
    return over.status !== 'finished' || now - over.endedAt > REMATCH_WATCH_MS;
  }

  #schedule(ms: number | null): void {
    if (ms === null || this.#sink === null) return;
    this.#cancelTimer = this.#ports.clock.after(ms, () => this.wake());
  }
}

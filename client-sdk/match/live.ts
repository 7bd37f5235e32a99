import { type LiveView, legalActions } from '@freeplay/shared/engine';
import { RULES_HASH, rulesById } from '@freeplay/shared/games';
import { backoffMs } from '../backoff.ts';
import { FreeplayError, failureOf, unreachable } from '../errors.ts';
import type { RoomAction, SaidLine, Seat, Snapshot } from '../types.ts';
import { LiveRoom, type LiveRoomPorts } from './live-room.ts';
import type { RoomApi } from './polling.ts';
import { SocketTalk } from './talk.ts';
import type { Sink, Transport } from './transport.ts';

export interface LiveApi extends RoomApi {
  /** A seat for one socket. */
  seat(room: string): Promise<Seat>;
  /** The player id of this guest. */
  player(): Promise<string>;
}

export interface LivePorts extends LiveRoomPorts {
  readonly api: LiveApi;
  /** 0 <= x < 1, for the jitter of the back-off. */
  readonly fraction: () => number;
  /** Epoch ms by the server's clock, null while unknown. */
  readonly serverNow: () => number | null;
}

/** A socket that lived so long, or carried an action, was no failure. */
const STEADY_MS = 3_000;
/** From so many failures in a row on, something else should carry the match meanwhile. */
const DOWN_AFTER = 2;

/**
 * Follows a match through its live room. A socket is never mended: after each end the match is read anew, a new seat is
 * taken and a new room opened, with back-off, for as long as the match is there.
 */
export class LiveTransport implements Transport {
  readonly #room: string;
  readonly #ports: LivePorts;
  #sink: Sink | null = null;
  #live: LiveRoom | null = null;
  #talk: SocketTalk | null = null;
  /** Counts starts and attempts, so that what an abandoned one still brings is dropped. */
  #attempt = 0;
  #cancelTimer: () => void = () => undefined;
  #failures = 0;
  #upSince: number | null = null;
  #carried = false;
  /** What the next attempt reads: `resync` after a state that did not fit its hash. */
  #reading: 'none' | 'read' | 'resync' = 'none';

  constructor(room: string, ports: LivePorts) {
    this.#room = room;
    this.#ports = ports;
  }

  start(sink: Sink): void {
    this.#sink = sink;
    this.#failures = 0;
    this.#reading = sink.current() === null ? 'read' : 'none';
    void this.#connect();
  }

  stop(): void {
    this.#sink = null;
    this.#abandon();
  }

  /** A socket that is there must prove it; one that is waited for is tried now. */
  wake(): void {
    if (this.#sink === null) return;
    if (this.#live !== null) this.#live.probe();
    else if (this.#failures > 0) void this.#connect();
  }

  background(on: boolean): void {
    if (!on) this.wake();
  }

  async act(action: RoomAction): Promise<Snapshot> {
    if (this.#live === null) throw unreachable();
    const revision = await this.#live.act(action);
    this.#carried = true;
    const shown = this.#sink?.current() ?? null;
    return shown !== null && shown.revision >= revision ? shown : this.#read(false);
  }

  async say(text: string): Promise<readonly SaidLine[]> {
    if (this.#live === null) throw unreachable();
    await this.#live.say(text);
    this.#carried = true;
    return [];
  }

  async #connect(): Promise<void> {
    this.#abandon();
    const attempt = this.#attempt;
    try {
      if (this.#reading !== 'none') await this.#readAgain();
      const seat = await this.#ports.api.seat(this.#room);
      const player = await this.#ports.api.player();
      if (attempt !== this.#attempt || this.#sink === null) return;
      const talk = new SocketTalk(this.#ports, this.#sink);
      this.#talk = talk;
      this.#live = new LiveRoom(seat, this.#ports, {
        view: (view) => this.#show(view, player),
        said: (line) => talk.hear(line),
        ended: (why) => this.#failed(why),
      });
    } catch (error) {
      if (attempt === this.#attempt) this.#failed(failureOf(error));
    }
  }

  #abandon(): void {
    this.#attempt += 1;
    this.#cancelTimer();
    this.#live?.close();
    this.#live = null;
    this.#talk?.close();
    this.#talk = null;
    this.#upSince = null;
    this.#carried = false;
  }

  async #readAgain(): Promise<void> {
    const now = await this.#read(this.#reading === 'resync');
    if (this.#sink?.snapshot(now) === 'mismatch') throw notWhole();
    this.#reading = 'none';
  }

  async #read(resync: boolean): Promise<Snapshot> {
    const now = await this.#ports.api.read(this.#room, { since: null, resync });
    if (now === null) throw new FreeplayError('bad-answer', 'The server left its answer out. Try again.');
    return now;
  }

  #show(view: LiveView, player: string): void {
    const sink = this.#sink;
    if (sink === null) return;
    const snapshot = this.#readBy(view, player, sink.current());
    if (snapshot === null) {
      this.#live?.end(otherRules());
    } else if (sink.snapshot(snapshot) === 'mismatch') {
      this.#reading = 'resync';
      this.#live?.end(notWhole());
    } else {
      // What was said before this socket is pushed to nobody here.
      if (this.#upSince === null) void this.#talk?.read();
      this.#upSince ??= this.#ports.clock.monotonic();
      sink.up();
    }
  }

  /** The shared view as this player's snapshot; null when this build has other rules of the game. */
  #readBy(view: LiveView, player: string, known: Snapshot | null): Snapshot | null {
    const rules = rulesById(view.game);
    if (rules === null || RULES_HASH[view.game] !== view.rules) return null;
    return {
      ...view,
      seat: view.players.indexOf(player),
      legal: legalActions(view, rules),
      invite: known?.invite ?? null,
      // Frames keep their order, so this is no earlier than what is known.
      serverTime: Math.max(this.#ports.serverNow() ?? 0, known?.serverTime ?? 0),
      resumed: known?.resumed ?? false,
    };
  }

  #wasUseful(): boolean {
    return this.#carried || (this.#upSince !== null && this.#ports.clock.monotonic() - this.#upSince >= STEADY_MS);
  }

  #failed(why: FreeplayError): void {
    const sink = this.#sink;
    if (sink === null) return;
    this.#failures = this.#wasUseful() ? 1 : this.#failures + 1;
    this.#abandon();
    if (!why.passing) {
      this.stop();
      sink.gone(why);
      return;
    }
    if (this.#reading === 'none') this.#reading = 'read';
    const wait = backoffMs(this.#failures, this.#ports.fraction(), why.retryAfter);
    this.#cancelTimer = this.#ports.clock.after(wait, () => void this.#connect());
    if (this.#failures < DOWN_AFTER) sink.mending();
    else sink.down(why);
  }
}

function notWhole(): FreeplayError {
  return new FreeplayError('bad-answer', 'The match did not arrive whole. It is being read again.');
}

function otherRules(): FreeplayError {
  return new FreeplayError('bad-answer', 'This server plays by other rules than this client knows. Reload it.');
}

import { setTimeout as delay } from 'node:timers/promises';
import { Client, type Room } from '@colyseus/sdk';
import type { LiveView } from '@freeplay/shared/engine';
import { fromWire, type WireState } from '@freeplay/shared/protocol';
import { AcceptedMessage, type CLIENT_MESSAGES, RejectedMessage } from '@freeplay/shared/protocol/messages';
import type { z } from 'zod';
import { patiently } from '../support/patience.ts';
import type { Player } from '../support/player.ts';
import { ORIGIN } from '../support/service.ts';

/** By type, each with the id that its answer is known by. */
type Messages = { [K in keyof typeof CLIENT_MESSAGES]: z.input<(typeof CLIENT_MESSAGES)[K]> & { readonly id: string } };

/** What a message was answered: the revision of its event, or the code of its refusal. */
export type Verdict =
  | { readonly ok: true; readonly revision: number }
  | { readonly ok: false; readonly code: string; readonly revision: number };

interface RoomState {
  toJSON(): WireState;
}

/** Far enough below the server's bound of frames in a second, however its seconds fall. */
const FRAMES_PER_SECOND = 10;

/** One WebSocket of a player in the live room of a match, by Colyseus's own client. */
export class Tab {
  readonly #room: Room<unknown, RoomState>;
  readonly #onView: (view: LiveView) => void;
  readonly #answers = new Map<string, (verdict: Verdict) => void>();
  readonly #sentAt: number[] = [];
  #waiting: { readonly test: (view: LiveView) => boolean; readonly resolve: () => void }[] = [];
  #view: LiveView | null = null;
  readonly #broken = Promise.withResolvers<never>();

  private constructor(room: Room<unknown, RoomState>, onView: (view: LiveView) => void) {
    this.#room = room;
    this.#onView = onView;
    this.#broken.promise.catch(() => {});
    room.reconnection.enabled = false;
    room.onStateChange((state) => this.#show(fromWire(state.toJSON())));
    room.onMessage('*', (type, message: unknown) => this.#hear(type, message));
    room.onLeave((code, reason) => this.#broken.reject(new Error(`socket closed: ${code} ${reason ?? ''}`)));
    room.onError((code, message) => this.#broken.reject(new Error(`socket failed: ${code} ${message ?? ''}`)));
  }

  /** Takes a seat and joins; `onView` gets what the room shows, now and after each of its patches. */
  static async open(player: Player, room: string, onView: (view: LiveView) => void): Promise<Tab> {
    const client = new Client(player.url, { headers: { origin: ORIGIN } });
    const joined = await client.consumeSeatReservation<RoomState>(await player.seat(room));
    const tab = new Tab(joined, onView);
    await tab.until(() => true);
    return tab;
  }

  /** Rejected, with the code and its reason, once the socket has been closed from the other end. */
  get whole(): Promise<never> {
    return this.#broken.promise;
  }

  get view(): LiveView {
    if (this.#view === null) throw new Error('the room has shown nothing yet');
    return this.#view;
  }

  /** Resolves once the room shows what passes the test. */
  async until(test: (view: LiveView) => boolean): Promise<void> {
    if (this.#view !== null && test(this.#view)) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting.push({ test, resolve });
    await patiently(Promise.race([promise, this.#broken.promise]), () => `${test} of ${JSON.stringify(this.#view)}`);
  }

  /** Sends a message, as fast as the server allows, and waits for its answer. */
  async send<K extends keyof Messages>(type: K, message: Messages[K]): Promise<Verdict> {
    while (this.budget === 0) await delay((this.#sentAt[0] ?? 0) + 1000 - performance.now());
    this.#sentAt.push(performance.now());
    const { promise, resolve } = Promise.withResolvers<Verdict>();
    this.#answers.set(message.id, resolve);
    this.#room.send(type, message);
    return patiently(
      Promise.race([promise, this.#broken.promise]),
      () => `an answer to ${type} ${JSON.stringify(message)} at ${JSON.stringify(this.#view)}`,
    );
  }

  async close(): Promise<void> {
    this.#room.onLeave.clear();
    // The farewell of a socket that is closed already is never answered.
    if (this.#room.connection.isOpen) await patiently(this.#room.leave(), () => 'the end of a socket');
  }

  /** Frames that may be sent now. */
  get budget(): number {
    const before = performance.now() - 1000;
    while (this.#sentAt[0] !== undefined && this.#sentAt[0] <= before) this.#sentAt.shift();
    return FRAMES_PER_SECOND - this.#sentAt.length;
  }

  #show(view: LiveView): void {
    this.#view = view;
    try {
      this.#onView(view);
    } catch (error) {
      this.#broken.reject(error);
    }
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const waiter of waiting) {
      if (waiter.test(view)) waiter.resolve();
      else this.#waiting.push(waiter);
    }
  }

  #hear(type: string | number, message: unknown): void {
    if (type === 'accepted') {
      const { id = '', revision } = AcceptedMessage.parse(message);
      this.#answers.get(id)?.({ ok: true, revision });
    } else if (type === 'rejected') {
      const { id = '', code, revision } = RejectedMessage.parse(message);
      this.#answers.get(id)?.({ ok: false, code, revision });
    } else this.#broken.reject(new Error(`an unknown message: ${type}`));
  }
}

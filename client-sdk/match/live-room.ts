import type { LiveView } from '@freeplay/shared/engine';
import { fromWire } from '@freeplay/shared/protocol';
import { decodeAnswer, decodeSaid, decodeWire } from '../decode.ts';
import { FreeplayError, isErrorCode, unreachable } from '../errors.ts';
import type { Clock } from '../ports.ts';
import { Pulse } from '../pulse.ts';
import type { RoomAction, SaidLine, Seat } from '../types.ts';
import type { ClientMessages, OpenSocket, Socket } from './socket.ts';

export interface LiveRoomPorts {
  readonly open: OpenSocket;
  readonly clock: Clock;
  /** A fresh id for a message. */
  readonly newId: () => string;
}

export interface LiveRoomEvents {
  view(now: LiveView): void;
  said(line: SaidLine): void;
  /** Once, as the last event, unless `close` came first. */
  ended(why: FreeplayError): void;
}

interface Waiting {
  accept(revision: number): void;
  refuse(why: FreeplayError): void;
}

/** The first state, or the answer to an action, comes within this time, or the socket counts as dead. */
const ANSWER_MS = 10_000;
const SILENCE_MS = 8_000;

/** One seat in the live room: from its socket's opening to its end. What broke is not mended here. */
export class LiveRoom {
  readonly #ports: LiveRoomPorts;
  readonly #events: LiveRoomEvents;
  readonly #socket: Socket;
  readonly #waiting = new Map<string, Waiting>();
  readonly #pulse: Pulse;
  #over = false;

  constructor(seat: Seat, ports: LiveRoomPorts, events: LiveRoomEvents) {
    this.#ports = ports;
    this.#events = events;
    const lost = () => this.end(unreachable());
    this.#pulse = new Pulse({ clock: ports.clock, silence: SILENCE_MS, ping: () => this.#socket.ping(), lost });
    this.#pulse.await(ANSWER_MS);
    this.#socket = ports.open(seat, {
      state: (wire) => this.#show(wire),
      message: (type, message) => (type === 'said' ? this.#hear(message) : this.#answer(type, message)),
      heard: () => this.#over || this.#pulse.beat(),
      closed: lost,
    });
  }

  /** Sends the action once; resolves with its revision when it is durable. */
  act(action: RoomAction): Promise<number> {
    const { kind, ...rest } = { id: this.#ports.newId(), ...action };
    // The union of kinds and the table of messages say the same: each kind is the type of its own message.
    return this.#send(kind, rest as never, rest.id);
  }

  /** Says a line once; resolves when it is kept. */
  async say(text: string): Promise<void> {
    const id = this.#ports.newId();
    await this.#send('say', { id, text }, id);
  }

  #send<K extends keyof ClientMessages>(type: K, message: ClientMessages[K], id: string): Promise<number> {
    return new Promise((resolve, reject) => {
      const cancel = this.#ports.clock.after(ANSWER_MS, () => this.end(unreachable()));
      const settle = () => {
        cancel();
        this.#waiting.delete(id);
      };
      this.#waiting.set(id, {
        accept(revision) {
          settle();
          resolve(revision);
        },
        refuse(why) {
          settle();
          reject(why);
        },
      });
      if (this.#over || !this.#socket.send(type, message)) this.#waiting.get(id)?.refuse(unreachable());
    });
  }

  /** Asks for a sign of life; without one this room ends. */
  probe(): void {
    if (!this.#over) this.#pulse.probe();
  }

  /** Ends it from here, with the event. Actions under way are rejected: what became of them is not known. */
  end(why: FreeplayError): void {
    if (this.#over) return;
    this.close();
    this.#events.ended(why);
  }

  close(): void {
    this.#over = true;
    this.#pulse.stop();
    this.#socket.close();
    for (const waiting of [...this.#waiting.values()]) waiting.refuse(unreachable());
  }

  #show(wire: unknown): void {
    if (this.#over) return;
    const view = viewIn(wire);
    if (view === null) this.end(new FreeplayError('bad-answer', 'This server is newer than this client. Reload it.'));
    else this.#events.view(view);
  }

  #hear(message: unknown): void {
    const line = decodeSaid(message);
    if (line !== null && !this.#over) this.#events.said(line);
  }

  #answer(type: unknown, message: unknown): void {
    const answer = decodeAnswer(message);
    const waiting = answer?.id === undefined ? undefined : this.#waiting.get(answer.id);
    if (answer === null || waiting === undefined) return;
    if (type === 'accepted') waiting.accept(answer.revision);
    if (type === 'rejected') waiting.refuse(refusal(answer));
  }
}

/** The state in the room, or null when this build cannot read it. */
function viewIn(wire: unknown): LiveView | null {
  const state = decodeWire(wire);
  if (state === null) return null;
  try {
    return fromWire(state);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function refusal({ code, message }: { readonly code?: string; readonly message?: string }): FreeplayError {
  if (isErrorCode(code)) return new FreeplayError(code, message ?? 'The server refused this.');
  return new FreeplayError('bad-answer', 'The server gave an answer that this client does not understand. Try again.');
}

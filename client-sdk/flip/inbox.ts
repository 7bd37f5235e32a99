import { backoffMs } from '../backoff.ts';
import { accepts, type Decode, decoder, flag, integer, list, text } from '../decode.ts';
import { Emitter } from '../emitter.ts';
import { type FreeplayError, failureOf, unreachable } from '../errors.ts';
import type { Clock } from '../ports.ts';
import { Pulse } from '../pulse.ts';
import type { Seat } from '../types.ts';
import { decodeLine, decodeMember, decodeNotice } from './decode.ts';
import type { Friend, Notice, Notices, PartyLine, PartyMember } from './types.ts';

export interface InboxApi {
  notices(after?: number): Promise<Notices>;
  seat(): Promise<Seat>;
}

interface InboxSocket {
  ping(): void;
  close(): void;
}

/** Consumes a seat; the events are those of every socket of this library. */
type OpenInbox = (
  seat: Seat,
  events: {
    state(wire: unknown): void;
    message(type: unknown, message: unknown): void;
    heard(): void;
    closed(): void;
  },
) => InboxSocket;

export interface InboxPorts {
  readonly api: InboxApi;
  /** null: no sockets, notifications are asked for instead. */
  readonly sockets: OpenInbox | null;
  readonly clock: Clock;
  /** 0 <= x < 1, for the jitter of the back-off. */
  readonly fraction: () => number;
  readonly closed: (inbox: Inbox) => void;
}

/** What the live room shows beside notifications; '' where there is no party or match. */
export interface InboxState {
  readonly unread: number;
  /** The number of the player's last notification. */
  readonly last: number;
  /** Friends who are online. */
  readonly friends: readonly Omit<Friend, 'online'>[];
  /** Friend requests that wait for an answer. */
  readonly requests: number;
  readonly party: string;
  readonly code: string;
  readonly leader: string;
  readonly members: readonly PartyMember[];
  readonly match: string;
}

export interface InboxEvents {
  /** `unread` or `live` has changed. */
  change: Inbox;
  /** A notification that came while this inbox was open; each once. */
  notified: Notice;
  /** A line of the party's chat. Only while live. */
  said: PartyLine;
}

/** How often notifications are asked for while no socket works. */
const POLL_MS = 10_000;
const SILENCE_MS = 15_000;

const friend = decoder<Omit<Friend, 'online'>>({ player: text, name: text, inMatch: flag });

const decodeState: Decode<InboxState> = decoder<InboxState>({
  unread: integer,
  last: integer,
  friends: list(accepts(friend)),
  requests: integer,
  party: text,
  code: text,
  leader: text,
  members: list(accepts(decodeMember)),
  match: text,
});

/**
 * The player's own notifications, party and friends, live over a socket. When it breaks, notifications are read before
 * the next one is opened, so that none is missed; while none works they are polled.
 */
export class Inbox {
  readonly #ports: InboxPorts;
  readonly #emitter = new Emitter<InboxEvents>();
  #socket: InboxSocket | null = null;
  #state: InboxState | null = null;
  #unread = 0;
  /** The last notification that was told of; null before the first reading. */
  #last: number | null = null;
  #failures = 0;
  /** Counts attempts, so that what an abandoned one still brings is dropped. */
  #attempt = 0;
  #over = false;
  #cancelTimer: () => void = () => undefined;
  readonly #pulse: Pulse;

  constructor(ports: InboxPorts) {
    this.#ports = ports;
    const { clock } = ports;
    this.#pulse = new Pulse({ clock, silence: SILENCE_MS, ping: () => this.#socket?.ping(), lost: this.#lost });
  }

  open(): this {
    void this.#connect();
    return this;
  }

  get unread(): number {
    return this.#unread;
  }

  /** What the live room shows; null while there is no socket. */
  get live(): InboxState | null {
    return this.#state;
  }

  on<K extends keyof InboxEvents>(event: K, listener: (payload: InboxEvents[K]) => void): () => void {
    return this.#emitter.on(event, listener);
  }

  /** Takes over what an answer of the server says, so that it need not be waited for. */
  tell(unread: number): void {
    if (this.#unread === unread) return;
    this.#unread = unread;
    this.#emitter.emit('change', this);
  }

  /** Looks now: the page was shown again, the network is back. */
  wake(): void {
    if (this.#over) return;
    if (this.#socket !== null) this.#pulse.probe();
    else void this.#connect();
  }

  close(): void {
    this.#over = true;
    this.#abandon();
    this.#emitter.clear();
    this.#ports.closed(this);
  }

  async #connect(): Promise<void> {
    this.#abandon();
    const attempt = this.#attempt;
    const { api, sockets } = this.#ports;
    try {
      await this.#read();
      if (attempt !== this.#attempt) return;
      if (sockets === null) return this.#again(POLL_MS);
      const seat = await api.seat();
      if (attempt === this.#attempt) this.#listen(sockets, seat);
    } catch (error) {
      if (attempt === this.#attempt) this.#failed(failureOf(error));
    }
  }

  #listen(sockets: OpenInbox, seat: Seat): void {
    this.#pulse.beat();
    this.#socket = sockets(seat, {
      state: (wire) => this.#show(wire),
      message: (type, message) => this.#hear(type, message),
      heard: () => this.#pulse.beat(),
      closed: this.#lost,
    });
  }

  readonly #lost = (): void => this.#failed(unreachable());

  /** Reads what has come meanwhile, all of it. */
  async #read(): Promise<void> {
    const first = this.#last === null;
    for (;;) {
      const { unread, items } = await this.#ports.api.notices(this.#last ?? undefined);
      if (this.#over) return;
      this.tell(unread);
      for (const notice of items) this.#notice(notice, first);
      this.#last ??= 0;
      if (first || items.length === 0) return;
    }
  }

  #notice(notice: Notice, quietly: boolean): void {
    if (this.#last !== null && notice.id <= this.#last) return;
    this.#last = notice.id;
    if (!quietly) this.#emitter.emit('notified', notice);
  }

  #show(wire: unknown): void {
    const state = decodeState(wire);
    if (state === null) return;
    this.#failures = 0;
    this.#state = state;
    this.#unread = state.unread;
    this.#emitter.emit('change', this);
    if (this.#last !== null && state.last > this.#last) void this.#catchUp();
  }

  /** What came between the last reading and this socket is pushed to nobody here: pushes go ahead of the state that counts them. */
  async #catchUp(): Promise<void> {
    const attempt = this.#attempt;
    try {
      await this.#read();
    } catch (error) {
      if (attempt === this.#attempt) this.#failed(failureOf(error));
    }
  }

  #hear(type: unknown, message: unknown): void {
    const notice = type === 'notified' ? decodeNotice(message) : null;
    if (notice !== null) this.#notice(notice, false);
    const line = type === 'said' ? decodeLine(message) : null;
    if (line !== null) this.#emitter.emit('said', line);
  }

  #failed(why: FreeplayError): void {
    this.#failures += 1;
    this.#abandon();
    this.#again(backoffMs(this.#failures, this.#ports.fraction(), why.retryAfter));
  }

  #again(ms: number): void {
    if (!this.#over) this.#cancelTimer = this.#ports.clock.after(ms, () => void this.#connect());
  }

  #abandon(): void {
    this.#attempt += 1;
    this.#cancelTimer();
    this.#pulse.stop();
    this.#socket?.close();
    this.#socket = null;
    if (this.#state === null) return;
    this.#state = null;
    this.#emitter.emit('change', this);
  }
}

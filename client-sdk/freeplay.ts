import { Api } from './api.ts';
import { FreeplayError } from './errors.ts';
import { Flip } from './flip/flip.ts';
import { Inbox, type InboxApi } from './flip/inbox.ts';
import { Http } from './http.ts';
import { LiveTransport } from './match/live.ts';
import { Match } from './match/match.ts';
import { PollingTransport } from './match/polling.ts';
import { colyseusSockets, type OpenSocket } from './match/socket.ts';
import {
  type Clock,
  type Fetch,
  memoryStorage,
  type RandomBytes,
  randomFraction,
  randomHex,
  type Storage,
  systemClock,
  systemRandom,
} from './ports.ts';
import { ServerTime } from './server-time.ts';
import { SessionKeeper } from './session.ts';
import type { Catalog, History, Me, PublicKey, Receipt, Replay, Session, Snapshot } from './types.ts';

export interface FreeplayOptions {
  /** The service's address without a path: `https://play.example`. */
  readonly url: string;
  /** What writes state as their Origin outside a browser; default: that of `url`. */
  readonly origin?: string;
  /** The guest's secret, 64 lowercase hex; default: the stored one, else a fresh one. */
  readonly token?: string;
  /** How matches are followed: `live` over a WebSocket, polling while none works; `polling` never opens one. Default: live. */
  readonly transport?: 'live' | 'polling';
  readonly fetch?: Fetch;
  readonly clock?: Clock;
  readonly random?: RandomBytes;
  /** Where the token is kept; default: this process's memory. */
  readonly storage?: Storage;
}

/**
 * A guest at one Freeplay service. The session opens itself with the first call that needs it. Every promise that fails
 * is rejected with a FreeplayError. Matches are followed until they are closed; `close` closes them all.
 */
export class Freeplay {
  /** Flip Match, and friends, parties, challenges and notifications. */
  readonly flip: Flip;
  readonly #api: Api;
  readonly #session: SessionKeeper;
  readonly #clock: Clock;
  readonly #random: RandomBytes;
  readonly #time: ServerTime;
  readonly #sockets: OpenSocket | null;
  readonly #open = new Set<Match>();
  readonly #inboxes = new Set<Inbox>();
  #background = false;

  constructor(options: FreeplayOptions) {
    this.#clock = options.clock ?? systemClock;
    this.#random = options.random ?? systemRandom;
    this.#time = new ServerTime(() => this.#clock.monotonic());
    const { fetch = (url, init) => globalThis.fetch(url, init), storage = memoryStorage(), token } = options;
    const url = options.url.replace(/\/+$/, '');
    const origin = options.origin ?? new URL(url).origin;
    const http = new Http({ url, origin, fetch, clock: this.#clock });
    this.#sockets = options.transport === 'polling' ? null : colyseusSockets(url, origin);
    this.#session = new SessionKeeper({ http, storage, random: this.#random, token });
    this.#api = new Api({ http, session: this.#session, time: this.#time });
    this.flip = new Flip({
      ask: (request, decode) => this.#api.ask(request, decode),
      enter: (request) => this.#enter(request),
      follow: (first) => this.match(first.id, first),
      inbox: (api) => this.#inbox(api),
    });
  }

  session(): Promise<Session> {
    return this.#session.open();
  }

  catalog(): Promise<Catalog> {
    return this.#api.catalog();
  }

  me(): Promise<Me> {
    return this.#api.me();
  }

  /** A name is 3-20 letters, digits, `-` and `_`; rejects with `name-taken` or `bad-request`. */
  rename(name: string): Promise<Me> {
    return this.#api.rename(name);
  }

  /** Waits in public for an opponent, or meets the one who waits. A player who is in a match already gets that one. */
  queue(game: string): Promise<Match> {
    return this.#enter({ game, mode: 'public' });
  }

  /** Opens a private match; `snapshot.invite` is what to share. A player who is in a match already gets that one. */
  invite(game: string): Promise<Match> {
    return this.#enter({ game, mode: 'private' });
  }

  /** Takes the open seat of an invitation. */
  join(invite: string): Promise<Match> {
    return this.#enter({ mode: 'join', room: invite });
  }

  /** The match that this player is in, or null. */
  async resume(): Promise<Match | null> {
    const { rooms } = await this.#api.history();
    const active = rooms.find(({ status }) => status === 'waiting' || status === 'ready' || status === 'playing');
    return active === undefined ? null : this.match(active.id);
  }

  history(): Promise<History> {
    return this.#api.history();
  }

  replay(id: string): Promise<Replay> {
    return this.#api.replay(id);
  }

  /** The signed receipt of an ended match of this player; `wrong-status` while it goes on. */
  receipt(id: string): Promise<Receipt> {
    return this.#api.receipt(id);
  }

  /** The public keys that this service signs and has signed with. */
  keys(): Promise<readonly PublicKey[]> {
    return this.#api.keys();
  }

  /** Epoch ms by the server's clock, whatever this device's clock says; null before the first answer. */
  serverNow(): number | null {
    return this.#time.now();
  }

  /** Follows a match of this player, from `first` on when a snapshot is known already. Close it when done. */
  match(id: string, first: Snapshot | null = null): Match {
    const ports = {
      api: this.#api,
      clock: this.#clock,
      fraction: () => randomFraction(this.#random),
      newId: () => randomHex(this.#random, 16),
      serverNow: () => this.#time.now(),
    };
    const match = new Match(id, {
      ...ports,
      preferred: this.#sockets === null ? null : new LiveTransport(id, { ...ports, open: this.#sockets }),
      spare: new PollingTransport(id, ports),
      read: (room) => this.#readWhole(room),
      replay: (room) => this.#api.replay(room),
      closed: (closed) => this.#open.delete(closed),
    });
    this.#open.add(match);
    match.background(this.#background);
    return match.open(first);
  }

  /** Says that nobody is looking (true): open matches are followed at a slower pace. Back to false looks at once. */
  background(on: boolean): void {
    this.#background = on;
    for (const match of this.#open) match.background(on);
  }

  /** Looks at all open matches now: the page was shown again, the network is back. */
  wake(): void {
    for (const followed of [...this.#open, ...this.#inboxes]) followed.wake();
    void this.#setClock();
  }

  close(): void {
    for (const followed of [...this.#open, ...this.#inboxes]) followed.close();
  }

  /** The monotonic clock of a device that slept may have stood still: an answer sets it, and a failure is nobody's concern. */
  async #setClock(): Promise<void> {
    const [match] = this.#open;
    if (match !== undefined) await this.#readWhole(match.id).catch(() => undefined);
  }

  #inbox(api: InboxApi): Inbox {
    const inbox = new Inbox({
      api,
      sockets: this.#sockets,
      clock: this.#clock,
      fraction: () => randomFraction(this.#random),
      closed: (closed) => this.#inboxes.delete(closed),
    });
    this.#inboxes.add(inbox);
    return inbox.open();
  }

  async #enter(request: Parameters<Api['enter']>[0]): Promise<Match> {
    const first = await this.#api.enter(request);
    return this.match(first.id, first);
  }

  async #readWhole(room: string): Promise<Snapshot> {
    const now = await this.#api.read(room, { since: null, resync: false });
    if (now === null) throw new FreeplayError('bad-answer', 'The server left its answer out. Try again.');
    return now;
  }
}

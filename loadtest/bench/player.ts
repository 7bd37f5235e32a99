import { randomBytes } from 'node:crypto';
import { pack } from 'msgpackr';
import { WebSocket } from 'ws';
import { ORIGIN } from './child.ts';

/** What the bench needs of a snapshot. */
export interface Seen {
  readonly id: string;
  readonly seat: number;
  readonly revision: number;
  readonly status: string;
}

const JOIN_ROOM = 10;
const ROOM_DATA = 13;
const ROOM_STATE = 14;
const ROOM_STATE_PATCH = 15;
const CODE_MASK = 0x1f;

/**
 * A player that costs the load generator as little as can be: plain fetch, and a bare socket that speaks just enough of
 * the room protocol. What it hears is counted by kind of frame, not decoded; bots that check everything are the load test's.
 */
export class BarePlayer {
  readonly #url: string;
  readonly #token = randomBytes(32).toString('hex');

  constructor(url: string) {
    this.#url = url;
  }

  async open(): Promise<this> {
    await this.#post('/session', { token: this.#token });
    return this;
  }

  enter(game: string): Promise<Seen> {
    return this.#post('/rooms', { game, mode: 'public' });
  }

  act(room: string, action: object): Promise<Seen> {
    return this.#post(`/rooms/${room}`, action);
  }

  async look(room: string): Promise<Seen> {
    const response = await fetch(`${this.#url}/api/multiplayer/rooms/${room}`, {
      headers: { 'x-player-token': this.#token },
    });
    if (!response.ok) throw new Error(`GET answered ${response.status}`);
    return (await response.json()) as Seen; // The server's own answer; the tests hold it to its schema.
  }

  async sit(room: string): Promise<BareSocket> {
    const seat = await this.#post<{ processId: string; roomId: string; sessionId: string }>(`/rooms/${room}/seat`, {});
    const address = `${this.#url.replace('http', 'ws')}/${seat.processId}/${seat.roomId}?sessionId=${seat.sessionId}`;
    return BareSocket.open(address);
  }

  async #post<T = Seen>(path: string, body: object): Promise<T> {
    const response = await fetch(`${this.#url}/api/multiplayer${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: ORIGIN, 'x-player-token': this.#token },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`POST ${path} answered ${response.status}: ${await response.text()}`);
    return (await response.json()) as T; // As above.
  }
}

export class BareSocket {
  onAccepted: () => void = () => {};
  onPatch: (bytes: number) => void = () => {};
  readonly #socket: WebSocket;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
  }

  /** Resolves with the first full state. */
  static open(address: string): Promise<BareSocket> {
    const socket = new WebSocket(address, { origin: ORIGIN, perMessageDeflate: false });
    const player = new BareSocket(socket);
    return new Promise((resolve, reject) => {
      socket.on('error', reject);
      socket.on('close', (code) => reject(new Error(`the socket was closed: ${code}`)));
      socket.on('message', (frame: Buffer) => {
        const code = (frame[0] ?? 0) & CODE_MASK;
        if (code === JOIN_ROOM) socket.send(Uint8Array.of(JOIN_ROOM));
        else if (code === ROOM_STATE) resolve(player);
        else if (code === ROOM_STATE_PATCH) player.onPatch(frame.length);
        else if (code === ROOM_DATA) player.#heard(frame);
      });
    });
  }

  send(type: string, message: object): void {
    const name = Buffer.from(type);
    this.#socket.send(Buffer.concat([Uint8Array.of(ROOM_DATA, 0xa0 | name.length), name, pack(message)]));
  }

  close(): void {
    this.#socket.removeAllListeners('close');
    this.#socket.close();
  }

  #heard(frame: Buffer): void {
    const type = frame.toString('latin1', 2, 2 + ((frame[1] ?? 0) & 0x1f));
    if (type === 'accepted') this.onAccepted();
    else throw new Error(`the server answers ${type}: ${frame.toString('latin1')}`);
  }
}

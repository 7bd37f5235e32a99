import type { EnterRequest, RoomAction, Seat, Snapshot } from '@freeplay/client-sdk';

interface Service {
  readonly url: string;
  readonly origin: string;
}

/** A guest without the SDK: one request, one answer, one socket, nothing followed. For figures, not for play. */
export class Guest {
  readonly token: string;
  readonly #service: Service;

  private constructor(service: Service, token: string) {
    this.#service = service;
    this.token = token;
  }

  static async open(service: Service): Promise<Guest> {
    const bytes = crypto.getRandomValues(new Uint8Array(32));
    const guest = new Guest(service, Buffer.from(bytes).toString('hex'));
    await guest.#ask('/session', { token: guest.token });
    return guest;
  }

  enter(request: EnterRequest): Promise<Snapshot> {
    return this.#ask('/rooms', request);
  }

  act(room: string, action: RoomAction): Promise<Snapshot> {
    return this.#ask(`/rooms/${room}`, action);
  }

  look(room: string): Promise<Snapshot> {
    return this.#ask(`/rooms/${room}`, null);
  }

  /** A socket in the match's live room that says no more than that it has joined. */
  async watch(room: string, frame: (bytes: Uint8Array) => void): Promise<WebSocket> {
    const { processId, sessionId } = await this.#ask<Seat>(`/rooms/${room}/seat`, {});
    const { url, origin } = this.#service;
    const address = `${url.replace(/^http/, 'ws')}/${processId}/${room}?sessionId=${sessionId}`;
    const socket = new WebSocket(address, { headers: { origin } });
    socket.binaryType = 'arraybuffer';
    const joined = new Promise<void>((resolve, reject) => {
      socket.addEventListener('error', () => reject(new Error('the socket was refused')));
      socket.addEventListener('message', () => resolve(), { once: true });
    });
    socket.addEventListener('message', ({ data }) => frame(new Uint8Array(data)));
    await joined;
    socket.send(Uint8Array.of(JOIN_ROOM));
    return socket;
  }

  /** The caller names the shape that its route answers with. */
  async #ask<T>(path: string, body: object | null): Promise<T> {
    const { url, origin } = this.#service;
    const answer = await fetch(`${url}/api/multiplayer${path}`, {
      method: body === null ? 'GET' : 'POST',
      headers: { origin, 'x-player-token': this.token, ...(body !== null && { 'content-type': 'application/json' }) },
      ...(body !== null && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    return JSON.parse(await answer.text());
  }
}

/** Colyseus's code: the client has understood the handshake. */
const JOIN_ROOM = 10;

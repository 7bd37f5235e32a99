import {
  type Decode,
  decodeCatalog,
  decodeHistory,
  decodeKeys,
  decodeMe,
  decodeReceipt,
  decodeReplay,
  decodeSeat,
  decodeSnapshot,
} from './decode.ts';
import { FreeplayError } from './errors.ts';
import { decodeParty } from './flip/decode.ts';
import type { PartyLine } from './flip/types.ts';
import type { Answer, Http, Request } from './http.ts';
import type { LiveApi } from './match/live.ts';
import type { Ask } from './match/polling.ts';
import type { ServerTime } from './server-time.ts';
import type { SessionKeeper } from './session.ts';
import type {
  Catalog,
  EnterRequest,
  History,
  Me,
  PublicKey,
  Receipt,
  Replay,
  RoomAction,
  Seat,
  Snapshot,
} from './types.ts';

export interface ApiPorts {
  readonly http: Http;
  readonly session: SessionKeeper;
  readonly time: ServerTime;
}

/** The HTTP contract, route by route. Every call makes one attempt and rejects with a FreeplayError. */
export class Api implements LiveApi {
  readonly #ports: ApiPorts;

  constructor(ports: ApiPorts) {
    this.#ports = ports;
  }

  async catalog(): Promise<Catalog> {
    return whole(await this.#ports.http.send({ method: 'GET', path: '/catalog' }, decodeCatalog));
  }

  me(): Promise<Me> {
    return this.#whole({ method: 'GET', path: '/players/me' }, decodeMe);
  }

  rename(name: string): Promise<Me> {
    return this.#whole({ method: 'PATCH', path: '/players/me', body: { name } }, decodeMe);
  }

  enter(request: EnterRequest): Promise<Snapshot> {
    return this.#snapshot({ method: 'POST', path: '/rooms', body: request });
  }

  async read(room: string, { since, resync }: Ask): Promise<Snapshot | null> {
    const query = new URLSearchParams({ ...(since !== null && { since }), ...(resync && { resync: '1' }) });
    const path = query.size === 0 ? roomPath(room) : `${roomPath(room)}?${query}`;
    return this.#timed(await this.#send({ method: 'GET', path }, decodeSnapshot)).value;
  }

  seat(room: string): Promise<Seat> {
    return this.#whole({ method: 'POST', path: `${roomPath(room)}/seat`, body: {} }, decodeSeat);
  }

  async player(): Promise<string> {
    return (await this.#ports.session.open()).player;
  }

  act(room: string, action: RoomAction): Promise<Snapshot> {
    return this.#snapshot({ method: 'POST', path: roomPath(room), body: action });
  }

  async talk(party: string): Promise<readonly PartyLine[]> {
    const { id, said } = await this.#whole({ method: 'GET', path: '/parties/mine' }, decodeParty);
    return id === party ? said : [];
  }

  async say(party: string, text: string): Promise<readonly PartyLine[]> {
    const path = `/parties/${encodeURIComponent(party)}`;
    return (await this.#whole({ method: 'POST', path, body: { kind: 'say', text } }, decodeParty)).said;
  }

  replay(room: string): Promise<Replay> {
    return this.#whole({ method: 'GET', path: `${roomPath(room)}/replay` }, decodeReplay);
  }

  receipt(room: string): Promise<Receipt> {
    return this.#whole({ method: 'GET', path: `${roomPath(room)}/receipt` }, decodeReceipt);
  }

  async keys(): Promise<readonly PublicKey[]> {
    return whole(await this.#ports.http.send({ method: 'GET', path: '/keys' }, decodeKeys)).keys;
  }

  history(): Promise<History> {
    return this.#whole({ method: 'GET', path: '/history' }, decodeHistory);
  }

  /** One request of this player's session, one decoded answer. */
  ask<T>(request: Request, decode: Decode<T>): Promise<T> {
    return this.#whole(request, decode);
  }

  async #snapshot(request: Request): Promise<Snapshot> {
    return whole(this.#timed(await this.#send(request, decodeSnapshot)));
  }

  async #whole<T>(request: Request, decode: Decode<T>): Promise<T> {
    return whole(await this.#send(request, decode));
  }

  #send<T>(request: Request, decode: Decode<T>): Promise<Answer<T>> {
    const { http, session } = this.#ports;
    return session.run(async (token) => this.#dated(await http.send({ ...request, token }, decode)));
  }

  /** Until a snapshot tells the server's clock exactly, the answer's own date, told in whole seconds, must do. */
  #dated<T>(answer: Answer<T>): Answer<T> {
    const { time } = this.#ports;
    if (time.now() === null && answer.date !== null) time.sample(answer.date + 500, answer.sentAt, answer.receivedAt);
    return answer;
  }

  #timed(answer: Answer<Snapshot>): Answer<Snapshot> {
    if (answer.value !== null) this.#ports.time.sample(answer.value.serverTime, answer.sentAt, answer.receivedAt);
    return answer;
  }
}

function roomPath(room: string): string {
  return `/rooms/${encodeURIComponent(room)}`;
}

/** The value of an answer that may not be empty. */
function whole<T>(answer: Answer<T>): T {
  if (answer.value === null) throw new FreeplayError('bad-answer', 'The server left its answer out. Try again.');
  return answer.value;
}

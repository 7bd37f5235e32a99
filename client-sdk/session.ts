import { decodeSession } from './decode.ts';
import { FreeplayError, failureOf } from './errors.ts';
import type { Http } from './http.ts';
import { type RandomBytes, randomHex, type Storage } from './ports.ts';
import type { Session } from './types.ts';

const STORAGE_KEY = 'freeplay.token';
const TOKEN = /^[0-9a-f]{64}$/;

export interface SessionPorts {
  readonly http: Http;
  readonly storage: Storage;
  readonly random: RandomBytes;
  /** A token from elsewhere; else the stored one; else a fresh one. */
  readonly token: string | undefined;
}

/** The guest's secret and the session that the server keeps for it. */
export class SessionKeeper {
  readonly #ports: SessionPorts;
  readonly #token: string;
  #opening: Promise<Session> | null = null;

  constructor(ports: SessionPorts) {
    this.#ports = ports;
    this.#token = ports.token ?? keptToken(ports.storage, ports.random);
    if (!TOKEN.test(this.#token)) throw new FreeplayError('bad-request', 'A token is 64 lowercase hex digits.');
  }

  /** The session, opened on the first call; a failure is not remembered. */
  open(): Promise<Session> {
    this.#opening ??= this.#post().catch((error: unknown) => {
      this.#opening = null;
      throw error;
    });
    return this.#opening;
  }

  /** Runs a request that needs the session. A server that has forgotten it is told again, once: it refused before acting. */
  async run<T>(request: (token: string) => Promise<T>): Promise<T> {
    await this.open();
    try {
      return await request(this.#token);
    } catch (error) {
      if (failureOf(error).code !== 'no-session') throw error;
      this.#opening = null;
      await this.open();
      return request(this.#token);
    }
  }

  async #post(): Promise<Session> {
    const request = { method: 'POST', path: '/session', body: { token: this.#token } } as const;
    const { value } = await this.#ports.http.send(request, decodeSession);
    if (value === null) throw new FreeplayError('bad-answer', 'The server opened no session. Try again.');
    return value;
  }
}

function keptToken(storage: Storage, random: RandomBytes): string {
  const kept = storage.get(STORAGE_KEY);
  if (kept !== null && TOKEN.test(kept)) return kept;
  storage.set(STORAGE_KEY, randomHex(random, 32));
  // Read back: of two tabs that open at once, both then use the token that stayed.
  const token = storage.get(STORAGE_KEY);
  return token !== null && TOKEN.test(token) ? token : randomHex(random, 32);
}

import { type Decode, decodeRefusal } from './decode.ts';
import { FreeplayError, isErrorCode, unreachable } from './errors.ts';
import type { Clock, Fetch, FetchAnswer } from './ports.ts';

export interface Request {
  readonly method: 'GET' | 'POST' | 'PATCH';
  /** Below `/api/multiplayer`. */
  readonly path: string;
  readonly body?: object;
  readonly token?: string;
}

/** A decoded answer; `value` is null for 304. The instants are monotonic ms. */
export interface Answer<T> {
  readonly value: T | null;
  /** When it was made by the server's clock, epoch ms in whole seconds; null where that is not to be seen. */
  readonly date: number | null;
  readonly sentAt: number;
  readonly receivedAt: number;
}

export interface HttpPorts {
  readonly url: string;
  readonly origin: string;
  readonly fetch: Fetch;
  readonly clock: Clock;
}

/** A request without an answer by then counts as lost. */
const ANSWER_MS = 10_000;
const NOT_MODIFIED = 304;

/** One request to the service, one decoded answer; whatever goes wrong is a FreeplayError. */
export class Http {
  readonly #ports: HttpPorts;

  constructor(ports: HttpPorts) {
    this.#ports = ports;
  }

  async send<T>(request: Request, decode: Decode<T>): Promise<Answer<T>> {
    const { clock } = this.#ports;
    const sentAt = clock.monotonic();
    const { answer, body } = await this.#exchange(request);
    const receivedAt = clock.monotonic();
    const date = Date.parse(answer.headers.get('date') ?? '') || null;
    if (answer.status === NOT_MODIFIED) return { value: null, date, sentAt, receivedAt };
    if (answer.status >= 400) throw refusal(answer, body);
    const value = decode(body);
    if (value === null) throw badAnswer();
    return { value, date, sentAt, receivedAt };
  }

  async #exchange(request: Request): Promise<{ answer: FetchAnswer; body: unknown }> {
    const { url, fetch, clock } = this.#ports;
    const abort = new AbortController();
    const cancel = clock.after(ANSWER_MS, () => abort.abort());
    try {
      const answer = await fetch(`${url}/api/multiplayer${request.path}`, {
        method: request.method,
        headers: this.#headers(request),
        ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
        cache: 'no-store',
        signal: abort.signal,
      });
      return { answer, body: parse(await answer.text()) };
    } catch {
      throw unreachable();
    } finally {
      cancel();
    }
  }

  #headers(request: Request): Record<string, string> {
    return {
      ...(request.token === undefined ? {} : { 'x-player-token': request.token }),
      ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
      // A browser sets its own and drops this one.
      ...(request.method === 'GET' ? {} : { origin: this.#ports.origin }),
    };
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function refusal(answer: FetchAnswer, body: unknown): FreeplayError {
  const { code, message, snapshot, room } = decodeRefusal(body);
  if (!isErrorCode(code)) return badAnswer();
  return new FreeplayError(code, message, {
    retryAfter: Math.max(0, Number(answer.headers.get('retry-after') ?? 0) || 0),
    ...(snapshot === null ? {} : { snapshot }),
    ...(room === null ? {} : { room }),
  });
}

function badAnswer(): FreeplayError {
  return new FreeplayError('bad-answer', 'The server gave an answer that this client does not understand. Try again.');
}

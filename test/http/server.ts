import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Envelope } from '@freeplay/shared/engine';
import { ERROR_STATUS } from '@freeplay/shared/protocol';
import { Failure, OPERATION_IDS, OPERATIONS, type Operation, operationErrors } from '@freeplay/shared/protocol/http';
import { expect } from 'chai';
import { compose } from '../../server/compose.ts';
import { readConfig } from '../../server/config.ts';
import type { Random } from '../../server/random.ts';
import { ManualClock } from '../support/clock.ts';

export const ORIGIN = 'https://play.example';
export const OTHER_ORIGIN = 'https://other.example';
export const API = '/api/multiplayer';

/** Limits off, so that a test meets only the one that it sets. */
const UNLIMITED = {
  SESSIONS_PER_HOUR: '0',
  ROOM_REQUESTS_PER_HOUR: '0',
  ACTIONS_PER_MINUTE: '0',
  READS_PER_MINUTE: '0',
};

export interface Request {
  readonly method?: string;
  readonly path: string;
  readonly token?: string;
  /** Sent as JSON. */
  readonly json?: unknown;
  /** Sent as it is. */
  readonly raw?: string | Uint8Array<ArrayBuffer>;
  /** On top of the usual ones; null leaves one out. */
  readonly headers?: Readonly<Record<string, string | null>>;
}

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The parsed body, or undefined. */
  readonly body: unknown;
}

export interface Guest {
  readonly token: string;
  readonly player: string;
  readonly name: string;
}

/** The whole server, composed as in production but for its clock and its random source. */
export interface TestServer {
  readonly url: string;
  readonly clock: ManualClock;
  /** Everything that was logged, as JSON text. */
  readonly logged: string[];
  /** Sends the request; whatever comes back is held to the schemas of its operation. */
  send(request: Request): Promise<Reply>;
  guest(name: string): Promise<Guest>;
  /** A game under way: the guests by seat, and the snapshot of seat 0. */
  playing(game: string, first: Guest, second: Guest): Promise<{ seats: [Guest, Guest]; snapshot: Envelope }>;
  snapshot(guest: Guest, room: string): Promise<Envelope>;
  act(guest: Guest, room: string, action: object): Promise<Reply>;
  stop(): Promise<void>;
}

export async function startServer(env: Readonly<Record<string, string>> = {}): Promise<TestServer> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'freeplay-http-'));
  const settings = { ...UNLIMITED, PORT: '0', DATA_DIR: dataDir, ALLOWED_ORIGINS: `${ORIGIN},${OTHER_ORIGIN}`, ...env };
  const config = readConfig(settings);
  if ('error' in config) throw new Error(config.error);
  const clock = new ManualClock();
  const logged: string[] = [];
  const note = (fields: object, message: string) => void logged.push(`${message} ${JSON.stringify(fields)}`);
  const log = { debug: note, info: note, warn: note, error: note };
  const service = compose(config, { clock, random: seeded('http'), log });
  const { port } = await service.start();
  const url = `http://127.0.0.1:${port}`;

  const send = async (request: Request) => {
    const reply = await exchange(url, request);
    holdToContract(request, reply);
    return reply;
  };
  const guest = async (name: string) => {
    const token = tokenOf(name);
    const reply = await send({ method: 'POST', path: `${API}/session`, json: { token } });
    expect(reply.status, reply.text).to.equal(200);
    return { ...(reply.body as Omit<Guest, 'token'>), token };
  };
  const enter = async (by: Guest, json: object) => {
    const reply = await send({ method: 'POST', path: `${API}/rooms`, token: by.token, json });
    expect(reply.status, reply.text).to.be.oneOf([200, 201]);
    return snapshotIn(reply);
  };
  const act = (by: Guest, room: string, action: object) =>
    send({ method: 'POST', path: `${API}/rooms/${room}`, token: by.token, json: action });
  const snapshot = async (by: Guest, room: string) => {
    const reply = await send({ path: `${API}/rooms/${room}`, token: by.token });
    expect(reply.status, reply.text).to.equal(200);
    return snapshotIn(reply);
  };

  return {
    url,
    clock,
    logged,
    send,
    guest,
    snapshot,
    act,
    async playing(game, first, second) {
      const { id, invite } = await enter(first, { mode: 'private', game });
      const { seat } = await enter(second, { mode: 'join', room: invite });
      for (const by of [first, second]) expect((await act(by, id, { kind: 'ready' })).status).to.equal(200);
      const seats: [Guest, Guest] = seat === 1 ? [first, second] : [second, first];
      return { seats, snapshot: await snapshot(seats[0], id) };
    },
    async stop() {
      await service.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** A token that belongs to this name in every run. */
export function tokenOf(name: string): string {
  return createHash('sha256').update(`token of ${name}`).digest('hex');
}

export function errorOf(reply: Reply): string {
  return Failure.parse(reply.body).error;
}

/** The snapshot in an answer; the harness has already held it to its schema. */
export function snapshotIn(reply: Reply): Envelope {
  return reply.body as Envelope;
}

/** SHA-256 in counter mode: enough randomness for a test, and the same in every run. */
export function seeded(seed: string): Random {
  let counter = 0;
  return (length) => {
    const blocks = Array.from({ length: Math.ceil(length / 32) }, () =>
      createHash('sha256').update(`${seed} ${counter++}`).digest(),
    );
    return Buffer.concat(blocks).subarray(0, length);
  };
}

async function exchange(url: string, { method = 'GET', path, token, json, raw, headers }: Request): Promise<Reply> {
  const body = raw ?? (json === undefined ? null : JSON.stringify(json));
  const usual = {
    ...(method !== 'GET' && { origin: ORIGIN }),
    ...(body !== null && { 'content-type': 'application/json' }),
    ...(token !== undefined && { 'x-player-token': token }),
  };
  const sent = Object.entries({ ...usual, ...headers }).filter((entry): entry is [string, string] => entry[1] !== null);
  const response = await fetch(url + path, { method, body, headers: sent });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
  return { status: response.status, headers: response.headers, text, body: isJson ? JSON.parse(text) : undefined };
}

/** Every answer, expected or not, is one that its operation declares, in a body that its schema accepts. */
function holdToContract({ method = 'GET', path, token }: Request, reply: Reply): void {
  const label = `${method} ${path} -> ${reply.status} ${reply.text.slice(0, 300)}`;
  expect(reply.headers.get('cache-control'), label).to.equal('no-store');
  expect(reply.headers.get('x-content-type-options'), label).to.equal('nosniff');
  if (token) expect(reply.text, label).not.to.contain(token);
  if (method === 'OPTIONS' && reply.status === 204) return;
  const operation = operationAt(method, path);
  const schema = operation?.answers[reply.status];
  if (schema === null) {
    expect(reply.text, label).to.equal('');
    return;
  }
  const parsed = (schema ?? Failure).safeParse(reply.body);
  expect(parsed.error?.message, label).to.equal(undefined);
  if (schema !== undefined) return;
  const code = errorOf(reply);
  expect(ERROR_STATUS[Failure.parse(reply.body).error], label).to.equal(reply.status);
  if (operation !== undefined && code !== 'not-found') expect(operationErrors(operation), label).to.include(code);
  const waits = reply.status === 429 || reply.status === 503;
  expect(/^[1-9]\d*$/.test(reply.headers.get('retry-after') ?? ''), `${label}: Retry-After`).to.equal(waits);
}

function operationAt(method: string, path: string): Operation | undefined {
  const [bare] = path.split('?');
  return OPERATION_IDS.map((id): Operation => OPERATIONS[id]).find(
    (operation) =>
      operation.method === method.toLowerCase() &&
      new RegExp(`^${operation.path.replace('{id}', '[^/]+')}$`).test(bare ?? ''),
  );
}

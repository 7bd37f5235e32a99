import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  BASE_PATH,
  Id,
  isLimited,
  OPERATION_IDS,
  OPERATIONS,
  type Operation,
  type OperationId,
} from '@freeplay/shared/protocol/http';
import { type Request, Router } from 'express';
import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import type { Presence, Refusal } from '../host/port.ts';
import { addressKey, senderAddress } from '../identity/sender.ts';
import type { LimitKind } from '../limits/port.ts';
import type { Log } from '../log.ts';
import type { Metrics } from '../operators/metrics.ts';
import type { Random } from '../random.ts';
import { refusal, send, sendRefusal } from './answer.ts';
import { type Body, parseJson, readBody } from './body.ts';
import { badOrigin, crossOrigin } from './cors.ts';
import { answerNotFound, lastResort, notFound } from './elsewhere.ts';
import { createHandlers, type HandlerDeps, noSession } from './handlers.ts';
import { invalid } from './invalid.ts';

export interface ApiDeps extends Omit<HandlerDeps, 'config'> {
  readonly config: HandlerDeps['config'] & Pick<Config, 'allowedOrigins' | 'trustProxy'>;
  readonly presence: Presence;
  readonly random: Random;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Every route of the HTTP contract, for mounting at the root of an Express application, before anything that reads
 * bodies. Other paths fall through. No request, however malformed, makes it throw or answer outside the error table.
 */
export function createApi(deps: ApiDeps): Router {
  const api = Router({ caseSensitive: true, strict: true });
  const handlers = createHandlers(deps);
  const admit = createDoor(deps);
  api.use(BASE_PATH, crossOrigin(new Set(deps.config.allowedOrigins)));
  for (const id of OPERATION_IDS) serve(api, id, handlers[id], admit, deps.metrics);
  const served = OPERATION_IDS.map((id) => OPERATIONS[id].path).filter((path) => !path.startsWith(BASE_PATH));
  api.use([BASE_PATH, ...served], answerNotFound);
  api.use(lastResort(deps));
  return api;
}

/** What the door lets in: a call whose parts have passed the schemas of its operation. */
interface Admitted {
  readonly ok: true;
  readonly player: string | null;
  readonly id: string;
  readonly query: unknown;
  readonly body: unknown;
  readonly ifNoneMatch: string;
  readonly sender: string;
}

/** Null: the client went away. */
type Admit = (id: OperationId, request: Request) => Promise<Admitted | Refusal | null>;

/** Reads are counted here; new guests, room requests and actions where they happen. */
const COUNTED_ELSEWHERE: ReadonlySet<OperationId> = new Set(['openSession', 'actInRoom']);

/** Any of the handlers: each takes the call of its own operation. */
type Handle = (call: never) => Promise<Reply | Refusal>;

interface Reply {
  readonly status: number;
  readonly body: unknown;
  readonly etag?: string;
}

function serve(api: Router, id: OperationId, handle: Handle, admit: Admit, metrics: Metrics): void {
  const operation: Operation = OPERATIONS[id];
  api[operation.method](operation.path.replace('{id}', ':id'), async (request, response) => {
    const elapsed = metrics.requestSeconds.startTimer({ operation: id });
    response.once('finish', () => {
      elapsed();
      metrics.requests.inc({ operation: id, status: response.statusCode });
    });
    const admitted = await admit(id, request);
    if (admitted === null) response.destroy();
    // The cast: the door has parsed query and body with this operation's schemas, and found the player if it needs one.
    else reply(response, admitted.ok ? await handle(admitted as never) : admitted);
  });
}

function reply(response: ServerResponse, answer: Reply | Refusal): void {
  if ('ok' in answer) {
    // What is left of an oversized body is not read, so the connection cannot carry another request.
    sendRefusal(response, answer, answer.code === 'too-large' ? { connection: 'close' } : {});
    return;
  }
  send(response, answer.status, answer.body, answer.etag === undefined ? {} : { etag: `"${answer.etag}"` });
}

/** The checks of every request, in the order that the contract gives. */
function createDoor({ config, identity, limits, presence, random }: ApiDeps): Admit {
  const allowed = new Set(config.allowedOrigins);
  const secret = random(32);

  const senderOf = (request: IncomingMessage) => {
    const forwarded = request.headers['x-forwarded-for'] ?? '';
    const chain = typeof forwarded === 'string' ? forwarded : forwarded.join(',');
    return addressKey(secret, senderAddress(request.socket.remoteAddress ?? '', chain, config.trustProxy));
  };

  const limited = async (kind: LimitKind, key: string): Promise<Refusal | null> => {
    const verdict = await limits.take(kind, key);
    return verdict.ok ? null : refusal('rate-limited', 'Too many requests; slow down.', verdict.retryAfter);
  };

  return async (id, request) => {
    const operation: Operation = OPERATIONS[id];
    const body = await readBody(request);
    if (!body?.ok) return body;

    const player = operation.session ? await identity.playerOf(header(request, 'x-player-token')) : null;
    // A player counts by their id; only strangers count by their address.
    const sender = player === null ? senderOf(request) : '';
    if (operation.session && player === null) return (await limited('read', sender)) ?? noSession();
    if (operation.body !== undefined && !allowed.has(header(request, 'origin'))) return badOrigin();
    if (player !== null) presence.seen(player);

    const counted = isLimited(operation) && !COUNTED_ELSEWHERE.has(id);
    const tooMany = counted ? await limited('read', player ?? sender) : null;
    if (tooMany !== null) return tooMany;

    const shape = parse(operation, request, body);
    if (!shape.ok) return shape;
    const room = request.params.id ?? '';
    if (operation.path.includes('{id}') && !Id.safeParse(room).success) return notFound();
    return { ...shape, player, id: `${room}`, ifNoneMatch: header(request, 'if-none-match'), sender };
  };
}

function header(request: IncomingMessage, name: string): string {
  const value = request.headers[name];
  return typeof value === 'string' ? value : '';
}

type Shape = { readonly ok: true; readonly query: unknown; readonly body: unknown } | Refusal;

function parse(operation: Operation, request: IncomingMessage, body: Body & { ok: true }): Shape {
  const query = operation.query.safeParse(queryOf(request));
  if (!query.success) return invalid(query.error);
  if (operation.body === undefined) return { ok: true, query: query.data, body: undefined };
  const value = parseJson(body.bytes);
  if (value === undefined) return refusal('bad-request', 'Send a body that is one JSON value.');
  const parsed = operation.body.safeParse(value);
  return parsed.success ? { ok: true, query: query.data, body: parsed.data } : invalid(parsed.error);
}

/** The query by name; a name that is repeated has its values in a list, which no schema accepts. */
function queryOf(request: IncomingMessage): object {
  const all = new URLSearchParams(request.url?.split('?')[1] ?? '');
  return Object.fromEntries([...new Set(all.keys())].map((name) => [name, single(all.getAll(name))]));
}

function single(values: readonly string[]): string | readonly string[] | undefined {
  return values.length === 1 ? values[0] : values;
}

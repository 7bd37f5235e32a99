import { createHash } from 'node:crypto';
import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Envelope } from '@freeplay/shared/engine';
import type { ErrorCode } from '@freeplay/shared/protocol';
import {
  Failure,
  OPERATIONS,
  type Operation,
  type OperationId,
  Replay,
  SeatReservation,
  SessionAnswer,
  Snapshot,
} from '@freeplay/shared/protocol/http';
import type { z } from 'zod';
import type { EnterRequest, RoomAction } from '../../server/host/port.ts';
import { PATIENCE_MS } from './patience.ts';
import { ORIGIN } from './service.ts';

export type ReplayAnswer = z.infer<typeof Replay>;
export type SeatAnswer = z.infer<typeof SeatReservation>;

type Answers<K extends OperationId> = (typeof OPERATIONS)[K]['answers'];
export type Success<K extends OperationId> = {
  [S in keyof Answers<K>]: Answers<K>[S] extends z.ZodType ? z.infer<Answers<K>[S]> : never;
}[keyof Answers<K>];

/** A snapshot with the status that brought it, or the refusal. */
export type Answer =
  | { readonly ok: true; readonly status: number; readonly snapshot: Envelope }
  | {
      readonly ok: false;
      readonly status: number;
      readonly code: ErrorCode;
      readonly snapshot: Envelope | null;
      readonly room: string | null;
    };

interface Exchange {
  readonly status: number;
  readonly body: unknown;
}

/** One guest over HTTP. Every answer has passed the schema of its operation; a lost one rejects, as `fetch` does. */
export class Player {
  readonly url: string;
  readonly token: string;
  readonly player: string;
  readonly name: string;

  private constructor(url: string, token: string, { player, name }: z.infer<typeof SessionAnswer>) {
    this.url = url;
    this.token = token;
    this.player = player;
    this.name = name;
  }

  /** The guest whose token belongs to this label. */
  static async open(url: string, label: string): Promise<Player> {
    const token = createHash('sha256').update(`the token of ${label}`).digest('hex');
    const { status, body } = await exchange(url, OPERATIONS.openSession, '', '', { token });
    if (status !== 200) throw new Error(`no session: ${status} ${JSON.stringify(body)}`);
    return new Player(url, token, SessionAnswer.parse(body));
  }

  async enter(request: EnterRequest): Promise<Answer> {
    return answer(await exchange(this.url, OPERATIONS.enterRoom, this.token, '', request));
  }

  async act(room: string, action: RoomAction): Promise<Answer> {
    return answer(await exchange(this.url, OPERATIONS.actInRoom, this.token, room, action));
  }

  async look(room: string): Promise<Answer> {
    return answer(await exchange(this.url, OPERATIONS.readRoom, this.token, room));
  }

  /** The snapshot, from a room that must be there. */
  async snapshot(room: string): Promise<Envelope> {
    return shown(await this.look(room));
  }

  async replay(room: string): Promise<ReplayAnswer> {
    return Replay.parse(okay(await exchange(this.url, OPERATIONS.readReplay, this.token, room)));
  }

  /** Any operation, as the contract has it: the body of a success. */
  async ask<K extends OperationId>(id: K, room: string, json?: object): Promise<Success<K>> {
    const operation: Operation = OPERATIONS[id];
    const { status, body } = await exchange(this.url, operation, this.token, room, json);
    const schema = operation.answers[status];
    if (schema == null) throw new Error(`${id} answered ${status}: ${JSON.stringify(body)}`);
    return schema.parse(body) as Success<K>; // The schema of this very status.
  }

  /** A reservation for one WebSocket. */
  async seat(room: string): Promise<SeatAnswer> {
    return SeatReservation.parse(okay(await exchange(this.url, OPERATIONS.takeSeat, this.token, room, {})));
  }
}

/** The snapshot of what must have been accepted. */
export function shown(result: Answer): Envelope {
  if (result.ok) return result.snapshot;
  throw new Error(`refused with ${result.status} ${result.code}: ${JSON.stringify(result.snapshot)}`);
}

/** Plain requests on kept connections: a third of what `fetch` costs, and these tests send many. */
const agent = new Agent({ keepAlive: true });

async function exchange(
  url: string,
  operation: Operation,
  token: string,
  room: string,
  json?: object,
): Promise<Exchange> {
  const body = json === undefined ? null : JSON.stringify(json);
  const headers = {
    origin: ORIGIN,
    ...(token !== '' && { 'x-player-token': token }),
    ...(body !== null && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
  };
  const sent = request(url + operation.path.replace('{id}', room), { method: operation.method, headers, agent });
  sent.setTimeout(PATIENCE_MS, () => sent.destroy(new Error(`${operation.method} ${sent.path} was never answered`)));
  return new Promise((resolve, reject) => {
    sent.once('error', reject);
    sent.once('response', (response) => {
      const whole = text(response).then((body) => ({ status: response.statusCode ?? 0, body: JSON.parse(body) }));
      whole.then(resolve, reject);
    });
    sent.end(body);
  });
}

function okay({ status, body }: Exchange): unknown {
  if (status !== 200) throw new Error(`answered ${status}: ${JSON.stringify(body)}`);
  return body;
}

function answer({ status, body }: Exchange): Answer {
  if (status === 200 || status === 201) return { ok: true, status, snapshot: Snapshot.parse(body) };
  const { error, details } = Failure.parse(body);
  return { ok: false, status, code: error, snapshot: details?.snapshot ?? null, room: details?.room ?? null };
}

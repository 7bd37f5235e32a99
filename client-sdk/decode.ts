import { STATUSES } from '@freeplay/shared/engine';
import type { WireState } from '@freeplay/shared/protocol';
import type {
  Catalog,
  CatalogGame,
  History,
  HistoryRoom,
  Me,
  PublicKey,
  Receipt,
  Replay,
  ReplayEvent,
  SaidLine,
  Seat,
  Session,
  Snapshot,
} from './types.ts';

/**
 * The door through which the server's answers become typed values. Unknown fields are let through, so that a newer
 * server can say more; a missing or misshapen one is refused.
 */
export type Check = (value: unknown) => boolean;
export type Decode<T> = (value: unknown) => T | null;

export const text: Check = (value) => typeof value === 'string';
export const flag: Check = (value) => typeof value === 'boolean';
export const integer: Check = (value) => Number.isSafeInteger(value);
export const number: Check = (value) => typeof value === 'number';
export const list =
  (item: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(item);
export const nullable =
  (check: Check): Check =>
  (value) =>
    value === null || check(value);
export const optional =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value);

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export const fields =
  (checks: Readonly<Record<string, Check>>): Check =>
  (value) =>
    isRecord(value) && Object.entries(checks).every(([name, check]) => check(value[name]));

/** A decoder that names every field of T: leaving one out is a compile error. */
export function decoder<T>(checks: { readonly [K in keyof T]-?: Check }): Decode<T> {
  const complete = fields(checks);
  // The checks above are the proof that TypeScript cannot see.
  return (value) => (complete(value) ? (value as T) : null);
}

export const accepts =
  <T>(decode: Decode<T>): Check =>
  (value) =>
    decode(value) !== null;

const position = fields({ turn: integer, last: integer });
const result = fields({ winner: nullable(integer), reason: text, plies: integer, scores: nullable(list(integer)) });

const opponent = fields({ name: text, status: text, score: optional(integer) });

export const decodeSnapshot: Decode<Snapshot> = decoder<Snapshot>({
  id: text,
  game: text,
  rules: text,
  mode: text,
  status: (value) => STATUSES.some((status) => status === value),
  revision: integer,
  players: list(nullable(text)),
  names: list(nullable(text)),
  ready: integer,
  state: position,
  turn: integer,
  winner: nullable(integer),
  reason: nullable(text),
  result: nullable(result),
  deadline: integer,
  turnDeadline: integer,
  matchDeadline: integer,
  createdAt: integer,
  startedAt: integer,
  endedAt: integer,
  hash: text,
  free: flag,
  seat: integer,
  legal: list(integer),
  connected: list(flag),
  presence: integer,
  rematch: nullable(text),
  rematchOffers: integer,
  opponent: optional(opponent),
  invite: nullable(text),
  serverTime: integer,
  resumed: flag,
});

export const decodeSeat: Decode<Seat> = decoder<Seat>({
  name: text,
  sessionId: text,
  roomId: text,
  processId: text,
  publicAddress: optional(text),
});

export const decodeWire: Decode<WireState> = decoder<WireState>({
  id: text,
  game: text,
  rules: text,
  mode: integer,
  createdAt: integer,
  status: integer,
  revision: integer,
  players: list(text),
  names: list(text),
  ready: integer,
  state: position,
  dueBy: integer,
  turnBy: integer,
  matchBy: integer,
  started: integer,
  ended: integer,
  winner: integer,
  reason: integer,
  plies: integer,
  scores: list(integer),
  hashHigh: integer,
  hashLow: integer,
  connected: integer,
  presence: integer,
  rematch: text,
  rematchOffers: integer,
  rival: text,
  rivalStatus: integer,
  rivalScore: integer,
});

/** `accepted` and `rejected` of the live room; only the latter has a code and a message. */
export interface RoomAnswer {
  readonly id?: string;
  readonly revision: number;
  readonly code?: string;
  readonly message?: string;
}

export const decodeAnswer: Decode<RoomAnswer> = decoder<RoomAnswer>({
  id: optional(text),
  revision: integer,
  code: optional(text),
  message: optional(text),
});

export const decodeSaid: Decode<SaidLine> = decoder<SaidLine>({ seat: integer, text, at: integer });

export const decodeSession: Decode<Session> = decoder<Session>({ player: text, name: text, created: flag });

export const decodeMe: Decode<Me> = decoder<Me>({ player: text, name: text });

const decodeGame = decoder<CatalogGame>({ id: text, titles: fields({ local: text, online: text }), rules: text });

export const decodeCatalog: Decode<Catalog> = decoder<Catalog>({ games: list(accepts(decodeGame)) });

const decodeHistoryRoom = decoder<HistoryRoom>({
  id: text,
  game: text,
  mode: text,
  status: text,
  seat: integer,
  players: list(nullable(text)),
  names: list(nullable(text)),
  winner: nullable(integer),
  reason: nullable(text),
  createdAt: integer,
  startedAt: integer,
  endedAt: integer,
});

export const decodeHistory: Decode<History> = decoder<History>({ rooms: list(accepts(decodeHistoryRoom)) });

const decodeReplayEvent = decoder<ReplayEvent>({
  revision: integer,
  at: integer,
  kind: text,
  seat: nullable(integer),
  action: optional(integer),
  choice: optional(integer),
  id: optional(text),
  data: optional(isRecord),
});

export const decodeReplay: Decode<Replay> = decoder<Replay>({
  id: text,
  game: text,
  rules: text,
  initial: isRecord,
  events: list(accepts(decodeReplayEvent)),
  result: nullable(result),
  finalHash: text,
});

/** Its signature covers the rest: only a check of that says more. */
export const decodeReceipt: Decode<Receipt> = decoder<Receipt>({
  match: isRecord,
  signature: fields({ key: text, value: text }),
});

const decodeKey = decoder<PublicKey>({ kid: text, key: text, from: integer, until: integer });

export const decodeKeys: Decode<{ readonly keys: readonly PublicKey[] }> = decoder<{
  readonly keys: readonly PublicKey[];
}>({ keys: list(accepts(decodeKey)) });

/** The error body of the HTTP contract, as far as it is well formed. */
export function decodeRefusal(value: unknown): {
  code: unknown;
  message: string;
  snapshot: Snapshot | null;
  room: string | null;
} {
  const body = isRecord(value) ? value : {};
  const details = isRecord(body.details) ? body.details : {};
  return {
    code: body.error,
    message: typeof body.message === 'string' ? body.message : 'The server refused this.',
    snapshot: decodeSnapshot(details.snapshot),
    room: typeof details.room === 'string' ? details.room : null,
  };
}

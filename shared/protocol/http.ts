/**
 * The HTTP contract as data: one schema for every request and response, one entry for every operation. The server
 * validates with it, the OpenAPI document is made from it. It needs zod, so clients import `./index.ts` instead.
 */
import { z } from 'zod';
import { CLOCK_NAMES, END_REASONS, EVENT_KINDS, MODES, ROOM_MODES } from '../engine/event.ts';
import { OPPONENT_STATUSES, STATUSES } from '../engine/view.ts';
import { GAMES, type Position } from '../games/index.ts';
import { ERROR_CODES, type ErrorCode } from './errors.ts';
import {
  DifficultyName,
  FLIP_COMPONENTS,
  FlipCatalog,
  FlipRequest,
  FlipStatistics,
  flipOperations,
  HeldAchievement,
  ThemeId,
} from './flip.ts';
import { BASE_PATH, Empty, Id, Name, NoQuery, PlayerId, time, whole } from './parts.ts';
import { PEOPLE_COMPONENTS, PEOPLE_OPERATIONS, SeatReservation } from './people.ts';

export {
  Challenge,
  ChallengeAction,
  ChallengeList,
  ChallengeRequest,
  FlipRequest,
  Leaderboard,
} from './flip.ts';
export { BASE_PATH, Id, Name, PlayerId } from './parts.ts';
export * from './people.ts';

/** Bodies are at most this many bytes. */
export const MAX_BODY_BYTES = 1024;

const duration = () => whole().describe('Milliseconds, 0 = none.');
const perWindow = () => whole().describe('0 = unlimited.');

export const Token = z.string().regex(/^[0-9a-f]{64}$/);
export const ETag = z.string().regex(/^"?\d{1,15}\.\d{1,15}"?$/);
const Hash = z.string().regex(/^[0-9a-f]{64}$/);
const ShortHash = z.string().regex(/^[0-9a-f]{16}$/);
const GameId = z.enum(GAMES.map((game) => game.id));

// Requests

export const SessionRequest = z.strictObject({ token: Token });

export const ProfilePatch = z.strictObject({
  name: Name.exactOptional(),
  preferredDifficulty: DifficultyName.exactOptional(),
  preferredTheme: ThemeId.exactOptional(),
  challengesFrom: z.enum(['anyone', 'friends']).exactOptional(),
});

export const RoomRequest = z.union([
  z.discriminatedUnion('mode', [
    z.strictObject({ mode: z.enum(ROOM_MODES), game: GameId }),
    z.strictObject({ mode: z.literal('join'), room: Id.describe('The invite of a private room, or its id.') }),
  ]),
  FlipRequest,
]);

export const MoveId = z.string().regex(/^[\x21-\x7e]{1,64}$/);
export const RoomActionRequest = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('ready') }),
  z.strictObject({ kind: z.literal('leave') }),
  z.strictObject({ kind: z.literal('rematch') }),
  z.strictObject({
    kind: z.literal('move'),
    revision: whole(),
    action: z.int().min(0).max(65_535),
    id: MoveId.describe(
      'Makes the move idempotent: a repeat answers the first success and plays nothing.',
    ).exactOptional(),
  }),
]);

const RoomQuery = z.strictObject({
  since: ETag.describe('The ETag of the snapshot at hand.').exactOptional(),
  resync: z.literal('1').describe('The client computed another state hash: counted as a metric.').exactOptional(),
});

// Responses

export const SessionAnswer = z.strictObject({ player: PlayerId, name: Name, created: z.boolean() });

export const Profile = z.strictObject({
  player: PlayerId,
  name: Name,
  stats: FlipStatistics,
  achievements: z.array(HeldAchievement),
  preferences: z.strictObject({
    difficulty: DifficultyName,
    theme: z.string(),
    challengesFrom: z.enum(['anyone', 'friends']),
  }),
});

export const Clocks = z.strictObject({ queue: duration(), ready: duration(), turn: duration(), match: duration() });

export const Catalog = z.strictObject({
  games: z.array(
    z.strictObject({
      id: GameId,
      titles: z.strictObject({ local: z.string(), online: z.string() }),
      seats: z.literal(2),
      actions: whole().describe('Actions are the integers below it.'),
      maxPlies: whole(),
      rules: Hash.describe('The rules hash that this build serves.'),
    }),
  ),
  flip: FlipCatalog,
  clocks: Clocks,
  limits: z.strictObject({
    activeRooms: perWindow(),
    flipMatches: perWindow(),
    roomRequestsPerHour: perWindow(),
    actionsPerMinute: perWindow(),
    sessionsPerHour: perWindow(),
    readsPerMinute: perWindow(),
    bodyBytes: whole(),
  }),
  wagers: z.literal(false),
});

const Plain = z.union([z.int(), z.boolean(), z.string(), z.null()]);

/** A game's own state: these two fields, and what its rules say: numbers, flags, texts, and lists and records of them. */
export const State: z.ZodType<Position> = z
  .object({ turn: z.int().min(-1), last: z.int().min(-1) })
  .catchall(z.union([Plain, z.array(Plain), z.record(z.string(), z.unknown())]));

const Winner = z.int().min(-1).nullable().describe('A seat, -1 for a draw, null for none.');
const seats = <T extends z.ZodType>(of: T) => z.array(of).describe('By seat.');

export const Result = z.strictObject({
  winner: Winner,
  reason: z.enum(END_REASONS),
  plies: whole(),
  scores: z.array(z.int()).nullable(),
});

const matchFields = {
  id: Id,
  game: z.string(),
  rules: Hash,
  mode: z.enum(MODES),
  status: z.enum(STATUSES),
  revision: whole(),
  players: seats(PlayerId.nullable()),
  names: seats(Name.nullable()),
  ready: whole().describe('Bitmask of seats.'),
  state: State,
  turn: z.int().min(-1).describe('Seat to move, -1 when none.'),
  winner: Winner,
  reason: z.enum(END_REASONS).nullable(),
  result: Result.nullable(),
  deadline: time(),
  turnDeadline: time(),
  matchDeadline: time(),
  createdAt: time(),
  startedAt: time(),
  endedAt: time(),
  hash: ShortHash,
  free: z.literal(true),
};

export const Snapshot = z.strictObject({
  ...matchFields,
  seat: whole(),
  legal: z.array(whole()),
  connected: seats(z.boolean()),
  presence: whole(),
  rematch: Id.nullable(),
  rematchOffers: whole().describe('Bitmask of seats.'),
  opponent: z
    .strictObject({ name: Name, status: z.enum(OPPONENT_STATUSES), score: whole().exactOptional() })
    .describe('In a race: the other side, a match of its own. No event of this match; `presence` counts its changes.')
    .exactOptional(),
  invite: z.string().nullable(),
  serverTime: time(),
  resumed: z.boolean(),
});

const Entrant = z.strictObject({ player: PlayerId, name: Name });

/** What each kind of event carries besides its action. */
const EventData = z.union([
  z.strictObject({
    match: Id,
    game: z.string(),
    rules: Hash,
    mode: z.enum(MODES),
    clocks: Clocks,
    by: Entrant,
    rematchOf: z.string(),
    setup: z.unknown().optional(),
  }),
  z.strictObject({ seats: z.array(Entrant).min(1).max(4) }),
  z.strictObject({ action: whole() }),
  z.strictObject({ clock: z.enum(CLOCK_NAMES), seen: z.array(whole()).exactOptional() }),
  z.strictObject({ status: z.enum(['finished', 'cancelled']), winner: Winner, reason: z.enum(END_REASONS) }),
  z.strictObject({ reason: z.enum(END_REASONS) }),
  Empty,
]);

export const Replay = z.strictObject({
  id: Id,
  game: z.string(),
  rules: Hash,
  initial: z.unknown().describe('What the rules start from: of a board game its first state.'),
  events: z.array(
    z.strictObject({
      revision: z.int().min(1),
      at: time(),
      kind: z.enum(EVENT_KINDS),
      seat: whole().nullable(),
      action: whole().exactOptional(),
      choice: whole().describe('What chance has chosen for it.').exactOptional(),
      id: MoveId.exactOptional(),
      data: EventData.exactOptional(),
    }),
  ),
  result: Result.nullable(),
  finalHash: Hash,
});

const Digits = (count: number) => z.string().regex(new RegExp(`^[0-9a-f]{${count}}$`));

export const Receipt = z.strictObject({
  match: z.strictObject({
    v: z.literal(1),
    id: Id,
    game: z.string(),
    rules: Hash,
    mode: z.enum(MODES),
    players: seats(PlayerId.nullable()),
    names: seats(Name.nullable()),
    status: z.enum(STATUSES),
    result: Result.nullable(),
    createdAt: time(),
    startedAt: time(),
    endedAt: time(),
    chain: z.array(Hash).describe('h0, then one hash per event, each over the one before and the event.'),
    finalHash: Hash.nullable().describe('Null where a match is void because its rules changed.'),
    reveal: z.unknown().describe('What the match kept hidden; absent where it hid nothing.').optional(),
  }),
  signature: z
    .strictObject({ key: Digits(64), value: Digits(128) })
    .describe('Ed25519 over the canonical JSON (RFC 8785) of `match`.'),
});

export const Keys = z.strictObject({
  keys: z.array(
    z.strictObject({
      kid: Digits(16).describe("The start of SHA-256 of the key's bytes."),
      key: Digits(64),
      from: time(),
      until: time().describe('Receipts of matches that ended by then; 0 = in use.'),
    }),
  ),
});

export const History = z.strictObject({
  rooms: z.array(
    z.strictObject({
      id: Id,
      game: z.string(),
      mode: z.string(),
      status: z.string(),
      seat: whole(),
      players: seats(PlayerId.nullable()),
      names: seats(Name.nullable()),
      winner: Winner,
      reason: z.string().nullable(),
      createdAt: time(),
      startedAt: time(),
      endedAt: time(),
    }),
  ),
  scores: z.array(z.unknown()),
});

export const Failure = z.strictObject({
  error: z.enum(ERROR_CODES),
  message: z.string(),
  details: z.strictObject({ snapshot: Snapshot.exactOptional(), room: Id.exactOptional() }).exactOptional(),
});

const Health = z.strictObject({ status: z.literal('ok') });
const Document = z.record(z.string(), z.unknown()).describe('An OpenAPI 3.1 or AsyncAPI 3.0 document.');

/** Schemas that the OpenAPI document names in its components. */
export const COMPONENTS = {
  SessionRequest,
  SessionAnswer,
  Profile,
  ProfilePatch,
  Catalog,
  RoomRequest,
  RoomAction: RoomActionRequest,
  Snapshot,
  ...PEOPLE_COMPONENTS,
  ...FLIP_COMPONENTS,
  Replay,
  Receipt,
  Keys,
  History,
  Failure,
} as const;

// Operations

export interface Operation {
  readonly method: 'get' | 'post' | 'patch';
  /** As OpenAPI writes it, from the root: `{id}` is a path parameter. */
  readonly path: string;
  readonly summary: string;
  /** Needs the header X-Player-Token. */
  readonly session: boolean;
  readonly query: z.ZodType;
  /** The JSON body of a write; writes also need an allowed Origin. */
  readonly body?: z.ZodType;
  /** By status; null = no body. */
  readonly answers: Readonly<Record<number, z.ZodType | null>>;
  /** Errors of its own, besides those of every operation of its kind (see `operationErrors`). */
  readonly errors: readonly ErrorCode[];
}

export const FLIP_OPERATIONS = flipOperations(Snapshot);

export const OPERATIONS = {
  openSession: {
    method: 'post',
    path: `${BASE_PATH}/session`,
    summary: 'The guest of a secret token; a new token makes a new guest.',
    session: false,
    query: NoQuery,
    body: SessionRequest,
    answers: { 200: SessionAnswer },
    errors: [],
  },
  readProfile: {
    method: 'get',
    path: `${BASE_PATH}/players/me`,
    summary: "The caller's name, statistics and preferences.",
    session: true,
    query: NoQuery,
    answers: { 200: Profile },
    errors: [],
  },
  changeProfile: {
    method: 'patch',
    path: `${BASE_PATH}/players/me`,
    summary: "Changes the caller's name or preferences.",
    session: true,
    query: NoQuery,
    body: ProfilePatch,
    answers: { 200: Profile },
    errors: ['name-taken'],
  },
  readCatalog: {
    method: 'get',
    path: `${BASE_PATH}/catalog`,
    summary: 'Games, rules hashes, clocks and limits.',
    session: false,
    query: NoQuery,
    answers: { 200: Catalog },
    errors: [],
  },
  enterRoom: {
    method: 'post',
    path: `${BASE_PATH}/rooms`,
    summary: "Queues, invites, joins, or resumes the caller's active room.",
    session: true,
    query: NoQuery,
    body: RoomRequest,
    answers: { 200: Snapshot, 201: Snapshot },
    errors: [
      'forbidden',
      'not-found',
      'wrong-status',
      'in-active-match',
      'room-full',
      'expired',
      'at-capacity',
      'draining',
    ],
  },
  readRoom: {
    method: 'get',
    path: `${BASE_PATH}/rooms/{id}`,
    summary: 'The match as the caller sees it; 304 when nothing has changed since the ETag at hand.',
    session: true,
    query: RoomQuery,
    answers: { 200: Snapshot, 304: null },
    errors: ['not-found'],
  },
  actInRoom: {
    method: 'post',
    path: `${BASE_PATH}/rooms/{id}`,
    summary: 'Ready, leave, move or rematch; answers the snapshot after it.',
    session: true,
    query: NoQuery,
    body: RoomActionRequest,
    answers: { 200: Snapshot },
    errors: [
      'illegal-action',
      'forbidden',
      'not-found',
      'already-ended',
      'wrong-status',
      'stale-revision',
      'not-your-turn',
      'in-active-match',
      'hints-disabled',
      'no-hints-left',
      'pass-not-allowed',
      'expired',
      'at-capacity',
      'draining',
    ],
  },
  takeSeat: {
    method: 'post',
    path: `${BASE_PATH}/rooms/{id}/seat`,
    summary: 'A seat for one WebSocket of the caller in the live room of the match.',
    session: true,
    query: NoQuery,
    body: Empty,
    answers: { 200: SeatReservation },
    errors: ['not-found', 'draining'],
  },
  readReplay: {
    method: 'get',
    path: `${BASE_PATH}/rooms/{id}/replay`,
    summary: 'Every event of a match of the caller; of one that hides something once it is over.',
    session: true,
    query: NoQuery,
    answers: { 200: Replay },
    errors: ['not-found', 'wrong-status'],
  },
  readReceipt: {
    method: 'get',
    path: `${BASE_PATH}/rooms/{id}/receipt`,
    summary: 'The signed receipt of a match of the caller that is over.',
    session: true,
    query: NoQuery,
    answers: { 200: Receipt },
    errors: ['not-found', 'wrong-status'],
  },
  ...FLIP_OPERATIONS,
  ...PEOPLE_OPERATIONS,
  readKeys: {
    method: 'get',
    path: `${BASE_PATH}/keys`,
    summary: 'The public keys of receipts, past ones too.',
    session: false,
    query: NoQuery,
    answers: { 200: Keys },
    errors: [],
  },
  readHistory: {
    method: 'get',
    path: `${BASE_PATH}/history`,
    summary: "The caller's last 20 rooms and score attempts.",
    session: true,
    query: NoQuery,
    answers: { 200: History },
    errors: [],
  },
  readDocument: {
    method: 'get',
    path: `${BASE_PATH}/openapi.json`,
    summary: 'This document.',
    session: false,
    query: NoQuery,
    answers: { 200: Document },
    errors: [],
  },
  readLiveDocument: {
    method: 'get',
    path: `${BASE_PATH}/asyncapi.json`,
    summary: 'The AsyncAPI document of the live rooms: their messages and their state.',
    session: false,
    query: NoQuery,
    answers: { 200: Document },
    errors: [],
  },
  checkHealth: {
    method: 'get',
    path: '/healthz',
    summary: 'The process runs.',
    session: false,
    query: NoQuery,
    answers: { 200: Health },
    errors: [],
  },
  checkReadiness: {
    method: 'get',
    path: '/readyz',
    summary: 'The process serves: its database answers and it is not draining.',
    session: false,
    query: NoQuery,
    answers: { 200: Health },
    errors: ['draining'],
  },
} as const satisfies Readonly<Record<string, Operation>>;

export type OperationId = keyof typeof OPERATIONS;
export const OPERATION_IDS = Object.keys(OPERATIONS) as OperationId[];

/** Health checks are for the operator's machinery, which is never told to come back later. */
export function isLimited(operation: Operation): boolean {
  return operation.path.startsWith(BASE_PATH);
}

/** Every error that an operation may answer, in the order of the error table. */
export function operationErrors(operation: Operation): readonly ErrorCode[] {
  const any: readonly ErrorCode[] = ['bad-request', 'too-large', 'not-json', 'unavailable', ...operation.errors];
  const codes = new Set(any);
  if (isLimited(operation)) codes.add('rate-limited');
  if (operation.session) codes.add('no-session');
  if (operation.body !== undefined) codes.add('bad-origin');
  return ERROR_CODES.filter((code) => codes.has(code));
}

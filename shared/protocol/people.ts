/** The part of the HTTP contract about people: friends, parties, notifications, the inbox and the text console. */
import { z } from 'zod';
import { NOTICE_KINDS } from './notices.ts';
import { BASE_PATH, Empty, Id, Name, NoQuery, PlayerId, time, whole } from './parts.ts';
import { MAX_SAID, SAID } from './said.ts';

/** Most friends of a player, and most open requests: as many that they have made, and as many that were made to them. */
export const FRIEND_BOUNDS = { friends: 200, requests: 50 } as const;

// Requests

export const FriendRequest = z.strictObject({
  name: Name,
  kind: z.enum(['request', 'accept', 'decline', 'remove', 'block', 'unblock']),
});

export const PartyCode = z.strictObject({ code: Id });

export const Said = z.string().regex(SAID).describe(`1 to ${MAX_SAID} characters of one line.`);

export const PartyAction = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('invite'), name: Name }),
  z.strictObject({ kind: z.enum(['accept', 'leave']) }),
  z.strictObject({ kind: z.enum(['kick', 'promote']), player: PlayerId }),
  z.strictObject({ kind: z.literal('say'), text: Said }),
]);

export const Acknowledgement = z.strictObject({ ack: whole().describe('The last notification that was read.') });

export const CommandRequest = z.strictObject({ text: z.string().max(300) });

const NoticesQuery = z.strictObject({
  after: z
    .string()
    .regex(/^\d{1,9}$/)
    .describe('The last notification at hand; without it the last 100 are given.')
    .exactOptional(),
});

// Responses

const Person = z.strictObject({ player: PlayerId, name: Name });

export const FriendList = z.strictObject({
  friends: z.array(
    z.strictObject({
      player: PlayerId,
      name: Name,
      online: z.boolean(),
      inMatch: z.boolean().describe('In an active match of any game.'),
    }),
  ),
  incoming: z.array(Person).describe('Who has asked the caller.'),
  outgoing: z.array(Person).describe('Whom the caller has asked.'),
  blocked: z.array(Person),
});

export const PartyLine = z.strictObject({ player: PlayerId, name: Name, text: z.string(), at: time() });

export const Party = z.strictObject({
  id: Id,
  code: Id.describe('Unguessable: who has it may join. A new one after each kick.'),
  leader: PlayerId.nullable().describe('Null when the last member has just left.'),
  members: z
    .array(z.strictObject({ player: PlayerId, name: Name, online: z.boolean() }))
    .describe('In the order in which they joined.'),
  match: Id.describe('The team match under way.').exactOptional(),
  said: z
    .array(PartyLine)
    .describe(
      'What was said last, oldest first; without what those say who block the caller, or whom the caller blocks.',
    ),
});

export const Notice = z.strictObject({
  id: whole().describe("Counts the player's notifications, from 1."),
  kind: z.enum(NOTICE_KINDS),
  at: time(),
  text: z.string(),
  data: z.record(z.string(), z.unknown()),
});

export const Notices = z.strictObject({
  unread: whole(),
  items: z.array(Notice).describe('Oldest first, at most 100.'),
});

export const CommandReply = z.strictObject({
  text: z.string().describe('Plain text, lines parted by line feeds.'),
  room: Id.describe('The match that it is about.').exactOptional(),
});

export const SeatReservation = z
  .strictObject({
    name: z.string().describe('The room name.'),
    sessionId: z.string().describe('Good for one socket, within seconds.'),
    roomId: Id,
    processId: z.string(),
    publicAddress: z.string().describe('Where the process is, without a scheme; absent: here.').exactOptional(),
  })
  .describe('A Colyseus seat reservation, to be consumed by a WebSocket.');

export const PEOPLE_COMPONENTS = {
  FriendRequest,
  FriendList,
  PartyAction,
  Party,
  Notices,
  CommandReply,
  SeatReservation,
} as const;

export const PEOPLE_OPERATIONS = {
  readFriends: {
    method: 'get',
    path: `${BASE_PATH}/friends`,
    summary: "The caller's friends, requests and block list.",
    session: true,
    query: NoQuery,
    answers: { 200: FriendList },
    errors: [],
  },
  changeFriends: {
    method: 'post',
    path: `${BASE_PATH}/friends`,
    summary: `Requests, accepts, declines or ends a friendship; blocks and unblocks. A player has at most ${FRIEND_BOUNDS.friends} friends, and ${FRIEND_BOUNDS.requests} open requests each way.`,
    session: true,
    query: NoQuery,
    body: FriendRequest,
    answers: { 200: FriendList },
    errors: ['not-found', 'self-challenge', 'blocked', 'too-many-pending'],
  },
  openParty: {
    method: 'post',
    path: `${BASE_PATH}/parties`,
    summary: 'A new party; who is in one already gets that one.',
    session: true,
    query: NoQuery,
    body: Empty,
    answers: { 200: Party, 201: Party },
    errors: [],
  },
  readParty: {
    method: 'get',
    path: `${BASE_PATH}/parties/mine`,
    summary: "The caller's party.",
    session: true,
    query: NoQuery,
    answers: { 200: Party },
    errors: ['not-found'],
  },
  joinParty: {
    method: 'post',
    path: `${BASE_PATH}/parties/join`,
    summary: 'Joins the party of a code.',
    session: true,
    query: NoQuery,
    body: PartyCode,
    answers: { 200: Party },
    errors: ['not-found', 'room-full', 'duplicate', 'blocked'],
  },
  actInParty: {
    method: 'post',
    path: `${BASE_PATH}/parties/{id}`,
    summary: 'Invites a friend, accepts an invitation, leaves, kicks, promotes or says something.',
    session: true,
    query: NoQuery,
    body: PartyAction,
    answers: { 200: Party },
    errors: ['not-found', 'forbidden', 'room-full', 'duplicate', 'blocked'],
  },
  readNotices: {
    method: 'get',
    path: `${BASE_PATH}/notifications`,
    summary: "The caller's notifications of the last 30 days.",
    session: true,
    query: NoticesQuery,
    answers: { 200: Notices },
    errors: [],
  },
  ackNotices: {
    method: 'post',
    path: `${BASE_PATH}/notifications`,
    summary: 'All notifications up to this one are read.',
    session: true,
    query: NoQuery,
    body: Acknowledgement,
    answers: { 200: Notices },
    errors: [],
  },
  takeInboxSeat: {
    method: 'post',
    path: `${BASE_PATH}/inbox/seat`,
    summary:
      'A seat for one WebSocket of the caller in their own room `inbox`: notifications, party and friends, live.',
    session: true,
    query: NoQuery,
    body: Empty,
    answers: { 200: SeatReservation },
    errors: ['draining'],
  },
  command: {
    method: 'post',
    path: `${BASE_PATH}/flip/command`,
    summary: 'One text command of Flip Match; answers in plain text.',
    session: true,
    query: NoQuery,
    body: CommandRequest,
    answers: { 200: CommandReply },
    errors: ['at-capacity', 'draining'],
  },
} as const;

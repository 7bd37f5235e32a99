import { BASE_PATH } from '@freeplay/shared/protocol/http';
import {
  AcceptedMessage,
  CLIENT_MESSAGES,
  CLOSE_CODES,
  INBOX_MESSAGES,
  MAX_FRAME_BYTES,
  RejectedMessage,
  SaidMessage,
  SayMessage,
} from '@freeplay/shared/protocol/messages';
import { z } from 'zod';
import { INBOX, InboxState } from '../social/inbox-room.ts';
import { fieldsOf, LIVE_GAMES, type StateField, stateFields } from './schema.ts';

type Json = { readonly [key: string]: unknown };

const SERVER_MESSAGES = { accepted: AcceptedMessage, rejected: RejectedMessage } as const;
/** In rooms of a party's matches. */
const TALK = { say: SayMessage, said: SaidMessage } as const;

const SUMMARY: Readonly<
  Record<keyof typeof CLIENT_MESSAGES | keyof typeof SERVER_MESSAGES | keyof typeof TALK, string>
> = {
  ready: 'Ready to start.',
  leave: 'Cancels the room before the start, resigns after it.',
  rematch: 'Asks for a rematch within 60 s of the end.',
  move: 'Plays an action at the revision that is displayed; a repeat of its id plays nothing and answers the first success.',
  say: 'Says a line to the party.',
  said: "A line of the party's talk; `seat` is the speaker's, -1 for a member who is not in this match.",
  accepted: "An action is durable; `revision` is that of its own event, of a repeat the first one's.",
  rejected: "An action was refused and changed nothing; `revision` is the match's.",
};

const DESCRIPTION =
  `The live room of one match. Take a seat with POST ${BASE_PATH}/rooms/{id}/seat and open one WebSocket
with it. Frames are those of Colyseus: one byte of protocol code, then for a message its type as a MessagePack string and
its payload as MessagePack; the state travels in the encoding of @colyseus/schema, whole on joining, then as patches, each
after the commit of what it shows. A seat is good for one socket: take a new one after every close.`.replaceAll(
    '\n',
    ' ',
  );

/** The AsyncAPI 3.0 document of the live rooms, from the schemas that check messages and encode the state. */
export function asyncApiDocument(): Json {
  const moves = Object.keys(CLIENT_MESSAGES);
  const answered = Object.keys(SERVER_MESSAGES);
  const sent = (game: string) => (hasParty(game) ? [...moves, 'say'] : moves);
  const shown = (game: string) => (hasParty(game) ? [stateOf(game), 'said'] : [stateOf(game)]);
  return {
    asyncapi: '3.0.0',
    info: { title: 'Freeplay live rooms', version: '1', description: DESCRIPTION, license: { name: 'MIT' } },
    defaultContentType: 'application/msgpack',
    channels: {
      ...byGame((game) => [
        game,
        channel(`A match of ${game}.`, "The match's id.", own([...sent(game), ...answered, ...shown(game)])),
      ]),
      [INBOX]: channel(INBOX_TEXT, "The inbox's.", INBOX_NAMES),
    },
    operations: {
      ...byGame((game) => [`${game}.act`, { ...operation('receive', game, sent(game)), reply: part(game, answered) }]),
      ...byGame((game) => [`${game}.show`, operation('send', game, shown(game))]),
      [`${INBOX}.act`]: { ...operation('receive', INBOX, ['say']), reply: part(INBOX, answered) },
      [`${INBOX}.show`]: operation('send', INBOX, [stateOf(INBOX), 'said', 'notified']),
    },
    components: {
      messages: {
        ...Object.fromEntries(
          Object.entries({ ...CLIENT_MESSAGES, ...SERVER_MESSAGES, ...TALK }).map(([name, schema]) => [
            name,
            message(name, SUMMARY[name as keyof typeof SUMMARY], payloadOf(schema)), // One of the tables' keys.
          ]),
        ),
        ...byGame((game) => [stateOf(game), stateMessage(game, 'match', stateFields(game))]),
        ...Object.fromEntries(
          Object.entries(INBOX_MESSAGES).map(([name, schema]) => [
            inInbox(name),
            message(name, INBOX_SUMMARY[name as keyof typeof INBOX_MESSAGES], payloadOf(schema)), // One of its keys.
          ]),
        ),
        [stateOf(INBOX)]: stateMessage(INBOX, 'inbox', fieldsOf(InboxState)),
      },
    },
  };
}

const byGame = (entry: (game: string) => readonly [string, Json]): Json => Object.fromEntries(LIVE_GAMES.map(entry));
const stateOf = (game: string) => `${game}State`;
const reference = (...path: readonly string[]): Json => ({ $ref: `#/${path.join('/')}` });

const INBOX_TEXT = `A player's own notifications, party and friends; the seat is taken with POST ${BASE_PATH}/inbox/seat.`;
const INBOX_SUMMARY: Readonly<Record<keyof typeof INBOX_MESSAGES, string>> = {
  accepted: 'A line was said.',
  rejected: 'It was not said.',
  said: "A line of the party's talk.",
  notified: 'A notification, once, after its commit.',
};
const inInbox = (name: string) => `${INBOX}-${name}`;
/** The inbox's messages by name, as its components are called. */
const INBOX_NAMES: Readonly<Record<string, string>> = {
  say: 'say',
  ...Object.fromEntries(Object.keys(INBOX_MESSAGES).map((name) => [name, inInbox(name)])),
  [stateOf(INBOX)]: stateOf(INBOX),
};

/** Messages that are called in their channel as they are among the components. */
function own(names: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(names.map((name) => [name, name]));
}

/** Whether a game's matches may be a party's, whose talk their room then carries. */
function hasParty(game: string): boolean {
  const { state } = stateFields(game);
  return typeof state === 'object' && 'fields' in state && 'party' in state.fields;
}

/** `messages`: component by name. */
function channel(description: string, roomId: string, messages: Readonly<Record<string, string>>): Json {
  const text = { type: 'string' };
  return {
    address: '/{processId}/{roomId}',
    description: `${description} What a client sends is at most ${MAX_FRAME_BYTES} bytes a frame.`,
    parameters: {
      processId: { description: "The reservation's processId." },
      roomId: { description: roomId },
    },
    bindings: {
      ws: {
        method: 'GET',
        query: {
          type: 'object',
          properties: { sessionId: text },
          required: ['sessionId'],
          additionalProperties: false,
        },
        headers: { type: 'object', properties: { Origin: text }, required: ['Origin'] },
        bindingVersion: '0.1.0',
      },
    },
    messages: Object.fromEntries(
      Object.entries(messages).map(([name, component]) => [name, reference('components', 'messages', component)]),
    ),
    'x-close-codes': CLOSE_CODES,
  };
}

function operation(action: 'send' | 'receive', game: string, messages: readonly string[]): Json {
  return { action, ...part(game, messages) };
}

function part(game: string, messages: readonly string[]): Json {
  return {
    channel: reference('channels', game),
    messages: messages.map((name) => reference('channels', game, 'messages', name)),
  };
}

function message(name: string, summary: string, payload: Json): Json {
  return { name, summary, payload };
}

function stateMessage(room: string, what: string, fields: Readonly<Record<string, StateField>>): Json {
  const summary = `The state of the ${what}, as it is after decoding.`;
  return { ...message(stateOf(room), summary, objectOf(fields)), contentType: 'application/octet-stream' };
}

function payloadOf(schema: z.ZodType): Json {
  const { $schema, ...rest } = z.toJSONSchema(schema);
  return rest;
}

function objectOf(fields: Readonly<Record<string, StateField>>): Json {
  const properties = Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, schemaOf(field)]));
  return { type: 'object', properties, required: Object.keys(fields) };
}

function schemaOf(field: StateField): Json {
  if (typeof field !== 'string') {
    return 'items' in field ? { type: 'array', items: schemaOf(field.items) } : objectOf(field.fields);
  }
  if (field === 'string' || field === 'boolean') return { type: field };
  return { type: 'integer', format: field };
}

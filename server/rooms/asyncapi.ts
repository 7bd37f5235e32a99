import { BASE_PATH } from '@freeplay/shared/protocol/http';
import {
  AcceptedMessage,
  CLIENT_MESSAGES,
  CLOSE_CODES,
  MAX_FRAME_BYTES,
  RejectedMessage,
} from '@freeplay/shared/protocol/messages';
import { z } from 'zod';
import { LIVE_GAMES, type StateField, stateFields } from './schema.ts';

type Json = { readonly [key: string]: unknown };

const SERVER_MESSAGES = { accepted: AcceptedMessage, rejected: RejectedMessage } as const;

const SUMMARY: Readonly<Record<keyof typeof CLIENT_MESSAGES | keyof typeof SERVER_MESSAGES, string>> = {
  ready: 'Ready to start.',
  leave: 'Cancels the room before the start, resigns after it.',
  rematch: 'Asks for a rematch within 60 s of the end.',
  move: 'Plays an action at the revision that is displayed; a repeat of its id plays nothing and answers the first success.',
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
  const sent = Object.keys(CLIENT_MESSAGES);
  const answered = Object.keys(SERVER_MESSAGES);
  return {
    asyncapi: '3.0.0',
    info: { title: 'Freeplay live rooms', version: '1', description: DESCRIPTION, license: { name: 'MIT' } },
    defaultContentType: 'application/msgpack',
    channels: byGame((game) => [game, channel(game, [...sent, ...answered, stateOf(game)])]),
    operations: {
      ...byGame((game) => [`${game}.act`, { ...operation('receive', game, sent), reply: part(game, answered) }]),
      ...byGame((game) => [`${game}.show`, operation('send', game, [stateOf(game)])]),
    },
    components: {
      messages: {
        ...Object.fromEntries(
          Object.entries({ ...CLIENT_MESSAGES, ...SERVER_MESSAGES }).map(([name, schema]) => [
            name,
            message(name, SUMMARY[name as keyof typeof SUMMARY], payloadOf(schema)), // One of the two tables' keys.
          ]),
        ),
        ...byGame((game) => [stateOf(game), stateMessage(game)]),
      },
    },
  };
}

const byGame = (entry: (game: string) => readonly [string, Json]): Json => Object.fromEntries(LIVE_GAMES.map(entry));
const stateOf = (game: string) => `${game}State`;
const reference = (...path: readonly string[]): Json => ({ $ref: `#/${path.join('/')}` });

function channel(game: string, messages: readonly string[]): Json {
  const text = { type: 'string' };
  return {
    address: '/{processId}/{roomId}',
    description: `A match of ${game}. What a client sends is at most ${MAX_FRAME_BYTES} bytes a frame.`,
    parameters: {
      processId: { description: "The reservation's processId." },
      roomId: { description: "The match's id." },
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
    messages: Object.fromEntries(messages.map((name) => [name, reference('components', 'messages', name)])),
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

function stateMessage(game: string): Json {
  const summary = 'The state of the match, as it is after decoding.';
  return { ...message(stateOf(game), summary, objectOf(stateFields(game))), contentType: 'application/octet-stream' };
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

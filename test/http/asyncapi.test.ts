import { GAMES } from '@freeplay/shared/games';
import { ERROR_CODES, toWire } from '@freeplay/shared/protocol';
import { CLIENT_MESSAGES, CLOSE_CODES } from '@freeplay/shared/protocol/messages';
import { expect } from 'chai';
import { LIVE_GAMES, SharedState } from '../../server/rooms/schema.ts';
import { API, startServer, type TestServer } from './server.ts';

type Json = { [key: string]: Json } & { length?: never };

/** What a type of the room state can hold. */
const RANGES: Readonly<Record<string, readonly [number, number]>> = {
  int8: [-128, 127],
  uint8: [0, 255],
  int16: [-32_768, 32_767],
  uint32: [0, 0xffff_ffff],
  float64: [0, Number.MAX_SAFE_INTEGER],
  number: [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
};

describe('The AsyncAPI document', () => {
  let server: TestServer;
  let document: Json;

  before(async () => {
    server = await startServer();
    document = (await server.send({ path: `${API}/asyncapi.json` })).body as Json;
  });

  after(() => server.stop());

  const at = (...keys: string[]): Json | undefined =>
    keys.reduce<Json | undefined>((value, key) => value?.[key], document);

  it('is AsyncAPI 3.0 with one channel for each game and one for the inbox, at the address of a seat', () => {
    expect(document).to.include({ asyncapi: '3.0.0' });
    expect(Object.keys(at('channels') ?? {})).to.have.members([...LIVE_GAMES, 'inbox']);
    for (const id of [...LIVE_GAMES, 'inbox']) {
      expect(at('channels', id)).to.deep.include({ address: '/{processId}/{roomId}', 'x-close-codes': CLOSE_CODES });
      expect(at('channels', id, 'bindings', 'ws', 'query', 'required')).to.deep.equal(['sessionId']);
    }
  });

  it('lets a client send what the server reads, and no other field', () => {
    for (const id of [...LIVE_GAMES, 'inbox']) {
      const messages = at('operations', `${id}.act`, 'messages') as unknown as { readonly $ref: string }[];
      const names = messages.map(({ $ref }) => $ref.split('/').at(-1) ?? '');
      expect(names).to.deep.equal(id === 'inbox' ? ['say'] : [...Object.keys(CLIENT_MESSAGES), ...talk(id)]);
    }
    for (const name of [...Object.keys(CLIENT_MESSAGES), 'say']) {
      expect(at('components', 'messages', name, 'payload')).to.include({ type: 'object', additionalProperties: false });
    }
    expect(at('components', 'messages', 'move', 'payload', 'required')).to.deep.equal(['revision', 'action']);
  });

  it('shows what the inbox tells, in the schemas of its routes', () => {
    const told = JSON.stringify(at('operations', 'inbox.show', 'messages'));
    for (const name of ['inboxState', 'said', 'notified']) expect(told).to.contain(`/${name}"`);
    expect(Object.keys(at('components', 'messages', 'inboxState', 'payload', 'properties') ?? {})).to.include.members([
      ...['unread', 'last', 'friends', 'requests', 'party', 'members', 'match'],
    ]);
    const friend = at('components', 'messages', 'inboxState', 'payload', 'properties', 'friends', 'items');
    expect(friend).to.deep.include({ type: 'object', required: ['player', 'name', 'inMatch'] });
    expect(at('components', 'messages', 'inbox-notified', 'payload', 'required')).to.deep.equal([
      ...['id', 'kind', 'at', 'text', 'data'],
    ]);
  });

  it('answers with accepted or rejected, whose code is one of the closed list', () => {
    const reply = JSON.stringify(at('operations', 'five.act', 'reply', 'messages'));
    expect(reply).to.contain('/accepted"').and.to.contain('/rejected"');
    const { enum: codes } = at('components', 'messages', 'rejected', 'payload', 'properties', 'code') ?? {};
    expect(codes).to.deep.equal(ERROR_CODES);
  });

  it('points only to what it has', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)];
    expect(references.length).to.be.greaterThan(50);
    for (const [, path = ''] of references) expect(at(...path.split('/')), path).to.be.an('object');
  });

  for (const { id } of GAMES) {
    it(`shows the state of ${id} with the fields and types that it has in a room`, async () => {
      const guests = [await server.guest(`${id} a`), await server.guest(`${id} b`)] as const;
      const { seats, snapshot } = await server.playing(id, ...guests);
      const move = { kind: 'move', revision: snapshot.revision, action: snapshot.legal[0] };
      expect((await server.act(seats[0], snapshot.id, move)).status).to.equal(200);
      expect((await server.act(seats[1], snapshot.id, { kind: 'leave' })).status).to.equal(200);
      const { state } = new SharedState(toWire(await server.snapshot(seats[0], snapshot.id)));
      holdTo(at('components', 'messages', `${id}State`, 'payload'), state.toJSON(), id);
    });
  }
});

/** What rooms of Flip Match read besides. */
const talk = (game: string) => (GAMES.some(({ id }) => id === game) ? [] : ['say']);

function holdTo(schema: Json | undefined, value: unknown, path: string): void {
  if (schema === undefined) throw new Error(`${path} is not in the document`);
  const type: unknown = schema.type;
  if (type === 'object') {
    const fields = Object.entries(value as object);
    expect(Object.keys(schema.properties ?? {}), path).to.have.members(fields.map(([name]) => name));
    for (const [name, field] of fields) holdTo(schema.properties?.[name], field, `${path}.${name}`);
  } else if (type === 'array') {
    expect(value, path).to.be.an('array');
    for (const item of value as unknown[]) holdTo(schema.items, item, `${path}[]`);
  } else if (type === 'integer') {
    const [least, most] = RANGES[String(schema.format)] ?? [];
    expect(value, path)
      .to.satisfy(Number.isSafeInteger)
      .and.to.be.within(least ?? Number.NaN, most ?? Number.NaN);
  } else expect(value, path).to.be.a(String(type));
}

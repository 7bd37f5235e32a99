import { ERROR_CODES, ERROR_STATUS } from '@freeplay/shared/protocol';
import { Catalog, OPERATION_IDS, OPERATIONS, type Operation, operationErrors } from '@freeplay/shared/protocol/http';
import { expect } from 'chai';
import { startServer, type TestServer } from './server.ts';

type Json = { [key: string]: Json } & { length?: never };

describe('The OpenAPI document', () => {
  let server: TestServer;
  let document: Json;

  before(async () => {
    server = await startServer();
    document = (await server.send({ path: '/api/multiplayer/openapi.json' })).body as Json;
  });

  after(() => server.stop());

  const at = (...keys: string[]): Json | undefined =>
    keys.reduce<Json | undefined>((value, key) => value?.[key], document);

  it('is OpenAPI 3.1 with a title, a version, and a key scheme for the token', () => {
    expect(document).to.include({ openapi: '3.1.0' });
    expect(at('info')).to.include.keys('title', 'version');
    expect(at('components', 'securitySchemes', 'player')).to.deep.equal({
      type: 'apiKey',
      in: 'header',
      name: 'X-Player-Token',
    });
  });

  it('lists every operation that is served, and no other', () => {
    const listed = Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
      Object.keys(item).map((method) => `${method} ${path}`),
    );
    const served = OPERATION_IDS.map((id) => `${OPERATIONS[id].method} ${OPERATIONS[id].path}`);
    expect(listed.sort()).to.deep.equal(served.sort());
  });

  it('names paths and methods that the server answers, and nothing else is answered', async () => {
    for (const method of ['GET', 'POST', 'PATCH', 'PUT', 'DELETE']) {
      for (const path of new Set(OPERATION_IDS.map((id) => OPERATIONS[id].path))) {
        const concrete = path.replace('{id}', 'nobody');
        // A plain path may also be one of a template's: `/parties/mine` of `/parties/{id}`.
        const listed = Object.entries(document.paths ?? {}).some(
          ([template, item]) =>
            new RegExp(`^${template.replace('{id}', '[^/]+')}$`).test(concrete) && method.toLowerCase() in item,
        );
        const reply = await server.send({ method, path: concrete });
        const unknown = reply.status === 404;
        expect(unknown, `${method} ${path} ${reply.text}`).to.equal(!listed);
      }
    }
  });

  for (const id of OPERATION_IDS) {
    const operation: Operation = OPERATIONS[id];

    it(`gives ${id} its answers, its parameters, its body, and each error code with its status`, () => {
      const entry = at('paths', operation.path, operation.method);
      const errors = operationErrors(operation);
      expect(Object.keys(entry?.responses ?? {}).map(Number)).to.have.members([
        ...Object.keys(operation.answers).map(Number),
        ...new Set(errors.map((code) => ERROR_STATUS[code])),
      ]);
      for (const code of errors) {
        expect(JSON.stringify(entry?.responses?.[`${ERROR_STATUS[code]}`])).to.contain(`"${code}"`);
      }
      expect(entry?.requestBody !== undefined).to.equal(operation.body !== undefined);
      expect(JSON.stringify(entry?.parameters ?? []).includes('"in":"path"')).to.equal(operation.path.includes('{'));
      expect(JSON.stringify(entry?.security)).to.equal(operation.session ? '[{"player":[]}]' : '[]');
    });
  }

  it('points only to schemas that it has', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)];
    const names = references.map(([, name]) => name ?? '');
    expect(names).to.include.members(['Snapshot', 'Failure', 'RoomAction']);
    for (const name of new Set(names)) expect(at('components', 'schemas', name), name).to.be.an('object');
    expect(JSON.stringify(document).match(/"\$ref":"/g)).to.have.length(names.length);
  });

  it('refuses unknown fields of every request, as the server does', () => {
    const requests = JSON.stringify(OPERATION_IDS.map((id) => at('paths', OPERATIONS[id].path, 'post', 'requestBody')));
    expect(requests).to.contain('RoomAction');
    for (const name of ['SessionRequest', 'ProfilePatch']) {
      expect(at('components', 'schemas', name)).to.include({ additionalProperties: false });
    }
    expect(
      JSON.stringify(at('components', 'schemas', 'RoomAction')).match(/"additionalProperties":false/g),
    ).to.have.length(4);
  });

  it('knows every error code of the closed list', () => {
    const { enum: codes } = at('components', 'schemas', 'Failure', 'properties', 'error') ?? {};
    expect(codes).to.deep.equal(ERROR_CODES);
  });

  it('stands beside a catalog that says which games, rules, clocks and limits hold, and that nothing is wagered', async () => {
    const catalog = Catalog.parse((await server.send({ path: '/api/multiplayer/catalog' })).body);
    expect(catalog.games.map(({ id }) => id)).to.deep.equal(['gravity', 'reversi', 'boxes', 'five']);
    expect(catalog.clocks).to.deep.equal({ queue: 600_000, ready: 90_000, turn: 60_000, match: 1_800_000 });
    expect(catalog.flip.modes.map(({ id }) => id)).to.deep.equal(['solo', 'duel', 'speed-race', 'team-snap']);
    expect(catalog.flip.themes.map(({ items }) => items.length).filter((length) => length >= 32)).to.have.length.above(
      2,
    );
    expect(catalog.flip.clocks).to.deep.equal({
      ...{ turn: 300_000, idle: 120_000, absence: 86_400_000, challenge: 86_400_000 },
    });
    expect(catalog.limits.flipMatches).to.equal(2000);
    expect(catalog.wagers).to.equal(false);
  });
});

import { request as rawRequest } from 'node:http';
import type { Envelope } from '@freeplay/shared/engine';
import type { ErrorCode } from '@freeplay/shared/protocol';
import { OPERATION_IDS, OPERATIONS, type Operation, type OperationId } from '@freeplay/shared/protocol/http';
import { expect } from 'chai';
import fc from 'fast-check';
import { API, errorOf, type Guest, ORIGIN, type Request, startServer, type TestServer, tokenOf } from './server.ts';

/** Gravity after 6 discs in column 0, which is full; seat 0 is to move. */
const FULL_COLUMN = [0, 0, 0, 0, 0, 0];

describe('Bad input over HTTP', () => {
  let server: TestServer;
  let mover: Guest;
  let waiter: Guest;
  let stranger: Guest;
  let match: Envelope;
  let room: string;

  before(async () => {
    server = await startServer();
    stranger = await server.guest('stranger');
    const { seats, snapshot } = await server.playing('gravity', await server.guest('ann'), await server.guest('bob'));
    [mover, waiter] = seats;
    match = snapshot;
    for (const [ply, action] of FULL_COLUMN.entries()) {
      const by = ply % 2 === 0 ? mover : waiter;
      await server.act(by, match.id, { kind: 'move', revision: match.revision, action });
      match = await server.snapshot(mover, match.id);
    }
    room = `${API}/rooms/${match.id}`;
  });

  after(() => server.stop());

  /** All that anybody can see of the match and its players. */
  const everything = async () => {
    const read = async (path: string, { token }: Guest) => {
      const reply = await server.send({ path, token });
      expect(reply.status, reply.text).to.equal(200);
      return reply.body;
    };
    const views = [mover, waiter].map((guest) =>
      Promise.all([read(room, guest), read(`${room}/replay`, guest), read(`${API}/history`, guest)]),
    );
    const profiles = [mover, waiter, stranger].map((guest) => read(`${API}/players/me`, guest));
    return JSON.stringify(await Promise.all([...views, ...profiles, read(`${API}/history`, stranger)]));
  };

  const refused = async (request: Request, code: ErrorCode) => {
    const before = await everything();
    const reply = await server.send(request);
    expect(`${reply.status} ${reply.text}`, reply.text).to.contain(`"error":"${code}"`);
    expect(await everything()).to.equal(before);
    return reply;
  };

  const post = (json: unknown, extra: Partial<Request> = {}): Request => ({
    method: 'POST',
    path: room,
    token: mover.token,
    json,
    ...extra,
  });
  const move = (fields: object = {}) => ({ kind: 'move', revision: match.revision, action: 3, ...fields });

  describe('of every route', () => {
    /** A request that would be answered well, but for what a test does to it. */
    const wellFormed = (id: OperationId, operation: Operation): Request => ({
      method: operation.method.toUpperCase(),
      path: operation.path.replace('{id}', match.id),
      ...(operation.session && { token: mover.token }),
      ...(operation.body !== undefined && { json: sample(id) }),
    });
    const SAMPLES: Partial<Record<OperationId, unknown>> = {
      openSession: { token: tokenOf('ann') },
      takeSeat: {},
      changeProfile: { challengesFrom: 'friends' },
      enterRoom: { mode: 'public', game: 'five' },
      openChallenge: { mode: 'DUEL', opponent: 'nobody-of-that-name' },
      actOnChallenge: { kind: 'decline' },
      changeFriends: { kind: 'request', name: 'nobody-of-that-name' },
      openParty: {},
      joinParty: { code: 'nothing' },
      actInParty: { kind: 'leave' },
      ackNotices: { ack: 1 },
      takeInboxSeat: {},
      command: { text: 'status' },
    };
    const sample = (id: OperationId): unknown => SAMPLES[id] ?? move();
    /** Where a plain read of the match's id, or of a player in no party, is not answered with 200. */
    const USUAL: Partial<Record<OperationId, number>> = {
      readReceipt: 409, // The match goes on.
      readChallenge: 404,
      readLeaderboard: 404,
      readParty: 404,
    };

    for (const id of OPERATION_IDS) {
      const operation: Operation = OPERATIONS[id];
      const each = (title: string, test: () => Promise<unknown>) =>
        it(`${id}: ${title}`, async () => void (await test()));

      each('an unknown query field is a bad request', () => {
        const { path, ...rest } = wellFormed(id, operation);
        return refused({ ...rest, path: `${path}?token=x` }, 'bad-request');
      });

      if (operation.session) {
        for (const [title, token] of [
          ['no token', null],
          ['an unknown token', tokenOf('nobody')],
          ['an upper-case token', tokenOf('ann').toUpperCase()],
          ['a huge token', 'f'.repeat(5000)],
          ["a player's id for a token", 'p_0000000000000000000000'],
        ] as const) {
          each(`${title} is no session`, () => {
            const { token: _, ...rest } = wellFormed(id, operation);
            return refused({ ...rest, headers: { 'x-player-token': token } }, 'no-session');
          });
        }
      }

      if (operation.path.includes('{id}')) {
        for (const [title, name] of [
          ['that nobody has', 'AAAAAAAAAAAAAAAAAAAAAA'],
          ['that is too long', 'a'.repeat(65)],
          ['with odd characters', 'a%00b'],
          ['with a slash', '..%2F..%2Fetc%2Fpasswd'],
          ['in broken percent signs', '%E0%A4%A'],
          ['in text of another script', encodeURIComponent('комната')],
          ['of SQL', encodeURIComponent("' OR 1=1 --")],
        ] as const) {
          each(`a room id ${title} is not found`, () =>
            refused({ ...wellFormed(id, operation), path: operation.path.replace('{id}', name) }, 'not-found'),
          );
        }
        each("another's room is not found", () =>
          refused({ ...wellFormed(id, operation), token: stranger.token }, 'not-found'),
        );
      }

      if (operation.body === undefined) {
        each('a body that nobody asked for is held to size and type, and else ignored', async () => {
          const { path, token } = wellFormed(id, operation);
          const before = await everything();
          expect(await getWithBody(path, token, 'x'.repeat(2000), 'application/json')).to.equal(413);
          expect(await getWithBody(path, token, 'x', 'text/plain')).to.equal(415);
          const usual = USUAL[id] ?? 200;
          expect(await getWithBody(path, token, '{"kind":"leave"}', 'application/json')).to.equal(usual);
          expect(await everything()).to.equal(before);
        });
        continue;
      }

      for (const [title, origin] of [
        ['no origin', null],
        ['a foreign origin', 'https://evil.example'],
        ['an origin that only begins like ours', `${ORIGIN}.evil.example`],
        ['our origin with a path', `${ORIGIN}/`],
        ['our origin in another scheme', ORIGIN.replace('https', 'http')],
        ['the origin "null"', 'null'],
      ] as const) {
        each(`${title} is refused`, () => refused({ ...wellFormed(id, operation), headers: { origin } }, 'bad-origin'));
      }

      for (const [title, json] of [
        ['null', null],
        ['a list', []],
        ['a text', 'move'],
        ['a number', 1],
        ['a flag', true],
        ['lists in lists', JSON.parse('['.repeat(400) + ']'.repeat(400))],
      ] as const) {
        each(`${title} for a body is a bad request`, () =>
          refused({ ...wellFormed(id, operation), json }, 'bad-request'),
        );
      }
      each('an extra field is a bad request', () =>
        refused({ ...wellFormed(id, operation), json: { ...Object(sample(id)), extra: 1 } }, 'bad-request'),
      );

      for (const [title, raw] of [
        ['no JSON', '{"kind":'],
        ['JSON with a comma too many', '{"kind":"leave",}'],
        ['two values', '{}{}'],
        ['JSON with a comment', '{/**/}'],
        ['bytes that are not UTF-8', new Uint8Array([0x22, 0xff, 0xfe, 0x22])],
        ['a prototype', '{"__proto__":{"kind":"leave"}}'],
      ] as const) {
        each(`a body of ${title} is a bad request`, () => {
          const { json: _, ...rest } = wellFormed(id, operation);
          return refused({ ...rest, raw }, 'bad-request');
        });
      }
      each('no body is a bad request', () => {
        const { json: _, ...rest } = wellFormed(id, operation);
        return refused(rest, 'bad-request');
      });

      for (const bytes of [1025, 100_000, 900_000]) {
        each(`a body of ${bytes} bytes is too large`, () => {
          const { json, ...rest } = wellFormed(id, operation);
          return refused({ ...rest, raw: JSON.stringify(json).padEnd(bytes) }, 'too-large');
        });
      }
      each('a body of 1024 bytes is not too large', async () => {
        const { json: _, ...rest } = wellFormed(id, operation);
        expect(errorOf(await server.send({ ...rest, raw: '[]'.padEnd(1024) }))).to.equal('bad-request');
      });

      for (const headers of [
        { 'content-type': null },
        { 'content-type': 'text/plain' },
        { 'content-type': 'application/x-www-form-urlencoded' },
        { 'content-type': 'application/jsonp' },
        { 'content-type': 'application/json; charset=latin1' },
        { 'content-encoding': 'gzip' },
      ]) {
        each(`a body with ${JSON.stringify(headers)} is not JSON`, () => {
          const { json, ...rest } = wellFormed(id, operation);
          return refused({ ...rest, raw: new TextEncoder().encode(JSON.stringify(json)), headers }, 'not-json');
        });
      }
    }

    const getWithBody = (path: string, token: string | undefined, body: string, type: string) =>
      new Promise<number | undefined>((resolve, reject) => {
        const headers = {
          'content-type': type,
          'content-length': body.length,
          ...(token && { 'x-player-token': token }),
        };
        const out = rawRequest(server.url + path, { headers }, (response) => {
          response.resume();
          resolve(response.statusCode);
        });
        out.on('error', reject);
        out.end(body);
      });
  });

  describe('checks in the order of the contract', () => {
    const oversized = ' '.repeat(1025);

    it('size before everything', () =>
      refused(
        { method: 'POST', path: room, raw: oversized, headers: { origin: null, 'content-type': 'text/plain' } },
        'too-large',
      ));

    it('type before session', () =>
      refused(
        { method: 'POST', path: room, raw: '{', headers: { origin: null, 'content-type': 'text/plain' } },
        'not-json',
      ));

    it('session before origin', () =>
      refused({ method: 'POST', path: room, raw: '{', headers: { origin: null } }, 'no-session'));

    it('origin before shape', () => refused(post(undefined, { raw: '{', headers: { origin: null } }), 'bad-origin'));

    it('shape before existence', () => refused(post({}, { path: `${API}/rooms/nobody` }), 'bad-request'));

    it('existence before revision', () =>
      refused(post(move({ revision: 0 }), { path: `${API}/rooms/nobody` }), 'not-found'));

    it('revision before turn', () => refused(post(move({ revision: 0 }), { token: waiter.token }), 'stale-revision'));

    it('turn before legality', () => refused(post(move({ action: 0 }), { token: waiter.token }), 'not-your-turn'));

    it('legality last', () => refused(post(move({ action: 0 })), 'illegal-action'));
  });

  describe('of a session', () => {
    for (const token of [
      '',
      'f'.repeat(63),
      'f'.repeat(65),
      'F'.repeat(64),
      'g'.repeat(64),
      7,
      null,
      {},
      ['f'.repeat(64)],
    ]) {
      it(`a token of ${JSON.stringify(token).slice(0, 20)} is a bad request`, () =>
        refused({ method: 'POST', path: `${API}/session`, json: { token } }, 'bad-request'));
    }
  });

  describe('of a profile', () => {
    for (const json of [
      { name: 'ab' },
      { name: 'x'.repeat(21) },
      { name: 'a<b>c' },
      { name: 7 },
      { name: null },
      { preferredDifficulty: 'easy' },
      { preferredDifficulty: 1 },
      { preferredTheme: '' },
      { preferredTheme: 'x'.repeat(100) },
      { preferredTheme: '../x' },
      { challengesFrom: 'nobody' },
      { player: 'p_0000000000000000000000' },
      { lastSeenAt: 0 },
    ]) {
      it(`${JSON.stringify(json).slice(0, 40)} is a bad request`, () =>
        refused({ method: 'PATCH', path: `${API}/players/me`, token: mover.token, json }, 'bad-request'));
    }

    it("another player's name is taken", () =>
      refused(
        { method: 'PATCH', path: `${API}/players/me`, token: mover.token, json: { name: waiter.name.toUpperCase() } },
        'name-taken',
      ));
  });

  describe('of a room request', () => {
    const enter = (json: unknown): Request => ({ method: 'POST', path: `${API}/rooms`, token: stranger.token, json });

    for (const json of [
      {},
      { mode: 'public' },
      { game: 'five' },
      { mode: 'public', game: 'chess' },
      { mode: 'public', game: 'toString' },
      { mode: 'public', game: 7 },
      { mode: 'PUBLIC', game: 'five' },
      { mode: 'public', game: 'five', room: 'x' },
      { mode: 'join' },
      { mode: 'join', game: 'five' },
      { mode: 'join', room: '' },
      { mode: 'join', room: 7 },
      { mode: 'join', room: 'x'.repeat(65) },
      { mode: 'join', room: 'a b' },
      { mode: ['join'], room: 'x' },
    ]) {
      it(`${JSON.stringify(json).slice(0, 60)} is a bad request`, () => refused(enter(json), 'bad-request'));
    }

    it('an invite that nobody gave is not found', () =>
      refused(enter({ mode: 'join', room: 'AAAAAAAAAAAAAAAAAAAAAA' }), 'not-found'));

    it("another's room by its id instead of its invite is not found", () =>
      refused(enter({ mode: 'join', room: match.id }), 'not-found'));
  });

  describe('of a look at a room', () => {
    for (const query of [
      'since=',
      'since=x',
      'since=1',
      'since=-1.0',
      'since=1.0.0',
      'since=1e3.0',
      'since=1.0&since=1.0',
      'since=%00',
      `since=${'9'.repeat(40)}.0`,
      'SINCE=1.0',
      'x',
    ]) {
      it(`?${query.slice(0, 30)} is a bad request`, () =>
        refused({ path: `${room}?${query}`, token: mover.token }, 'bad-request'));
    }
  });

  describe('of an action', () => {
    for (const json of [
      {},
      { kind: 'resign' },
      { kind: 'READY' },
      { kind: 7 },
      { kind: ['ready'] },
      { kind: 'ready', revision: 1 },
      { kind: 'leave', seat: 1 },
      { kind: 'rematch', id: 'x' },
      { kind: 'move' },
      { kind: 'move', action: 3 },
      { kind: 'move', revision: 3 },
    ]) {
      it(`${JSON.stringify(json)} is a bad request`, () => refused(post(json), 'bad-request'));
    }

    for (const value of [-1, 0.5, 3.000001, '3', true, null, [3], { value: 3 }, 65_536, 2 ** 53, 1e308, -(2 ** 53)]) {
      it(`an action ${JSON.stringify(value)} is a bad request`, () =>
        refused(post(move({ action: value })), 'bad-request'));
    }

    it('a number beyond all numbers is a bad request', () =>
      refused(post(undefined, { raw: `{"kind":"move","revision":${match.revision},"action":1e999}` }), 'bad-request'));

    for (const value of [-1, 0.5, '9', true, null, [9], 2 ** 53, 1e308]) {
      it(`a revision ${JSON.stringify(value)} is a bad request`, () =>
        refused(post(move({ revision: value })), 'bad-request'));
    }

    for (const value of ['', 'x'.repeat(65), 'a b', 'tab\t', 'é', '\u0000', 7, null, {}]) {
      it(`an id ${JSON.stringify(value).slice(0, 20)} is a bad request`, () =>
        refused(post(move({ id: value })), 'bad-request'));
    }

    for (const action of [0, 7, 8, 41, 65_535]) {
      it(`column ${action} (full, or not on the board) is illegal, and the answer shows the board`, async () => {
        const reply = await refused(post(move({ action })), 'illegal-action');
        expect(reply.body).to.have.nested.property('details.snapshot.hash', match.hash);
      });
    }

    for (const step of [-100, -1, 1, 1_000_000]) {
      it(`a revision off by ${step} is stale, and the answer shows the board`, async () => {
        const revision = Math.max(0, match.revision + step);
        const reply = await refused(post(move({ revision })), 'stale-revision');
        expect(reply.body).to.have.nested.property('details.snapshot.revision', match.revision);
      });
    }

    it("the other's turn is not yours", () => refused(post(move(), { token: waiter.token }), 'not-your-turn'));

    it("a stranger's move, leave, ready and rematch are not found, and show nothing", async () => {
      for (const json of [move(), { kind: 'leave' }, { kind: 'ready' }, { kind: 'rematch' }]) {
        const reply = await refused(post(json, { token: stranger.token }), 'not-found');
        expect(reply.body).not.to.have.property('details');
      }
    });

    it('ready and rematch are of another status while the match is on', async () => {
      await refused(post({ kind: 'ready' }), 'wrong-status');
      await refused(post({ kind: 'rematch' }), 'wrong-status');
    });

    it('a refused id is not remembered: it may be used again', async () => {
      await refused(post(move({ action: 0, id: 'again' })), 'illegal-action');
      await refused(post(move({ revision: 1, id: 'again' })), 'stale-revision');
    });
  });

  describe('at random', () => {
    const WRITES = OPERATION_IDS.map((id): Operation => OPERATIONS[id]).filter(({ body }) => body !== undefined);
    const target = fc.constantFrom(...WRITES);
    const NEEDS_NO_FIELD = /\/(players\/me|seat|parties)$/;

    it('changes nothing and is refused by a listed error (any JSON, every write)', async () => {
      const before = await everything();
      await fc.assert(
        fc.asyncProperty(target, fc.jsonValue({ maxDepth: 4 }), async ({ method, path }, json) => {
          const reply = await server.send({
            method: method.toUpperCase(),
            path: path.replace('{id}', match.id),
            token: mover.token,
            json: json ?? null,
          });
          // Nothing to change, a seat, and a party (a new one, or one's own) are asked for by an empty object.
          if (NEEDS_NO_FIELD.test(path) && JSON.stringify(json) === '{}') expect(reply.status).to.be.oneOf([200, 201]);
          else expect(errorOf(reply)).to.be.oneOf(['bad-request', 'too-large']);
        }),
        { numRuns: 300 },
      );
      expect(await everything()).to.equal(before);
    });

    it('changes nothing when it only looks like an action, out of turn or from a stranger', async () => {
      const odd = fc.oneof(fc.integer(), fc.double(), fc.string(), fc.jsonValue({ maxDepth: 1 }));
      const action = fc.record(
        {
          kind: fc.oneof({ weight: 9, arbitrary: fc.constant('move') }, fc.string()),
          revision: fc.oneof(fc.constant(match.revision), odd),
          action: fc.oneof(fc.integer({ min: 0, max: 6 }), odd),
          id: fc.string(),
          extra: odd,
        },
        { requiredKeys: ['kind', 'revision', 'action'] },
      );
      const before = await everything();
      await fc.assert(
        fc.asyncProperty(fc.constantFrom(waiter, stranger), action, async ({ token }, json) => {
          const reply = await server.send(post(json, { token }));
          expect(reply.status).to.be.oneOf([400, 404, 409, 413]);
        }),
        { numRuns: 300 },
      );
      expect(await everything()).to.equal(before);
    });

    it('changes nothing when it is not even text (any bytes, any headers)', async () => {
      const header = fc.stringMatching(/^[\x21-\x7e]{0,60}$/);
      const before = await everything();
      await fc.assert(
        fc.asyncProperty(
          target,
          fc.uint8Array({ maxLength: 1500 }),
          fc.dictionary(
            fc.constantFrom('origin', 'content-type', 'x-player-token', 'if-none-match', 'x-forwarded-for'),
            header,
          ),
          async ({ method, path }, raw, headers) => {
            const reply = await server.send({
              method: method.toUpperCase(),
              path: path.replace('{id}', match.id),
              token: mover.token,
              raw: new Uint8Array(raw),
              headers,
            });
            expect(reply.status).to.be.within(400, 415);
          },
        ),
        { numRuns: 300 },
      );
      expect(await everything()).to.equal(before);
    });
  });

  // Last, since it ends the match.
  describe('after the end', () => {
    it('leaves a match over that is over', async () => {
      const ended = await server.act(mover, match.id, { kind: 'leave' });
      expect(ended.body).to.include({ status: 'finished', reason: 'resigned' });
      await refused(post({ kind: 'ready' }), 'already-ended');
      await refused(post(move(), { token: waiter.token }), 'already-ended');
      await refused(post(move({ revision: match.revision + 2 })), 'already-ended');
      const before = await everything();
      expect((await server.act(waiter, match.id, { kind: 'leave' })).status, 'leaving again is a no-op').to.equal(200);
      expect(await everything()).to.equal(before);
      expect(server.logged.filter((line) => line.includes('unexpectedly'))).to.deep.equal([]);
    });
  });
});

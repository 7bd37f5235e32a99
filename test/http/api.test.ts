import { request as rawRequest } from 'node:http';
import { connect } from 'node:net';
import { NO_STATS } from '@freeplay/shared/games/flip/records';
import { History, Profile, Replay, SessionAnswer } from '@freeplay/shared/protocol/http';
import { expect } from 'chai';
import {
  API,
  errorOf,
  type Guest,
  ORIGIN,
  OTHER_ORIGIN,
  snapshotIn,
  startServer,
  type TestServer,
  tokenOf,
} from './server.ts';

describe('HTTP', () => {
  let server: TestServer;
  let serial = 0;

  before(async () => {
    server = await startServer();
  });

  after(() => server.stop());

  /** Guests that no other test has met. */
  const guests = async (): Promise<[Guest, Guest]> => {
    serial += 1;
    return [await server.guest(`first ${serial}`), await server.guest(`second ${serial}`)];
  };
  const session = (name: string) =>
    server.send({ method: 'POST', path: `${API}/session`, json: { token: tokenOf(name) } });
  const me = (guest: Guest) => server.send({ path: `${API}/players/me`, token: guest.token });
  const patch = (guest: Guest, json: object) =>
    server.send({ method: 'PATCH', path: `${API}/players/me`, token: guest.token, json });
  const enter = (guest: Guest, json: object) =>
    server.send({ method: 'POST', path: `${API}/rooms`, token: guest.token, json });

  describe('identity', () => {
    it('gives the same player for the same token, and says when it is new', async () => {
      const first = SessionAnswer.parse((await session('ann')).body);
      const again = SessionAnswer.parse((await session('ann')).body);
      expect(first.created).to.equal(true);
      expect(again).to.deep.equal({ ...first, created: false });
    });

    it('gives different players and readable names to different tokens', async () => {
      const [first, second] = await guests();
      expect(first.player).not.to.equal(second.player);
      expect(first.name.toLowerCase()).not.to.equal(second.name.toLowerCase());
      expect(first.name).to.match(/^[a-z]+-[a-z]+-\d+$/);
    });

    it('makes one player of simultaneous sessions with one token', async () => {
      const replies = await Promise.all(Array.from({ length: 10 }, () => session('simultaneous')));
      const answers = replies.map((reply) => SessionAnswer.parse(reply.body));
      expect(new Set(answers.map(({ player }) => player)).size).to.equal(1);
      expect(answers.filter(({ created }) => created)).to.have.length(1);
    });

    it('keeps a profile with defaults, which its player changes field by field', async () => {
      const [guest] = await guests();
      expect((await me(guest)).body).to.deep.equal({
        player: guest.player,
        name: guest.name,
        stats: NO_STATS,
        achievements: [],
        preferences: { difficulty: 'EASY', theme: 'random', challengesFrom: 'anyone' },
      });
      await patch(guest, { preferredDifficulty: 'HARD' });
      await patch(guest, { name: 'Own_Name-1', preferredTheme: 'animals', challengesFrom: 'friends' });
      const profile = Profile.parse((await me(guest)).body);
      expect(profile.name).to.equal('Own_Name-1');
      expect(profile.preferences).to.deep.equal({ difficulty: 'HARD', theme: 'animals', challengesFrom: 'friends' });
    });

    it('takes no name twice, whatever its case, and lets a player change the case of their own', async () => {
      const [first, second] = await guests();
      expect((await patch(first, { name: 'Zebra' })).status).to.equal(200);
      expect(errorOf(await patch(second, { name: 'zEBRA' }))).to.equal('name-taken');
      expect((await patch(first, { name: 'ZEBRA' })).status).to.equal(200);
    });

    it('takes names of 3 to 20 letters, digits, - and _ only', async () => {
      const [guest] = await guests();
      for (const name of ['ab', 'a'.repeat(21), 'a b c', 'zoë', 'a.b', '', 'abc\n', 7, null]) {
        expect(errorOf(await patch(guest, { name })), `${name}`).to.equal('bad-request');
      }
      for (const name of ['a-c', 'b'.repeat(20), '_9_']) {
        expect((await patch(guest, { name })).status, name).to.equal(200);
      }
    });

    it('shows no token, to its own player or in the log', async () => {
      const [first, second] = await guests();
      await server.playing('gravity', first, second);
      await server.send({ path: `${API}/nowhere`, token: first.token });
      for (const token of [first.token, second.token]) {
        expect(server.logged.filter((line) => line.includes(token))).to.deep.equal([]);
      }
    });
  });

  describe('rooms', () => {
    it('answers 201 for a new room, 200 for the same one again and for who joins', async () => {
      const [first, second] = await guests();
      const made = await enter(first, { mode: 'private', game: 'five' });
      expect(made.status).to.equal(201);
      const { id, invite } = snapshotIn(made);
      const resumed = await enter(first, { mode: 'public', game: 'reversi' });
      expect(resumed.status).to.equal(200);
      expect(snapshotIn(resumed)).to.include({ id, resumed: true });
      const joined = await enter(second, { mode: 'join', room: invite });
      expect(joined.status).to.equal(200);
      expect(snapshotIn(joined)).to.include({ id, status: 'ready', resumed: false });
    });

    it('plays to the end: ready, moves, result, replay, history', async () => {
      const [first, second] = await guests();
      const { seats, snapshot } = await server.playing('gravity', first, second);
      let { revision } = snapshot;
      for (const [ply, action] of [0, 1, 0, 1, 0, 1, 0].entries()) {
        const mover = ply % 2 === 0 ? seats[0] : seats[1];
        const reply = await server.act(mover, snapshot.id, { kind: 'move', revision, action });
        expect(reply.status, reply.text).to.equal(200);
        revision = snapshotIn(reply).revision;
      }
      const end = await server.snapshot(second, snapshot.id);
      expect(end).to.include({ status: 'finished', winner: 0, reason: 'line', turn: -1, deadline: 0 });
      const replay = Replay.parse(
        (await server.send({ path: `${API}/rooms/${end.id}/replay`, token: first.token })).body,
      );
      expect(replay.events.map(({ revision }) => revision)).to.deep.equal(
        Array.from({ length: end.revision }, (_, index) => index + 1),
      );
      expect(replay.events.filter(({ kind }) => kind === 'moved').map(({ action }) => action)).to.deep.equal([
        0, 1, 0, 1, 0, 1, 0,
      ]);
      expect(replay.finalHash.slice(0, 16)).to.equal(end.hash);
      const history = History.parse((await server.send({ path: `${API}/history`, token: second.token })).body);
      expect(history.rooms.map(({ id, winner }) => [id, winner])).to.deep.equal([[end.id, 0]]);
      expect(history.scores).to.deep.equal([]);
    });

    it('answers 304 while neither the match nor presence has changed, by query or header, quoted or not', async () => {
      const [first, second] = await guests();
      const { snapshot } = await server.playing('boxes', first, second);
      const path = `${API}/rooms/${snapshot.id}`;
      const plain = await server.send({ path, token: first.token });
      const etag = plain.headers.get('etag') ?? '';
      expect(etag).to.equal(`"${snapshot.revision}.${snapshot.presence}"`);
      const conditional = async (query: string, header: string | null) =>
        (await server.send({ path: path + query, token: first.token, headers: { 'if-none-match': header } })).status;
      expect(await conditional(`?since=${snapshot.revision}.${snapshot.presence}`, null)).to.equal(304);
      expect(await conditional(`?since=${encodeURIComponent(etag)}`, null)).to.equal(304);
      expect(await conditional('', etag)).to.equal(304);
      expect(await conditional('', `"0.0", W/${etag}`)).to.equal(304);
      expect(await conditional('', '*')).to.equal(304);
      expect(await conditional('', '"0.0"')).to.equal(200);
      expect(await conditional('?since=0.0', null)).to.equal(200);
      const mover = snapshot.seat === 0 && snapshot.players[0] === first.player ? first : second;
      await server.act(mover, snapshot.id, { kind: 'move', revision: snapshot.revision, action: 0 });
      expect(await conditional('', etag)).to.equal(200);
    });

    it('shows as connected who has sent a request in the last 30 s, and counts the change as presence', async () => {
      const [first, second] = await guests();
      const { snapshot } = await server.playing('reversi', first, second);
      const other = 1 - snapshot.players.indexOf(first.player);
      await server.clock.advance(29_999);
      expect((await server.snapshot(first, snapshot.id)).connected).to.deep.equal([true, true]);
      await server.clock.advance(1);
      const alone = await server.snapshot(first, snapshot.id);
      expect(alone.connected[other]).to.equal(false);
      expect(alone.connected[1 - other]).to.equal(true);
      expect(alone.revision).to.equal(snapshot.revision);
      await server.send({ path: `${API}/history`, token: second.token });
      const back = await server.snapshot(first, snapshot.id);
      expect(back.connected[other]).to.equal(true);
      expect(alone.presence).to.be.greaterThan(snapshot.presence);
      expect(back.presence).to.be.greaterThan(alone.presence);
    });

    it('reads minus zero as the zero that canonical JSON knows', async () => {
      const [first, second] = await guests();
      const { seats, snapshot } = await server.playing('gravity', first, second);
      const raw = `{"kind":"move","revision":${snapshot.revision},"action":-0}`;
      const path = `${API}/rooms/${snapshot.id}`;
      const played = await server.send({ method: 'POST', path, token: seats[0].token, raw });
      expect(played.text).to.contain('"last":0,');
      const replay = await server.send({ path: `${path}/replay`, token: first.token });
      expect(replay.text).to.contain('"action":0');
    });

    it('plays a repeated id once, and answers the repeat with success', async () => {
      const [first, second] = await guests();
      const { seats, snapshot } = await server.playing('five', first, second);
      const move = { kind: 'move', revision: snapshot.revision, action: 40, id: 'only-once' };
      const played = await server.act(seats[0], snapshot.id, move);
      const repeated = await server.act(seats[0], snapshot.id, move);
      expect([played.status, repeated.status]).to.deep.equal([200, 200]);
      expect(snapshotIn(repeated)).to.deep.equal(snapshotIn(played));
      const foreign = await server.act(seats[1], snapshot.id, { ...move, action: 41 });
      expect(errorOf(foreign), 'the id of one seat says nothing of another').to.equal('stale-revision');
    });
  });

  describe('origins', () => {
    it('lets the pages of allowed origins read the answers, and no others', async () => {
      const of = async (origin: string | null) =>
        (await server.send({ path: `${API}/catalog`, headers: { origin } })).headers.get('access-control-allow-origin');
      expect(await of(ORIGIN)).to.equal(ORIGIN);
      expect(await of(OTHER_ORIGIN)).to.equal(OTHER_ORIGIN);
      expect(await of('https://evil.example')).to.equal(null);
      expect(await of(null)).to.equal(null);
    });

    it('answers the preflight of allowed origins only', async () => {
      const preflight = (origin: string) =>
        server.send({ method: 'OPTIONS', path: `${API}/rooms`, headers: { origin } });
      const allowed = await preflight(OTHER_ORIGIN);
      expect(allowed.status).to.equal(204);
      expect(allowed.headers.get('access-control-allow-origin')).to.equal(OTHER_ORIGIN);
      expect(allowed.headers.get('access-control-allow-headers')).to.contain('x-player-token');
      expect(errorOf(await preflight('https://evil.example'))).to.equal('bad-origin');
    });
  });

  describe('the operator', () => {
    it('reads health and readiness at the root', async () => {
      expect((await server.send({ path: '/healthz' })).body).to.deep.equal({ status: 'ok' });
      expect((await server.send({ path: '/readyz' })).body).to.deep.equal({ status: 'ok' });
    });
  });

  describe('hostile connections', () => {
    const post = (headers: Record<string, string | number>, write: (out: NodeJS.WritableStream) => void) =>
      new Promise<number | undefined>((resolve, reject) => {
        const out = rawRequest(
          `${server.url}${API}/session`,
          { method: 'POST', headers: { origin: ORIGIN, 'content-type': 'application/json', ...headers } },
          (response) => {
            response.resume();
            resolve(response.statusCode);
          },
        );
        out.on('error', reject);
        write(out);
      });

    it('answers 413 to a body that only claims to be huge, without waiting for it', async () => {
      const status = await post({ 'content-length': 10_000_000_000 }, (out) => out.write('{'));
      expect(status).to.equal(413);
    });

    it('answers 413 to a chunked body of unknown length', async () => {
      const status = await post({ 'transfer-encoding': 'chunked' }, (out) => out.end('x'.repeat(5000)));
      expect(status).to.equal(413);
    });

    it('goes on after a client that went away in the middle of its body', async () => {
      await new Promise<void>((resolve) => {
        const socket = connect(Number(new URL(server.url).port), '127.0.0.1', () => {
          socket.write(`POST ${API}/session HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\n{"token"`);
          socket.destroy();
        });
        socket.on('close', () => resolve());
      });
      expect((await server.send({ path: '/healthz' })).status).to.equal(200);
      expect(server.logged.filter((line) => line.includes('unexpectedly'))).to.deep.equal([]);
    });
  });
});

import { expect } from 'chai';
import { API, errorOf, startServer, type TestServer, tokenOf } from './server.ts';

const HOUR = 3_600_000;
const MINUTE = 60_000;

describe('HTTP limits', () => {
  let server: TestServer;

  const serve = async (env: Record<string, string>) => {
    server = await startServer(env);
  };

  afterEach(() => server.stop());

  const session = (name: string, headers: Record<string, string> = {}) =>
    server.send({ method: 'POST', path: `${API}/session`, json: { token: tokenOf(name) }, headers });

  it('let 12 new guests an hour in from one address, and known ones always', async () => {
    await serve({ SESSIONS_PER_HOUR: '' });
    for (let i = 0; i < 12; i += 1) expect((await session(`guest ${i}`)).status).to.equal(200);
    const refused = await session('one too many');
    expect(errorOf(refused)).to.equal('rate-limited');
    expect(Number(refused.headers.get('retry-after'))).to.equal(3600);
    expect((await session('guest 3')).status).to.equal(200);
    await server.clock.advance(HOUR - 1);
    expect((await session('one too many')).status).to.equal(429);
    await server.clock.advance(1);
    expect((await session('one too many')).status).to.equal(200);
  });

  it('count guests by the address that a trusted proxy saw', async () => {
    await serve({ SESSIONS_PER_HOUR: '1', TRUST_PROXY: '1' });
    expect((await session('a', { 'x-forwarded-for': '9.9.9.9, 1.1.1.1' })).status).to.equal(200);
    expect((await session('b', { 'x-forwarded-for': '8.8.8.8, 1.1.1.1' })).status).to.equal(429);
    expect((await session('c', { 'x-forwarded-for': '2.2.2.2' })).status).to.equal(200);
  });

  it('do not believe that header from anyone else', async () => {
    await serve({ SESSIONS_PER_HOUR: '1' });
    expect((await session('a', { 'x-forwarded-for': '1.1.1.1' })).status).to.equal(200);
    expect((await session('b', { 'x-forwarded-for': '2.2.2.2' })).status).to.equal(429);
  });

  it('grant reads by player, and by address without one', async () => {
    await serve({ READS_PER_MINUTE: '3' });
    const [ann, bob] = [await server.guest('ann'), await server.guest('bob')];
    const read = async (token?: string) =>
      (await server.send({ path: `${API}/${token ? 'history' : 'catalog'}`, ...(token && { token }) })).status;
    for (let i = 0; i < 3; i += 1) expect(await read(ann.token)).to.equal(200);
    expect(await read(ann.token)).to.equal(429);
    expect(await read(bob.token)).to.equal(200);
    for (let i = 0; i < 3; i += 1) expect(await read()).to.equal(200);
    expect(await read()).to.equal(429);
    await server.clock.advance(MINUTE);
    expect(await read(ann.token)).to.equal(200);
  });

  it('count the return of a known guest as a read of its address', async () => {
    await serve({ READS_PER_MINUTE: '2', SESSIONS_PER_HOUR: '1' });
    for (let i = 0; i < 3; i += 1) expect((await session('ann')).status).to.equal(200);
    expect(errorOf(await session('ann'))).to.equal('rate-limited');
    await server.clock.advance(MINUTE);
    expect((await session('ann')).status).to.equal(200);
  });

  it('are seen by the operator: each refusal counts in a metric, by its kind', async () => {
    await serve({ READS_PER_MINUTE: '1', MONITOR_USER: 'ops', MONITOR_PASSWORD: 'secret' });
    for (let i = 0; i < 3; i += 1) await server.send({ path: `${API}/catalog` });
    const authorization = `Basic ${Buffer.from('ops:secret').toString('base64')}`;
    const metrics = await (await fetch(`${server.url}/metrics`, { headers: { authorization } })).text();
    expect(metrics).to.match(/^freeplay_limited_total\{kind="read"\} 2$/m);
  });

  it('stop the guessing of tokens', async () => {
    await serve({ READS_PER_MINUTE: '2' });
    const guess = async (name: string) => (await server.send({ path: `${API}/history`, token: tokenOf(name) })).status;
    expect([await guess('x'), await guess('y'), await guess('z')]).to.deep.equal([401, 401, 429]);
  });

  it('never apply to health checks', async () => {
    await serve({ READS_PER_MINUTE: '1' });
    for (let i = 0; i < 5; i += 1) expect((await server.send({ path: '/healthz' })).status).to.equal(200);
  });

  it('grant 90 actions a minute to a player, and refuse the next without touching the match', async () => {
    await serve({ ACTIONS_PER_MINUTE: '' });
    const { seats, snapshot } = await server.playing('five', await server.guest('ann'), await server.guest('bob'));
    const bad = { kind: 'move', revision: snapshot.revision, action: 81 };
    // Each seat has spent one action on being ready.
    for (let i = 0; i < 89; i += 1) expect((await server.act(seats[0], snapshot.id, bad)).status).to.equal(400);
    const refused = await server.act(seats[0], snapshot.id, { ...bad, action: 0 });
    expect(errorOf(refused)).to.equal('rate-limited');
    expect((await server.snapshot(seats[0], snapshot.id)).hash).to.equal(snapshot.hash);
    expect((await server.act(seats[1], snapshot.id, bad)).status).to.equal(409);
  });

  it('grant 60 room requests an hour to a player, resuming free', async () => {
    await serve({ ROOM_REQUESTS_PER_HOUR: '2' });
    const ann = await server.guest('ann');
    const enter = () =>
      server.send({ method: 'POST', path: `${API}/rooms`, token: ann.token, json: { mode: 'private', game: 'five' } });
    for (let i = 0; i < 2; i += 1) {
      const made = await enter();
      expect(made.status).to.equal(201);
      expect((await enter()).status).to.equal(200);
      await server.act(ann, (made.body as { id: string }).id, { kind: 'leave' });
    }
    expect(errorOf(await enter())).to.equal('rate-limited');
    await server.clock.advance(HOUR);
    expect((await enter()).status).to.equal(201);
  });

  it('refuse a room beyond MAX_ACTIVE_ROOMS until another ends', async () => {
    await serve({ MAX_ACTIVE_ROOMS: '1' });
    const [ann, bob] = [await server.guest('ann'), await server.guest('bob')];
    const enter = (token: string) =>
      server.send({ method: 'POST', path: `${API}/rooms`, token, json: { mode: 'private', game: 'five' } });
    const first = await enter(ann.token);
    expect(errorOf(await enter(bob.token))).to.equal('at-capacity');
    await server.act(ann, (first.body as { id: string }).id, { kind: 'leave' });
    expect((await enter(bob.token)).status).to.equal(201);
  });
});

import { type FlipView, HINT } from '@freeplay/shared/games/flip';
import { assert } from 'chai';
import { API, errorOf, type Guest, type Reply, snapshotIn, startServer, type TestServer } from '../http/server.ts';

type Json = { readonly [key: string]: Json } & { readonly length: number };

/** The routes of Flip Match; every answer here has passed the schema of its operation. */
describe('The routes of Flip Match', () => {
  let server: TestServer;
  let ann: Guest;
  let bob: Guest;

  beforeEach(async () => {
    server = await startServer();
    [ann, bob] = [await server.guest('ann'), await server.guest('bob')];
  });
  afterEach(() => server.stop());

  const post = (by: Guest, path: string, json: object) =>
    server.send({ method: 'POST', path: `${API}${path}`, token: by.token, json });
  const get = (by: Guest, path: string) => server.send({ path: `${API}${path}`, token: by.token });
  const body = (reply: Reply) => reply.body as Json;
  const said = async (reply: Promise<Reply>) => {
    const { status, text } = await reply;
    return `${status} ${status < 400 ? '' : JSON.parse(text).error}`.trim();
  };
  const flip = async (by: Guest, room: string, action: number) => {
    const { revision } = await server.snapshot(by, room);
    return server.act(by, room, { kind: 'move', revision, action });
  };

  it('POST /rooms {game: solo} creates a game: 201, with an ETag, and a new one each time', async () => {
    const first = await post(ann, '/rooms', { game: 'solo', difficulty: 'HARD', theme: 'sports' });
    assert.equal(first.status, 201);
    assert.deepInclude(snapshotIn(first), { game: 'solo', mode: 'SOLO', status: 'playing', free: true, invite: null });
    assert.match(first.headers.get('etag') ?? '', /^"3\.\d+"$/);
    const second = await post(ann, '/rooms', { game: 'solo' });
    assert.equal(second.status, 201);
    assert.notEqual(snapshotIn(second).id, snapshotIn(first).id);
  });

  it('take difficulty and theme from the preferences that PATCH /players/me sets', async () => {
    const json = { preferredDifficulty: 'MEDIUM', preferredTheme: 'flowers' };
    await server.send({ method: 'PATCH', path: `${API}/players/me`, token: ann.token, json });
    const state = snapshotIn(await post(ann, '/rooms', { game: 'solo' })).state as unknown as FlipView;
    assert.deepInclude(state, { difficulty: 'MEDIUM', theme: 'flowers', size: 6 });
  });

  it('refuse what has not their shape', async () => {
    for (const json of [
      { game: 'duel' },
      { game: 'solo', mode: 'public' },
      { game: 'solo', difficulty: 'easy' },
      { game: 'solo', theme: 'No Theme' },
      { game: 'solo', abandon: 'yes' },
      { game: 'solo', seed: '1' },
    ]) {
      assert.equal(await said(post(ann, '/rooms', json)), '400 bad-request', JSON.stringify(json));
    }
    for (const json of [
      { mode: 'SOLO', opponent: 'bob' },
      { mode: 'DUEL' },
      { mode: 'DUEL', opponent: '' },
      { mode: 'DUEL', opponent: bob.name, seed: '5' },
    ]) {
      assert.equal(await said(post(ann, '/flip/challenges', json)), '400 bad-request', JSON.stringify(json));
    }
  });

  it('serve a whole duel: challenge, acceptance, flips with their refusals, result, replay and receipt', async () => {
    const made = await post(ann, '/flip/challenges', { mode: 'DUEL', opponent: bob.name, difficulty: 'EASY' });
    assert.equal(made.status, 201);
    const id = String(body(made).id);
    assert.equal(body(await get(bob, '/flip/challenges')).incoming?.length, 1);
    const accepted = await post(bob, `/flip/challenges/${id}`, { kind: 'accept' });
    const room = String(body(accepted).room?.id);
    const waiting = await flip(bob, room, 0);
    assert.deepInclude(waiting.body as object, {
      error: 'not-your-turn',
      message: `Waiting for ${ann.name} to play.`,
    });
    assert.equal(await said(flip(ann, room, HINT)), '409 hints-disabled');
    assert.equal(await said(flip(ann, room, 65)), '409 pass-not-allowed');
    assert.equal(await said(flip(ann, room, 16)), '400 illegal-action');
    assert.equal((await flip(ann, room, 0)).status, 200);
    assert.equal(await said(flip(ann, room, 0)), '400 illegal-action');
    assert.equal(await said(get(ann, `/rooms/${room}/replay`)), '409 wrong-status');
    assert.equal(await said(get(ann, `/rooms/${room}/receipt`)), '409 wrong-status');
    assert.equal(await said(post(bob, '/rooms', { game: 'solo' })), '409 in-active-match');
    assert.equal((await server.act(bob, room, { kind: 'leave' })).status, 200);
    assert.deepInclude(await server.snapshot(ann, room), { status: 'finished', winner: 0, reason: 'forfeit' });
    const replay = body(await get(ann, `/rooms/${room}/replay`));
    assert.sameMembers(Object.keys(replay.initial ?? {}), ['size', 'difficulty', 'theme', 'cards', 'nonce']);
    const receipt = body(await get(bob, `/rooms/${room}/receipt`));
    assert.deepEqual(receipt.match?.reveal, replay.initial);
    const { status, result } = body(await get(ann, `/flip/challenges/${id}`));
    assert.deepEqual([status, result?.winner], ['COMPLETED', 0] as never);
  });

  it('name the other match of a refusal in its details', async () => {
    const { id } = body(await post(ann, '/flip/challenges', { mode: 'DUEL', opponent: bob.player }));
    const room = body(await post(bob, `/flip/challenges/${id}`, { kind: 'accept' })).room?.id;
    const refused = await post(ann, '/rooms', { game: 'solo' });
    assert.equal(errorOf(refused), 'in-active-match');
    assert.deepEqual(body(refused).details, { room } as never);
    assert.equal((await post(ann, '/rooms', { game: 'solo', abandon: true })).status, 201);
  });

  it('tell nobody of what is not theirs', async () => {
    const cem = await server.guest('cem');
    const { id } = body(await post(ann, '/flip/challenges', { mode: 'SPEED_RACE', opponent: bob.name }));
    assert.equal(await said(get(cem, `/flip/challenges/${id}`)), '404 not-found');
    assert.equal(await said(post(cem, `/flip/challenges/${id}`, { kind: 'accept' })), '404 not-found');
    const room = snapshotIn(await post(ann, '/rooms', { game: 'solo' })).id;
    for (const path of [`/rooms/${room}`, `/rooms/${room}/replay`, `/rooms/${room}/receipt`]) {
      assert.equal(await said(get(cem, path)), '404 not-found');
    }
    assert.equal(await said(server.act(cem, room, { kind: 'leave' })), '404 not-found');
  });

  it('start a team match for the leader of a party alone', async () => {
    assert.deepInclude((await post(ann, '/rooms', { game: 'team-snap' })).body as object, {
      error: 'wrong-status',
      message: 'You need to be in a party with 2-4 players to start Team Snap.',
    });
    const { code } = body(await post(ann, '/parties', {}));
    await post(bob, '/parties/join', { code });
    assert.equal(await said(post(bob, '/rooms', { game: 'team-snap' })), '403 forbidden');
    const started = await post(ann, '/rooms', { game: 'team-snap', difficulty: 'MEDIUM' });
    assert.equal(started.status, 201);
    assert.deepInclude(snapshotIn(started), { game: 'team-snap', mode: 'TEAM_SNAP', names: [ann.name, bob.name] });
    const cem = await server.guest('cem');
    await post(cem, '/parties/join', { code });
    assert.equal(await said(get(cem, `/rooms/${snapshotIn(started).id}`)), '404 not-found');
  });

  it('give the records of a player with their profile, and the leaderboards by mode', async () => {
    const fresh = body(await get(ann, '/players/me'));
    assert.deepInclude(fresh.stats, {
      duelWins: 0,
      duelBestScore: null,
      soloBestScore: { EASY: null, MEDIUM: null, HARD: null },
    } as never);
    assert.deepEqual(fresh.achievements, [] as never);
    for (const path of ['solo', 'solo?difficulty=HARD', 'duel', 'speed-race?limit=100', 'team-snap?partySize=4']) {
      const board = await get(ann, `/leaderboards/${path}`);
      assert.deepInclude(board.body as object, { rows: [], next: null }, path);
    }
    for (const path of ['chess', 'SOLO']) assert.equal(await said(get(ann, `/leaderboards/${path}`)), '404 not-found');
    for (const query of ['difficulty=NO', 'partySize=5', 'limit=0', 'limit=101', 'after=', 'mode=SOLO']) {
      assert.equal(await said(get(ann, `/leaderboards/solo?${query}`)), '400 bad-request', query);
    }
    assert.equal(await said(get(ann, '/leaderboards/solo?after=bm9uc2Vuc2U')), '404 not-found');
  });
});

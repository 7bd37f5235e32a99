import { type Fetch, Freeplay, FreeplayError, type Match, type RoomAction } from '@freeplay/client-sdk';
import { gameById } from '@freeplay/shared/games';
import { expect } from 'chai';
import { failure, until } from './play.ts';
import { type LiveServer, liveServer, ORIGIN } from './server.ts';

/** A network that loses what a test asks it to: the request on its way there, or the answer on its way back. */
class LossyNetwork {
  readonly posts: RoomAction[] = [];
  readonly paths: string[] = [];
  lose: 'request' | 'answer' | null = null;
  /** Runs after a loss, before the client hears of it. */
  meanwhile: () => Promise<unknown> = async () => undefined;

  readonly fetch: Fetch = async (url, init) => {
    const { pathname } = new URL(url);
    this.paths.push(`${init.method} ${pathname}`);
    const isAction = init.method === 'POST' && /\/rooms\/[^/]+$/.test(pathname);
    if (isAction) this.posts.push(JSON.parse(init.body ?? 'null'));
    if (!isAction || this.lose === null) return globalThis.fetch(url, init);
    const lost = this.lose;
    this.lose = null;
    if (lost === 'answer') await (await globalThis.fetch(url, init)).text();
    await this.meanwhile();
    throw new TypeError('the connection was reset');
  };
}

interface Table {
  /** By seat. */
  readonly matches: readonly [Match, Match];
  readonly networks: readonly [LossyNetwork, LossyNetwork];
}

describe('SDK against the composed server', () => {
  let server: LiveServer;

  before(async () => {
    server = await liveServer();
  });
  after(() => server.stop());

  /** Two guests at one match of this game, in play, by seat; the owner's transport and the friend's. */
  async function table(game: string, ...transports: readonly ('live' | 'polling')[]): Promise<Table> {
    const networks = [new LossyNetwork(), new LossyNetwork()] as const;
    const [owner, friend] = networks.map(({ fetch }, i) =>
      server.client({ fetch, transport: transports[i] ?? 'polling' }),
    );
    if (owner === undefined || friend === undefined) throw new Error('two clients');
    const first = await owner.invite(game);
    const second = await friend.join(first.snapshot?.invite ?? '');
    await second.ready();
    await until(first, ({ status }) => status === 'ready');
    await first.ready();
    await Promise.all([first, second].map((match) => until(match, ({ status }) => status === 'playing')));
    const swapped = first.snapshot?.seat === 1;
    return {
      matches: swapped ? [second, first] : [first, second],
      networks: swapped ? [networks[1], networks[0]] : networks,
    };
  }

  it('opens one session by itself, keeps its token in the storage, and comes back as the same guest', async () => {
    const kept = new Map<string, string>();
    const storage = {
      get: (key: string) => kept.get(key) ?? null,
      set: (key: string, value: string) => void kept.set(key, value),
    };
    const session = await server.client({ storage }).session();
    expect(session.created).equal(true);
    expect([...kept.values()]).to.have.length(1);
    expect([...kept.values()][0]).match(/^[0-9a-f]{64}$/);
    const again = await server.client({ storage }).session();
    expect(again).deep.equal({ ...session, created: false });
  });

  it('reads the catalog without a session, and renames', async () => {
    const client = server.client();
    const { games } = await client.catalog();
    expect(games.map(({ id }) => id)).deep.equal(['gravity', 'reversi', 'boxes', 'five']);
    expect((await client.rename('Sdk-Tester_1')).name).equal('Sdk-Tester_1');
    expect((await client.me()).name).equal('Sdk-Tester_1');
    const taken = await failure(server.client().rename('sdk-tester_1'));
    expect(taken.code).equal('name-taken');
  });

  it('rejects with the code of the contract from a foreign origin, and with `unreachable` where nothing listens', async () => {
    const foreign = new Freeplay({ url: server.url, origin: 'https://elsewhere.example' });
    expect((await failure(foreign.session())).code).equal('bad-origin');
    const nowhere = new Freeplay({ url: 'http://127.0.0.1:9', origin: ORIGIN });
    const error = await failure(nowhere.session());
    expect([error.code, error.fateUnknown, error.passing]).deep.equal(['unreachable', true, true]);
  });

  it('refuses a token that is none', () => {
    expect(() => server.client({ token: 'abc' })).throw(FreeplayError);
  });

  it('pairs two guests from the public queue, and a repeated request resumes', async () => {
    const one = server.client();
    const first = await one.queue('five');
    expect(first.snapshot?.status).equal('waiting');
    const resumed = await one.resume();
    expect(resumed?.id).equal(first.id);
    const second = await server.client().queue('five');
    expect(second.id).equal(first.id);
    await until(first, ({ status }) => status === 'ready');
    await first.leave();
    await until(second, ({ status, reason }) => status === 'cancelled' && reason === 'left');
    expect(await one.resume()).equal(null);
  });

  const DOORS = ['gravity', 'reversi', 'boxes', 'five'].flatMap((game) =>
    (['polling', 'live'] as const).map((door) => [game, door] as const),
  );
  for (const [game, door] of DOORS) {
    it(`plays ${game} to its end between a live player and a ${door} one, both always with the state of the pure rules`, async () => {
      const rules = gameById(game);
      if (rules === null) throw new Error(game);
      const { matches } = await table(game, 'live', door);
      const ended: string[] = [];
      for (const match of matches) match.on('ended', ({ reason }) => ended.push(reason ?? ''));
      let position = rules.initial();
      while (rules.outcome(position) === null) {
        const mover = matches[position.turn];
        if (mover === undefined) throw new Error(`seat ${position.turn}`);
        const legal = rules.legal(position);
        const action = legal[(legal.length * 7 + position.last + 1) % legal.length] ?? -1;
        mover.wake();
        await until(mover, ({ turn, state }) => turn === position.turn && state.last === position.last);
        const { state } = await mover.move(action);
        position = rules.play(position, action) ?? position;
        expect(state).deep.equal(position);
      }
      const outcome = rules.outcome(position);
      for (const match of matches) {
        match.wake();
        const over = await until(match, ({ status }) => status === 'finished');
        expect([over.winner, over.reason, over.state]).deep.equal([outcome?.winner, outcome?.reason, position]);
        expect(match.mismatches).equal(0);
      }
      expect(ended).deep.equal([outcome?.reason, outcome?.reason]);
    });
  }

  it('refuses an illegal move with the code, the event and the snapshot as it is', async () => {
    const { matches } = await table('gravity');
    const refused: string[] = [];
    matches[0].on('rejected', ({ error }) => refused.push(error.code));
    expect((await failure(matches[0].move(9))).code).equal('illegal-action');
    const early = await failure(matches[1].move(3));
    expect(early.code).equal('not-your-turn');
    expect(early.snapshot?.revision).equal(matches[1].snapshot?.revision);
    expect(refused).deep.equal(['illegal-action']);
    expect(matches[0].pending).equal(null);
  });

  it('finds a move that was played although its answer was lost, and does not send it again', async () => {
    const { matches, networks } = await table('gravity');
    networks[0].posts.length = 0;
    networks[0].lose = 'answer';
    const after = await matches[0].move(3);
    expect(after.state.last).equal(3);
    expect(networks[0].posts).to.have.length(1);
  });

  it('finds it also when the rival has moved on meanwhile', async () => {
    const { matches, networks } = await table('gravity');
    networks[0].posts.length = 0;
    networks[0].lose = 'answer';
    networks[0].meanwhile = async () => {
      matches[1].wake();
      await until(matches[1], ({ turn }) => turn === 1);
      await matches[1].move(3);
    };
    const after = await matches[0].move(3);
    expect([after.turn, after.state.last]).deep.equal([0, 3]);
    expect(networks[0].posts).to.have.length(1);
  });

  it('sends a move that never arrived again only after reading the match, with the same id and revision', async () => {
    const { matches, networks } = await table('gravity');
    networks[0].posts.length = 0;
    networks[0].lose = 'request';
    networks[0].meanwhile = async () => void networks[0].paths.splice(0);
    const after = await matches[0].move(2);
    expect(after.state.last).equal(2);
    const [first, second] = networks[0].posts;
    expect(networks[0].posts).to.have.length(2);
    expect(second).deep.equal(first);
    const room = `/api/multiplayer/rooms/${matches[0].id}`;
    expect(networks[0].paths.indexOf(`GET ${room}`)).within(0, networks[0].paths.indexOf(`POST ${room}`) - 1);
  });

  it('says that a move was missed when the match went on without it', async () => {
    const { matches, networks } = await table('gravity');
    networks[0].posts.length = 0;
    networks[0].lose = 'request';
    networks[0].meanwhile = () => matches[1].leave();
    const missed = await failure(matches[0].move(2));
    expect(missed.code).equal('already-ended');
    expect(missed.snapshot?.reason).equal('resigned');
    expect(networks[0].posts).to.have.length(1);
  });

  it('carries ready, leave and rematch through a lost answer', async () => {
    const { matches, networks } = await table('gravity');
    networks[0].lose = 'answer';
    expect((await matches[0].leave()).reason).equal('resigned');
    networks[1].lose = 'answer';
    expect((await matches[1].rematch()).rematchOffers).equal(0b10);
    await matches[0].rematch();
    matches[1].wake();
    const old = await until(matches[1], ({ rematch }) => rematch !== null);
    expect(matches[0].snapshot?.rematch).equal(old.rematch);
  });

  it('reports a match that is not the reader’s as gone, once', async () => {
    const { matches } = await table('gravity');
    const stranger = server.client().match(matches[0].id);
    const told: string[] = [];
    stranger.on('connection', (now) => told.push(now));
    const error = await failure(until(stranger, () => true));
    expect([error.code, stranger.connection, told]).deep.equal(['not-found', 'gone', ['gone']]);
  });

  it('rejects an action under way with `closed` when the match is closed, and resigns nothing', async () => {
    const { matches, networks } = await table('gravity');
    networks[0].lose = 'request';
    networks[0].meanwhile = async () => matches[0].close();
    expect((await failure(matches[0].move(1))).code).equal('closed');
    matches[1].wake();
    expect((await until(matches[1], () => true)).status).equal('playing');
  });

  it('follows a match through a restart of the server, and plays on', async () => {
    const { matches } = await table('gravity');
    await matches[0].move(3);
    await server.restart();
    matches[1].wake();
    await until(matches[1], ({ turn }) => turn === 1);
    expect((await matches[1].move(3)).revision).equal((matches[0].snapshot?.revision ?? 0) + 1);
  });

  it('gives replay and history of its matches', async () => {
    const { matches } = await table('boxes');
    await matches[0].move(0);
    const client = server.client();
    expect((await failure(client.replay(matches[0].id))).code).equal('not-found');
    expect((await client.history()).rooms).deep.equal([]);
  });
});

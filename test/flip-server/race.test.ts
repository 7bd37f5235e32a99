import type { Entrant } from '@freeplay/shared/engine';
import { hashCode } from '@freeplay/shared/games/flip';
import { assert } from 'chai';
import { challenge, DAY, type FlipProcess, FlipWorld, Game, granted, refusalOf, SECOND, stateOf } from './world.ts';

describe('A speed race', () => {
  let world: FlipWorld;
  let server: FlipProcess;
  let ann: Entrant;
  let bob: Entrant;

  beforeEach(async () => {
    world = await FlipWorld.open();
    server = world.start();
    [ann, bob] = [await world.player('ann'), await world.player('bob')];
  });
  afterEach(() => world.close());

  const race = async (wish = {}) => {
    const { id } = await challenge(server, [ann, bob], { mode: 'SPEED_RACE', ...wish });
    const { room } = granted(await server.challenges.act(bob.player, id, { kind: 'accept' }));
    return { id, second: new Game(world, server, room?.id ?? '', [bob]) };
  };
  const direct = async (wish = {}) => {
    const { id, second } = await race(wish);
    const { room } = granted(await server.challenges.act(ann.player, id, { kind: 'start' }));
    return { id, first: new Game(world, server, room?.id ?? '', [ann]), second };
  };
  const read = async (of: Entrant, id: string) => granted(await server.challenges.read(of.player, id)).challenge;
  const statsOf = async (...players: Entrant[]) => {
    const stats = await world.store.flip.statsOf(players.map(({ player }) => player));
    return players.map(({ player }) => stats[player]);
  };
  const kindsOf = async ({ player }: Entrant) =>
    (await world.store.social.listNotices(player, null, 100)).items.map(({ kind }) => kind);

  it('deals both runs the same board from the seed of its challenge, made once', async () => {
    const { id, first, second } = await direct({ difficulty: 'MEDIUM' });
    const [one, two] = [await world.setup(first.id), await world.setup(second.id)];
    const stored = await world.store.flip.challenge(id);
    assert.deepEqual(one.board, two.board);
    assert.deepEqual([one.seed, two.seed], [stored?.seed, stored?.seed] as never);
    assert.notEqual(one.nonce, two.nonce);
    // A 64-bit random number, XOR the sign-extended hash code of the id: the upper half is all but the random's own.
    const random = BigInt.asIntN(64, BigInt(stored?.seed ?? 0) ^ BigInt(hashCode(id)));
    assert.notEqual(random >> 32n, 0n);
    assert.deepInclude(await first.look(), { game: 'speed-race', mode: 'SPEED_RACE', players: [ann.player] });
  });

  it('deals both the same duplicates where the theme has too few items', async () => {
    const { first, second } = await direct({ difficulty: 'HARD', theme: 'space' });
    const { board } = await world.setup(first.id);
    assert.deepEqual(board, (await world.setup(second.id)).board);
    assert.isBelow(new Set(board).size, 32);
  });

  it('counts each run from its own first flip', async () => {
    const { first, second } = await direct({ difficulty: 'MEDIUM' });
    await first.match(0);
    await world.clock.advance(100 * SECOND);
    await second.match(0);
    const [one, two] = [stateOf(await first.look()), stateOf(await second.look())];
    assert.equal(two.startedAt - one.startedAt, 100 * SECOND);
    assert.equal(two.limitAt - one.limitAt, 100 * SECOND);
  });

  it('goes to the higher score once both have completed, and both get an entry, statistics and the news', async () => {
    const { id, first, second } = await direct();
    await first.miss(0, 1);
    await first.finish();
    assert.equal((await read(bob, id)).status, 'ACCEPTED');
    assert.deepEqual(await world.store.flip.leaders('speed-race', null, 10), []);
    await second.finish();
    const { status, result } = await read(ann, id);
    const [lost, won] = [stateOf(await first.look()).result?.scores[0], stateOf(await second.look()).result?.scores[0]];
    assert.equal(status, 'COMPLETED');
    assert.deepEqual(result, { winner: 1, byDefault: false, scores: [lost ?? null, won ?? null] });
    const [annStats, bobStats] = await statsOf(ann, bob);
    assert.deepInclude(bobStats, {
      raceWins: 1,
      raceLosses: 0,
      raceGames: 1,
      raceScoreDifference: (won ?? 0) - (lost ?? 0),
    });
    assert.deepInclude(annStats, { raceWins: 0, raceLosses: 1, raceGames: 1, soloGames: 0 });
    const rows = await world.store.flip.leaders('speed-race', null, 10);
    assert.deepEqual(
      rows.map(({ holder, score, match }) => [holder, score, match]),
      [
        [bob.player, won, second.id],
        [ann.player, lost, first.id],
      ] as never,
    );
    assert.deepEqual(
      (await kindsOf(ann)).filter((kind) => kind === 'race-result'),
      ['race-result'],
    );
    assert.deepEqual(
      (await kindsOf(bob)).filter((kind) => kind === 'race-result'),
      ['race-result'],
    );
  });

  it('at the same score goes to less time', async () => {
    const { id, first, second } = await direct();
    await first.match(0);
    await world.clock.advance(10 * SECOND);
    await first.finish();
    await second.match(0);
    await world.clock.advance(9 * SECOND);
    await second.finish();
    assert.deepInclude((await read(ann, id)).result, { winner: 1, byDefault: false });
  });

  it('alike in score, time and turns is a draw', async () => {
    const { id, first, second } = await direct();
    await first.finish();
    await second.finish();
    assert.deepInclude((await read(ann, id)).result, { winner: -1 });
    assert.deepInclude((await statsOf(ann))[0], { raceDraws: 1 });
  });

  it('one side times out of and the other completes is won by the one who completed', async () => {
    const { id, first, second } = await direct({ difficulty: 'MEDIUM' });
    await first.match(0);
    await world.clock.advance(240 * SECOND);
    assert.deepInclude(await first.look(), { status: 'void', reason: 'abandoned' });
    assert.deepInclude(await read(bob, id), { status: 'ACCEPTED' });
    await second.finish();
    assert.deepInclude((await read(ann, id)).result, { winner: 1, byDefault: true });
    const [annStats, bobStats] = await statsOf(ann, bob);
    assert.deepInclude(bobStats, { raceWins: 1, raceGames: 0, raceScoreDifference: 0 });
    assert.deepInclude(annStats, { raceLosses: 1, raceGames: 0 });
    assert.deepEqual(
      (await world.store.flip.leaders('speed-race', null, 10)).map(({ holder }) => holder),
      [bob.player],
    );
  });

  it('both sides time out of is ABANDONED for both: no winner, and the challenge is EXPIRED', async () => {
    const { id, first, second } = await direct({ difficulty: 'MEDIUM' });
    await first.match(0);
    await second.match(0);
    await world.clock.advance(240 * SECOND);
    for (const game of [first, second])
      assert.deepInclude(await game.look(), { status: 'void', winner: null, reason: 'abandoned' });
    const ended = await read(ann, id);
    assert.equal(ended.status, 'EXPIRED');
    assert.deepInclude(ended.result, { winner: null });
    assert.deepEqual(await statsOf(ann, bob), [undefined, undefined]);
  });

  it('that a player starts and never finishes ends 24 hours after acceptance: the run is ABANDONED, the completed one wins', async () => {
    const { id, first, second } = await direct();
    await first.finish();
    await second.match(0);
    await world.pass(DAY - 60 * SECOND);
    await second.match(1);
    assert.equal((await read(ann, id)).status, 'ACCEPTED');
    await world.pass(60 * SECOND);
    assert.deepInclude(await second.look(), { status: 'void', reason: 'abandoned' });
    const ended = await read(ann, id);
    assert.deepInclude(ended, { status: 'COMPLETED' });
    assert.deepInclude(ended.result, { winner: 0, byDefault: true });
    assert.lengthOf(await world.store.flip.leaders('speed-race', null, 10), 1);
  });

  it('that a challenger never starts ends 24 hours after acceptance too', async () => {
    const { id, second } = await race();
    await second.finish();
    await world.pass(DAY);
    assert.deepInclude((await read(ann, id)).result, { winner: 1, byDefault: true });
    assert.equal(refusalOf(await server.challenges.act(ann.player, id, { kind: 'start' })), 'wrong-status');
  });

  it('that nobody completes expires, with both runs ABANDONED', async () => {
    const { id, first, second } = await direct();
    await first.match(0);
    await world.pass(DAY);
    for (const game of [first, second]) assert.deepInclude(await game.look(), { status: 'void', reason: 'abandoned' });
    assert.deepInclude(await read(bob, id), { status: 'EXPIRED' });
    assert.deepEqual(
      (await kindsOf(ann)).filter((kind) => kind === 'challenge-expired'),
      ['challenge-expired'],
    );
  });

  it('gives each side one run, however often it is started', async () => {
    const { id } = await race();
    const starts = await Promise.all(
      Array.from({ length: 5 }, () => server.challenges.act(ann.player, id, { kind: 'start' })),
    );
    assert.equal(new Set(starts.map((start) => granted(start).room?.id)).size, 1);
    const { room } = granted(starts[0] ?? { ok: false, code: 'not-found', message: '' });
    granted(await server.lobby.act(ann.player, room?.id ?? '', { kind: 'leave' }));
    const again = granted(await server.challenges.act(ann.player, id, { kind: 'start' }));
    assert.deepEqual([again.room?.id, again.room?.status], [room?.id, 'void']);
  });

  it('keeps the score of the other side from a player whose own run goes on', async () => {
    const { id, first, second } = await direct();
    await first.finish();
    const score = stateOf(await first.look()).result?.scores[0];
    assert.deepEqual((await read(bob, id)).runs, [
      { name: 'ann', status: 'completed' },
      { name: 'bob', status: 'playing' },
    ]);
    assert.deepEqual((await second.look()).opponent, { name: 'ann', status: 'completed' });
    await second.match(0);
    granted(await second.leave());
    assert.deepEqual((await second.look()).opponent, { name: 'ann', status: 'completed', score: score ?? -1 });
    assert.deepInclude((await read(bob, id)).runs?.[0], { name: 'ann', status: 'completed', score: score ?? -1 });
  });

  it('shows beside the state what has become of the other run, counted by presence', async () => {
    const { id, second } = await race();
    const before = await second.look();
    assert.deepEqual(before.opponent, { name: 'ann', status: 'not-started' });
    const { room } = granted(await server.challenges.act(ann.player, id, { kind: 'start' }));
    const after = await second.look();
    assert.deepEqual(after.opponent, { name: 'ann', status: 'playing' });
    assert.isAbove(after.presence, before.presence);
    assert.equal(after.revision, before.revision);
    assert.equal(after.hash, before.hash);
    assert.deepEqual(room?.opponent, { name: 'bob', status: 'playing' });
    assert.notProperty(before.state, 'opponent');
  });

  it('keeps logs and receipts of a run closed until both are over', async () => {
    const { first, second } = await direct();
    await first.finish();
    assert.equal(refusalOf(await server.lobby.replay(ann.player, first.id)), 'wrong-status');
    assert.equal(refusalOf(await server.lobby.receipt(ann.player, first.id)), 'wrong-status');
    granted(await second.leave());
    const { replay } = granted(await server.lobby.replay(ann.player, first.id));
    const { board, nonce, seed } = await world.setup(first.id);
    assert.deepInclude(replay.initial, { cards: board, nonce, seed });
    granted(await server.lobby.receipt(bob.player, second.id));
  });

  it('cannot be left for another game without abandon, since a player has one run', async () => {
    const { second } = await race();
    assert.equal(refusalOf(await server.matches.startSolo(bob, {})), 'in-active-match');
    granted(await server.matches.startSolo(bob, { abandon: true }));
    assert.deepInclude(await second.look(), { status: 'void', reason: 'abandoned' });
  });

  describe('against a completed solo game', () => {
    const benchmark = async () => {
      const solo = await Game.solo(world, server, ann, { difficulty: 'EASY', theme: 'food' });
      await solo.miss(0, 1);
      await solo.finish();
      const made = await challenge(server, [ann, bob], { mode: 'SPEED_RACE', benchmark: solo.id });
      return { solo, made, score: stateOf(await solo.look()).result?.scores[0] };
    };

    it('takes its seed, difficulty and theme, and shows its score from the start', async () => {
      const { solo, made, score } = await benchmark();
      const shown = await read(bob, made.id);
      assert.deepInclude(shown, { difficulty: 'EASY', theme: 'food' });
      assert.deepInclude(shown.runs?.[0], { name: 'ann', status: 'completed', score: score ?? -1 });
      const { room } = granted(await server.challenges.act(bob.player, made.id, { kind: 'accept' }));
      assert.deepEqual(room?.opponent, { name: 'ann', status: 'completed', score: score ?? -1 });
      assert.deepEqual((await world.setup(room?.id ?? '')).board, (await world.setup(solo.id)).board);
      const [received] = (await world.store.social.listNotices(bob.player, null, 10)).items;
      assert.include(received?.text ?? '', 'beat');
    });

    it('is decided by the end of the other run; the solo game stays a solo entry and is the run of the race', async () => {
      const { solo, made, score } = await benchmark();
      const { room } = granted(await server.challenges.act(bob.player, made.id, { kind: 'accept' }));
      assert.equal(refusalOf(await server.challenges.act(ann.player, made.id, { kind: 'start' })), 'wrong-status');
      const run = new Game(world, server, room?.id ?? '', [bob]);
      await run.finish();
      const ended = await read(ann, made.id);
      assert.deepInclude(ended, { status: 'COMPLETED', room: solo.id });
      assert.deepInclude(ended.result, { winner: 1 });
      const boards = [];
      for (const board of ['solo:EASY', 'speed-race']) {
        boards.push((await world.store.flip.leaders(board, null, 10)).map(({ holder, score }) => [holder, score]));
      }
      const won = stateOf(await run.look()).result?.scores[0];
      assert.deepEqual(boards, [
        [[ann.player, score]],
        [
          [bob.player, won],
          [ann.player, score],
        ],
      ] as never);
      assert.deepInclude((await statsOf(ann))[0], { soloGames: 1, raceLosses: 1 });
    });

    it("is refused for a game that is not completed, not solo, or not the caller's", async () => {
      const { solo } = await benchmark();
      const of = (from: Entrant, opponent: string, room: string, mode: 'DUEL' | 'SPEED_RACE' = 'SPEED_RACE') =>
        server.challenges.create(from.player, { mode, opponent, benchmark: room });
      assert.equal(refusalOf(await of(bob, 'ann', solo.id)), 'not-found');
      assert.equal(refusalOf(await of(bob, 'ann', 'nowhere')), 'not-found');
      const open = await Game.solo(world, server, bob);
      assert.equal(refusalOf(await of(bob, 'ann', open.id)), 'wrong-status');
      assert.equal(refusalOf(await of(ann, 'bob', solo.id, 'DUEL')), 'bad-request');
    });
  });
});

import type { Entrant } from '@freeplay/shared/engine';
import { assert } from 'chai';
import { challenge, DAY, type FlipProcess, FlipWorld, Game, granted, refusalOf, SECOND, stateOf } from './world.ts';

const ACCEPT = { kind: 'accept' } as const;

describe('A challenge', () => {
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

  const open = (wish = {}) => challenge(server, [ann, bob], wish);
  const create = (from: Entrant, opponent: string, wish = {}) =>
    server.challenges.create(from.player, { mode: 'DUEL', opponent, ...wish });
  const kindsOf = async ({ player }: Entrant) =>
    (await world.store.social.listNotices(player, null, 100)).items.map(({ kind }) => kind);

  it('is pending for 24 hours, is listed to both, and tells who is challenged', async () => {
    const made = await open();
    assert.deepInclude(made, { mode: 'DUEL', status: 'PENDING', you: 'challenger', challenger: ann, challengee: bob });
    assert.deepInclude(made, { expiresAt: made.createdAt + DAY, acceptedAt: 0, difficulty: 'EASY', theme: 'animals' });
    const [own, theirs] = [await server.challenges.list(ann.player), await server.challenges.list(bob.player)];
    assert.deepEqual(own, { incoming: [], outgoing: [made], active: [], recent: [] });
    assert.deepEqual(theirs, { incoming: [{ ...made, you: 'challengee' }], outgoing: [], active: [], recent: [] });
    assert.deepEqual(await kindsOf(bob), ['challenge-received']);
    assert.deepEqual(server.woken, [bob.player]);
  });

  it('goes to a player by name in any case, or by id', async () => {
    granted(await create(ann, 'BOB'));
    granted(await create(ann, bob.player, { mode: 'SPEED_RACE' }));
    assert.equal(refusalOf(await create(ann, 'nobody')), 'not-found');
  });

  it('takes difficulty and theme from its request, else from the preferences of the challenger', async () => {
    const cem = await world.player('cem', { preferredDifficulty: 'HARD', preferredTheme: 'food' });
    const preferred = granted(await create(cem, 'bob')).challenge;
    assert.deepInclude(preferred, { difficulty: 'HARD', theme: 'food' });
    const drawn = granted(await create(ann, 'bob', { theme: 'random' })).challenge;
    assert.notEqual(drawn.theme, 'random');
  });

  it('to oneself is refused', async () => {
    assert.equal(refusalOf(await create(ann, 'ann')), 'self-challenge');
    assert.equal(refusalOf(await create(ann, ann.player)), 'self-challenge');
  });

  it('to somebody who has blocked the challenger, or takes them from friends alone, is refused', async () => {
    const cem = await world.player('cem', { challengesFrom: 'friends' });
    assert.equal(refusalOf(await create(ann, 'cem')), 'blocked');
    await world.store.social.befriend(ann.player, cem.player, 1, { friends: 10, requests: 10 });
    await world.store.social.acceptFriend(cem.player, ann.player, 2, 10);
    granted(await create(ann, 'cem'));
    await world.store.social.block(bob.player, ann.player, 3);
    assert.equal(refusalOf(await create(ann, 'bob')), 'blocked');
  });

  it('of a player who was blocked meanwhile cannot be accepted', async () => {
    const { id } = await open();
    await world.store.social.block(bob.player, ann.player, 3);
    assert.equal(refusalOf(await server.challenges.act(bob.player, id, ACCEPT)), 'blocked');
  });

  it('is the only pending one of its pair and mode, whoever of the two asks', async () => {
    await open();
    assert.equal(refusalOf(await create(ann, 'bob')), 'duplicate');
    assert.equal(refusalOf(await create(bob, 'ann')), 'duplicate');
    granted(await create(bob, 'ann', { mode: 'SPEED_RACE' }));
  });

  it('is made once by many requests at the same instant, also through two processes', async () => {
    const other = world.start();
    const made = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        (n % 2 === 0 ? server : other).challenges.create(n < 5 ? ann.player : bob.player, {
          mode: 'DUEL',
          opponent: n < 5 ? 'bob' : 'ann',
        }),
      ),
    );
    assert.lengthOf(
      made.filter(({ ok }) => ok),
      1,
    );
    assert.deepEqual(new Set(made.map(refusalOf)), new Set(['accepted', 'duplicate']));
  });

  it('is one of at most ten that a player has pending', async () => {
    for (let n = 0; n < 10; n++) granted(await create(ann, (await world.player(`rival${n}`)).name));
    assert.equal(refusalOf(await create(ann, 'bob')), 'too-many-pending');
    const { outgoing } = await server.challenges.list(ann.player);
    granted(await server.challenges.act(ann.player, outgoing[0]?.id ?? '', { kind: 'cancel' }));
    granted(await create(ann, 'bob'));
  });

  it('counts among the room requests of an hour', async () => {
    const strict = world.start({ roomsPerHour: 1 });
    granted(await strict.challenges.create(ann.player, { mode: 'DUEL', opponent: 'bob' }));
    const next = await strict.challenges.create(ann.player, { mode: 'SPEED_RACE', opponent: 'bob' });
    assert.equal(refusalOf(next), 'rate-limited');
  });

  it('accepted in two tabs at once starts one duel, and both tabs get it', async () => {
    const { id } = await open();
    const answers = await Promise.all(Array.from({ length: 6 }, () => server.challenges.act(bob.player, id, ACCEPT)));
    const rooms = new Set(answers.map((answer) => granted(answer).room?.id));
    assert.equal(rooms.size, 1);
    assert.deepEqual(await server.matches.active(ann.player), [...rooms][0]);
    assert.deepEqual(
      (await kindsOf(ann)).filter((kind) => kind === 'challenge-accepted'),
      ['challenge-accepted'],
    );
  });

  it('accepted through two processes at once starts one duel', async () => {
    const other = world.start();
    const { id } = await open();
    const answers = await Promise.all([server, other].map((one) => one.challenges.act(bob.player, id, ACCEPT)));
    const rooms = new Set(answers.map((answer) => granted(answer).room?.id));
    assert.equal(rooms.size, 1);
  });

  it('accepted after its time is expired: 410, before the sweep and after it', async () => {
    const { id } = await open();
    world.clock.jump(DAY);
    assert.equal(refusalOf(await server.challenges.act(bob.player, id, ACCEPT)), 'expired');
    assert.deepInclude(granted(await server.challenges.read(bob.player, id)).challenge, { status: 'EXPIRED' });
    await world.clock.advance(2 * SECOND);
    assert.equal(refusalOf(await server.challenges.act(bob.player, id, ACCEPT)), 'expired');
    assert.equal(refusalOf(await server.challenges.act(ann.player, id, { kind: 'cancel' })), 'expired');
    assert.deepInclude((await server.challenges.list(ann.player)).recent[0], { id, status: 'EXPIRED' });
    assert.deepEqual(await kindsOf(ann), ['challenge-expired']);
  });

  it("that has lapsed is in nobody's way", async () => {
    await open();
    world.clock.jump(DAY);
    granted(await create(bob, 'ann'));
  });

  it('declined tells the challenger; cancelled or declined it cannot be accepted', async () => {
    const first = await open();
    assert.deepInclude(granted(await server.challenges.act(bob.player, first.id, { kind: 'decline' })).challenge, {
      status: 'DECLINED',
    });
    assert.deepEqual(await kindsOf(ann), ['challenge-declined']);
    const second = await open();
    granted(await server.challenges.act(ann.player, second.id, { kind: 'cancel' }));
    for (const { id } of [first, second]) {
      assert.equal(refusalOf(await server.challenges.act(bob.player, id, ACCEPT)), 'wrong-status');
    }
  });

  it('is answered by who was challenged and taken back by who challenged, and by nobody else', async () => {
    const cem = await world.player('cem');
    const { id } = await open();
    assert.equal(refusalOf(await server.challenges.act(ann.player, id, ACCEPT)), 'forbidden');
    assert.equal(refusalOf(await server.challenges.act(bob.player, id, { kind: 'cancel' })), 'forbidden');
    assert.equal(refusalOf(await server.challenges.act(bob.player, id, { kind: 'start' })), 'forbidden');
    assert.equal(refusalOf(await server.challenges.act(ann.player, id, { kind: 'start' })), 'wrong-status');
    assert.equal(refusalOf(await server.challenges.act(cem.player, id, ACCEPT)), 'not-found');
    assert.equal(refusalOf(await server.challenges.read(cem.player, id)), 'not-found');
  });

  it('accepted in a solo game abandons that game silently; in a duel it needs abandon', async () => {
    const solo = await Game.solo(world, server, bob);
    const { id } = await open();
    const { room } = granted(await server.challenges.act(bob.player, id, ACCEPT));
    assert.deepInclude(await solo.look(), { status: 'void', reason: 'abandoned' });

    const cem = await world.player('cem');
    const next = await challenge(server, [cem, bob]);
    const refused = await server.challenges.act(bob.player, next.id, ACCEPT);
    assert.deepInclude(refused, { code: 'in-active-match', details: { room: room?.id ?? '' } });
    granted(await server.challenges.act(bob.player, next.id, { ...ACCEPT, abandon: true }));
    assert.deepInclude(granted(await server.lobby.snapshot(ann.player, room?.id ?? '')).snapshot, { status: 'void' });
  });

  it('ends with its duel, and shows who won by which score', async () => {
    const game = await Game.duel(world, server, [ann, bob]);
    await game.match(0);
    granted(await game.leave(1));
    const [ended] = (await server.challenges.list(ann.player)).recent;
    const scores = stateOf(await game.look()).result?.scores;
    assert.deepInclude(ended, { status: 'COMPLETED', room: game.id });
    assert.deepEqual(ended?.result, { winner: 0, byDefault: true, scores: [scores?.[0], scores?.[1]] as never });
  });

  it('never carries a seed', async () => {
    const { id } = await open({ mode: 'SPEED_RACE' });
    const stored = await world.store.flip.challenge(id);
    assert.match(stored?.seed ?? '', /^-?\d+$/);
    const bodies = [
      await server.challenges.list(ann.player),
      await server.challenges.list(bob.player),
      await server.challenges.read(bob.player, id),
      await server.challenges.act(bob.player, id, ACCEPT),
      await server.challenges.act(ann.player, id, { kind: 'start' }),
    ];
    assert.notInclude(JSON.stringify(bodies), stored?.seed ?? '');
    assert.notInclude(JSON.stringify(bodies), '"seed"');
  });
});

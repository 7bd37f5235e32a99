import type { Entrant } from '@freeplay/shared/engine';
import { ACHIEVEMENTS } from '@freeplay/shared/games/flip/records';
import { assert } from 'chai';
import type { Store } from '../../server/store/port.ts';
import { describePostgres, sharedPostgres } from '../support/postgres.ts';
import { creation, ending, matchRow } from '../support/store.ts';
import { type FlipProcess, FlipWorld, Game, granted } from './world.ts';

/** What a match leaves in the records of its players, on either database. */
function describeRecords(name: string, open: () => Promise<FlipWorld>): void {
  describe(`Records on ${name}`, () => {
    let world: FlipWorld;
    let server: FlipProcess;
    let ann: Entrant;
    let bob: Entrant;

    beforeEach(async () => {
      world = await open();
      server = world.start();
      [ann, bob] = [await world.player('ann'), await world.player('bob')];
    });
    afterEach(() => world.close());

    const statsOf = async ({ player }: Entrant) => (await world.store.flip.statsOf([player]))[player];
    const heldBy = async ({ player }: Entrant) => (await world.store.flip.achievementsOf(player)).map(({ id }) => id);
    const noticesOf = async ({ player }: Entrant) => (await world.store.social.listNotices(player, null, 100)).items;
    it('award each achievement once, with a notification, in the transaction of the result', async () => {
      const won = async () => {
        const game = await Game.duel(world, server, [ann, bob]);
        await game.match(0);
        granted(await game.leave(1));
      };
      await won();
      assert.deepEqual(await heldBy(ann), ['first-duel']);
      await won();
      assert.deepEqual(await heldBy(ann), ['first-duel']);
      const told = (await noticesOf(ann)).filter(({ kind }) => kind === 'achievement');
      assert.deepEqual(
        told.map(({ text }) => text),
        ['Achievement: ⚔️ First Duel (50 points).'],
      );
      for (let n = 0; n < 8; n++) await won();
      assert.sameMembers(await heldBy(ann), ['first-duel', 'duel-master']);
      assert.deepInclude(await statsOf(ann), { duelWins: 10, duelStreak: 0 });
    });

    it('number notifications from 1 without a gap, whatever writes them', async () => {
      const game = await Game.duel(world, server, [ann, bob]);
      await game.miss(0, 1);
      await world.store.social.addNotice({
        player: bob.player,
        kind: 'friend-request',
        at: 1,
        text: 'Hello.',
        data: '{}',
      });
      await game.miss(0, 1);
      granted(await game.leave(0));
      for (const player of [ann, bob]) {
        const ids = (await noticesOf(player)).map(({ id }) => id);
        assert.deepEqual(
          ids,
          ids.map((_, index) => index + 1),
        );
      }
    });

    it('keep the better score of a row, and of equal ones the earlier', async () => {
      const play = async (player: Entrant, misses: number) => {
        const game = await Game.solo(world, server, player, { difficulty: 'EASY' });
        for (let n = 0; n < misses; n++) await game.miss(0, 1);
        await game.finish();
        return game.id;
      };
      const first = await play(ann, 1);
      await play(ann, 1);
      await play(ann, 2);
      await world.clock.advance(1000);
      const second = await play(bob, 1);
      const rows = await world.store.flip.leaders('solo:EASY', null, 10);
      assert.deepEqual(
        rows.map(({ match }) => match),
        [first, second],
      );
      const best = await play(bob, 0);
      assert.deepEqual(
        (await world.store.flip.leaders('solo:EASY', null, 10)).map(({ match }) => match),
        [best, first],
      );
    });

    it('count every match, one after the other and those of several players at once', async () => {
      const rivals = await Promise.all([0, 1, 2, 3, 4, 5].map((n) => world.player(`rival${n}`)));
      for (const rival of rivals) {
        const game = await Game.duel(world, server, [rival, ann]);
        await game.match(0);
        granted(await game.leave(0));
      }
      assert.deepInclude(await statsOf(ann), { duelWins: 6 });
      const many = await Promise.all(
        [ann, bob].map(async (player) => Game.solo(world, server, player, { difficulty: 'EASY' })),
      );
      await Promise.all(many.map((game) => game.finish()));
      assert.deepInclude(await statsOf(ann), { soloGames: 1 });
      assert.deepInclude(await statsOf(bob), { soloGames: 1 });
    });

    it('stand once when the process dies after the commit and the end is tried again', async () => {
      const game = await Game.duel(world, server, [ann, bob]);
      await game.finish();
      const before = [await statsOf(ann), await statsOf(bob), await noticesOf(ann), await heldBy(ann)];
      await world.restart();
      const after = world.start();
      granted(await after.lobby.snapshot(ann.player, game.id));
      await after.lobby.act(ann.player, game.id, { kind: 'leave' });
      await after.lobby.act(bob.player, game.id, { kind: 'move', revision: 1, action: 0 });
      assert.deepEqual([await statsOf(ann), await statsOf(bob), await noticesOf(ann), await heldBy(ann)], before);
    });

    it('award every one of the eight achievements, with its points, to whom the finish is', async () => {
      const duel = { mode: 'DUEL', verdict: 'won', byForfeit: false, score: 2000, found: 6, pairs: 8 } as const;
      const race = { mode: 'SPEED_RACE', difficulty: 'HARD', verdict: 'won', score: 1501, rivalScore: 1460 } as const;
      const team = { mode: 'TEAM_SNAP', score: 900, found: [9, 9] } as const;
      const row = matchRow('eight');
      await world.store.journal.append({ ...creation(row), claim: [] });
      const common = { match: row.id, at: 7, members: [ann] };
      const finishes = [...Array.from({ length: 10 }, () => duel), race, ...Array.from({ length: 5 }, () => team)];
      const done = await world.store.journal.append({
        ...ending(row),
        outcome: {
          ...{ match: row.id, at: 7, challenge: null, notices: [] },
          finishes: finishes.map((finish) => ({ ...ann, ...common, finish })),
        },
      });
      assert.deepEqual(done, { ok: true, notified: [ann.player] });
      assert.sameMembers(
        await heldBy(ann),
        ACHIEVEMENTS.map(({ id }) => id),
      );
      const told = (await noticesOf(ann)).map(({ text }) => text);
      assert.sameMembers(
        told,
        ACHIEVEMENTS.map(({ emoji, title, points }) => `Achievement: ${emoji} ${title} (${points} points).`),
      );
      assert.deepEqual(await heldBy(bob), []);
    });

    it("may keep two challenges with one seed: seeds are each challenge's own", async () => {
      const cem = await world.player('cem');
      const common = {
        ...({
          mode: 'SPEED_RACE',
          difficulty: 'EASY',
          theme: 'food',
          seed: '42',
          createdAt: 1,
          benchmark: false,
        } as const),
        ...{ expiresAt: Number.MAX_SAFE_INTEGER, matches: [null, null] as const, runs: [null, null] as const },
      };
      const made = [];
      for (const [id, rival] of [
        ['one', bob],
        ['two', cem],
      ] as const) {
        made.push(await world.store.flip.createChallenge({ ...common, id, sides: [ann, rival] }, 10, []));
      }
      assert.deepEqual(made, ['created', 'created']);
    });

    it('hold challenges as they were written', async () => {
      const made = granted(
        await server.challenges.create(ann.player, { mode: 'SPEED_RACE', opponent: 'bob' }),
      ).challenge;
      const stored = await world.store.flip.challenge(made.id);
      const { seed, runs, matches, result, benchmark, endedAt } = stored ?? {};
      assert.deepEqual({ runs, matches, result, benchmark, endedAt }, {
        ...{ runs: [null, null], matches: [null, null], result: null, benchmark: false, endedAt: 0 },
      } as never);
      assert.match(seed ?? '', /^-?\d{1,20}$/);
      assert.isNull(await world.store.flip.challenge('nobody'));
      granted(await server.challenges.act(ann.player, made.id, { kind: 'cancel' }));
      assert.equal(await world.store.flip.sweepChallenges(world.clock.now() + 1, 10), 1);
      assert.isNull(await world.store.flip.challenge(made.id));
    });
  });
}

describeRecords('the embedded database', () => FlipWorld.open());

describePostgres('On PostgreSQL', () => {
  const open = async () => FlipWorld.open(await (await sharedPostgres()).createDatabase());
  describeRecords('PostgreSQL', open);

  it('two processes that end matches of one player at the same instant count both', async () => {
    const world = await open();
    try {
      const ann = await world.player('ann');
      const stores: [Store, Store] = [world.store, await world.connect()];
      const at = world.clock.now();
      const rounds = 20;
      const outcome = (match: string) => ({
        ...{ match, at, challenge: null, notices: [] },
        finishes: [
          { ...ann, match, at, members: [ann], finish: { mode: 'SOLO', difficulty: 'EASY', score: 1000 } as const },
        ],
      });
      for (let round = 0; round < rounds; round++) {
        await Promise.all(
          stores.map(async (store, n) => {
            const id = `m${round}-${n}`;
            const row = matchRow(id);
            await store.journal.append({ ...creation(row), claim: [] });
            const done = await store.journal.append({ ...ending(row), outcome: outcome(id) });
            assert.deepInclude(done, { ok: true });
          }),
        );
      }
      assert.deepInclude((await world.store.flip.statsOf([ann.player]))[ann.player], { soloGames: 2 * rounds });
    } finally {
      await world.close();
    }
  });

  it('two processes that accept one challenge at the same instant start one match', async () => {
    const world = await open();
    try {
      const [ann, bob] = [await world.player('ann'), await world.player('bob')];
      const servers = [world.start(), world.start({}, await world.connect())];
      for (let round = 0; round < 10; round++) {
        const mode = round % 2 === 0 ? 'DUEL' : 'SPEED_RACE';
        const [first] = servers;
        if (first === undefined) throw new Error('two processes');
        const { id } = granted(await first.challenges.create(ann.player, { mode, opponent: 'bob' })).challenge;
        const answers = await Promise.all(
          servers.map((server) => server.challenges.act(bob.player, id, { kind: 'accept', abandon: true })),
        );
        const rooms = new Set(answers.map((answer) => granted(answer).room?.id));
        assert.equal(rooms.size, 1);
        granted(await first.lobby.act(bob.player, [...rooms][0] ?? '', { kind: 'leave' }));
      }
    } finally {
      await world.close();
    }
  });
});

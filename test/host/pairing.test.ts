import { assert } from 'chai';
import { codeOf, type Process, person, shown, World } from '../support/world.ts';

describe('pairing in public', () => {
  let world: World;

  beforeEach(async () => {
    world = await World.open();
  });

  afterEach(() => world.close());

  const PUBLIC = { mode: 'public', game: 'gravity' } as const;

  /** Public requests by `count` players, all at the same instant, spread over the processes. */
  async function rush(servers: readonly Process[], count: number) {
    const answers = await Promise.all(
      Array.from({ length: count }, (_, i) => {
        const server = servers[i % servers.length];
        if (server === undefined) throw new Error('no process');
        return server.lobby.enter(person(`p${i}`), PUBLIC);
      }),
    );
    return answers.map(shown);
  }

  /** Every player sits in one match of two different players, and no room waits. */
  async function assertPairedOff(count: number): Promise<void> {
    const rooms = await Promise.all(Array.from({ length: count }, (_, i) => world.journal.active(`p_p${i}`, 'room')));
    const sizes = Map.groupBy(rooms, (room) => room);
    assert.equal(sizes.size, count / 2);
    for (const [room, players] of sizes) {
      assert.lengthOf(players, 2);
      const row = await world.journal.row(room ?? '');
      assert.equal(row?.status, 'ready');
      assert.lengthOf(new Set(row?.players), 2);
      assert.lengthOf(await world.log(room ?? ''), 2);
    }
    assert.isNull(await world.journal.waiting('gravity', (await world.journal.row(rooms[0] ?? ''))?.rules ?? ''));
  }

  describe('pairing', () => {
    it('of 200 simultaneous public requests makes 100 matches of two different players', async () => {
      const snapshots = await rush([world.start()], 200);
      assert.lengthOf(
        snapshots.filter(({ status }) => status === 'ready'),
        100,
        'half of them found a room',
      );
      await assertPairedOff(200);
    });

    it('on two processes over one store pairs exactly once', async () => {
      await rush([world.start(), world.start()], 60);
      await assertPairedOff(60);
    });

    it('on four processes over one store pairs exactly once', async () => {
      await rush([world.start(), world.start(), world.start(), world.start()], 64);
      await assertPairedOff(64);
    });

    it('of an odd number leaves one room that waits', async () => {
      await rush([world.start()], 21);
      const rooms = await Promise.all(Array.from({ length: 21 }, (_, i) => world.journal.active(`p_p${i}`, 'room')));
      assert.equal(new Set(rooms).size, 11);
    });

    it("of one player's 20 parallel requests makes one room, on one process or two", async () => {
      for (const servers of [[world.start()], [world.start(), world.start()]]) {
        const player = person(`lone${servers.length}`);
        const answers = await Promise.all(
          Array.from({ length: 20 }, (_, i) => (servers[i % servers.length] as Process).lobby.enter(player, PUBLIC)),
        );
        const ids = new Set(answers.map((answer) => shown(answer).id));
        assert.equal(ids.size, 1);
        assert.lengthOf(await world.journal.history(player.player, 99), 1);
        for (const id of ids) {
          assert.deepEqual((await world.journal.row(id))?.players, [player.player, null], 'not paired with oneself');
        }
        assert.lengthOf(
          answers.filter((answer) => answer.ok && answer.created),
          1,
        );
        await servers[0]?.lobby.act(player.player, [...ids][0] ?? '', { kind: 'leave' });
      }
    });

    it('does not pair a player with themselves when two processes serve them at one instant', async () => {
      const first = world.start();
      const player = person('ann');
      let meanwhile = async () => {};
      // The second process reads that the player has no room; the first makes one; the second reads that one waits.
      const second = world.start({
        wrap: (journal) => ({
          ...journal,
          active: async (...asked) => {
            const found = await journal.active(...asked);
            await meanwhile();
            return found;
          },
        }),
      });
      meanwhile = async () => {
        meanwhile = async () => {};
        shown(await first.lobby.enter(player, PUBLIC));
      };
      const room = shown(await second.lobby.enter(player, PUBLIC));
      assert.deepInclude(room, { status: 'waiting', players: ['p_ann', null], resumed: true });
      assert.lengthOf(await world.log(room.id), 1);
    });

    it('of parallel public, private and join requests of one player keeps them in one room', async () => {
      const servers = [world.start(), world.start()] as const;
      const { invite } = shown(await servers[0].lobby.enter(person('owner'), { mode: 'private', game: 'five' }));
      const answers = await Promise.all(
        [
          PUBLIC,
          { mode: 'private', game: 'five' } as const,
          { mode: 'join', room: invite ?? '' } as const,
          { mode: 'public', game: 'five' } as const,
        ].flatMap((request) => servers.map((server) => server.lobby.enter(person('ann'), request))),
      );
      const active = await world.journal.active('p_ann', 'room');
      assert.isNotNull(active);
      for (const answer of answers) {
        if (!answer.ok) assert.include(['room-full', 'in-active-match', 'expired'], answer.code);
      }
      const open = (await world.journal.history('p_ann', 99)).filter(({ endedAt }) => endedAt === 0);
      assert.deepEqual(
        open.map(({ id }) => id),
        [active],
      );
    });

    it('takes what waits after its maker has left it, and after it was taken', async () => {
      const server = world.start();
      for (let i = 0; i < 3; i++) {
        const waiting = shown(await server.lobby.enter(person(`w${i}`), PUBLIC));
        const [left, entered] = await Promise.all([
          server.lobby.act(`p_w${i}`, waiting.id, { kind: 'leave' }),
          server.lobby.enter(person(`x${i}`), PUBLIC),
        ]);
        assert.isNull(codeOf(left));
        const room = shown(entered);
        assert.include(['waiting', 'ready'], room.status);
        await server.lobby.act(`p_x${i}`, (await world.journal.active(`p_x${i}`, 'room')) ?? '', { kind: 'leave' });
      }
    });
  });
});

import { project, replay } from '@freeplay/shared/engine';
import { rulesById } from '@freeplay/shared/games';
import { assert } from 'chai';
import {
  CLOCKS,
  codeOf,
  HOT_MS,
  type Process,
  pairUp,
  person,
  SWEEP_MS,
  shown,
  sitDown,
  type Table,
  World,
} from '../support/world.ts';

describe('time in the host', () => {
  let world: World;
  let server: Process;

  beforeEach(async () => {
    world = await World.open();
    server = world.start();
    // So that no deadline falls on a look of the sweeper.
    await world.clock.advance(SWEEP_MS / 2);
  });

  afterEach(() => world.close());

  /** What is durable of a match, without a host's help. */
  async function durable(match: string) {
    const { status, reason, endedAt, winner } = (await world.journal.row(match)) ?? {};
    return { status, reason, endedAt, winner };
  }

  /** Keeps a match in memory, as a room does. */
  function keepHot(match: string): void {
    server.host.watch(match, () => {});
  }

  function legalMove(table: Table): Promise<number> {
    return table.look().then(({ legal }) => legal[0] ?? -1);
  }

  describe('a match in memory', () => {
    it('is cancelled at the millisecond of its queue clock, and not one before', async () => {
      const { id, deadline } = shown(await server.lobby.enter(person('ann'), { mode: 'public', game: 'five' }));
      keepHot(id);
      assert.equal(deadline, world.clock.now() + CLOCKS.queue);
      await world.clock.advanceTo(deadline - 1);
      assert.deepInclude(await durable(id), { status: 'waiting' });
      await world.clock.advanceTo(deadline);
      assert.deepInclude(await durable(id), { status: 'cancelled', reason: 'queue-expired', endedAt: deadline });
    });

    it('is cancelled at the millisecond of its ready clock, and not one before', async () => {
      const table = await pairUp(server);
      keepHot(table.room);
      await table.act(0, { kind: 'ready' });
      const { deadline } = await table.look();
      await world.clock.advanceTo(deadline - 1);
      assert.deepInclude(await durable(table.room), { status: 'ready' });
      await world.clock.advanceTo(deadline);
      assert.deepInclude(await durable(table.room), {
        status: 'cancelled',
        reason: 'ready-expired',
        endedAt: deadline,
      });
    });

    it('is lost by the seat to move at the millisecond of its turn clock, which each move sets anew', async () => {
      const table = await sitDown(server);
      keepHot(table.room);
      for (let ply = 0; ply < 5; ply++) {
        await world.clock.advance(CLOCKS.turn - 1);
        assert.isNull(codeOf(await table.move(await legalMove(table))), 'the last millisecond is in time');
      }
      const { deadline, turnDeadline, turn } = await table.look();
      assert.equal(deadline, turnDeadline);
      await world.clock.advanceTo(deadline - 1);
      assert.deepInclude(await durable(table.room), { status: 'playing' });
      await world.clock.advanceTo(deadline);
      assert.deepInclude(await durable(table.room), { status: 'finished', reason: 'timeout', winner: 1 - turn });
    });

    it('is void at the millisecond of its match clock, however steadily it is played', async () => {
      const table = await sitDown(server, 'five');
      keepHot(table.room);
      const { matchDeadline } = await table.look();
      while (matchDeadline - world.clock.now() > CLOCKS.turn) {
        await world.clock.advance(CLOCKS.turn - 1);
        assert.isNull(codeOf(await table.move(await legalMove(table))));
      }
      await world.clock.advanceTo(matchDeadline - 1);
      assert.deepInclude(await durable(table.room), { status: 'playing' });
      await world.clock.advanceTo(matchDeadline);
      assert.deepInclude(await durable(table.room), {
        status: 'void',
        reason: 'match-expired',
        endedAt: matchDeadline,
      });
    });

    it('refuses a move at the deadline that comes before the timer has fired', async () => {
      const table = await sitDown(server);
      const { deadline, revision } = await table.look();
      world.clock.jump(deadline - world.clock.now());
      const late = await table.act(0, { kind: 'move', revision, action: 0 });
      assert.equal(codeOf(late), 'already-ended');
      assert.deepInclude(await durable(table.room), { status: 'finished', reason: 'timeout', endedAt: deadline });
    });

    it('leaves no timer behind when it ends', async () => {
      const before = world.clock.armed;
      const table = await sitDown(server);
      assert.equal(world.clock.armed, before + 1, 'one timer a match');
      await table.act(0, { kind: 'leave' });
      assert.equal(world.clock.armed, before);
    });
  });

  describe('when the wall clock is set', () => {
    it('forward, a deadline fires by the next look of the sweeper, at its own instant', async () => {
      const table = await sitDown(server);
      const { deadline } = await table.look();
      world.clock.jump(3_600_000);
      await world.clock.advance(SWEEP_MS);
      assert.deepInclude(await durable(table.room), { reason: 'timeout', endedAt: deadline });
    });

    it('back, the deadline waits for it, and no event goes back behind the last one', async () => {
      const table = await sitDown(server);
      keepHot(table.room);
      await world.clock.advance(10_000);
      await table.move(3);
      const { deadline, revision } = await table.look();
      world.clock.jump(-3_600_000);
      await world.clock.advance(CLOCKS.turn + 1);
      assert.deepInclude(await durable(table.room), { status: 'playing' });
      await table.act(1, { kind: 'move', revision, action: 3 });
      const at = (await world.log(table.room)).map((event) => event.at);
      assert.deepEqual(
        at,
        at.toSorted((a, b) => a - b),
      );
      assert.equal((await table.look()).turnDeadline, deadline, 'stamped as the event before it');
      await world.clock.advanceTo(deadline);
      assert.deepInclude(await durable(table.room), { reason: 'timeout', endedAt: deadline });
    });
  });

  describe('a match that no process has in memory', () => {
    it('comes back after a restart as it was: same view, same clocks, same keys', async () => {
      const table = await sitDown(server, 'boxes');
      for (const action of [0, 20, 21, 4]) await table.move(action, `id-${action}`);
      const before = await table.look(1);
      await world.restart();
      table.server = world.start();
      const after = await table.look(1);
      const { presence: _, serverTime: __, ...kept } = before;
      assert.deepInclude(after, kept);

      const again = await table.act(1, { kind: 'move', revision: 0, action: 0, id: 'id-4' });
      assert.deepInclude(again, { ok: true, revision: before.revision });
      await world.clock.advanceTo(before.deadline - 1);
      assert.equal((await table.look()).status, 'playing');
      await world.clock.advanceTo(before.deadline);
      assert.deepInclude(await table.look(), { status: 'finished', reason: 'timeout', endedAt: before.deadline });
    });

    it('is ended by the sweeper, without anyone looking, at its own deadline', async () => {
      const table = await sitDown(server);
      const { deadline } = await table.look();
      await world.restart();
      server = world.start();
      assert.equal(server.host.size, 0);
      await world.clock.advanceTo(deadline - 1);
      assert.deepInclude(await durable(table.room), { status: 'playing' });
      assert.isUndefined(server.calls.get('load'), 'a cold match is not loaded before its time');
      await world.clock.advance(SWEEP_MS);
      assert.deepInclude(await durable(table.room), { status: 'finished', reason: 'timeout', endedAt: deadline });
    });

    it('is ended at its own deadlines when they passed while every process was down', async () => {
      const waiting = shown(await server.lobby.enter(person('w'), { mode: 'public', game: 'five' }));
      const ready = await pairUp(server, 'reversi', ['a', 'b']);
      const playing = await sitDown(server, 'gravity', ['c', 'd']);
      await world.clock.advance(1000);
      await playing.move(3);
      const deadlines = [waiting.deadline, (await ready.look()).deadline, (await playing.look()).deadline];
      await world.restart();
      world.clock.jump(7 * 24 * 3_600_000);
      server = world.start();
      await world.clock.advance(SWEEP_MS);
      const [first, second, third] = deadlines;
      assert.deepInclude(await durable(waiting.id), { reason: 'queue-expired', endedAt: first });
      assert.deepInclude(await durable(ready.room), { reason: 'ready-expired', endedAt: second });
      assert.deepInclude(await durable(playing.room), { reason: 'timeout', endedAt: third, winner: 0 });
      for (const { id } of [waiting, { id: ready.room }, { id: playing.room }]) {
        const [fired, end] = (await world.log(id)).slice(-2);
        assert.deepEqual([fired?.kind, end?.kind, fired?.at], ['timed-out', 'ended', end?.at]);
      }
    });

    it('frees its players by ending, so that their next request makes a new room', async () => {
      const { id } = shown(await server.lobby.enter(person('ann'), { mode: 'public', game: 'five' }));
      await world.restart();
      world.clock.jump(CLOCKS.queue);
      // Asked before the sweeper has looked.
      const next = await world.start().lobby.enter(person('ann'), { mode: 'public', game: 'five' });
      assert.deepInclude(next, { ok: true, created: true });
      assert.notEqual(shown(next).id, id);
      assert.deepInclude(await durable(id), { status: 'cancelled', reason: 'queue-expired' });
    });

    it('is found among many that are due at once', async () => {
      const count = 150;
      const rooms: string[] = [];
      for (let i = 0; i < count; i++) {
        rooms.push(shown(await server.lobby.enter(person(`p${i}`), { mode: 'private', game: 'five' })).id);
      }
      await world.restart();
      world.clock.jump(CLOCKS.queue);
      server = world.start();
      await world.clock.advance(SWEEP_MS);
      for (const room of rooms) assert.deepInclude(await durable(room), { status: 'cancelled' });
      assert.deepEqual(await world.journal.due(world.clock.now(), 10), []);
    });

    it('ends although so many others that are due cannot move on', async () => {
      const stuck = new Set<string>();
      for (let i = 0; i < 70; i++) {
        stuck.add(shown(await server.lobby.enter(person(`p${i}`), { mode: 'private', game: 'five' })).id);
      }
      await world.clock.advance(10);
      const { id } = shown(await server.lobby.enter(person('last'), { mode: 'private', game: 'five' }));
      await world.restart();
      world.clock.jump(CLOCKS.queue);
      server = world.start({
        wrap: (journal) => ({
          ...journal,
          load: (match) => (stuck.has(match) ? Promise.reject(new Error('an unreadable log')) : journal.load(match)),
        }),
      });
      await world.clock.advance(SWEEP_MS);
      assert.deepInclude(await durable(id), { status: 'cancelled', reason: 'queue-expired' });
    });
  });

  describe('memory', () => {
    it('lets a match go that nobody has touched for the idle time, and not before', async () => {
      const { id } = shown(await server.lobby.enter(person('ann'), { mode: 'private', game: 'five' }));
      await world.clock.advance(HOT_MS - SWEEP_MS);
      assert.equal(server.host.size, 1);
      shown(await server.lobby.snapshot('p_ann', id));
      await world.clock.advance(HOT_MS - SWEEP_MS);
      assert.equal(server.host.size, 1, 'a look counts as a touch');
      await world.clock.advance(2 * SWEEP_MS);
      assert.equal(server.host.size, 0);
      assert.equal(shown(await server.lobby.snapshot('p_ann', id)).status, 'waiting');
      assert.equal(server.host.size, 1, 'and loads it when it is touched again');
    });

    it('keeps a match that is watched, and lets it go an idle time after the last has stopped', async () => {
      const { id } = shown(await server.lobby.enter(person('ann'), { mode: 'private', game: 'five' }));
      const stop = server.host.watch(id, () => {});
      await world.clock.advance(3 * HOT_MS);
      assert.equal(server.host.size, 1);
      assert.isUndefined(server.calls.get('load'), 'kept, not dropped and loaded again');
      stop();
      await world.clock.advance(HOT_MS - SWEEP_MS);
      assert.equal(server.host.size, 1);
      await world.clock.advance(2 * SWEEP_MS);
      assert.equal(server.host.size, 0);
    });

    it('shows to who watches every commit in order, and after it what is read', async () => {
      const table = await sitDown(server);
      const seen: number[] = [];
      server.host.watch(table.room, ({ state }) => seen.push(state.revision));
      for (const action of [0, 1, 0, 1]) await table.move(action);
      await table.act(0, { kind: 'leave' });
      assert.deepEqual(seen, [6, 7, 8, 9, 11]);
      const log = await world.log(table.room);
      const rules = rulesById('gravity');
      assert.isNotNull(rules);
      if (rules !== null) assert.deepInclude(await table.look(), project(replay(log, rules), rules));
    });
  });
});

import { assert } from 'chai';
import type { Append, AppendOutcome, Journal } from '../../server/store/port.ts';
import { StoreUnavailable } from '../../server/store/port.ts';
import { codeOf, type Process, person, SWEEP_MS, shown, sitDown, Table, World } from '../support/world.ts';

describe("the journal's truth", () => {
  let world: World;

  beforeEach(async () => {
    world = await World.open();
  });

  afterEach(() => world.close());

  function elsewhere(table: Table, server: Process): Table {
    return new Table(server, table.room, table.players);
  }

  async function lost({ metrics }: Process): Promise<number> {
    const { values } = await metrics.lostRevisions.get();
    return values.reduce((sum, { value }) => sum + value, 0);
  }

  /** Every event once, each a step on from the one before. */
  async function assertWhole(match: string): Promise<void> {
    const log = await world.log(match);
    assert.deepEqual(
      log.map(({ revision }) => revision),
      log.map((_, index) => index + 1),
    );
    assert.equal((await world.journal.row(match))?.revision, log.length);
  }

  describe('two writers on one match', () => {
    it('never both succeed: the one behind loses its copy, reads what is durable, and answers by that', async () => {
      const first = await sitDown(world.start());
      const second = elsewhere(first, world.start());
      const { revision } = await second.look();
      assert.equal((await first.look()).revision, revision, 'both have it in memory');

      const won = await first.act(0, { kind: 'move', revision, action: 3, id: 'first' });
      assert.deepInclude(won, { ok: true, revision: revision + 1 });
      const behind = await second.act(0, { kind: 'move', revision, action: 4, id: 'second' });
      assert.deepInclude(behind, { ok: false, code: 'stale-revision' });
      assert.equal(behind.ok ? 0 : behind.details?.snapshot?.revision, revision + 1, 'with the snapshot as it is now');
      assert.equal(await lost(second.server), 1);
      assert.equal(await lost(first.server), 0);

      assert.deepInclude(await second.act(1, { kind: 'move', revision: revision + 1, action: 4 }), { ok: true });
      await assertWhole(first.room);
      const moves = (await world.log(first.room)).filter(({ kind }) => kind === 'moved');
      assert.deepEqual(
        moves.map(({ data, id }) => [data, id]),
        [
          [{ action: 3 }, 'first'],
          [{ action: 4 }, undefined],
        ],
      );
    });

    it('of the same move with one key play it once, and both get its revision', async () => {
      const first = await sitDown(world.start());
      const second = elsewhere(first, world.start());
      const { revision } = await second.look();
      const move = { kind: 'move', revision, action: 3, id: 'same' } as const;
      const answers = await Promise.all([first.act(0, move), second.act(0, move), first.act(0, move)]);
      for (const answer of answers) assert.deepInclude(answer, { ok: true, revision: revision + 1 });
      assert.lengthOf(await world.log(first.room), revision + 1);
    });

    it('of moves at the same instant let exactly one stand', async () => {
      const tables = [await sitDown(world.start())];
      for (let i = 0; i < 3; i++) tables.push(elsewhere(tables[0] as Table, world.start()));
      for (const table of tables) await table.look();
      for (let round = 0; round < 6; round++) {
        const { revision, turn } = await (tables[0] as Table).look();
        const seat = turn === 1 ? 1 : 0;
        const answers = await Promise.all(
          tables.map((table, i) => table.act(seat, { kind: 'move', revision, action: i, id: `${round}-${i}` })),
        );
        assert.lengthOf(
          answers.filter(({ ok }) => ok),
          1,
        );
        for (const answer of answers) if (!answer.ok) assert.equal(answer.code, 'stale-revision');
        // A copy that is behind shows so on the next write only; here it learns it by a move that must fail.
        for (const table of tables) await table.act(seat, { kind: 'move', revision, action: 0 });
        if ((await (tables[0] as Table).look()).status !== 'playing') break;
      }
      await assertWhole((tables[0] as Table).room);
    });

    it('both firing one deadline record it once', async () => {
      const first = await sitDown(world.start());
      const second = elsewhere(first, world.start());
      const { deadline, revision } = await second.look();
      await world.clock.advanceTo(deadline);
      await world.clock.advance(SWEEP_MS);
      for (const table of [first, second]) {
        assert.deepInclude(await table.look(), { status: 'finished', reason: 'timeout', revision: revision + 2 });
      }
      await assertWhole(first.room);
    });

    it('show to who watches the copy that lost what is durable', async () => {
      const first = await sitDown(world.start());
      const second = elsewhere(first, world.start());
      const { revision } = await second.look();
      const seen: number[] = [];
      second.server.host.watch(first.room, ({ state }) => seen.push(state.revision));
      await first.move(3);
      await first.move(3);
      await second.act(0, { kind: 'move', revision, action: 4 });
      await world.settled();
      assert.deepEqual(seen, [revision + 2]);
      await second.move(5);
      assert.deepEqual(seen, [revision + 2, revision + 3], 'and goes on with the next copy');
    });
  });

  /** A journal whose appends fail as told: not at all, before they are sent, or after they have become durable. */
  class Faulty {
    fault: 'none' | 'before' | 'after' = 'none';
    /** Also reads fail. */
    down = false;

    readonly wrap = (journal: Journal): Journal => ({
      ...journal,
      append: (append) => this.#append(journal, append),
      load: (match) => (this.down ? gone() : journal.load(match)),
      waiting: (game, rules) => (this.down ? gone() : journal.waiting(game, rules)),
      active: (player, activeClass) => (this.down ? gone() : journal.active(player, activeClass)),
      due: (now, limit) => (this.down ? gone() : journal.due(now, limit)),
    });

    async #append(journal: Journal, append: Append): Promise<AppendOutcome> {
      if (this.fault === 'before') return gone();
      const outcome = await journal.append(append);
      return this.fault === 'after' ? gone() : outcome;
    }
  }

  function gone(): Promise<never> {
    return Promise.reject(new StoreUnavailable('The database is away.'));
  }

  describe('a database that cannot answer', () => {
    const faulty = new Faulty();
    let table: Table;

    beforeEach(async () => {
      Object.assign(faulty, { fault: 'none', down: false });
      table = await sitDown(world.start({ wrap: faulty.wrap }));
    });

    for (const fault of ['before', 'after'] as const) {
      const durable = fault === 'after';

      it(`${fault} a move became durable: unavailable, then the truth, and the same key plays it once`, async () => {
        const { revision } = await table.look();
        const move = { kind: 'move', revision, action: 3, id: 'k' } as const;
        faulty.fault = fault;
        const failed = await table.act(0, move);
        assert.deepInclude(failed, { ok: false, code: 'unavailable', retryAfter: 1 });
        faulty.fault = 'none';
        assert.equal((await table.look()).revision, durable ? revision + 1 : revision);
        assert.deepInclude(await table.act(0, move), { ok: true, revision: revision + 1 });
        assert.deepInclude(await table.act(0, move), { ok: true, revision: revision + 1 });
        assert.lengthOf(await world.log(table.room), revision + 1);
        await assertWhole(table.room);
      });

      it(`${fault} the last move became durable: the same key gets its success once it answers again`, async () => {
        for (const action of [0, 1, 0, 1, 0, 1]) await table.move(action);
        const { revision } = await table.look();
        const move = { kind: 'move', revision, action: 0, id: 'won' } as const;
        faulty.fault = fault;
        assert.equal(codeOf(await table.act(0, move)), 'unavailable');
        faulty.fault = 'none';
        const again = await table.act(0, move);
        assert.deepInclude(again, { ok: true, revision: revision + 1 });
        assert.deepInclude(shown(again), { status: 'finished', winner: 0, revision: revision + 2 });
        await assertWhole(table.room);
      });

      it(`${fault} a room became durable: the repeated request leads to one room`, async () => {
        faulty.fault = fault;
        const request = { mode: 'public', game: 'five' } as const;
        assert.equal(codeOf(await table.server.lobby.enter(person('cat'), request)), 'unavailable');
        faulty.fault = 'none';
        const room = await table.server.lobby.enter(person('cat'), request);
        assert.deepInclude(room, { ok: true, created: !durable });
        assert.equal(shown(room).resumed, durable);
        assert.lengthOf(await world.journal.history('p_cat', 9), 1);
      });

      it(`${fault} the pairing became durable: the repeated request leads to the same match`, async () => {
        const request = { mode: 'public', game: 'five' } as const;
        const { id } = shown(await table.server.lobby.enter(person('cat'), request));
        faulty.fault = fault;
        assert.equal(codeOf(await table.server.lobby.enter(person('dan'), request)), 'unavailable');
        faulty.fault = 'none';
        const room = await table.server.lobby.enter(person('dan'), request);
        assert.deepInclude(shown(room), { id, status: 'ready', resumed: durable });
        await assertWhole(id);
      });

      it(`${fault} a rematch became durable: the next offer finds it`, async () => {
        await table.act(0, { kind: 'leave' });
        await table.act(0, { kind: 'rematch' });
        faulty.fault = fault;
        assert.equal(codeOf(await table.act(1, { kind: 'rematch' })), 'unavailable');
        faulty.fault = 'none';
        const answer = shown(await table.act(1, { kind: 'rematch' }));
        assert.isString(answer.rematch);
        assert.equal((await table.look(0)).rematch, answer.rematch);
        assert.equal(await world.journal.active(table.players[0], 'room'), answer.rematch);
      });

      it(`${fault} a time-out became durable: it is recorded once, at its own instant`, async () => {
        const { deadline, revision } = await table.look();
        faulty.fault = fault;
        await world.clock.advanceTo(deadline);
        faulty.fault = 'none';
        await world.clock.advance(2 * SWEEP_MS);
        const row = await world.journal.row(table.room);
        assert.deepInclude(row, { status: 'finished', reason: 'timeout', endedAt: deadline, revision: revision + 2 });
        await assertWhole(table.room);
      });
    }

    it('lets the commands that stood behind a failed one meet the truth, not the lost copy', async () => {
      const { revision } = await table.look();
      faulty.fault = 'after';
      const first = table.act(0, { kind: 'move', revision, action: 3, id: 'a' });
      const behind = table.act(1, { kind: 'move', revision: revision + 1, action: 4, id: 'b' });
      await first;
      faulty.fault = 'none';
      assert.equal(codeOf(await first), 'unavailable');
      await behind;
      await table.act(1, { kind: 'move', revision: revision + 1, action: 4, id: 'b' });
      assert.lengthOf(await world.log(table.room), revision + 2);
      await assertWhole(table.room);
    });

    it('refuses everything while it is away, and goes on afterwards by itself', async () => {
      const seen: number[] = [];
      table.server.host.watch(table.room, ({ state }) => seen.push(state.revision));
      const { revision, deadline } = await table.look();
      Object.assign(faulty, { fault: 'before', down: true });
      assert.equal(codeOf(await table.act(0, { kind: 'move', revision, action: 3 })), 'unavailable');
      assert.equal(codeOf(await table.server.lobby.snapshot(table.players[0], table.room)), 'unavailable');
      assert.equal(
        codeOf(await table.server.lobby.enter(person('cat'), { mode: 'public', game: 'five' })),
        'unavailable',
      );
      await world.clock.advance(5 * SWEEP_MS);
      Object.assign(faulty, { fault: 'none', down: false });
      await world.clock.advance(2 * SWEEP_MS);
      assert.deepEqual(seen, [revision], 'who watches is shown the match again');
      await world.clock.advanceTo(deadline);
      assert.deepInclude(await world.journal.row(table.room), { reason: 'timeout', endedAt: deadline });
    });

    it('is told to the operator once, and told of again once it takes writes', async () => {
      const { complaints } = table.server;
      const { revision } = await table.look();
      faulty.fault = 'before';
      for (let i = 0; i < 3; i++) await table.act(0, { kind: 'move', revision, action: 3 });
      await world.clock.advance(3 * SWEEP_MS);
      assert.lengthOf(complaints, 1, 'though it could be read all the time');
      assert.include(complaints[0], 'the database does not answer');
      faulty.fault = 'none';
      await table.move(3);
      faulty.fault = 'before';
      await table.move(3);
      assert.lengthOf(complaints, 2);
    });
  });

  it('that cannot be read of one match is complained of once a minute, and keeps no other from its deadline', async () => {
    const broken = new Set<string>();
    const wrap = (journal: Journal): Journal => ({
      ...journal,
      load: (match) => (broken.has(match) ? Promise.reject(new TypeError('not a log')) : journal.load(match)),
    });
    const bad = await sitDown(world.start());
    const good = await sitDown(bad.server, 'five', ['cat', 'dan']);
    const { deadline } = await good.look();
    await world.restart();
    const { complaints } = world.start({ wrap });
    broken.add(bad.room);
    await world.clock.advanceTo(deadline);
    await world.clock.advance(30 * SWEEP_MS);
    assert.lengthOf(complaints, 1);
    assert.deepInclude(await world.journal.row(good.room), { reason: 'timeout' });
    broken.clear();
    await world.clock.advance(60 * SWEEP_MS);
    assert.deepInclude(await world.journal.row(bad.room), { reason: 'timeout' }, 'tried again');
  });

  it('is not hidden by one watcher that fails: the move is acknowledged, and the others are shown it', async () => {
    const table = await sitDown(world.start());
    const { revision } = await table.look();
    const seen: number[] = [];
    table.server.host.watch(table.room, () => {
      throw new TypeError('cannot draw it');
    });
    table.server.host.watch(table.room, ({ state }) => seen.push(state.revision));
    assert.deepInclude(await table.move(3), { ok: true, revision: revision + 1 });
    assert.deepEqual(seen, [revision + 1]);
    assert.deepEqual(table.server.complaints, ['a match could not be shown; it is durable all the same']);
  });
});

import { assert } from 'chai';
import { CLOCKS, codeOf, type Process, pairUp, person, shown, sitDown, type Table, World } from '../support/world.ts';

const REMATCH = { kind: 'rematch' } as const;

describe('rematches', () => {
  let world: World;
  let server: Process;
  let table: Table;

  beforeEach(async () => {
    world = await World.open();
    server = world.start();
    table = await sitDown(server);
    await world.clock.advance(1000);
    await table.act(0, { kind: 'leave' });
  });

  afterEach(() => world.close());

  async function rematchesOf(room: string): Promise<string[]> {
    const rooms = await world.journal.history(table.players[0], 99);
    return rooms.filter(({ rematchOf }) => rematchOf === room).map(({ id }) => id);
  }

  describe('a rematch', () => {
    it('opens when both ask: private, ready, seats swapped, shown to both in the old room', async () => {
      const offer = shown(await table.act(1, REMATCH));
      assert.deepInclude(offer, { rematch: null, rematchOffers: 0b10, status: 'finished' });
      const { rematch, rematchOffers } = shown(await table.act(0, REMATCH));
      assert.equal(rematchOffers, 0b11);
      assert.isString(rematch);
      for (const seat of [0, 1] as const) assert.equal((await table.look(seat)).rematch, rematch);
      const opened = shown(await server.lobby.snapshot(table.players[0], rematch ?? ''));
      assert.deepInclude(opened, { mode: 'private', status: 'ready', game: 'gravity', seat: 1, invite: null });
      assert.deepEqual(opened.players, table.players.toReversed());
      assert.equal(opened.deadline, world.clock.now() + CLOCKS.ready);
      assert.equal((await world.journal.row(opened.id))?.rematchOf, table.room);
    });

    it('does not touch the revision of the old room, but moves its presence', async () => {
      const before = await table.look();
      const offered = shown(await table.act(0, REMATCH));
      assert.equal(offered.revision, before.revision);
      assert.isAbove(offered.presence, before.presence);
      const opened = shown(await table.act(1, REMATCH));
      assert.equal(opened.revision, before.revision);
      assert.isAbove(opened.presence, offered.presence);
    });

    it('is one room, from simultaneous offers, repeated ones, and ones on two processes', async () => {
      const other = world.start();
      const offers = [server, other].flatMap(({ lobby }) =>
        table.players.flatMap((player) => [0, 1].map(() => lobby.act(player, table.room, REMATCH))),
      );
      await Promise.all(offers);
      const again = shown(await table.act(0, REMATCH));
      assert.deepEqual(await rematchesOf(table.room), [again.rematch]);
      assert.equal(shown(await other.lobby.act(table.players[1], table.room, REMATCH)).rematch, again.rematch);
    });

    it('opens from two simultaneous offers, every time', async () => {
      for (let round = 0; round < 8; round++) {
        const pair = await sitDown(server, 'five', [`a${round}`, `b${round}`]);
        await pair.act(1, { kind: 'leave' });
        const both = await Promise.all([pair.act(0, REMATCH), pair.act(1, REMATCH)]);
        for (const answer of both) assert.isNull(codeOf(answer));
        const { rematch } = await pair.look();
        assert.isString(rematch);
        assert.equal(await world.journal.active(pair.players[1], 'room'), rematch);
      }
    });

    it('may be asked for up to the last millisecond of the minute after the end, by both', async () => {
      const { endedAt } = await table.look();
      await world.clock.advanceTo(endedAt + 30_000);
      assert.isNull(codeOf(await table.act(0, REMATCH)));
      await world.clock.advanceTo(endedAt + 59_999);
      assert.isString(shown(await table.act(1, REMATCH)).rematch);
      await world.clock.advanceTo(endedAt + 600_000);
      assert.isString(shown(await table.act(0, REMATCH)).rematch, 'what has opened is still named');
    });

    it('may not be asked for at the end of the minute', async () => {
      const { endedAt } = await table.look();
      assert.isNull(codeOf(await table.act(0, REMATCH)));
      await world.clock.advanceTo(endedAt + 60_000);
      for (const seat of [0, 1] as const) assert.equal(codeOf(await table.act(seat, REMATCH)), 'expired');
      assert.deepEqual(await rematchesOf(table.room), []);
    });

    it('is offered once a match of two is over, and not before', async () => {
      const playing = await sitDown(server, 'five', ['cat', 'dan']);
      assert.equal(codeOf(await playing.act(0, REMATCH)), 'wrong-status');
      const ready = await pairUp(server, 'five', ['eve', 'fay']);
      assert.equal(codeOf(await ready.act(0, REMATCH)), 'wrong-status');
      await ready.act(0, { kind: 'leave' });
      assert.isNull(codeOf(await ready.act(0, REMATCH)), 'a cancelled match of two may be tried again');
      const alone = shown(await server.lobby.enter(person('gus'), { mode: 'private', game: 'five' }));
      await server.lobby.act('p_gus', alone.id, { kind: 'leave' });
      assert.equal(codeOf(await server.lobby.act('p_gus', alone.id, REMATCH)), 'wrong-status');
    });

    it('is refused to who sits in another match, which is named', async () => {
      const { id } = shown(
        await server.lobby.enter(person(table.players[0].slice(2)), { mode: 'private', game: 'five' }),
      );
      const refused = await table.act(0, REMATCH);
      assert.deepInclude(refused, { ok: false, code: 'in-active-match' });
      assert.equal(refused.ok ? null : refused.details?.room, id);
    });

    it('is refused while the other sits in another match, and opens once that has ended within the minute', async () => {
      await table.act(0, REMATCH);
      const { id } = shown(
        await server.lobby.enter(person(table.players[0].slice(2)), { mode: 'private', game: 'five' }),
      );
      const before = (await table.look(0)).presence;
      const refused = await table.act(1, REMATCH);
      assert.deepInclude(refused, { ok: false, code: 'in-active-match' });
      assert.isUndefined(refused.ok ? null : refused.details?.room, 'where the other is, is not told');
      const looked = await table.look(0);
      assert.deepInclude(looked, { rematch: null, rematchOffers: 0b11 });
      assert.isAbove(looked.presence, before, 'the offer shows, so the ETag has moved');
      await server.lobby.act(table.players[0], id, { kind: 'leave' });
      assert.isString(shown(await table.act(1, REMATCH)).rematch);
    });

    it('is remembered across a restart, with its minute', async () => {
      await table.act(0, REMATCH);
      const { endedAt } = await table.look();
      await world.restart();
      table.server = world.start();
      assert.equal((await table.look(1)).rematchOffers, table.players.length === 2 ? 0b01 : -1);
      await world.clock.advanceTo(endedAt + 59_999);
      assert.isString(shown(await table.act(1, REMATCH)).rematch);
    });

    it('is refused when all rooms are taken', async () => {
      const full = world.start({ maxActiveRooms: 1 });
      shown(await full.lobby.enter(person('other'), { mode: 'private', game: 'five' }));
      table.server = full;
      await table.act(0, REMATCH);
      assert.equal(codeOf(await table.act(1, REMATCH)), 'at-capacity');
    });
  });
});

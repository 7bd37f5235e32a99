import type { Status } from '@freeplay/shared/engine';
import { assert } from 'chai';
import { CLOCKS, codeOf, HOT_MS, type Process, pairUp, person, shown, sitDown, World } from '../support/world.ts';

const ANN = person('ann');
const BOB = person('bob');
const CAT = person('cat');

describe('rooms', () => {
  let world: World;
  let server: Process;

  beforeEach(async () => {
    world = await World.open();
    server = world.start();
  });

  afterEach(() => world.close());

  async function privateRoom(owner = ANN, game = 'gravity') {
    const room = shown(await server.lobby.enter(owner, { mode: 'private', game }));
    if (room.invite === null) throw new Error('a private room has an invite');
    return { id: room.id, invite: room.invite };
  }

  function join(entrant: typeof ANN, room: string) {
    return server.lobby.enter(entrant, { mode: 'join', room });
  }

  async function statusOf(room: string) {
    return (await world.journal.row(room))?.status;
  }

  describe('a public request', () => {
    it('makes a room that waits, then fills it, seats drawn', async () => {
      const first = await server.lobby.enter(ANN, { mode: 'public', game: 'gravity' });
      assert.deepInclude(first, { ok: true, created: true });
      assert.deepInclude(shown(first), { status: 'waiting', mode: 'public', invite: null, seat: 0, resumed: false });
      const second = await server.lobby.enter(BOB, { mode: 'public', game: 'gravity' });
      assert.deepInclude(second, { ok: true, created: false });
      const { id, status, players, resumed } = shown(second);
      assert.deepEqual([id, status, resumed], [shown(first).id, 'ready', false]);
      assert.sameMembers([...players], ['p_ann', 'p_bob']);
    });

    it('draws the seats evenly', async () => {
      let firstSeats = 0;
      for (let i = 0; i < 60; i++) {
        await server.lobby.enter(person(`a${i}`), { mode: 'public', game: 'five' });
        const { players } = shown(await server.lobby.enter(person(`b${i}`), { mode: 'public', game: 'five' }));
        if (players[0] === `p_a${i}`) firstSeats++;
      }
      assert.isAbove(firstSeats, 15);
      assert.isBelow(firstSeats, 45);
    });

    it('takes no room of another game, and no private one', async () => {
      await server.lobby.enter(ANN, { mode: 'public', game: 'gravity' });
      await privateRoom(CAT, 'five');
      const room = await server.lobby.enter(BOB, { mode: 'public', game: 'five' });
      assert.deepInclude(room, { ok: true, created: true });
    });

    it('takes no room whose wait is over at this very millisecond', async () => {
      const { id, deadline } = shown(await server.lobby.enter(ANN, { mode: 'public', game: 'five' }));
      world.clock.jump(deadline - world.clock.now());
      const room = await server.lobby.enter(BOB, { mode: 'public', game: 'five' });
      assert.deepInclude(room, { ok: true, created: true });
      assert.equal(await statusOf(id), 'cancelled');
    });

    it('takes a room in the last millisecond of its wait', async () => {
      const { id, deadline } = shown(await server.lobby.enter(ANN, { mode: 'public', game: 'five' }));
      world.clock.jump(deadline - 1 - world.clock.now());
      assert.equal(shown(await server.lobby.enter(BOB, { mode: 'public', game: 'five' })).id, id);
    });

    it('of a game that is not served is refused, and makes nothing', async () => {
      for (const mode of ['public', 'private'] as const) {
        assert.equal(codeOf(await server.lobby.enter(ANN, { mode, game: 'chess' })), 'bad-request');
      }
      assert.isNull(await world.journal.active('p_ann', 'room'));
    });
  });

  describe('one active room a player', () => {
    it('is what a repeated request returns, also when the game or mode differs, in every status', async () => {
      const requests = [
        { mode: 'public', game: 'gravity' },
        { mode: 'private', game: 'gravity' },
        { mode: 'public', game: 'five' },
        { mode: 'private', game: 'reversi' },
      ] as const;
      const { id } = await privateRoom();
      const assertResumed = async (status: Status) => {
        for (const request of requests) {
          const again = await server.lobby.enter(ANN, request);
          assert.deepInclude(again, { ok: true, created: false });
          assert.deepInclude(shown(again), { id, status, resumed: true });
        }
      };
      await assertResumed('waiting');
      await join(BOB, shown(await server.lobby.snapshot('p_ann', id)).invite ?? '');
      await assertResumed('ready');
      for (const player of ['p_ann', 'p_bob']) await server.lobby.act(player, id, { kind: 'ready' });
      await assertResumed('playing');
      await server.lobby.act('p_ann', id, { kind: 'leave' });
      const next = await server.lobby.enter(ANN, { mode: 'private', game: 'gravity' });
      assert.deepInclude(next, { ok: true, created: true });
      assert.notEqual(shown(next).id, id);
    });

    it('does not count resuming against the hourly limit of requests', async () => {
      server = world.start({ roomsPerHour: 1 });
      const { id } = await privateRoom();
      for (let i = 0; i < 5; i++) {
        assert.isNull(codeOf(await server.lobby.enter(ANN, { mode: 'public', game: 'five' })));
      }
      await server.lobby.act('p_ann', id, { kind: 'leave' });
      const refused = await server.lobby.enter(ANN, { mode: 'public', game: 'five' });
      assert.deepInclude(refused, { ok: false, code: 'rate-limited', retryAfter: 3600 });
      await world.clock.advance(3_600_000);
      assert.isNull(codeOf(await server.lobby.enter(ANN, { mode: 'public', game: 'five' })));
    });
  });

  describe('joining', () => {
    it('by the invite takes the open seat', async () => {
      const { id, invite } = await privateRoom();
      const room = await join(BOB, invite);
      assert.deepInclude(room, { ok: true, created: false });
      assert.deepInclude(shown(room), { id, status: 'ready', resumed: false });
    });

    it('again, and by the owner, is 200 and resumed, by the invite or the id of the room, also once it is over', async () => {
      const { id, invite } = await privateRoom();
      const assertIn = async (entrant: typeof ANN) => {
        for (const key of [invite, id]) assert.deepInclude(shown(await join(entrant, key)), { id, resumed: true });
      };
      await assertIn(ANN);
      await join(BOB, invite);
      await assertIn(ANN);
      await assertIn(BOB);
      await server.lobby.act('p_ann', id, { kind: 'leave' });
      await assertIn(BOB);
    });

    it('by the id of a room whose participant one is not tells nothing of it', async () => {
      const { id } = await privateRoom();
      assert.deepEqual(await join(BOB, id), await join(BOB, 'nowhere'));
      assert.equal(codeOf(await join(BOB, id)), 'not-found');
    });

    it("gives up a room of one's own that still waits, public or private", async () => {
      for (const [mode, guest] of [
        ['public', BOB],
        ['private', CAT],
      ] as const) {
        const own = shown(await server.lobby.enter(guest, { mode, game: 'five' }));
        const { id, invite } = await privateRoom(person(`host-${mode}`));
        assert.deepInclude(shown(await join(guest, invite)), { id, status: 'ready' });
        assert.deepInclude(await world.journal.row(own.id), { status: 'cancelled', reason: 'left' });
      }
    });

    it("keeps a room of one's own that waits when the other is full or over", async () => {
      const { id, invite } = await privateRoom();
      await join(BOB, invite);
      const own = shown(await server.lobby.enter(CAT, { mode: 'public', game: 'five' }));
      assert.equal(codeOf(await join(CAT, invite)), 'room-full');
      await server.lobby.act('p_ann', id, { kind: 'leave' });
      assert.equal(codeOf(await join(CAT, invite)), 'expired');
      assert.equal(await statusOf(own.id), 'waiting');
    });

    it("keeps it also when the hour's requests are used up", async () => {
      server = world.start({ roomsPerHour: 1 });
      const { invite } = await privateRoom();
      const own = shown(await server.lobby.enter(BOB, { mode: 'public', game: 'five' }));
      assert.equal(codeOf(await join(BOB, invite)), 'rate-limited');
      assert.equal(await statusOf(own.id), 'waiting');
    });

    it("from a match of one's own is refused and names it; neither changes", async () => {
      const table = await pairUp(server);
      const { id, invite } = await privateRoom(CAT);
      for (const status of ['ready', 'playing']) {
        assert.equal(await statusOf(table.room), status);
        const refused = await join(ANN, invite);
        assert.deepInclude(refused, { ok: false, code: 'in-active-match' });
        assert.equal(refused.ok ? null : refused.details?.room, table.room);
        await table.act(0, { kind: 'ready' });
        await table.act(1, { kind: 'ready' });
      }
      assert.equal(await statusOf(id), 'waiting');
    });

    it('is refused by a full room and by one that is over, also at the millisecond of its deadline', async () => {
      const full = await privateRoom();
      await join(BOB, full.invite);
      assert.equal(codeOf(await join(CAT, full.invite)), 'room-full');
      for (const player of ['p_ann', 'p_bob']) await server.lobby.act(player, full.id, { kind: 'ready' });
      assert.equal(codeOf(await join(CAT, full.invite)), 'room-full');
      const late = await privateRoom(person('dan'));
      world.clock.jump(CLOCKS.queue);
      assert.equal(codeOf(await join(CAT, late.invite)), 'expired');
      assert.equal(codeOf(await join(CAT, 'unknown')), 'not-found');
    });

    it('of one seat by ten at once lets one in', async () => {
      const { id, invite } = await privateRoom();
      const guests = Array.from({ length: 10 }, (_, i) => person(`guest${i}`));
      const answers = await Promise.all(guests.map((guest) => join(guest, invite)));
      assert.lengthOf(
        answers.filter(({ ok }) => ok),
        1,
      );
      for (const answer of answers) if (!answer.ok) assert.equal(answer.code, 'room-full');
      assert.lengthOf(await world.log(id), 2);
    });

    it('of two who wait for each other at once leaves nobody in two rooms', async () => {
      const [first, second] = [await privateRoom(ANN), await privateRoom(BOB)];
      const answers = await Promise.all([join(ANN, second.invite), join(BOB, first.invite)]);
      const rooms = await Promise.all(['p_ann', 'p_bob'].map((player) => world.journal.active(player, 'room')));
      for (const answer of answers) {
        if (answer.ok) assert.include(rooms, answer.snapshot.id);
        else assert.include(['expired', 'in-active-match', 'room-full'], answer.code);
      }
    });
  });

  describe('a room', () => {
    it('is shown to its participants only, and takes actions of theirs only', async () => {
      const table = await sitDown(server);
      const { revision } = await table.look();
      for (const room of [table.room, 'nowhere']) {
        for (const action of [
          { kind: 'ready' },
          { kind: 'leave' },
          { kind: 'rematch' },
          { kind: 'move', revision, action: 0 },
        ] as const) {
          assert.deepEqual(
            await server.lobby.act('p_cat', room, action),
            await server.lobby.act('p_cat', 'no', action),
          );
          assert.equal(codeOf(await server.lobby.act('p_cat', room, action)), 'not-found');
        }
        assert.equal(codeOf(await server.lobby.snapshot('p_cat', room)), 'not-found');
        assert.equal(codeOf(await server.lobby.replay('p_cat', room)), 'not-found');
      }
      assert.equal((await table.look()).revision, revision);
    });

    it('answers a refused move with the snapshot as it is, for its reader', async () => {
      const table = await sitDown(server);
      const { revision } = await table.look();
      for (const [seat, action, code] of [
        [0, { kind: 'move', revision: revision - 1, action: 0 }, 'stale-revision'],
        [1, { kind: 'move', revision, action: 0 }, 'not-your-turn'],
        [0, { kind: 'move', revision, action: 7 }, 'illegal-action'],
        [1, { kind: 'ready' }, 'wrong-status'],
      ] as const) {
        const refused = await table.act(seat, action);
        assert.equal(codeOf(refused), code);
        assert.deepInclude(refused.ok ? {} : refused.details?.snapshot, { id: table.room, revision, seat });
      }
    });

    it('shows each reader the same but for seat and invite, and what is legal to both alike', async () => {
      const table = await sitDown(server, 'reversi');
      const [first, second] = [await table.look(0), await table.look(1)];
      assert.deepEqual([first.seat, second.seat], [0, 1]);
      const { seat: _, invite: firstInvite, ...shared } = first;
      const { seat: __, invite: secondInvite, ...same } = second;
      assert.deepEqual(shared, same);
      const owner = table.players.indexOf('p_ann');
      assert.isString([firstInvite, secondInvite][owner]);
      assert.isNull([firstInvite, secondInvite][1 - owner], "the invite is its owner's to share");
      assert.deepEqual(first.legal, [19, 26, 37, 44]);
    });

    it('counts ready, move, leave and rematch by player in each minute', async () => {
      server = world.start({ actionsPerMinute: 3 });
      const table = await pairUp(server);
      for (let i = 0; i < 3; i++) assert.isNull(codeOf(await table.act(0, { kind: 'ready' })));
      for (const kind of ['ready', 'leave', 'rematch'] as const) {
        assert.deepInclude(await table.act(0, { kind }), { ok: false, code: 'rate-limited', retryAfter: 60 });
      }
      assert.isNull(codeOf(await table.act(1, { kind: 'ready' })), 'the other has a count of their own');
      await world.clock.advance(60_000);
      assert.notEqual(codeOf(await table.act(0, { kind: 'ready' })), 'rate-limited');
    });

    it('is listed in the history of both, newest first', async () => {
      const table = await sitDown(server);
      await table.act(0, { kind: 'leave' });
      await world.clock.advance(1);
      const { id } = await privateRoom();
      const rooms = await server.lobby.history('p_ann');
      assert.deepEqual(
        rooms.map((room) => room.id),
        [id, table.room],
      );
      assert.deepInclude(rooms[1], { status: 'finished', reason: 'resigned', winner: 1 });
      assert.lengthOf(await server.lobby.history('p_bob'), 1);
      assert.lengthOf(await server.lobby.history('p_cat'), 0);
    });
  });

  describe('the limit of active rooms', () => {
    it('holds for new rooms of either mode, not for joining or resuming, and a room that ends makes place', async () => {
      server = world.start({ maxActiveRooms: 2 });
      const { invite } = await privateRoom();
      const second = shown(await server.lobby.enter(BOB, { mode: 'public', game: 'five' }));
      for (const mode of ['public', 'private'] as const) {
        const refused = await server.lobby.enter(CAT, { mode, game: 'gravity' });
        assert.deepInclude(refused, { ok: false, code: 'at-capacity', retryAfter: 60 });
      }
      assert.isNull(codeOf(await server.lobby.enter(ANN, { mode: 'public', game: 'five' })));
      assert.isNull(codeOf(await join(CAT, invite)));
      assert.isNull(codeOf(await server.lobby.enter(person('dan'), { mode: 'public', game: 'five' })));
      await server.lobby.act('p_bob', second.id, { kind: 'leave' });
      assert.isNull(codeOf(await server.lobby.enter(person('eve'), { mode: 'private', game: 'five' })));
    });

    it('is not passed by fifty requests at once', async () => {
      server = world.start({ maxActiveRooms: 7 });
      const answers = await Promise.all(
        Array.from({ length: 50 }, (_, i) => server.lobby.enter(person(`p${i}`), { mode: 'private', game: 'five' })),
      );
      const codes = answers.map((answer) => codeOf(answer));
      assert.lengthOf(
        codes.filter((code) => code === null),
        7,
      );
      assert.lengthOf(
        codes.filter((code) => code === 'at-capacity'),
        43,
      );
    });
  });

  describe('presence in a room', () => {
    /** The counter of the ETag, and who is connected. */
    async function look(room: string) {
      const { presence, connected, revision } = shown(await server.lobby.snapshot('p_ann', room));
      return { presence, connected, revision };
    }

    it('has its own counter, which moves when a seat comes or goes and leaves the revision alone', async () => {
      const table = await sitDown(server);
      const seat = table.players.indexOf('p_bob');
      const before = await look(table.room);
      assert.deepEqual(before.connected, [false, false]);
      assert.deepEqual(await look(table.room), before, 'looking changes nothing');

      server.presence.seen('p_bob');
      const there = await look(table.room);
      assert.equal(there.connected[seat], true);
      assert.isAbove(there.presence, before.presence);
      assert.equal(there.revision, before.revision);

      await world.clock.advance(29_999);
      assert.deepEqual(await look(table.room), there, 'online for the whole of 30 s');
      await world.clock.advance(1);
      const gone = await look(table.room);
      assert.deepEqual(gone.connected, [false, false]);
      assert.isAbove(gone.presence, there.presence);
    });

    it('stays connected as long as a socket is open', async () => {
      const table = await sitDown(server);
      const seat = table.players.indexOf('p_bob');
      const close = server.presence.attach('p_bob');
      await world.clock.advance(45_000);
      assert.equal((await look(table.room)).connected[seat], true);
      close();
      assert.equal((await look(table.room)).connected[seat], false);
    });

    it('never shows one ETag for two different things, also across a release from memory', async () => {
      const { id } = await privateRoom();
      const before = await look(id);
      await world.clock.advance(2 * HOT_MS);
      assert.equal(server.host.size, 0);
      server.presence.seen('p_ann');
      const after = await look(id);
      assert.notDeepEqual(after.connected, before.connected);
      assert.notEqual(after.presence, before.presence);
    });

    it('does not make a move stale', async () => {
      const table = await sitDown(server);
      const { revision } = await table.look();
      server.presence.seen('p_bob');
      await table.look();
      assert.isNull(codeOf(await table.act(0, { kind: 'move', revision, action: 3 })));
    });
  });
});

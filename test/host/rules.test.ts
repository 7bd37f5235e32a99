import { RULES_HASH, rulesById } from '@freeplay/shared/games';
import { assert } from 'chai';
import {
  CLOCKS,
  codeOf,
  type Process,
  pairUp,
  person,
  SWEEP_MS,
  shown,
  sitDown,
  type Table,
  World,
} from '../support/world.ts';

describe('rules that are not served any more', () => {
  let world: World;

  beforeEach(async () => {
    world = await World.open();
  });

  afterEach(() => world.close());

  /** A build in which the rules of gravity have changed. */
  function upgraded(): Process {
    return world.start({ rulesOf: (game) => (game === 'gravity' ? 'f'.repeat(64) : (RULES_HASH[game] ?? null)) });
  }

  /** A build that has never heard of gravity. */
  function without(): Process {
    const known = (game: string) => game !== 'gravity';
    return world.start({
      rules: (id) => (known(id) ? rulesById(id) : null),
      rulesOf: (game) => (known(game) ? (RULES_HASH[game] ?? null) : null),
    });
  }

  for (const [name, build] of [
    ['whose rules have changed since', upgraded],
    ['that this build does not know', without],
  ] as const) {
    describe(`a match of a game ${name}`, () => {
      let table: Table;

      async function move(): Promise<void> {
        const { legal } = await table.look();
        await table.move(legal[0] ?? -1);
      }

      async function moveOver(): Promise<void> {
        await world.restart();
        table.server = build();
      }

      for (const status of ['ready', 'playing'] as const) {
        it(`is void on the next touch when it is ${status}, and frees its players`, async () => {
          table = await (status === 'ready' ? pairUp : sitDown)(world.start());
          if (status === 'playing') await move();
          const { revision } = await table.look();
          await moveOver();
          const seen = await table.look();
          assert.deepInclude(seen, {
            status: 'void',
            reason: 'rules-changed',
            winner: null,
            turn: -1,
            deadline: 0,
            legal: [],
            revision: revision + 1,
          });
          assert.equal((await world.journal.row(table.room))?.status, 'void');
          for (const player of table.players) assert.isNull(await world.journal.active(player, 'room'));
          assert.deepInclude(await table.look(), { revision: revision + 1, reason: 'rules-changed' });
        });
      }

      it('takes no move and no join: they meet a match that is over', async () => {
        table = await sitDown(world.start());
        const { revision } = await table.look();
        const { invite } = shown(await table.server.lobby.enter(person('cat'), { mode: 'private', game: 'gravity' }));
        await moveOver();
        assert.equal(codeOf(await table.act(0, { kind: 'move', revision, action: 3 })), 'already-ended');
        const join = await table.server.lobby.enter(person('dan'), { mode: 'join', room: invite ?? '' });
        assert.equal(codeOf(join), 'expired');
      });

      it('is void also when its deadline has passed unseen, and by the sweeper', async () => {
        table = await sitDown(world.start());
        await moveOver();
        world.clock.jump(CLOCKS.turn + 1);
        await world.clock.advance(SWEEP_MS);
        assert.deepInclude(await world.journal.row(table.room), { status: 'void', reason: 'rules-changed' });
      });

      it('that had ended shows its last view, unchanged, and takes no rematch into other rules', async () => {
        table = await sitDown(world.start());
        for (const action of [0, 1, 0, 1, 0, 1, 0]) await table.move(action);
        const { presence: _, serverTime: __, ...before } = await table.look();
        assert.equal(before.reason, 'line');
        const replay = await table.server.lobby.replay(table.players[0], table.room);
        await moveOver();
        assert.deepInclude(await table.look(), before);
        const again = await table.server.lobby.replay(table.players[0], table.room);
        if (!replay.ok || !again.ok) throw new Error('refused');
        const { initial: _initial, ...played } = replay.replay;
        assert.deepInclude(again.replay, played, 'nor does its replay say anything else');
        assert.lengthOf(await world.log(table.room), before.revision);
      });

      it('does not stand in the way of a new one of another game', async () => {
        table = await sitDown(world.start());
        await moveOver();
        const room = await table.server.lobby.enter(person('ann'), { mode: 'public', game: 'five' });
        assert.deepInclude(room, { ok: true, created: true });
      });
    });
  }

  describe('a waiting public room of other rules', () => {
    it('is not paired with a player of these, who gets a room of their own', async () => {
      const old = shown(await world.start().lobby.enter(person('ann'), { mode: 'public', game: 'gravity' }));
      const server = upgraded();
      const room = await server.lobby.enter(person('bob'), { mode: 'public', game: 'gravity' });
      assert.deepInclude(room, { ok: true, created: true });
      assert.notEqual(shown(room).id, old.id);
      assert.equal((await world.journal.row(old.id))?.status, 'waiting', 'and lives on where its rules are served');
    });
  });
});

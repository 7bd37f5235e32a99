import { join } from 'node:path';
import type { Entrant } from '@freeplay/shared/engine';
import { assert } from 'chai';
import { PrismaClient } from '../../server/generated/sqlite/client.ts';
import {
  type Append,
  type AppendOutcome,
  type Journal,
  type Store,
  StoreUnavailable,
} from '../../server/store/port.ts';
import { DATABASE_FILE, SafeSqlite } from '../../server/store/safe-sqlite.ts';
import { temporaryFolder } from '../support/store.ts';
import { challenge, type FlipProcess, FlipWorld, Game, granted, MINUTE, refusalOf } from './world.ts';

type Write = (append: Append) => Promise<AppendOutcome>;

describe('A match that is given up for a new one', () => {
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

  /** A process whose appends go through `write`, which may pass them on. */
  const through = (write: (append: Append, pass: Write) => Promise<AppendOutcome>): FlipProcess =>
    over({ append: (append) => write(append, world.store.journal.append) });
  /** A process of whose journal these calls are not the database's own. */
  const over = (journal: Partial<Journal>): FlipProcess => {
    const { store } = world;
    const on: Store = {
      ...store,
      ...{ players: store.players, keys: store.keys, flip: store.flip, social: store.social, stats: store.stats },
      journal: { ...store.journal, ...journal },
    };
    return world.start({}, on);
  };
  const untouched = async (game: Game, label?: string) => {
    assert.deepInclude(await game.look(), { status: 'playing', reason: null }, label);
    for (const { player } of game.seats) assert.equal(await game.server.matches.active(player), game.id, label);
  };

  it('stays as it was when the new one is refused for lack of room', async () => {
    const solo = await Game.solo(world, server, ann);
    const duel = await Game.duel(world, server, [bob, await world.player('cem')]);
    const full = world.start({ most: 1 });
    assert.equal(refusalOf(await full.matches.startSolo(ann, {})), 'at-capacity');
    await untouched(solo, 'a solo game');
    assert.equal(refusalOf(await full.matches.startSolo(bob, { abandon: true })), 'at-capacity');
    await untouched(duel, 'a duel');
  });

  it('stays as it was when the challenge is taken back at the very moment of its acceptance', async () => {
    const { id } = await challenge(server, [bob, ann]);
    const solo = await Game.solo(world, server, ann);
    const late = through(async (append, pass) => {
      if (append.challenge?.id === id) granted(await server.challenges.act(bob.player, id, { kind: 'cancel' }));
      return pass(append);
    });
    assert.equal(refusalOf(await late.challenges.act(ann.player, id, { kind: 'accept' })), 'wrong-status');
    await untouched(solo);
  });

  it('stays as it was when the new one cannot be written', async () => {
    const solo = await Game.solo(world, server, ann);
    const away = through(() => Promise.reject(new StoreUnavailable('The database is away.')));
    assert.equal(refusalOf(await away.matches.startSolo(ann, {})), 'unavailable');
    await untouched(solo);
  });

  it("makes room for the new one: where all is full, a player's own game can still be begun again, and no other", async () => {
    const most = 4;
    const [first, second] = [world.start({ most }), world.start({ most })];
    const inside = await world.players('in0', 'in1', 'in2', 'in3');
    const outside = await world.players('out0', 'out1', 'out2', 'out3');
    for (const player of inside) await Game.solo(world, first, player);
    for (let round = 0; round < 3; round++) {
      const start = (player: Entrant, n: number) => (n % 2 === 0 ? first : second).matches.startSolo(player, {});
      const [again, fresh] = await Promise.all([
        Promise.all(inside.map(start)),
        Promise.all(outside.map((player, n) => start(player, n))),
      ]);
      assert.deepEqual(again.map(refusalOf), Array(4).fill('accepted'));
      assert.deepEqual(fresh.map(refusalOf), Array(4).fill('at-capacity'));
      for (const [n, player] of inside.entries()) {
        const started = again[n];
        assert.equal(await first.matches.active(player.player), started?.ok === true ? started.snapshot.id : '');
        const playing = (await first.lobby.history(player.player)).filter(({ status }) => status === 'playing');
        assert.lengthOf(playing, 1);
      }
    }
  });

  it('is left by the next process where one has died in between, with the end that leaving has', async () => {
    const duel = await Game.duel(world, server, [ann, bob]);
    await duel.match(0);
    const dying = through((append, pass) =>
      append.row.id === duel.id ? Promise.reject(new StoreUnavailable('Killed.')) : pass(append),
    );
    const { snapshot } = granted(await dying.matches.startSolo(ann, { abandon: true }));
    assert.equal((await duel.look(1)).status, 'playing');
    await world.restart();
    duel.server = world.start();
    await world.clock.advance(MINUTE);
    assert.deepInclude(await duel.look(1), { status: 'finished', winner: 1, reason: 'forfeit' });
    assert.equal(await duel.server.matches.active(ann.player), snapshot.id);
  });

  it('is looked up once to be judged and once to be given up, of each player', async () => {
    const reads: string[] = [];
    const watched = over({
      active(player, activeClass) {
        reads.push(player);
        return world.store.journal.active(player, activeClass);
      },
    });
    await Game.team(world, watched, [ann, bob]);
    assert.deepEqual(reads, [ann.player, bob.player, ann.player, bob.player]);
  });

  it('that cannot be left now is passed over for a while, and hides nobody who can leave theirs', async () => {
    const [cem, dee] = [await world.player('cem'), await world.player('dee')];
    const duels = [await Game.duel(world, server, [ann, bob]), await Game.duel(world, server, [cem, dee])];
    const [stuck, free] = duels.toSorted((one, other) => (one.id < other.id ? -1 : 1));
    if (stuck === undefined || free === undefined) throw new Error('two duels');
    const dying = through((append, pass) =>
      [stuck.id, free.id].includes(append.row.id) ? Promise.reject(new StoreUnavailable('Killed.')) : pass(append),
    );
    for (const { seats } of duels) granted(await dying.matches.startSolo(seats[0] ?? ann, { abandon: true }));
    await world.restart();
    let tries = 0;
    const sweeping = over({
      append(append) {
        if (append.row.id !== stuck.id) return world.store.journal.append(append);
        tries += 1;
        return Promise.reject(new TypeError('This one never leaves.'));
      },
      // Batches of one, so that the first in the list could hide the second.
      strays: (limit) => world.store.journal.strays(limit - 63),
    });
    await world.clock.advance(MINUTE);
    free.server = sweeping;
    assert.equal((await free.look(1)).status, 'void');
    await world.clock.advance(3 * MINUTE);
    assert.equal(tries, 1);
    await world.clock.advance(3 * MINUTE);
    assert.equal(tries, 2);
  });

  it('and is over already keeps nobody, though a seat of it was left behind', async () => {
    const { folder, remove } = temporaryFolder();
    let place = await FlipWorld.open(folder);
    const eve = await place.player('eve');
    const solo = await Game.solo(place, place.start(), eve);
    await solo.finish();
    await place.close();
    const prisma = new PrismaClient({ adapter: await SafeSqlite.open(join(folder, DATABASE_FILE)) });
    await prisma.activeSeat.create({ data: { player: eve.player, activeClass: 'flip', matchId: solo.id } });
    await prisma.$disconnect();
    place = await FlipWorld.open(folder);
    place.start();
    const { matches } = place.start(); // The first one would draw the ids of before again.
    const { snapshot } = granted(await matches.startSolo(eve, {}));
    assert.equal(await matches.active(eve.player), snapshot.id);
    await place.close();
    remove();
  });
});

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { createIdentity, tokenHash } from '../../server/identity/identity.ts';
import { rareName, readableName } from '../../server/identity/names.ts';
import { base62, below, type Random } from '../../server/random.ts';
import { openStore } from '../../server/store/index.ts';
import type { Players, Store } from '../../server/store/port.ts';
import { ManualClock } from '../support/clock.ts';
import { seeded, tokenOf } from './server.ts';

const NAME = /^[A-Za-z0-9_-]{3,20}$/;

/** Random values drawn for a player id, and for all the readable names that are tried. */
const DRAWS_OF_ID = 22;
const DRAWS_OF_NAMES = 8 * 3;

describe('Identity', () => {
  const clock = new ManualClock();
  let dataDir: string;
  let store: Store;

  before(async () => {
    dataDir = await mkdtemp(path.join(tmpdir(), 'freeplay-identity-'));
    store = await openStore({ dataDir, onDeath: () => {} });
  });

  after(async () => {
    await store.close();
    await rm(dataDir, { recursive: true, force: true });
  });

  /** The store's players, and every token hash that is looked up. */
  const watched = (): { players: Players; asked: string[] } => {
    const asked: string[] = [];
    const { players } = store;
    return {
      asked,
      players: {
        byTokenHash: (hash) => {
          asked.push(hash);
          return players.byTokenHash(hash);
        },
        byId: (player) => players.byId(player),
        create: (hash, record) => players.create(hash, record),
        update: (player, patch) => players.update(player, patch),
        seen: (player, at) => players.seen(player, at),
      },
    };
  };

  it('hands the store nothing but the SHA-256 of a token', async () => {
    const { players, asked } = watched();
    await createIdentity({ players, clock, random: seeded('a') }).playerOf(tokenOf('someone'));
    expect(asked).to.deep.equal([tokenHash(tokenOf('someone'))]);
    expect(tokenHash('abc')).to.equal('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  });

  it('asks the store for nothing that is no token', async () => {
    const { players, asked } = watched();
    const identity = createIdentity({ players, clock, random: seeded('b') });
    for (const text of ['', 'x', 'F'.repeat(64), 'f'.repeat(63), `${'f'.repeat(64)}\n`]) {
      expect(await identity.playerOf(text)).to.equal(null);
    }
    expect(asked).to.deep.equal([]);
  });

  it('remembers a bounded number of tokens, those used last', async () => {
    const { players, asked } = watched();
    const identity = createIdentity({ players, clock, random: seeded('c'), cached: 2 });
    for (const name of ['one', 'two']) await identity.create(tokenOf(name));
    await identity.playerOf(tokenOf('one'));
    await identity.create(tokenOf('three'));
    for (const name of ['one', 'three', 'two']) expect(await identity.playerOf(tokenOf(name)), name).to.match(/^p_/);
    expect(asked).to.deep.equal([tokenHash(tokenOf('two'))]);
  });

  it('does not remember that a token is unknown, so that its session counts at once', async () => {
    const identity = createIdentity({ players: store.players, clock, random: seeded('d') });
    expect(await identity.playerOf(tokenOf('late'))).to.equal(null);
    const { record } = await identity.create(tokenOf('late'));
    expect(await identity.playerOf(tokenOf('late'))).to.equal(record.player);
  });

  it('gives random ids that tell nothing of the token', async () => {
    const made = await Promise.all(
      ['e1', 'e2'].map((seed) =>
        createIdentity({ players: store.players, clock, random: seeded(seed) }).create(tokenOf(`id ${seed}`)),
      ),
    );
    for (const { record } of made) expect(record.player).to.match(/^p_[0-9A-Za-z]{22}$/);
    expect(made[0]?.record.player).not.to.equal(made[1]?.record.player);
  });

  it('tries other names while one is taken, and ends with one that nobody has', async () => {
    /** Every readable name is the same; ids and rare names differ. */
    const unlucky = (seed: string): Random => {
      const random = seeded(seed);
      let draws = 0;
      return (length) => {
        draws += 1;
        const naming = draws > DRAWS_OF_ID && draws <= DRAWS_OF_ID + DRAWS_OF_NAMES;
        return naming ? new Uint8Array(length) : random(length);
      };
    };
    const make = async (seed: string) =>
      (await createIdentity({ players: store.players, clock, random: unlucky(seed) }).create(tokenOf(seed))).record
        .name;
    expect(await make('first of the name')).to.match(/^[a-z]+-[a-z]+-0$/);
    expect(await make('second of the name')).to.match(/^guest-[0-9A-Za-z]{14}$/);
  });

  it('names guests by the rules for names, whatever chance brings', () => {
    const random = seeded('names');
    for (let i = 0; i < 2000; i += 1) expect(readableName(random)).to.match(NAME);
    expect(rareName(random)).to.match(NAME);
    const names = new Set(Array.from({ length: 2000 }, () => readableName(random)));
    expect(names.size).to.be.greaterThan(1990);
  });
});

describe('Random values', () => {
  it('are uniform below their bound', () => {
    const random = seeded('uniform');
    const counts = Array<number>(10).fill(0);
    for (let i = 0; i < 20_000; i += 1) {
      const value = below(random, 10);
      counts[value] = (counts[value] ?? 0) + 1;
    }
    for (const count of counts) expect(count).to.be.within(1800, 2200);
  });

  it('are drawn again where the end of the range would favour low numbers', () => {
    const draws = [Uint8Array.of(255, 255, 255), Uint8Array.of(0, 0, 5)];
    expect(below(() => draws.shift() ?? new Uint8Array(3), 10)).to.equal(5);
  });

  it('spell ids in 62 characters', () => {
    const text = base62(seeded('letters'), 5000);
    expect(text).to.match(/^[0-9A-Za-z]{5000}$/);
    expect(new Set(text).size).to.equal(62);
  });
});

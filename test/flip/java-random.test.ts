import { assert } from 'chai';
import { hashCode, JavaRandom, raceSeed, seededBoard, shuffled } from '../../shared/games/flip/index.ts';
import { truthRecords } from '../games/support.ts';

interface RandomRecord {
  readonly seed: string;
  readonly nextInt: readonly number[];
  readonly nextIntBound: Readonly<Record<string, readonly number[]>>;
  readonly boundsInSequence: readonly number[];
  readonly nextLong: readonly string[];
  readonly nextDouble: readonly number[];
  readonly nextDoubleBits: readonly string[];
  readonly nextBoolean: readonly number[];
  readonly shuffle: Readonly<Record<string, readonly number[]>>;
  readonly shuffle16TwiceSameRandom: readonly (readonly number[])[];
}

interface BoardRecord {
  readonly items: number;
  readonly pairs: number;
  readonly cards: readonly string[];
}

interface HashRecord {
  readonly s: string;
  readonly utf16Length: number;
  readonly hash: number;
  readonly nano: string;
  readonly nanoXorHash: string;
  readonly board: BoardRecord;
}

/** The bounds of `boundsInSequence`, in the order of its README. */
const BOUNDS = [1, 2, 3, 7, 8, 10, 16, 18, 32, 36, 64, 100, 1_000_000_007, 1_073_741_825, 1_610_612_737, 2_147_483_647];

function records<T>(name: string): readonly T[] {
  return truthRecords<T>(`memory/${name}.jsonl.gz`) ?? [];
}

function times<T>(count: number, draw: () => T): T[] {
  return Array.from({ length: count }, draw);
}

function upTo(size: number): number[] {
  return Array.from({ length: size }, (_, index) => index);
}

function bitsOf(value: number): string {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  return view.getBigUint64(0).toString(16).padStart(16, '0');
}

/** The 48-bit generator as its documentation writes it. */
function* slowInts(seed: bigint): Generator<number, never> {
  let state = BigInt.asUintN(48, seed ^ 0x5deece66dn);
  for (;;) {
    state = BigInt.asUintN(48, state * 0x5deece66dn + 0xbn);
    yield Number(BigInt.asIntN(32, state >> 16n));
  }
}

const cardNames = (board: readonly number[]): string[] => board.map((item) => `item${String(item).padStart(2, '0')}`);

describe('java.util.Random, as Java 17 ran it', () => {
  const all = records<RandomRecord>('random');
  const each = (check: (random: JavaRandom, record: RandomRecord) => void) => (): void => {
    assert.isAbove(all.length, 200);
    for (const record of all) check(new JavaRandom(BigInt(record.seed)), record);
  };

  it(
    'nextInt()',
    each((random, { nextInt }) => {
      assert.deepEqual(
        times(nextInt.length, () => random.nextInt()),
        nextInt,
      );
    }),
  );

  it('nextInt(bound), with bounds that draw again', () => {
    for (const { seed, nextIntBound } of all) {
      for (const [bound, values] of Object.entries(nextIntBound)) {
        const random = new JavaRandom(BigInt(seed));
        assert.deepEqual(
          times(values.length, () => random.nextIntBelow(Number(bound))),
          values,
        );
      }
    }
  });

  it(
    'nextInt(bound) with one bound after the other',
    each((random, { boundsInSequence }) => {
      assert.deepEqual(
        BOUNDS.map((bound) => random.nextIntBelow(bound)),
        boundsInSequence,
      );
    }),
  );

  it(
    'nextLong()',
    each((random, { nextLong }) => {
      assert.deepEqual(
        times(nextLong.length, () => random.nextLong().toString()),
        nextLong,
      );
    }),
  );

  it(
    'nextDouble(), to the last bit',
    each((random, { nextDouble, nextDoubleBits }) => {
      const drawn = times(nextDouble.length, () => random.nextDouble());
      assert.deepEqual(drawn, nextDouble);
      assert.deepEqual(drawn.map(bitsOf), nextDoubleBits);
    }),
  );

  it(
    'nextBoolean()',
    each((random, { nextBoolean }) => {
      assert.deepEqual(
        times(nextBoolean.length, () => Number(random.nextBoolean())),
        nextBoolean,
      );
    }),
  );

  it('nextInt(bound) as its documentation writes it, at the bound whose sum overflows by one', () => {
    const bound = 715_827_883; // three of them are 2^31 + 1
    for (const seed of [1n, 2n, 3n, 4n]) {
      const random = new JavaRandom(seed);
      const ints = slowInts(seed);
      const slow = (): number => {
        for (;;) {
          const bits = ints.next().value >>> 1;
          const value = bits % bound;
          if (((bits - value + (bound - 1)) | 0) >= 0) return value;
        }
      };
      for (let draw = 0; draw < 200; draw++) assert.equal(random.nextIntBelow(bound), slow());
    }
  });

  it('Collections.shuffle', () => {
    for (const { seed, shuffle, shuffle16TwiceSameRandom } of all) {
      for (const [size, order] of Object.entries(shuffle)) {
        const random = new JavaRandom(BigInt(seed));
        assert.deepEqual(
          shuffled(upTo(Number(size)), (bound) => random.nextIntBelow(bound)),
          order,
        );
      }
      const random = new JavaRandom(BigInt(seed));
      const twice = times(2, () => shuffled(upTo(16), (bound) => random.nextIntBelow(bound)));
      assert.deepEqual(twice, shuffle16TwiceSameRandom);
    }
  });

  it('agrees with the 48-bit generator written out in BigInt, over long runs', () => {
    for (const seed of [0n, 1n, -1n, 2n ** 63n - 1n, -(2n ** 63n), 0x5deece66dn]) {
      const random = new JavaRandom(seed);
      const slow = slowInts(seed);
      for (let draw = 0; draw < 5000; draw++) assert.equal(random.nextInt(), slow.next().value);
    }
  });
});

describe('boards from a seed, as Java 17 made them', () => {
  it('for 40 items and for 10, which come round again', () => {
    const all = records<{ readonly seed: string; readonly boards: readonly BoardRecord[] }>('boards');
    assert.isAbove(all.length, 200);
    for (const { seed, boards } of all) {
      for (const { items, pairs, cards } of boards) {
        assert.deepEqual(cardNames(seededBoard(BigInt(seed), items, pairs)), cards);
      }
    }
  });
});

describe('String.hashCode and the seed of a race, as Java 17 made them', () => {
  const all = records<HashRecord>('hashes');

  it('over UTF-16 units', () => {
    assert.isAbove(all.length, 50);
    for (const { s, utf16Length, hash } of all) {
      assert.equal(s.length, utf16Length);
      assert.equal(hashCode(s), hash);
    }
  });

  it('XOR the sign-extended hash code, and the board of that seed', () => {
    for (const { s, nano, nanoXorHash, board } of all) {
      const seed = raceSeed(BigInt(nano), s);
      assert.equal(seed.toString(), nanoXorHash);
      assert.deepEqual(cardNames(seededBoard(seed, board.items, board.pairs)), board.cards);
    }
  });
});

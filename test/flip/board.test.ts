import { assert } from 'chai';
import fc from 'fast-check';
import {
  CARD_BACK,
  commitmentBytes,
  DIFFICULTIES,
  DIFFICULTY,
  open,
  pairsOn,
  parOf,
  pickBounds,
  pickedBoard,
  seededBoard,
  setupFault,
  shortCode,
  sideOf,
  THEMES,
  themeById,
} from '../../shared/games/flip/index.ts';
import { randomFrom } from '../games/support.ts';
import { setup } from './support.ts';

function counts(board: readonly number[]): Map<number, number> {
  const found = new Map<number, number>();
  for (const item of board) found.set(item, (found.get(item) ?? 0) + 1);
  return found;
}

describe('the difficulties', () => {
  it('are those of the table', () => {
    assert.deepEqual(
      DIFFICULTIES.map((one) => {
        const { side, limit, par, hints, multiplier } = DIFFICULTY[one];
        return [one, side, pairsOn(side), limit, par, hints, multiplier];
      }),
      [
        ['EASY', 4, 8, 0, 60, 3, 1],
        ['MEDIUM', 6, 18, 240, 120, 2, 1.5],
        ['HARD', 8, 32, 300, 150, 1, 2],
      ],
    );
  });

  it('give a team half as much par again: 90, 180 and 225 s', () => {
    assert.deepEqual(
      DIFFICULTIES.map((one) => parOf('TEAM_SNAP', one)),
      [90, 180, 225],
    );
  });

  it('leave the size of a team board to the size of the team', () => {
    for (const difficulty of DIFFICULTIES) {
      assert.deepEqual(
        [2, 3, 4].map((seats) => sideOf('TEAM_SNAP', difficulty, seats)),
        [6, 8, 8],
      );
    }
  });
});

describe('the themes', () => {
  it('are in order, and at least three fill a HARD board', () => {
    assert.deepEqual(
      THEMES.map(({ id }) => id),
      ['animals', 'flowers', 'transport', 'food', 'sports', 'space'],
    );
    assert.isAtLeast(THEMES.filter(({ items }) => items.length >= pairsOn(8)).length, 3);
  });

  it('hold too few items for a MEDIUM board in space, on purpose', () => {
    assert.isBelow(themeById('space')?.items.length ?? 99, pairsOn(6));
  });

  it('give each item a short code, a name and an emoji of its own', () => {
    for (const { items } of THEMES) {
      for (const field of ['id', 'name', 'emoji'] as const) {
        assert.equal(new Set(items.map((item) => item[field])).size, items.length);
      }
      for (const { id, name, emoji } of items) {
        assert.match(id, /^[a-z_]+$/);
        assert.match(name, /^[A-Z][a-z ]+$/);
        assert.match(emoji, /^\p{RGI_Emoji}$/v);
      }
      assert.isBelow(items.length, 256, 'an item is one byte of the commitment');
    }
  });

  it('are found by id and shown by short code, a hidden card by its back', () => {
    assert.isNull(themeById('__proto__'));
    assert.equal(shortCode('animals', 10), ':lion:');
    assert.equal(shortCode('animals', -1), CARD_BACK);
    assert.equal(shortCode('nowhere', 0), CARD_BACK);
  });
});

describe('a board', () => {
  it('holds every pair twice, and as many items as it can', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
        fc.integer({ min: 1, max: 45 }),
        (seed, items) => {
          for (const pairs of [8, 18, 32]) {
            const found = counts(seededBoard(seed, items, pairs));
            assert.equal(found.size, Math.min(items, pairs));
            for (const count of found.values()) assert.equal(count % 2, 0);
          }
        },
      ),
      { numRuns: 50, seed: 1 },
    );
  });

  it('repeats the items of a small theme: four cards and more look alike', () => {
    const items = themeById('space')?.items.length ?? 0;
    const found = [...counts(seededBoard(7n, items, 18)).values()];
    assert.equal(Math.max(...found), 4);
    assert.equal(Math.min(...found), 2);
  });

  it('is dealt from fair picks where no seed may give it away', () => {
    const random = randomFrom(3);
    const bounds = pickBounds(40, 32);
    assert.deepEqual([bounds[0], bounds[38], bounds[39], bounds.at(-1), bounds.length], [40, 2, 64, 2, 39 + 63]);
    const picks = bounds.map(random);
    const board = pickedBoard(picks, 40, 32);
    assert.equal(board.length, 64);
    assert.equal(counts(board).size, 32);
    assert.deepEqual(pickedBoard(picks, 40, 32), board);
  });

  it('is as likely one way as another: each cell holds each item alike', () => {
    const random = randomFrom(5);
    const firstCell = new Map<number, number>();
    for (let deal = 0; deal < 4000; deal++) {
      const [item = -1] = pickedBoard(pickBounds(8, 8).map(random), 8, 8);
      firstCell.set(item, (firstCell.get(item) ?? 0) + 1);
    }
    for (const count of firstCell.values()) assert.approximately(count, 500, 100);
  });

  it('is committed to as the nonce and one byte per cell', () => {
    const nonce = Uint8Array.from({ length: 32 }, (_, index) => 255 - index);
    const bytes = commitmentBytes(nonce, [39, 0, 5, 5]);
    assert.deepEqual([...bytes], [...nonce, 39, 0, 5, 5]);
  });
});

describe('a setup', () => {
  it('is judged by the rules', () => {
    const good = setup('TEAM_SNAP', { seats: 2 });
    assert.isNull(setupFault(good, 40));
    assert.isString(setupFault({ ...good, names: ['Solo'] }, 40), 'a party of 1 cannot start');
    assert.isString(setupFault({ ...good, names: ['1', '2', '3', '4', '5'] }, 40), 'nor a party of 5');
    assert.isString(setupFault({ ...good, board: good.board.slice(2) }, 40));
    assert.isString(setupFault(good, 17), 'an item outside the theme');
    assert.isString(setupFault({ ...good, board: good.board.with(0, 1) }, 40), 'a card without a mate');
  });

  it('opens with every card hidden and no clock of the match running', () => {
    const { shown } = open(setup('SOLO', { difficulty: 'MEDIUM' }));
    assert.deepEqual([...new Set(shown.cards)], [-1]);
    assert.deepEqual([shown.size, shown.startedAt, shown.limitAt, shown.turn, shown.hintsLeft], [6, 0, 0, 0, 2]);
  });
});

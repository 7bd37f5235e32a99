import { assert } from 'chai';
import { boxEdges, GAMES, type Notation, notationOf } from '../../shared/games/index.ts';

function notation(game: string): Notation {
  const found = notationOf(game);
  if (found === null) throw new Error(`${game} has no notation`);
  return found;
}

describe('the notation of actions', () => {
  for (const { id, actions } of GAMES) {
    it(`of ${id} names every action differently, and reads back what it writes`, () => {
      const { name, text, parse } = notation(id);
      const all = Array.from({ length: actions }, (_, action) => action);
      assert.lengthOf(new Set(all.map(name)), actions);
      assert.deepEqual(
        all.map((action) => parse(text(action))),
        all,
      );
    });

    it(`of ${id} reads nothing else`, () => {
      for (const text of [
        '',
        ' ',
        '0',
        '-1',
        '1.5',
        '1e0',
        'j1',
        'a0',
        'a10',
        'i10',
        'z9',
        'aa',
        'a1c1',
        'a1b2',
        'a1a1',
        'f1f2',
        'a6b6',
        '10',
        '8',
      ]) {
        assert.isNull(notation(id).parse(text), text);
      }
    });
  }

  it('says columns, cells and edges, counted from 1', () => {
    assert.equal(notation('gravity').name(3), 'column 4');
    assert.equal(notation('reversi').name(20), 'row 3, column 5');
    assert.equal(notation('five').name(80), 'row 9, column 9');
    assert.equal(notation('boxes').name(0), 'horizontal edge, row 1, column 1');
    assert.equal(notation('boxes').name(39), 'vertical edge, row 4, column 5');
  });

  it('reads typed moves in any case, with spaces around', () => {
    assert.equal(notation('gravity').parse(' 4 '), 3);
    assert.equal(notation('reversi').parse('D3'), 19);
    assert.equal(notation('five').parse('i9\n'), 80);
    assert.equal(notation('boxes').parse('B1-A1'), 0);
    assert.equal(notation('boxes').parse('e4 e5'), 39);
  });

  it('joins the four dots of a box by the edges of that box', () => {
    const { parse } = notation('boxes');
    assert.deepEqual(['b2c2', 'b3c3', 'b2b3', 'c2c3'].map(parse), [...boxEdges(5)]);
    assert.deepEqual(boxEdges(16), []);
  });

  it('is null for a game that there is not', () => assert.isNull(notationOf('chess')));
});

import { createHash } from 'node:crypto';
import { assert } from 'chai';
import fc from 'fast-check';
import { canonical, finalHash, sha256Hex, stateHash } from '../../shared/proof/index.ts';

describe('canonical JSON (RFC 8785, integers only)', () => {
  it('sorts keys by UTF-16 code units, as the example of the RFC (3.2.3)', () => {
    const value = { '\u20ac': 1, '\r': 2, '\ufb33': 3, '1': 4, '\ud83d\ude00': 5, '\u0080': 6, '\u00f6': 7 };
    assert.equal(canonical(value), '{"\\r":2,"1":4,"\u0080":6,"\u00f6":7,"\u20ac":1,"\ud83d\ude00":5,"\ufb33":3}');
  });

  it('sorts at every depth, keeps the order of arrays and writes no white space', () => {
    assert.equal(
      canonical({ b: [3, { d: 1, c: 2 }, []], a: { z: {}, y: null } }),
      '{"a":{"y":null,"z":{}},"b":[3,{"c":2,"d":1},[]]}',
    );
    assert.equal(canonical({ 10: 'x', 9: 'y' }), '{"10":"x","9":"y"}');
  });

  it('escapes as the RFC does (3.2.2.2): short forms, lower-case hex for other controls, nothing else', () => {
    assert.equal(
      canonical('\u20ac$\u000f\nA\'B"\\\\"/\b\t\f\r\u007f\u2028<>'),
      '"\u20ac$\\u000f\\nA\'B\\"\\\\\\\\\\"/\\b\\t\\f\\r\u007f\u2028<>"',
    );
  });

  it('writes literals and integers in one way, and minus zero as zero', () => {
    assert.equal(canonical([null, true, false, 0, -0, -1]), '[null,true,false,0,0,-1]');
    assert.equal(canonical(Number.MAX_SAFE_INTEGER), '9007199254740991');
    assert.equal(canonical(-Number.MAX_SAFE_INTEGER), '-9007199254740991');
  });

  it('leaves out members that are undefined', () => {
    assert.equal(canonical({ a: undefined, b: 1, c: undefined }), '{"b":1}');
  });

  for (const [name, value] of [
    ['a fraction', 0.5],
    ['an integer beyond 2^53 - 1', 2 ** 53],
    ['NaN', Number.NaN],
    ['Infinity', Number.POSITIVE_INFINITY],
    ['a lone surrogate', 'a\ud800'],
    ['a key with a lone surrogate', { '\udc00': 1 }],
    ['undefined', undefined],
    ['a hole in an array', [1, undefined]],
    ['a bigint', 1n],
    ['a function', () => 1],
    ['a symbol', Symbol('x')],
  ] as const) {
    it(`refuses ${name}`, () => {
      assert.throws(() => canonical(value), TypeError);
      assert.throws(() => canonical({ deep: [value] }), TypeError);
    });
  }

  it('reads back as the same value, and does not depend on the order of insertion', () => {
    const leaf = fc.oneof(
      fc.maxSafeInteger().map((n) => n + 0),
      fc.string({ unit: 'grapheme' }),
      fc.boolean(),
      fc.constant(null),
    );
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof({ maxDepth: 4 }, leaf, fc.array(tie('value')), fc.dictionary(fc.string(), tie('value'))),
    }));
    fc.assert(
      fc.property(value, (given) => {
        const text = canonical(given);
        assert.deepEqual(JSON.parse(text), JSON.parse(JSON.stringify(given)));
        assert.equal(canonical(reversed(given)), text);
      }),
      { numRuns: 300, seed: 1 },
    );
  });
});

describe('hashes', () => {
  it('are SHA-256 over UTF-8, in hex', () => {
    assert.equal(sha256Hex('abc'), 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
    assert.equal(sha256Hex('\u20ac'), createHash('sha256').update('\u20ac', 'utf8').digest('hex'));
  });

  it('of a state cover its revision and canonical text; the short one is the first 16 digits of the whole', () => {
    const whole = createHash('sha256').update('{"revision":7,"state":{"board":[-1,0],"turn":1}}').digest('hex');
    assert.equal(finalHash(7, { turn: 1, board: [-1, 0] }), whole);
    assert.equal(stateHash(7, { turn: 1, board: [-1, 0] }), whole.slice(0, 16));
  });
});

/** The same value with the keys of every object inserted in the opposite order. */
function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, member]) => [key, reversed(member)]),
  );
}

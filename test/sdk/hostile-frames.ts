import { pick, type Random } from '../games/support.ts';

/** Frames that no honest client sends. Protocol codes as Colyseus 0.18 has them. */
const JOIN_ROOM = 10;
const ROOM_DATA = 13;
const PING = 18;

type Bytes = Uint8Array<ArrayBuffer>;
export type Frame = Bytes | string;

/** A batch of frames of one kind. */
export type Attack = (random: Random, frames: number) => Frame[];

const PROTOTYPE_KEYS = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'valueOf'];
const TYPES = ['ready', 'leave-not', 'rematch', 'move', 'say', '*', '', 'i0', ...PROTOTYPE_KEYS];

export const ATTACKS: Readonly<Record<string, Attack>> = {
  'random bytes': many((random) => bytes(random, random(80))),
  'every protocol code with junk': many((random, i) =>
    Uint8Array.of((i % 32) | (random(8) << 5), ...bytes(random, random(40))),
  ),
  'unknown messages': many((random) => data(pick(['bogus', 'say', '*', '', 'x'.repeat(300)], random), junk(random, 2))),
  'numbered messages': many((random) => Uint8Array.of(ROOM_DATA, random(256), ...bytes(random, 8))),
  'prototype keys as types': many((random) => data(pick(PROTOTYPE_KEYS, random), junk(random, 2))),
  'prototype keys in messages': many((random) =>
    data(
      pick(TYPES, random),
      map([
        ...PROTOTYPE_KEYS.map((key): [string, Bytes] => [key, map([['polluted', Uint8Array.of(0xc3)]])]),
        ['id', text('__proto__')],
      ]),
    ),
  ),
  'moves of wrong types': many((random) =>
    data('move', map(['revision', 'action', 'id'].map((key) => [key, junk(random, 1)]))),
  ),
  'truncated and monstrous values': many((random) => data('move', pick(MONSTERS, random))),
  'deep nesting': many(() => data('move', Uint8Array.of(...new Array(3000).fill(0x91), 0xc0))),
  'records and extensions': many((random) => data('move', extension(random))),
  'oversized frames': many((random) => data('move', bytes(random, 4097 + random(30_000)))),
  'a flood of pings': many(() => Uint8Array.of(PING)),
  'a flood of moves': many((random) => data('move', move(100 + random(28), random(64)))),
  'a flood of joins': many(() => Uint8Array.of(JOIN_ROOM)),
  'text frames': many((random) => pick(['', '{}', '[10,"move",{}]', '\u0000', 'x'.repeat(200)], random)),
};

/** Lengths that promise what does not come, and numbers beyond all bounds. */
const MONSTERS: readonly Bytes[] = [
  Uint8Array.of(0xdd, 0xff, 0xff, 0xff, 0xff), // array32
  Uint8Array.of(0xdf, 0xff, 0xff, 0xff, 0xff), // map32
  Uint8Array.of(0xc6, 0xff, 0xff, 0xff, 0xff), // bin32
  Uint8Array.of(0xdb, 0xff, 0xff, 0xff, 0xff), // str32
  Uint8Array.of(0xc9, 0xff, 0xff, 0xff, 0xff, 0x01), // ext32
  Uint8Array.of(0xd9, 0xff, 0x61), // str8, cut short
  Uint8Array.of(0xcb, 0x7f, 0xf8, 0, 0, 0, 0, 0, 0), // NaN
  Uint8Array.of(0xcf, ...new Array(8).fill(0xff)), // uint64
  Uint8Array.of(0xc1), // never used
  Uint8Array.of(0xa4, 0xff, 0xfe, 0xfd, 0xfc), // not UTF-8
];

/** What msgpackr knows besides MessagePack: record definitions, references to themselves, errors, expressions, sets. */
function extension(random: Random): Bytes {
  const keys = array(PROTOTYPE_KEYS.map(text));
  return pick(
    [
      Uint8Array.of(0xd4, 0x72, 0x40, ...keys, ...PROTOTYPE_KEYS.map(() => 0x01)),
      Uint8Array.of(0xd4, 0x72, 0x40, ...array([text('a"];throw 1;//'), text('id')]), 1, 1),
      Uint8Array.of(0xd6, 0x69, 0, 0, 0, 1, 0x91, 0xd6, 0x70, 0, 0, 0, 1),
      Uint8Array.of(0xd4, 0x65, 0, ...array([text('Error'), text('no')])),
      Uint8Array.of(0xd4, 0x78, 0, ...array([text('(a+)+$'), text('g')])),
      Uint8Array.of(0xd4, 0x73, 0, ...array([text('x'), text('x')])),
      Uint8Array.of(0xd7, 0xff, ...bytes(random, 8)),
      Uint8Array.of(0xd4, random(256), ...bytes(random, 20)),
    ],
    random,
  );
}

function many(make: (random: Random, i: number) => Frame): Attack {
  return (random, frames) => Array.from({ length: frames }, (_, i) => make(random, i));
}

function data(type: string, message: Bytes): Bytes {
  return Uint8Array.of(ROOM_DATA, ...text(type), ...message);
}

function move(revision: number, action: number): Bytes {
  return map([
    ['revision', Uint8Array.of(revision)],
    ['action', Uint8Array.of(action)],
    ['id', text(`m${revision}`)],
  ]);
}

/** Some MessagePack value, nested so deep at most. */
function junk(random: Random, depth: number): Bytes {
  const kind = random(depth > 0 ? 9 : 7);
  switch (kind) {
    case 0:
      return Uint8Array.of(0xc0 + random(4));
    case 1:
      return Uint8Array.of(random(256));
    case 2:
      return Uint8Array.of(0xcb, ...bytes(random, 8));
    case 3:
      return text('y'.repeat(random(90)));
    case 4:
      return Uint8Array.of(0xd3, ...bytes(random, 8));
    case 5:
      return Uint8Array.of(0xc4, 3, 1, 2, 3);
    case 6:
      return pick(MONSTERS, random);
    case 7:
      return array(Array.from({ length: random(4) }, () => junk(random, depth - 1)));
    default:
      return map(Array.from({ length: random(4) }, () => [pick(TYPES, random), junk(random, depth - 1)]));
  }
}

function text(value: string): Bytes {
  const encoded = new TextEncoder().encode(value);
  const header = encoded.length < 32 ? [0xa0 | encoded.length] : [0xda, encoded.length >> 8, encoded.length & 0xff];
  return Uint8Array.of(...header, ...encoded);
}

function array(items: readonly Bytes[]): Bytes {
  return Uint8Array.of(0x90 | items.length, ...items.flatMap((item) => [...item]));
}

function map(entries: readonly (readonly [string, Bytes])[]): Bytes {
  return Uint8Array.of(0x80 | entries.length, ...entries.flatMap(([key, value]) => [...text(key), ...value]));
}

function bytes(random: Random, length: number): Bytes {
  return Uint8Array.from({ length }, () => random(256));
}

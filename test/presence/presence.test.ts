import { assert } from 'chai';
import fc from 'fast-check';
import { ONLINE_MS, PresenceBook } from '../../server/presence/presence.ts';
import { EPOCH, ManualClock } from '../support/clock.ts';

interface Saved {
  readonly player: string;
  readonly at: number;
}

function open() {
  const clock = new ManualClock();
  const saved: Saved[] = [];
  const book = new PresenceBook(clock, (player, at) => void saved.push({ player, at }));
  return { clock, saved, book };
}

describe('a player is online', () => {
  it('for 30 s after a request, to the millisecond', async () => {
    const { clock, book } = open();
    assert.isFalse(book.online('p'));
    book.seen('p');
    assert.isTrue(book.online('p'));
    await clock.advance(29_999);
    assert.isTrue(book.online('p'));
    await clock.advance(1);
    assert.isFalse(book.online('p'));
  });

  it('for 30 s after the last of several requests', async () => {
    const { clock, book } = open();
    for (let i = 0; i < 5; i++) {
      book.seen('p');
      await clock.advance(20_000);
    }
    assert.isTrue(book.online('p'));
    await clock.advance(10_000);
    assert.isFalse(book.online('p'));
  });

  it('while any of several sockets is open, and each closes once', async () => {
    const { clock, book } = open();
    const [first, second] = [book.attach('p'), book.attach('p')];
    await clock.advance(10 * ONLINE_MS);
    first();
    first();
    assert.isTrue(book.online('p'));
    second();
    assert.isFalse(book.online('p'));
  });

  it('for the rest of the 30 s after a socket that closes early', async () => {
    const { clock, book } = open();
    book.attach('p')();
    assert.isTrue(book.online('p'));
    await clock.advance(ONLINE_MS);
    assert.isFalse(book.online('p'));
  });

  it('whatever happens to the wall clock', async () => {
    const { clock, book } = open();
    book.seen('p');
    clock.jump(3_600_000);
    assert.isTrue(book.online('p'));
    clock.jump(-7_200_000);
    await clock.advance(ONLINE_MS);
    assert.isFalse(book.online('p'));
  });
});

describe('who listens to a player', () => {
  it('is told once of each coming and going, also of the going that nothing but time brings', async () => {
    const { clock, book } = open();
    const heard: boolean[] = [];
    const stop = book.listen('p', () => heard.push(book.online('p')));
    book.seen('p');
    book.seen('p');
    await clock.advance(20_000);
    book.seen('p');
    await clock.advance(29_999);
    assert.deepEqual(heard, [true]);
    await clock.advance(1);
    assert.deepEqual(heard, [true, false]);
    const close = book.attach('p');
    await clock.advance(10 * ONLINE_MS);
    close();
    assert.deepEqual(heard, [true, false, true, false]);
    stop();
    book.seen('p');
    assert.lengthOf(heard, 4);
  });

  it('is told of the going of one who was there before', async () => {
    const { clock, book } = open();
    book.seen('p');
    await clock.advance(10_000);
    const heard: number[] = [];
    book.listen('p', () => heard.push(clock.monotonic()));
    await clock.advance(60_000);
    assert.deepEqual(heard, [30_000]);
  });

  it('costs no timer once nobody is there to go', async () => {
    const { clock, book } = open();
    const stops = ['p', 'q'].map((player) => book.listen(player, () => {}));
    book.seen('p');
    book.seen('q');
    await clock.advance(ONLINE_MS);
    assert.equal(clock.armed, 0);
    for (const stop of stops) stop();
  });
});

describe('the last time seen', () => {
  it('is kept at most once a minute for each player, with wall time', async () => {
    const { clock, saved, book } = open();
    for (let second = 0; second < 121; second++) {
      book.seen('p');
      await clock.advance(1000);
    }
    book.seen('q');
    assert.deepEqual(saved, [
      { player: 'p', at: EPOCH },
      { player: 'p', at: EPOCH + 60_000 },
      { player: 'p', at: EPOCH + 120_000 },
      { player: 'q', at: EPOCH + 121_000 },
    ]);
  });
});

describe('presence', () => {
  it('agrees with a book that forgets nothing, under random comings and goings', async () => {
    const players = ['a', 'b', 'c', 'd'];
    const step = fc.record({
      kind: fc.constantFrom('seen', 'attach', 'detach', 'wait'),
      player: fc.constantFrom(...players),
      ms: fc.constantFrom(1, 999, 15_000, 29_999, 30_000, 60_000, 120_000),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
        const { clock, book } = open();
        const seenAt = new Map<string, number>();
        const open_: { player: string; close: () => void }[] = [];
        const heard = new Map<string, boolean>();
        for (const player of players) book.listen(player, () => heard.set(player, book.online(player)));
        for (const { kind, player, ms } of steps) {
          if (kind === 'wait') await clock.advance(ms);
          if (kind === 'seen') book.seen(player);
          if (kind === 'attach') open_.push({ player, close: book.attach(player) });
          if (kind === 'seen' || kind === 'attach') seenAt.set(player, clock.monotonic());
          if (kind === 'detach') {
            const index = open_.findIndex((socket) => socket.player === player);
            for (const { close } of index === -1 ? [] : open_.splice(index, 1)) close();
          }
          for (const other of players) {
            const expected =
              open_.some((socket) => socket.player === other) ||
              clock.monotonic() - (seenAt.get(other) ?? Number.NEGATIVE_INFINITY) < ONLINE_MS;
            assert.equal(book.online(other), expected);
            assert.equal(heard.get(other) ?? false, expected, 'listeners know it too');
          }
        }
      }),
      { numRuns: 150, seed: 4 },
    );
  });
});

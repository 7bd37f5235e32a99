import { expect } from 'chai';
import fc from 'fast-check';
import { backoffMs } from '../../client-sdk/backoff.ts';
import { decodeSnapshot } from '../../client-sdk/decode.ts';
import { FreeplayError } from '../../client-sdk/errors.ts';
import { type Connection, Link } from '../../client-sdk/match/link.ts';
import { MatchStore } from '../../client-sdk/match/store.ts';
import type { Sink, Transport } from '../../client-sdk/match/transport.ts';
import { Pulse } from '../../client-sdk/pulse.ts';
import { ServerTime } from '../../client-sdk/server-time.ts';
import { ManualClock } from '../support/clock.ts';
import { gravitySnapshot } from './snapshots.ts';

describe('SDK: back-off', () => {
  it('doubles up to 15 s, keeps the upper half of each step random, and never undercuts Retry-After', () => {
    expect([1, 2, 3, 6, 60].map((failures) => backoffMs(failures, 0))).deep.equal([250, 500, 1000, 7500, 7500]);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 50 }), fc.double({ min: 0, max: 0.999, noNaN: true }), (failures, x) => {
        const wait = backoffMs(failures, x);
        expect(wait).within(250, 15_000);
        expect(backoffMs(failures, x, 30)).equal(30_000);
      }),
    );
  });
});

describe('SDK: server time', () => {
  it('is unknown before the first answer', () => {
    expect(new ServerTime(() => 0).now()).equal(null);
  });

  it('is never off by more than the fastest round trip, whatever the delays and the device clock', () => {
    const trip = fc.record({ out: fc.integer({ min: 0, max: 900 }), back: fc.integer({ min: 0, max: 900 }) });
    fc.assert(
      fc.property(
        fc.array(trip, { minLength: 1, maxLength: 20 }),
        fc.integer({ min: -1e6, max: 1e6 }),
        (trips, skew) => {
          let local = 0;
          const time = new ServerTime(() => local);
          for (const { out, back } of trips) {
            const sentAt = local;
            local += out;
            const stamp = local + skew;
            local += back;
            time.sample(stamp, sentAt, local);
          }
          const last = trips.at(-1) ?? { out: 0, back: 0 };
          expect(Math.abs((time.now() ?? Number.NaN) - (local + skew))).at.most(last.out + last.back + 1);
        },
      ),
    );
  });

  it('follows a jump, as after the sleep of a device whose monotonic clock stood still', () => {
    const time = new ServerTime(() => 100);
    time.sample(5_000, 90, 100);
    time.sample(905_000, 95, 100);
    expect(time.now()).within(905_000, 905_005);
  });
});

describe('SDK: decoding a snapshot', () => {
  it('takes a sound one, and one with fields that it does not know', () => {
    const sound = { ...gravitySnapshot([3]), novelty: 1 };
    expect(decodeSnapshot(JSON.parse(JSON.stringify(sound)))).deep.equal(sound);
  });

  it('refuses it when any field is missing or of another type', () => {
    const sound = gravitySnapshot([3]);
    for (const field of Object.keys(sound)) {
      expect(decodeSnapshot({ ...sound, [field]: undefined }), `without ${field}`).equal(null);
      expect(decodeSnapshot({ ...sound, [field]: Symbol('other') }), `wrong ${field}`).equal(null);
    }
    for (const other of [null, undefined, 1, 'x', [], [sound]]) expect(decodeSnapshot(other)).equal(null);
  });
});

describe('SDK: the match store', () => {
  it('ends at the newest revision, in whatever order snapshots arrive', () => {
    const columns = [3, 3, 2, 4, 1];
    const all = columns.map((_, plies) => gravitySnapshot(columns.slice(0, plies)));
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...all), { minLength: 1 }), (arrivals) => {
        const store = new MatchStore();
        for (const arrival of arrivals) store.receive(arrival);
        expect(store.snapshot?.revision).equal(Math.max(...arrivals.map(({ revision }) => revision)));
      }),
    );
  });

  it('takes over a change of presence within a revision, also after the counter started again', () => {
    const store = new MatchStore();
    store.receive(gravitySnapshot([3], { presence: 9 }));
    expect(store.receive(gravitySnapshot([3], { presence: 9, serverTime: 1_800_000_000_900 }))).equal('same');
    const restarted = gravitySnapshot([3], { presence: 1, connected: [true, false], serverTime: 1_800_000_001_000 });
    expect(store.receive(restarted)).equal('newer');
    expect(store.receive(gravitySnapshot([3], { presence: 9 }))).equal('older');
  });

  it('refuses and counts a state that does not fit its hash, and keeps what it had', () => {
    const store = new MatchStore();
    const before = gravitySnapshot([3]);
    store.receive(before);
    const forged = gravitySnapshot([3, 3, 2], { hash: gravitySnapshot([3, 3, 4]).hash });
    expect(store.receive(forged)).equal('mismatch');
    expect(store.snapshot).equal(before);
    expect(store.mismatches).equal(1);
  });
});

describe('SDK: the pulse of a socket', () => {
  function watched() {
    const clock = new ManualClock();
    const told: string[] = [];
    const pulse = new Pulse({ clock, silence: 8000, ping: () => told.push('ping'), lost: () => told.push('lost') });
    return { clock, told, pulse };
  }

  it('asks after a silence, and gives the other end 4 s to answer', async () => {
    const { clock, told, pulse } = watched();
    pulse.beat();
    await clock.advance(7999);
    expect(told).deep.equal([]);
    await clock.advance(1);
    expect(told).deep.equal(['ping']);
    await clock.advance(3999);
    expect(told).deep.equal(['ping']);
    await clock.advance(1);
    expect(told).deep.equal(['ping', 'lost']);
    await clock.advance(60_000);
    expect(told, 'once').deep.equal(['ping', 'lost']);
  });

  it('is content with whatever comes meanwhile', async () => {
    const { clock, told, pulse } = watched();
    pulse.beat();
    for (let second = 0; second < 20; second++) {
      await clock.advance(7000);
      pulse.beat();
    }
    await clock.advance(8000);
    pulse.beat();
    await clock.advance(7999);
    expect(told).deep.equal(['ping']);
  });

  it('asks at once where there is doubt, for 2 s; waits for a first sign as long as it is told; and can be stopped', async () => {
    const { clock, told, pulse } = watched();
    pulse.beat();
    pulse.probe();
    expect(told).deep.equal(['ping']);
    await clock.advance(2000);
    expect(told).deep.equal(['ping', 'lost']);
    pulse.await(10_000);
    await clock.advance(9999);
    expect(told).to.have.length(2);
    await clock.advance(1);
    expect(told).deep.equal(['ping', 'lost', 'lost']);
    pulse.beat();
    pulse.stop();
    await clock.advance(60_000);
    expect(told).to.have.length(3);
  });
});

/** A transport that does nothing by itself: the test is the network. */
class HandTransport implements Transport {
  sink: Sink | null = null;
  readonly acted: string[] = [];

  start(sink: Sink): void {
    this.sink = sink;
  }
  stop(): void {
    this.sink = null;
  }
  wake(): void {}
  background(): void {}
  async act(action: { kind: string }) {
    this.acted.push(action.kind);
    return gravitySnapshot([]);
  }
  async say(text: string) {
    this.acted.push(`say ${text}`);
    return [];
  }
}

describe('SDK: the link over two transports', () => {
  const away = new FreeplayError('unreachable', 'away');

  function linked(preferred: HandTransport | null) {
    const spare = new HandTransport();
    const told: Connection[] = [];
    const ends: string[] = [];
    const store = new MatchStore();
    const link = new Link(
      { preferred, spare },
      {
        current: () => store.snapshot,
        snapshot: (next) => store.receive(next),
        said: () => undefined,
        connection: (now) => told.push(now),
        gone: (why) => ends.push(why.code),
      },
    );
    link.start();
    return { link, spare, told, ends };
  }

  it('lets the preferred transport mend itself, polls while it is down, and returns', () => {
    const socket = new HandTransport();
    const { spare, told } = linked(socket);
    expect(spare.sink, 'the spare waits at first').equal(null);
    socket.sink?.up();
    socket.sink?.mending();
    expect(spare.sink, 'the spare waits').equal(null);
    socket.sink?.down(away);
    spare.sink?.down(away);
    spare.sink?.up();
    socket.sink?.up();
    expect(spare.sink, 'the spare rests').equal(null);
    expect(told).deep.equal(['live', 'reconnecting', 'polling', 'live']);
  });

  it('polls from the start without a preferred transport', () => {
    const { spare, told } = linked(null);
    spare.sink?.up();
    expect(told).deep.equal(['polling']);
  });

  it('acts over the transport that is up', async () => {
    const socket = new HandTransport();
    const { link, spare } = linked(socket);
    await link.act({ kind: 'ready' });
    socket.sink?.up();
    await link.act({ kind: 'leave' });
    await link.say('hello', gravitySnapshot([]));
    expect([spare.acted, socket.acted]).deep.equal([['ready'], ['leave', 'say hello']]);
  });

  it('ends once, on the first final word of either', () => {
    const socket = new HandTransport();
    const { spare, told, ends } = linked(socket);
    socket.sink?.down(away);
    spare.sink?.gone(new FreeplayError('not-found', 'no such match'));
    expect([socket.sink, spare.sink]).deep.equal([null, null]);
    expect([told, ends]).deep.equal([['gone'], ['not-found']]);
  });
});

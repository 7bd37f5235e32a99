import type { Fetch } from '@freeplay/client-sdk';
import { expect } from 'chai';
import { ManualClock } from '../support/clock.ts';
import { liveServer } from './server.ts';

/** How long a request may take: its timer is armed before each. */
const ANSWER_MS = 10_000;

/** A clock by hand that tells which waits it is asked for. */
class ListeningClock extends ManualClock {
  readonly #waits: number[] = [];
  #tell: (() => void) | null = null;

  override after(ms: number, fn: () => void): () => void {
    if (ms !== ANSWER_MS) {
      this.#waits.push(ms);
      this.#tell?.();
    }
    return super.after(ms, fn);
  }

  /** The next wait that is not for an answer: after an answer it is the pause before the next poll. */
  async nextWait(): Promise<number> {
    if (this.#waits.length === 0) await new Promise<void>((resolve) => (this.#tell = resolve));
    this.#tell = null;
    return this.#waits.shift() ?? Number.NaN;
  }
}

describe('SDK: polling', () => {
  it('asks every 900 ms, every 5 s in the background, at once when the page returns, and only for what is newer', async () => {
    const clock = new ListeningClock();
    const polled: string[] = [];
    const fetch: Fetch = (url, init) => {
      const { pathname, search } = new URL(url);
      if (init.method === 'GET' && pathname.includes('/rooms/')) polled.push(search);
      return globalThis.fetch(url, init);
    };
    const server = await liveServer();
    try {
      const client = server.client({ clock, fetch, transport: 'polling' });
      const match = await client.queue('gravity');
      const { revision, presence } = match.snapshot ?? {};
      expect(await clock.nextWait()).equal(900);
      await clock.advance(899);
      expect(polled).to.have.length(1);
      await clock.advance(1);
      expect(await clock.nextWait()).equal(900);
      client.background(true);
      await clock.advance(900);
      expect(await clock.nextWait()).equal(5000);
      await clock.advance(4999);
      expect(polled).to.have.length(3);
      client.background(false);
      expect(await clock.nextWait()).equal(900);
      expect(polled).deep.equal(new Array(4).fill(`?since=${revision}.${presence}`));
      expect(match.connection).equal('polling');
    } finally {
      await server.stop();
    }
  });

  it('backs off while the server is away, says so once, and comes back by itself', async () => {
    const clock = new ListeningClock();
    let away = false;
    const fetch: Fetch = (url, init) => {
      if (away) throw new TypeError('no route to the host');
      return globalThis.fetch(url, init);
    };
    const server = await liveServer();
    try {
      const client = server.client({ clock, fetch, transport: 'polling' });
      const match = await client.queue('gravity');
      expect(await clock.nextWait()).equal(900);
      const told: string[] = [];
      match.on('connection', (now) => told.push(now));
      away = true;
      await clock.advance(900);
      for (const full of [500, 1000, 2000, 4000, 8000, 15_000, 15_000]) {
        const wait = await clock.nextWait();
        expect(wait).within(full / 2, full);
        await clock.advance(wait);
      }
      expect(told).deep.equal(['reconnecting']);
      away = false;
      await clock.advance(await clock.nextWait());
      expect(await clock.nextWait()).equal(900);
      expect(told).deep.equal(['reconnecting', 'polling']);
    } finally {
      await server.stop();
    }
  });
});

import { Freeplay, type FreeplayOptions, type Match, type Snapshot } from '@freeplay/client-sdk';
import { stateHash } from '@freeplay/shared/proof';
import { expect } from 'chai';
import { LiveTransport } from '../../client-sdk/match/live.ts';
import { colyseusSockets, type OpenSocket } from '../../client-sdk/match/socket.ts';
import { MatchStore, type Verdict } from '../../client-sdk/match/store.ts';
import { systemClock } from '../../client-sdk/ports.ts';
import { FaultProxy } from '../support/fault-proxy.ts';
import type { Player } from '../support/player.ts';
import { ORIGIN, ServiceProcess, startService, type TestService } from '../support/service.ts';
import { hastyClock, pairUp, reaches, until } from './play.ts';

describe('SDK: the live room', () => {
  let service: TestService;
  let proxy: FaultProxy;
  const clients: Freeplay[] = [];
  let pairs = 0;

  before(async () => {
    service = await startService({ MONITOR_USER: 'op', MONITOR_PASSWORD: 'secret' });
    proxy = await FaultProxy.open(Number(new URL(service.url).port));
  });
  afterEach(() => {
    for (const client of clients.splice(0)) client.close();
    proxy.choose = () => ({ kind: 'pass' });
  });
  after(async () => {
    await proxy.close();
    await service.stop();
  });

  function connect({ token }: Player, options: Partial<FreeplayOptions> = {}): Freeplay {
    const client = new Freeplay({ url: proxy.url, origin: ORIGIN, token, clock: hastyClock(10), ...options });
    clients.push(client);
    return client;
  }

  /** One match, followed by both of its guests. */
  async function table(options: Partial<FreeplayOptions> = {}): Promise<[Match, Match]> {
    const { id, guests } = await pairUp(service.url, 'gravity', `pair ${pairs++}`);
    const [one, two] = guests.map((guest) => connect(guest, options).match(id));
    if (one === undefined || two === undefined) throw new Error('two matches');
    await Promise.all([reaches(one, 'live'), reaches(two, 'live')]);
    await Promise.all([one.ready(), two.ready()]);
    await Promise.all([one, two].map((match) => until(match, ({ status }) => status === 'playing')));
    return one.snapshot?.seat === 0 ? [one, two] : [two, one];
  }

  it('falls back to polling after repeated failures of sockets, plays on, and returns when they work again', async () => {
    const [first, second] = await table();
    const told: string[] = [];
    first.on('connection', (now) => told.push(now));
    proxy.choose = (traffic) => ({ kind: traffic === 'socket' ? 'refuse' : 'pass' });
    proxy.cutAll();
    await Promise.all([reaches(first, 'polling'), reaches(second, 'polling')]);
    await first.move(3);
    await until(second, ({ turn }) => turn === 1);
    await second.move(3);
    proxy.choose = () => ({ kind: 'pass' });
    await reaches(first, 'live');
    expect((await until(first, ({ turn }) => turn === 0)).state.last).equal(3);
    expect(told).deep.equal(['reconnecting', 'polling', 'live']);
  });

  it('notices by itself a socket through which nothing comes any more', async () => {
    const [first, second] = await table();
    proxy.stallSockets();
    await second.leave();
    expect((await until(first, ({ status }) => status === 'finished')).reason).equal('resigned');
  });

  it('replaces a dead socket as soon as the page is shown again, long before the silence would tell', async () => {
    const { id, guests } = await pairUp(service.url, 'gravity', `pair ${pairs++}`);
    const [ann, bob] = guests;
    if (ann === undefined || bob === undefined) throw new Error('two guests');
    // Silence alone is noticed only after hours here.
    const clock = hastyClock(10);
    const patient = { ...clock, after: (ms: number, fn: () => void) => clock.after(ms === 8000 ? 36_000_000 : ms, fn) };
    const client = connect(ann, { clock: patient });
    const match = client.match(id);
    await reaches(match, 'live');
    proxy.stallSockets();
    await connect(bob).match(id).leave();
    client.wake();
    expect((await until(match, ({ status }) => status === 'cancelled')).reason).equal('left');
  });

  it('reads the match anew when a state does not fit its hash, and tells the server', async () => {
    const { id, guests } = await pairUp(service.url, 'gravity', `pair ${pairs++}`);
    const [guest] = guests;
    if (guest === undefined) throw new Error('a guest');
    const store = new MatchStore();
    const asked: boolean[] = [];
    let forged = 0;
    // The first state that each of two sockets brings is not what its hash says.
    const open: OpenSocket = (seat, events) =>
      colyseusSockets(service.url, ORIGIN)(seat, {
        ...events,
        state: (wire) => events.state(forged++ < 2 ? { ...Object(wire), hashLow: 7 } : wire),
      });
    const transport = new LiveTransport(id, {
      api: {
        seat: (room) => guest.seat(room),
        player: async () => guest.player,
        act: () => Promise.reject(new Error('nothing is asked for')),
        talk: () => Promise.reject(new Error('there is no party')),
        say: () => Promise.reject(new Error('there is no party')),
        async read(room, { resync }) {
          asked.push(resync);
          const path = `/api/multiplayer/rooms/${room}${resync ? '?resync=1' : ''}`;
          const answer = await fetch(service.url + path, { headers: { 'x-player-token': guest.token } });
          const snapshot: Snapshot = JSON.parse(await answer.text());
          return snapshot;
        },
      },
      open,
      clock: { ...systemClock, after: hastyClock(10).after },
      newId: () => 'x',
      fraction: () => 0,
      serverNow: () => null,
    });
    const verdicts: Verdict[] = [];
    await new Promise<void>((resolve, reject) => {
      transport.start({
        current: () => store.snapshot,
        snapshot(next) {
          const verdict = store.receive(next);
          verdicts.push(verdict);
          return verdict;
        },
        said: () => undefined,
        up: resolve,
        mending: () => undefined,
        down: () => undefined,
        gone: reject,
      });
    });
    transport.stop();
    expect(asked).deep.equal([false, true, true]);
    expect(store.mismatches).equal(2);
    const shown = store.snapshot;
    expect(shown && stateHash(shown.revision, shown.state)).equal(shown?.hash);
    const authorization = `Basic ${btoa('op:secret')}`;
    const metrics = await (await fetch(`${service.url}/metrics`, { headers: { authorization } })).text();
    expect(metrics).to.contain('freeplay_hash_mismatches_total 2');
  });
});

describe('SDK: a service that has forgotten everything', () => {
  it('ends each match with one `gone`, over either transport', async () => {
    const service = await ServiceProcess.spawn();
    const { id, guests } = await pairUp(service.url, 'five', 'forgotten');
    const told: string[][] = [];
    const clients = guests.map(({ token }, seat) => {
      const transport = seat === 0 ? 'live' : 'polling';
      return new Freeplay({ url: service.url, origin: ORIGIN, token, transport, clock: hastyClock(10) });
    });
    try {
      const matches = clients.map((client) => client.match(id));
      await Promise.all(matches.map((match, seat) => reaches(match, seat === 0 ? 'live' : 'polling')));
      for (const match of matches) {
        const heard: string[] = [];
        told.push(heard);
        match.on('connection', (now) => heard.push(now));
      }
      await service.kill();
      await service.forget();
      await service.start();
      await Promise.all(matches.map((match) => reaches(match, 'gone')));
      expect(matches.map(({ failure }) => failure?.code)).deep.equal(['not-found', 'not-found']);
      for (const heard of told) expect(heard.filter((now) => now === 'gone')).deep.equal(['gone']);
    } finally {
      for (const client of clients) client.close();
      await service.dispose();
    }
  });
});

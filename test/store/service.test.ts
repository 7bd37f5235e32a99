import { setTimeout as delay } from 'node:timers/promises';
import { GAMES } from '@freeplay/shared/games';
import { expect } from 'chai';
import { Player, shown } from '../support/player.ts';
import { describePostgres, PostgresServer, serviceOn, sharedPostgres } from '../support/postgres.ts';
import { ServiceProcess } from '../support/service.ts';
import { openAt } from '../support/store.ts';

const PLAYERS = 200;
const LOOK_AGAIN_MS = 20;
const GAME = GAMES[0]?.id ?? '';

describePostgres('The service on PostgreSQL', function () {
  this.timeout(120_000);

  it(`in two processes pairs ${PLAYERS} simultaneous players: each sits opposite another, once`, async () => {
    const url = await (await sharedPostgres()).createDatabase();
    const { env, remove } = serviceOn(url);
    const services = await Promise.all([1, 2].map(() => ServiceProcess.spawn(env)));
    const store = await openAt(url);
    try {
      const players = await Promise.all(
        Array.from({ length: PLAYERS }, (_, n) => Player.open(services[n % 2]?.url ?? '', `player ${n}`)),
      );
      const entered = await Promise.all(players.map((player) => player.enter({ mode: 'public', game: GAME })));
      expect(entered.filter(({ status }) => status === 201).length, 'created').to.equal(PLAYERS / 2);
      expect(entered.filter(({ status }) => status === 200).length, 'joined').to.equal(PLAYERS / 2);
      const rooms = Map.groupBy(players, (_, n) => shown(entered[n] ?? missing()).id);
      expect(rooms.size).to.equal(PLAYERS / 2);
      for (const [id, seated] of rooms) {
        const row = await store.journal.row(id);
        expect(row).to.include({ status: 'ready', mode: 'public' });
        expect(row?.players.toSorted()).to.deep.equal(seated.map(({ player }) => player).sort());
        expect(new Set(row?.players).size).to.equal(2);
      }
    } finally {
      await Promise.all([store.close(), ...services.map((service) => service.dispose())]);
      remove();
    }
  });

  it('answers 503 with Retry-After while the database is away, and goes on by itself when it is back', async () => {
    const server = await PostgresServer.open();
    const { env, remove } = serviceOn(await server.createDatabase(false));
    const service = await ServiceProcess.spawn({ ...env, LOG_LEVEL: 'fatal' });
    try {
      const [host, guest] = await Promise.all(['host', 'guest'].map((label) => Player.open(service.url, label)));
      if (host === undefined || guest === undefined) throw new Error('two were opened');
      const { id, invite } = shown(await host.enter({ mode: 'private', game: GAME }));
      shown(await guest.enter({ mode: 'join', room: invite ?? '' }));
      for (const bring of [() => server.kill(), () => server.stop()]) {
        await bring();
        expect(await host.act(id, { kind: 'ready' })).to.include({ status: 503, code: 'unavailable' });
        expect(await guest.enter({ mode: 'private', game: GAME })).to.include({ status: 503, code: 'unavailable' });
        const ready = await fetch(`${service.url}/readyz`);
        expect(ready.status).to.equal(503);
        expect(ready.headers.get('retry-after')).to.match(/^\d+$/);
        expect((await fetch(`${service.url}/healthz`)).status).to.equal(200);
        await server.start();
        while (!(await fetch(`${service.url}/readyz`)).ok) await delay(LOOK_AGAIN_MS);
        const { revision } = await host.snapshot(id);
        expect(revision).to.equal((await guest.snapshot(id)).revision);
      }
      for (const player of [host, guest]) shown(await player.act(id, { kind: 'ready' }));
      expect(await host.snapshot(id)).to.include({ status: 'playing' });
      expect(service.output).to.equal('');
    } finally {
      await service.dispose();
      await server.remove();
      remove();
    }
  });
});

function missing(): never {
  throw new RangeError('an answer is missing');
}

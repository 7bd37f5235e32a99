import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { Freeplay } from '@freeplay/client-sdk';
import { gameById } from '@freeplay/shared/games';
import { expect } from 'chai';
import { verify } from '../../loadtest/bot.ts';
import { Tally } from '../../loadtest/tally.ts';
import { randomFrom } from '../games/support.ts';
import { fastClock, pairUp, RandomPlayer } from '../sdk/play.ts';
import { ORIGIN, startService } from '../support/service.ts';

const MAIN = path.join(import.meta.dirname, '../../loadtest/main.ts');
const run = promisify(execFile);

describe('The load tool', () => {
  it('plays all games over both doors on a server of its own, finds nothing wrong, and says so in one line', async () => {
    const args = ['--matches', '4', '--seconds', '3', '--http', '0.25', '--think', '40'];
    const { stdout } = await run(process.execPath, [MAIN, ...args]);
    const report = JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
    expect(report).to.include({ mismatches: 0, unfinished: 0 });
    expect(report.failures).deep.equal({});
    expect(report.moves).above(0);
    expect(report.ackMs.p50).above(0);
  });

  it('tells a result and a position that are not those of the rules', async () => {
    const service = await startService();
    const game = gameById('gravity');
    if (game === null) throw new Error('gravity');
    const { id, guests } = await pairUp(service.url, 'gravity', 'load');
    const clock = fastClock(10);
    const clients = guests.map(({ token }) => new Freeplay({ url: service.url, origin: ORIGIN, token }));
    const [client] = clients;
    if (client === undefined) throw new Error('a client');
    try {
      const players = clients.map((each) => new RandomPlayer(each.match(id), randomFrom(3), clock));
      const [end] = await Promise.all(players.map((player) => player.play()));
      if (end === undefined) throw new Error('an end');
      const complaints = async (changes: object) => {
        const tally = new Tally();
        await verify(client, { ...end, ...changes }, game, tally);
        return tally.mismatched.length;
      };
      expect(await complaints({})).equal(0);
      expect(await complaints({ winner: 1 - (end.winner ?? 0) })).equal(1);
      expect(await complaints({ state: game.initial() })).equal(1);
    } finally {
      for (const each of clients) each.close();
      await service.stop();
    }
  });

  it('refuses options that it cannot use', async () => {
    for (const args of [['--matches', '0'], ['--http', '2'], ['--nonsense'], ['--seconds', 'soon']]) {
      const outcome = await run(process.execPath, [MAIN, ...args]).catch(({ code }: { code: number }) => code);
      expect(outcome, args.join(' ')).equal(2);
    }
  });
});

import { Freeplay, type Match, type Snapshot } from '@freeplay/client-sdk';
import { GAMES } from '@freeplay/shared/games';
import { expect } from 'chai';
import { pick, type Random, randomFrom } from '../games/support.ts';
import { type Choose, type Fault, FaultProxy } from '../support/fault-proxy.ts';
import { ORIGIN, ServiceProcess, startService } from '../support/service.ts';
import { fastClock, hastyClock, holdToLog, pairUp, RandomPlayer } from './play.ts';

/** Clocks far away: what ends here ends by the rules. */
const PATIENT = { TURN_SECONDS: '1000000', READY_SECONDS: '1000000', MATCH_SECONDS: '0' };
const CUTS = 1000;
const TABLES = 16;
const LIVE_MATCHES = 20;
const KILLS = 3;

/** What a client is shown at the end, but for what depends on reader and moment. */
function settled({ serverTime, resumed, connected, presence, ...rest }: Snapshot): object {
  return rest;
}

/** Faults by chance: most sockets are cut soon, some stall; a few requests are cut, and a few connections refused. */
function mischief(random: Random): Choose {
  const direction = () => pick(['up', 'down'] as const, random);
  const pass: Fault = { kind: 'pass' };
  return (traffic) => {
    if (traffic === null) return random(40) === 0 ? { kind: 'refuse' } : pass;
    if (traffic === 'http')
      return random(30) === 0 ? { kind: 'cut', direction: direction(), bytes: random(3000) } : pass;
    const way = direction();
    // An upgrade request has some 300 bytes; 101, handshake and first state some 2,500; a move up 80, its answer down 130.
    const bytes = way === 'up' ? 330 + random(330) : 1700 + random(1300);
    const chance = random(100);
    if (chance < 2) return { kind: 'half-open' };
    if (chance < 5) return { kind: 'stall', direction: way, bytes };
    return chance < 97 ? { kind: 'cut', direction: way, bytes } : pass;
  };
}

describe('SDK: a bad network', function () {
  this.timeout(300_000);

  it(`loses and doubles no move in ${CUTS} cuts of live play, and always ends in the right state`, async () => {
    const clock = fastClock(10);
    const service = await startService(PATIENT, clock);
    const proxy = await FaultProxy.open(Number(new URL(service.url).port), mischief(randomFrom(7)));
    const tally = { cuts: 0, matches: 0, moves: 0, refused: 0, mismatches: 0 };

    const playOne = async (label: string, random: Random) => {
      const { id, guests } = await pairUp(service.url, pick(GAMES, random).id, label);
      const clients = guests.map(({ token }) => new Freeplay({ url: proxy.url, origin: ORIGIN, token, clock }));
      const players = clients.map((client) => new RandomPlayer(client.match(id), random, clock));
      for (const { match } of players) countCuts(match, () => (tally.cuts += 1));
      const ends = await Promise.all(players.map((player) => player.play()));
      const sent = players.flatMap((player) => player.sent);
      for (const [i, guest] of guests.entries()) {
        const truth = await guest.snapshot(id);
        const end = ends[i];
        expect(end && settled(end)).deep.equal(settled(truth));
        holdToLog(await guest.replay(id), sent);
      }
      for (const client of clients) client.close();
      tally.matches += 1;
      tally.moves += sent.filter(({ fate }) => fate === 'resolved').length;
      tally.refused += sent.filter(({ fate }) => fate === 'refused').length;
      for (const { match } of players) tally.mismatches += match.mismatches;
    };
    const table = async (number: number) => {
      const random = randomFrom(number);
      for (let match = 0; tally.cuts < CUTS; match++) await playOne(`table ${number} match ${match}`, random);
    };
    try {
      await Promise.all(Array.from({ length: TABLES }, (_, number) => table(number)));
      expect(tally.cuts).at.least(CUTS);
      expect(tally.mismatches).equal(0);
    } finally {
      await proxy.close();
      await service.stop();
    }
  });

  it(`plays ${LIVE_MATCHES} live matches to their ends with the same clients through ${KILLS} kills of the server`, async () => {
    const service = await ServiceProcess.spawn(PATIENT);
    try {
      const clock = hastyClock(10);
      const random = randomFrom(11);
      let moves = 0;
      const tables = await Promise.all(
        Array.from({ length: LIVE_MATCHES }, async (_, number) => {
          const { id, guests } = await pairUp(service.url, GAMES[number % GAMES.length]?.id ?? '', `kill ${number}`);
          const clients = guests.map(({ token }) => new Freeplay({ url: service.url, origin: ORIGIN, token, clock }));
          const players = clients.map((client) => new RandomPlayer(client.match(id), random, clock));
          for (const { match } of players)
            match.on('accepted', ({ action }) => (moves += action.kind === 'move' ? 1 : 0));
          return { id, guests, clients, players, over: Promise.all(players.map((player) => player.play())) };
        }),
      );
      const playing = () => tables.filter(({ players }) => players[0]?.match.snapshot?.status === 'playing').length;
      const killed: number[] = [];
      for (let kill = 1; kill <= KILLS; kill++) {
        while (moves < kill * LIVE_MATCHES * 2) await turnOfTheLoop();
        killed.push(playing());
        await service.kill();
        await service.start();
      }
      expect(killed[0]).equal(LIVE_MATCHES);
      for (const { id, guests, clients, players, over } of tables) {
        const ends = await over;
        const sent = players.flatMap((player) => player.sent);
        for (const [i, guest] of guests.entries()) {
          const end = ends[i];
          expect(end && settled(end)).deep.equal(settled(await guest.snapshot(id)));
          holdToLog(await guest.replay(id), sent);
        }
        for (const { match } of players) expect([match.connection, match.mismatches]).deep.equal(['live', 0]);
        for (const client of clients) client.close();
      }
    } finally {
      await service.dispose();
    }
  });
});

function turnOfTheLoop(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** A cut of live play: the connection stops being live while the match is being played. */
function countCuts(match: Match, count: () => void): void {
  let live = false;
  match.on('connection', (now) => {
    if (live && match.snapshot?.status === 'playing') count();
    live = now === 'live';
  });
}

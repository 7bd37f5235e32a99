import { once } from 'node:events';
import { connect as dial } from 'node:net';
import { Freeplay, type FreeplayError } from '@freeplay/client-sdk';
import { MAX_FRAME_BYTES } from '@freeplay/shared/protocol/messages';
import { expect } from 'chai';
import { type Random, randomFrom } from '../games/support.ts';
import type { Player } from '../support/player.ts';
import { ORIGIN, startService, type TestService } from '../support/service.ts';
import { ATTACKS, type Frame } from './hostile-frames.ts';
import { fastClock, holdToLog, pairUp, RandomPlayer, reaches } from './play.ts';

const FRAMES = 100_000;
const FRAMES_PER_SOCKET = 100;
const ATTACKERS = 4;
const JOIN_ROOM = Uint8Array.of(10);

describe('A hostile client in a live room', function () {
  this.timeout(300_000);
  let service: TestService;

  before(async () => {
    service = await startService({ TURN_SECONDS: '0', READY_SECONDS: '0', MATCH_SECONDS: '0' });
  });
  after(() => service.stop());

  it(`is refused or closed alone in ${FRAMES} frames: honest sockets stay live, every move is acknowledged`, async () => {
    const keys = Object.getOwnPropertyNames(Object.prototype);
    const codes = new Map<string, Set<number>>();
    let sent = 0;
    let attacked = 0;
    let moves = 0;
    let current: { readonly id: string; readonly attacker: Player } | null = null;
    const disturbances: string[] = [];

    const attack = async (number: number) => {
      const random = randomFrom(number);
      const names = Object.keys(ATTACKS);
      while (sent < FRAMES) {
        if (current === null) {
          await new Promise((resolve) => setImmediate(resolve));
          continue;
        }
        const name = names[attacked++ % names.length] ?? '';
        const frames = ATTACKS[name]?.(random, FRAMES_PER_SOCKET) ?? [];
        const code = await assault(service, current, frames, random);
        if (code !== null) sent += frames.length;
        if (code !== null) codes.set(name, (codes.get(name) ?? new Set()).add(code));
      }
    };

    const playHonestly = async () => {
      const clock = fastClock(10);
      const random = randomFrom(99);
      for (let match = 0; sent < FRAMES; match++) {
        const { id, guests } = await pairUp(service.url, 'reversi', `honest ${match}`);
        const clients = guests.map(({ token }) => new Freeplay({ url: service.url, origin: ORIGIN, token }));
        const players = clients.map((client) => new RandomPlayer(client.match(id), random, clock));
        for (const { match: followed } of players) {
          followed.on('rejected', ({ error }) => notGameRules(error) && disturbances.push(error.code));
          await reaches(followed, 'live');
          followed.on('connection', (now) => disturbances.push(now));
        }
        const [attacker, other] = guests;
        if (attacker === undefined || other === undefined) throw new Error('two guests');
        current = { id, attacker };
        const ends = await Promise.all(players.map((player) => player.play()));
        current = null;
        expect(ends.map(({ status, reason }) => [status, reason])).deep.equal(Array(2).fill(['finished', 'count']));
        const log = players.flatMap((player) => player.sent);
        holdToLog(await other.replay(id), log);
        moves += log.filter(({ fate }) => fate === 'resolved').length;
        for (const client of clients) client.close();
      }
    };

    await Promise.all([playHonestly(), ...Array.from({ length: ATTACKERS }, (_, number) => attack(number))]);
    expect(disturbances, 'what the honest sockets noticed').deep.equal([]);
    expect(moves).at.least(60);
    expect(Object.getOwnPropertyNames(Object.prototype)).deep.equal(keys);
    expect(new Set(codes.keys())).deep.equal(new Set(Object.keys(ATTACKS)));
    for (const [name, seen] of codes) {
      for (const code of seen) expect(code === 1000 || (code >= 4000 && code < 5000), `${name}: ${code}`).equal(true);
    }
  });

  it('is closed by the socket itself for what is no WebSocket frame, or larger than any message', async () => {
    const { id, guests } = await pairUp(service.url, 'five', 'broken frames');
    const [attacker] = guests;
    if (attacker === undefined) throw new Error('a guest');
    const huge = new Uint8Array(MAX_FRAME_BYTES * 17);
    expect(await assault(service, { id, attacker }, [huge], randomFrom(1))).equal(1009);
    for (const frame of [
      [0x82, 0x01, 0x0d], // not masked
      [0xf2, 0x80, 0, 0, 0, 0], // reserved bits
      [0x83, 0x80, 0, 0, 0, 0], // a reserved kind of frame
      [0x09, 0x80, 0, 0, 0, 0], // half a ping
      [0x82, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0], // longer than any memory
      [0x80, 0x81, 0, 0, 0, 0, 0], // the end of a message that did not begin
    ]) {
      const { hostname, port } = new URL(service.url);
      const socket = dial(Number(port), hostname);
      socket.on('error', () => undefined);
      const seat = await attacker.seat(id);
      const upgrade = [`GET /${seat.processId}/${id}?sessionId=${seat.sessionId} HTTP/1.1`, `host: ${hostname}`];
      const headers = ['upgrade: websocket', 'connection: upgrade', 'sec-websocket-version: 13', `origin: ${ORIGIN}`];
      socket.write([...upgrade, ...headers, `sec-websocket-key: ${btoa('0123456789abcdef')}`, '', ''].join('\r\n'));
      await once(socket, 'data');
      socket.write(Uint8Array.from(frame));
      socket.resume();
      await once(socket, 'close');
    }
    expect((await attacker.snapshot(id)).status).equal('ready');
  });

  it('gets no socket without a seat, nor from another origin', async () => {
    const { id, guests } = await pairUp(service.url, 'five', 'no seat');
    const seat = await guests[0]?.seat(id);
    if (seat === undefined) throw new Error('a seat');
    const address = `${service.url.replace('http', 'ws')}/${seat.processId}/${id}`;
    for (const [query, origin] of [
      ['', ORIGIN],
      ['?sessionId=nobody', ORIGIN],
      ['?sessionId=__proto__', ORIGIN],
      [`?sessionId=${seat.sessionId}`, 'https://elsewhere.example'],
    ] as const) {
      const socket = new WebSocket(address + query, { headers: { origin } });
      const states: unknown[] = [];
      socket.addEventListener('message', ({ data }) => states.push(data));
      socket.binaryType = 'arraybuffer';
      await closed(socket);
      for (const data of states) expect(data instanceof ArrayBuffer && new Uint8Array(data)[0], query).equal(11);
    }
  });
});

/** Sends the frames over a seat of its own; answers how the socket was closed, null when there was no seat any more. */
async function assault(
  service: TestService,
  { id, attacker }: { readonly id: string; readonly attacker: Player },
  frames: readonly Frame[],
  random: Random,
): Promise<number | null> {
  const seat = await attacker.seat(id);
  const address = `${service.url.replace('http', 'ws')}/${seat.processId}/${id}?sessionId=${seat.sessionId}`;
  const socket = new WebSocket(address, { headers: { origin: ORIGIN } });
  socket.binaryType = 'arraybuffer';
  const end = closed(socket);
  const joined = await Promise.race([once(socket, 'message'), end]);
  if (typeof joined === 'number') return joined;
  // Some do not even say that they have joined.
  if (random(4) > 0) socket.send(JOIN_ROOM);
  for (const frame of frames) if (socket.readyState === WebSocket.OPEN) socket.send(frame);
  socket.close(1000);
  return end;
}

function closed(socket: WebSocket): Promise<number> {
  return new Promise((resolve) => {
    socket.addEventListener('close', ({ code }) => resolve(code));
    socket.addEventListener('error', () => undefined);
  });
}

/** Refusals that a player who moves at random earns. */
function notGameRules({ code }: FreeplayError): boolean {
  return !['not-your-turn', 'illegal-action', 'already-ended', 'stale-revision'].includes(code);
}

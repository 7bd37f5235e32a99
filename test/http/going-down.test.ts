import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { expect } from 'chai';
import { WebSocket } from 'ws';
import { ManualClock } from '../support/clock.ts';
import { Player } from '../support/player.ts';
import { ORIGIN, ServiceProcess, startService, type TestService } from '../support/service.ts';

const PATIENCE_MS = 5_000;
const BODY = JSON.stringify({ token: 'a'.repeat(64) });

describe('A server that goes down', () => {
  let clock: ManualClock;
  let service: TestService;

  beforeEach(async () => {
    clock = new ManualClock();
    service = await startService({}, clock);
  });

  async function connected(): Promise<Socket> {
    const socket = connect(Number(new URL(service.url).port), '127.0.0.1').on('error', () => {});
    await once(socket, 'connect');
    return socket;
  }

  /** A write whose head is with the server, and whose body is not. */
  async function begun(): Promise<Socket> {
    const socket = await connected();
    const head = [
      'POST /api/multiplayer/session HTTP/1.1',
      'Host: x',
      `Origin: ${ORIGIN}`,
      'Content-Type: application/json',
      `Content-Length: ${BODY.length}`,
      'Expect: 100-continue',
    ];
    socket.write(`${head.join('\r\n')}\r\n\r\n`);
    await once(socket, 'data'); // 100 Continue: the request is under way.
    return socket;
  }

  it('closes at once a connection on which nothing was ever asked', async () => {
    const socket = await connected();
    await (await fetch(`${service.url}/healthz`)).text(); // The server has accepted the connection before this one.
    const closed = once(socket, 'close');
    await Promise.all([service.stop(), closed]);
  });

  it('answers a request that is under way, and closes its connection with the answer', async () => {
    const socket = await begun();
    const stopped = service.stop();
    socket.write(BODY);
    const [answer]: unknown[] = await once(socket, 'data');
    expect(String(answer)).to.match(/^HTTP\/1\.1 200 OK\r\n[\s\S]*connection: close/i);
    await stopped;
  });

  it('waits 5 s for a request that does not arrive whole, and no longer', async () => {
    const socket = await begun();
    let stopped = false;
    const stopping = service.stop().then(() => {
      stopped = true;
    });
    await clock.advance(PATIENCE_MS - 1);
    expect([stopped, socket.destroyed]).to.deep.equal([false, false]);
    await clock.advance(1);
    await stopping;
  });

  it('waits 5 s for a WebSocket whose other end is silent, and no longer', async () => {
    const player = await Player.open(service.url, 'silent');
    const entered = await player.enter({ mode: 'private', game: 'five' });
    if (!entered.ok) throw new Error(entered.code);
    const { processId, roomId, sessionId } = await player.seat(entered.snapshot.id);
    const address = `${service.url.replace('http', 'ws')}/${processId}/${roomId}?sessionId=${sessionId}`;
    const socket = new WebSocket(address, { origin: ORIGIN }).on('error', () => {});
    await once(socket, 'message');
    socket.pause();
    const stopping = service.stop();
    await clock.advance(PATIENCE_MS);
    await stopping;
    socket.terminate();
  });
});

describe('SIGTERM', () => {
  it('ends the process with code 0, sockets, idle connections and a silent caller of the control socket or not', async () => {
    const server = await ServiceProcess.spawn();
    const caller = connect(join(server.dataDir, 'control.sock')).on('error', () => {});
    await once(caller, 'connect');
    const idle = connect(Number(new URL(server.url).port), '127.0.0.1').on('error', () => {});
    await once(idle, 'connect');
    const player = await Player.open(server.url, 'sigterm');
    const entered = await player.enter({ mode: 'private', game: 'five' });
    if (!entered.ok) throw new Error(entered.code);
    const { processId, roomId, sessionId } = await player.seat(entered.snapshot.id);
    const address = `${server.url.replace('http', 'ws')}/${processId}/${roomId}?sessionId=${sessionId}`;
    const socket = new WebSocket(address, { origin: ORIGIN });
    await once(socket, 'message');
    const closed = once(socket, 'close');
    expect(await server.terminate()).to.equal(0);
    expect((await closed)[0]).to.equal(4010);
    expect(server.output).to.equal('');
    await server.dispose();
  });
});

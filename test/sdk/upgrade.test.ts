import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect } from 'chai';
import { Player } from '../support/player.ts';
import { ORIGIN, startService, type TestService } from '../support/service.ts';

describe('An upgrade to a WebSocket', () => {
  let service: TestService;
  let room: string;
  let seat: string;

  before(async () => {
    service = await startService();
    const player = await Player.open(service.url, 'upgrades');
    const entered = await player.enter({ mode: 'private', game: 'five' });
    if (!entered.ok) throw new Error(entered.code);
    room = entered.snapshot.id;
    seat = (await player.seat(room)).sessionId;
  });

  after(() => service.stop());

  /** The status line that answers an upgrade of this request target. */
  async function answerTo(target: string): Promise<string> {
    const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
    await once(socket, 'connect');
    const head = [
      `GET ${target} HTTP/1.1`,
      'Host: x',
      `Origin: ${ORIGIN}`,
      'Upgrade: websocket',
      'Connection: Upgrade',
      'Sec-WebSocket-Version: 13',
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    ];
    socket.write(`${head.join('\r\n')}\r\n\r\n`);
    if (target.includes('?sessionId=')) {
      const [first]: unknown[] = await once(socket, 'data');
      socket.destroy();
      return String(first).split('\r\n')[0] ?? '';
    }
    return (await text(socket)).split('\r\n')[0] ?? '';
  }

  // The first of these once ended the process: it is no URL, and the framework made one of it.
  for (const target of ['*:99999/', '*', '/', '//[', '/?', 'http://a:99999/b/c', '/%', '/a/b', '/a/b?other=1']) {
    it(`of ${target} is refused with 404, and the service goes on`, async () => {
      expect(await answerTo(target)).to.equal('HTTP/1.1 404 Not Found');
      expect((await fetch(`${service.url}/readyz`)).status).to.equal(200);
    });
  }

  it('names a seat and nothing else: the options that the framework would take are refused', async () => {
    for (const option of ['skipHandshake', 'reconnectionToken=x', '_authToken=x', 'sessionId=y']) {
      expect(await answerTo(`/p/${room}?sessionId=${seat}&${option}`), option).to.equal('HTTP/1.1 404 Not Found');
    }
  });

  it('is taken at the path of a seat, also behind the path of a proxy', async () => {
    for (const prefix of ['', '/behind/a.proxy']) {
      expect(await answerTo(`${prefix}/p/${room}?sessionId=unknown`)).to.equal('HTTP/1.1 101 Switching Protocols');
    }
  });
});

import { once } from 'node:events';
import { CLOSE_CODES } from '@freeplay/shared/protocol/messages';
import { expect } from 'chai';
import { WebSocket } from 'ws';
import { Player } from '../support/player.ts';
import { ORIGIN, startService, type TestService } from '../support/service.ts';

const MOST_SOCKETS = 16;
const JOIN_ROOM = Uint8Array.of(10);
/** A `leave` message without a payload. */
const LEAVE = Uint8Array.of(13, 0xa5, ...new TextEncoder().encode('leave'));

describe('The sockets of one player in a match', () => {
  let service: TestService;
  let player: Player;
  let room: string;
  let sockets: WebSocket[];

  beforeEach(async () => {
    service = await startService();
    player = await Player.open(service.url, 'sockets');
    sockets = [];
    const entered = await player.enter({ mode: 'private', game: 'five' });
    if (!entered.ok) throw new Error(entered.code);
    room = entered.snapshot.id;
  });

  afterEach(async () => {
    for (const socket of sockets) socket.terminate();
    await service.stop();
  });

  /** A socket on a seat of its own; it has been told that it may join, and has said nothing. */
  async function seated(): Promise<WebSocket> {
    const { processId, roomId, sessionId } = await player.seat(room);
    const address = `${service.url.replace('http', 'ws')}/${processId}/${roomId}?sessionId=${sessionId}`;
    const socket = new WebSocket(address, { origin: ORIGIN });
    sockets.push(socket);
    await Promise.race([once(socket, 'message'), once(socket, 'close')]);
    return socket;
  }

  const closing = async (socket: WebSocket): Promise<unknown> => (await once(socket, 'close'))[0];

  it(`are at most ${MOST_SOCKETS}: one more is closed with 4409, the others stay`, async () => {
    for (let i = 0; i < MOST_SOCKETS; i++) await seated();
    const extra = await seated();
    if (extra.readyState !== WebSocket.CLOSED) expect(await closing(extra)).to.equal(CLOSE_CODES.tooMany);
    expect(sockets.filter(({ readyState }) => readyState === WebSocket.OPEN)).to.have.length(MOST_SOCKETS);
    const [first] = sockets;
    if (first === undefined) throw new Error('no socket');
    const closed = closing(first);
    first.close();
    await closed;
    expect((await seated()).readyState).to.equal(WebSocket.OPEN);
  });

  it('act only once they have joined: a message before it is no frame of the protocol', async () => {
    const [early, joined] = [await seated(), await seated()];
    const closed = closing(early);
    early.send(LEAVE);
    expect(await closed).to.equal(CLOSE_CODES.badFrame);
    const shown = once(joined, 'message');
    joined.send(JOIN_ROOM);
    await shown;
    expect((await player.snapshot(room)).status).to.equal('waiting');
  });
});

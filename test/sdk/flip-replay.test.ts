import { verify } from '@freeplay/shared/receipt';
import { expect } from 'chai';
import { type LiveServer, liveServer } from './server.ts';

const HINT = 64;

describe('SDK: the replay of Flip Match', () => {
  let server: LiveServer;

  before(async () => {
    server = await liveServer();
  });
  after(() => server.stop());

  it('comes through whole after the end, what chance has chosen included, and verifies with its receipt', async () => {
    const client = server.client();
    await client.session();
    const match = await client.flip.solo({ difficulty: 'EASY' });
    await match.move(HINT);
    await match.move(0);
    await match.leave();
    const [replay, receipt] = [await client.replay(match.id), await client.receipt(match.id)];
    match.close();
    expect(replay.events.find(({ action }) => action === HINT)?.choice).to.be.a('number');
    expect(verify(receipt, replay, null)).to.deep.equal({ ok: true, key: 'unknown' });
  });
});

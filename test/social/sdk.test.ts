import type { Clock, Inbox, Notice, PartyLine } from '@freeplay/client-sdk';
import { expect } from 'chai';
import { hastyClock } from '../sdk/play.ts';
import { type LiveServer, liveServer } from '../sdk/server.ts';
import { FaultProxy } from '../support/fault-proxy.ts';

/** What an inbox has told, and a way to wait for it. */
class Listener {
  readonly notices: Notice[] = [];
  readonly lines: PartyLine[] = [];
  readonly #inbox: Inbox;
  #wake: (() => void)[] = [];

  constructor(inbox: Inbox) {
    this.#inbox = inbox;
    const changed = () => {
      for (const wake of this.#wake.splice(0)) wake();
    };
    inbox.on('notified', (notice) => {
      this.notices.push(notice);
      changed();
    });
    inbox.on('said', (line) => {
      this.lines.push(line);
      changed();
    });
    inbox.on('change', changed);
  }

  async until(holds: (inbox: Inbox) => boolean): Promise<void> {
    while (!holds(this.#inbox)) await new Promise<void>((resolve) => this.#wake.push(resolve));
  }
}

describe('SDK: people of Flip Match', () => {
  let server: LiveServer;

  before(async () => {
    server = await liveServer();
  });
  after(() => server.stop());

  const person = async (options: Parameters<LiveServer['client']>[0] = {}) => {
    const client = server.client(options);
    const { name, player } = await client.session();
    return { client, flip: client.flip, name, player };
  };
  const friends = async () => {
    const [ann, bob] = [await person(), await person()];
    await ann.flip.befriend(bob.name, 'request');
    const { friends: listed } = await bob.flip.befriend(ann.name, 'accept');
    expect(listed.map(({ name }) => name)).to.deep.equal([ann.name]);
    return { ann, bob };
  };

  it('become friends, meet in a party, talk, and start a team match', async () => {
    const { ann, bob } = await friends();
    const { id } = await ann.flip.openParty();
    await ann.flip.actInParty(id, { kind: 'invite', name: bob.name });
    const party = await bob.flip.actInParty(id, { kind: 'accept' });
    expect(party.members.map(({ name }) => name)).to.deep.equal([ann.name, bob.name]);
    await bob.flip.actInParty(id, { kind: 'say', text: 'ready' });
    expect((await ann.flip.party()).said.map(({ text }) => text)).to.deep.equal(['ready']);
    const match = await ann.flip.team({ difficulty: 'EASY' });
    const { items } = await bob.flip.notices();
    expect(items.map(({ kind }) => kind)).to.deep.equal(['friend-request', 'party-invite', 'team-started']);
    expect((await bob.flip.acknowledge(3)).unread).to.equal(0);
    expect((await bob.flip.party()).match).to.equal(match.id);
    expect((await bob.flip.command('status')).text).to.contain('Team Snap (2 players)');
    match.close();
  });

  it('are refused with the code of the contract', async () => {
    const ann = await person();
    for (const [call, code] of [
      [() => ann.flip.befriend(ann.name, 'request'), 'self-challenge'],
      [() => ann.flip.party(), 'not-found'],
      [() => ann.flip.joinParty('nothing'), 'not-found'],
      [() => ann.flip.team(), 'wrong-status'],
    ] as const) {
      const caught: unknown = await call().catch((error: unknown) => error);
      expect(caught).to.include({ code });
    }
  });

  it('follow their inbox live: notifications once each, friends, party and talk', async () => {
    const { ann, bob } = await friends();
    const inbox = bob.flip.inbox();
    const heard = new Listener(inbox);
    await heard.until(({ live }) => live !== null);
    expect(inbox.unread).to.equal(1);
    const { id } = await ann.flip.openParty();
    await ann.flip.actInParty(id, { kind: 'invite', name: bob.name });
    await heard.until(({ unread }) => unread === 2);
    expect(heard.notices.map(({ id, kind }) => ({ id, kind }))).to.deep.equal([{ id: 2, kind: 'party-invite' }]);
    await bob.flip.actInParty(id, { kind: 'accept' });
    await heard.until(({ live }) => live?.party === id && live.members.length === 2);
    await ann.flip.actInParty(id, { kind: 'say', text: 'hello' });
    await heard.until(() => heard.lines.length === 1);
    expect(heard.lines[0]).to.deep.include({ player: ann.player, text: 'hello' });
    inbox.close();
  });

  it('miss nothing that comes between the reading of the inbox and its socket', async () => {
    const others = [await person(), await person()];
    let name = '';
    const late = await person({
      async fetch(url, init) {
        const asker = url.endsWith('/inbox/seat') ? others.shift() : undefined;
        await asker?.flip.befriend(name, 'request');
        return globalThis.fetch(url, init);
      },
    });
    name = late.name;
    const inbox = late.flip.inbox();
    const heard = new Listener(inbox);
    await heard.until(() => heard.notices.length === 1);
    expect(heard.notices.map(({ id, kind }) => ({ id, kind }))).to.deep.equal([{ id: 1, kind: 'friend-request' }]);
    inbox.close();
  });

  for (const how of ['by itself', 'at once when its page is shown again'] as const) {
    it(`replace a socket of their inbox through which nothing comes any more, ${how}`, async () => {
      const proxy = await FaultProxy.open(Number(new URL(server.url).port));
      // Silence alone is noticed only after hours where the page is to tell.
      const hasty = hastyClock(10);
      const patient: Clock['after'] = (ms, fn) => hasty.after(ms === 15_000 ? 36_000_000 : ms, fn);
      const clock = how === 'by itself' ? hasty : { ...hasty, after: patient };
      const [ann, bob] = [await person({ url: proxy.url, clock }), await person()];
      const inbox = ann.flip.inbox();
      const heard = new Listener(inbox);
      await heard.until(({ live }) => live !== null);
      proxy.stallSockets();
      await bob.flip.befriend(ann.name, 'request');
      if (how !== 'by itself') ann.client.wake();
      await heard.until(({ live }) => live?.requests === 1 && heard.notices.length === 1);
      inbox.close();
      await proxy.close();
    });
  }

  it('are told after a restart of the server what came before the next socket, once', async () => {
    const [ann, bob, cid] = [await person(), await person(), await person()];
    const inbox = ann.flip.inbox();
    const heard = new Listener(inbox);
    await heard.until(({ live }) => live !== null);
    await bob.flip.befriend(ann.name, 'request');
    await heard.until(() => heard.notices.length === 1);
    await server.restart();
    await cid.flip.befriend(ann.name, 'request');
    await heard.until(({ live }) => live?.requests === 2 && heard.notices.length === 2);
    expect(heard.notices.map(({ id }) => id)).to.deep.equal([1, 2]);
    inbox.close();
  });
});

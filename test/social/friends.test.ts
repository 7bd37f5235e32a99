import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FRIEND_BOUNDS, FriendList } from '@freeplay/shared/protocol/http';
import { expect } from 'chai';
import { memoryLimits } from '../../server/limits/memory.ts';
import { PresenceBook } from '../../server/presence/presence.ts';
import { Friends } from '../../server/social/friends.ts';
import { errorOf } from '../http/server.ts';
import { ManualClock } from '../support/clock.ts';
import { openAt, playerRecord, temporaryFolder } from '../support/store.ts';
import { accepted, type Somebody, Town } from './guests.ts';

describe('Friends', () => {
  let town: Town;

  before(async () => {
    town = await Town.open();
  });
  after(() => town.server.stop());

  const names = (list: readonly { readonly name: string }[]) => list.map(({ name }) => name);
  const refused = async (call: ReturnType<Somebody['befriend']>) => errorOf(await call);

  it('are asked by name in any case, told so, and accept', async () => {
    const [ann, bob] = await town.people(2);
    const asked = FriendList.parse(accepted(await ann.befriend('request', bob.name.toUpperCase())));
    expect(asked.outgoing).to.deep.equal([{ player: bob.player, name: bob.name }]);
    expect((await bob.friends()).incoming).to.deep.equal([{ player: ann.player, name: ann.name }]);
    const { unread, items } = await bob.notices();
    expect(unread).to.equal(1);
    expect(items).to.deep.equal([
      {
        id: 1,
        kind: 'friend-request',
        at: town.server.clock.now(),
        text: `${ann.name} would like to be your friend.`,
        data: { player: ann.player, name: ann.name },
      },
    ]);
    const lists = FriendList.parse(accepted(await bob.befriend('accept', ann)));
    expect(lists.friends).to.deep.equal([{ player: ann.player, name: ann.name, online: true, inMatch: false }]);
  });

  it('who are asked twice are told once, and an acceptance from two tabs is one', async () => {
    const [ann, bob] = await town.people(2);
    await Promise.all([ann.befriend('request', bob), ann.befriend('request', bob), ann.befriend('request', bob)]);
    expect((await bob.notices()).items).to.have.length(1);
    const tabs = await Promise.all([bob.befriend('accept', ann), bob.befriend('accept', ann)]);
    for (const tab of tabs) expect(names(FriendList.parse(accepted(tab)).friends)).to.deep.equal([ann.name]);
  });

  it('are shown online for 30 s after their last request, and in a match while one is active', async () => {
    const [ann, bob] = await town.friends();
    const shown = async () => (await ann.friends()).friends.map(({ online, inMatch }) => ({ online, inMatch }));
    expect(await shown()).to.deep.equal([{ online: true, inMatch: false }]);
    const { snapshot } = await town.server.playing('five', bob.guest, (await town.somebody()).guest);
    expect(await shown()).to.deep.equal([{ online: true, inMatch: true }]);
    await town.server.act(bob.guest, snapshot.id, { kind: 'leave' });
    await town.server.clock.advance(30_000);
    expect(await shown()).to.deep.equal([{ online: false, inMatch: false }]);
  });

  it('cannot be oneself, nobody, or who has not asked', async () => {
    const [ann, bob] = await town.people(2);
    expect(await refused(ann.befriend('request', ann))).to.equal('self-challenge');
    expect(await refused(ann.befriend('request', 'nobody-of-that-name'))).to.equal('not-found');
    expect(await refused(ann.befriend('accept', bob))).to.equal('not-found');
    expect((await ann.call('changeFriends', { kind: 'marry', name: bob.name })).status).to.equal(400);
  });

  it('are declined, taken back and removed without a fuss, also twice', async () => {
    const [ann, bob] = await town.people(2);
    accepted(await ann.befriend('request', bob));
    for (const _tab of [1, 2]) accepted(await bob.befriend('decline', ann));
    expect((await ann.friends()).outgoing).to.deep.equal([]);
    const [cid, dee] = await town.friends();
    for (const _tab of [1, 2]) accepted(await dee.befriend('remove', cid));
    expect((await cid.friends()).friends).to.deep.equal([]);
  });

  it('lose to the block list: who is blocked is no friend, cannot ask, and is not asked', async () => {
    const [ann, bob] = await town.friends();
    const lists = FriendList.parse(accepted(await ann.befriend('block', bob)));
    expect([names(lists.friends), names(lists.blocked)]).to.deep.equal([[], [bob.name]]);
    expect(names((await bob.friends()).friends)).to.deep.equal([]);
    expect(names((await bob.friends()).blocked)).to.deep.equal([]);
    expect(await refused(bob.befriend('request', ann))).to.equal('blocked');
    expect(await refused(ann.befriend('request', bob))).to.equal('blocked');
    expect((await ann.notices()).items).to.have.length(0);
    accepted(await ann.befriend('unblock', bob));
    accepted(await bob.befriend('request', ann));
  });

  it('have at most 50 requests open', async () => {
    const ann = await town.somebody();
    const others = await town.people(51);
    const statuses = [];
    for (const other of others) statuses.push((await ann.befriend('request', other)).status);
    expect(statuses).to.deep.equal([...Array.from({ length: 50 }, () => 200), 409]);
    expect(await refused(ann.befriend('request', others[50] ?? ann))).to.equal('too-many-pending');
  });

  it('are asked by at most 50 who wait for their answer; the next is told to come later', async () => {
    const ann = await town.somebody();
    const others = await town.people(51);
    const replies = [];
    for (const other of others) replies.push(await other.befriend('request', ann));
    const last = replies.pop();
    for (const reply of replies) accepted(reply);
    expect(last && [last.status, errorOf(last)]).to.deep.equal([409, 'too-many-pending']);
    expect(last?.text).to.contain(`${ann.name} has 50 requests to answer`);
    accepted(await ann.befriend('decline', others[0] ?? ann));
    accepted(await (others[50] ?? ann).befriend('request', ann));
  });

  it('become such once when 20 requests cross', async () => {
    const [ann, bob] = await town.people(2);
    const asked = Array.from({ length: 20 }, (_, i) =>
      i % 2 === 0 ? ann.befriend('request', bob) : bob.befriend('request', ann),
    );
    for (const reply of await Promise.all(asked)) accepted(reply);
    expect(names((await ann.friends()).friends)).to.deep.equal([bob.name]);
    expect((await ann.notices()).items.length + (await bob.notices()).items.length).to.equal(1);
  });
});

describe('The number of friends of a player', () => {
  it('is at most 200, and that of open requests 50 each way: the operators are told so', () => {
    expect(FRIEND_BOUNDS).to.deep.equal({ friends: 200, requests: 50 });
    const text = readFileSync(join(import.meta.dirname, '../../docs/operating.md'), 'utf8').replaceAll('\n', ' ');
    expect(text).to.contain('at most 200 friends and 50 open friend requests each way');
  });

  it('stops requests and acceptances on either side, with a sentence that says whose it is', async () => {
    const { folder, remove } = temporaryFolder();
    const store = await openAt(folder);
    const clock = new ManualClock();
    const unlimited = { max: 0, window: 1 };
    const kinds = { action: unlimited, room: unlimited, session: unlimited, read: unlimited };
    const notices = { notify: async () => {}, wake: () => {} };
    const friends = new Friends({
      ...{
        store: store.social,
        presence: new PresenceBook(clock, () => {}),
        limits: memoryLimits(kinds, clock),
        notices,
        clock,
      },
      bounds: { friends: 1, requests: 9 },
    });
    for (const name of ['ann', 'bob', 'cid']) await store.players.create(`token of ${name}`, playerRecord(name));
    const say = async (player: string, kind: 'request' | 'accept' | 'remove', name: string) => {
      const done = await friends.act(player, name, kind);
      return done.ok ? 'done' : `${done.code}: ${done.message}`;
    };
    try {
      await say('cid', 'request', 'ann');
      expect(await say('ann', 'request', 'bob')).to.equal('done');
      expect(await say('bob', 'accept', 'ann')).to.equal('done');
      const own = 'too-many-pending: You have 1 friends, the most there can be: remove one first.';
      expect(await say('ann', 'accept', 'cid')).to.equal(own);
      expect(await say('ann', 'request', 'cid')).to.equal(own);
      const theirs = 'too-many-pending: bob has 1 friends, the most there can be.';
      expect(await say('cid', 'request', 'bob')).to.equal(theirs);
      expect(await say('ann', 'remove', 'bob')).to.equal('done');
      expect(await say('ann', 'accept', 'cid')).to.equal('done');
    } finally {
      await store.close();
      remove();
    }
  });
});

describe('Requests for friends', () => {
  it('are counted as actions', async () => {
    const town = await Town.open({ ACTIONS_PER_MINUTE: '2' });
    const [ann, bob] = await town.people(2);
    for (const _try of [1, 2]) accepted(await ann.befriend('request', bob));
    const third = await ann.befriend('request', bob);
    expect([third.status, errorOf(third), third.headers.get('retry-after')]).to.deep.equal([429, 'rate-limited', '60']);
    await town.server.stop();
  });
});

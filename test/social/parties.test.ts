import { expect } from 'chai';
import { errorOf } from '../http/server.ts';
import { accepted, type PartyAnswer, partyIn, Town } from './guests.ts';

describe('A party', () => {
  let town: Town;

  before(async () => {
    town = await Town.open();
  });
  after(() => town.server.stop());

  const names = ({ members }: PartyAnswer) => members.map(({ name }) => name);

  it('is opened by a player, who leads it; a second request returns it', async () => {
    const ann = await town.somebody();
    const opened = await ann.call('openParty', {});
    expect(opened.status).to.equal(201);
    const party = partyIn(opened);
    expect(party).to.deep.include({ leader: ann.player, said: [] });
    expect(party.members).to.deep.equal([{ player: ann.player, name: ann.name, online: true }]);
    const again = await ann.call('openParty', {});
    expect([again.status, partyIn(again).id]).to.deep.equal([200, party.id]);
    expect((await ann.party()).id).to.equal(party.id);
  });

  it('is nothing to who is in none', async () => {
    const [ann, bob] = await town.people(2);
    const { id } = await ann.openParty();
    expect(errorOf(await bob.call('readParty'))).to.equal('not-found');
    for (const action of [
      { kind: 'accept' },
      { kind: 'leave' },
      { kind: 'invite', name: bob.name },
      { kind: 'say', text: 'hello' },
      { kind: 'kick', player: ann.player },
      { kind: 'promote', player: bob.player },
    ]) {
      expect(errorOf(await bob.act(id, action)), action.kind).to.equal('not-found');
    }
    expect(errorOf(await bob.join('a-guess'))).to.equal('not-found');
    expect(errorOf(await bob.join(id))).to.equal('not-found');
  });

  it('has an unguessable code: 131 bits that are not its id', async () => {
    const ann = await town.somebody();
    const { id, code } = await ann.openParty();
    expect(code).to.match(/^[0-9A-Za-z]{22}$/);
    expect(code).to.not.equal(id);
  });

  it('is joined by its code, in the order of coming; a second time changes nothing', async () => {
    const [ann, bob, cid] = await town.people(3);
    const { code } = await ann.openParty();
    accepted(await cid.join(code));
    const twice = await Promise.all([bob.join(code), bob.join(code)]);
    for (const reply of twice) expect(names(partyIn(reply))).to.deep.equal([ann.name, cid.name, bob.name]);
    expect((await ann.party()).leader).to.equal(ann.player);
  });

  it('takes no fifth member: 409', async () => {
    const { party } = await town.party(4);
    const fifth = await town.somebody();
    const refused = await fifth.join(party.code);
    expect([refused.status, errorOf(refused)]).to.deep.equal([409, 'room-full']);
  });

  it('takes three of 20 who come at one moment, and tells the others that it is full', async () => {
    const ann = await town.somebody();
    const { code } = await ann.openParty();
    const replies = await Promise.all((await town.people(20)).map((other) => other.join(code)));
    const statuses = replies.map(({ status }) => status).sort();
    expect(statuses).to.deep.equal([200, 200, 200, ...Array.from({ length: 17 }, () => 409)]);
    expect((await ann.party()).members).to.have.length(4);
  });

  it('is the only one of its members: another is refused until they leave', async () => {
    const [ann, bob] = await town.people(2);
    const { id } = await ann.openParty();
    const { code } = await bob.openParty();
    expect(errorOf(await ann.join(code))).to.equal('duplicate');
    accepted(await ann.act(id, { kind: 'leave' }));
    accepted(await ann.join(code));
  });

  it('invites a friend, who is told once and comes in once, also from two tabs', async () => {
    const [ann, bob] = await town.friends();
    const { id } = await ann.openParty();
    for (const _try of [1, 2]) accepted(await ann.act(id, { kind: 'invite', name: bob.name }));
    const invitations = (await bob.notices()).items.filter(({ kind }) => kind === 'party-invite');
    expect(invitations.map(({ text, data }) => ({ text, data }))).to.deep.equal([
      { text: `${ann.name} invites you to a party.`, data: { party: id, player: ann.player, name: ann.name } },
    ]);
    const tabs = await Promise.all([bob.act(id, { kind: 'accept' }), bob.act(id, { kind: 'accept' })]);
    for (const tab of tabs) expect(names(partyIn(tab))).to.deep.equal([ann.name, bob.name]);
    accepted(await bob.act(id, { kind: 'leave' }));
    expect(errorOf(await bob.act(id, { kind: 'accept' }))).to.equal('not-found');
  });

  it('invites nobody who is no friend, blocks or is blocked, or is not there', async () => {
    const [ann, bob] = await town.friends();
    const stranger = await town.somebody();
    const { id } = await ann.openParty();
    expect(errorOf(await ann.act(id, { kind: 'invite', name: stranger.name }))).to.equal('forbidden');
    expect(errorOf(await ann.act(id, { kind: 'invite', name: 'nobody-of-that-name' }))).to.equal('not-found');
    accepted(await bob.befriend('block', ann));
    expect(errorOf(await ann.act(id, { kind: 'invite', name: bob.name }))).to.equal('blocked');
  });

  it('is led by the longest-standing member once its leader leaves', async () => {
    const { members, party } = await town.party(3);
    const [ann, bob, cid] = members;
    if (ann === undefined || bob === undefined || cid === undefined) throw new Error('three');
    accepted(await ann.act(party.id, { kind: 'promote', player: cid.player }));
    expect((await bob.party()).leader).to.equal(cid.player);
    const left = partyIn(await cid.act(party.id, { kind: 'leave' }));
    expect([left.leader, names(left)]).to.deep.equal([ann.player, [ann.name, bob.name]]);
    accepted(await ann.act(party.id, { kind: 'leave' }));
    const last = partyIn(await bob.act(party.id, { kind: 'leave' }));
    expect([last.leader, last.members]).to.deep.equal([null, []]);
    expect(errorOf(await ann.join(party.code))).to.equal('not-found');
  });

  it('lets its leader alone kick and promote', async () => {
    const { members, party } = await town.party(3);
    const [ann, bob, cid] = members;
    if (ann === undefined || bob === undefined || cid === undefined) throw new Error('three');
    for (const kind of ['kick', 'promote']) {
      expect(errorOf(await bob.act(party.id, { kind, player: cid.player }))).to.equal('forbidden');
      expect(errorOf(await ann.act(party.id, { kind, player: ann.player }))).to.equal('forbidden');
    }
    const after = partyIn(await ann.act(party.id, { kind: 'kick', player: bob.player }));
    expect(names(after)).to.deep.equal([ann.name, cid.name]);
    expect(errorOf(await bob.join(party.code))).to.equal('not-found');
    expect(errorOf(await ann.act(party.id, { kind: 'kick', player: bob.player }))).to.equal('not-found');
    accepted(await bob.join(after.code));
  });

  it('hears what its members say: up to 200 characters of one line', async () => {
    const { members, party } = await town.party(2);
    const [ann, bob] = members;
    if (ann === undefined || bob === undefined) throw new Error('two');
    const at = town.server.clock.now();
    accepted(await ann.act(party.id, { kind: 'say', text: 'A1 is a 🦁!' }));
    accepted(await bob.act(party.id, { kind: 'say', text: 'x'.repeat(200) }));
    expect((await bob.party()).said).to.deep.equal([
      { player: ann.player, name: ann.name, text: 'A1 is a 🦁!', at },
      { player: bob.player, name: bob.name, text: 'x'.repeat(200), at },
    ]);
    for (const text of ['', '   ', 'x'.repeat(201), 'two\nlines', 'turned \u202earound', 'a\u0000b']) {
      expect((await ann.act(party.id, { kind: 'say', text })).status, JSON.stringify(text)).to.equal(400);
    }
  });
});

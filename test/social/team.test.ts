import type { Envelope } from '@freeplay/shared/engine';
import { NO_PARTY } from '@freeplay/shared/games/flip/console';
import { expect } from 'chai';
import { errorOf, type Reply, snapshotIn } from '../http/server.ts';
import { accepted, partyIn, type Somebody, Town } from './guests.ts';

describe('A team match of a party', () => {
  let town: Town;

  before(async () => {
    town = await Town.open();
  });
  after(() => town.server.stop());

  const start = (by: Somebody, over: object = {}) => by.call('enterRoom', { game: 'team-snap', ...over });
  const started = (reply: Reply): Envelope => {
    expect(reply.status, reply.text).to.equal(201);
    return snapshotIn(reply);
  };
  const three = async () => {
    const { members, party } = await town.party(3);
    const [ann, bob, cid] = members;
    if (ann === undefined || bob === undefined || cid === undefined) throw new Error('three');
    return { ann, bob, cid, party };
  };

  it('seats its members in the order in which they joined, and tells the others', async () => {
    const { ann, bob, cid, party } = await three();
    const match = started(await start(ann, { difficulty: 'EASY', theme: 'animals' }));
    expect(match).to.deep.include({ game: 'team-snap', mode: 'TEAM_SNAP', status: 'playing', turn: 0 });
    expect(match.players).to.deep.equal([ann.player, bob.player, cid.player]);
    expect(match.state).to.deep.include({ size: 8, party: party.id, difficulty: 'EASY', theme: 'animals' });
    for (const member of [bob, cid]) {
      const { items } = await member.notices();
      expect(items.map(({ kind, text, data }) => ({ kind, text, data }))).to.deep.equal([
        { kind: 'team-started', text: `${ann.name} has started Team Snap.`, data: { party: party.id, room: match.id } },
      ]);
      expect((await member.party()).match).to.equal(match.id);
    }
    expect((await ann.notices()).items).to.deep.equal([]);
  });

  it('needs a party of 2 to 4', async () => {
    const ann = await town.somebody();
    for (const prepare of [async () => {}, () => ann.openParty()]) {
      await prepare();
      const refused = await start(ann);
      expect([refused.status, errorOf(refused)]).to.deep.equal([409, 'wrong-status']);
      expect(refused.body).to.deep.include({ message: NO_PARTY });
    }
    expect(NO_PARTY).to.equal('You need to be in a party with 2-4 players to start Team Snap.');
  });

  it('is started by the leader alone', async () => {
    const { bob } = await three();
    expect(errorOf(await start(bob))).to.equal('forbidden');
  });

  it('needs every member online, and names who is not', async () => {
    const { ann, bob, cid } = await three();
    await town.server.clock.advance(30_000);
    for (const there of [ann, cid]) await there.friends();
    const refused = await start(ann);
    expect([refused.status, errorOf(refused)]).to.deep.equal([409, 'wrong-status']);
    expect(refused.text).to.contain(bob.name).and.not.to.contain(cid.name);
    await bob.friends();
    started(await start(ann));
  });

  it('is not started while a member is in another one: 409 names them', async () => {
    const { ann, bob } = await three();
    const rival = await town.somebody();
    const made = await bob.call('openChallenge', { mode: 'DUEL', opponent: rival.name });
    const { id } = accepted(made) as { id: string };
    accepted(await rival.call('actOnChallenge', { kind: 'accept' }, id));
    const refused = await start(ann);
    expect([refused.status, errorOf(refused)]).to.deep.equal([409, 'in-active-match']);
    expect(refused.text).to.contain(bob.name);
  });

  it('is started once by a leader with two tabs', async () => {
    const { ann, bob } = await three();
    const tabs = await Promise.all([start(ann), start(ann)]);
    expect(tabs.map(({ status }) => status).sort()).to.deep.equal([201, 409]);
    expect((await bob.notices()).items).to.have.length(1);
  });

  it('cannot be joined while it runs: who joins the party waits for the next', async () => {
    const { ann, party } = await three();
    const { id } = started(await start(ann));
    const late = await town.somebody();
    expect(partyIn(await late.join(party.code)).match).to.equal(id);
    expect((await late.call('readRoom', undefined, id)).status).to.equal(404);
    expect((await late.call('actInRoom', { kind: 'leave' }, id)).status).to.equal(404);
    expect((await late.call('enterRoom', { mode: 'join', room: id })).status).to.equal(404);
    expect((await town.server.snapshot(ann.guest, id)).players).to.not.include(late.player);
  });

  it('goes on without who leaves the party or is kicked: their turns are skipped, and leadership passes', async () => {
    const { ann, bob, cid, party } = await three();
    const { id } = started(await start(ann));
    const left = async () => (await town.server.snapshot(bob.guest, id)).state;
    accepted(await ann.act(party.id, { kind: 'leave' }));
    expect(await left()).to.deep.include({ left: [true, false, false] });
    expect(await bob.party()).to.deep.include({ leader: bob.player, match: id });
    expect((await town.server.snapshot(bob.guest, id)).turn).to.equal(1);
    accepted(await bob.act(party.id, { kind: 'kick', player: cid.player }));
    expect(await left()).to.deep.include({ left: [true, false, true] });
    accepted(await bob.act(party.id, { kind: 'leave' }));
    const over = await town.server.snapshot(bob.guest, id);
    expect([over.status, over.reason]).to.deep.equal(['void', 'abandoned']);
  });

  it('is shown with its party only while it runs', async () => {
    const { ann, bob, cid } = await three();
    const { id } = started(await start(ann));
    for (const member of [ann, bob, cid]) accepted(await member.call('actInRoom', { kind: 'leave' }, id));
    expect(await ann.party()).to.not.have.property('match');
    started(await start(ann));
  });
});

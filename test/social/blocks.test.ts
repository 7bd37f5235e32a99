import { Client, type Room } from '@colyseus/sdk';
import { Party, SeatReservation } from '@freeplay/shared/protocol/http';
import { expect } from 'chai';
import { errorOf, ORIGIN, type Reply } from '../http/server.ts';
import { accepted, type PartyAnswer, partyIn, type Somebody, Town } from './guests.ts';

/** What one player does that the other would notice; `prepare` comes before the block. */
interface Approach {
  prepare?(one: Somebody, other: Somebody): Promise<PartyAnswer>;
  attempt(one: Somebody, other: Somebody, party: PartyAnswer | undefined): Promise<Reply>;
}

describe('A block between two players', () => {
  let town: Town;

  before(async () => {
    town = await Town.open();
  });
  after(() => town.server.stop());

  const befriend = async (one: Somebody, other: Somebody) => {
    accepted(await one.befriend('request', other));
    accepted(await other.befriend('accept', one));
  };
  /** A party of somebody else that one of the two is in, led by a friend of the other. */
  const partyBetween = async (inside: Somebody, outside: Somebody) => {
    const leader = await town.somebody();
    await befriend(leader, outside);
    const party = await leader.openParty();
    accepted(await inside.join(party.code));
    return { leader, party };
  };

  const APPROACHES: Readonly<Record<string, Approach>> = {
    'a challenge': {
      attempt: (one, other) => one.call('openChallenge', { mode: 'DUEL', opponent: other.name }),
    },
    'a friend request': {
      attempt: (one, other) => one.befriend('request', other),
    },
    'an invitation to a party': {
      prepare: (one) => one.openParty(),
      attempt: (one, other, party) => one.act(party?.id ?? '', { kind: 'invite', name: other.name }),
    },
    "joining the other's party by its code": {
      prepare: (_one, other) => other.openParty(),
      attempt: (one, _other, party) => one.join(party?.code ?? ''),
    },
    "joining a third's party, where the other is, by its code": {
      prepare: async (one, other) => (await partyBetween(other, one)).party,
      attempt: (one, _other, party) => one.join(party?.code ?? ''),
    },
    "joining a third's party, where the other is, by an invitation of before": {
      async prepare(one, other) {
        const { leader, party } = await partyBetween(other, one);
        return partyIn(await leader.act(party.id, { kind: 'invite', name: one.name }));
      },
      attempt: (one, _other, party) => one.act(party?.id ?? '', { kind: 'accept' }),
    },
  };

  for (const [what, { prepare, attempt }] of Object.entries(APPROACHES)) {
    for (const by of ['who blocks', 'who is blocked'] as const) {
      it(`stops ${what} by ${by}: 409 blocked, until it is lifted`, async () => {
        const [one, other] = await town.people(2);
        const party = await prepare?.(one, other);
        const [blocker, blocked] = by === 'who blocks' ? [one, other] : [other, one];
        accepted(await blocker.befriend('block', blocked));
        const refused = await attempt(one, other, party);
        expect([refused.status, errorOf(refused)], refused.text).to.deep.equal([409, 'blocked']);
        expect((await other.notices()).items).to.deep.equal([]);
        accepted(await blocker.befriend('unblock', blocked));
        if (what === 'an invitation to a party') await befriend(one, other);
        accepted(await attempt(one, other, party));
      });
    }
  }

  it('stops also the invitation by a third to a party where one of the two is', async () => {
    for (const blocks of [true, false]) {
      const [inside, outside] = await town.people(2);
      const { leader, party } = await partyBetween(inside, outside);
      accepted(await (blocks ? inside.befriend('block', outside) : outside.befriend('block', inside)));
      const refused = await leader.act(party.id, { kind: 'invite', name: outside.name });
      expect([refused.status, errorOf(refused)]).to.deep.equal([409, 'blocked']);
      expect(refused.text).to.not.contain(inside.name);
      expect((await outside.notices()).items.filter(({ kind }) => kind === 'party-invite')).to.deep.equal([]);
    }
  });

  describe('who are in one party', () => {
    const three = async () => {
      const { members, party } = await town.party(3);
      const [ann, bob, cid] = members;
      if (ann === undefined || bob === undefined || cid === undefined) throw new Error('three');
      return { ann, bob, cid, party };
    };
    const saidTo = async (reader: Somebody) => (await reader.party()).said.map(({ text }) => text);

    it('leaves both in it and in its match, but neither reads what the other says, of before too, until it is lifted', async () => {
      const { ann, bob, cid, party } = await three();
      const { room } = await ann.type('start team snap');
      accepted(await ann.act(party.id, { kind: 'say', text: 'one of ann' }));
      accepted(await bob.befriend('block', ann));
      accepted(await bob.act(party.id, { kind: 'say', text: 'two of bob' }));
      accepted(await cid.act(party.id, { kind: 'say', text: 'three of cid' }));
      const own = Party.parse(accepted(await ann.act(party.id, { kind: 'say', text: 'four of ann' })));
      expect(own.said.map(({ text }) => text)).to.deep.equal(['one of ann', 'three of cid', 'four of ann']);
      expect(own.members.map(({ name }) => name)).to.deep.equal([ann.name, bob.name, cid.name]);
      expect(await saidTo(bob)).to.deep.equal(['two of bob', 'three of cid']);
      expect(await saidTo(cid)).to.deep.equal(['one of ann', 'two of bob', 'three of cid', 'four of ann']);
      expect(await bob.says('status'))
        .to.contain('three of cid')
        .and.not.contain('of ann');
      expect(await bob.says('say five of bob'))
        .to.contain('five of bob')
        .and.not.contain('of ann');
      expect((await town.server.snapshot(bob.guest, room ?? '')).state).to.deep.include({
        left: [false, false, false],
      });
      accepted(await bob.befriend('unblock', ann));
      expect(await saidTo(bob)).to.have.length(5);
    });

    it('keeps what one says from the inbox and the live match of the other alone', async () => {
      const { ann, bob, cid, party } = await three();
      const { room } = await ann.type('start team snap');
      const ears = await Promise.all(
        [ann, bob, cid].flatMap((one) => [Ears.open(town, one), Ears.open(town, one, room)]),
      );
      accepted(await bob.befriend('block', ann));
      for (const [by, text] of [
        [ann, 'of ann'],
        [bob, 'of bob'],
        [cid, 'of cid'],
      ] as const) {
        accepted(await by.act(party.id, { kind: 'say', text }));
      }
      const [ofAnn, ofBob, ofCid] = [ears.slice(0, 2), ears.slice(2, 4), ears.slice(4)];
      for (const ear of ofAnn) expect(await ear.until('of cid')).to.deep.equal(['of ann', 'of cid']);
      for (const ear of ofBob) expect(await ear.until('of cid')).to.deep.equal(['of bob', 'of cid']);
      for (const ear of ofCid) expect(await ear.until('of cid')).to.deep.equal(['of ann', 'of bob', 'of cid']);
      for (const ear of ears) await ear.close();
    });

    it('keeps the talk from whoever was kicked or has left, though their socket stays in the match', async () => {
      const { ann, bob, cid, party } = await three();
      const { room } = await ann.type('start team snap');
      const [ofAnn, ofBob, ofCid] = await Promise.all([ann, bob, cid].map((one) => Ears.open(town, one, room)));
      if (ofAnn === undefined || ofBob === undefined || ofCid === undefined) throw new Error('three');
      accepted(await ann.act(party.id, { kind: 'say', text: 'to three' }));
      accepted(await ann.act(party.id, { kind: 'kick', player: bob.player }));
      accepted(await ann.befriend('block', bob));
      accepted(await ann.act(party.id, { kind: 'say', text: 'to two' }));
      accepted(await cid.act(party.id, { kind: 'leave' }));
      accepted(await ann.act(party.id, { kind: 'say', text: 'to nobody' }));
      expect(await ofAnn.until('to nobody')).to.deep.equal(['to three', 'to two', 'to nobody']);
      expect(await ofBob.all()).to.deep.equal(['to three']);
      expect(await ofCid.all()).to.deep.equal(['to three', 'to two']);
      for (const ear of [ofAnn, ofBob, ofCid]) await ear.close();
    });

    it('lets the leader kick, and whoever has left come back only once the other is gone', async () => {
      const { ann, bob, cid, party } = await three();
      accepted(await bob.befriend('block', ann));
      const { code } = partyIn(await ann.act(party.id, { kind: 'kick', player: bob.player }));
      expect(errorOf(await bob.join(code))).to.equal('blocked');
      accepted(await ann.act(party.id, { kind: 'leave' }));
      accepted(await bob.join(code));
      expect(errorOf(await ann.join(code))).to.equal('blocked');
      expect((await cid.party()).members.map(({ name }) => name)).to.deep.equal([cid.name, bob.name]);
    });
  });
});

/** A socket of a player in their inbox or in a live match, and the lines that it hears. */
class Ears {
  readonly #room: Room;
  readonly #heard: string[] = [];
  #wake: (() => void)[] = [];
  #answered = false;

  private constructor(room: Room) {
    this.#room = room;
    room.reconnection.enabled = false;
    room.onMessage('*', (type, message: { readonly text?: string }) => {
      if (type === 'said') this.#heard.push(message.text ?? '');
      if (type === 'rejected') this.#answered = true;
      for (const wake of this.#wake.splice(0)) wake();
    });
  }

  static async open(town: Town, of: Somebody, match?: string): Promise<Ears> {
    const taken = match === undefined ? of.call('takeInboxSeat', {}) : of.call('takeSeat', {}, match);
    const seat = SeatReservation.parse(accepted(await taken));
    const client = new Client(town.server.url, { headers: { origin: ORIGIN } });
    return new Ears(await client.consumeSeatReservation(seat));
  }

  /** All lines up to this one. */
  async until(text: string): Promise<readonly string[]> {
    while (!this.#heard.includes(text)) await new Promise<void>((resolve) => this.#wake.push(resolve));
    return this.#heard;
  }

  /** All lines so far: frames keep their order, so each was there before the answer to this. */
  async all(): Promise<readonly string[]> {
    this.#answered = false;
    this.#room.send('say', {});
    while (!this.#answered) await new Promise<void>((resolve) => this.#wake.push(resolve));
    return this.#heard;
  }

  async close(): Promise<void> {
    await this.#room.leave();
  }
}

import { expect } from 'chai';
import type { Store } from '../../server/store/port.ts';
import type { Joined, Social } from '../../server/store/social/port.ts';
import { describePostgres, sharedPostgres } from '../support/postgres.ts';
import { creation, matchRow, openAt, playerRecord, START, temporaryFolder } from '../support/store.ts';

/** As many callers at one moment as the tests of races have. */
const CROWD = 20;
const BOUNDS = { friends: 200, requests: 50 };

/** What every store must do about people, whatever database it stands on. All runs in one store, so each test has people of its own. */
function describeSocial(name: string, open: () => Promise<{ store: Store; remove(): Promise<void> }>): void {
  describe(`${name}: what is kept of people`, () => {
    let opened: Awaited<ReturnType<typeof open>>;
    let people = 0;

    before(async () => {
      opened = await open();
    });
    after(() => opened.remove());

    const social = (): Social => opened.store.social;
    const person = async () => {
      const id = `p${++people}`;
      await opened.store.players.create(`token ${id}`, playerRecord(id, { name: `Name-${id}` }));
      return id;
    };
    const persons = (count: number) => Promise.all(Array.from({ length: count }, person));
    const crowd = <T>(run: (index: number) => Promise<T>) =>
      Promise.all(Array.from({ length: CROWD }, (_, i) => run(i)));
    const befriended = async () => {
      const [ann, bob] = [await person(), await person()];
      await social().befriend(ann, bob, START, BOUNDS);
      await social().acceptFriend(bob, ann, START + 1, BOUNDS.friends);
      return [ann, bob] as const;
    };
    const ids = (list: readonly { readonly player: string }[]) => list.map(({ player }) => player);
    const count = <T>(all: readonly T[], one: T) => all.filter((each) => each === one).length;
    const party = async (leader: string) => {
      const id = `party-of-${leader}`;
      expect(await social().createParty(id, `code-of-${leader}`, leader, START)).to.equal(true);
      return { id, code: `code-of-${leader}` };
    };
    const members = async (id: string) => ids((await social().partyById(id))?.members ?? []);

    describe('friends', () => {
      it('find each other by id, and by name in any case', async () => {
        const ann = await person();
        const found = { player: ann, name: `Name-${ann}` };
        expect(await social().findPlayer(ann)).to.deep.equal(found);
        expect(await social().findPlayer(`nAME-${ann}`)).to.deep.equal(found);
        expect(await social().findPlayer('nobody')).to.equal(null);
      });

      it('are such once one has asked and the other has accepted', async () => {
        const [ann, bob] = [await person(), await person()];
        expect(await social().befriend(ann, bob, START, BOUNDS)).to.equal('asked');
        expect(await social().befriend(ann, bob, START, BOUNDS)).to.equal('known');
        expect(ids((await social().friendLists(bob)).incoming)).to.deep.equal([ann]);
        expect(ids((await social().friendLists(ann)).outgoing)).to.deep.equal([bob]);
        expect((await social().bond(ann, bob)).friends).to.equal(false);
        expect(await social().acceptFriend(ann, bob, START, BOUNDS.friends)).to.equal('none');
        expect(await social().acceptFriend(bob, ann, START, BOUNDS.friends)).to.equal('accepted');
        expect(await social().acceptFriend(bob, ann, START, BOUNDS.friends)).to.equal('accepted');
        for (const [one, other] of [
          [ann, bob],
          [bob, ann],
        ] as const) {
          const lists = await social().friendLists(one);
          expect(lists.friends).to.deep.equal([{ player: other, name: `Name-${other}`, inMatch: false }]);
          expect([lists.incoming, lists.outgoing, lists.blocked]).to.deep.equal([[], [], []]);
          expect((await social().bond(one, other)).friends).to.equal(true);
        }
        expect(await social().befriend(bob, ann, START, BOUNDS)).to.equal('known');
      });

      it('are such when both have asked', async () => {
        const [ann, bob] = [await person(), await person()];
        expect(await social().befriend(ann, bob, START, BOUNDS)).to.equal('asked');
        expect(await social().befriend(bob, ann, START, BOUNDS)).to.equal('accepted');
        expect((await social().bond(ann, bob)).friends).to.equal(true);
      });

      it('show who is in a match of any game', async () => {
        const [ann, bob] = await befriended();
        const row = matchRow(`match-${ann}`, { players: [ann, 'another'] });
        expect(await opened.store.journal.append(creation(row))).to.deep.equal({ ok: true });
        expect((await social().friendLists(bob)).friends.map(({ inMatch }) => inMatch)).to.deep.equal([true]);
        expect((await social().friendLists(ann)).friends.map(({ inMatch }) => inMatch)).to.deep.equal([false]);
      });

      it('decline, take back and end what was', async () => {
        const [ann, bob] = [await person(), await person()];
        await social().befriend(ann, bob, START, BOUNDS);
        await social().declineFriend(ann, bob); // Nothing was asked of Ann.
        expect(ids((await social().friendLists(bob)).incoming)).to.deep.equal([ann]);
        await social().declineFriend(bob, ann);
        expect((await social().friendLists(bob)).incoming).to.deep.equal([]);
        await social().befriend(ann, bob, START, BOUNDS);
        await social().removeFriend(ann, bob);
        expect((await social().friendLists(bob)).incoming).to.deep.equal([]);
        const [cid, dee] = await befriended();
        await social().removeFriend(dee, cid);
        expect((await social().bond(cid, dee)).friends).to.equal(false);
      });

      it('stay away from each other while one blocks the other', async () => {
        const [ann, bob] = await befriended();
        await social().block(ann, bob, START);
        await social().block(ann, bob, START + 1);
        for (const [one, other] of [
          [ann, bob],
          [bob, ann],
        ] as const) {
          expect(await social().bond(one, other)).to.deep.include({ blocked: true, friends: false });
          expect(await social().befriend(one, other, START, BOUNDS)).to.equal('blocked');
          expect((await social().friendLists(one)).friends).to.deep.equal([]);
        }
        expect(ids((await social().friendLists(ann)).blocked)).to.deep.equal([bob]);
        expect((await social().friendLists(bob)).blocked).to.deep.equal([]);
        await social().unblock(ann, bob);
        expect(await social().befriend(bob, ann, START, BOUNDS)).to.equal('asked');
      });

      it('wait with more requests once so many of theirs are open, or of the other', async () => {
        const bounds = { friends: 9, requests: 2 };
        const [ann, bob, cid, dee, eve] = await persons(5);
        if (ann === undefined) throw new Error('nobody');
        const asked = [];
        for (const other of [bob, cid, dee]) asked.push(await social().befriend(ann, other ?? '', START, bounds));
        expect(asked).to.deep.equal(['asked', 'asked', 'own-requests']);
        for (const other of [cid, eve]) await social().befriend(other ?? '', bob ?? '', START, bounds);
        expect((await social().friendLists(bob ?? '')).incoming).to.have.length(2);
        expect(await social().befriend(dee ?? '', bob ?? '', START, bounds)).to.equal('their-requests');
        expect(await social().befriend(bob ?? '', ann, START, bounds)).to.equal('accepted');
        expect(await social().befriend(dee ?? '', bob ?? '', START, bounds)).to.equal('asked');
      });

      it('are no more than so many of each: neither asked for nor accepted beyond, and the request stays', async () => {
        const bounds = { friends: 1, requests: 9 };
        const [ann, bob] = await befriended();
        const [cid, dee] = [await person(), await person()];
        expect(await social().befriend(ann, cid, START, bounds)).to.equal('own-friends');
        expect(await social().befriend(cid, ann, START, bounds)).to.equal('their-friends');
        await social().befriend(cid, ann, START, BOUNDS);
        await social().befriend(ann, dee, START, BOUNDS);
        expect(await social().acceptFriend(ann, cid, START, bounds.friends)).to.equal('own-friends');
        expect(await social().befriend(ann, cid, START, bounds)).to.equal('own-friends');
        expect(await social().acceptFriend(dee, ann, START, bounds.friends)).to.equal('their-friends');
        expect(await social().acceptFriend(ann, bob, START, bounds.friends)).to.equal('accepted');
        await social().removeFriend(bob, ann);
        expect(await social().acceptFriend(ann, cid, START, bounds.friends)).to.equal('accepted');
      });

      it('and requests are never more than so many, however many come at one moment', async () => {
        const [ann, ...others] = await persons(1 + CROWD);
        const bounds = { friends: 3, requests: 5 };
        const asked = await crowd((i) => social().befriend(others[i] ?? '', ann ?? '', START, bounds));
        expect(count(asked, 'asked')).to.equal(5);
        expect(count(asked, 'their-requests')).to.equal(CROWD - 5);
        const asking = (await social().friendLists(ann ?? '')).incoming;
        const accepted = await Promise.all(
          asking.map(({ player }) => social().acceptFriend(ann ?? '', player, START, bounds.friends)),
        );
        expect(count(accepted, 'accepted')).to.equal(3);
        expect(count(accepted, 'own-friends')).to.equal(2);
        expect((await social().friendLists(ann ?? '')).friends).to.have.length(3);
        const eager = await person();
        const own = await crowd((i) => social().befriend(eager, others[i] ?? '', START, bounds));
        expect(count(own, 'asked')).to.equal(5);
        expect(count(own, 'own-requests')).to.equal(CROWD - 5);
      });

      it('are made once, whoever asks how often at one moment', async () => {
        const [ann, bob] = [await person(), await person()];
        const outcomes = await crowd((i) =>
          i % 2 === 0 ? social().befriend(ann, bob, START, BOUNDS) : social().befriend(bob, ann, START, BOUNDS),
        );
        expect(count(outcomes, 'asked')).to.equal(1);
        expect(count(outcomes, 'accepted')).to.equal(1);
        expect(count(outcomes, 'known')).to.equal(CROWD - 2);
        expect((await social().bond(ann, bob)).friends).to.equal(true);
        expect(ids((await social().friendLists(ann)).friends)).to.deep.equal([bob]);
      });

      it('are none once a block has been asked for, whatever is asked at the same moment', async () => {
        const [ann, bob] = [await person(), await person()];
        await crowd(async (i) => {
          if (i === CROWD / 2) await social().block(bob, ann, START);
          else await social().befriend(ann, bob, START, BOUNDS);
        });
        expect(await social().bond(ann, bob)).to.deep.include({ blocked: true, friends: false });
        expect((await social().friendLists(bob)).incoming).to.deep.equal([]);
        expect(await social().acceptFriend(bob, ann, START, BOUNDS.friends)).to.equal('none');
      });
    });

    describe('a party', () => {
      it('is one per player', async () => {
        const ann = await person();
        const { id } = await party(ann);
        expect(await social().createParty('another', 'another', ann, START)).to.equal(false);
        expect(await social().partyById('another')).to.equal(null);
        expect((await social().partyOf(ann))?.id).to.equal(id);
        expect(await social().partyOf(await person())).to.equal(null);
      });

      it('is opened once by many requests at one moment', async () => {
        const ann = await person();
        const made = await crowd((i) => social().createParty(`${ann}-${i}`, `${ann}-code-${i}`, ann, START));
        expect(count(made, true)).to.equal(1);
        expect(await members(`${ann}-${made.indexOf(true)}`)).to.deep.equal([ann]);
      });

      it('lists its members in the order in which they joined, and is led by who opened it', async () => {
        const [ann, bob, cid] = [await person(), await person(), await person()];
        const { id, code } = await party(ann);
        for (const player of [cid, bob]) expect(await social().joinParty(id, player, code)).to.equal('joined');
        expect(await social().joinParty(id, bob, code)).to.equal('known');
        expect(await members(id)).to.deep.equal([ann, cid, bob]);
        expect((await social().partyOf(bob))?.leader).to.equal(ann);
        expect(await social().partyByCode(code)).to.equal(id);
        expect(await social().partyByCode('nothing')).to.equal(null);
      });

      it('has four members at most, and no fifth', async () => {
        const [ann, ...others] = await persons(5);
        const { id, code } = await party(ann ?? '');
        const outcomes: Joined[] = [];
        for (const player of others) outcomes.push(await social().joinParty(id, player, code));
        expect(outcomes).to.deep.equal(['joined', 'joined', 'joined', 'full']);
        await social().leaveParty(id, others[1] ?? '');
        expect(await social().joinParty(id, others[3] ?? '', code)).to.equal('joined');
        expect(await members(id)).to.deep.equal([ann, others[0], others[2], others[3]]);
      });

      it('has four members at most, however many come in at one moment', async () => {
        const leader = await person();
        const { id, code } = await party(leader);
        const others = await persons(CROWD);
        const outcomes = await crowd((i) => social().joinParty(id, others[i] ?? '', code));
        expect(count(outcomes, 'joined')).to.equal(3);
        expect(count(outcomes, 'full')).to.equal(CROWD - 3);
        expect(await members(id)).to.have.length(4);
      });

      it('takes a player into one of many parties at one moment', async () => {
        const leaders = await persons(CROWD);
        const parties = await Promise.all(leaders.map(party));
        const ann = await person();
        const outcomes = await Promise.all(parties.map(({ id, code }) => social().joinParty(id, ann, code)));
        expect(count(outcomes, 'joined')).to.equal(1);
        expect(count(outcomes, 'elsewhere')).to.equal(CROWD - 1);
        expect((await social().partyOf(ann))?.id).to.equal(parties[outcomes.indexOf('joined')]?.id);
      });

      it('is entered by an invitation, which is good once', async () => {
        const [ann, bob, cid] = [await person(), await person(), await person()];
        const { id } = await party(ann);
        expect(await social().joinParty(id, bob, null)).to.equal('none');
        expect(await social().joinParty(id, bob, 'a guess')).to.equal('none');
        expect(await social().inviteToParty(id, cid, bob, START)).to.equal('none');
        expect(await social().inviteToParty(id, ann, bob, START)).to.equal('invited');
        expect(await social().inviteToParty(id, ann, bob, START)).to.equal('known');
        expect(await social().lastInvite(bob)).to.equal(id);
        const outcomes = await crowd(() => social().joinParty(id, bob, null));
        expect(count(outcomes, 'joined')).to.equal(1);
        expect(count(outcomes, 'known')).to.equal(CROWD - 1);
        expect(await social().lastInvite(bob)).to.equal(null);
        expect(await social().inviteToParty(id, ann, bob, START)).to.equal('member');
        await social().leaveParty(id, bob);
        expect(await social().joinParty(id, bob, null)).to.equal('none');
        await social().inviteToParty(id, ann, cid, START);
        expect(await social().declineInvite(id, cid)).to.equal(true);
        expect(await social().joinParty(id, cid, null)).to.equal('none');
      });

      it('invites nobody who blocks the inviter, or whom they block', async () => {
        const [ann, bob, cid] = [await person(), await person(), await person()];
        const { id } = await party(ann);
        await social().inviteToParty(id, ann, cid, START);
        await social().block(cid, ann, START);
        expect(await social().joinParty(id, cid, null)).to.equal('none');
        await social().block(ann, bob, START);
        for (const other of [bob, cid]) expect(await social().inviteToParty(id, ann, other, START)).to.equal('blocked');
      });

      it('takes in nobody between whom and a member a block stands, whoever has set it, nor invites them', async () => {
        const [ann, bob, cid, dee] = await persons(4);
        if (ann === undefined || bob === undefined || cid === undefined || dee === undefined) throw new Error('four');
        const { id, code } = await party(ann);
        await social().joinParty(id, bob, code);
        expect(await social().inviteToParty(id, ann, dee, START)).to.equal('invited');
        await social().block(bob, cid, START);
        await social().block(dee, bob, START);
        for (const [player, by] of [
          [cid, code],
          [dee, code],
          [dee, null],
        ] as const) {
          expect(await social().joinParty(id, player, by)).to.equal('blocked');
        }
        expect(await social().joinParty(id, cid, 'a guess')).to.equal('none');
        expect(await social().inviteToParty(id, ann, cid, START)).to.equal('blocked');
        expect(await members(id)).to.deep.equal([ann, bob]);
        await social().unblock(dee, bob);
        expect(await social().joinParty(id, dee, null)).to.equal('joined');
      });

      it('knows who blocks whom among those who are in it or have said something', async () => {
        const [ann, bob, cid] = [await person(), await person(), await person()];
        const { id, code } = await party(ann);
        for (const player of [bob, cid]) await social().joinParty(id, player, code);
        await social().sayInParty(id, cid, 'good bye', START);
        await social().leaveParty(id, cid);
        await social().block(cid, ann, START);
        await social().block(ann, bob, START);
        await social().block(bob, await person(), START);
        expect((await social().partyById(id))?.blocks).to.have.deep.members([
          { player: cid, blocked: ann },
          { player: ann, blocked: bob },
        ]);
      });

      it('is led by who has been there longest once its leader has left', async () => {
        const [ann, bob, cid] = [await person(), await person(), await person()];
        const { id, code } = await party(ann);
        for (const player of [bob, cid]) await social().joinParty(id, player, code);
        expect(await social().promoteInParty(id, bob, cid)).to.equal(false);
        expect(await social().promoteInParty(id, ann, cid)).to.equal(true);
        expect((await social().partyById(id))?.leader).to.equal(cid);
        expect(await social().leaveParty(id, cid)).to.equal(true);
        expect(await social().leaveParty(id, cid)).to.equal(false);
        expect((await social().partyById(id))?.leader).to.equal(ann);
        await social().leaveParty(id, ann);
        await social().joinParty(id, ann, code);
        expect((await social().partyById(id))?.leader).to.equal(bob);
        await social().leaveParty(id, bob);
        await social().leaveParty(id, ann);
        expect(await social().partyById(id)).to.equal(null);
        expect(await social().joinParty(id, cid, code)).to.equal('none');
      });

      it('has one leader after many promotions at one moment', async () => {
        const [ann, ...others] = await persons(4);
        const { id, code } = await party(ann ?? '');
        for (const player of others) await social().joinParty(id, player, code);
        const promoted = await crowd((i) => social().promoteInParty(id, ann ?? '', others[i % 3] ?? ''));
        expect(count(promoted, true)).to.be.at.least(1);
        const leader = (await social().partyById(id))?.leader ?? '';
        expect(others).to.include(leader);
        expect(await social().promoteInParty(id, leader, ann ?? '')).to.equal(true);
        expect((await social().partyById(id))?.leader).to.equal(ann);
      });

      it('changes its code with each kick, which only its leader gives', async () => {
        const [ann, bob] = [await person(), await person()];
        const { id, code } = await party(ann);
        await social().joinParty(id, bob, code);
        expect(await social().kickFromParty(id, bob, ann, `${code}-b`)).to.equal(false);
        expect(await social().kickFromParty(id, ann, ann, `${code}-c`)).to.equal(false);
        expect(await social().kickFromParty(id, ann, bob, `${code}-d`)).to.equal(true);
        expect(await social().kickFromParty(id, ann, bob, `${code}-e`)).to.equal(false);
        expect(await members(id)).to.deep.equal([ann]);
        expect(await social().partyByCode(code)).to.equal(null);
        expect(await social().joinParty(id, bob, code)).to.equal('none');
      });

      it('keeps the last 50 lines of its chat, in their order', async () => {
        const [ann, bob] = [await person(), await person()];
        const { id } = await party(ann);
        for (let n = 0; n < 53; n++) await social().sayInParty(id, ann, `line ${n}`, START + n);
        expect(await social().sayInParty(id, bob, 'not mine', START)).to.equal(false);
        const said = (await social().partyById(id))?.said ?? [];
        expect(said.map(({ text }) => text)).to.deep.equal(Array.from({ length: 50 }, (_, n) => `line ${n + 3}`));
        expect(said[0]).to.deep.equal({ player: ann, name: `Name-${ann}`, text: 'line 3', at: START + 3 });
      });

      it('remembers the last match that it has started', async () => {
        const ann = await person();
        const { id } = await party(ann);
        await social().setPartyMatch(id, 'a match');
        expect((await social().partyById(id))?.match).to.equal('a match');
      });
    });

    describe('notifications', () => {
      const add = (player: string, at = START) =>
        social().addNotice({ player, kind: 'friend-request', at, text: `at ${at}`, data: '{"a":1}' });

      it('are numbered per player from 1, without a gap, however many come at one moment', async () => {
        const [ann, bob] = [await person(), await person()];
        const numbers = await crowd(() => add(ann));
        expect(numbers.sort((a, b) => a - b)).to.deep.equal(Array.from({ length: CROWD }, (_, i) => i + 1));
        expect(await add(bob)).to.equal(1);
        const { unread, items } = await social().listNotices(ann, null, 100);
        expect(unread).to.equal(CROWD);
        expect(items.map(({ id }) => id)).to.deep.equal(Array.from({ length: CROWD }, (_, i) => i + 1));
      });

      it('are read after a number, or the last ones; oldest first', async () => {
        const ann = await person();
        for (let n = 0; n < 5; n++) await add(ann, START + n);
        const numbers = async (after: number | null) =>
          (await social().listNotices(ann, after, 2)).items.map(({ id }) => id);
        expect([await numbers(null), await numbers(0), await numbers(3), await numbers(5)]).to.deep.equal([
          [4, 5],
          [1, 2],
          [4, 5],
          [],
        ]);
      });

      it('are acknowledged up to a number that exists, and never less than before', async () => {
        const ann = await person();
        for (let n = 0; n < 3; n++) await add(ann);
        const unread = async () => (await social().listNotices(ann, null, 1)).unread;
        await social().ackNotices(ann, 2);
        expect(await unread()).to.equal(1);
        await social().ackNotices(ann, 1);
        expect(await unread()).to.equal(1);
        await social().ackNotices(ann, 1_000_000);
        expect(await unread()).to.equal(0);
        await add(ann);
        expect(await unread()).to.equal(1);
        await social().ackNotices(await person(), 5);
      });

      it('are swept when they are old, a few at a time; numbers go on', async () => {
        const ann = await person();
        for (let n = 0; n < 5; n++) await add(ann, n < 3 ? 1000 + n : START);
        const swept = [
          await social().sweepSocial(2000, 2),
          await social().sweepSocial(2000, 2),
          await social().sweepSocial(2000, 2),
        ];
        expect(swept).to.deep.equal([2, 1, 0]);
        expect((await social().listNotices(ann, 0, 10)).items.map(({ id }) => id)).to.deep.equal([4, 5]);
        expect(await add(ann)).to.equal(6);
      });

      it('are swept together with old parties that nobody is in', async () => {
        const [ann, bob] = [await person(), await person()];
        await social().createParty(`old-${ann}`, `old-code-${ann}`, ann, 1000);
        await social().createParty(`old-${bob}`, `old-code-${bob}`, bob, 1000);
        await social().leaveParty(`old-${bob}`, bob);
        await social().sweepSocial(2000, 10);
        expect(await social().partyByCode(`old-code-${ann}`)).to.equal(`old-${ann}`);
        expect(await social().partyByCode(`old-code-${bob}`)).to.equal(null);
      });
    });

    describe('the question of the console', () => {
      it('is the last one, for a while, and is taken by one', async () => {
        const ann = await person();
        expect(await social().question(ann, 0)).to.equal(null);
        await social().putQuestion(ann, 'first', START);
        await social().putQuestion(ann, 'second', START + 1);
        expect(await social().question(ann, START)).to.equal('second');
        expect(await social().question(ann, START + 2)).to.equal(null);
        expect(count(await crowd(() => social().takeQuestion(ann)), true)).to.equal(1);
        expect(await social().question(ann, 0)).to.equal(null);
      });
    });
  });
}

describeSocial('The embedded database', async () => {
  const { folder, remove } = temporaryFolder();
  const store = await openAt(folder);
  return {
    store,
    async remove() {
      await store.close();
      remove();
    },
  };
});

describePostgres('PostgreSQL', () => {
  describeSocial('PostgreSQL', async () => {
    const store = await openAt(await (await sharedPostgres()).createDatabase());
    return { store, remove: () => store.close() };
  });
});

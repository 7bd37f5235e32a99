import { matchMaker } from '@colyseus/core';
import { Client, type Room } from '@colyseus/sdk';
import { SeatReservation } from '@freeplay/shared/protocol/http';
import { CLOSE_CODES, SaidMessage } from '@freeplay/shared/protocol/messages';
import { expect } from 'chai';
import { ORIGIN } from '../http/server.ts';
import { accepted, type Somebody, Town } from './guests.ts';

interface Shown {
  readonly player: string;
  readonly unread: number;
  readonly last: number;
  readonly friends: readonly { readonly player: string; readonly name: string; readonly inMatch: boolean }[];
  readonly requests: number;
  readonly party: string;
  readonly code: string;
  readonly leader: string;
  readonly members: readonly { readonly name: string; readonly online: boolean }[];
  readonly match: string;
}

interface Heard {
  readonly type: string | number;
  readonly message: Readonly<Record<string, unknown>>;
}

/** One socket of a player in their inbox, by Colyseus's own client. */
class Window {
  readonly room: Room<unknown, { toJSON(): Shown }>;
  readonly heard: Heard[] = [];
  shown: Shown | null = null;
  #wake: (() => void)[] = [];

  private constructor(room: Room<unknown, { toJSON(): Shown }>) {
    this.room = room;
    room.reconnection.enabled = false;
    room.onStateChange((state) => {
      this.shown = state.toJSON();
      this.#changed();
    });
    room.onMessage('*', (type, message: Readonly<Record<string, unknown>>) => {
      this.heard.push({ type, message });
      this.#changed();
    });
  }

  /** In the inbox, or in the live room of a match. */
  static async open(town: Town, of: Somebody, match?: string): Promise<Window> {
    const taken = match === undefined ? of.call('takeInboxSeat', {}) : of.call('takeSeat', {}, match);
    const seat = SeatReservation.parse(accepted(await taken));
    const client = new Client(town.server.url, { headers: { origin: ORIGIN } });
    const window = new Window(await client.consumeSeatReservation(seat));
    await window.until(() => window.shown !== null);
    return window;
  }

  /** Resolves once the condition holds, which is asked after each patch and message. */
  async until(holds: () => boolean): Promise<void> {
    while (!holds()) await new Promise<void>((resolve) => this.#wake.push(resolve));
  }

  shows(holds: (shown: Shown) => boolean): Promise<void> {
    return this.until(() => this.shown !== null && holds(this.shown));
  }

  of(type: string): readonly Heard['message'][] {
    return this.heard.filter((one) => one.type === type).map(({ message }) => message);
  }

  async hears(type: string, count = 1): Promise<readonly Heard['message'][]> {
    await this.until(() => this.of(type).length >= count);
    return this.of(type);
  }

  async close(): Promise<void> {
    await this.room.leave();
  }

  #changed(): void {
    for (const wake of this.#wake.splice(0)) wake();
  }
}

describe("A player's inbox", () => {
  let town: Town;
  const windows: Window[] = [];

  before(async () => {
    town = await Town.open();
  });
  afterEach(async () => {
    for (const window of windows.splice(0)) await window.close();
  });
  after(() => town.server.stop());

  const open = async (of: Somebody) => {
    const window = await Window.open(town, of);
    windows.push(window);
    return window;
  };

  it("shows the player's unread count, friends online, requests and party as they are", async () => {
    const [ann, bob] = await town.friends();
    accepted(await (await town.somebody()).befriend('request', ann));
    const { id, code } = await ann.openParty();
    const { shown } = await open(ann);
    expect(shown).to.deep.equal({
      player: ann.player,
      unread: 1,
      last: 1,
      friends: [{ player: bob.player, name: bob.name, inMatch: false }],
      requests: 1,
      party: id,
      code,
      leader: ann.player,
      members: [{ player: ann.player, name: ann.name, online: true }],
      match: '',
    });
  });

  it('pushes notifications once each, in their order, to every tab', async () => {
    const ann = await town.somebody();
    const tabs = [await open(ann), await open(ann)];
    const others = await town.people(20);
    await Promise.all(others.map((other) => other.befriend('request', ann)));
    const kept = (await ann.notices()).items;
    for (const tab of tabs) {
      expect(await tab.hears('notified', 20)).to.deep.equal(kept);
      await tab.shows(({ unread, requests }) => unread === 20 && requests === 20);
    }
    await ann.ack(20);
    for (const tab of tabs) {
      await tab.shows(({ unread }) => unread === 0);
      expect(tab.of('notified')).to.have.length(20);
    }
  });

  it('pushes what an ended duel left in the same transaction', async () => {
    const [ann, bob] = await town.people(2);
    const window = await open(ann);
    await ann.says(`challenge ${bob.name} to memory snap`);
    await bob.says('accept');
    await ann.says('A1');
    await bob.says('quit');
    await window.until(() => window.of('notified').some(({ kind }) => kind === 'match-finished'));
    expect(window.of('notified')).to.deep.equal((await ann.notices()).items);
  });

  it('shows friends come, play and go', async () => {
    const [ann, bob] = await town.friends();
    await town.server.clock.advance(30_000);
    const window = await open(ann);
    expect(window.shown?.friends).to.deep.equal([]);
    const other = await open(bob);
    await window.shows(({ friends }) => friends.length === 1);
    await bob.says('start');
    await bob.befriend('decline', ann);
    await window.shows(({ friends }) => friends[0]?.inMatch === true);
    await other.close();
    windows.splice(windows.indexOf(other), 1);
    // The socket has closed, and the last request is 30 s ago.
    await town.server.clock.advance(30_000);
    await window.shows(({ friends }) => friends.length === 0);
  });

  it('shows the party change, and its match', async () => {
    const { members, party } = await town.party(2);
    const [ann, bob] = members;
    if (ann === undefined || bob === undefined) throw new Error('two');
    const window = await open(bob);
    const cid = await town.somebody();
    accepted(await cid.join(party.code));
    await window.shows((shown) => shown.members.length === 3);
    accepted(await ann.act(party.id, { kind: 'promote', player: bob.player }));
    await window.shows((shown) => shown.leader === bob.player);
    const { room } = await bob.type('start team snap');
    await window.shows((shown) => shown.match === room);
    accepted(await bob.act(party.id, { kind: 'kick', player: cid.player }));
    await window.shows((shown) => shown.members.length === 2 && shown.code !== party.code);
    accepted(await bob.act(party.id, { kind: 'leave' }));
    await window.shows((shown) => shown.party === '' && shown.members.length === 0);
  });

  it('hears the party, and speaks to it', async () => {
    const { members, party } = await town.party(2);
    const [ann, bob] = members;
    if (ann === undefined || bob === undefined) throw new Error('two');
    const [one, other] = [await open(ann), await open(bob)];
    one.room.send('say', { id: 'x1', text: 'A1 is a 🦁' });
    expect(await one.hears('accepted')).to.deep.equal([{ id: 'x1' }]);
    const line = { player: ann.player, name: ann.name, text: 'A1 is a 🦁', at: town.server.clock.now() };
    for (const window of [one, other]) expect(await window.hears('said')).to.deep.equal([line]);
    accepted(await bob.act(party.id, { kind: 'say', text: 'B1 too' }));
    expect((await one.hears('said', 2)).map(({ text }) => text)).to.deep.equal(['A1 is a 🦁', 'B1 too']);
  });

  it('rejects what is no message of it, and speech where there is no party', async () => {
    const ann = await town.somebody();
    const window = await open(ann);
    window.room.send('say', { id: 'x1', text: 'hello' });
    window.room.send('say', { id: 'x2', text: 'x'.repeat(201) });
    window.room.send('move', { revision: 1, action: 1 });
    const rejected = await window.hears('rejected', 3);
    expect(rejected.map(({ code }) => code).sort()).to.deep.equal(['bad-request', 'bad-request', 'not-found']);
    expect((await ann.notices()).unread).to.equal(0);
  });

  it('is nobody else’s: a seat is for the caller’s own', async () => {
    const [ann, bob] = await town.people(2);
    const seats = await Promise.all(
      [ann, bob].map(async (one) => SeatReservation.parse(accepted(await one.call('takeInboxSeat', {})))),
    );
    expect(seats.map(({ name, roomId }) => [name, roomId])).to.deep.equal([
      ['inbox', `inbox-${ann.player}`],
      ['inbox', `inbox-${bob.player}`],
    ]);
    expect((await town.server.send({ method: 'POST', path: '/api/multiplayer/inbox/seat', json: {} })).status).to.equal(
      401,
    );
  });

  it('is one room for tabs that come at one moment', async () => {
    const ann = await town.somebody();
    const tabs = await Promise.all(Array.from({ length: 8 }, () => open(ann)));
    const [room, ...others] = await matchMaker.query({ roomId: `inbox-${ann.player}` });
    expect([room?.clients, others]).to.deep.equal([8, []]);
    accepted(await (await town.somebody()).befriend('request', ann));
    for (const tab of tabs) expect(await tab.hears('notified')).to.have.length(1);
  });
});

describe('An inbox with many tabs', () => {
  it('takes 16 sockets of its player, and closes the next alone', async () => {
    const town = await Town.open();
    const ann = await town.somebody();
    const tabs = await Promise.all(Array.from({ length: 16 }, () => Window.open(town, ann)));
    const seat = SeatReservation.parse(accepted(await ann.call('takeInboxSeat', {})));
    const client = new Client(town.server.url, { headers: { origin: ORIGIN } });
    const refused: unknown = await client.consumeSeatReservation(seat).catch((error: unknown) => error);
    expect(refused).to.include({ code: CLOSE_CODES.tooMany });
    accepted(await (await town.somebody()).befriend('request', ann));
    for (const tab of tabs) expect(await tab.hears('notified')).to.have.length(1);
    await town.server.stop();
  });
});

describe('The room of a team match', () => {
  let town: Town;

  before(async () => {
    town = await Town.open();
  });
  after(() => town.server.stop());

  it("carries the party's talk, by seat, whichever way it was said; and rejects what is no speech", async () => {
    const { members, party } = await town.party(2);
    const [ann, bob] = members;
    if (ann === undefined || bob === undefined) throw new Error('two');
    const { room } = await ann.type('start team snap');
    const windows = await Promise.all(members.map((member) => Window.open(town, member, room)));
    const [one, other] = windows;
    if (one === undefined || other === undefined) throw new Error('two');
    const at = town.server.clock.now();
    one.room.send('say', { id: 'x1', text: 'A1 is a 🦁' });
    expect(await one.hears('accepted')).to.have.nested.property('[0].id', 'x1');
    await bob.says('say thanks');
    const late = await town.somebody();
    accepted(await late.join(party.code));
    accepted(await late.act(party.id, { kind: 'say', text: 'may I watch?' }));
    for (const window of windows) {
      expect(await window.hears('said', 3)).to.deep.equal([
        { seat: 0, text: 'A1 is a 🦁', at },
        { seat: 1, text: 'thanks', at },
        { seat: -1, text: 'may I watch?', at },
      ]);
      for (const line of window.of('said')) SaidMessage.parse(line);
    }
    one.room.send('say', { id: 'x2', text: '' });
    accepted(await ann.act(party.id, { kind: 'leave' }));
    one.room.send('say', { id: 'x3', text: 'still here?' });
    expect((await one.hears('rejected', 2)).map(({ code }) => code)).to.have.members(['bad-request', 'not-found']);
    for (const window of windows) await window.close();
  });
});

describe('An inbox whose server goes down', () => {
  it('is closed with the code that says to take a new seat', async () => {
    const town = await Town.open();
    const window = await Window.open(town, await town.somebody());
    const { promise, resolve } = Promise.withResolvers<number>();
    window.room.onLeave((code) => resolve(code));
    await town.server.stop();
    expect(await promise).to.equal(CLOSE_CODES.goingDown);
  });
});

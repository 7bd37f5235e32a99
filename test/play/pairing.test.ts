import type { Envelope } from '@freeplay/shared/engine';
import { GAMES } from '@freeplay/shared/games';
import { expect } from 'chai';
import { type Answer, Player, shown } from '../support/player.ts';
import { ServiceProcess } from '../support/service.ts';

const PLAYERS = 200;
const [ONE] = GAMES;

describe('pairing over HTTP', function () {
  this.timeout(120_000);
  let service: ServiceProcess;
  let crowds = 0;

  before(async () => {
    service = await ServiceProcess.spawn();
  });
  after(() => service?.dispose());

  /** Guests who have never been here. */
  const crowd = (size: number): Promise<Player[]> => {
    crowds += 1;
    return Promise.all(Array.from({ length: size }, (_, n) => Player.open(service.url, `${n} of crowd ${crowds}`)));
  };

  /** The rooms of these players once all requests are answered: exactly two different players in each, as both see it. */
  const pairs = async (players: readonly Player[], entered: readonly Answer[]): Promise<Envelope[]> => {
    const rooms = new Map<string, Envelope[]>();
    for (const [index, player] of players.entries()) {
      const answer = entered[index];
      if (answer === undefined) throw new RangeError('a request without an answer');
      const snapshot = await player.snapshot(shown(answer).id);
      expect(snapshot.players[snapshot.seat]).to.equal(player.player);
      rooms.set(snapshot.id, [...(rooms.get(snapshot.id) ?? []), snapshot]);
    }
    for (const [first, second, ...others] of rooms.values()) {
      expect(others).to.deep.equal([]);
      expect(first).to.include({ status: 'ready', mode: 'public' });
      expect(new Set(first?.players).size).to.equal(2);
      expect(second?.players).to.deep.equal(first?.players);
      expect([first?.seat, second?.seat].toSorted()).to.deep.equal([0, 1]);
    }
    return [...rooms.values()].flatMap(([first]) => first ?? []);
  };

  it(`${PLAYERS} simultaneous public requests make ${PLAYERS / 2} matches of two different players, and leave nobody`, async () => {
    const players = await crowd(PLAYERS);
    const game = ONE?.id ?? '';
    const entered = await Promise.all(players.map((player) => player.enter({ mode: 'public', game })));
    expect(entered.filter(({ status }) => status === 201).length, 'created').to.equal(PLAYERS / 2);
    expect(entered.filter(({ status }) => status === 200).length, 'joined').to.equal(PLAYERS / 2);
    expect((await pairs(players, entered)).length).to.equal(PLAYERS / 2);
  });

  it('players of all games at the same time each meet one of their own game', async () => {
    const players = await crowd(PLAYERS);
    const gameOf = (index: number) => GAMES[index % GAMES.length]?.id ?? '';
    const entered = await Promise.all(players.map((player, n) => player.enter({ mode: 'public', game: gameOf(n) })));
    for (const [n, answer] of entered.entries()) expect(shown(answer).game).to.equal(gameOf(n));
    const matches = await pairs(players, entered);
    for (const { id } of GAMES) {
      expect(matches.filter(({ game }) => game === id).length, id).to.equal(PLAYERS / GAMES.length / 2);
    }
  });

  it('20 simultaneous requests of one player make one room, whatever they ask for', async () => {
    const [player] = await crowd(1);
    if (player === undefined) throw new RangeError('nobody came');
    const requests = Array.from({ length: 20 }, (_, n) => {
      const game = GAMES[n % GAMES.length]?.id ?? '';
      return player.enter({ mode: n % 3 === 0 ? 'private' : 'public', game });
    });
    const entered = await Promise.all(requests);
    expect(entered.filter(({ status }) => status === 201).length, 'created').to.equal(1);
    expect(new Set(entered.map((answer) => shown(answer).id)).size).to.equal(1);
    expect(entered.filter((answer) => shown(answer).resumed).length, 'resumed').to.equal(19);
    expect(shown(await player.act(shown(entered[0] ?? missing()).id, { kind: 'leave' })).status).to.equal('cancelled');
  });

  it('a crowd in which everybody asks many times pairs each player once', async () => {
    const players = await crowd(40);
    const game = ONE?.id ?? '';
    const rounds = await Promise.all(
      Array.from({ length: 5 }, () => Promise.all(players.map((player) => player.enter({ mode: 'public', game })))),
    );
    const rooms = players.map((_, n) => new Set(rounds.map((round) => shown(round[n] ?? missing()).id)));
    for (const own of rooms) expect(own.size, 'rooms of one player').to.equal(1);
    expect((await pairs(players, rounds[0] ?? [])).length).to.equal(20);
  });

  it('of 20 who join one invite at once exactly one gets in; the others hear room-full and sit nowhere', async () => {
    const [host, ...guests] = await crowd(21);
    if (host === undefined) throw new RangeError('nobody came');
    const { id, invite } = shown(await host.enter({ mode: 'private', game: ONE?.id ?? '' }));
    const joined = await Promise.all(guests.map((guest) => guest.enter({ mode: 'join', room: invite ?? '' })));
    const [winner, ...more] = guests.filter((_, n) => joined[n]?.ok);
    expect(more).to.deep.equal([]);
    const { players, seat, status } = await host.snapshot(id);
    expect(status).to.equal('ready');
    expect(players[1 - seat]).to.equal(winner?.player);
    for (const [n, answer] of joined.entries()) {
      if (answer.ok) continue;
      expect(answer).to.include({ status: 409, code: 'room-full' });
      expect(await guests[n]?.look(id)).to.include({ status: 404, code: 'not-found' });
    }
  });

  it('ten pairs who invite each other crosswise at once end up with nobody in two rooms', async () => {
    const players = await crowd(20);
    const game = ONE?.id ?? '';
    const own = await Promise.all(players.map((player) => player.enter({ mode: 'private', game })));
    const across = (n: number) => shown(own[n % 2 === 0 ? n + 1 : n - 1] ?? missing()).invite ?? '';
    await Promise.all(players.map((player, n) => player.enter({ mode: 'join', room: across(n) })));
    for (const [n, player] of players.entries()) {
      const resumed = shown(await player.enter({ mode: 'private', game }));
      const active = await Promise.all(
        [n, n % 2 === 0 ? n + 1 : n - 1].map((owner) => player.look(shown(own[owner] ?? missing()).id)),
      );
      const seats = active.filter((answer) => answer.ok && ['waiting', 'ready'].includes(answer.snapshot.status));
      expect(seats.length, 'active rooms among the two').to.be.at.most(1);
      for (const seat of seats) expect(shown(seat).id).to.equal(resumed.id);
    }
  });
});

function missing(): never {
  throw new RangeError('an answer is missing');
}

import { setTimeout as delay } from 'node:timers/promises';
import { type Envelope, isOver } from '@freeplay/shared/engine';
import { assert } from 'chai';
import type { RoomAction } from '../../server/host/port.ts';
import { type Random, randomFrom } from '../games/support.ts';
import { Player } from '../support/player.ts';
import { ServiceProcess } from '../support/service.ts';
import { stateOf } from './bot.ts';

const LONG = process.env.FREEPLAY_LONG !== undefined;
const ROUNDS = LONG ? 25 : 4;
/** The process is killed within so many milliseconds after the action that ends a match was sent. */
const WITHIN_MS = 8;
const WISH = { difficulty: 'EASY', theme: 'animals' } as const;

type Seats = readonly [Player, ...Player[]];

/** Who plays does it by what is shown, and remembers everything. */
async function playUpToLastCard(room: string, seats: Seats): Promise<{ readonly seat: number; readonly cell: number }> {
  const known = new Map<number, number>();
  let view: Envelope = await seats[0].snapshot(room);
  for (;;) {
    const { cards, lastTurn, firstFlip } = stateOf(view);
    for (const [cell, item] of cards.entries()) if (item !== -1) known.set(cell, item);
    for (const [index, cell] of (lastTurn?.cells ?? []).entries()) known.set(cell, lastTurn?.items[index] ?? -1);
    const hidden = cards.flatMap((card, cell) => (card === -1 ? [cell] : []));
    const [last] = hidden;
    if (hidden.length === 1 && last !== undefined) return { seat: view.turn, cell: last };
    const action = choose(hidden, known, firstFlip === -1 ? null : (cards[firstFlip] ?? null));
    const done = await seats[view.turn]?.act(room, { kind: 'move', revision: view.revision, action });
    if (done?.ok !== true) throw new Error('a legal move was refused');
    view = done.snapshot;
  }
}

function choose(hidden: readonly number[], known: ReadonlyMap<number, number>, up: number | null): number {
  const mate = hidden.find((cell) => known.get(cell) === up);
  if (up !== null && mate !== undefined) return mate;
  const unknown = hidden.find((cell) => !known.has(cell));
  const pair = hidden.find((cell) =>
    hidden.some((other) => other !== cell && known.has(cell) && known.get(other) === known.get(cell)),
  );
  return (up === null ? (pair ?? unknown) : unknown) ?? hidden[0] ?? -1;
}

describe('A process that is killed while a result is written', function () {
  this.timeout(3_600_000);
  let service: ServiceProcess;
  let players: [Player, Player, Player];

  beforeEach(async () => {
    service = await ServiceProcess.spawn();
    const open = (name: string) => Player.open(service.url, name);
    players = [await open('ann'), await open('bob'), await open('cem')];
  });
  afterEach(() => service?.dispose());

  /** Sends the action, kills the process in the midst of it, and sends it again until the match is over. */
  const endInACrash = async (player: Player, room: string, action: RoomAction, random: Random) => {
    const send = () => player.act(room, action);
    const sent = send().catch(() => null); // cut off by the kill
    await delay(random(WITHIN_MS));
    await service.kill();
    await sent;
    await service.start();
    for (;;) {
      const { status } = await player.snapshot(room);
      if (isOver(status)) return;
      const answer = await send();
      if (!answer.ok) throw new Error(`refused: ${answer.code}`);
    }
  };
  const finish = async (room: string, seats: Seats, random: Random) => {
    const { seat, cell } = await playUpToLastCard(room, seats);
    const player = seats[seat] ?? seats[0];
    const { revision } = await player.snapshot(room);
    await endInACrash(player, room, { kind: 'move', revision, action: cell, id: 'last' }, random);
  };
  const profile = (player: Player) => player.ask('readProfile', '');
  /** Numbered without a gap: none was written twice, none was lost. */
  const noticesOf = async (player: Player) => {
    const { items } = await player.ask('readNotices', '');
    assert.deepEqual(
      items.map(({ id }) => id),
      items.map((_, index) => (items[0]?.id ?? 0) + index),
    );
    return items.map(({ kind }) => kind);
  };
  const countOf = (kinds: readonly string[], kind: string) => kinds.filter((one) => one === kind).length;
  const rounds = async (play: (random: Random) => Promise<void>) => {
    for (let round = 0; round < ROUNDS; round++) await play(randomFrom(round));
  };

  it('has counted each solo game once', async () => {
    const [ann] = players;
    await rounds(async (random) => {
      const { id } = await ann.ask('enterRoom', '', { game: 'solo', ...WISH });
      await finish(id, [ann], random);
    });
    assert.equal((await profile(ann)).stats.soloGames, ROUNDS);
    assert.lengthOf((await ann.ask('readLeaderboard', 'solo')).rows, 1);
  });

  it('has counted each duel once for both, and told both once', async () => {
    const [ann, bob] = players;
    await rounds(async (random) => {
      const { id } = await ann.ask('openChallenge', '', { mode: 'DUEL', opponent: bob.name, ...WISH });
      const { room } = await bob.ask('actOnChallenge', id, { kind: 'accept' });
      await finish(room?.id ?? '', [ann, bob], random);
      assert.equal((await ann.ask('readChallenge', id)).status, 'COMPLETED');
    });
    const { duelWins, duelLosses, duelDraws, duelGames } = (await profile(ann)).stats;
    const { stats } = await profile(bob);
    assert.deepEqual([duelWins + duelLosses + duelDraws, duelGames], [ROUNDS, ROUNDS]);
    assert.deepEqual([stats.duelLosses, stats.duelWins, stats.duelDraws], [duelWins, duelLosses, duelDraws]);
    for (const player of [ann, bob]) assert.equal(countOf(await noticesOf(player), 'match-finished'), ROUNDS);
  });

  it('has counted each forfeit once, and awarded what it earns once', async () => {
    const [ann, bob] = players;
    await rounds(async (random) => {
      const { id } = await ann.ask('openChallenge', '', { mode: 'DUEL', opponent: bob.name, ...WISH });
      const { room } = await bob.ask('actOnChallenge', id, { kind: 'accept' });
      const { revision } = await ann.snapshot(room?.id ?? '');
      await ann.act(room?.id ?? '', { kind: 'move', revision, action: 0 });
      await endInACrash(bob, room?.id ?? '', { kind: 'leave' }, random);
    });
    const { stats, achievements } = await profile(ann);
    assert.deepEqual([stats.duelWins, stats.duelGames], [ROUNDS, 0]);
    assert.deepEqual(
      achievements.map(({ id }) => id),
      ['first-duel'],
    );
    assert.equal(countOf(await noticesOf(ann), 'achievement'), 1);
    assert.equal((await profile(bob)).stats.duelLosses, ROUNDS);
  });

  it('has compared each race once, whichever of its two runs the kill struck', async () => {
    const [ann, bob] = players;
    await rounds(async (random) => {
      const { id } = await ann.ask('openChallenge', '', { mode: 'SPEED_RACE', opponent: bob.name, ...WISH });
      const second = await bob.ask('actOnChallenge', id, { kind: 'accept' });
      const first = await ann.ask('actOnChallenge', id, { kind: 'start' });
      await finish(first.room?.id ?? '', [ann], random);
      await finish(second.room?.id ?? '', [bob], random);
      assert.equal((await ann.ask('readChallenge', id)).status, 'COMPLETED');
    });
    const [{ stats }, { stats: other }] = [await profile(ann), await profile(bob)];
    assert.deepEqual([stats.raceGames, other.raceGames], [ROUNDS, ROUNDS]);
    assert.equal(stats.raceWins + stats.raceLosses + stats.raceDraws, ROUNDS);
    assert.equal(stats.raceScoreDifference, 0 - other.raceScoreDifference);
    for (const player of [ann, bob]) assert.equal(countOf(await noticesOf(player), 'race-result'), ROUNDS);
    assert.lengthOf((await ann.ask('readLeaderboard', 'speed-race')).rows, 2);
  });

  it('has counted each team match once for all', async () => {
    const [ann, bob, cem] = players;
    await ann.ask('openParty', '', {});
    const { code } = await ann.ask('readParty', '');
    for (const player of [bob, cem]) await player.ask('joinParty', '', { code });
    await rounds(async (random) => {
      for (const player of [bob, cem]) await player.ask('readParty', '');
      const { id } = await ann.ask('enterRoom', '', { game: 'team-snap', ...WISH });
      await finish(id, [ann, bob, cem], random);
    });
    for (const player of [ann, bob, cem]) assert.equal((await profile(player)).stats.teamGamesPlayed, ROUNDS);
    const { rows } = await ann.ask('readLeaderboard', 'team-snap?partySize=3');
    assert.deepEqual(
      rows.map(({ players: members }) => members.length),
      [3],
    );
  });
});

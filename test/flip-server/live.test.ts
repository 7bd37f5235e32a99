import { deepStrictEqual } from 'node:assert/strict';
import {
  type Envelope,
  evolve,
  replay as fold,
  isOver,
  type LiveView,
  type MatchEvent,
  project,
} from '@freeplay/shared/engine';
import { rulesById } from '@freeplay/shared/games';
import { FLIP_MODES, type FlipMode, type FlipReveal } from '@freeplay/shared/games/flip';
import { canonical } from '@freeplay/shared/proof';
import { loggedEvent, type Replay, verify } from '@freeplay/shared/receipt';
import { assert } from 'chai';
import { type Random, randomFrom } from '../games/support.ts';
import { manyAtOnce } from '../play/many.ts';
import { Tab } from '../play/tab.ts';
import { Player } from '../support/player.ts';
import { ServiceProcess } from '../support/service.ts';
import { Bot } from './bot.ts';
import { Wiretap } from './wiretap.ts';

const LONG = process.env.FREEPLAY_LONG !== undefined;
const MATCHES = LONG ? 200 : 12;
const LANES = 4;
/** A player leaves so seldom. */
const LEAVES_ONE_IN = 400;
const MINUS = '-'.charCodeAt(0);
const OPERATOR = { MONITOR_USER: 'operator', MONITOR_PASSWORD: 'of the tests' };

type Seats = readonly [Player, ...Player[]];

/** One match, and all that its players are shown of it. */
class Match {
  readonly room: string;
  readonly players: Seats;
  readonly #tabs: (Tab | null)[] = [];
  readonly #bots: readonly Bot[];
  readonly #random: Random;
  /** Canonical text of the match by revision, and of all that is shown by revision and presence. */
  readonly #matches = new Map<number, string>();
  readonly #views = new Map<string, string>();
  moves = 0;

  private constructor(room: string, players: Seats, random: Random) {
    this.room = room;
    this.players = players;
    this.#random = random;
    this.#bots = players.map(() => new Bot(random));
  }

  /** Every other seat or so plays over a WebSocket, the others over HTTP. */
  static async open(room: string, players: Seats, random: Random): Promise<Match> {
    const match = new Match(room, players, random);
    for (const [seat, player] of players.entries()) {
      const live = random(2) === 0;
      match.#tabs.push(live ? await Tab.open(player, room, (view) => match.#observe(view, seat)) : null);
    }
    return match;
  }

  get revisions(): number {
    return this.#matches.size;
  }

  /** Plays on; true once the match is over. */
  async step(): Promise<boolean> {
    const view = await this.#look();
    if (isOver(view.status)) return true;
    if (this.#random(LEAVES_ONE_IN) === 0) {
      await this.players[this.#random(this.players.length)]?.act(this.room, { kind: 'leave' });
      return false;
    }
    const seat = view.turn;
    const action = this.#bots[seat]?.choose(view) ?? -1;
    const { revision } = view;
    const tab = this.#tabs[seat];
    this.moves++;
    if (tab == null) {
      const done = await this.players[seat]?.act(this.room, { kind: 'move', revision, action });
      if (done?.ok) this.#observe(liveOf(done.snapshot), seat);
    } else await tab.send('move', { revision, action, id: `${seat}.${revision}` });
    return false;
  }

  async close(): Promise<void> {
    await Promise.all(this.#tabs.map((tab) => tab?.close()));
  }

  /** What the log says of each revision is what was shown of it, at every door. */
  hold(replay: Replay): void {
    const rules = rulesById(replay.game);
    if (rules === null) throw new Error('no such rules');
    const events = replay.events.map(loggedEvent);
    let state = fold(events.slice(0, 1), rules);
    for (const event of [null, ...events.slice(1)] as (MatchEvent | null)[]) {
      if (event !== null) state = evolve(state, event, rules);
      const text = this.#matches.get(state.revision);
      const view = project(state, rules);
      if (text !== undefined && text !== canonical(view))
        deepStrictEqual(JSON.parse(text), JSON.parse(canonical(view)));
    }
  }

  async #look(): Promise<LiveView> {
    const seat = this.#random(this.players.length);
    const view = liveOf(await (this.players[seat] as Player).snapshot(this.room));
    this.#observe(view, seat);
    await Promise.all(this.#tabs.map((tab) => tab?.until(({ revision }) => revision >= view.revision)));
    return view;
  }

  #observe(view: LiveView, seat: number): void {
    this.#bots[seat]?.see(view);
    const { connected, presence, rematch, rematchOffers, opponent, ...match } = view;
    note(this.#views, `${view.revision}.${presence}`, canonical(view));
    note(this.#matches, view.revision, canonical(match));
  }
}

/** Whoever looks, whenever and through whichever door, sees the same. */
function note<K>(texts: Map<K, string>, key: K, text: string): void {
  const before = texts.get(key);
  if (before === undefined) texts.set(key, text);
  else if (before !== text) deepStrictEqual(JSON.parse(text), JSON.parse(before), `two views of ${key}`);
}

function liveOf({ seat, legal, invite, serverTime, resumed, ...view }: Envelope): LiveView {
  return view;
}

/** Rooms of one contest of a mode, with who sits in each. */
async function begin(mode: FlipMode, players: readonly Player[], random: Random): Promise<[string, Seats][]> {
  const [ann, bob, ...others] = players as [Player, Player, ...Player[]];
  const wish = { difficulty: random(4) === 0 ? 'MEDIUM' : 'EASY', theme: 'random' } as const;
  switch (mode) {
    case 'SOLO':
      return [[(await ann.ask('enterRoom', '', { game: 'solo', ...wish })).id, [ann]]];
    case 'TEAM_SNAP': {
      const team = [bob, ...others].slice(0, 1 + random(3));
      await ann.ask('openParty', '', {});
      const { code } = await ann.ask('readParty', '');
      for (const player of team) await player.ask('joinParty', '', { code });
      const { id } = await ann.ask('enterRoom', '', { game: 'team-snap', ...wish });
      return [[id, [ann, ...team]]];
    }
    case 'DUEL':
    case 'SPEED_RACE': {
      const { id } = await ann.ask('openChallenge', '', { mode, opponent: bob.name, ...wish });
      const { room } = await bob.ask('actOnChallenge', id, { kind: 'accept' });
      if (mode === 'DUEL') return [[room?.id ?? '', [ann, bob]]];
      const started = await ann.ask('actOnChallenge', id, { kind: 'start' });
      return [
        [started.room?.id ?? '', [ann]],
        [room?.id ?? '', [bob]],
      ];
    }
  }
}

/** Leaves no trace of a party for the next match. */
async function disband(players: readonly Player[]): Promise<void> {
  for (const player of players) {
    const party = await player.ask('readParty', '').catch(() => null);
    if (party !== null) await player.ask('actInParty', party.id, { kind: 'leave' });
  }
}

/** Texts that give a board away, as they would stand in whatever the server sends or writes. */
function secretsOf({ cards, nonce, seed }: FlipReveal): readonly (string | Buffer)[] {
  const bytes = Buffer.from(cards);
  return [
    nonce,
    Buffer.from(nonce, 'hex'),
    cards.join(','),
    cards.join(', '),
    bytes,
    bytes.toString('base64'),
    ...(seed === undefined ? [] : [seed]),
  ];
}

/** Where a secret stands, or -1. `-1,7,...` shows a hidden card and then a 7: not the board that begins with 1 and 7. */
function placeOf(secret: string | Buffer, bytes: Buffer): number {
  let place = bytes.indexOf(secret);
  while (place > 0 && typeof secret === 'string' && bytes[place - 1] === MINUS)
    place = bytes.indexOf(secret, place + 1);
  return place;
}

/** For whoever has to find out why it was sent. */
function around(bytes: Buffer, found: number): string {
  return bytes.subarray(Math.max(0, found - 1500), found + 500).toString('latin1');
}

function ends(ended: readonly { readonly match: Match; readonly replay: Replay }[]): string {
  const each = ended.map(({ match, replay }) => ({
    players: match.players.map(({ name }) => name),
    result: replay.result,
    last: replay.events.slice(-3),
  }));
  return JSON.stringify(each);
}

/** Players who meet each other alone, each with the tap on their line, and the operator's. */
interface Lane {
  readonly lines: readonly { readonly player: Player; readonly tap: Wiretap }[];
  readonly operator: Wiretap;
}

describe('random matches of Flip Match', function () {
  this.timeout(LONG ? 3_600_000 : 300_000);
  let service: ServiceProcess;
  const lanes: Lane[] = [];

  before(async () => {
    service = await ServiceProcess.spawn({ LOG_LEVEL: 'trace', ...OPERATOR });
    for (let lane = 0; lane < LANES; lane++) {
      const open = async (name: string) => {
        const tap = await Wiretap.open(service.url);
        return { tap, player: await Player.open(tap.url, `${name} of lane ${lane}`) };
      };
      const lines = await Promise.all(['ann', 'bob', 'cem', 'dee'].map(open));
      lanes.push({ lines, operator: await Wiretap.open(service.url) });
    }
  });
  after(async () => {
    for (const { lines, operator } of lanes) for (const tap of [operator, ...lines.map(({ tap }) => tap)]) tap.close();
    await service?.dispose();
  });

  /** What the operator can look at while the match goes on; the monitor shows a room while a socket is open in it. */
  const lookAround = async (tap: Wiretap, room: string): Promise<boolean> => {
    const authorization = `Basic ${Buffer.from(Object.values(OPERATOR).join(':')).toString('base64')}`;
    const statuses = [];
    for (const path of ['/metrics', '/monitor/api', `/monitor/api/room?roomId=${room}`]) {
      const response = await fetch(tap.url + path, { headers: { authorization } });
      await response.text();
      statuses.push(response.status);
    }
    assert.deepEqual(statuses.slice(0, 2), [200, 200]);
    return statuses[2] === 200;
  };

  for (const mode of FLIP_MODES) {
    it(`${MATCHES} of ${mode}, over sockets and HTTP mixed, show both doors one match by the pure rules, and no hidden card in any byte`, async () => {
      const { keys } = await (await Player.open(service.url, 'a reader')).ask('readKeys', '');
      const totals = { moves: 0, revisions: 0, bytes: 0, looks: 0 };
      await manyAtOnce(MATCHES, LANES, async (n, lane) => {
        const { lines, operator } = lanes[lane] as Lane;
        const players = lines.map(({ player }) => player);
        const random = randomFrom(1000 * FLIP_MODES.indexOf(mode) + n);
        for (const tap of [operator, ...lines.map(({ tap }) => tap)]) tap.take();
        const logged = service.output.length;
        const rooms = await begin(mode, players, random);
        const matches = await Promise.all(rooms.map(([room, seats]) => Match.open(room, seats, random)));
        /** By match, what had been heard on each line before the step that ended it. */
        const marks = new Map<Match, ReadonlyMap<Wiretap, number>>();
        const lengths = () => new Map([operator, ...lines.map(({ tap }) => tap)].map((tap) => [tap, tap.length]));
        for (const match of matches) {
          let [before, now] = [lengths(), lengths()];
          for (let over = false; !over; over = await match.step()) {
            if (random(20) === 0 && (await lookAround(operator, match.room))) totals.looks++;
            [before, now] = [now, lengths()];
          }
          marks.set(match, before);
          for (const player of players) {
            await player.ask('readChallenges', '');
            await player.ask('readNotices', '');
            await player.ask('command', '', { text: 'status' });
          }
        }
        const heard = lines.map(({ player, tap }) => ({ player, tap, bytes: tap.take() }));
        const monitored = operator.take();
        const written = Buffer.from(service.output.slice(logged));
        /**
         * Whoever completes a board has rightly seen it from then on: in a race both have the same one. So has the
         * operator, who may be looking at that moment.
         */
        const shownFrom = new Map<Player | Wiretap, number>();
        const ended = [];
        for (const match of matches) {
          const replay = (await match.players[0].replay(match.room)) as Replay;
          ended.push({ match, replay });
          if (!['completed', 'tie-break'].includes(replay.result?.reason ?? '')) continue;
          const from = (tap: Wiretap) => marks.get(match)?.get(tap) ?? 0;
          for (const { player, tap } of heard) if (match.players.includes(player)) shownFrom.set(player, from(tap));
          shownFrom.set(operator, Math.min(from(operator), shownFrom.get(operator) ?? Number.POSITIVE_INFINITY));
        }
        for (const { match, replay } of ended) {
          match.hold(replay);
          for (const secret of secretsOf(replay.initial as FlipReveal)) {
            assert.equal(placeOf(secret, written), -1, 'a secret in the log');
            const isBoard = typeof secret === 'string' && secret.includes(',');
            const unseen = (bytes: Buffer, who: Player | Wiretap) =>
              isBoard ? bytes.subarray(0, shownFrom.get(who)) : bytes;
            for (const { player, bytes } of heard) {
              const found = placeOf(secret, unseen(bytes, player));
              assert.equal(found, -1, `a secret was sent to ${player.name}: ${around(bytes, found)}; ${ends(ended)}`);
            }
            const found = placeOf(secret, unseen(monitored, operator));
            assert.equal(found, -1, `a secret was shown to the operator: ${String(secret)}`);
          }
          const receipt = await match.players[0].ask('readReceipt', match.room);
          assert.deepEqual(verify(receipt, replay, keys), { ok: true, key: 'known' });
          totals.moves += match.moves;
          totals.revisions += match.revisions;
          await match.close();
        }
        totals.bytes += heard.reduce((sum, { bytes }) => sum + bytes.length, monitored.length);
        if (mode === 'TEAM_SNAP') await disband(players);
      });
      const { moves, revisions, bytes, looks } = totals;
      assert.isAbove(looks, 0, 'looks of the monitor into a live room');
      process.stdout.write(`    ${mode}: ${moves} moves, ${revisions} revisions compared, ${bytes} bytes searched\n`);
    });
  }
});

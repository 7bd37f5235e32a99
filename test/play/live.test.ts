import { deepStrictEqual } from 'node:assert/strict';
import type { Envelope, LiveView } from '@freeplay/shared/engine';
import { GAMES, type Game } from '@freeplay/shared/games';
import { canonical } from '@freeplay/shared/proof';
import { expect } from 'chai';
import { pick, type Random, randomFrom } from '../games/support.ts';
import { Player, shown } from '../support/player.ts';
import { ServiceProcess, startService } from '../support/service.ts';
import { manyAtOnce, tally } from './many.ts';
import { played, Replica } from './replica.ts';
import { Tab } from './tab.ts';
import { Witness } from './witness.ts';

const MATCHES = 300;
const AT_ONCE = 60;
const TABS = 3;
/** A player of several tabs closes one and opens another so often. */
const SWAP_ONE_IN = 25;

/** What both doors have shown of one match, by revision and presence: always the same view. */
class Doors {
  readonly #shown = new Map<string, { readonly text: string; readonly by: Set<'http' | 'socket'> }>();

  observe(view: LiveView, door: 'http' | 'socket'): void {
    const text = canonical(view);
    const key = keyOf(view);
    const shown = this.#shown.get(key) ?? { text, by: new Set() };
    this.#shown.set(key, shown);
    shown.by.add(door);
    if (shown.text !== text) deepStrictEqual(JSON.parse(text), JSON.parse(shown.text), `two views of ${key}`);
  }

  /** Revisions of which both doors have shown the same view, ascending. */
  get compared(): number[] {
    const both = [...this.#shown].filter(([, { by }]) => by.size === 2).map(([key]) => Number.parseInt(key, 10));
    return [...new Set(both)].toSorted((a, b) => a - b);
  }
}

/** A place at the table: without tabs its player plays over HTTP. */
interface Chair {
  readonly player: Player;
  readonly tabs: Tab[];
}

/** Two players at one board, each over a door of their own; after every event both doors are looked through. */
class LiveTable {
  readonly room: string;
  readonly replica: Replica;
  readonly doors = new Doors();
  readonly witness = new Witness();
  /** Revisions at which the match was looked at. */
  readonly steps: number[] = [];
  readonly #chairs: readonly Chair[];
  readonly #random: Random;
  #seen: Envelope | null = null;

  private constructor(game: Game, room: string, chairs: readonly Chair[], random: Random) {
    this.replica = new Replica(game);
    this.room = room;
    this.#chairs = chairs;
    this.#random = random;
  }

  /** Pairs the two over HTTP, opens so many tabs for each, and readies them through their doors. */
  static async open(game: Game, players: readonly Player[], tabs: readonly number[], random: Random) {
    const [host, guest] = [item(players, 0), item(players, 1)];
    const { id, invite } = shown(await host.enter({ mode: 'private', game: game.id }));
    const { seat } = shown(await guest.enter({ mode: 'join', room: invite ?? '' }));
    const chairs = (seat === 1 ? [host, guest] : [guest, host]).map((player) => ({ player, tabs: [] }));
    const table = new LiveTable(game, id, chairs, random);
    await Promise.all(chairs.flatMap((chair, n) => Array.from({ length: item(tabs, n) }, () => table.#openTab(chair))));
    await table.#agree();
    for (const chair of chairs) await table.#ready(chair);
    return table;
  }

  get over(): boolean {
    return this.replica.outcome !== null;
  }

  get tabs(): readonly Tab[] {
    return this.#chairs.flatMap(({ tabs }) => tabs);
  }

  /** A random move of the seat to move, by what its own door shows. */
  async move(): Promise<void> {
    const { replica, witness } = this;
    const seat = replica.position.turn;
    const chair = item(this.#chairs, seat);
    const tab = spareTab(chair);
    const view = tab?.view ?? this.#seen;
    if (view === null) throw new Error('nothing was shown yet');
    const { revision } = view;
    const move = {
      seat,
      revision,
      action: pick(replica.game.legal(view.state), this.#random),
      id: `${seat}.${revision}`,
    };
    const message = { revision, action: move.action, id: move.id };
    witness.sends(move);
    if (tab === null) {
      const snapshot = shown(await chair.player.act(this.room, { kind: 'move', ...message }));
      replica.play(move.action);
      await this.#agree(snapshot);
    } else {
      expect(await tab.send('move', message)).to.deep.equal({ ok: true, revision: revision + 1 });
      replica.play(move.action);
      await this.#agree();
    }
    witness.acknowledges(move);
    if (chair.tabs.length > 1 && this.#random(SWAP_ONE_IN) === 0) await this.#swapTab(chair);
  }

  async close(): Promise<void> {
    await Promise.all(this.tabs.map((tab) => tab.close()));
    this.witness.hold(await item(this.#chairs, 0).player.replay(this.room));
    expect(this.doors.compared, 'revisions that both doors have shown').to.deep.equal([...new Set(this.steps)]);
  }

  async #ready({ player, tabs }: Chair): Promise<void> {
    if (tabs[0] === undefined) return this.#agree(shown(await player.act(this.room, { kind: 'ready' })));
    expect(await tabs[0].send('ready', { id: 'ready' })).to.include({ ok: true });
    return this.#agree();
  }

  /** Looks over HTTP until every tab shows the very same revision and presence, and holds both to the rules. */
  async #agree(first?: Envelope): Promise<void> {
    const watcher = this.#chairs.find(({ tabs }) => tabs.length === 0) ?? item(this.#chairs, 0);
    let snapshot = first ?? (await watcher.player.snapshot(this.room));
    for (;;) {
      const now = snapshot;
      this.witness.observe(now);
      this.doors.observe(liveOf(now), 'http');
      await Promise.all(this.tabs.map((tab) => tab.until((view) => isAsNew(view, now))));
      if (this.tabs.every(({ view }) => keyOf(view) === keyOf(now))) break;
      snapshot = await watcher.player.snapshot(this.room);
    }
    this.#seen = snapshot;
    this.steps.push(snapshot.revision);
    if (snapshot.startedAt > 0) {
      deepStrictEqual(
        { ...played(snapshot), legal: snapshot.legal },
        { ...this.replica.view, legal: this.replica.legal },
      );
    }
    for (const [seat, { tabs }] of this.#chairs.entries()) {
      if (tabs.length > 0 && !snapshot.connected[seat]) expect.fail(`seat ${seat} has a tab and is not connected`);
    }
  }

  async #openTab({ player, tabs }: Chair): Promise<void> {
    tabs.push(await Tab.open(player, this.room, (view) => this.doors.observe(view, 'socket')));
  }

  async #swapTab(chair: Chair): Promise<void> {
    await chair.tabs.shift()?.close();
    await this.#openTab(chair);
    await this.#agree();
  }
}

/** The player's tab that has sent least of late, or null. */
function spareTab({ tabs }: Chair): Tab | null {
  return tabs.toSorted((a, b) => b.budget - a.budget)[0] ?? null;
}

function liveOf(snapshot: Envelope): LiveView {
  const { seat, legal, invite, serverTime, resumed, ...view } = snapshot;
  return view;
}

function keyOf({ revision, presence }: LiveView): string {
  return `${revision}.${presence}`;
}

function isAsNew(view: LiveView, than: LiveView): boolean {
  return view.revision > than.revision || (view.revision === than.revision && view.presence >= than.presence);
}

function item<T>(items: readonly T[], index: number): T {
  const found = items[index];
  if (found === undefined) throw new RangeError(`nothing at ${index}`);
  return found;
}

/** Tabs by seat: one seat over HTTP, or the other, or both over sockets. */
function doorsFor(n: number, random: Random): [number, number] {
  const [first, second] = [1 + random(TABS), 1 + random(TABS)];
  return n % 3 === 0 ? [first, 0] : n % 3 === 1 ? [0, second] : [first, second];
}

describe('random matches in live rooms', function () {
  this.timeout(1_200_000);
  let service: ServiceProcess;
  let lanes: [Player, Player][];

  before(async () => {
    service = await ServiceProcess.spawn();
    const open = async (_: unknown, lane: number): Promise<[Player, Player]> => [
      await Player.open(service.url, `host ${lane}`),
      await Player.open(service.url, `guest ${lane}`),
    ];
    lanes = await Promise.all(Array.from({ length: AT_ONCE }, open));
  });
  after(() => service?.dispose());

  for (const game of GAMES) {
    it(`${MATCHES} matches of ${game.id}, over sockets and HTTP mixed, show both doors one match that goes by the pure rules`, async () => {
      const ends = new Map<string, number>();
      const started = performance.now();
      let plies = 0;
      let compared = 0;
      await manyAtOnce(MATCHES, AT_ONCE, async (n, lane) => {
        const random = randomFrom(n);
        const table = await LiveTable.open(game, item(lanes, lane), doorsFor(n, random), random);
        while (!table.over) await table.move();
        await table.close();
        plies += table.replica.plies;
        compared += table.doors.compared.length;
        tally(ends, table.replica.outcome?.winner === -1 ? 'draw' : (table.replica.outcome?.reason ?? ''));
      });
      const seconds = ((performance.now() - started) / 1000).toFixed(1);
      const summary = [...ends].map(([end, count]) => `${end} ${count}`).join(', ');
      process.stdout.write(
        `    ${game.id}: ${MATCHES} matches, ${plies} moves, ${compared} revisions alike at both doors, ${seconds} s (${summary})\n`,
      );
      expect(service.output, 'warnings of the server').to.equal('');
    });
  }
});

describe('a service in this process', () => {
  it('starts again after it has stopped, closing the sockets it had with a code that says: take a new seat', async () => {
    const [game] = GAMES;
    for (let round = 0; round < 3; round++) {
      const service = await startService();
      const players = [await Player.open(service.url, 'host'), await Player.open(service.url, 'guest')];
      const random = randomFrom(round);
      const table = await LiveTable.open(item(GAMES, 0), players, [2, 1], random);
      for (let ply = 0; ply < 4; ply++) await table.move();
      expect(table.replica.game).to.equal(game);
      const closed = Promise.allSettled(table.tabs.map((tab) => tab.whole));
      await service.stop();
      for (const end of await closed) expect(String(end.status === 'rejected' && end.reason)).to.include('4010');
    }
  }).timeout(60_000);
});

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Entrant, Envelope } from '@freeplay/shared/engine';
import { RULES_HASH, rulesById } from '@freeplay/shared/games';
import type { FlipSetup, FlipView } from '@freeplay/shared/games/flip';
import type { ChallengeBook } from '../../server/flip/challenges.ts';
import { FlipMatch } from '../../server/flip/flip.ts';
import type { Matches } from '../../server/flip/matches.ts';
import type { ChallengeRequest, ChallengeView } from '../../server/flip/port.ts';
import { makeSetup } from '../../server/flip/setup.ts';
import { Host } from '../../server/host/host.ts';
import type { Refusal } from '../../server/host/port.ts';
import { memoryLimits } from '../../server/limits/memory.ts';
import { Lobby } from '../../server/lobby/lobby.ts';
import { Metrics } from '../../server/operators/metrics.ts';
import { PresenceBook } from '../../server/presence/presence.ts';
import { openCircle } from '../../server/social/circle.ts';
import type { Store } from '../../server/store/port.ts';
import { randomFrom } from '../games/support.ts';
import { ManualClock } from '../support/clock.ts';
import { openAt, playerRecord } from '../support/store.ts';
import { CLOCKS, HOT_MS, Pending, SWEEP_MS, signer } from '../support/world.ts';

const UNLIMITED = { max: 0, window: 1 };
export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const DAY = 86_400_000;

export interface FlipProcess {
  readonly host: Host;
  readonly lobby: Lobby;
  readonly matches: Matches;
  readonly challenges: ChallengeBook;
  readonly presence: PresenceBook;
  /** Players whose inboxes were woken, in order. */
  readonly woken: string[];
  /** What was logged as a warning or an error. */
  readonly complaints: readonly string[];
}

export interface FlipProcessOptions {
  readonly most?: number;
  readonly roomsPerHour?: number;
  readonly deal?: typeof makeSetup;
}

/** The parts of the server that play Flip Match, over a real database that several processes may share; time by hand. */
export class FlipWorld {
  readonly clock: ManualClock;
  readonly #folder: string | null;
  readonly #place: string;
  readonly #pending: Pending;
  readonly #running: FlipProcess[] = [];
  #stores: Store[] = [];
  #seed = 1;

  private constructor(place: string, folder: string | null, pending: Pending, store: Store) {
    this.#place = place;
    this.#folder = folder;
    this.#pending = pending;
    this.#stores = [store];
    this.clock = new ManualClock(undefined, () => pending.settled());
  }

  /** `url`: PostgreSQL; without it an embedded database in a folder of its own. */
  static async open(url?: string): Promise<FlipWorld> {
    const folder = url === undefined ? await mkdtemp(join(tmpdir(), 'freeplay-flip-')) : null;
    const place = url ?? folder ?? '';
    return new FlipWorld(place, folder, new Pending(), await openAt(place));
  }

  get store(): Store {
    const [store] = this.#stores;
    if (store === undefined) throw new Error('the world is closed');
    return store;
  }

  /** Another connection to the database, for a second process. */
  async connect(): Promise<Store> {
    const store = await openAt(this.#place);
    this.#stores.push(store);
    return store;
  }

  start(
    { most = 0, roomsPerHour = 0, deal = makeSetup }: FlipProcessOptions = {},
    on: Store = this.store,
  ): FlipProcess {
    const { clock } = this;
    const store: Store = {
      ...on,
      journal: this.#pending.watch(on.journal),
      players: this.#pending.watch(on.players),
      flip: this.#pending.watch(on.flip),
      social: this.#pending.watch(on.social),
    };
    const complaints: string[] = [];
    const note = (fields: object, message: string) => void complaints.push(`${message} ${JSON.stringify(fields)}`);
    const log = { debug() {}, info() {}, warn: note, error: note };
    const dice = randomFrom(this.#seed++);
    const random = (length: number) => Uint8Array.from({ length }, () => dice(256));
    const presence = new PresenceBook(clock, () => {});
    const rulesOf = (game: string) => RULES_HASH[game] ?? null;
    const hour = { max: roomsPerHour, window: 3_600_000 };
    const limits = memoryLimits({ action: UNLIMITED, room: hour, session: UNLIMITED, read: UNLIMITED }, clock);
    const { friends } = openCircle({ social: store.social, presence, limits, clock });
    const woken: string[] = [];
    const wake = (players: readonly string[]) => void woken.push(...players);
    const flip = new FlipMatch(
      { store, limits, clock, random, log, rulesOf, graph: friends, notifier: { wake }, deal },
      { clocks: { turn: 300_000, idle: 120_000, absence: DAY }, most, challenge: DAY },
    );
    const { journal } = store;
    const metrics = new Metrics();
    const lastSeen = async (player: string) => presence.lastSeen(player) ?? 0;
    const { receipt } = signer;
    const host = new Host(
      { journal, clock, log, metrics, random, lastSeen, rules: rulesById, rulesOf, receipt, records: flip.records },
      { hotMs: HOT_MS, sweepMs: SWEEP_MS },
    );
    const lobby = new Lobby(
      { host, journal, presence, limits, clock, random, rulesOf, races: flip.races },
      { clocks: CLOCKS, maxActiveRooms: 0 },
    );
    const { matches, challenges } = flip.open(host, lobby);
    host.start();
    challenges.start();
    matches.start();
    const started = { host, lobby, matches, challenges, presence, woken, complaints };
    this.#running.push(started);
    return started;
  }

  /** A player who is known to the database, by name. */
  async player(name: string, over: Parameters<typeof playerRecord>[1] = {}): Promise<Entrant> {
    const player = `p_${name.padEnd(22, 'x')}`;
    await this.store.players.create(
      `hash of ${name}`,
      playerRecord(player, { name, preferredTheme: 'animals', ...over }),
    );
    return { player, name };
  }

  players(...names: string[]): Promise<Entrant[]> {
    return Promise.all(names.map((name) => this.player(name)));
  }

  /** What a match was opened with: the board that nobody is shown. */
  async setup(match: string): Promise<FlipSetup> {
    const [created] = (await this.store.journal.load(match))?.events ?? [];
    if (created?.kind !== 'created') throw new Error('no such match');
    return created.data.setup as FlipSetup; // Written by the server under test.
  }

  /** Cells of each pair, the pairs in the order of their first cell. */
  async pairs(match: string): Promise<readonly (readonly [number, number])[]> {
    const { board } = await this.setup(match);
    const open = new Map<number, number>();
    const pairs: [number, number][] = [];
    for (const [cell, item] of board.entries()) {
      const mate = open.get(item);
      if (mate === undefined) open.set(item, cell);
      else {
        pairs.push([mate, cell]);
        open.delete(item);
      }
    }
    return pairs.toSorted(([a], [b]) => a - b);
  }

  /** Lets a long time pass at once, and what was due in it happen: the sweepers look once. */
  async pass(ms: number): Promise<void> {
    this.clock.jump(ms - 2 * SWEEP_MS);
    await this.clock.advance(2 * SWEEP_MS);
  }

  settled(): Promise<void> {
    return this.#pending.settled();
  }

  /** Ends all processes, as a crash does, and opens the store anew. */
  async restart(): Promise<void> {
    await this.#stop();
    this.#stores = [await openAt(this.#place)];
  }

  async close(): Promise<void> {
    await this.#stop();
    if (this.#folder !== null) await rm(this.#folder, { recursive: true });
  }

  async #stop(): Promise<void> {
    for (const { host, challenges, matches } of this.#running.splice(0)) {
      await challenges.stop();
      await matches.stop();
      await host.stop();
    }
    for (const store of this.#stores.splice(0)) await store.close();
  }
}

/** What must have been accepted. */
export function granted<T extends object>(result: ({ readonly ok: true } & T) | Refusal): { readonly ok: true } & T {
  if (!result.ok) throw new Error(`refused: ${result.code}: ${result.message}`);
  return result;
}

export function refusalOf(result: { readonly ok: true } | Refusal): string {
  return result.ok ? 'accepted' : result.code;
}

export function stateOf({ state }: Pick<Envelope, 'state'>): FlipView {
  return state as unknown as FlipView; // Of a match of Flip Match.
}

/** One match as its players play it. */
export class Game {
  readonly world: FlipWorld;
  server: FlipProcess;
  readonly id: string;
  /** By seat. */
  readonly seats: readonly Entrant[];

  constructor(world: FlipWorld, server: FlipProcess, id: string, seats: readonly Entrant[]) {
    this.world = world;
    this.server = server;
    this.id = id;
    this.seats = seats;
  }

  static async solo(world: FlipWorld, server: FlipProcess, player: Entrant, wish = {}): Promise<Game> {
    const { snapshot } = granted(await server.matches.startSolo(player, wish));
    return new Game(world, server, snapshot.id, [player]);
  }

  static async duel(
    world: FlipWorld,
    server: FlipProcess,
    seats: readonly [Entrant, Entrant],
    wish: Partial<ChallengeRequest> = {},
  ): Promise<Game> {
    const { room } = await challengeAndAccept(server, seats, { mode: 'DUEL', ...wish });
    return new Game(world, server, room.id, seats);
  }

  static async team(world: FlipWorld, server: FlipProcess, seats: readonly Entrant[], wish = {}): Promise<Game> {
    const leader = seats[0]?.player ?? '';
    const { snapshot } = granted(
      await server.matches.startTeam({ party: 'party', leader, members: seats, notices: [] }, wish),
    );
    return new Game(world, server, snapshot.id, seats);
  }

  player(seat: number): string {
    return this.seats[seat]?.player ?? '';
  }

  async look(seat = 0): Promise<Envelope> {
    return granted(await this.server.lobby.snapshot(this.player(seat), this.id)).snapshot;
  }

  async try(seat: number, action: number) {
    const { revision } = await this.look(seat);
    return this.server.lobby.act(this.player(seat), this.id, { kind: 'move', revision, action });
  }

  /** The seat to move takes actions, one after the other. */
  async play(...actions: readonly number[]): Promise<Envelope> {
    let snapshot = await this.look();
    for (const action of actions) snapshot = granted(await this.try(snapshot.turn, action)).snapshot;
    return snapshot;
  }

  /** The seat to move finds the pairs of these numbers. */
  async match(...numbers: readonly number[]): Promise<Envelope> {
    const pairs = await this.world.pairs(this.id);
    return this.play(...numbers.flatMap((number) => pairs[number] ?? []));
  }

  /** The seat to move shows one card each of two pairs. */
  async miss(one: number, other: number): Promise<Envelope> {
    const pairs = await this.world.pairs(this.id);
    return this.play(pairs[one]?.[0] ?? -1, pairs[other]?.[0] ?? -1);
  }

  /** All pairs that are left, by whoever is to move. */
  async finish(): Promise<Envelope> {
    const pairs = await this.world.pairs(this.id);
    const { claimed } = stateOf(await this.look());
    return this.play(...pairs.filter(([cell]) => claimed[cell] === -1).flat());
  }

  leave(seat = 0) {
    return this.server.lobby.act(this.player(seat), this.id, { kind: 'leave' });
  }
}

export async function challenge(
  server: FlipProcess,
  [from, to]: readonly [Entrant, Entrant],
  wish: Partial<ChallengeRequest> = {},
): Promise<ChallengeView> {
  const request = { mode: 'DUEL', opponent: to.name, difficulty: 'EASY', theme: 'animals', ...wish } as const;
  return granted(await server.challenges.create(from.player, request)).challenge;
}

export async function challengeAndAccept(
  server: FlipProcess,
  seats: readonly [Entrant, Entrant],
  wish: Partial<ChallengeRequest> = {},
): Promise<{ readonly challenge: ChallengeView; readonly room: Envelope }> {
  const { id } = await challenge(server, seats, wish);
  const accepted = granted(await server.challenges.act(seats[1].player, id, { kind: 'accept' }));
  if (accepted.room === undefined) throw new Error('accepting gives a room');
  return { challenge: accepted.challenge, room: accepted.room };
}

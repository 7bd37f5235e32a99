import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Clocks, Entrant, Envelope, MatchEvent } from '@freeplay/shared/engine';
import { RULES_HASH, type Rules, rulesById } from '@freeplay/shared/games';
import { Host } from '../../server/host/host.ts';
import type { EnterRequest, Refusal, RoomAction } from '../../server/host/port.ts';
import { memoryLimits } from '../../server/limits/memory.ts';
import { Lobby } from '../../server/lobby/lobby.ts';
import type { Log } from '../../server/log.ts';
import { Metrics } from '../../server/operators/metrics.ts';
import { PresenceBook } from '../../server/presence/presence.ts';
import { signerOf } from '../../server/receipts/signer.ts';
import { openStore } from '../../server/store/index.ts';
import type { Journal, Store } from '../../server/store/port.ts';
import { randomFrom } from '../games/support.ts';
import { ManualClock } from './clock.ts';

/** The source text's clocks, in ms. */
export const CLOCKS: Clocks = { queue: 600_000, ready: 90_000, turn: 60_000, match: 1_800_000 };
export const HOT_MS = 120_000;
export const SWEEP_MS = 1000;
/** Signs the receipts of all worlds. */
export const signer = signerOf(generateKeyPairSync('ed25519').privateKey);

/** What a test may choose about a process; the rest is as the server composes it. */
export interface ProcessOptions {
  readonly clocks?: Clocks;
  readonly maxActiveRooms?: number;
  readonly roomsPerHour?: number;
  readonly actionsPerMinute?: number;
  readonly rules?: (id: string) => Rules | null;
  readonly rulesOf?: (game: string) => string | null;
  /** Stands between the host and the real journal. */
  readonly wrap?: (journal: Journal) => Journal;
}

/** One process: a host, a lobby and who is online, over a store that it may share with others. */
export interface Process {
  readonly host: Host;
  readonly lobby: Lobby;
  readonly presence: PresenceBook;
  readonly metrics: Metrics;
  /** Messages of what was logged as a warning or an error. */
  readonly complaints: readonly string[];
  /** Calls to the journal by name. */
  readonly calls: ReadonlyMap<string, number>;
}

/** The server without its doors: real database in a folder of its own, time by hand. */
export class World {
  readonly clock: ManualClock;
  readonly #folder: string;
  readonly #pending = new Pending();
  readonly #processes: Process[] = [];
  #store: Store;
  #seed = 1;

  private constructor(folder: string, store: Store) {
    this.#folder = folder;
    this.#store = store;
    this.clock = new ManualClock(undefined, () => this.#pending.settled());
  }

  static async open(): Promise<World> {
    const folder = await mkdtemp(join(tmpdir(), 'freeplay-world-'));
    return new World(folder, await storeIn(folder));
  }

  /** The journal itself, for what a test reads or does behind the processes' back. */
  get journal(): Journal {
    return this.#store.journal;
  }

  /** Starts a process over the store. */
  start(options: ProcessOptions = {}): Process {
    const { clock } = this;
    const { rules = rulesById, rulesOf = (game) => RULES_HASH[game] ?? null, wrap = (same) => same } = options;
    const calls = new Map<string, number>();
    const journal = wrap(this.#pending.watch(this.#store.journal, calls));
    const complaints: string[] = [];
    const log = logTo(complaints);
    const presence = new PresenceBook(clock, () => {});
    const metrics = new Metrics();
    const dice = randomFrom(this.#seed++);
    const random = (length: number) => Uint8Array.from({ length }, () => dice(256));
    const lastSeen = async (player: string) => presence.lastSeen(player) ?? 0;
    const { receipt } = signer;
    const parts = { journal, clock, log, metrics, random, lastSeen, rules, rulesOf, receipt };
    const host = new Host(parts, { hotMs: HOT_MS, sweepMs: SWEEP_MS });
    const limits = memoryLimits(
      {
        action: { max: options.actionsPerMinute ?? 0, window: 60_000 },
        room: { max: options.roomsPerHour ?? 0, window: 3_600_000 },
        session: { max: 0, window: 1 },
        read: { max: 0, window: 1 },
      },
      clock,
    );
    const lobby = new Lobby(
      { host, journal, presence, limits, clock, random, rulesOf },
      { clocks: options.clocks ?? CLOCKS, maxActiveRooms: options.maxActiveRooms ?? 0 },
    );
    host.start();
    const started = { host, lobby, presence, metrics, complaints, calls };
    this.#processes.push(started);
    return started;
  }

  /** Ends all processes and opens the store anew: what follows knows only what was durable. */
  async restart(): Promise<void> {
    await this.#stop();
    this.#store = await storeIn(this.#folder);
  }

  async close(): Promise<void> {
    await this.#stop();
    await rm(this.#folder, { recursive: true });
  }

  /** Resolves once no call to the journal is under way and nothing follows from the last one. */
  settled(): Promise<void> {
    return this.#pending.settled();
  }

  async log(match: string): Promise<readonly MatchEvent[]> {
    return (await this.journal.load(match))?.events ?? [];
  }

  async #stop(): Promise<void> {
    for (const { host } of this.#processes.splice(0)) await host.stop();
    await this.#store.close();
  }
}

/** Counts calls under way, so that a test can wait for them instead of sleeping. */
export class Pending {
  #count = 0;
  #waiting: (() => void)[] = [];

  /** The same part of the store, its calls counted. */
  watch<T extends object>(part: T, calls: Map<string, number> = new Map()): T {
    return new Proxy(part, {
      get: (target, name, receiver) => {
        const method: unknown = Reflect.get(target, name, receiver);
        if (typeof method !== 'function') return method;
        return async (...args: unknown[]) => {
          calls.set(String(name), (calls.get(String(name)) ?? 0) + 1);
          this.#count += 1;
          try {
            return await Reflect.apply(method, target, args);
          } finally {
            this.#count -= 1;
            if (this.#count === 0) for (const wake of this.#waiting.splice(0)) wake();
          }
        };
      },
    });
  }

  /** A turn of the event loop without a call under way: all that a call sets off has run by then. */
  async settled(): Promise<void> {
    for (;;) {
      await new Promise((resolve) => setImmediate(resolve));
      if (this.#count === 0) return;
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }
}

function storeIn(dataDir: string): Promise<Store> {
  return openStore({
    dataDir,
    onDeath: (error) => {
      throw error;
    },
  });
}

function logTo(complaints: string[]): Log {
  const note = (_fields: object, message: string) => void complaints.push(message);
  return { debug() {}, info() {}, warn: note, error: note };
}

export function person(name: string): Entrant {
  return { player: `p_${name}`, name };
}

/** The snapshot of what must have been accepted. */
export function shown(result: { readonly ok: true; readonly snapshot: Envelope } | Refusal): Envelope {
  if (!result.ok) throw new Error(`refused: ${result.code}: ${result.message}`);
  return result.snapshot;
}

/** The code of a refusal, or null for what was accepted. */
export function codeOf(result: { readonly ok: boolean; readonly code?: string }): string | null {
  return result.ok ? null : (result.code ?? 'no code');
}

/** A room as its two players use it, in one process that may be another than before. */
export class Table {
  server: Process;
  readonly room: string;
  /** By seat. */
  readonly players: readonly [string, string];

  constructor(server: Process, room: string, players: readonly [string, string]) {
    this.server = server;
    this.room = room;
    this.players = players;
  }

  async enter(seat: 0 | 1, request: EnterRequest) {
    return this.server.lobby.enter({ player: this.players[seat], name: this.players[seat] }, request);
  }

  act(seat: 0 | 1, action: RoomAction) {
    return this.server.lobby.act(this.players[seat], this.room, action);
  }

  async look(seat: 0 | 1 = 0): Promise<Envelope> {
    return shown(await this.server.lobby.snapshot(this.players[seat], this.room));
  }

  /** A move of the seat whose turn it is, at the revision that it sees. */
  async move(action: number, id?: string) {
    const { turn, revision } = await this.look();
    return this.act(turn === 1 ? 1 : 0, { kind: 'move', revision, action, ...(id !== undefined && { id }) });
  }
}

/** Two players in a private room, not ready yet. */
export async function pairUp(server: Process, game = 'gravity', names: readonly [string, string] = ['ann', 'bob']) {
  const [ann, bob] = [person(names[0]), person(names[1])];
  const { invite } = shown(await server.lobby.enter(ann, { mode: 'private', game }));
  const room = shown(await server.lobby.enter(bob, { mode: 'join', room: invite ?? '' }));
  const [first, second] = room.players;
  return new Table(server, room.id, [first ?? '', second ?? '']);
}

/** A match under way. */
export async function sitDown(server: Process, game?: string, names?: readonly [string, string]): Promise<Table> {
  const table = await pairUp(server, game, names);
  shown(await table.act(0, { kind: 'ready' }));
  shown(await table.act(1, { kind: 'ready' }));
  return table;
}

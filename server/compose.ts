import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { RULES_HASH, rulesById } from '@freeplay/shared/games';
import express, { type Express, type Router } from 'express';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import { FlipMatch } from './flip/flip.ts';
import { Host } from './host/host.ts';
import type { Refusal } from './host/port.ts';
import { refusal } from './http/answer.ts';
import { createApi } from './http/app.ts';
import { Connections } from './http/connections.ts';
import { elsewhere } from './http/elsewhere.ts';
import { webClient } from './http/web.ts';
import { createIdentity } from './identity/identity.ts';
import { countRefusals } from './limits/counted.ts';
import { memoryLimits } from './limits/memory.ts';
import { Lobby } from './lobby/lobby.ts';
import type { Log } from './log.ts';
import { openControl } from './operators/control.ts';
import { Metrics } from './operators/metrics.ts';
import { operators } from './operators/operators.ts';
import { PresenceBook } from './presence/presence.ts';
import type { Random } from './random.ts';
import { ownKey, readKey } from './receipts/key-file.ts';
import { enrol } from './receipts/keys.ts';
import { signerOf } from './receipts/signer.ts';
import { keepHistoryFor } from './retention.ts';
import { LiveDoor } from './rooms/live.ts';
import { openCircle } from './social/circle.ts';
import { Console } from './social/console.ts';
import { Parties } from './social/parties.ts';
import { openStore } from './store/index.ts';

/** What comes from outside the process: time, chance, and where it writes what it has to say. */
export interface Surroundings {
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  /** Called once when the process cannot go on, so that whoever supervises it starts a new one. */
  readonly onFatal?: (error: Error) => void;
}

export interface Service {
  /** Opens the database and serves; answers with the port. */
  start(): Promise<{ readonly port: number }>;
  /** Takes no more requests, finishes what is under way and closes the database. */
  stop(): Promise<void>;
}

/** Milliseconds between two looks for cold matches that are due. */
const SWEEP_MS = 1000;
/** Notifications are kept so long. */
const NOTICES_MS = 30 * 86_400_000;
/** The built browser client. */
const WEB = path.join(import.meta.dirname, '../web/dist');

/** The composition root: every part of the server, and who is handed to whom. */
export function compose(config: Config, around: Surroundings): Service {
  const { clock, random, log } = around;
  let stop = async () => {};
  let stopping = false;
  const goingDown = (): Refusal | null =>
    stopping ? refusal('draining', 'This process is going down; another takes over.', 1) : null;

  async function start(): Promise<{ port: number }> {
    const { receiptKeyFile, dataDir, databaseUrl } = config;
    const signer = signerOf(receiptKeyFile === null ? ownKey(dataDir) : readKey(receiptKeyFile));
    const store = await openStore({
      dataDir,
      ...(databaseUrl !== null && { databaseUrl }),
      onDeath: (error) => around.onFatal?.(error),
    });
    const { journal, players, keys, social } = store;
    const giveUp = async (error: unknown) => {
      await store.close();
      throw error;
    };
    await enrol(signer, keys, journal, clock.now()).catch(giveUp);
    const rulesOf = (game: string) => RULES_HASH[game] ?? null;
    const metrics = new Metrics();
    const limits = countRefusals(memoryLimits(config.limits, clock), metrics);
    const presence = new PresenceBook(clock, (player, at) => void players.seen(player, at).catch(() => {}));
    const identity = createIdentity({ players, clock, random });
    const lastSeen = async (player: string) =>
      presence.lastSeen(player) ?? (await players.byId(player))?.lastSeenAt ?? 0;
    const circle = openCircle({ social, presence, limits, clock });
    const { friends, notices } = circle;
    const flip = new FlipMatch(
      { store, limits, clock, random, log, rulesOf, graph: friends, notifier: notices, goingDown },
      {
        clocks: { turn: config.flip.duelTurn, idle: config.flip.teamIdle, absence: config.flip.absent },
        challenge: config.flip.challenge,
        most: config.capacity.flipMatches,
      },
    );
    const { records, races } = flip;
    const host = new Host(
      { journal, clock, log, metrics, random, lastSeen, rules: rulesById, rulesOf, receipt: signer.receipt, records },
      { hotMs: config.hot, sweepMs: SWEEP_MS },
    );
    const rooms = new Lobby(
      { host, journal, presence, limits, clock, random, rulesOf, races, goingDown },
      { clocks: config.clocks, maxActiveRooms: config.capacity.rooms },
    );
    const { matches, challenges } = flip.open(host, rooms);
    const parties = new Parties({ store: social, ...circle, presence, limits, matches, rooms, clock, random });
    const console = new Console({
      ...{ rooms, matches, challenges, friends, parties, questions: social, identity, clock },
    });
    const ready = async (): Promise<Refusal | null> => {
      const closed = goingDown();
      if (closed === null) await players.byId(''); // Fails when the database does not answer.
      return closed;
    };

    const app = express().disable('x-powered-by').disable('etag');
    const server = serve(app);
    const connections = new Connections(server, clock);
    const frames = { perSecond: config.framesPerSecond, monotonic: () => clock.monotonic() };
    const seats = await LiveDoor.open(
      server,
      { host, rooms, talk: parties, presence, frames, metrics, log },
      { ...circle, parties, presence, frames, metrics, log },
      config,
    );
    const people = { friends, parties, notices, console, inboxSeat: (player: string) => seats.inboxSeat(player) };
    app.use(
      createApi({
        config,
        rooms,
        seats,
        flip: { matches, challenges, store: store.flip, startTeam: (player, wish) => parties.startTeam(player, wish) },
        people,
        identity,
        keys,
        limits,
        presence,
        random,
        clock,
        metrics,
        log,
        rulesOf,
        ready,
      }),
    );
    const admin = await openAdmin(config, app, operators(config.monitor, metrics), around);
    app.use(webClient(WEB));
    elsewhere(app, { clock, log });
    const port = await listen(server, config.port, config.host).catch(giveUp);
    const control = databaseUrl === null ? await openControl(dataDir, store, log) : null;
    metrics.gauge('freeplay_hot_matches', 'Matches in memory.', () => host.size);
    metrics.gauge('freeplay_sockets', 'WebSockets of players.', () => seats.sockets);
    metrics.gauge('freeplay_commits', 'Commits of the journal.', () => store.stats.batches);
    metrics.gauge('freeplay_committed_appends', 'Appends in those commits.', () => store.stats.appends);
    host.start();
    challenges.start();
    matches.start();
    const stopRetention = keepHistoryFor(config.history, journal, clock, log);
    const old = { sweep: store.flip.sweepChallenges };
    const stopChallenges = keepHistoryFor(config.history, old, clock, log);
    const stopSweep = keepHistoryFor(NOTICES_MS, { sweep: social.sweepSocial }, clock, log);

    stop = async () => {
      stopping = true;
      stopRetention();
      stopChallenges();
      stopSweep();
      const closed = Promise.all([connections.close(), admin?.close(), control?.close()]);
      await seats.close();
      await closed;
      await challenges.stop();
      await matches.stop();
      await host.stop();
      await store.close();
    };
    return { port };
  }

  return { start, stop: () => stop() };
}

function serve(app: Express): Server {
  const server = createServer(app);
  server.keepAliveTimeout = 65_000;
  server.headersTimeout = 20_000;
  server.requestTimeout = 30_000;
  return server;
}

/** The operators' pages: on a port of their own where one is set, else beside everything else. */
async function openAdmin(
  config: Config,
  app: Express,
  pages: Router,
  { clock, log }: Surroundings,
): Promise<Connections | null> {
  if (config.adminPort === null) {
    app.use(pages);
    return null;
  }
  const admin = createServer(elsewhere(express().disable('x-powered-by').use(pages), { clock, log }));
  const connections = new Connections(admin, clock);
  await listen(admin, config.adminPort, config.host);
  return connections;
}

function listen(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve((server.address() as AddressInfo).port); // A TCP server's address is never a string.
    });
  });
}

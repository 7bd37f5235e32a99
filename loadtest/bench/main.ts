/**
 * `npm run bench [-- NAME ...]`: the figures that the project promises, each beside its limit, measured in one run; one
 * JSON line each. Numbers of a busy machine say little on their own: read the ratios. DATABASE_URL measures PostgreSQL.
 */
import { cpus } from 'node:os';
import { GAMES } from '@freeplay/shared/games';
import { type Child, freePort, Service, startRelay } from './child.ts';
import { memoryOf } from './memory.ts';
import { inParallel, type Loop, longLine, matchLoop, relayLoop, sitDown } from './play.ts';
import { fsyncProbe, median, postgresProbe, quantile, sqliteProbe } from './probes.ts';

interface Figure {
  readonly figure: string;
  readonly value: number;
  readonly unit: string;
  /** What nothing could beat, measured in this run; null where there is nothing to compare with. */
  readonly limit: number | null;
  /** What is promised, as the text of a bound. */
  readonly target: string | null;
  readonly ok: boolean | null;
}

const SETTING = { cores: cpus().length, pinning: 'none', database: process.env.DATABASE_URL ? 'postgresql' : 'sqlite' };
const DATABASE = process.env.DATABASE_URL
  ? { DATABASE_URL: process.env.DATABASE_URL, RECEIPT_KEY_FILE: process.env.RECEIPT_KEY_FILE ?? '' }
  : {};
/** Tables laid at a time before a measurement. */
const WIDTH = 16;
/** The longest game: its line fills 81 cells. */
const GAME = 'five';

function report({ figure, value, unit, limit, target, ok }: Figure, load: object = {}): void {
  const ratio = limit === null ? null : round(value / limit);
  const line = {
    figure,
    value: round(value),
    unit,
    limit: limit === null ? null : round(limit),
    ratio,
    target,
    ok,
    ...load,
    ...SETTING,
  };
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

function progress(text: string): void {
  process.stderr.write(`${text}\n`);
}

function round(value: number): number {
  return Number(value.toPrecision(4));
}

interface Run {
  readonly movesPerSecond: number;
  readonly cpuUsPerMove: number;
  readonly p50: number;
  readonly p99: number;
  readonly moves: number;
}

/** Plays all loops, `inFlight` at a time, and says what it cost the process. */
async function measure(child: Child, loops: readonly Loop[], inFlight: number): Promise<Run> {
  const latencies: number[] = [];
  const cpu = child.cpu();
  const started = performance.now();
  await inParallel(loops.length, inFlight, (i) => loops[i]?.run((ms) => latencies.push(ms)) ?? Promise.resolve());
  const seconds = (performance.now() - started) / 1000;
  const spent = child.cpu() - cpu;
  for (const loop of loops) loop.close();
  const moves = latencies.length;
  return {
    movesPerSecond: moves / seconds,
    cpuUsPerMove: (spent * 1_000_000) / moves,
    p50: quantile(latencies, 0.5),
    p99: quantile(latencies, 0.99),
    moves,
  };
}

async function withService<T>(
  work: (child: Child, service: Service) => Promise<T>,
  args: readonly string[] = [],
): Promise<T> {
  const service = await Service.create(DATABASE);
  const child = await service.start(args);
  try {
    return await work(child, service);
  } finally {
    if (child.process.exitCode === null && child.process.signalCode === null) await child.kill();
    await service.forget();
  }
}

/** Moves over live rooms, beside the relay of the same number of frames, matches in flight and plies. */
async function moves(): Promise<void> {
  const line = longLine(GAME);
  const relay = await startRelay();
  const insert =
    SETTING.database === 'sqlite' ? await sqliteProbe(1) : await postgresProbe(process.env.DATABASE_URL ?? '', 1);
  const grouped =
    SETTING.database === 'sqlite' ? await sqliteProbe(25) : await postgresProbe(process.env.DATABASE_URL ?? '', 25);
  const fsync = await fsyncProbe();
  for (const [inFlight, matches] of [
    [1, 12],
    [50, 400],
    [500, 500],
  ] as const) {
    progress(`${matches} matches, ${inFlight} in flight ...`);
    const load = { inFlight, matches, pliesEach: line.length };
    const bare = await measure(
      relay,
      await inParallel(matches, 50, (i) => relayLoop(relay.url, `${inFlight}-${i}`, line.length)),
      inFlight,
    );
    const run = await withService(async (child) => {
      const loops = await inParallel(matches, WIDTH, () => matchLoop(child.url, GAME, line, () => {}));
      return measure(child, loops, inFlight);
    });
    report(
      {
        figure: `move-p50-${inFlight}`,
        value: run.p50,
        unit: 'ms',
        limit: Math.max(bare.p50, fsync),
        target: null,
        ok: null,
      },
      load,
    );
    report(
      { figure: `move-p99-${inFlight}`, value: run.p99, unit: 'ms', limit: bare.p99, target: null, ok: null },
      load,
    );
    if (inFlight !== 50) continue;
    const cpuTarget = 5 * bare.cpuUsPerMove;
    report(
      {
        figure: 'cpu-per-move',
        value: run.cpuUsPerMove,
        unit: 'us',
        limit: bare.cpuUsPerMove,
        target: '<= 5x relay',
        ok: run.cpuUsPerMove <= cpuTarget,
      },
      load,
    );
    report(
      {
        figure: 'moves-per-second',
        value: run.movesPerSecond,
        unit: '1/s',
        limit: bare.movesPerSecond,
        target: '>= 6000',
        ok: run.movesPerSecond >= 6000,
      },
      load,
    );
    report(
      {
        figure: 'moves-per-second-of-bare-inserts',
        value: run.movesPerSecond,
        unit: '1/s',
        limit: grouped,
        target: null,
        ok: null,
      },
      { ...load, rowsPerCommit: 25, singleInserts: round(insert), fsyncMs: round(fsync) },
    );
  }
  await relay.kill();
}

/** Bytes of a move's patch to each client, by game, the protocol's own byte included. */
async function patches(): Promise<void> {
  await withService(async (child) => {
    for (const { id } of GAMES) {
      progress(`patches of ${id} ...`);
      const line = longLine(id);
      const sizes: number[] = [];
      const loop = await matchLoop(child.url, id, line, (bytes) => sizes.push(bytes));
      await loop.run(() => {});
      loop.close();
      const value = median(sizes);
      report(
        { figure: `patch-bytes-p50-${id}`, value, unit: 'B', limit: 8, target: '<= 64', ok: value <= 64 },
        { plies: line.length },
      );
    }
  });
}

/** Heap and external memory of a hot match in mid-game, without sockets. */
async function memory(): Promise<void> {
  const port = await freePort();
  await withService(
    async (child) => {
      const inspector = `http://127.0.0.1:${port}`;
      const line = longLine(GAME).slice(0, 40);
      const table = async () => {
        const { room, players, revision } = await sitDown(child.url, GAME);
        for (const [ply, action] of line.entries())
          await players[ply % 2]?.act(room, { kind: 'move', revision: revision + ply, action });
      };
      await inParallel(50, WIDTH, table);
      const before = await memoryOf(inspector);
      const matches = 400;
      progress(`${matches} hot matches ...`);
      await inParallel(matches, WIDTH, table);
      const value = ((await memoryOf(inspector)) - before) / matches / 1024;
      report(
        { figure: 'memory-per-hot-match', value, unit: 'KiB', limit: null, target: '<= 60', ok: value <= 60 },
        { matches, pliesEach: line.length },
      );
    },
    [`--inspect=127.0.0.1:${port}`],
  );
}

/** Matches that nobody holds in memory: one load each; and all of a killed process's matches, from its start on. */
async function recovery(): Promise<void> {
  const service = await Service.create(DATABASE);
  let child = await service.start();
  const line = longLine(GAME).slice(0, 20);
  const matches = 1000;
  progress(`${matches} active matches ...`);
  const tables = await inParallel(matches, WIDTH, async () => {
    const { room, players, revision } = await sitDown(child.url, GAME);
    for (const [ply, action] of line.entries())
      await players[ply % 2]?.act(room, { kind: 'move', revision: revision + ply, action });
    return { room, player: players[0], revision: revision + line.length };
  });
  await child.kill();
  const started = performance.now();
  child = await service.start();
  const up = performance.now() - started;
  const loads: number[] = [];
  await inParallel(matches, 50, async (i) => {
    const table = tables[i];
    const asked = performance.now();
    const seen = await table?.player?.look(table.room);
    loads.push(performance.now() - asked);
    if (seen?.revision !== table?.revision) throw new Error(`a match came back at revision ${seen?.revision}`);
  });
  const seconds = (performance.now() - started) / 1000;
  report(
    { figure: 'recovery-of-1000', value: seconds, unit: 's', limit: up / 1000, target: '<= 5', ok: seconds <= 5 },
    { matches, eventsEach: 5 + line.length, readers: 50 },
  );
  report(
    { figure: 'cold-load-p50', value: median(loads), unit: 'ms', limit: null, target: null, ok: null },
    { readers: 50 },
  );
  const cpu = child.cpu();
  const gets: number[] = [];
  await inParallel(10 * matches, 50, async (i) => {
    const table = tables[i % matches];
    const asked = performance.now();
    await table?.player?.look(table.room);
    gets.push(performance.now() - asked);
  });
  report(
    { figure: 'snapshot-get-p50', value: median(gets), unit: 'ms', limit: null, target: null, ok: null },
    { readers: 50, cpuUsEach: round(((child.cpu() - cpu) * 1_000_000) / gets.length) },
  );
  await child.kill();
  await service.forget();
}

/** Public requests of 200 players at once, until all sit opposite somebody. */
async function pairing(): Promise<void> {
  const { BarePlayer } = await import('./player.ts');
  await withService(async (child) => {
    const players = await inParallel(200, WIDTH, () => new BarePlayer(child.url).open());
    const started = performance.now();
    const entered = await Promise.all(players.map((player) => player.enter(GAME)));
    const seconds = (performance.now() - started) / 1000;
    const rooms = new Set(entered.map(({ id }) => id)).size;
    report(
      {
        figure: 'pairings-per-second',
        value: rooms / seconds,
        unit: '1/s',
        limit: null,
        target: null,
        ok: rooms === 100,
      },
      { players: 200, rooms },
    );
  });
}

const ALL = { moves, patches, memory, recovery, pairing };
const asked = process.argv.slice(2);
for (const [name, run] of Object.entries(ALL)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  progress(`== ${name}`);
  await run();
}
process.exit(0);

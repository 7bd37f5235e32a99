import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import pg from 'pg';

/** About what one move's event takes. */
const EVENT = 'x'.repeat(120);

/** Milliseconds of one append and fsync of a small file: what a commit cannot beat on this disk. Median of `runs`. */
export async function fsyncProbe(runs = 200): Promise<number> {
  return inScratch(async (folder) => {
    const file = openSync(path.join(folder, 'probe'), 'w');
    const times = Array.from({ length: runs }, () =>
      timed(() => {
        writeSync(file, EVENT);
        fsyncSync(file);
      }),
    );
    closeSync(file);
    return median(times);
  });
}

/** Rows per second of bare SQLite inserts, WAL and synchronous=FULL, `perCommit` rows in each transaction. */
export async function sqliteProbe(perCommit: number, rows = 20_000): Promise<number> {
  return inScratch(async (folder) => {
    const database = new Database(path.join(folder, 'probe.db'));
    database.pragma('journal_mode = WAL');
    database.pragma('synchronous = FULL');
    database.exec('create table e (match text, revision integer, text text, primary key (match, revision))');
    const insert = database.prepare('insert into e values (?, ?, ?)');
    const batch = database.transaction((from: number) => {
      for (let i = 0; i < perCommit; i++) insert.run('match', from + i, EVENT);
    });
    const ms = timed(() => {
      for (let row = 0; row < rows; row += perCommit) batch(row);
    });
    database.close();
    return (rows / ms) * 1000;
  });
}

/** The same on PostgreSQL, one statement per transaction. */
export async function postgresProbe(url: string, perCommit: number, rows = 5000): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(
    'create temporary table e (match text, revision integer, text text, primary key (match, revision))',
  );
  const started = performance.now();
  for (let row = 0; row < rows; row += perCommit) {
    await client.query("insert into e select 'match', $1::int + n, $2 from generate_series(0, $3::int - 1) n", [
      row,
      EVENT,
      perCommit,
    ]);
  }
  const ms = performance.now() - started;
  await client.end();
  return (rows / ms) * 1000;
}

async function inScratch<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(path.join(tmpdir(), 'freeplay-probe-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function timed(work: () => void): number {
  const started = performance.now();
  work();
  return performance.now() - started;
}

/** The value below which a share of the others lies. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

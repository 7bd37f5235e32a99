import { createHash, randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type Database from 'better-sqlite3';
import type { ClientBase } from 'pg';

/** A migration of this build. `checksum` is what Prisma Migrate records: SHA-256 (hex) of the file's bytes. */
export interface Migration {
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
}

/** A row of Prisma's table `_prisma_migrations`. */
export interface Applied {
  readonly migration_name: string;
  readonly checksum: string;
  readonly finished_at: unknown;
  readonly rolled_back_at: unknown;
}

export const APPLIED = 'select migration_name, checksum, finished_at, rolled_back_at from "_prisma_migrations"';

/** The migrations in a folder, oldest first. */
export function readMigrations(folder: string): readonly Migration[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort()
    .map((name) => {
      const bytes = readFileSync(join(folder, name, 'migration.sql'));
      return { name, sql: bytes.toString('utf8'), checksum: createHash('sha256').update(bytes).digest('hex') };
    });
}

/**
 * What is left to apply to a database with these rows, or one sentence that says why this build must not touch it.
 * The same judgement as `prisma migrate deploy`, and stricter on order.
 */
export function plan(known: readonly Migration[], rows: readonly Applied[]): readonly Migration[] | string {
  const standing = rows.filter((row) => row.rolled_back_at === null);
  const failed = standing.find((row) => row.finished_at === null);
  if (failed) {
    return `Migration ${failed.migration_name} has failed half-way: mend the database and run "prisma migrate resolve".`;
  }
  const applied = new Map(standing.map((row) => [row.migration_name, row.checksum]));
  const names = new Set(known.map(({ name }) => name));
  const unknown = standing.find((row) => !names.has(row.migration_name));
  if (unknown) {
    return `The database has migration ${unknown.migration_name}, which this build does not know: start a newer build.`;
  }
  const edited = known.find(({ name, checksum }) => (applied.get(name) ?? checksum) !== checksum);
  if (edited) return `Migration ${edited.name} was edited after it had been applied: restore the file.`;
  const todo = known.filter(({ name }) => !applied.has(name));
  const latest = known.findLast(({ name }) => applied.has(name));
  const early = latest && todo.find(({ name }) => name < latest.name);
  if (early) return `Migration ${early.name} is older than ${latest.name}, which is applied: give it a later name.`;
  return todo;
}

const SQLITE_TABLE = `create table if not exists "_prisma_migrations" (
  "id" TEXT PRIMARY KEY NOT NULL, "checksum" TEXT NOT NULL, "finished_at" DATETIME, "migration_name" TEXT NOT NULL,
  "logs" TEXT, "rolled_back_at" DATETIME, "started_at" DATETIME NOT NULL DEFAULT current_timestamp,
  "applied_steps_count" INTEGER UNSIGNED NOT NULL DEFAULT 0)`;
const SQLITE_RECORD = `insert into "_prisma_migrations"
  ("id", "checksum", "migration_name", "started_at", "finished_at", "applied_steps_count") values (?, ?, ?, ?, ?, 1)`;

/** Applies what is missing, all or nothing, and returns its names. Throws one sentence when it must not or cannot. */
export function migrateSqlite(database: Database.Database, folder: string): readonly string[] {
  // Tables are rebuilt by dropping them, which must not cascade. No effect inside a transaction, so set before it.
  database.pragma('foreign_keys = OFF');
  try {
    return database.transaction(() => applySqlite(database, readMigrations(folder))).immediate();
  } finally {
    database.pragma('foreign_keys = ON');
  }
}

function applySqlite(database: Database.Database, known: readonly Migration[]): readonly string[] {
  database.exec(SQLITE_TABLE);
  const todo = plan(known, database.prepare<[], Applied>(APPLIED).all());
  if (typeof todo === 'string') throw new Error(todo);
  for (const { name, sql, checksum } of todo) {
    try {
      database.exec(sql);
    } catch (error) {
      throw new Error(`Migration ${name} failed and was rolled back: ${String(error)}.`);
    }
    const now = new Date().toISOString().replace('Z', '+00:00');
    database.prepare(SQLITE_RECORD).run(randomUUID(), checksum, name, now, now);
  }
  const dangling = todo.length > 0 && database.prepare('pragma foreign_key_check').get();
  if (dangling) throw new Error('The migrations leave rows that refer to nothing, and were rolled back.');
  return todo.map(({ name }) => name);
}

/** As Prisma Migrate makes it, and the lock that it takes. */
const POSTGRES_TABLE = `create table if not exists "_prisma_migrations" (
  "id" VARCHAR(36) PRIMARY KEY NOT NULL, "checksum" VARCHAR(64) NOT NULL, "finished_at" TIMESTAMPTZ,
  "migration_name" VARCHAR(255) NOT NULL, "logs" TEXT, "rolled_back_at" TIMESTAMPTZ,
  "started_at" TIMESTAMPTZ NOT NULL DEFAULT now(), "applied_steps_count" INTEGER NOT NULL DEFAULT 0)`;
const POSTGRES_RECORD = `insert into "_prisma_migrations"
  ("id", "checksum", "migration_name", "finished_at", "applied_steps_count") values ($1, $2, $3, now(), 1)`;
const POSTGRES_LOCK = 72707369;

/** As `migrateSqlite`; of several processes at once the first applies, and the others find nothing to do. */
export async function migratePostgres(client: ClientBase, folder: string): Promise<readonly string[]> {
  await client.query('BEGIN');
  try {
    await client.query('select pg_advisory_xact_lock($1)', [POSTGRES_LOCK]);
    const names = await applyPostgres(client, readMigrations(folder));
    await client.query('COMMIT');
    return names;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {}); // the first error says more
    throw error;
  }
}

async function applyPostgres(client: ClientBase, known: readonly Migration[]): Promise<readonly string[]> {
  await client.query(POSTGRES_TABLE);
  const todo = plan(known, (await client.query<Applied>(APPLIED)).rows);
  if (typeof todo === 'string') throw new Error(todo);
  for (const { name, sql, checksum } of todo) {
    try {
      await client.query(sql);
    } catch (error) {
      throw new Error(`Migration ${name} failed and was rolled back: ${String(error)}.`);
    }
    await client.query(POSTGRES_RECORD, [randomUUID(), checksum, name]);
  }
  return todo.map(({ name }) => name);
}

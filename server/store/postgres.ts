import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { PrismaClient } from '../generated/postgresql/client.ts';
import type { PrismaClient as SqlitePrismaClient } from '../generated/sqlite/client.ts';
import { type Backend, createQueries } from './backend.ts';
import { commit } from './commit.ts';
import { backupPostgres } from './dump.ts';
import { migratePostgres } from './migrate.ts';
import { reasonOf } from './reason.ts';
import type { Query, Row, Rows, Script } from './script.ts';
import { POSTGRESQL } from './sql.ts';

const MIGRATIONS = join(import.meta.dirname, '../../prisma/migrations');

const CONNECT_MS = 3000;
/** The server gives up on a statement before this side gives up on the server, which ends the connection. */
const STATEMENT_MS = 4500;
const ANSWER_MS = 5000;
/** A process that stands still in the middle of a commit holds up others on the same rows for no longer than this. */
const STALL_MS = 2000;
const MIGRATION_LOCK_MS = 60_000;
const CLOSE_MS = 2000;
const READERS = 4;

/**
 * What every session is started with, whatever the database or role sets. A commit is on disk when it is acknowledged.
 * All statements look rows up by their keys; no plan made while tables were small must say otherwise later on.
 */
const SESSION = {
  synchronous_commit: 'on',
  default_transaction_isolation: 'read\\ committed',
  idle_in_transaction_session_timeout: STALL_MS,
  enable_seqscan: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
  plan_cache_mode: 'force_generic_plan',
  jit: 'off',
};

/** A deadlock, a serialization failure, a match that was swept away meanwhile: the same batch again meets another state. */
const TRY_AGAIN = ['40P01', '40001', '23503'];
const TRIES = 5;

/** Opens the database at a URL, migrated. Throws a sentence for the operator when it must not or cannot be used. */
export async function openPostgres(databaseUrl: string): Promise<Backend> {
  await prepare(databaseUrl);
  const common = {
    connectionString: withSession(databaseUrl, { ...SESSION, statement_timeout: STATEMENT_MS }),
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: ANSWER_MS,
    keepAlive: true,
  };
  // One connection commits, so that no read stands in its way; connections that break are replaced when next needed.
  const writer = createPool({ ...common, max: 1, idleTimeoutMillis: 0, pipeline: true });
  const readers = createPool({ ...common, max: READERS });
  const prisma = new PrismaClient({ adapter: new PrismaPg(readers) });
  return {
    // Both clients are generated from one schema; the queries use no more than they share.
    queries: {
      ...createQueries(prisma as unknown as SqlitePrismaClient, {
        run: (script) => run(readers, script),
        transact: (script) => persist(() => transaction(readers, script())),
      }),
      backup: (file) => backupPostgres(databaseUrl, file),
    },
    commit: (entries) => persist(() => transaction(writer, commit(entries))),
    close: async () => {
      const ended = Promise.all([prisma.$disconnect(), writer.end(), readers.end()]);
      await Promise.race([ended, delay(CLOSE_MS)]); // a server that stands still does not answer the farewell either
    },
  };
}

/** Brings the database to this build's schema. */
async function prepare(databaseUrl: string): Promise<void> {
  const client = new pg.Client({
    connectionString: withSession(databaseUrl, { ...SESSION, lock_timeout: MIGRATION_LOCK_MS }),
    connectionTimeoutMillis: CONNECT_MS,
  });
  client.on('error', () => {}); // the query under way tells
  try {
    await client.connect();
  } catch (error) {
    const { host } = new URL(databaseUrl);
    throw new Error(`PostgreSQL at ${host || 'DATABASE_URL'} does not let us in: ${reasonOf(error)}.`);
  }
  try {
    await mustBeDurable(client);
    await migratePostgres(client, MIGRATIONS);
  } finally {
    await client.end();
  }
}

async function mustBeDurable(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ commits: string; encoding: string }>(
    `select current_setting('synchronous_commit') as commits, current_setting('server_encoding') as encoding`,
  );
  const { commits, encoding } = rows[0] ?? {};
  if (commits !== 'on') {
    throw new Error(`synchronous_commit is ${commits} although we ask for on: connect to PostgreSQL without a pooler.`);
  }
  if (encoding !== 'UTF8') throw new Error(`The database's encoding is ${encoding}: create it with encoding UTF8.`);
}

/** Also in the URL, since what stands there wins over any other option. */
function withSession(databaseUrl: string, settings: Readonly<Record<string, string | number>>): string {
  const url = new URL(databaseUrl);
  const options = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`);
  url.searchParams.set('options', [url.searchParams.get('options') ?? '', ...options].join(' ').trim());
  return url.href;
}

function createPool(config: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool(config);
  // A connection that breaks rejects the query under way; without one it is only replaced.
  pool.on('error', () => {});
  pool.on('connect', (client) => void client.on('error', () => {}));
  return pool;
}

async function persist<T>(attempt: () => Promise<T>): Promise<T> {
  for (let left = TRIES; ; left--) {
    try {
      return await attempt();
    } catch (error) {
      if (left === 1 || !TRY_AGAIN.includes(codeOf(error))) throw error;
    }
  }
}

async function transaction<T>(pool: pg.Pool, script: Script<T>): Promise<T> {
  const client = await pool.connect();
  try {
    // BEGIN and the first query go out together.
    const [, value] = await Promise.all([client.query('BEGIN'), run(client, script)]);
    const { command } = await client.query('COMMIT');
    if (command !== 'COMMIT') throw new Error(`a commit ended as ${command}`);
    client.release();
    return value;
  } catch (error) {
    const rolledBack = await client.query('ROLLBACK').then(
      () => true,
      () => false,
    );
    client.release(!rolledBack);
    throw error;
  }
}

async function run<T>(on: pg.Pool | pg.PoolClient, script: Script<T>): Promise<T> {
  let step = script.next();
  while (!step.done) step = script.next(await ask(on, step.value));
  return step.value;
}

async function ask(on: pg.Pool | pg.PoolClient, { statement, parameter }: Query): Promise<Rows> {
  const text = POSTGRESQL[statement];
  const { rows } = await on.query<Row>({
    ...{ name: statement, text, values: [JSON.stringify(parameter)] },
    ...{ rowMode: 'array', types: TYPES },
  });
  return rows;
}

/** Integers of 8 bytes as numbers: all of ours are safe ones. */
const TYPES: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => (oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format)),
};

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

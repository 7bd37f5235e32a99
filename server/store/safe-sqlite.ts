import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { PrismaBetterSqlite3 } from '@prisma/adapter-better-sqlite3';
import type { SqlDriverAdapter, SqlDriverAdapterFactory } from '@prisma/driver-adapter-utils';
import Database from 'better-sqlite3';

/** The embedded database's name in the data folder. */
export const DATABASE_FILE = 'freeplay.db';

/**
 * Pages that the log of changes may hold before they go into the file itself: 16 MiB. What changes again in the meantime
 * goes there once; the rest is what a start after a crash has to read.
 */
const CHECKPOINT_PAGES = 4000;

/** How long a start waits for the process before it to let go of the file. */
const LOCK_WAIT_MS = 1000;

/**
 * One SQLite file behind Prisma's adapter, with one queue in front of it. Every commit is on disk before it is
 * acknowledged, and no other process can open the file meanwhile.
 *
 * The stock adapter runs other callers' queries inside an interactive transaction that happens to be open, so that its
 * rollback undoes their acknowledged writes; and a COMMIT that fails leaves the connection inside the transaction, where
 * later writes are acknowledged but never reach the disk (prisma/orm#29933). Here a transaction has the connection for
 * itself, and always ends. Inside `$transaction(async (tx) => ...)` only `tx` may be awaited: the client would wait for
 * the transaction's own end.
 */
export class SafeSqlite implements SqlDriverAdapterFactory {
  readonly provider = 'sqlite';
  readonly adapterName = '@prisma/adapter-better-sqlite3';
  readonly #adapter: SqlDriverAdapter;
  readonly #database: Database.Database;
  readonly #turns: Turns;

  private constructor(adapter: SqlDriverAdapter, database: Database.Database) {
    this.#turns = new Turns();
    this.#database = database;
    this.#adapter = guard(adapter, database, this.#turns);
  }

  /** Opens and locks the file, creating it and its folder. Throws a sentence for the operator when another process has it. */
  static async open(file: string): Promise<SafeSqlite> {
    mkdirSync(dirname(file), { recursive: true });
    const adapter = await new PrismaBetterSqlite3({ url: file, timeout: LOCK_WAIT_MS }).connect();
    const database = handleOf(adapter);
    try {
      lock(database);
    } catch (error) {
      database.close();
      throw isBusy(error)
        ? new Error(`${file} is in use by another process: stop it, or set another DATA_DIR.`)
        : error;
    }
    return new SafeSqlite(adapter, database);
  }

  /** Prisma's way in. */
  async connect(): Promise<SqlDriverAdapter> {
    return this.#adapter;
  }

  /** Runs synchronous work on the handle itself, when no transaction of Prisma's is open. */
  async exclusive<T>(work: (database: Database.Database) => T): Promise<T> {
    return this.#turns.run(() => work(this.#database));
  }

  /** Copies the database as it is at one moment into a new file, a few pages at a time: others keep their turns. */
  async backup(file: string): Promise<void> {
    if (existsSync(file)) throw new Error(`${file} exists already.`);
    await this.#database.backup(file);
  }

  close(): Promise<void> {
    return this.#turns.run(() => this.#adapter.dispose());
  }
}

/** The adapter keeps its handle as an undeclared member. */
function handleOf(adapter: SqlDriverAdapter): Database.Database {
  const handle = 'client' in adapter ? adapter.client : undefined;
  if (handle instanceof Database) return handle;
  throw new Error('this version of @prisma/adapter-better-sqlite3 hides its handle');
}

function lock(database: Database.Database): void {
  database.pragma('locking_mode = EXCLUSIVE');
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = FULL');
  database.pragma(`wal_autocheckpoint = ${CHECKPOINT_PAGES}`);
  database.pragma('foreign_keys = ON');
  database.pragma('temp_store = MEMORY');
  // Takes the lock now: a second process fails at its start, not at its first write.
  database.exec('BEGIN IMMEDIATE; COMMIT');
}

function isBusy(error: unknown): boolean {
  return error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY');
}

function guard(adapter: SqlDriverAdapter, database: Database.Database, turns: Turns): SqlDriverAdapter {
  const inTurn = <A, B>(work: (argument: A) => Promise<B>) => {
    return (argument: A) => turns.run(() => work(argument));
  };
  const abandonOpen = () => {
    if (database.inTransaction) database.exec('ROLLBACK');
  };
  const start = adapter.startTransaction.bind(adapter);

  adapter.queryRaw = inTurn(adapter.queryRaw.bind(adapter));
  adapter.executeRaw = inTurn(adapter.executeRaw.bind(adapter));
  adapter.executeScript = inTurn(adapter.executeScript.bind(adapter));
  adapter.startTransaction = async (isolation) => {
    const done = await turns.take();
    try {
      const transaction = await start(isolation);
      const ending = (end: () => Promise<void>) => async () => {
        try {
          abandonOpen(); // Prisma has sent COMMIT or ROLLBACK before; what is open still is what failed to commit.
          await end();
        } finally {
          done();
        }
      };
      transaction.commit = ending(transaction.commit.bind(transaction));
      transaction.rollback = ending(transaction.rollback.bind(transaction));
      return transaction;
    } catch (error) {
      done();
      throw error;
    }
  };
  return adapter;
}

/** Work in the order of asking, one at a time. */
class Turns {
  #last: Promise<void> = Promise.resolve();

  /** Waits for a turn; the returned function ends it, once. */
  async take(): Promise<() => void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const before = this.#last;
    this.#last = promise;
    await before;
    return resolve;
  }

  async run<T>(work: () => T | Promise<T>): Promise<T> {
    const done = await this.take();
    try {
      return await work();
    } finally {
      done();
    }
  }
}

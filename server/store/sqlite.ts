import { join } from 'node:path';
import type Database from 'better-sqlite3';
import { PrismaClient } from '../generated/sqlite/client.ts';
import { type Backend, createQueries } from './backend.ts';
import { commit } from './commit.ts';
import { migrateSqlite } from './migrate.ts';
import { DATABASE_FILE, SafeSqlite } from './safe-sqlite.ts';
import type { Query, Rows, Script } from './script.ts';
import { SQLITE, type StatementName } from './sql.ts';

const MIGRATIONS = join(import.meta.dirname, '../../prisma/sqlite/migrations');

/** Opens the embedded database in a folder, migrated. Throws a sentence for the operator when it must not be used. */
export async function openSqlite(dataDir: string): Promise<Backend> {
  const sqlite = await SafeSqlite.open(join(dataDir, DATABASE_FILE));
  try {
    await sqlite.exclusive((database) => migrateSqlite(database, MIGRATIONS));
    return await openMigrated(sqlite);
  } catch (error) {
    await sqlite.close();
    throw error;
  }
}

async function openMigrated(sqlite: SafeSqlite): Promise<Backend> {
  const prisma = new PrismaClient({ adapter: sqlite });
  await prisma.$connect();
  const runner = await sqlite.exclusive((database) => new Runner(database));
  return {
    queries: {
      ...createQueries(prisma, {
        run: (script) => sqlite.exclusive(() => runner.run(script)),
        transact: (script) => sqlite.exclusive(() => runner.transaction(script())),
      }),
      backup: (file) => sqlite.backup(file),
    },
    commit: (entries) => sqlite.exclusive(() => runner.transaction(commit(entries))),
    close: () => prisma.$disconnect(),
  };
}

/** Runs scripts on the handle, without waiting: nothing else comes in between. */
class Runner {
  readonly #database: Database.Database;
  readonly #statements = new Map<StatementName, Database.Statement>();
  readonly #begin: Database.Statement;
  readonly #commit: Database.Statement;

  constructor(database: Database.Database) {
    this.#database = database;
    this.#begin = database.prepare('BEGIN IMMEDIATE');
    this.#commit = database.prepare('COMMIT');
  }

  run<T>(script: Script<T>): T {
    let step = script.next();
    while (!step.done) step = script.next(this.#ask(step.value));
    return step.value;
  }

  transaction<T>(script: Script<T>): T {
    this.#begin.run();
    try {
      const value = this.run(script);
      this.#commit.run();
      return value;
    } catch (error) {
      if (this.#database.inTransaction) this.#database.exec('ROLLBACK');
      throw error;
    }
  }

  #ask({ statement, parameter }: Query): Rows {
    const prepared = this.#prepared(statement);
    const input = JSON.stringify(parameter);
    if (prepared.reader) return prepared.all({ input }) as Rows; // raw and without big integers, as prepared below
    prepared.run({ input });
    return [];
  }

  #prepared(name: StatementName): Database.Statement {
    const known = this.#statements.get(name);
    if (known !== undefined) return known;
    const statement = this.#database.prepare(SQLITE[name]);
    if (statement.reader) statement.raw(true).safeIntegers(false);
    this.#statements.set(name, statement);
    return statement;
  }
}

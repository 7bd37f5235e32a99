import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect } from 'chai';
import pg from 'pg';
import {
  type Applied,
  type Migration,
  migratePostgres,
  migrateSqlite,
  plan,
  readMigrations,
} from '../../server/store/migrate.ts';
import { databaseOf, describePostgres, type PostgresServer, sharedPostgres } from '../support/postgres.ts';
import { openAt, temporaryFolder } from '../support/store.ts';
import { readLines, spawnProgram } from './following.ts';

const OURS = new URL('../../prisma/sqlite/migrations', import.meta.url).pathname;
const RIVAL = new URL('./rival.ts', import.meta.url);
const OURS_ON_POSTGRESQL = new URL('../../prisma/migrations', import.meta.url).pathname;

const migration = (name: string, checksum = `sum of ${name}`): Migration => ({ name, sql: '', checksum });
const applied = (name: string, over: Partial<Applied> = {}): Applied => ({
  migration_name: name,
  checksum: `sum of ${name}`,
  finished_at: 'then',
  rolled_back_at: null,
  ...over,
});

describe('the plan of migrations', () => {
  const known = ['1_a', '2_b', '3_c'].map((name) => migration(name));
  const names = (result: ReturnType<typeof plan>) =>
    typeof result === 'string' ? result : result.map(({ name }) => name);

  it('is what is not applied, oldest first', () => {
    expect(names(plan(known, []))).to.deep.equal(['1_a', '2_b', '3_c']);
    expect(names(plan(known, [applied('1_a')]))).to.deep.equal(['2_b', '3_c']);
    expect(
      names(
        plan(
          known,
          known.map(({ name }) => applied(name)),
        ),
      ),
    ).to.deep.equal([]);
  });

  it('applies again what was rolled back', () => {
    const rows = [applied('1_a', { rolled_back_at: 'then', finished_at: null, checksum: 'other' })];
    expect(names(plan(known, rows))).to.deep.equal(['1_a', '2_b', '3_c']);
  });

  const refusals: readonly (readonly [string, readonly Applied[], RegExp])[] = [
    ['one that was edited since', [applied('1_a', { checksum: 'other' })], /^Migration 1_a was edited .*\.$/],
    ['one that only a newer build knows', [applied('1_a'), applied('4_d')], /^The database has migration 4_d, .*\.$/],
    ['one that failed half-way', [applied('1_a', { finished_at: null })], /^Migration 1_a has failed .*\.$/],
    ['one older than the last applied', [applied('1_a'), applied('3_c')], /^Migration 2_b is older than 3_c, .*\.$/],
  ];
  for (const [what, rows, sentence] of refusals) {
    it(`refuses ${what}, in one sentence`, () => {
      expect(plan(known, rows)).to.match(sentence);
    });
  }
});

describe('migrating SQLite', () => {
  let folder: string;
  let remove: () => void;
  let database: Database.Database;

  beforeEach(() => {
    const temporary = temporaryFolder();
    ({ remove } = temporary);
    folder = join(temporary.folder, 'migrations');
    mkdirSync(folder);
    database = new Database(':memory:');
  });
  afterEach(() => {
    database.close();
    remove();
  });

  const write = (name: string, sql: string) => {
    mkdirSync(join(folder, name), { recursive: true });
    writeFileSync(join(folder, name, 'migration.sql'), sql);
  };
  const tables = () =>
    database
      .prepare(`select name from sqlite_master where type = 'table' and name not like '\\_%' escape '\\'`)
      .pluck()
      .all();

  it('applies the project’s own from nothing, once, and records them as Prisma does', () => {
    const own = readMigrations(OURS);
    expect(migrateSqlite(database, OURS)).to.deep.equal(own.map(({ name }) => name));
    expect(tables()).to.include.members(['Player', 'Match', 'MatchEvent']);
    expect(migrateSqlite(database, OURS)).to.deep.equal([]);
    const rows = database.prepare('select migration_name, checksum, applied_steps_count from _prisma_migrations').all();
    const recorded = own.map(({ name, checksum }) => ({ migration_name: name, checksum, applied_steps_count: 1 }));
    expect(rows).to.deep.equal(recorded);
  });

  it('applies later ones to what is there, keeping rows', () => {
    cpSync(OURS, folder, { recursive: true });
    migrateSqlite(database, folder);
    database.exec(`insert into "Match" values ('m','g','r','private','playing',0,0,null,null,null,null,0,0,0,null);
      insert into "MatchSeat" values ('m', 0, 'p', 'n', 0)`);
    // How Prisma changes a column on SQLite: the parent table is dropped, which must not take its children along.
    const original = readFileSync(
      join(OURS, readdirSync(OURS).find((n) => /^2/.test(n)) ?? '', 'migration.sql'),
      'utf8',
    );
    const table = /CREATE TABLE "Match" \([^;]*;/.exec(original)?.[0].replace('"Match"', '"new_Match"');
    write(
      '9_rebuild',
      `${table} insert into "new_Match" select * from "Match"; drop table "Match";
      alter table "new_Match" rename to "Match";`,
    );
    expect(migrateSqlite(database, folder)).to.deep.equal(['9_rebuild']);
    expect(database.prepare('select player from "MatchSeat"').pluck().all()).to.deep.equal(['p']);
    expect(database.pragma('foreign_keys', { simple: true })).to.equal(1);
  });

  it('is all or nothing: one that fails takes back those before it', () => {
    write('1_good', 'create table good (id text)');
    write('2_bad', 'create table bad (id text); insert into nowhere values (1)');
    expect(() => migrateSqlite(database, folder)).to.throw(/^Migration 2_bad failed and was rolled back: .*nowhere/);
    expect(tables()).to.deep.equal([]);
    write('2_bad', 'create table bad (id text)');
    expect(migrateSqlite(database, folder)).to.deep.equal(['1_good', '2_bad']);
  });

  it('refuses one that leaves rows referring to nothing', () => {
    write(
      '1_a',
      `create table a (id text primary key); create table b (a text references a (id));
      insert into b values ('gone')`,
    );
    expect(() => migrateSqlite(database, folder)).to.throw('refer to nothing');
    expect(tables()).to.deep.equal([]);
  });

  it('refuses a database whose migration was edited, and leaves it alone', () => {
    write('1_a', 'create table a (id text)');
    migrateSqlite(database, folder);
    write('1_a', 'create table a (id text, more text)');
    write('2_b', 'create table b (id text)');
    expect(() => migrateSqlite(database, folder)).to.throw('Migration 1_a was edited');
    expect(tables()).to.deep.equal(['a']);
  });
});

/** A database that a store has been opened on before, at a place. */
interface Ground {
  readonly place: string;
  tamper(sql: string): Promise<unknown>;
  remove(): void;
}

function refusesToStart(database: string, open: () => Promise<Ground>): void {
  const names = readMigrations(OURS).map(({ name }) => name);
  const [first, last] = [names[0], names.at(-1)];
  const refusals: readonly (readonly [string, string, RegExp])[] = [
    [
      'that a newer build has migrated',
      `insert into _prisma_migrations (id, checksum, migration_name, finished_at)
        select 'x', checksum, '99990101_new', finished_at from _prisma_migrations where migration_name = '${first}'`,
      /^The database has migration 99990101_new, which this build does not know: start a newer build\.$/,
    ],
    [
      'one of whose migrations was edited since',
      `update _prisma_migrations set checksum = 'other' where migration_name = '${first}'`,
      new RegExp(`^Migration ${first} was edited after it had been applied: restore the file\\.$`),
    ],
    [
      'on which a migration has failed half-way',
      `update _prisma_migrations set finished_at = null where migration_name = '${last}'`,
      new RegExp(`^Migration ${last} has failed half-way: mend the database`),
    ],
    [
      'that lacks one older than its last',
      `delete from _prisma_migrations where migration_name = '${first}'`,
      new RegExp(`^Migration ${first} is older than ${last}, which is applied`),
    ],
  ];
  for (const [what, sql, sentence] of refusals) {
    it(`${database} ${what} stops the start with one sentence`, async () => {
      const { place, tamper, remove } = await open();
      try {
        await (await openAt(place)).close();
        await tamper(sql);
        const refused = await openAt(place).catch((error: Error) => error.message);
        expect(refused).to.match(sentence);
      } finally {
        remove();
      }
    });
  }
}

describe('starting on an embedded database', () => {
  refusesToStart('an embedded database', async () => {
    const { folder, remove } = temporaryFolder();
    const tamper = async (sql: string) => {
      const file = new Database(join(folder, 'freeplay.db'));
      file.exec(sql);
      file.close();
    };
    return { place: folder, tamper, remove };
  });
});

describePostgres('starting on PostgreSQL', () => {
  let server: PostgresServer;
  before(async () => {
    server = await sharedPostgres();
  });

  refusesToStart('a PostgreSQL database', async () => {
    const place = await server.createDatabase();
    return { place, tamper: (sql) => server.query(databaseOf(place), sql), remove() {} };
  });

  it('eight processes at once on an empty database: one applies the migrations, and all go on', async function () {
    this.timeout(120_000);
    const url = await server.createDatabase(false);
    const children = Array.from({ length: 8 }, (_, n) => spawnProgram(RIVAL, url, 'nothing', String(n), '0'));
    let ready = 0;
    await Promise.all(
      children.map((child) =>
        readLines(child, () => {
          if (++ready === children.length) for (const one of children) one.stdin?.end('go\n');
        }),
      ),
    );
    expect(children.map(({ exitCode }) => exitCode)).to.deep.equal(children.map(() => 0));
    const rows = await server.query(
      databaseOf(url),
      'select migration_name, checksum, applied_steps_count from _prisma_migrations order by migration_name',
    );
    const recorded = readMigrations(OURS_ON_POSTGRESQL).map(({ name, checksum }) => {
      return { migration_name: name, checksum, applied_steps_count: 1 };
    });
    expect(rows).to.deep.equal(recorded);
  });

  it('migrations are all or nothing: one that fails takes back those before it', async () => {
    const url = await server.createDatabase(false);
    const { folder, remove } = temporaryFolder();
    const write = (name: string, sql: string) => {
      mkdirSync(join(folder, name), { recursive: true });
      writeFileSync(join(folder, name, 'migration.sql'), sql);
    };
    const client = new pg.Client(url);
    await client.connect();
    try {
      const migrate = () => migratePostgres(client, folder).catch((error: Error) => error.message);
      const tables = () =>
        server.query(databaseOf(url), `select relname from pg_class where relname in ('good', 'bad')`);
      write('1_good', 'create table good (id text)');
      write('2_bad', 'create table bad (id text); insert into nowhere values (1)');
      expect(await migrate()).to.match(/^Migration 2_bad failed and was rolled back: .*nowhere/);
      expect(await tables()).to.deep.equal([]);
      write('2_bad', 'create table bad (id text)');
      expect(await migrate()).to.deep.equal(['1_good', '2_bad']);
      expect(await migrate()).to.deep.equal([]);
      expect(await tables()).to.have.length(2);
    } finally {
      await client.end();
      remove();
    }
  });

  it('a database whose texts are not UTF-8 is refused', async () => {
    await server.query('postgres', `create database latin encoding 'LATIN1' template template0`);
    const refused = await openAt(server.url('latin')).catch((error: Error) => error.message);
    expect(refused).to.equal("The database's encoding is LATIN1: create it with encoding UTF8.");
  });
});

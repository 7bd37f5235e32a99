import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect } from 'chai';
import { type Applied, type Migration, migrateSqlite, plan, readMigrations } from '../../server/store/migrate.ts';
import { openAt, temporaryFolder } from '../support/store.ts';

const OURS = new URL('../../prisma/sqlite/migrations', import.meta.url).pathname;

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

  it('of a newer build stops the start of the store with the sentence', async () => {
    const data = join(folder, 'data');
    await (await openAt(data)).close();
    const file = new Database(join(data, 'freeplay.db'));
    file.exec(
      `insert into _prisma_migrations (id, checksum, migration_name, finished_at) values ('x', 'y', '99990101_new', 1)`,
    );
    file.close();
    const refused = await openAt(data).catch((error: unknown) => error);
    expect(refused)
      .to.be.an('error')
      .with.property('message')
      .that.matches(/^The database has migration 99990101_new/);
  });
});

/**
 * Prisma's own schema engine (the WebAssembly build of what `prisma migrate` runs) on driver adapters: needs no download
 * and no database.
 *   derive      schema.prisma -> sqlite/schema.prisma
 *   new NAME    write the next migration of both databases
 *   check       exit 1 unless the derived schema and both migration folders agree with schema.prisma
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import {
  bindMigrationAwareSqlAdapterFactory,
  type SqlDriverAdapter,
  type SqlMigrationAwareDriverAdapterFactory,
} from '@prisma/driver-adapter-utils';
import type { DiffTarget, MigrationList, SchemaEngine } from '@prisma/schema-engine-wasm/schema_engine_bg';

interface Target {
  readonly schema: string;
  readonly migrations: string;
  readonly factory: () => Promise<SqlMigrationAwareDriverAdapterFactory>;
}

/** The part used here: TypeScript declares WebAssembly in its DOM library only. */
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object, imports: object) => { readonly exports: Record<string, unknown> };
};

const ROOT = join(import.meta.dirname, '..');
const PROVIDERS = ['postgresql', 'sqlite'] as const;
const TARGETS: Record<(typeof PROVIDERS)[number], Target> = {
  postgresql: {
    schema: join(ROOT, 'schema.prisma'),
    migrations: join(ROOT, 'migrations'),
    factory: postgresInMemory,
  },
  sqlite: {
    schema: join(ROOT, 'sqlite', 'schema.prisma'),
    migrations: join(ROOT, 'sqlite', 'migrations'),
    factory: sqliteInMemory,
  },
};
const FILTERS = { externalTables: [], externalEnums: [] };

/** PGlite, since adapter-pg cannot serve a diff: it refuses the catalogue's type "char". */
async function postgresInMemory(): Promise<SqlMigrationAwareDriverAdapterFactory> {
  const { PGlite } = await import('@electric-sql/pglite');
  const { PrismaPGlite } = await import('pglite-prisma-adapter');
  const connect = async (): Promise<SqlDriverAdapter> => {
    const database = await PGlite.create('memory://');
    const adapter = await new PrismaPGlite(database).connect();
    // The adapter's own does not wait for the script's end.
    adapter.executeScript = async (script) => {
      await database.exec(script);
    };
    adapter.dispose = () => database.close();
    return adapter;
  };
  return { provider: 'postgres', adapterName: 'pglite-prisma-adapter', connect, connectToShadowDb: connect };
}

async function sqliteInMemory(): Promise<SqlMigrationAwareDriverAdapterFactory> {
  const { PrismaBetterSqlite3 } = await import('@prisma/adapter-better-sqlite3');
  const base = new PrismaBetterSqlite3({ url: ':memory:' });
  const connect = async (): Promise<SqlDriverAdapter> => {
    const adapter = await base.connect();
    const one = adapter.executeRaw.bind(adapter);
    // The engine sends whole scripts here, of which the adapter's own would prepare the first statement only.
    adapter.executeRaw = async (query) => {
      if (query.args.length > 0) return one(query);
      await adapter.executeScript(query.sql);
      return 0;
    };
    return adapter;
  };
  return { provider: base.provider, adapterName: base.adapterName, connect, connectToShadowDb: connect };
}

/** The package's own entry needs a bundler to load the WebAssembly file, so this does what that entry does. */
async function loadEngine(): Promise<typeof SchemaEngine> {
  const name = '@prisma/schema-engine-wasm/schema_engine_bg';
  const bindings: typeof import('@prisma/schema-engine-wasm/schema_engine_bg') & {
    readonly __wbg_set_wasm?: (wasm: object) => void;
  } = await import(name);
  const file = join(dirname(createRequire(import.meta.url).resolve(name)), 'schema_engine_bg.wasm');
  Object.assign(globalThis, { PRISMA_WASM_PANIC_REGISTRY: { set_message() {}, get: () => '' } });
  const module = new WebAssembly.Module(readFileSync(file));
  const { exports } = new WebAssembly.Instance(module, { './schema_engine_bg.js': bindings });
  const start = exports.__wbindgen_start;
  if (bindings.__wbg_set_wasm === undefined || typeof start !== 'function') {
    throw new Error('this version of @prisma/schema-engine-wasm is not the one this script was written for');
  }
  bindings.__wbg_set_wasm(exports);
  start();
  return bindings.SchemaEngine;
}

function migrationsIn(baseDir: string): MigrationList {
  const lock = join(baseDir, 'migration_lock.toml');
  const entries = existsSync(baseDir) ? readdirSync(baseDir, { withFileTypes: true }) : [];
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  return {
    baseDir,
    lockfile: { path: 'migration_lock.toml', content: existsSync(lock) ? readFileSync(lock, 'utf8') : null },
    shadowDbInitScript: '',
    migrationDirectories: names.sort().map((path) => ({
      path,
      migrationFile: {
        path: 'migration.sql',
        content: { tag: 'ok', value: readFileSync(join(baseDir, path, 'migration.sql'), 'utf8') },
      },
    })),
  };
}

/** The SQL that the migrations still lack, or null. */
async function missing(engine: typeof SchemaEngine, { schema, migrations, factory }: Target): Promise<string | null> {
  const content = readFileSync(schema, 'utf8');
  const adapters = bindMigrationAwareSqlAdapterFactory(await factory());
  const list = migrationsIn(migrations);
  const from: DiffTarget = list.migrationDirectories.length > 0 ? { tag: 'migrations', ...list } : { tag: 'empty' };
  const to: DiffTarget = { tag: 'schemaDatamodel', files: [{ path: schema, content }] };
  const instance = await engine.new({ datamodels: [[schema, content]] }, () => {}, adapters);
  const result = await instance.diff({ from, to, script: true, exitCode: true, filters: FILTERS });
  return result.exitCode === 0 ? null : result.stdout;
}

function derived(): string {
  const replace = (text: string, from: RegExp, to: string) => {
    if (!from.test(text)) throw new Error(`schema.prisma has no ${from}`);
    return text.replace(from, to);
  };
  const source = readFileSync(TARGETS.postgresql.schema, 'utf8');
  const provider = replace(source, /provider(\s*)= "postgresql"/, 'provider$1= "sqlite"');
  const output = replace(provider, /"\.\.\/server\/generated\/postgresql"/, '"../../server/generated/sqlite"');
  const plain = output.replace(/[ \t]+@db\.\w+(\([^)]*\))?/g, '');
  return `// Derived from ../schema.prisma by \`npm run db:schema\`; do not edit.\n${plain}`;
}

function derive(): void {
  mkdirSync(dirname(TARGETS.sqlite.schema), { recursive: true });
  writeFileSync(TARGETS.sqlite.schema, derived());
}

async function writeMigrations(name: string): Promise<void> {
  derive();
  const engine = await loadEngine();
  const stamp = new Date().toISOString().replace(/\D/g, '').slice(0, 14);
  for (const provider of PROVIDERS) {
    const target = TARGETS[provider];
    const sql = await missing(engine, target);
    if (sql === null) {
      say(`${provider}: nothing to do`);
      continue;
    }
    const folder = join(target.migrations, `${stamp}_${name}`);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'migration.sql'), sql);
    writeFileSync(join(target.migrations, 'migration_lock.toml'), `provider = "${provider}"\n`);
    say(`${provider}: wrote ${relative(process.cwd(), folder)}`);
  }
}

async function check(): Promise<boolean> {
  const fresh = readFileSync(TARGETS.sqlite.schema, 'utf8') === derived();
  if (!fresh) say('prisma/sqlite/schema.prisma is out of date: run `npm run db:schema`');
  const engine = await loadEngine();
  let agree = fresh;
  for (const provider of PROVIDERS) {
    const sql = await missing(engine, TARGETS[provider]);
    say(`${provider}: migrations ${sql === null ? 'agree with' : 'DIFFER from'} the schema`);
    if (sql !== null) say(sql);
    agree &&= sql === null;
  }
  return agree;
}

const say = (line: string) => process.stdout.write(`${line}\n`);

async function main(command: string | undefined, name: string): Promise<number> {
  if (command === 'derive') derive();
  else if (command === 'new' && /^[a-z0-9_]+$/.test(name)) await writeMigrations(name);
  else if (command === 'check') return (await check()) ? 0 : 1;
  else {
    say('usage: derive | new lower_case_name | check');
    return 2;
  }
  return 0;
}

// In-memory databases keep the process alive, so it ends here.
process.exit(await main(process.argv[2], process.argv[3] ?? ''));

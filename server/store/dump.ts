import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, renameSync, rmSync } from 'node:fs';
import pg from 'pg';

/**
 * Writes the whole database as it is at one moment into a new file, while it is in use: `pg_dump` in its custom format.
 * Needs PostgreSQL's client programs, of the server's major version or newer. Rejected with a sentence for the operator.
 */
export async function backupPostgres(databaseUrl: string, file: string): Promise<void> {
  if (existsSync(file)) throw new Error(`${file} exists already.`);
  const draft = `${file}.part`; // A file of the wanted name is a whole backup.
  try {
    await run('pg_dump', databaseUrl, ['--format=custom', '--no-owner', '--no-privileges', `--file=${draft}`]);
    renameSync(draft, file);
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Reads such a file into an empty database, wholly or not at all. Rejected with a sentence for the operator. */
export async function restorePostgres(databaseUrl: string, file: string): Promise<void> {
  if (!existsSync(file)) throw new Error(`${file} does not exist.`);
  await mustBeEmpty(databaseUrl);
  const whole = ['--exit-on-error', '--single-transaction', '--no-owner', '--no-privileges'];
  await run('pg_restore', databaseUrl, [...whole, file]);
}

async function mustBeEmpty(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>(
      `select quote_ident(relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where relkind in ('r', 'p') and nspname !~ '^pg_' and nspname <> 'information_schema' limit 1`,
    );
    if (rows[0]) throw new Error(`The database has tables already, such as ${rows[0].name}: restore into a new one.`);
  } finally {
    await client.end();
  }
}

/** The password goes by the environment: arguments are for all to see. */
async function run(program: string, databaseUrl: string, args: readonly string[]): Promise<void> {
  const url = new URL(databaseUrl);
  // biome-ignore lint/style/noProcessEnv: handed on to the program, not read
  const env = { ...process.env, ...(url.password !== '' && { PGPASSWORD: decodeURIComponent(url.password) }) };
  url.password = '';
  const child = spawn(program, [...args, `--dbname=${url.href}`], { env, stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const [code] = await once(child, 'close').catch((error: Error) => {
    throw new Error(`${program} does not start (${error.message}): install PostgreSQL's client programs.`);
  });
  if (code !== 0) throw new Error(`${program} failed: ${said.trim()}`);
}

/** The commands for operators and players; `server/bin/freeplay.mjs` starts it. */
import { parseArgs } from 'node:util';
import { type Config, readConfig } from '../config.ts';
import { Failure } from './failure.ts';
import type { Outcome } from './proof.ts';

const HELP = `Usage: freeplay COMMAND

  verify FILE [--replay FILE] [--keys FILE|URL]
      Play a match again and check its receipt against it, offline. FILE is JSON with the receipt and the replay of one
      match: {"receipt": ..., "replay": ...}; --replay names a file with the replay alone. --keys: what
      /api/multiplayer/keys of the server answers, to know whose signature it is.
      Prints "valid", "valid, key unknown", or the first thing that differs.
  replay FILE
      Play a replay again and print {game, plies, winner, reason, finalHash} as JSON.
  backup TARGET
      Copy the database while the server runs or not. Of the embedded database of DATA_DIR, TARGET becomes a folder that
      also has the receipt key that was made there; of PostgreSQL (DATABASE_URL) a file of pg_dump, and RECEIPT_KEY_FILE
      is yours to keep.
  restore SOURCE [--force]
      Put such a copy into DATA_DIR while no server runs on it, or into an empty database at DATABASE_URL. --force replaces
      what DATA_DIR holds.

Exit codes: 0 done or valid, 1 something differs, 2 the command could not be carried out.
`;

const { positionals, values } = parsed();
const [command = '', file, ...more] = positionals;

try {
  const { ok, line } = await run();
  process.stdout.write(`${line}\n`);
  process.exitCode = ok ? 0 : 1;
} catch (error) {
  process.stderr.write(`freeplay: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
}

/** The table of commands. Each loads what it needs: who checks a receipt needs no database. */
async function run(): Promise<Outcome> {
  if (values.help || command === '') return { ok: true, line: HELP.trimEnd() };
  switch (command) {
    case 'verify': {
      const { verifyFiles } = await import('./proof.ts');
      return verifyFiles({ file: only('FILE'), replay: values.replay, keys: values.keys });
    }
    case 'replay': {
      const { replayFile } = await import('./proof.ts');
      return replayFile(only('FILE'));
    }
    case 'backup':
      return backup(only('TARGET'), config());
    case 'restore':
      return restore(only('SOURCE'), config());
    default:
      throw new Failure(`There is no command ${command}; see freeplay --help.`);
  }
}

function parsed() {
  const options = {
    help: { type: 'boolean', short: 'h' },
    replay: { type: 'string' },
    keys: { type: 'string' },
    force: { type: 'boolean' },
  } as const;
  try {
    return parseArgs({ allowPositionals: true, options });
  } catch (error) {
    process.stderr.write(`freeplay: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(2);
  }
}

function only(what: string): string {
  if (file !== undefined && more.length === 0) return file;
  throw new Failure(`${command} takes one ${what}; see freeplay --help.`);
}

async function backup(target: string, { databaseUrl, dataDir }: Config): Promise<Outcome> {
  if (databaseUrl === null) await (await import('./embedded.ts')).backup(dataDir, target);
  else await (await import('../store/dump.ts')).backupPostgres(databaseUrl, target);
  return { ok: true, line: `The database is backed up in ${target}.` };
}

async function restore(source: string, { databaseUrl, dataDir }: Config): Promise<Outcome> {
  const force = values.force ?? false;
  if (databaseUrl !== null && force) throw new Failure('--force is for DATA_DIR: give PostgreSQL an empty database.');
  if (databaseUrl === null) await (await import('./embedded.ts')).restore(source, dataDir, force);
  else await (await import('../store/dump.ts')).restorePostgres(databaseUrl, source);
  return { ok: true, line: `${source} is restored.` };
}

function config(): Config {
  const read = readConfig();
  if ('error' in read) throw new Failure(read.error);
  return read;
}

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
  backup FOLDER
      Copy the embedded database of DATA_DIR, and the receipt key that was made there, into a new folder. The server may
      run meanwhile.
  restore FOLDER [--force]
      Put a backup into DATA_DIR while no server runs on it; --force replaces the database that is there.

PostgreSQL (DATABASE_URL) is backed up with pg_dump and restored with pg_restore, and RECEIPT_KEY_FILE by hand.

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
    case 'backup': {
      const target = only('FOLDER');
      const { dataDir } = embedded();
      const { backup } = await import('./embedded.ts');
      await backup(dataDir, target);
      return { ok: true, line: `${dataDir} is backed up in ${target}.` };
    }
    case 'restore': {
      const source = only('FOLDER');
      const { dataDir } = embedded();
      const { restore } = await import('./embedded.ts');
      await restore(source, dataDir, values.force ?? false);
      return { ok: true, line: `${source} is restored in ${dataDir}.` };
    }
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

function embedded(): Config {
  const config = readConfig();
  if ('error' in config) throw new Failure(config.error);
  if (config.databaseUrl === null) return config;
  throw new Failure('DATABASE_URL is set: PostgreSQL is backed up with pg_dump and restored with pg_restore.');
}

import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import Database from 'better-sqlite3';
import { askControl } from '../operators/control.ts';
import { KEY_FILE, syncFolder, writeDurably } from '../receipts/key-file.ts';
import { DATABASE_FILE, SafeSqlite } from '../store/safe-sqlite.ts';
import { Failure } from './failure.ts';

const OWNER_ONLY = 0o700;
/** What SQLite keeps beside a database; none of it may meet another database. */
const BESIDE = ['-wal', '-shm', '-journal'];

/**
 * Copies the embedded database and the receipt key of a data folder into a new folder, while the server runs or not. The
 * folder appears under its name once the copy has been checked and is on disk.
 */
export async function backup(dataDir: string, target: string): Promise<void> {
  if (existsSync(target)) throw new Failure(`${target} exists already: name a folder that does not.`);
  if (!existsSync(join(dataDir, DATABASE_FILE))) throw new Failure(`There is no database in ${dataDir}: set DATA_DIR.`);
  const draft = draftOf(target);
  mkdirSync(draft, { mode: OWNER_ONLY });
  try {
    await copyDatabase(dataDir, join(draft, DATABASE_FILE));
    await copyKey(dataDir, draft);
    settle(join(draft, DATABASE_FILE));
    syncFolder(draft);
    renameSync(draft, target);
    syncFolder(dirname(resolve(target)));
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/**
 * Puts a backup in the place of what a data folder holds. Refused while a server runs on it, and, unless forced, when
 * there is a database already.
 */
export async function restore(source: string, dataDir: string, force: boolean): Promise<void> {
  const file = join(dataDir, DATABASE_FILE);
  const copy = join(source, DATABASE_FILE);
  if (!existsSync(copy)) throw new Failure(`${source} is not a backup: it has no ${DATABASE_FILE}.`);
  if (existsSync(file) && !force) {
    throw new Failure(`${dataDir} holds a database already: --force replaces it.`);
  }
  mkdirSync(dataDir, { recursive: true });
  const draft = draftOf(file);
  try {
    await copyFile(copy, draft);
    settle(draft);
    const release = await takeOver(file);
    try {
      await copyKey(source, dataDir);
      renameSync(draft, file);
      syncFolder(dataDir);
    } finally {
      release();
    }
  } finally {
    for (const suffix of ['', ...BESIDE]) rmSync(draft + suffix, { force: true });
  }
}

function draftOf(path: string): string {
  return join(dirname(resolve(path)), `.${basename(path)}.${process.pid}`);
}

/** Asks the server that has the database for a copy; makes it itself where none runs. */
async function copyDatabase(dataDir: string, file: string): Promise<void> {
  const answer = await askControl(dataDir, { command: 'backup', file: resolve(file) });
  if (answer?.ok === false) throw new Failure(`The server could not copy its database: ${answer.message}`);
  if (answer !== null) return;
  const sqlite = await SafeSqlite.open(join(dataDir, DATABASE_FILE));
  try {
    await sqlite.backup(file);
  } finally {
    await sqlite.close();
  }
}

/** The key that the server has made for itself; one of RECEIPT_KEY_FILE is its operator's to keep. */
async function copyKey(from: string, to: string): Promise<void> {
  const file = join(from, KEY_FILE);
  if (!existsSync(file)) return;
  const draft = draftOf(join(to, KEY_FILE));
  writeDurably(draft, readFileSync(file));
  renameSync(draft, join(to, KEY_FILE));
}

/** Checks a copy, makes it one file that stands alone, and puts it on disk. */
function settle(file: string): void {
  const fault = faultOf(file);
  if (fault !== null) throw new Failure(`The copy of the database is damaged (${fault}): it is not used.`);
  const handle = openSync(file, 'r+');
  fsyncSync(handle);
  closeSync(handle);
}

function faultOf(file: string): string | null {
  const database = new Database(file, { fileMustExist: true });
  try {
    database.pragma('journal_mode = DELETE');
    const found = database.pragma('integrity_check', { simple: true });
    if (found !== 'ok') return String(found);
    if (database.prepare('pragma foreign_key_check').get() !== undefined) return 'rows that refer to nothing';
    const tables = database
      .prepare("select name from sqlite_master where name in ('Match', '_prisma_migrations')")
      .all();
    return tables.length === 2 ? null : 'it is no database of this server';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    database.close();
  }
}

/**
 * Locks out every server until the returned function is called, and empties the old database's log: left behind, it
 * would be played into the new one.
 */
async function takeOver(file: string): Promise<() => void> {
  if (!existsSync(file)) return () => clearBeside(file);
  const old = new Database(file, { timeout: 1000 });
  try {
    old.pragma('locking_mode = EXCLUSIVE');
    old.exec('BEGIN IMMEDIATE; COMMIT');
    old.pragma('journal_mode = DELETE');
  } catch (error) {
    old.close();
    const code = error instanceof Database.SqliteError ? error.code : '';
    if (code.startsWith('SQLITE_BUSY')) throw new Failure(`A server runs on ${dirname(file)}: stop it first.`);
    if (!code.startsWith('SQLITE_CORRUPT') && code !== 'SQLITE_NOTADB') throw error;
    clearBeside(file); // Beyond use, which may be why it is replaced.
    return () => {};
  }
  return () => old.close();
}

function clearBeside(file: string): void {
  for (const suffix of BESIDE) rmSync(file + suffix, { force: true });
}

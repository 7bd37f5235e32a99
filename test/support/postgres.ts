import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chownSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { openAt, temporaryFolder } from './store.ts';

/** Set where PostgreSQL is not installed, to go without its tests. */
const WITHOUT = process.env.FREEPLAY_NO_POSTGRES !== undefined;
const DEBIAN = '/usr/lib/postgresql';
/** Between two looks at whether the server takes connections. */
const LOOK_AGAIN_MS = 20;
const TEMPLATE = 'freeplay_template';
/** Waits for the end of what holds its input, then ends the server in the folder and deletes it. */
const WATCH = `cat; pid=$(head -n 1 "$0/data/postmaster.pid"); kill -QUIT "$pid"
  while kill -0 "$pid"; do sleep 0.1; done; rm -rf "$0"`;

/** A suite that needs PostgreSQL's server programs, and fails where they are not installed. */
export function describePostgres(title: string, define: (this: Mocha.Suite) => void): void {
  if (WITHOUT) describe.skip(`${title} (left out: FREEPLAY_NO_POSTGRES is set)`, define);
  else describe(title, define);
}

/** The folder of the newest PostgreSQL that is installed. */
function programs(): string {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN) : [];
  const folders = versions.sort((a, b) => Number(b) - Number(a)).map((version) => join(DEBIAN, version, 'bin'));
  const onPath = (process.env.PATH ?? '').split(':');
  const folder = [...folders, ...onPath].find((bin) => existsSync(join(bin, 'initdb')));
  if (folder !== undefined) return folder;
  throw new Error('PostgreSQL is not installed: install it, or set FREEPLAY_NO_POSTGRES=1 to go without its tests.');
}

/** PostgreSQL refuses to run as root. */
function unprivileged(): { readonly uid: number; readonly gid: number } | null {
  if (process.getuid?.() !== 0) return null;
  const entry = /^(?:postgres|nobody):[^:]*:(\d+):(\d+):/m.exec(readFileSync('/etc/passwd', 'utf8'));
  if (entry === null) throw new Error('there is no user to run PostgreSQL as');
  return { uid: Number(entry[1]), gid: Number(entry[2]) };
}

/** A PostgreSQL of the tests' own: its data in a folder of its own, on a port of its own, and durable like a real one. */
export class PostgresServer {
  readonly #bin = programs();
  readonly #user = unprivileged();
  readonly #folder: string;
  readonly #port: number;
  #child: ChildProcess | null = null;
  #databases = 0;
  #template: Promise<void> | null = null;
  readonly #onExit = () => this.#wipe();
  /** For the case that this process is killed. */
  readonly #watch: ChildProcess;

  private constructor(port: number) {
    this.#port = port;
    this.#folder = mkdtempSync(join(tmpdir(), 'freeplay-postgres-'));
    if (this.#user !== null) chownSync(this.#folder, this.#user.uid, this.#user.gid);
    process.on('exit', this.#onExit);
    this.#watch = spawn('sh', ['-c', WATCH, this.#folder], { stdio: ['pipe', 'ignore', 'ignore'] });
    this.#watch.unref();
    if (this.#watch.stdin instanceof Socket) this.#watch.stdin.unref();
  }

  /** A new one, which takes connections. It ends with this process at the latest. */
  static async open(): Promise<PostgresServer> {
    const server = new PostgresServer(await freePort());
    const options = ['--username=postgres', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync'];
    const initdb = join(server.#bin, 'initdb');
    execFileSync(initdb, [...options, server.#data], { ...server.#user, cwd: server.#folder, stdio: 'pipe' });
    await server.start();
    return server;
  }

  get #data(): string {
    return join(this.#folder, 'data');
  }

  url(database: string): string {
    return `postgresql://postgres@127.0.0.1:${this.#port}/${database}`;
  }

  async start(): Promise<void> {
    const settings = [
      ...['listen_addresses=127.0.0.1', `port=${this.#port}`, `unix_socket_directories=${this.#folder}`],
      ...['fsync=on', 'recovery_init_sync_method=syncfs', 'max_connections=60', 'shared_buffers=32MB'],
      ...['logging_collector=off', 'log_min_messages=fatal'],
    ];
    const child = spawn(
      join(this.#bin, 'postgres'),
      ['-D', this.#data, ...settings.flatMap((setting) => ['-c', setting])],
      { ...this.#user, cwd: this.#folder, stdio: 'ignore' },
    );
    child.unref();
    this.#child = child;
    while (!(await this.#serves())) {
      if (child.exitCode !== null) throw new Error(`PostgreSQL has ended (${child.exitCode}) instead of starting`);
      await delay(LOOK_AGAIN_MS);
    }
  }

  /** An orderly stop, connections cut: what a restart of the service does. */
  stop(): Promise<void> {
    return this.#end(() => this.#child?.kill('SIGINT'));
  }

  /** kill -9 of all its processes. */
  async kill(): Promise<void> {
    await this.#end(() => this.#signal('SIGKILL'));
    // What is left of it would keep the next one from starting.
    while (this.#sessions().length > 0) await delay(LOOK_AGAIN_MS);
  }

  /** All its processes stand still, connections open, until `resume`. */
  freeze(): void {
    this.#signal('SIGSTOP');
  }

  resume(): void {
    this.#signal('SIGCONT');
  }

  /** A new database; `migrated`: with this build's schema. Answers with its URL. */
  async createDatabase(migrated = true): Promise<string> {
    const name = `freeplay_${++this.#databases}`;
    if (migrated) {
      this.#template ??= this.#createTemplate();
      await this.#template;
    }
    await this.query('postgres', `create database ${name} template ${migrated ? TEMPLATE : 'template0'}`);
    return this.url(name);
  }

  async #createTemplate(): Promise<void> {
    await this.query('postgres', `create database ${TEMPLATE} template template0`);
    await (await openAt(this.url(TEMPLATE))).close();
  }

  async query(database: string, sql: string): Promise<readonly Record<string, unknown>[]> {
    const client = new pg.Client(this.url(database));
    await client.connect();
    try {
      return (await client.query(sql)).rows;
    } finally {
      await client.end();
    }
  }

  /** Ends it for good and deletes its data. */
  async remove(): Promise<void> {
    if (this.#child !== null) await this.kill();
    this.#wipe();
    process.off('exit', this.#onExit);
  }

  async #end(signal: () => void): Promise<void> {
    const child = this.#child;
    if (child === null) return;
    child.ref(); // while its end is awaited
    const gone = once(child, 'exit');
    signal();
    await gone;
    this.#child = null;
  }

  async #serves(): Promise<boolean> {
    try {
      await this.query('postgres', 'select 1');
      return true;
    } catch {
      return false;
    }
  }

  #signal(signal: NodeJS.Signals): void {
    const children = this.#sessions();
    this.#child?.kill(signal);
    for (const pid of children) {
      try {
        process.kill(pid, signal);
      } catch {} // ended meanwhile
    }
  }

  /** Its processes but the first: those that work in its data folder. */
  #sessions(): number[] {
    if (!existsSync('/proc')) return []; // not Linux: they notice that the first is gone, and end
    return readdirSync('/proc')
      .map(Number)
      .filter((pid) => pid > 0 && pid !== this.#child?.pid && this.#isOwn(pid));
  }

  #isOwn(pid: number): boolean {
    try {
      return readlinkSync(`/proc/${pid}/cwd`) === this.#data;
    } catch {
      return false; // ended meanwhile
    }
  }

  #wipe(): void {
    this.#watch.kill('SIGKILL');
    this.#signal('SIGKILL');
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** The environment of a service on a PostgreSQL database; `remove` deletes its receipt key. */
export function serviceOn(url: string): { readonly env: Readonly<Record<string, string>>; remove(): void } {
  const { folder, remove } = temporaryFolder();
  const key = join(folder, 'receipt.key');
  writeFileSync(key, 'a1'.repeat(32));
  return { env: { DATABASE_URL: url, RECEIPT_KEY_FILE: key }, remove };
}

/** The name of the database that a URL leads to. */
export function databaseOf(url: string): string {
  return new URL(url).pathname.slice(1);
}

let shared: Promise<PostgresServer> | null = null;

/** The server that all suites share which do not break it; started when first asked for. */
export function sharedPostgres(): Promise<PostgresServer> {
  shared ??= PostgresServer.open();
  return shared;
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

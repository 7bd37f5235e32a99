import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const ROOT = path.join(import.meta.dirname, '../..');
export const ORIGIN = 'http://bench.example';

/** Limits out of the way and clocks longer than any run. */
const OPEN = {
  NODE_ENV: 'production',
  ALLOWED_ORIGINS: ORIGIN,
  HOST: '127.0.0.1',
  LOG_LEVEL: 'warn',
  ...{
    ACTIONS_PER_MINUTE: '0',
    ROOM_REQUESTS_PER_HOUR: '0',
    SESSIONS_PER_HOUR: '0',
    READS_PER_MINUTE: '0',
    FRAMES_PER_SECOND: '0',
  },
  ...{
    MAX_ACTIVE_ROOMS: '0',
    QUEUE_SECONDS: '36000',
    READY_SECONDS: '36000',
    TURN_SECONDS: '36000',
    MATCH_SECONDS: '36000',
  },
};

/** A process that is measured from outside. CPU counts all of its threads. */
export class Child {
  readonly process: ChildProcess;
  readonly url: string;

  constructor(process: ChildProcess, url: string) {
    this.process = process;
    this.url = url;
  }

  /** Seconds of CPU, user and system, of all threads since its start. */
  cpu(): number {
    const stat = readFileSync(`/proc/${this.process.pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
  }

  async kill(): Promise<void> {
    const gone = once(this.process, 'exit');
    this.process.kill('SIGKILL');
    await gone;
  }
}

/** The kernel's USER_HZ, which is 100 on every Linux that people run. */
const TICKS_PER_SECOND = 100;

export async function startRelay(): Promise<Child> {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'relay.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [port] = await once(child.stdout, 'data');
  return new Child(child, `ws://127.0.0.1:${String(port).trim()}`);
}

/** The server itself on a data folder; `args` are for node. */
export class Service {
  readonly port: number;
  readonly dataDir: string;
  readonly #env: Readonly<Record<string, string>>;

  private constructor(port: number, dataDir: string, env: Readonly<Record<string, string>>) {
    this.port = port;
    this.dataDir = dataDir;
    this.#env = env;
  }

  static async create(env: Readonly<Record<string, string>> = {}): Promise<Service> {
    return new Service(await freePort(), await mkdtemp(path.join(tmpdir(), 'freeplay-bench-')), env);
  }

  /** Resolves once it says that it is ready. */
  async start(args: readonly string[] = []): Promise<Child> {
    const env = {
      ...OPEN,
      PATH: process.env.PATH ?? '',
      PORT: String(this.port),
      DATA_DIR: this.dataDir,
      ...this.#env,
    };
    const child = spawn(process.execPath, [...args, 'server/main.ts'], {
      cwd: ROOT,
      env,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const url = `http://127.0.0.1:${this.port}`;
    for (;;) {
      if (child.exitCode !== null) throw new Error('the server did not start');
      const ready = await fetch(`${url}/readyz`).catch(() => null);
      if (ready?.ok) return new Child(child, url);
      await delay(5);
    }
  }

  async forget(): Promise<void> {
    await rm(this.dataDir, { recursive: true, force: true });
  }
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

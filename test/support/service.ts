import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Clock, systemClock } from '../../server/clock.ts';
import { compose } from '../../server/compose.ts';
import { readConfig } from '../../server/config.ts';
import { systemRandom } from '../../server/random.ts';

/** The origin that the services of these tests are told to accept. */
export const ORIGIN = 'https://play.example';

const ROOT = path.join(import.meta.dirname, '../..');
/** Between two looks at a condition that another process brings about. */
const LOOK_AGAIN_MS = 20;

/** Limits out of the way, and clocks that no machine is too slow for: what is played here is played faster than by people. */
const OPEN = {
  NODE_ENV: 'test',
  ALLOWED_ORIGINS: ORIGIN,
  LOG_LEVEL: 'warn',
  ACTIONS_PER_MINUTE: '0',
  ROOM_REQUESTS_PER_HOUR: '0',
  SESSIONS_PER_HOUR: '0',
  READS_PER_MINUTE: '0',
  MAX_ACTIVE_ROOMS: '0',
  QUEUE_SECONDS: '36000',
  READY_SECONDS: '36000',
  TURN_SECONDS: '36000',
  MATCH_SECONDS: '36000',
};

type Env = Readonly<Record<string, string>>;

/** A service in this process. Colyseus's matchmaker is one per process, so is this: stop it before the next starts. */
export interface TestService {
  readonly url: string;
  stop(): Promise<void>;
}

/** Composes the whole server on a free port, its database in a folder of its own; `env` sets what differs. */
export async function startService(env: Env = {}, clock: Clock = systemClock): Promise<TestService> {
  const dataDir = await scratch();
  const config = readConfig({ ...OPEN, PORT: '0', DATA_DIR: dataDir, ...env });
  if ('error' in config) throw new Error(config.error);
  const complain = (fields: object, message: string) => {
    throw new Error(`the service complains: ${message} ${JSON.stringify(fields)}`);
  };
  const log = { debug() {}, info() {}, warn: complain, error: complain };
  const service = compose(config, { clock, random: systemRandom, log });
  const { port } = await service.start();
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      await service.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** The server as its own process, `node server/main.ts`, which can be killed and started again on the same data and port. */
export class ServiceProcess {
  readonly url: string;
  readonly dataDir: string;
  readonly #env: Env;
  #child: ChildProcess | null = null;
  #serving = false;
  /** Pending while it does not serve: those who wait through several kills wait for one promise. */
  #up = Promise.withResolvers<void>();
  #output = '';

  private constructor(port: number, dataDir: string, env: Env) {
    this.url = `http://127.0.0.1:${port}`;
    this.dataDir = dataDir;
    this.#env = { ...OPEN, PORT: String(port), DATA_DIR: dataDir, PATH: process.env.PATH ?? '', ...env };
  }

  /** Starts on a free port and serves by the time it resolves. */
  static async spawn(env: Env = {}): Promise<ServiceProcess> {
    const service = new ServiceProcess(await freePort(), await scratch(), env);
    await service.start();
    return service;
  }

  /** What the process has written so far, for a failing test to show. */
  get output(): string {
    return this.#output;
  }

  /** Resolves while it serves, else once it does again. */
  whenUp(): Promise<void> {
    return this.#up.promise;
  }

  /** Resolves once it serves, or once it has been killed on its way there. */
  async start(): Promise<void> {
    const child = spawn(process.execPath, ['server/main.ts'], { cwd: ROOT, env: this.#env, stdio: 'pipe' });
    this.#child = child;
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        this.#output += text;
      });
    }
    while (!(await this.#serves())) {
      if (this.#child !== child) return;
      if (child.exitCode !== null) throw new Error(`the server did not start: ${this.#output}`);
      await delay(LOOK_AGAIN_MS);
    }
    if (this.#child !== child) return;
    this.#serving = true;
    this.#up.resolve();
  }

  /** kill -9, at this very instant; resolves once the process is gone. */
  async kill(): Promise<void> {
    const child = this.#child;
    if (child === null) return;
    this.#child = null;
    if (this.#serving) this.#up = Promise.withResolvers();
    this.#serving = false;
    const gone = child.exitCode === null && child.signalCode === null ? once(child, 'exit') : null;
    child.kill('SIGKILL');
    await gone;
  }

  /** SIGTERM; resolves with the exit code, null when a signal has ended it. */
  async terminate(): Promise<number | null> {
    const child = this.#child;
    if (child === null) throw new Error('no process to end');
    this.#child = null;
    this.#serving = false;
    this.#up = Promise.withResolvers();
    const gone = once(child, 'exit');
    child.kill('SIGTERM');
    const [code]: unknown[] = await gone;
    return typeof code === 'number' ? code : null;
  }

  /** Deletes the data of a process that has ended: the next one knows nothing. */
  async forget(): Promise<void> {
    await rm(this.dataDir, { recursive: true, force: true });
  }

  /** Ends the process and deletes its data. */
  async dispose(): Promise<void> {
    await this.kill();
    await rm(this.dataDir, { recursive: true, force: true });
  }

  async #serves(): Promise<boolean> {
    try {
      return (await fetch(`${this.url}/readyz`)).ok;
    } catch {
      return false;
    }
  }
}

function scratch(): Promise<string> {
  return mkdtemp(path.join(tmpdir(), 'freeplay-play-'));
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

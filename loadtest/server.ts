import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

const MAIN = path.join(import.meta.dirname, '../server/main.ts');
const START_MS = 60_000;

export interface OwnServer {
  readonly url: string;
  readonly origin: string;
  stop(): Promise<void>;
}

/** A server of one's own, without limits, its data in a folder that goes with it. `args` go to Node, `settings` to the server. */
export async function startServer(
  args: readonly string[] = [],
  settings: Readonly<Record<string, string>> = {},
): Promise<OwnServer> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'freeplay-load-'));
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const env = {
    PORT: String(port),
    DATA_DIR: dataDir,
    ALLOWED_ORIGINS: origin,
    LOG_LEVEL: 'warn',
    ...Object.fromEntries(LIMITS.map((name) => [name, '0'])),
    ...settings,
  };
  const child = spawn(process.execPath, [...args, MAIN], { env, stdio: ['ignore', 'inherit', 'inherit'] });
  await serving(origin, child);
  return {
    url: origin,
    origin,
    async stop() {
      const gone = child.exitCode === null ? once(child, 'exit') : null;
      child.kill('SIGKILL');
      await gone;
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

const LIMITS = [
  'ACTIONS_PER_MINUTE',
  'ROOM_REQUESTS_PER_HOUR',
  'SESSIONS_PER_HOUR',
  'READS_PER_MINUTE',
  'MAX_ACTIVE_ROOMS',
];

async function serving(url: string, child: ChildProcess): Promise<void> {
  const deadline = performance.now() + START_MS;
  while (performance.now() < deadline && child.exitCode === null) {
    const answer = await fetch(`${url}/readyz`).catch(() => null);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  child.kill('SIGKILL');
  throw new Error('the server did not start');
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Freeplay, type FreeplayOptions } from '@freeplay/client-sdk';
import { type Clock, systemClock } from '../../server/clock.ts';
import { compose } from '../../server/compose.ts';
import { readConfig } from '../../server/config.ts';
import { systemRandom } from '../../server/random.ts';

export const ORIGIN = 'https://play.example';

/** Limits off, so that a test meets only what it is about. */
const SETTINGS = {
  PORT: '0',
  ALLOWED_ORIGINS: ORIGIN,
  SESSIONS_PER_HOUR: '0',
  ROOM_REQUESTS_PER_HOUR: '0',
  ACTIONS_PER_MINUTE: '0',
  READS_PER_MINUTE: '0',
};

export interface LiveServer {
  readonly url: string;
  client(options?: Partial<FreeplayOptions>): Freeplay;
  /** Stops it and starts it anew on the same port and data, as after a crash or an upgrade. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** The composed server over real HTTP. Its clients are closed with it. */
export async function liveServer(
  settings: Readonly<Record<string, string>> = {},
  clock: Clock = systemClock,
): Promise<LiveServer> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'freeplay-sdk-'));
  const clients: Freeplay[] = [];
  const silent = () => undefined;
  const log = { debug: silent, info: silent, warn: silent, error: silent };
  const start = async (port: string) => {
    const config = readConfig({ ...SETTINGS, DATA_DIR: dataDir, ...settings, PORT: port });
    if ('error' in config) throw new Error(config.error);
    const service = compose(config, { clock, random: systemRandom, log });
    return { service, ...(await service.start()) };
  };
  let running = await start(settings.PORT ?? '0');
  const { port } = running;
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    client(options = {}) {
      const client = new Freeplay({ url, origin: ORIGIN, ...options });
      clients.push(client);
      return client;
    },
    async restart() {
      await running.service.stop();
      running = await start(String(port));
    },
    async stop() {
      for (const client of clients) client.close();
      await running.service.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

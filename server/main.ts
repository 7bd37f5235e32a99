import pino from 'pino';
import { systemClock } from './clock.ts';
import { compose } from './compose.ts';
import { readConfig } from './config.ts';
import { systemRandom } from './random.ts';

const config = readConfig();
if ('error' in config) fail(config.error);

const log = pino({ level: config.logLevel });
const service = compose(config, {
  clock: systemClock,
  random: systemRandom,
  log,
  onFatal: (error) => {
    log.fatal({ err: error }, 'the process cannot go on');
    process.exit(1);
  },
});

process.on('unhandledRejection', (reason) => {
  log.fatal({ err: reason }, 'a promise failed that nobody waited for');
  process.exit(1);
});

for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void shutDown());

try {
  const { port } = await service.start();
  log.info({ port }, `Freeplay is at ${config.publicOrigin ?? `http://localhost:${port}`}`);
} catch (error) {
  fail(error instanceof Error ? error.message : String(error));
}

/** A second signal, or a drain that takes too long, ends the process at once: nothing acknowledged is lost by that. */
async function shutDown(): Promise<void> {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => process.exit(1));
  if (!('error' in config)) setTimeout(() => process.exit(1), config.drain).unref();
  await service.stop();
  process.exit(0);
}

function fail(sentence: string): never {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}

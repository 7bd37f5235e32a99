import { load } from './load.ts';
import { readOptions } from './options.ts';
import { startServer } from './server.ts';

/**
 * Loads a service with bots that play through the client SDK and check, as they play, that it is right: every state,
 * every list of legal actions, every result. The last line is JSON; a mismatch, or a match without an end, exits with 1.
 */
const options = readOptions(process.argv.slice(2));
if ('error' in options) {
  process.stderr.write(`${options.error}\n`);
  process.exit(2);
}

const own = options.url === null ? await startServer() : null;
const url = options.url ?? own?.url ?? '';
const target = { url, origin: options.origin ?? own?.origin ?? new URL(url).origin };
const started = performance.now();
const seconds = () => (performance.now() - started) / 1000;
try {
  const tally = await load(target, options, ({ moves, matches }) => {
    process.stderr.write(`${Math.round(seconds())} s: ${matches} matches, ${moves} moves\n`);
  });
  for (const what of tally.mismatched) process.stderr.write(`mismatch: ${what}\n`);
  const report = tally.report(seconds());
  process.stdout.write(`${JSON.stringify({ ...options, ...report })}\n`);
  process.exitCode = report.mismatches === 0 && report.unfinished === 0 ? 0 : 1;
} finally {
  await own?.stop();
}

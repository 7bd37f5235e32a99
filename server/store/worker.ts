/** The thread that owns the database: no query, and none of Prisma's query compiler, runs beside the rooms. */
import { parentPort, workerData } from 'node:worker_threads';
import type { Backend } from './backend.ts';
import type { Entry } from './entry.ts';
import type { Method, Reply, Request, WorkerConfig } from './messages.ts';
import { reasonOf } from './reason.ts';

const port = parentPort;
if (port === null) throw new Error('worker.ts runs as a worker thread');
const config: WorkerConfig = workerData;

const reply = (message: Reply) => port.postMessage(message);

/** Loads only what the database at hand needs. */
async function open({ databaseUrl, dataDir }: WorkerConfig): Promise<Backend> {
  if (databaseUrl === undefined) return (await import('./sqlite.ts')).openSqlite(dataDir);
  return (await import('./postgres.ts')).openPostgres(databaseUrl);
}

async function commitBatch(backend: Backend, entries: readonly Entry[]): Promise<Reply> {
  try {
    return { kind: 'batch', outcomes: await backend.commit(entries) };
  } catch (error) {
    return { kind: 'batch-failed', message: reasonOf(error) };
  }
}

async function call({ queries }: Backend, id: number, method: Method, args: readonly unknown[]): Promise<Reply> {
  try {
    // The proxy's types have tied the arguments to the method; a message cannot carry that.
    const query = queries[method] as (...args: readonly unknown[]) => Promise<unknown>;
    return { kind: 'result', id, value: await query(...args) };
  } catch (error) {
    return { kind: 'failed', id, message: reasonOf(error) };
  }
}

async function answer(backend: Backend, request: Request): Promise<void> {
  switch (request.kind) {
    case 'batch':
      reply(await commitBatch(backend, JSON.parse(request.entries)));
      break;
    case 'call':
      reply(await call(backend, request.id, request.method, request.args));
      break;
    case 'close':
      await backend.close();
      process.exit(); // this thread, with all that it waits for
  }
}

try {
  const backend = await open(config);
  port.on('message', (request: Request) => void answer(backend, request));
  reply({ kind: 'opened' });
} catch (error) {
  reply({ kind: 'refused', message: reasonOf(error) });
}

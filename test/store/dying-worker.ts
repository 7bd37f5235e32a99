/** The store's own worker with a death planted in it: looking for the player 'die' ends the thread. */
import { parentPort } from 'node:worker_threads';
import type { Request } from '../../server/store/messages.ts';

parentPort?.on('message', (request: Request) => {
  if (request.kind === 'call' && request.args[0] === 'die') throw new Error('planted');
});
await import('../../server/store/worker.ts');

import { Worker } from 'node:worker_threads';
import type { Queries } from './backend.ts';
import { type Entry, entryOf } from './entry.ts';
import { FLIP_METHODS, type FlipStore } from './flip/port.ts';
import type { Method, Reply, Request, WorkerConfig } from './messages.ts';
import {
  type Append,
  type AppendOutcome,
  type Journal,
  type Keys,
  type Players,
  type Store,
  type StoreStats,
  StoreUnavailable,
} from './port.ts';
import { SOCIAL_METHODS, type Social } from './social/port.ts';

interface Waiting<T> {
  resolve(value: T): void;
  reject(error: Error): void;
}

interface Queued extends Waiting<AppendOutcome> {
  readonly entry: Entry;
}

/** The store as the main thread has it: every call becomes a message to the worker that owns the database. */
export class RemoteStore implements Store {
  readonly journal: Journal;
  readonly players: Players;
  readonly keys: Keys;
  readonly flip: FlipStore;
  readonly social: Social;
  readonly #worker: Worker;
  readonly #onDeath: (error: Error) => void;
  readonly #stats = { batches: 0, appends: 0, events: 0 };
  readonly #calls = new Map<number, Waiting<unknown>>();
  readonly #exit = Promise.withResolvers<void>();
  #lastCall = 0;
  /** What has come since the worker got its batch. */
  #queue: Queued[] = [];
  /** The batch that the worker has. */
  #sent: Queued[] = [];
  #state: 'open' | 'closing' | 'dead' = 'open';
  #onDrained: (() => void) | null = null;

  /** Opens the database. Rejected with one sentence for the operator when it must not or cannot be used. */
  static async open(
    config: WorkerConfig,
    onDeath: (error: Error) => void,
    script = new URL('./worker.ts', import.meta.url),
  ): Promise<RemoteStore> {
    const worker = new Worker(script, { workerData: config });
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    worker.once('error', reject);
    worker.once('message', (reply: Reply) => (reply.kind === 'refused' ? reject(new Error(reply.message)) : resolve()));
    try {
      await promise;
    } catch (error) {
      await worker.terminate();
      throw error;
    }
    worker.removeListener('error', reject);
    return new RemoteStore(worker, onDeath);
  }

  private constructor(worker: Worker, onDeath: (error: Error) => void) {
    this.#worker = worker;
    this.#onDeath = onDeath;
    worker.on('message', (reply: Reply) => this.#receive(reply));
    worker.on('error', (error) => this.#die(`The database thread has failed: ${String(error)}.`));
    worker.on('exit', (code) => {
      this.#die(`The database thread has ended (${code}).`);
      this.#exit.resolve();
    });
    this.journal = this.#createJournal();
    this.players = this.#createPlayers();
    this.keys = {
      enrolKey: (key, closeAt) => this.#call('enrolKey', key, closeAt),
      publicKeys: () => this.#call('publicKeys'),
    };
    this.flip = this.#forward(FLIP_METHODS);
    this.social = this.#forward(SOCIAL_METHODS);
  }

  get stats(): StoreStats {
    return this.#stats;
  }

  backup(file: string): Promise<void> {
    return this.#call('backup', file);
  }

  /** Takes nothing more, answers what it has taken, and lets go of the database. */
  async close(): Promise<void> {
    if (this.#state === 'open') {
      this.#state = 'closing';
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#onDrained = resolve;
      this.#settled();
      await promise;
      this.#post({ kind: 'close' });
    }
    await this.#exit.promise;
  }

  #createJournal(): Journal {
    return {
      append: (append) => this.#append(append),
      load: (match) => this.#call('load', match),
      row: (match) => this.#call('row', match),
      receipt: (match) => this.#call('receipt', match),
      byInvite: (invite) => this.#call('byInvite', invite),
      waiting: (game, rules) => this.#call('waiting', game, rules),
      active: (player, activeClass) => this.#call('active', player, activeClass),
      due: (now, limit) => this.#call('due', now, limit),
      strays: (limit) => this.#call('strays', limit),
      history: (player, limit) => this.#call('history', player, limit),
      sweep: (before, limit) => this.#call('sweep', before, limit),
      offerRematch: (match, seat, at) => this.#call('offerRematch', match, seat, at),
      rematchOffers: (match) => this.#call('rematchOffers', match),
    };
  }

  #createPlayers(): Players {
    return {
      byTokenHash: (tokenHash) => this.#call('byTokenHash', tokenHash),
      byId: (player) => this.#call('byId', player),
      create: (tokenHash, player) => this.#call('create', tokenHash, player),
      update: (player, patch) => this.#call('update', player, patch),
      seen: (player, at) => this.#call('seen', player, at),
    };
  }

  /** The methods of these names, each of which goes to the worker as it is. */
  #forward<M extends Method>(methods: readonly M[]): Pick<Queries, M> {
    const entries = methods.map((method) => [method, (...args: Parameters<Queries[M]>) => this.#call(method, ...args)]);
    return Object.fromEntries(entries) as Pick<Queries, M>; // each name has the call of that very name
  }

  async #append(append: Append): Promise<AppendOutcome> {
    this.#mustBeOpen();
    const entry = entryOf(append);
    return new Promise((resolve, reject) => {
      this.#queue.push({ entry, resolve, reject });
      if (this.#sent.length === 0 && this.#queue.length === 1) setImmediate(() => this.#flush());
    });
  }

  async #call<M extends Method>(method: M, ...args: Parameters<Queries[M]>): Promise<Answer<M>> {
    this.#mustBeOpen();
    const id = ++this.#lastCall;
    const value = await new Promise((resolve, reject) => {
      this.#calls.set(id, { resolve, reject });
      this.#post({ kind: 'call', id, method, args });
    });
    return value as Answer<M>; // the worker calls the method that the name stands for
  }

  /** Group commit: whenever the worker has no batch, all that is queued becomes its next one. */
  #flush(): void {
    if (this.#sent.length > 0 || this.#queue.length === 0) return;
    this.#sent = this.#queue;
    this.#queue = [];
    this.#stats.batches++;
    this.#stats.appends += this.#sent.length;
    this.#stats.events += this.#sent.reduce((sum, { entry }) => sum + entry.events.length, 0);
    this.#post({ kind: 'batch', entries: JSON.stringify(this.#sent.map(({ entry }) => entry)) });
  }

  #receive(reply: Reply): void {
    switch (reply.kind) {
      case 'batch':
        this.#endBatch(({ resolve }, index) => resolve(reply.outcomes[index] ?? missing()));
        break;
      case 'batch-failed':
        this.#endBatch(({ reject }) => reject(new StoreUnavailable(reply.message)));
        break;
      case 'result':
        this.#endCall(reply.id, ({ resolve }) => resolve(reply.value));
        break;
      case 'failed':
        this.#endCall(reply.id, ({ reject }) => reject(new StoreUnavailable(reply.message)));
        break;
      case 'opened':
      case 'refused':
        break; // read by open()
    }
  }

  /** What the answers set off on this turn of the event loop is already part of the next batch. */
  #endBatch(answer: (queued: Queued, index: number) => void): void {
    const sent = this.#sent;
    this.#sent = [];
    sent.forEach(answer);
    setImmediate(() => this.#flush());
    this.#settled();
  }

  #endCall(id: number, answer: (waiting: Waiting<unknown>) => void): void {
    const waiting = this.#calls.get(id);
    this.#calls.delete(id);
    if (waiting !== undefined) answer(waiting);
    this.#settled();
  }

  #settled(): void {
    if (this.#sent.length + this.#queue.length + this.#calls.size === 0) this.#onDrained?.();
  }

  #die(message: string): void {
    if (this.#state === 'dead') return;
    const expected = this.#state === 'closing';
    this.#state = 'dead';
    const error = new StoreUnavailable(message);
    for (const { reject } of [...this.#sent, ...this.#queue, ...this.#calls.values()]) reject(error);
    this.#sent = [];
    this.#queue = [];
    this.#calls.clear();
    this.#settled();
    if (!expected) this.#onDeath(error);
  }

  #post(request: Request): void {
    this.#worker.postMessage(request);
  }

  #mustBeOpen(): void {
    if (this.#state !== 'open') throw new StoreUnavailable('The store is closed.');
  }
}

type Answer<M extends Method> = Awaited<ReturnType<Queries[M]>>;

function missing(): never {
  throw new Error('the worker has answered fewer appends than it got');
}

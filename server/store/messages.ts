import type { Queries } from './backend.ts';
import type { AppendOutcome } from './port.ts';

export interface WorkerConfig {
  /** PostgreSQL; without it the embedded database in `dataDir` is used. */
  readonly databaseUrl?: string;
  readonly dataDir: string;
}

export type Method = keyof Queries;

/** To the worker. One batch is under way at a time; `entries` is JSON, which is cheaper to hand over than objects. */
export type Request =
  | { readonly kind: 'batch'; readonly entries: string }
  | { readonly kind: 'call'; readonly id: number; readonly method: Method; readonly args: readonly unknown[] }
  | { readonly kind: 'close' };

/** From the worker; its exit with code 0 answers 'close'. */
export type Reply =
  | { readonly kind: 'opened' }
  /** The database must not be used; `message` is for the operator. */
  | { readonly kind: 'refused'; readonly message: string }
  | { readonly kind: 'batch'; readonly outcomes: readonly AppendOutcome[] }
  | { readonly kind: 'batch-failed'; readonly message: string }
  | { readonly kind: 'result'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'failed'; readonly id: number; readonly message: string };

import type { WorkerConfig } from './messages.ts';
import type { Store } from './port.ts';
import { RemoteStore } from './remote.ts';

export interface StoreConfig extends WorkerConfig {
  /** The store has died by itself, and so must the process: all it holds in memory is beyond saving. */
  readonly onDeath: (error: Error) => void;
}

/** Opens the database, migrated. Rejected with one sentence for the operator when it must not or cannot be used. */
export function openStore({ onDeath, ...config }: StoreConfig): Promise<Store> {
  return RemoteStore.open(config, onDeath);
}

import type { Store } from './port.ts';
import { RemoteStore } from './remote.ts';

export interface StoreConfig {
  /** PostgreSQL; without it the embedded database in `dataDir` is used. */
  readonly databaseUrl?: string;
  readonly dataDir: string;
  /** The store has died by itself, and so must the process: all it holds in memory is beyond saving. */
  readonly onDeath: (error: Error) => void;
}

/** Opens the database, migrated. Rejected with one sentence for the operator when it must not or cannot be used. */
export async function openStore({ databaseUrl, dataDir, onDeath }: StoreConfig): Promise<Store> {
  if (databaseUrl !== undefined)
    throw new Error('DATABASE_URL is set, but this version only has the embedded database.');
  return RemoteStore.open({ dataDir }, onDeath);
}

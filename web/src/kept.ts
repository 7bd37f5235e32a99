import type { Storage } from '@freeplay/client-sdk';

/** Private modes may forbid a browser's storage: what would be kept then lasts as long as the page, at most. */
export interface Kept extends Storage {
  drop(key: string): void;
}

/** Between visits. */
export const kept = keptIn(() => localStorage);

/** While the tab is open, reloads included. */
export const keptInTab = keptIn(() => sessionStorage);

type WebStorage = typeof localStorage;

function keptIn(storage: () => WebStorage): Kept {
  const attempt = <T>(deed: (open: WebStorage) => T): T | null => {
    try {
      return deed(storage());
    } catch {
      return null;
    }
  };
  return {
    get: (key) => attempt((open) => open.getItem(key)),
    set: (key, value) => void attempt((open) => open.setItem(key, value)),
    drop: (key) => void attempt((open) => open.removeItem(key)),
  };
}

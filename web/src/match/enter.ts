import { FreeplayError, type Match } from '@freeplay/client-sdk';
import { useState } from 'preact/hooks';
import { handOver } from '../client.ts';
import { matchPath, navigate } from '../router.ts';

export interface Entrance {
  readonly busy: boolean;
  /** Why the last attempt failed, else ''. */
  readonly notice: string;
  /** Enters a match and goes to its page. */
  enter(open: () => Promise<Match>, how?: 'push' | 'replace'): Promise<void>;
}

/** Entering a match from any page: one attempt at a time, and the reason when it fails. */
export function useEntrance(): Entrance {
  const [busy, setBusy] = useState(false);
  const [notice, setNotice] = useState('');

  const enter: Entrance['enter'] = async (open, how = 'push') => {
    setBusy(true);
    setNotice('');
    try {
      const match = await open();
      handOver(match);
      navigate(matchPath(match.id), how);
    } catch (error) {
      if (!(error instanceof FreeplayError)) throw error;
      setNotice(error.message);
    } finally {
      setBusy(false);
    }
  };

  return { busy, notice, enter };
}

import { FreeplayError, type Match, type Snapshot } from '@freeplay/client-sdk';
import { useEffect, useState } from 'preact/hooks';
import { reloadWhenChanged } from '../build.ts';
import { takeMatch } from '../client.ts';

/** Follows a match while its page is shown; the page is drawn anew with every change. */
export function useMatch(id: string): Match {
  const [match] = useState(() => takeMatch(id));
  const [, redraw] = useState(0);
  useEffect(() => {
    const change = () => redraw((count) => count + 1);
    let wasLive = false;
    const ends = [
      match.on('change', change),
      match.on('connection', (now) => {
        change();
        // A server that went away may come back as a newer build.
        if (wasLive) void reloadWhenChanged();
        wasLive ||= now === 'live';
      }),
    ];
    change();
    return () => {
      for (const end of ends) end();
      match.close();
    };
  }, [match]);
  return match;
}

export interface Deeds {
  /** Why the last action was refused, else ''. */
  readonly notice: string;
  act(deed: () => Promise<Snapshot>): void;
}

interface Refused {
  readonly text: string;
  /** The position that it was about: once the match has moved on, it has nothing more to say. */
  readonly revision: number | null;
}

export function useDeeds(match: Match): Deeds {
  const [refused, setRefused] = useState<Refused | null>(null);
  const act = async (deed: () => Promise<Snapshot>) => {
    setRefused(null);
    try {
      await deed();
    } catch (error) {
      if (!(error instanceof FreeplayError)) throw error;
      if (error.code !== 'closed') setRefused({ text: error.message, revision: revisionOf(match) });
    }
  };
  const notice = refused !== null && refused.revision === revisionOf(match) ? refused.text : '';
  return { notice, act: (deed) => void act(deed) };
}

function revisionOf(match: Match): number | null {
  return match.snapshot?.revision ?? null;
}

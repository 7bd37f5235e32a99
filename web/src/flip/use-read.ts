import { FreeplayError } from '@freeplay/client-sdk';
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { onReturn, persist } from '../client.ts';
import { inbox } from '../inbox.ts';

export interface Read<T> {
  /** null until it has been read. */
  readonly value: T | null;
  /** Why it could not be read, else ''. */
  readonly notice: string;
  /** An answer that says how it is now. */
  set(value: T): void;
  again(): void;
}

/** How often a page that is not told of changes looks by itself. */
const LOOK_MS = 5_000;
/** Even the live inbox does not tell of everything, such as the rival's run. */
const LIVE_LOOK_MS = 15_000;

/** What a page shows of the server: read when it opens, when something may have changed, and now and then. */
export function useRead<T>(read: () => Promise<T>, key = ''): Read<T> {
  const [value, setValue] = useState<T | null>(null);
  const [notice, setNotice] = useState('');
  const turn = useRef(0);
  const room = inbox.live.value;
  const live = room !== null;
  const latest = inbox.latest.value?.id ?? 0;
  // What the live room shows of friends and party: whenever it differs, the whole is read again.
  const told = room === null ? '' : JSON.stringify({ ...room, unread: 0 });

  const again = useCallback(async () => {
    turn.current += 1;
    const mine = turn.current;
    try {
      const next = await persist(read, (error) => mine === turn.current && setNotice(error.message));
      if (mine !== turn.current) return;
      setValue(next);
      setNotice('');
    } catch (error) {
      // It was said above.
      if (!(error instanceof FreeplayError)) throw error;
    }
  }, [key]);

  useEffect(() => {
    setValue(null);
    return () => {
      turn.current += 1;
    };
  }, [key]);
  useEffect(() => void again(), [key, latest, told]);
  useEffect(() => {
    const look = () => document.hidden || void again();
    const timer = setInterval(look, live ? LIVE_LOOK_MS : LOOK_MS);
    const end = onReturn(look);
    return () => {
      clearInterval(timer);
      end();
    };
  }, [key, live]);

  const set = (next: T) => {
    turn.current += 1;
    setValue(next);
  };
  return { value, notice, set, again: () => void again() };
}

export interface Doing {
  readonly busy: boolean;
  /** Why the last deed was refused, else ''. */
  readonly notice: string;
  run(deed: () => Promise<void>): void;
}

/** One deed at a time, and the reason when it is refused. */
export function useDoing(): Doing {
  const [busy, setBusy] = useState(false);
  const [notice, setNotice] = useState('');
  const run = async (deed: () => Promise<void>) => {
    setBusy(true);
    setNotice('');
    try {
      await deed();
    } catch (error) {
      if (!(error instanceof FreeplayError)) throw error;
      setNotice(error.message);
    } finally {
      setBusy(false);
    }
  };
  return { busy, notice, run: (deed) => void run(deed) };
}

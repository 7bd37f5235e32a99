import type { Connection } from '@freeplay/client-sdk';
import { useEffect, useState } from 'preact/hooks';
import { type BannerWords, bannerWords } from '../words.ts';

/** A hiccup shorter than this is not worth a word. */
const GRACE_MS = 900;

/** What is to be said of a connection that has not been live for a while. */
export function useBannerWords(connection: Connection): BannerWords | null {
  const [settled, setSettled] = useState<Connection>('live');
  useEffect(() => {
    const timer = setTimeout(() => setSettled(connection), connection === 'live' ? 0 : GRACE_MS);
    return () => clearTimeout(timer);
  }, [connection]);
  return bannerWords(settled);
}

/** Shown for as long as the match is not followed live. The page's live region says the same. */
export function Banner({ words }: { words: BannerWords | null }) {
  return (
    <p class="banner" data-tone={words?.tone} hidden={words === null} aria-hidden="true">
      {words?.text}
    </p>
  );
}

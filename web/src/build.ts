import { keptInTab } from './kept.ts';

/**
 * A page that outlives the build it came from loads the new one by itself: its own later parts are gone from the server,
 * and the server may speak of what it does not know. Nothing is lost: matches are on the server, local games are kept.
 */
const ENTRY = /\/assets\/index-[\w-]+\.js/;
const MARK = 'freeplay.reloaded';

export function followBuild(): void {
  // Vite tells when a part could not be loaded: offline it is still tried again, a part that is gone never comes.
  addEventListener('vite:preloadError', () => void reloadWhenChanged());
}

/** Loads the page anew when the server has another build than the one that runs here. */
export async function reloadWhenChanged(): Promise<void> {
  const running = ENTRY.exec(document.head.innerHTML)?.[0] ?? null;
  const served = await entryServed();
  if (running === null || served === null || served === running) return;
  // Once for each build, so that a proxy that serves two in turn does not make the page spin.
  if (keptInTab.get(MARK) === served) return;
  keptInTab.set(MARK, served);
  // Where nothing can be kept, nothing would stop the spinning.
  if (keptInTab.get(MARK) !== served) return;
  location.reload();
}

async function entryServed(): Promise<string | null> {
  try {
    const answer = await fetch('/', { cache: 'no-store' });
    return answer.ok ? (ENTRY.exec(await answer.text())?.[0] ?? null) : null;
  } catch {
    return null;
  }
}

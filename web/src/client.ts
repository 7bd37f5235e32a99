import { Freeplay, FreeplayError, type History, type Match } from '@freeplay/client-sdk';
import { signal } from '@preact/signals';
import { reloadWhenChanged } from './build.ts';
import { kept, keptInTab } from './kept.ts';

/** For networks without WebSockets, and to try how that feels: `?transport=polling` on any address, kept for the tab. */
const TRANSPORT = 'freeplay.transport';
const asked = new URLSearchParams(location.search).get('transport');
if (asked !== null) keptInTab.set(TRANSPORT, asked);
const transport = (asked ?? keptInTab.get(TRANSPORT)) === 'polling' ? 'polling' : 'live';

export const freeplay = new Freeplay({ url: location.origin, storage: kept, transport });

/** What else is to be done when the page was away, or the network was. */
const returns = new Set<() => void>();

export function onReturn(look: () => void): () => void {
  returns.add(look);
  return () => void returns.delete(look);
}

/**
 * Goes calmly while the page is hidden. When it is shown again, thawed or back on the network, everything is looked at
 * at once: a phone that slept has dead sockets which nobody has told of.
 */
export function followPage(): void {
  const look = () => {
    freeplay.wake();
    for (const each of returns) each();
    void reloadWhenChanged();
  };
  document.addEventListener('visibilitychange', () => {
    freeplay.background(document.hidden);
    if (!document.hidden) look();
  });
  document.addEventListener('resume', look);
  addEventListener('pageshow', ({ persisted }) => persisted && look());
  addEventListener('online', look);
}

const FIRST_RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 15_000;

/** Does what a page needs until it works: failures that pass are waited out, the first final one is thrown. */
export async function persist<T>(work: () => Promise<T>, failed: (error: FreeplayError) => void): Promise<T> {
  for (let wait = FIRST_RETRY_MS; ; wait = Math.min(2 * wait, LONGEST_RETRY_MS)) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof FreeplayError)) throw error;
      failed(error);
      if (!error.passing) throw error;
      // What is not understood may come from a newer build.
      if (error.code === 'bad-answer') void reloadWhenChanged();
      await pause(Math.max(wait, error.retryAfter * 1000));
    }
  }
}

/** Waits so long, or until the page comes back. */
function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      forget();
      resolve();
    };
    const timer = setTimeout(end, ms);
    const forget = onReturn(end);
  });
}

/** Who the visitor is and what they have played, as the lobby shows it. */
class Player {
  readonly name = signal<string | null>(null);
  readonly id = signal<string | null>(null);
  readonly history = signal<History | null>(null);
  readonly failure = signal<FreeplayError | null>(null);
  #reading: Promise<void> | null = null;

  load(): Promise<void> {
    return this.#tell(async () => {
      const session = await freeplay.session();
      this.id.value = session.player;
      // A rename after the session was opened: the newer name stays.
      this.name.value ??= session.name;
    });
  }

  /** Reads it anew; calls while one is under way wait for the same answer. */
  loadHistory(): Promise<void> {
    this.#reading ??= this.#tell(async () => {
      this.history.value = await freeplay.history();
    }).finally(() => {
      this.#reading = null;
    });
    return this.#reading;
  }

  /** Another tab may have changed it meanwhile. */
  async refreshName(): Promise<void> {
    await this.#tell(async () => {
      this.name.value = (await freeplay.me()).name;
    });
  }

  async rename(name: string): Promise<void> {
    this.name.value = (await freeplay.rename(name)).name;
  }

  async #tell(work: () => Promise<void>): Promise<void> {
    try {
      await persist(work, (error) => {
        this.failure.value = error;
      });
      this.failure.value = null;
    } catch (error) {
      if (!(error instanceof FreeplayError)) throw error;
    }
  }
}

export const player = new Player();

let handed: Match | null = null;

/** Hands a match that was just entered to its page, so that it shows at once. */
export function handOver(match: Match): void {
  handed?.close();
  handed = match;
}

/** The match for a page: the one handed over, else a fresh one. The page closes it. */
export function takeMatch(id: string): Match {
  const match = handed;
  handed = null;
  if (match?.id === id) return match;
  match?.close();
  return freeplay.match(id);
}

import { Freeplay, FreeplayError, type History, type Match, type Storage } from '@freeplay/client-sdk';
import { signal } from '@preact/signals';

/** Private modes may forbid storage: the guest then lasts as long as the page. */
const storage: Storage = {
  get(key) {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  },
  set(key, value) {
    try {
      localStorage.setItem(key, value);
    } catch {
      // Nothing to do: see above.
    }
  },
};

export const freeplay = new Freeplay({ url: location.origin, storage });

/** Polls calmly while the page is hidden, and looks at once when it is shown again or the network is back. */
export function followPage(): void {
  document.addEventListener('visibilitychange', () => freeplay.background(document.hidden));
  addEventListener('pageshow', () => freeplay.wake());
  addEventListener('online', () => freeplay.wake());
}

/** Who the visitor is and what they have played, as the lobby shows it. */
class Player {
  readonly name = signal<string | null>(null);
  readonly id = signal<string | null>(null);
  readonly history = signal<History | null>(null);
  readonly failure = signal<FreeplayError | null>(null);

  async load(): Promise<void> {
    await this.#tell(async () => {
      const session = await freeplay.session();
      this.id.value = session.player;
      // A rename after the session was opened: the newer name stays.
      this.name.value ??= session.name;
    });
  }

  async loadHistory(): Promise<void> {
    await this.#tell(async () => {
      this.history.value = await freeplay.history();
    });
  }

  async rename(name: string): Promise<void> {
    this.name.value = (await freeplay.rename(name)).name;
  }

  async #tell(work: () => Promise<void>): Promise<void> {
    try {
      await work();
      this.failure.value = null;
    } catch (error) {
      if (!(error instanceof FreeplayError)) throw error;
      this.failure.value = error;
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

import type { NoticeDraft } from '@freeplay/shared/protocol';

/** A line said in a party, as its members hear it. */
export interface Line {
  readonly player: string;
  readonly name: string;
  readonly text: string;
  readonly at: number;
}

/** Who looks into a player's inbox now: a socket of theirs, in this process. */
export interface InboxWatcher {
  /** Something that the inbox shows may have changed. */
  changed(): void;
  /** `hearing`: the players who may hear this line. */
  said(line: Line, hearing: ReadonlySet<string>): void;
}

/** A notification as it is pushed. */
export type Pushed = Omit<NoticeDraft, 'player'> & { readonly id: number };

/** The open inboxes of this process. What they show is read anew after each wake, so a wake too many does no harm. */
export class Inboxes {
  readonly #open = new Map<string, Set<InboxWatcher>>();

  /** `player`: whose inbox; or a party, of which only its talk is heard. */
  watch(player: string, watcher: InboxWatcher): () => void {
    const watchers = this.#open.get(player) ?? new Set();
    this.#open.set(player, watchers.add(watcher));
    return () => {
      watchers.delete(watcher);
      if (watchers.size === 0 && this.#open.get(player) === watchers) this.#open.delete(player);
    };
  }

  wake(players: readonly string[]): void {
    for (const watcher of this.#of(players)) watcher.changed();
  }

  /** To the inboxes of these players, and to who listens to the party itself. */
  say(party: string, line: Line, hearing: ReadonlySet<string>): void {
    for (const watcher of this.#of([...hearing, party])) watcher.said(line, hearing);
  }

  #of(players: readonly string[]): readonly InboxWatcher[] {
    return [...new Set(players)].flatMap((player) => [...(this.#open.get(player) ?? [])]);
  }
}

import type { Inbox, InboxState, Notice, Notices, PartyLine } from '@freeplay/client-sdk';
import { signal } from '@preact/signals';
import { freeplay } from './client.ts';

/** What is new for the player, wherever in the client they are. */
export const inbox = {
  unread: signal(0),
  /** The live room; null while there is none. */
  live: signal<InboxState | null>(null),
  /** The notification that came last while the page was open. */
  latest: signal<Notice | null>(null),
};

let opened: Inbox | null = null;

/** From now on; more than once does nothing. */
export function followInbox(): void {
  if (opened !== null) return;
  opened = freeplay.flip.inbox();
  opened.on('change', ({ unread, live }) => {
    inbox.unread.value = unread;
    inbox.live.value = live;
  });
  opened.on('notified', (notice) => {
    inbox.latest.value = notice;
  });
}

/** Hears the party's chat; the returned function ends it. */
export function hearParty(listener: (line: PartyLine) => void): () => void {
  followInbox();
  return opened?.on('said', listener) ?? (() => undefined);
}

/** All notifications up to this one are read. */
export async function acknowledge(id: number): Promise<Notices> {
  const answer = await freeplay.flip.acknowledge(id);
  opened?.tell(answer.unread);
  return answer;
}

import type { Inbox, InboxState, Notice, Notices, PartyLine } from '@freeplay/client-sdk';
import { signal } from '@preact/signals';
import { freeplay } from './client.ts';
import { route } from './router.ts';

/** What is new for the player, wherever in the client they are. */
export const inbox = {
  unread: signal(0),
  /** The live room; null while there is none. */
  live: signal<InboxState | null>(null),
  /** The notification that came last while the page was open. */
  latest: signal<Notice | null>(null),
};

let opened: Inbox | null = null;
/** Notifications about the match on the page, which the player has before their eyes; by id, until they are acknowledged. */
let seen: number[] = [];

/** From now on; more than once does nothing. */
export function followInbox(): void {
  if (opened !== null) return;
  opened = freeplay.flip.inbox();
  opened.on('change', ({ unread, live }) => {
    inbox.unread.value = unread;
    inbox.live.value = live;
    void acknowledgeSeen(unread);
  });
  opened.on('notified', (notice) => {
    if (isOnShow(notice)) seen.push(notice.id);
    else inbox.latest.value = notice;
  });
}

function isOnShow({ data: { room } }: Notice): boolean {
  const at = route.value;
  return at.page === 'match' && at.id === room && !document.hidden;
}

/** Only where nothing else is unread: what is acknowledged is everything up to a notification. */
async function acknowledgeSeen(unread: number): Promise<void> {
  const last = seen.at(-1);
  if (last === undefined || unread > seen.length) return;
  seen = [];
  // When it fails, it is unread: no harm is done.
  if (unread > 0) await acknowledge(last).catch(() => undefined);
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

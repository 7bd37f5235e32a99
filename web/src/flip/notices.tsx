import type { Notice } from '@freeplay/client-sdk';
import { useEffect, useState } from 'preact/hooks';
import { freeplay } from '../client.ts';
import { acknowledge } from '../inbox.ts';
import { followLink, matchPath } from '../router.ts';
import { agoText } from '../words.ts';
import { sectionPath } from './paths.ts';
import { useDoing, useRead } from './use-read.ts';

export function NoticesPage() {
  const notices = useRead(() => freeplay.flip.notices());
  const { notice, run } = useDoing();
  const items = notices.value?.items ?? [];
  const last = items.at(-1)?.id ?? 0;
  const unread = notices.value?.unread ?? 0;
  /** How many were unread when they came into view: they stay marked while the page is open. */
  const [fresh, setFresh] = useState(0);
  useEffect(() => {
    if (unread === 0 || last === 0) return;
    setFresh((before) => Math.max(before, unread));
    run(async () => void (await acknowledge(last)));
  }, [last, unread]);

  return (
    <div class="stack sections">
      <p class="notice" role="alert">
        {notice || notices.notice}
      </p>
      {notices.value === null && <p class="quiet-text">Your notifications are being read.</p>}
      {notices.value !== null && items.length === 0 && (
        <p class="quiet-text">None. Challenges, requests, your turns and results arrive here.</p>
      )}
      <ul class="notices">
        {items.toReversed().map((item, place) => (
          <NoticeRow key={item.id} item={item} fresh={place < fresh} />
        ))}
      </ul>
    </div>
  );
}

function NoticeRow({ item, fresh }: { item: Notice; fresh: boolean }) {
  const where = wayTo(item);
  const text = (
    <>
      <span>
        {fresh && <span class="tag">New</span>}
        {item.text}
      </span>
      <span class="quiet-text">{agoText((freeplay.serverNow() ?? item.at) - item.at)}</span>
    </>
  );
  return (
    <li data-fresh={fresh ? '' : undefined}>
      {where === null ? (
        <p>{text}</p>
      ) : (
        <a href={where} onClick={followLink}>
          {text}
        </a>
      )}
    </li>
  );
}

/** Where one can do something about it. */
function wayTo({ kind, data }: Notice): string | null {
  switch (kind) {
    case 'challenge-received':
    case 'challenge-accepted':
    case 'challenge-declined':
    case 'challenge-expired':
    case 'race-result':
      return sectionPath('challenges');
    case 'friend-request':
      return sectionPath('friends');
    case 'party-invite':
      return sectionPath('team');
    case 'achievement':
      return sectionPath('me');
    default:
      return typeof data.room === 'string' ? matchPath(data.room) : null;
  }
}

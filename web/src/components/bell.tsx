import { useEffect, useState } from 'preact/hooks';
import { inbox } from '../inbox.ts';
import { followLink } from '../router.ts';

/** How long a notification floats over the page. */
const SHOWN_MS = 6_000;

/** The way to the notifications, and what has just come in. */
export function Bell() {
  const unread = inbox.unread.value;
  return (
    <>
      <a class="icon-button bell" href="/flip/notices" onClick={followLink} aria-label={bellWords(unread)}>
        <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
          <path
            d="M10 2.8a4.7 4.7 0 0 0-4.7 4.7c0 4-1.8 5.4-1.8 5.4h13s-1.8-1.4-1.8-5.4A4.7 4.7 0 0 0 10 2.8zM8.3 15.6a1.8 1.8 0 0 0 3.4 0"
            fill="none"
            stroke="currentColor"
            stroke-width="1.6"
            stroke-linecap="round"
            stroke-linejoin="round"
          />
        </svg>
        {unread > 0 && <span class="count figures">{unread > 99 ? '99+' : unread}</span>}
      </a>
      <Flash />
    </>
  );
}

function bellWords(unread: number): string {
  return unread === 0 ? 'Notifications' : `Notifications, ${unread} unread`;
}

function Flash() {
  const notice = inbox.latest.value;
  const [over, setOver] = useState(notice?.id ?? 0);
  useEffect(() => {
    if (notice === null || notice.id === over) return;
    const timer = setTimeout(() => setOver(notice.id), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [notice, over]);
  return (
    <p class="flash" role="status">
      {notice !== null && notice.id !== over ? notice.text : ''}
    </p>
  );
}

import { FreeplayError, type HistoryRoom } from '@freeplay/client-sdk';
import { useState } from 'preact/hooks';
import { freeplay } from '../client.ts';
import { proofOf } from '../replay/proof.ts';
import { save } from '../replay/save.ts';
import { followLink, matchPath, replayPath } from '../router.ts';
import { titleOf } from '../titles.ts';
import { agoText, summaryOf } from '../words.ts';

export function Matches({ rooms }: { rooms: readonly HistoryRoom[] | null }) {
  const [notice, setNotice] = useState('');
  return (
    <section class="stack">
      <h2>Your matches</h2>
      {rooms === null && <p class="skeleton">Your matches are being read.</p>}
      {rooms?.length === 0 && <p class="quiet-text">None yet. They stay here for 30 days.</p>}
      {rooms !== null && rooms.length > 0 && (
        <ul class="matches">
          {rooms.map((room) => (
            <MatchRow key={room.id} room={room} onFailure={setNotice} />
          ))}
        </ul>
      )}
      <p class="notice" role="alert">
        {notice}
      </p>
    </section>
  );
}

function MatchRow({ room, onFailure }: { room: HistoryRoom; onFailure(notice: string): void }) {
  const { text, tone } = summaryOf(room);
  const title = titleOf(room.game);
  const played = room.startedAt > 0 && room.endedAt > 0;
  const keep = async () => {
    onFailure('');
    try {
      save(await proofOf(room.id));
    } catch (error) {
      if (!(error instanceof FreeplayError)) throw error;
      onFailure(error.message);
    }
  };
  return (
    <li>
      <a href={played ? replayPath(room.id) : matchPath(room.id)} onClick={followLink}>
        <span>
          <strong>{title}</strong>
          <br />
          <span class="quiet-text">
            {withRival(room).trim()}
            {rivalIn(room) !== null && ' · '}
            {agoText((freeplay.serverNow() ?? 0) - (room.endedAt || room.createdAt))}
          </span>
        </span>
        <span class="outcome" data-tone={tone}>
          {text}
        </span>
      </a>
      {room.endedAt > 0 ? (
        <button
          type="button"
          class="icon-button"
          onClick={keep}
          aria-label={`Save the receipt of ${title}${withRival(room)}`}
        >
          <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
            <path
              d="M10 3v9M6.4 8.6L10 12.2l3.6-3.6M3.5 13.5v2.8h13v-2.8"
              fill="none"
              stroke="currentColor"
              stroke-width="1.6"
              stroke-linecap="round"
              stroke-linejoin="round"
            />
          </svg>
        </button>
      ) : (
        <span />
      )}
    </li>
  );
}

export function isActive({ status }: HistoryRoom): boolean {
  return status === 'waiting' || status === 'ready' || status === 'playing';
}

export function withRival(room: HistoryRoom): string {
  const rival = rivalIn(room);
  return rival === null ? '' : ` with ${rival}`;
}

/** The others at the table, or null. */
function rivalIn({ names, seat }: HistoryRoom): string | null {
  const others = names.filter((name, of) => name !== null && of !== seat);
  return others.length === 0 ? null : others.join(', ');
}

import type { Match, Snapshot } from '@freeplay/client-sdk';
import { gameById } from '@freeplay/shared/games';
import { Picture } from '../boards/pictures.tsx';
import { CopyField } from '../components/copy-field.tsx';
import { Toast } from '../components/toast.tsx';
import { useCountdown } from '../components/use-countdown.ts';
import { joinPath, navigate } from '../router.ts';
import { clockText } from '../words.ts';
import { statusOf } from './status.ts';
import type { Deeds } from './use-match.ts';

/** Says how long the wait can last and what happens next. */
export function WaitingRoom({ match, snapshot, deeds }: { match: Match; snapshot: Snapshot; deeds: Deeds }) {
  const left = useCountdown(snapshot.deadline, () => match.serverNow());
  const status = statusOf(match, snapshot);
  const cancel = () =>
    deeds.act(async () => {
      const after = await match.leave();
      navigate('/', 'replace');
      return after;
    });
  return (
    <main class="waiting">
      <section class="card stack">
        <div class="waiting-head">
          <Picture game={snapshot.game} />
          <div class="stack">
            <h1>{status.title}</h1>
            <p class="quiet-text">{gameById(snapshot.game)?.titles.online}</p>
          </div>
        </div>
        {snapshot.invite !== null && (
          <CopyField label="Send this link to your friend" value={`${location.origin}${joinPath(snapshot.invite)}`} />
        )}
        <ol class="steps">
          <li>{status.text}</li>
          <li>Both of you say that you are ready.</li>
          <li>The first to move is drawn by lot.</li>
        </ol>
        <p class="meta">
          <span>The seat is held for</span>
          <span class="big-clock figures" role="timer" aria-label="Time left to wait">
            {left === null ? '–:––' : clockText(left)}
          </span>
        </p>
        <button type="button" class="button" onClick={cancel}>
          Cancel
        </button>
      </section>
      <Toast
        text={
          match.connection === 'reconnecting' ? 'Your connection dropped. This page returns by itself.' : deeds.notice
        }
      />
      <p class="visually-hidden" role="status">
        {status.title}.
      </p>
    </main>
  );
}

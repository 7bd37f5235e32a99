import type { Match, Snapshot } from '@freeplay/client-sdk';
import { freeplay } from '../client.ts';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { Toast } from '../components/toast.tsx';
import { useCountdown } from '../components/use-countdown.ts';
import { useDialog } from '../components/use-dialog.ts';
import { followLink, replayPath } from '../router.ts';
import { useEntrance } from './enter.ts';
import { hasBit, rivalOf } from './status.ts';
import type { Deeds } from './use-match.ts';

interface ActionsProps {
  readonly match: Match;
  readonly snapshot: Snapshot;
  readonly deeds: Deeds;
}

export function Actions(props: ActionsProps) {
  switch (props.snapshot.status) {
    case 'ready':
      return <ReadyActions {...props} />;
    case 'playing':
      return <PlayingActions {...props} />;
    default:
      return <EndActions {...props} />;
  }
}

function ReadyActions({ match, snapshot, deeds }: ActionsProps) {
  const ready = hasBit(snapshot.ready, snapshot.seat);
  return (
    <div class="actions">
      <button type="button" class="button primary" disabled={ready} onClick={() => deeds.act(() => match.ready())}>
        {ready ? 'You are ready' : 'Ready'}
      </button>
      <button type="button" class="button" onClick={() => deeds.act(() => match.leave())}>
        Cancel
      </button>
    </div>
  );
}

function PlayingActions({ match, snapshot, deeds }: ActionsProps) {
  const resigning = useDialog();
  return (
    <div class="actions">
      <button type="button" class="button danger" onClick={resigning.show}>
        Resign
      </button>
      <ConfirmDialog
        dialog={resigning}
        title="Resign this match?"
        text={`${rivalOf(snapshot)} wins at once.`}
        yes="Resign"
        no="Play on"
        onYes={() => deeds.act(() => match.leave())}
      />
    </div>
  );
}

/** An ended match lets both ask for another; the server holds the offers for a minute. */
const REMATCH_MS = 60_000;

function EndActions({ match, snapshot, deeds }: ActionsProps) {
  const { enter, busy, notice } = useEntrance();
  const offered = hasBit(snapshot.rematchOffers, snapshot.seat);
  const lasts = snapshot.status === 'finished' ? snapshot.endedAt + REMATCH_MS : 0;
  const mayRematch = (useCountdown(lasts, () => match.serverNow()) ?? 0) > 0;
  return (
    <div class="actions">
      {mayRematch && (
        <button
          type="button"
          class="button primary"
          disabled={offered}
          onClick={() => deeds.act(() => match.rematch())}
        >
          {offered ? 'Rematch offered' : 'Rematch'}
        </button>
      )}
      <button type="button" class="button" disabled={busy} onClick={() => enter(() => freeplay.queue(snapshot.game))}>
        New opponent
      </button>
      {snapshot.startedAt > 0 && (
        <a class="button" href={replayPath(snapshot.id)} onClick={followLink}>
          Watch again
        </a>
      )}
      <a class="button" href="/" onClick={followLink}>
        To the lobby
      </a>
      <Toast text={notice} />
    </div>
  );
}

import type { Match, Snapshot } from '@freeplay/client-sdk';
import { freeplay } from '../client.ts';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { Toast } from '../components/toast.tsx';
import { useDialog } from '../components/use-dialog.ts';
import { followLink } from '../router.ts';
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
  const now = match.serverNow() ?? snapshot.serverTime;
  const mayRematch = snapshot.status === 'finished' && now - snapshot.endedAt < REMATCH_MS;
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
      <a class="button" href="/" onClick={followLink}>
        To the lobby
      </a>
      <Toast text={notice} />
    </div>
  );
}

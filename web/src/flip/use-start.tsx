import { FreeplayError, type Match } from '@freeplay/client-sdk';
import type { VNode } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { handOver } from '../client.ts';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { useDialog } from '../components/use-dialog.ts';
import { matchPath, navigate } from '../router.ts';

/** Opens a match; `abandon`: another one may be left for it. null: nothing to go to. */
export type Open = (abandon: boolean) => Promise<Match | null>;

export interface Start {
  readonly busy: boolean;
  /** Why the last attempt failed, else ''. */
  readonly notice: string;
  run(open: Open): void;
  /** To be placed on the page: asks before another match is left. */
  readonly question: VNode;
}

/** Starting a match from any page: goes to it, and asks first when another one would have to be left. */
export function useStart(): Start {
  const [busy, setBusy] = useState(false);
  const [notice, setNotice] = useState('');
  const [asked, setAsked] = useState('');
  const waiting = useRef<Open>(async () => null);
  const dialog = useDialog();

  const attempt = async (open: Open, abandon: boolean) => {
    setBusy(true);
    setNotice('');
    try {
      const match = await open(abandon);
      if (match === null) return;
      handOver(match);
      navigate(matchPath(match.id));
    } catch (error) {
      if (!(error instanceof FreeplayError)) throw error;
      // Only the player's own match is named by its room.
      if (error.code !== 'in-active-match' || error.room === null || abandon) return setNotice(error.message);
      waiting.current = open;
      setAsked(questionFrom(error.message));
      dialog.show();
    } finally {
      setBusy(false);
    }
  };

  return {
    busy,
    notice,
    run: (open) => void attempt(open, false),
    question: (
      <ConfirmDialog
        dialog={dialog}
        title={asked}
        text="It ends for you: a duel counts as lost, in a team your turns are skipped."
        yes="Leave it"
        no="Stay"
        onYes={() => void attempt(waiting.current, true)}
      />
    ),
  };
}

/** `You are in a duel with Ziggy. ...` -> `Leave your duel with Ziggy?` */
function questionFrom(message: string): string {
  const [, match] = /^You are in an? (.+?)\. /.exec(message) ?? [];
  return `Leave your ${match ?? 'other match'}?`;
}

import type { Match, Snapshot } from '@freeplay/client-sdk';
import { type FlipView, HINT, PASS } from '@freeplay/shared/games/flip';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { useDialog } from '../components/use-dialog.ts';
import type { Deeds } from '../match/use-match.ts';
import { followLink } from '../router.ts';
import { FLIP_PATH } from './paths.ts';

interface ActionsProps {
  readonly match: Match;
  readonly snapshot: Snapshot;
  readonly view: FlipView;
  readonly deeds: Deeds;
}

/** Hint (in no duel), pass (in a team), and the way out. */
export function FlipActions({ match, snapshot, view, deeds }: ActionsProps) {
  const quitting = useDialog();
  const { game, seat } = snapshot;
  const mine = view.turn === seat && match.pending === null;
  const play = (action: number) => deeds.act(() => match.move(action));
  const words = quitWords(snapshot);
  if (view.left[seat] === true) return <p class="quiet-text">You have left this match.</p>;
  return (
    <div class="actions">
      {game !== 'duel' && (
        <button
          type="button"
          class="button"
          disabled={!mine || !snapshot.legal.includes(HINT)}
          onClick={() => play(HINT)}
        >
          Hint ({view.hintsLeft} left)
        </button>
      )}
      {game === 'team-snap' && (
        <button
          type="button"
          class="button"
          disabled={!mine || !snapshot.legal.includes(PASS)}
          onClick={() => play(PASS)}
        >
          Pass
        </button>
      )}
      <button type="button" class="button danger" onClick={quitting.show}>
        Quit
      </button>
      <ConfirmDialog
        dialog={quitting}
        title={words.title}
        text={words.text}
        yes="Quit"
        no="Play on"
        onYes={() => deeds.act(() => match.leave())}
      />
    </div>
  );
}

function quitWords({ game, names, seat }: Snapshot): { title: string; text: string } {
  switch (game) {
    case 'duel':
      return {
        title: `Leave your duel with ${names[1 - seat]}?`,
        text: 'Once a card was flipped, your opponent wins and gets all pairs that are left.',
      };
    case 'team-snap':
      return { title: 'Leave your team?', text: 'Your pairs stay counted, and your turns are skipped.' };
    case 'speed-race':
      return { title: 'Quit this race?', text: 'Your run ends without a score. There is no second one.' };
    default:
      return { title: 'Quit this game?', text: 'It ends without a score.' };
  }
}

export function ToMenu() {
  return (
    <a class="button" href={FLIP_PATH} onClick={followLink}>
      Flip Match menu
    </a>
  );
}

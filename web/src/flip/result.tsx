import type { Match, Snapshot } from '@freeplay/client-sdk';
import { type FlipView, pairsOn } from '@freeplay/shared/games/flip';
import { grouped } from '@freeplay/shared/games/flip/console';
import { useState } from 'preact/hooks';
import { freeplay } from '../client.ts';
import { Toast } from '../components/toast.tsx';
import { useEntrance } from '../match/enter.ts';
import { proofOf } from '../replay/proof.ts';
import { FindingText, useVerify } from '../replay/verify.tsx';
import { followLink, replayPath } from '../router.ts';
import { ToMenu } from './actions.tsx';
import { ChallengeForm } from './challenge-form.tsx';
import { sectionPath } from './paths.ts';
import { ScoreSheets } from './sheets.tsx';
import { DIFFICULTY_WORDS, sum, themeName } from './words.ts';

interface ResultProps {
  readonly match: Match;
  readonly snapshot: Snapshot;
  readonly view: FlipView;
}

/** How it ended, in figures, and what one may do next. */
export function FlipResultPanel({ snapshot, view }: ResultProps) {
  return (
    <div class="stack">
      <ScoreSheets game={snapshot.game} view={view} names={snapshot.names.map(nameText)} reader={snapshot.seat} />
      <Next snapshot={snapshot} view={view} />
      <Proving id={snapshot.id} />
    </div>
  );
}

function nameText(name: string | null): string {
  return name ?? '';
}

/** The whole match again, and whether it was fair. */
function Proving({ id }: { id: string }) {
  const verifying = useVerify(() => proofOf(id));
  return (
    <section class="stack" aria-label="Replay and proof">
      <div class="actions">
        <a class="button" href={replayPath(id)} onClick={followLink}>
          Watch the replay
        </a>
        <button type="button" class="button" disabled={verifying.busy} onClick={verifying.run}>
          Verify
        </button>
      </div>
      <FindingText words={verifying.words} />
    </section>
  );
}

function Next({ snapshot, view }: { snapshot: Snapshot; view: FlipView }) {
  const { enter, busy, notice } = useEntrance();
  const [offering, setOffering] = useState(false);
  const { difficulty, theme } = view;
  const solo = snapshot.game === 'solo';
  const completed = solo && view.result?.success === true;
  return (
    <>
      {completed && offering && (
        <section class="card stack" aria-label="Challenge a friend">
          <ChallengeForm
            mode="SPEED_RACE"
            benchmark={snapshot.id}
            title={`Beat my score: ${grouped(view.result?.scores[0] ?? 0)}`}
            text={`The same board: ${DIFFICULTY_WORDS[difficulty]}, ${themeName(theme)}.`}
          />
        </section>
      )}
      <div class="actions">
        {completed && !offering && (
          <button type="button" class="button primary whole-line" onClick={() => setOffering(true)}>
            Challenge a friend to beat your score
          </button>
        )}
        {solo && (
          <button
            type="button"
            class="button"
            disabled={busy}
            onClick={() => enter(() => freeplay.flip.solo({ difficulty, theme }))}
          >
            Play again
          </button>
        )}
        {snapshot.game === 'speed-race' && (
          <a class="button primary" href={sectionPath('challenges')} onClick={followLink}>
            Race status
          </a>
        )}
        {snapshot.game === 'duel' && (
          <a
            class="button primary"
            href={sectionPath('duel', snapshot.names[1 - snapshot.seat] ?? '')}
            onClick={followLink}
          >
            Challenge again
          </a>
        )}
        {snapshot.game === 'team-snap' && (
          <a class="button primary" href={sectionPath('team')} onClick={followLink}>
            Back to your party
          </a>
        )}
        <ToMenu />
      </div>
      <Toast text={notice} />
    </>
  );
}

/** `Team Progress: 12/32 pairs found` */
export function progressText(view: FlipView): string {
  return `Team Progress: ${sum(view.pairs)}/${pairsOn(view.size)} pairs found`;
}

import type { Match, Snapshot } from '@freeplay/client-sdk';
import { type FlipView, pairsOn, type ScoreSheet } from '@freeplay/shared/games/flip';
import { grouped } from '@freeplay/shared/games/flip/console';
import { useState } from 'preact/hooks';
import { freeplay } from '../client.ts';
import { Toast } from '../components/toast.tsx';
import { useEntrance } from '../match/enter.ts';
import { followLink } from '../router.ts';
import { ToMenu } from './actions.tsx';
import { ChallengeForm } from './challenge-form.tsx';
import { sectionPath } from './paths.ts';
import { DIFFICULTY_WORDS, pairsText, sum, TERM_WORDS, themeName } from './words.ts';

interface ResultProps {
  readonly match: Match;
  readonly snapshot: Snapshot;
  readonly view: FlipView;
}

/** How it ended, in figures, and what one may do next. */
export function FlipResultPanel({ snapshot, view }: ResultProps) {
  const { result } = view;
  return (
    <div class="stack">
      {result !== undefined && result.breakdown.length > 0 && (
        <div class="sheets">
          {result.breakdown.map((sheet, seat) => (
            <Sheet key={seat} sheet={sheet} title={sheetTitle(snapshot, seat)} />
          ))}
        </div>
      )}
      {result !== undefined && snapshot.game === 'team-snap' && (
        <ul class="quiet-text">
          {snapshot.names.map((name, seat) => (
            <li key={name}>
              {name}: {pairsText(result.pairsFound[seat] ?? 0)}
            </li>
          ))}
        </ul>
      )}
      <Next snapshot={snapshot} view={view} />
    </div>
  );
}

function sheetTitle({ game, names, seat: reader }: Snapshot, seat: number): string {
  if (game === 'team-snap') return 'Team Score';
  return seat === reader ? 'Your Score' : (names[seat] ?? '');
}

function Sheet({ sheet, title }: { sheet: ScoreSheet; title: string }) {
  const terms = sheet.terms.filter(({ points }) => points !== 0);
  return (
    <table class="sheet">
      <caption>{title}</caption>
      <tbody>
        {terms.map(({ name, points }) => (
          <tr key={name}>
            <th scope="row">{TERM_WORDS[name]}</th>
            <td class="figures">{signed(points)}</td>
          </tr>
        ))}
        {sheet.percent !== 100 && (
          <tr>
            <th scope="row">Difficulty</th>
            <td class="figures">× {sheet.percent / 100}</td>
          </tr>
        )}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">Score</th>
          <td class="figures">{grouped(sheet.score)}</td>
        </tr>
      </tfoot>
    </table>
  );
}

function signed(points: number): string {
  return points < 0 ? `−${grouped(-points)}` : grouped(points);
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

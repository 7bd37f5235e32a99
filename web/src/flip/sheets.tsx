import type { FlipView, ScoreSheet } from '@freeplay/shared/games/flip';
import { grouped } from '@freeplay/shared/games/flip/console';
import { pairsText, TERM_WORDS } from './words.ts';

export interface SheetsProps {
  readonly game: string;
  readonly view: FlipView;
  readonly names: readonly string[];
  /** The reader's seat, -1 for one who only watches. */
  readonly reader: number;
}

/** How each score came about; of a team, who found how much. */
export function ScoreSheets({ game, view: { result }, names, reader }: SheetsProps) {
  if (result === undefined) return null;
  const ofTeam = game === 'team-snap';
  const titleOf = (seat: number) => (ofTeam ? 'Team Score' : seat === reader ? 'Your Score' : (names[seat] ?? ''));
  return (
    <>
      {result.breakdown.length > 0 && (
        <div class="sheets">
          {result.breakdown.map((sheet, seat) => (
            <Sheet key={seat} sheet={sheet} title={titleOf(seat)} />
          ))}
        </div>
      )}
      {ofTeam && (
        <ul class="finds quiet-text">
          {names.map((name, seat) => (
            <li key={name}>
              {name}: {pairsText(result.pairsFound[seat] ?? 0)}
            </li>
          ))}
        </ul>
      )}
    </>
  );
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

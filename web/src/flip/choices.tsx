import type { BoardWish } from '@freeplay/client-sdk';
import { DIFFICULTIES, type Difficulty, THEMES } from '@freeplay/shared/games/flip';
import { DIFFICULTY_WORDS, difficultyText } from './words.ts';

export interface BoardChoiceProps {
  readonly wish: Required<BoardWish>;
  onChange(wish: Required<BoardWish>): void;
  /** A team's board goes by its size: only the clock and the hints are chosen. */
  readonly team?: boolean;
}

const RANDOM = { id: 'random', name: 'Random' };

/** Difficulty and theme of a board. */
export function BoardChoice({ wish, onChange, team = false }: BoardChoiceProps) {
  return (
    <>
      <DifficultyChoice
        value={wish.difficulty}
        text={team ? null : difficultyText}
        onChange={(difficulty) => onChange({ ...wish, difficulty })}
      />
      <ThemeChoice value={wish.theme} onChange={(theme) => onChange({ ...wish, theme })} />
    </>
  );
}

export function DifficultyChoice({
  value,
  text,
  onChange,
}: {
  value: Difficulty;
  text: ((of: Difficulty) => string) | null;
  onChange(value: Difficulty): void;
}) {
  return (
    <fieldset class="choice">
      <legend>Difficulty</legend>
      <div class="segments">
        {DIFFICULTIES.map((each) => (
          <label key={each}>
            <input type="radio" name="difficulty" checked={value === each} onChange={() => onChange(each)} />
            <span>
              {DIFFICULTY_WORDS[each]}
              {text !== null && <small>{text(each)}</small>}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function ThemeChoice({ value, onChange }: { value: string; onChange(value: string): void }) {
  return (
    <fieldset class="choice">
      <legend>Theme</legend>
      <div class="themes">
        {[RANDOM, ...THEMES].map((each) => (
          <label key={each.id}>
            <input type="radio" name="board-theme" checked={value === each.id} onChange={() => onChange(each.id)} />
            <span>
              <span class="emoji" aria-hidden="true">
                {'items' in each ? each.items[0]?.emoji : '🎲'}
              </span>
              {each.name}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

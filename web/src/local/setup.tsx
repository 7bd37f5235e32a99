import type { Game } from '@freeplay/shared/games';
import { useState } from 'preact/hooks';
import { boardOf } from '../boards/index.ts';
import { Picture } from '../boards/pictures.tsx';
import { RIVALS, type Rival } from './cabinet.ts';

const WORDS: Readonly<Record<Rival, { readonly name: string; readonly text: string }>> = {
  person: { name: 'Somebody beside you', text: 'Take turns on this screen.' },
  easy: { name: 'Easy bot', text: 'Plays what comes to its mind.' },
  medium: { name: 'Medium bot', text: 'Sees your next move.' },
  hard: { name: 'Hard bot', text: 'Thinks ahead as far as it can.' },
};

const FIRST = [
  { seat: 0, name: 'You' },
  { seat: 1, name: 'The bot' },
] as const;

export interface SetupProps {
  readonly game: Game;
  onStart(rival: Rival, seat: number): void;
}

export function Setup({ game, onStart }: SetupProps) {
  const [rival, setRival] = useState<Rival>('medium');
  const [seat, setSeat] = useState(0);
  const start = (event: SubmitEvent) => {
    event.preventDefault();
    onStart(rival, seat);
  };
  return (
    <main class="waiting">
      <form class="card stack" onSubmit={start}>
        <div class="waiting-head">
          <Picture game={game.id} />
          <div class="stack">
            <h1>{game.titles.local}</h1>
            <p class="quiet-text">{boardOf(game.id)?.pitch}</p>
          </div>
        </div>
        <fieldset class="choice">
          <legend>Against</legend>
          <div class="cards">
            {RIVALS.map((each) => (
              <label key={each}>
                <input type="radio" name="rival" checked={rival === each} onChange={() => setRival(each)} />
                <span>
                  <strong>{WORDS[each].name}</strong>
                  <small>{WORDS[each].text}</small>
                </span>
              </label>
            ))}
          </div>
        </fieldset>
        <fieldset class="choice" disabled={rival === 'person'}>
          <legend>Who begins</legend>
          <div class="segments">
            {FIRST.map((each) => (
              <label key={each.seat}>
                <input type="radio" name="first" checked={seat === each.seat} onChange={() => setSeat(each.seat)} />
                <span>{each.name}</span>
              </label>
            ))}
          </div>
        </fieldset>
        <button type="submit" class="button primary">
          Start
        </button>
        <p class="quiet-text">This needs no network, and is kept on this device until it ends.</p>
      </form>
    </main>
  );
}

/** How a rival is called at the board. */
export function rivalName(rival: Rival): string {
  return WORDS[rival].name;
}

import { useEffect } from 'preact/hooks';
import { settings } from '../settings.ts';
import { isTyping } from './typing.ts';
import { useDialog } from './use-dialog.ts';

/** Opens the help from anywhere; set while it is on the page. */
export const help: { show(): void } = { show: () => undefined };

const KEYS: readonly (readonly [keys: readonly string[], deed: string])[] = [
  [['Tab'], 'To the board, and on to what is beside it'],
  [['←', '→', '↑', '↓'], 'From cell to cell on the board'],
  [['Home', 'End'], 'To the first and last cell of a row'],
  [['Enter', 'Space'], 'Play there'],
  [['d', '3'], 'Type a move while on the board; Enter plays it'],
  [['Esc'], 'Leave what you typed; close a dialog'],
  [['?'], 'This help'],
];

const FLIP_KEYS: typeof KEYS = [
  [['B', '2'], 'Type where to flip while on the board; Enter flips the card'],
  [['hint'], 'Type the word for a hint, but not in a duel'],
  [['pass'], 'Type the word to pass your turn in a team'],
];

const REPLAY_KEYS: typeof KEYS = [
  [['←', '→'], 'One move back or on'],
  [['Home', 'End'], 'To the start or the end'],
  [['Space'], 'Play or pause'],
];

export function HelpDialog() {
  const dialog = useDialog();
  useEffect(() => {
    help.show = dialog.show;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== '?' || settings.keys.value === 'off' || isTyping(event)) return;
      event.preventDefault();
      dialog.show();
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, []);
  return (
    <dialog ref={dialog.ref} class="dialog wide" aria-labelledby="help-title">
      <div class="stack">
        <h2 id="help-title">Keys and help</h2>
        <h3>On a board</h3>
        <KeyList keys={KEYS} />
        <h3>In Flip Match</h3>
        <KeyList keys={FLIP_KEYS} />
        <h3>In a replay</h3>
        <KeyList keys={REPLAY_KEYS} />
        <h3>Names of moves</h3>
        <p class="quiet-text">
          Columns are letters from the left, rows are numbers from the top: d3. In Gravity Four a move is its column: 4.
          In Neon Dots an edge joins two dots: a1b1. Letters may be large or small.
        </p>
        <div class="actions">
          <button type="button" class="button primary" onClick={dialog.close}>
            Close
          </button>
        </div>
      </div>
    </dialog>
  );
}

function KeyList({ keys }: { keys: typeof KEYS }) {
  return (
    <dl class="keys">
      {keys.map(([names, deed]) => (
        <div key={deed}>
          <dt>
            {names.map((name) => (
              <kbd key={name}>{name}</kbd>
            ))}
          </dt>
          <dd>{deed}</dd>
        </div>
      ))}
    </dl>
  );
}

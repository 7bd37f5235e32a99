import { HINT, PASS } from '@freeplay/shared/games/flip';
import { cellAt, coordinateOf, parseCommand } from '@freeplay/shared/games/flip/commands';
import { useEffect, useRef, useState } from 'preact/hooks';
import { isTyping } from '../components/typing.ts';
import { settings } from '../settings.ts';

export interface TypedFlipProps {
  readonly size: number;
  readonly prompt: string;
  /** What is wrong with this action now, as a sentence; '' when nothing is. */
  refusalOf(action: number): string;
  onPlay(action: number): void;
}

/** Coordinates, `hint` and `pass`, typed here or while the board has the focus. */
export function TypedFlip({ size, prompt, refusalOf, onPlay }: TypedFlipProps) {
  const field = useRef<HTMLInputElement>(null);
  const [notice, setNotice] = useState('');

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (settings.keys.value === 'off' || isTyping(event) || !/^[a-z0-9]$/i.test(event.key)) return;
      // The letter itself then goes into the field.
      if (event.target instanceof Element && event.target.closest('.board') !== null) field.current?.focus();
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, []);

  const play = (event: SubmitEvent & { currentTarget: HTMLFormElement }) => {
    event.preventDefault();
    const text = String(new FormData(event.currentTarget).get('flip') ?? '');
    const action = actionOf(text, size);
    const refusal = action === null ? unknown(text, size) : refusalOf(action);
    setNotice(refusal);
    if (refusal !== '' || action === null) return;
    event.currentTarget.reset();
    onPlay(action);
  };
  const leave = (event: KeyboardEvent & { currentTarget: HTMLInputElement }) => {
    if (event.key !== 'Escape') return;
    event.currentTarget.value = '';
    setNotice('');
    document.querySelector<HTMLElement>('.board [tabindex="0"]')?.focus();
  };

  return (
    <form class="typed typed-flip" onSubmit={play}>
      <label class="quiet-text" for="flip-field">
        {prompt}
      </label>
      <div class="field">
        <input
          ref={field}
          id="flip-field"
          name="flip"
          placeholder="A1"
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
          maxLength={8}
          aria-describedby="flip-notice"
          onKeyDown={leave}
          onInput={() => setNotice('')}
        />
        <button type="submit" class="button">
          Flip
        </button>
      </div>
      <p id="flip-notice" class="notice" role="alert">
        {notice}
      </p>
    </form>
  );
}

function actionOf(text: string, size: number): number | null {
  const command = parseCommand(text);
  switch (command.kind) {
    case 'flip':
      return cellAt(size, command.column, command.row);
    case 'hint':
      return HINT;
    case 'pass':
      return PASS;
    default:
      return null;
  }
}

function unknown(text: string, size: number): string {
  return `“${text.trim()}” is no card here. Type one from A1 to ${coordinateOf(size, size * size - 1)}.`;
}

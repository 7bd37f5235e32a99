import { useEffect, useRef, useState } from 'preact/hooks';
import { settings } from '../settings.ts';
import { isTyping } from './typing.ts';

/** How typed moves are understood at one moment of one game. */
export interface MoveReader {
  /** What can be typed. */
  readonly prompt: string;
  readonly example: string;
  /** What is done with it, on the button. */
  readonly verb: string;
  /** The action that a text names, or why it names none that can be played now, as a sentence. */
  read(text: string): number | string;
}

export interface TypedMoveProps {
  readonly reader: MoveReader;
  onPlay(action: number): void;
}

/** Moves by their names, typed here or while the board has the focus. */
export function TypedMove({ reader, onPlay }: TypedMoveProps) {
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
    const action = reader.read(String(new FormData(event.currentTarget).get('move') ?? ''));
    setNotice(typeof action === 'string' ? action : '');
    if (typeof action === 'string') return;
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
    <form class="typed" onSubmit={play}>
      <label class="quiet-text" for="typed-field">
        {reader.prompt}
      </label>
      <div class="field">
        <input
          ref={field}
          id="typed-field"
          name="move"
          placeholder={reader.example}
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
          maxLength={8}
          aria-describedby="typed-notice"
          onKeyDown={leave}
          onInput={() => setNotice('')}
        />
        <button type="submit" class="button">
          {reader.verb}
        </button>
      </div>
      <p id="typed-notice" class="notice" role="alert">
        {notice}
      </p>
    </form>
  );
}

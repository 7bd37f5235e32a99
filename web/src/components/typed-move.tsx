import { notationOf } from '@freeplay/shared/games';
import { useEffect, useRef, useState } from 'preact/hooks';
import { settings } from '../settings.ts';
import { isTyping } from './typing.ts';

export interface TypedMoveProps {
  readonly game: string;
  /** Actions that may be played now. */
  readonly playable: readonly number[];
  onPlay(action: number): void;
}

/** Moves by their names, typed here or while the board has the focus. */
export function TypedMove({ game, playable, onPlay }: TypedMoveProps) {
  const field = useRef<HTMLInputElement>(null);
  const [notice, setNotice] = useState('');
  const notation = notationOf(game);
  const example = notation?.text(playable[0] ?? 0) ?? '';

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
    const text = String(new FormData(event.currentTarget).get('move') ?? '');
    const action = notation?.parse(text) ?? null;
    const refusal = refusalOf(text, action, playable, example);
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
    <form class="typed" onSubmit={play}>
      <label class="quiet-text" for="typed-field">
        Type a move
      </label>
      <div class="field">
        <input
          ref={field}
          id="typed-field"
          name="move"
          placeholder={example}
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
          maxLength={6}
          aria-describedby="typed-notice"
          onKeyDown={leave}
          onInput={() => setNotice('')}
        />
        <button type="submit" class="button">
          Play
        </button>
      </div>
      <p id="typed-notice" class="notice" role="alert">
        {notice}
      </p>
    </form>
  );
}

function refusalOf(text: string, action: number | null, playable: readonly number[], example: string): string {
  if (action === null) return `“${text.trim()}” names no move. Type one like ${example}.`;
  if (playable.length === 0) return 'It is not your turn yet.';
  return playable.includes(action) ? '' : `${text.trim()} cannot be played now.`;
}

import { FreeplayError } from '@freeplay/client-sdk';
import { useState } from 'preact/hooks';
import { player } from '../client.ts';
import type { DialogControl } from './use-dialog.ts';

const NAME = '[A-Za-z0-9_\\-]{3,20}';

export function NameDialog({ dialog }: { dialog: DialogControl }) {
  const [notice, setNotice] = useState('');

  const save = async (event: SubmitEvent & { currentTarget: HTMLFormElement }) => {
    event.preventDefault();
    const wanted = String(new FormData(event.currentTarget).get('name') ?? '');
    try {
      if (wanted !== player.name.value) await player.rename(wanted);
      setNotice('');
      dialog.close();
    } catch (error) {
      if (!(error instanceof FreeplayError)) throw error;
      setNotice(error.code === 'name-taken' ? 'That name is taken. Try another one.' : error.message);
    }
  };

  return (
    <dialog ref={dialog.ref} class="dialog" aria-labelledby="name-title" onClose={() => setNotice('')}>
      <form onSubmit={save} class="stack">
        <h2 id="name-title">Your name</h2>
        <label class="quiet-text" for="name-field">
          3 to 20 letters, digits, - and _
        </label>
        <div class="field">
          <input
            id="name-field"
            name="name"
            required
            pattern={NAME}
            defaultValue={player.name.value ?? ''}
            autocomplete="nickname"
            autocapitalize="off"
            spellcheck={false}
          />
        </div>
        <p class="notice message" role="alert">
          {notice}
        </p>
        <div class="actions">
          <button type="button" class="button quiet" onClick={dialog.close}>
            Keep the old one
          </button>
          <button type="submit" class="button primary">
            Save
          </button>
        </div>
      </form>
    </dialog>
  );
}

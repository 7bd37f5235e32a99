import { useState } from 'preact/hooks';
import { readProof } from './file.ts';
import type { Proof } from './proof.ts';

export function FileField({ onProof }: { onProof(proof: Proof): void }) {
  const [notice, setNotice] = useState('');
  const read = async (input: HTMLInputElement) => {
    const file = input.files?.[0];
    if (file === undefined) return;
    const found = await readProof(file);
    // So that the same file can be chosen again.
    input.value = '';
    if (typeof found === 'string') setNotice(found);
    else onProof(found);
  };
  return (
    <div class="stack">
      <label class="button file">
        Choose a file
        <input
          type="file"
          class="visually-hidden"
          accept="application/json,.json"
          onChange={({ currentTarget }) => void read(currentTarget)}
        />
      </label>
      <p class="notice message" role="alert">
        {notice}
      </p>
    </div>
  );
}

import type { Position } from '@freeplay/shared/games';
import { useState } from 'preact/hooks';
import { freeplay } from '../client.ts';
import type { Finding } from './check.ts';
import { type Caption, pictureOf } from './image.ts';
import type { Proof } from './proof.ts';
import { download, save } from './save.ts';

export interface KeepingProps {
  readonly proof: Proof;
  /** The position that is shown. */
  readonly state: Position;
  readonly caption: Caption;
}

/** What can be done with a record: check it, keep it, show it to others. */
export function Keeping({ proof, state, caption }: KeepingProps) {
  const [finding, setFinding] = useState<{ readonly text: string; readonly tone: 'good' | 'warn' | 'bad' } | null>(
    null,
  );
  const [busy, setBusy] = useState(false);

  const verify = async () => {
    setBusy(true);
    // Keys that cannot be had, off the network, are no fault of the record.
    const keys = await freeplay.keys().catch(() => null);
    try {
      const { check } = await import('./check.ts');
      setFinding(wordsFor(check(proof, keys)));
    } catch {
      setFinding({ tone: 'warn', text: 'The check itself could not be loaded. Try again once you are online.' });
    }
    setBusy(false);
  };
  const share = async () => {
    const picture = await pictureOf(proof.replay.game, state, caption);
    if (picture !== null) await hand(picture, `freeplay-${proof.replay.game}.png`);
  };

  return (
    <div class="stack">
      <div class="actions three">
        <button type="button" class="button primary" disabled={busy} onClick={verify}>
          Verify
        </button>
        <button type="button" class="button" onClick={() => save(proof)}>
          Export
        </button>
        <button type="button" class="button" onClick={share}>
          Share image
        </button>
      </div>
      <p class="finding" data-tone={finding?.tone} role="alert">
        {finding?.text}
      </p>
    </div>
  );
}

function wordsFor(finding: Finding): { text: string; tone: 'good' | 'warn' | 'bad' } {
  switch (finding.kind) {
    case 'signed':
      return finding.key === 'known'
        ? { tone: 'good', text: 'Valid. Every move was played again, and the receipt bears this server’s signature.' }
        : { tone: 'warn', text: 'Valid, key unknown. It fits its signature, but nobody here vouches for the key.' };
    case 'unsigned':
      return { tone: 'warn', text: 'It plays without a fault, but there is no receipt that signs it.' };
    case 'wrong':
      return { tone: 'bad', text: `Not valid: ${finding.at === '' ? '' : `${finding.at}: `}${finding.message}.` };
  }
}

/** Shares the picture where the device can, else saves it. */
async function hand(picture: Blob, name: string): Promise<void> {
  const files = [new File([picture], name, { type: picture.type })];
  if (!navigator.canShare?.({ files })) {
    download(picture, name);
    return;
  }
  // Somebody who changes their mind has not failed.
  await navigator.share({ files }).catch(() => undefined);
}

import { FreeplayError } from '@freeplay/client-sdk';
import { useState } from 'preact/hooks';
import { freeplay } from '../client.ts';
import type { Finding } from './check.ts';
import type { Proof } from './proof.ts';

interface Words {
  readonly text: string;
  readonly tone: 'good' | 'warn' | 'bad';
}

export interface Verifying {
  readonly busy: boolean;
  /** What has come of it; null before the first check. */
  readonly words: Words | null;
  run(): void;
}

/** Checks a record here in the page, wherever it is read from. */
export function useVerify(read: () => Promise<Proof>): Verifying {
  const [words, setWords] = useState<Words | null>(null);
  const [busy, setBusy] = useState(false);
  const run = async () => {
    setBusy(true);
    setWords(await verified(read));
    setBusy(false);
  };
  return { busy, words, run: () => void run() };
}

async function verified(read: () => Promise<Proof>): Promise<Words> {
  // Keys that cannot be had, off the network, are no fault of the record.
  const keys = await freeplay.keys().catch(() => null);
  try {
    const proof = await read();
    const { check } = await import('./check.ts');
    return wordsFor(check(proof, keys));
  } catch (error) {
    const text =
      error instanceof FreeplayError
        ? error.message
        : 'The check itself could not be loaded. Try again once you are online.';
    return { tone: 'warn', text };
  }
}

export function FindingText({ words }: { words: Words | null }) {
  return (
    <p class="finding" data-tone={words?.tone} role="alert">
      {words?.text}
    </p>
  );
}

function wordsFor(finding: Finding): Words {
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

import { FreeplayError, type Party } from '@freeplay/client-sdk';
import { useEffect } from 'preact/hooks';
import { freeplay } from '../client.ts';
import { hearParty } from '../inbox.ts';
import { useRead } from './use-read.ts';

export interface PartyControl {
  /** null: in none. */
  readonly party: Party | null;
  /** False until it has been read once. */
  readonly known: boolean;
  readonly notice: string;
  /** An answer that says how it is now. */
  set(party: Party): void;
}

/** The player's party, as it is now: told by the inbox where that is live. */
export function useParty(): PartyControl {
  const read = useRead(mine);
  useEffect(() => hearParty(() => read.again()), []);
  return {
    party: read.value?.party ?? null,
    known: read.value !== null,
    notice: read.notice,
    set: (party) => read.set({ party: party.leader === null ? null : party }),
  };
}

async function mine(): Promise<{ readonly party: Party | null }> {
  try {
    return { party: await freeplay.flip.party() };
  } catch (error) {
    if (error instanceof FreeplayError && error.code === 'not-found') return { party: null };
    throw error;
  }
}

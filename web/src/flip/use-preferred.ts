import { type BoardWish, FreeplayError, type Profile } from '@freeplay/client-sdk';
import { signal } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';
import { freeplay } from '../client.ts';

/** The player's records and preferences, as far as they have been read. */
export const profile = signal<Profile | null>(null);

export async function loadProfile(): Promise<void> {
  try {
    profile.value = await freeplay.flip.profile();
  } catch (error) {
    // The defaults do meanwhile.
    if (!(error instanceof FreeplayError)) throw error;
  }
}

type Wish = Required<BoardWish>;

/** The board that a form proposes: what the player prefers, until they choose another. */
export function usePreferred(): [Wish, (wish: Wish) => void] {
  const [chosen, setChosen] = useState<Wish | null>(null);
  useEffect(() => void loadProfile(), []);
  const { difficulty, theme } = profile.value?.preferences ?? { difficulty: 'EASY', theme: 'random' };
  return [chosen ?? { difficulty, theme }, setChosen];
}

import { type PublicKey, replayed, verify } from '@freeplay/shared/receipt';
import type { Proof } from './proof.ts';

/** What became of a check. `at` is the path of the first thing that is wrong. */
export type Finding =
  | { readonly kind: 'signed'; readonly key: 'known' | 'unknown' }
  /** Played again without a fault, but nobody has signed it. */
  | { readonly kind: 'unsigned' }
  | { readonly kind: 'wrong'; readonly at: string; readonly message: string };

/** The very check of `npx freeplay verify`: the signature, every event, every hash. */
export function check({ receipt, replay }: Proof, keys: readonly PublicKey[] | null): Finding {
  if (receipt !== undefined) {
    const verdict = verify(receipt, replay, keys);
    return verdict.ok ? { kind: 'signed', key: verdict.key } : { kind: 'wrong', ...verdict };
  }
  const played = replayed(replay);
  return played.ok ? { kind: 'unsigned' } : { kind: 'wrong', at: played.at, message: played.message };
}

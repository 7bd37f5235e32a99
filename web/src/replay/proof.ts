import type { Receipt, Replay } from '@freeplay/client-sdk';
import { freeplay } from '../client.ts';

/** A recorded match as it is kept in a file: what `npx freeplay verify` reads too. Without a receipt it is not over. */
export interface Proof {
  readonly receipt?: Receipt;
  readonly replay: Replay;
}

/** The record of a match of this player. A match that goes on has no receipt yet. */
export async function proofOf(id: string): Promise<Proof> {
  const replay = await freeplay.replay(id);
  return replay.result === null ? { replay } : { receipt: await freeplay.receipt(id), replay };
}

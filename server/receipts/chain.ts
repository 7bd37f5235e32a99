import { hash as digest } from 'node:crypto';
import { type ChainHeader, startText } from '@freeplay/shared/receipt';
import { sha256 } from '../digest.ts';

/** The hashes of a log so far, last first (`chainOf` in shared/receipt is its twin). Never changed: an append that fails leaves it as it was. */
export interface Chain {
  readonly hash: string;
  readonly before: Chain | null;
}

export function startChain(header: ChainHeader, initial: unknown): Chain {
  return { hash: sha256(startText(header, initial)), before: null };
}

const HASH_BYTES = 32;

/** The chain after events with these canonical texts. */
export function extend(chain: Chain, texts: readonly string[]): Chain {
  return texts.reduce<Chain>((before, text) => ({ hash: link(before.hash, text), before }), chain);
}

/** SHA-256 over the bytes of the hash before and of the text. */
function link(before: string, text: string): string {
  const bytes = Buffer.allocUnsafe(HASH_BYTES + Buffer.byteLength(text));
  bytes.write(before, 0, 'hex');
  bytes.write(text, HASH_BYTES, 'utf8');
  return digest('sha256', bytes, 'hex');
}

/** h0 and one hash per event. */
export function hashesOf(chain: Chain): string[] {
  const hashes: string[] = [];
  for (let link: Chain | null = chain; link !== null; link = link.before) hashes.push(link.hash);
  return hashes.reverse();
}

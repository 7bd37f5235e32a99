import { createHash, createPublicKey, type KeyObject, sign } from 'node:crypto';
import { canonical } from '@freeplay/shared/proof';
import type { ReceiptMatch } from '@freeplay/shared/receipt';

/** Signs receipts with the key of this server. */
export interface Signer {
  /** The first 16 hex digits of SHA-256 of the public key's 32 bytes. */
  readonly kid: string;
  /** The public key, 64 hex digits. */
  readonly key: string;
  /** The canonical text of the whole receipt. */
  receipt(match: ReceiptMatch): string;
}

/** `secret` is a private Ed25519 key. */
export function signerOf(secret: KeyObject): Signer {
  const { x = '' } = createPublicKey(secret).export({ format: 'jwk' });
  const bytes = Buffer.from(x, 'base64url');
  const key = bytes.toString('hex');
  return {
    kid: createHash('sha256').update(bytes).digest('hex').slice(0, 16),
    key,
    receipt(match) {
      const text = canonical(match);
      const value = sign(null, Buffer.from(text), secret).toString('hex');
      return `{"match":${text},"signature":${canonical({ key, value })}}`;
    },
  };
}

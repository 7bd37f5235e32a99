import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { canonical } from './canonical.ts';

/** SHA-256 of a text's UTF-8 bytes as 64 lowercase hex digits. Where the platform has a faster one it may take this one's place. */
export type Digest = (text: string) => string;

export function sha256Hex(text: string): string {
  return bytesToHex(sha256(utf8ToBytes(text)));
}

/** SHA-256 of bytes: 64 lowercase hex digits. */
export function sha256Bytes(bytes: Uint8Array): string {
  return bytesToHex(sha256(bytes));
}

/** The whole hash of a position: SHA-256 over the canonical JSON of {revision, state}, as receipts and replays carry it. */
export function finalHash(revision: number, state: unknown, digest: Digest = sha256Hex): string {
  return digest(canonical({ revision, state }));
}

/** What every update carries and every client compares: the first 8 bytes of `finalHash`, 16 hex digits. */
export function stateHash(revision: number, state: unknown, digest: Digest = sha256Hex): string {
  return finalHash(revision, state, digest).slice(0, 16);
}

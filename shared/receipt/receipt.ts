import { ed25519 } from '@noble/curves/ed25519.js';
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import type { EndReason, Mode } from '../engine/event.ts';
import type { MatchResult, MatchView, Status } from '../engine/index.ts';
import { canonical } from '../proof/canonical.ts';
import { finalHash } from '../proof/hash.ts';

/** What the server says about an ended match, for ever. Times are epoch ms, 0 = never. */
export interface ReceiptMatch {
  readonly v: 1;
  readonly id: string;
  readonly game: string;
  readonly rules: string;
  readonly mode: Mode;
  readonly players: readonly (string | null)[];
  readonly names: readonly (string | null)[];
  readonly status: Status;
  readonly result: MatchResult | null;
  readonly createdAt: number;
  readonly startedAt: number;
  readonly endedAt: number;
  /** h0 and one hash per event: see `chainOf`. */
  readonly chain: readonly string[];
  /** Null where the rules were not known to who ended the match: see `endsUnknown`. */
  readonly finalHash: string | null;
  /** What the match kept hidden, `initial` of its replay; absent where it hid nothing. */
  readonly reveal?: unknown;
}

export interface Receipt {
  readonly match: ReceiptMatch;
  /** Ed25519 over the canonical JSON of `match`: the public key (64 hex) and the signature (128 hex). */
  readonly signature: { readonly key: string; readonly value: string };
}

/**
 * A server ends a match whose rules it does not know as void (`rules-changed`). It knows neither the initial position
 * nor the last, so such a receipt claims none: h0 is that of `initial` null, and final hash and scores are null.
 */
export function endsUnknown(reason: EndReason | null): boolean {
  return reason === 'rules-changed';
}

/** What the receipt of a match says, from its last view, its chain (see `chainOf`) and what it kept hidden, if anything. */
export function receiptMatch(view: MatchView, chain: readonly string[], reveal?: unknown): ReceiptMatch {
  const unknown = endsUnknown(view.reason);
  return {
    v: 1,
    id: view.id,
    game: view.game,
    rules: view.rules,
    mode: view.mode,
    players: view.players,
    names: view.names,
    status: view.status,
    result: unknown && view.result !== null ? { ...view.result, scores: null } : view.result,
    createdAt: view.createdAt,
    startedAt: view.startedAt,
    endedAt: view.endedAt,
    chain,
    finalHash: unknown ? null : finalHash(view.revision, view.state),
    ...(reveal !== undefined && !unknown && { reveal }),
  };
}

/** The bytes that are signed. */
export function signedBytes(match: ReceiptMatch): Uint8Array {
  return utf8ToBytes(canonical(match));
}

/** Signs with a 32-byte Ed25519 secret. */
export function sign(match: ReceiptMatch, secret: Uint8Array): Receipt {
  const value = bytesToHex(ed25519.sign(signedBytes(match), secret));
  return { match, signature: { key: bytesToHex(ed25519.getPublicKey(secret)), value } };
}

/** One signature has one text: capital digits would be another. */
const HEX = /^[0-9a-f]+$/;

/** Whether the signature is that of its key; false for anything malformed. Whose key it is, is another question. */
export function isSigned({ match, signature }: Receipt): boolean {
  try {
    if (!HEX.test(signature.value) || !HEX.test(signature.key)) return false;
    return ed25519.verify(hexToBytes(signature.value), signedBytes(match), hexToBytes(signature.key), {
      zip215: false,
    });
  } catch {
    return false;
  }
}

import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import type { MatchEvent } from '../engine/event.ts';
import { canonical } from '../proof/canonical.ts';
import { sha256Hex } from '../proof/hash.ts';

/** What a match is, before anything has happened in it. */
export interface ChainHeader {
  readonly id: string;
  readonly game: string;
  readonly rules: string;
}

/**
 * The hash chain of a log, 64 hex digits each: h0 = SHA-256 of the canonical JSON of {header, initial}, then for each
 * event hn = SHA-256(the 32 bytes of hn-1, then the event's canonical JSON). Nobody can change, drop or add an event
 * without changing all hashes from there on. `initial` null: the rules are not known to who makes the chain.
 */
export function chainOf(header: ChainHeader, initial: unknown, events: readonly MatchEvent[]): string[] {
  const chain = [sha256Hex(startText(header, initial))];
  for (const event of events) chain.push(link(chain.at(-1) ?? '', canonical(event)));
  return chain;
}

/** The text whose hash is h0. */
export function startText({ id, game, rules }: ChainHeader, initial: unknown): string {
  return canonical({ header: { game, id, rules }, initial });
}

/** The hash that follows `previous` for an event with this canonical text. */
export function link(previous: string, text: string): string {
  return bytesToHex(sha256(concatBytes(hexToBytes(previous), utf8ToBytes(text))));
}

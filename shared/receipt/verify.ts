import type { EndReason, MatchEvent } from '../engine/event.ts';
import { type MatchState, project } from '../engine/index.ts';
import { RULES_HASH, type Rules, rulesById } from '../games/index.ts';
import { canonical } from '../proof/canonical.ts';
import { sha256Bytes, sha256Hex } from '../proof/hash.ts';
import { type Audit, audit } from './audit.ts';
import { chainOf, link, startText } from './chain.ts';
import { endsUnknown, isSigned, type Receipt, receiptMatch } from './receipt.ts';
import { loggedEvent, type Replay, type ReplayEvent, replayOf } from './replay.ts';

/** A public key of a server, valid for receipts of matches that ended within its time (`until` 0 = still in use). */
export interface PublicKey {
  readonly kid: string;
  /** 64 hex digits. */
  readonly key: string;
  readonly from: number;
  readonly until: number;
}

export type Verdict =
  | { readonly ok: true; readonly key: 'known' | 'unknown' }
  /** `at` is the path of the first thing that is not as it should be, as in `replay.events[7]`. */
  | { readonly ok: false; readonly at: string; readonly message: string };

/**
 * Checks a receipt against the replay of its match, with nothing but these rules: the signature, every event by
 * playing the match again, the hash chain, and every field of both. `keys` are the keys that are trusted; null = none
 * is known. Never throws, whatever it is given.
 */
export function verify(receipt: unknown, replay: unknown, keys: readonly PublicKey[] | null): Verdict {
  try {
    return check(receipt as Receipt, replay as Replay, keys); // Every field is compared with what it must be.
  } catch {
    return fault('', 'this is not a receipt and a replay');
  }
}

/**
 * Plays a replay again, of a match that goes on too: the state it leads to and what it should say of itself, or the
 * first thing that differs. Never throws, whatever it is given.
 */
export function replayed(replay: unknown): Played {
  try {
    return play(replay as Replay); // Every field is compared with what it must be.
  } catch {
    return fault('', 'this is not a replay');
  }
}

function check(receipt: Receipt, replay: Replay, keys: readonly PublicKey[] | null): Verdict {
  const played = play(replay);
  if (isSigned(receipt))
    return (played.ok ? compare(receipt, replay, played) : blame(receipt, replay, played)) ?? trust(receipt, keys);
  if (!played.ok) return played;
  const place = difference(receipt.match, played.match, 'receipt.match') ?? stray(receipt, PARTS, 'receipt');
  return fault(place ?? 'receipt.signature', 'this is not what the server signed');
}

export type Played =
  | {
      readonly ok: true;
      readonly state: MatchState;
      /** What the receipt must say. */
      readonly match: Receipt['match'];
      readonly replay: Replay;
    }
  | Exclude<Verdict, { ok: true }>;

function play(replay: Replay): Played {
  const rules = rulesById(replay.game);
  if (rules === null) return fault('replay.game', 'this build does not know the game');
  if (replay.rules !== RULES_HASH[replay.game]) return fault('replay.rules', 'these are not the rules of this build');
  if (!Array.isArray(replay.events)) return fault('replay.events', 'this is not a list of events');
  const odd = replay.events.findIndex((event) => !isObject(event));
  if (odd !== -1) return fault(`replay.events[${odd}]`, 'this is not an event');
  const events = replay.events.map(loggedEvent);
  const audited = auditAny(events, rules);
  if (!audited.ok) return fault(`replay.events[${audited.index}]`, audited.message);
  const state = audited.match;
  const view = project(state, rules);
  const initial = rules.initial(state.position);
  const expected = replayOf(view, initial, events);
  const place = difference(replay, expected, 'replay');
  if (place !== null) return fault(place, 'playing the match again gives something else');
  const chain = chainOf(state, startOf(initial, state.reason), events);
  const disproof = endsUnknown(state.reason) ? null : rules.disproof(state.position, sha256Bytes);
  if (disproof !== null) return fault('replay.initial', disproof);
  const match = receiptMatch(view, chain, rules.hidden ? initial : undefined);
  return { ok: true, state, match, replay: expected };
}

/** What has not the shape of events makes the rules stumble: the first that they stumble over is named. */
function auditAny(events: readonly MatchEvent[], rules: Rules): Audit {
  const attempt = (count: number) => {
    try {
      return audit(events.slice(0, count), rules);
    } catch {
      return null;
    }
  };
  const whole = attempt(events.length);
  if (whole !== null) return whole;
  let [sound, odd] = [0, events.length];
  while (odd - sound > 1) {
    const middle = Math.floor((sound + odd) / 2);
    if (attempt(middle) === null) odd = middle;
    else sound = middle;
  }
  return { ok: false, index: sound, message: 'this is not an event of a match' };
}

/** The initial position that h0 stands for. */
function startOf(initial: unknown, reason: EndReason | null): unknown {
  return endsUnknown(reason) ? null : initial;
}

/** The receipt is the server's own: what differs is in the replay, or beside what was signed. */
function compare(receipt: Receipt, replay: Replay, played: Extract<Played, { ok: true }>): Verdict | null {
  const extra = stray(receipt, PARTS, 'receipt') ?? stray(receipt.signature, SIGNATURE_PARTS, 'receipt.signature');
  if (extra !== null) return fault(extra, 'this is no part of a receipt');
  if (difference(receipt.match, played.match, '') === null) return null;
  return blame(receipt, replay, fault('replay', 'this is the replay of another match'));
}

/** Where the chain of a signed receipt first leaves that of the replay. */
function blame(receipt: Receipt, replay: Replay, otherwise: Exclude<Verdict, { ok: true }>): Verdict {
  for (const name of ['id', 'game', 'rules'] as const) {
    if (replay[name] !== receipt.match[name]) return fault(`replay.${name}`, 'the receipt has another');
  }
  const start = startOf(replay.initial, receipt.match.result?.reason ?? null);
  const [first, ...hashes] = receipt.match.chain;
  let hash = sha256Hex(startText(receipt.match, start));
  if (hash !== first) return fault('replay.initial', 'the match did not start like this');
  if (!Array.isArray(replay.events)) return otherwise;
  const index = hashes.findIndex((next, i) => {
    hash = link(hash, safeText(replay.events[i]));
    return hash !== next;
  });
  return index === -1 ? otherwise : fault(`replay.events[${index}]`, 'the receipt has another event here');
}

/** The canonical text of the event that a replay shows; of anything else, a text that no event has. */
function safeText(event: ReplayEvent | undefined): string {
  return isObject(event) ? safeCanonical(loggedEvent(event)) : '';
}

const PARTS = ['match', 'signature'];
const SIGNATURE_PARTS = ['key', 'value'];

/** The path of a member that is none of `names`, or null. */
function stray(value: object, names: readonly string[], path: string): string | null {
  const name = Object.keys(value).find((member) => !names.includes(member));
  return name === undefined ? null : `${path}.${name}`;
}

function trust(receipt: Receipt, keys: readonly PublicKey[] | null): Verdict {
  if (keys === null) return { ok: true, key: 'unknown' };
  const { endedAt } = receipt.match;
  const known = keys.some(
    ({ key, from, until }) => key === receipt.signature.key && from <= endedAt && (until === 0 || endedAt <= until),
  );
  return known
    ? { ok: true, key: 'known' }
    : fault('receipt.signature.key', 'this key is not among those that are trusted');
}

/** The path of the first place where two JSON values differ, or null. */
function difference(given: unknown, expected: unknown, path: string): string | null {
  if (!isObject(given) || !isObject(expected) || Array.isArray(given) !== Array.isArray(expected)) {
    return safeCanonical(given) === safeCanonical(expected) ? null : path;
  }
  for (const name of new Set([...Object.keys(expected), ...Object.keys(given)])) {
    const inner = Array.isArray(expected) ? `${path}[${name}]` : `${path}.${name}`;
    if (!Object.hasOwn(given, name) || !Object.hasOwn(expected, name)) return inner;
    const place = difference(given[name], expected[name], inner);
    if (place !== null) return place;
  }
  return null;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** What has no canonical text equals nothing that has one. */
function safeCanonical(value: unknown): string {
  try {
    return canonical(value);
  } catch {
    return `not canonical: ${String(value)}`;
  }
}

function fault(at: string, message: string): Exclude<Verdict, { ok: true }> {
  return { ok: false, at, message };
}

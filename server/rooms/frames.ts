import { type Client, ClientState, Protocol, type Room } from '@colyseus/core';
import { CLOSE_CODES, MAX_FRAME_BYTES } from '@freeplay/shared/protocol/messages';
import { Unpackr } from 'msgpackr';

/** What a client sent, as far as the frame itself is sound; what is in it is still anything. */
export interface Message {
  readonly type: string;
  readonly message: unknown;
}

export interface FrameEvents<C extends Client> {
  message(client: C, message: Message): void;
  /** A client was closed for what it sent. */
  refused(code: number): void;
}

/** How many frames a client may send in one second, 0 = any number; more close its socket. */
export interface FrameLimit {
  readonly perSecond: number;
  /** Milliseconds that never go back. */
  readonly monotonic: () => number;
}

/** The protocol codes that the framework has any business to see; messages are read here. */
const FRAMEWORK_CODES: ReadonlySet<number> = new Set([Protocol.JOIN_ROOM, Protocol.LEAVE_ROOM, Protocol.PING]);
/** Message types are MessagePack strings of less than 32 bytes: one byte of length, then the text. */
const SHORT_STRING = 0xa0;
const LONGEST_TYPE = 31;

const REASONS = {
  tooLarge: 'frames are at most 4 KiB',
  tooFast: 'too many frames in a second',
  badFrame: 'not a frame of this protocol',
} as const;

/** A client's frames in the current second, or that it has been closed. */
interface Account {
  until: number;
  frames: number;
  closed: boolean;
}

/**
 * Stands before the framework's own reader of frames, which would write each broken one to the console, and look up
 * message types in objects that have a prototype. Only the sender of a bad frame is closed, and nothing else notices.
 */
export function readFrames<C extends Client>(
  room: Room<{ client: C }>,
  { perSecond, monotonic }: FrameLimit,
  events: FrameEvents<C>,
): void {
  // The framework's own entry, which it keeps private.
  const entry = room as unknown as { _onMessage(client: C, frame: Uint8Array): void };
  const pass = entry._onMessage.bind(room);
  const accounts = new WeakMap<C, Account>();

  const accountOf = (client: C): Account => {
    const account = accounts.get(client) ?? { until: 0, frames: 0, closed: false };
    accounts.set(client, account);
    return account;
  };
  const isTooFast = (account: Account): boolean => {
    if (perSecond === 0) return false;
    const now = monotonic();
    if (now >= account.until) Object.assign(account, { until: now + 1000, frames: 0 });
    account.frames += 1;
    return account.frames > perSecond;
  };

  entry._onMessage = (client, frame) => {
    const account = accountOf(client);
    if (account.closed) return;
    const fault = isTooFast(account) ? 'tooFast' : take(client, frame);
    if (fault === null) return;
    account.closed = true;
    events.refused(CLOSE_CODES[fault]);
    client.leave(CLOSE_CODES[fault], REASONS[fault]);
  };

  function take(client: C, frame: Uint8Array): keyof typeof REASONS | null {
    if (frame.byteLength > MAX_FRAME_BYTES) return 'tooLarge';
    const code = frame[0] ?? -1;
    if (code === Protocol.ROOM_DATA) {
      // Answers to a client that has not confirmed its joining would pile up here.
      const message = joined(client) ? decode(frame) : null;
      if (message === null) return 'badFrame';
      events.message(client, message);
    } else if (FRAMEWORK_CODES.has(code)) pass(client, frame);
    else return 'badFrame';
    return null;
  }
}

function joined({ state }: { readonly state?: ClientState }): boolean {
  return state !== ClientState.JOINING;
}

const text = new TextDecoder('utf-8', { fatal: true });
const values = new Unpackr({ useRecords: false });

function decode(frame: Uint8Array): Message | null {
  const length = (frame[1] ?? 0) - SHORT_STRING;
  if (length < 0 || length > LONGEST_TYPE || frame.byteLength < 2 + length) return null;
  try {
    const type = text.decode(frame.subarray(2, 2 + length));
    const rest = frame.subarray(2 + length);
    return { type, message: rest.byteLength === 0 ? undefined : values.unpack(rest) };
  } catch {
    return null;
  }
}

/** Seats that nobody has taken yet would hold up the end of a room until they expire. The framework keeps them private. */
export function giveUpSeats(room: Room): void {
  const { _reservedSeats, _reservedSeatTimeouts } = room as unknown as Record<string, Record<string, NodeJS.Timeout>>;
  for (const timeout of Object.values(_reservedSeatTimeouts ?? {})) clearTimeout(timeout);
  for (const seat of Object.keys(_reservedSeats ?? {})) delete _reservedSeats?.[seat];
}

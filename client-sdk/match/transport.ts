import type { FreeplayError } from '../errors.ts';
import type { RoomAction, SaidLine, Snapshot } from '../types.ts';
import type { Verdict } from './store.ts';

/**
 * One way to follow a match and to act in it. A transport keeps itself going: it retries with back-off until it is
 * stopped or the match is gone, and may be started again after a stop.
 */
export interface Transport {
  start(sink: Sink): void;
  stop(): void;
  /** Look now: the page came back, the network changed, something is expected. */
  wake(): void;
  /** Nobody is looking: be frugal. */
  background(on: boolean): void;
  /** One attempt; resolves with the snapshot after the action, rejects with a FreeplayError. */
  act(action: RoomAction): Promise<Snapshot>;
  /** One attempt to say a line to the party of the match that is shown; resolves with what was heard by that. */
  say(text: string, shown: Snapshot): Promise<readonly SaidLine[]>;
}

/** What a transport tells. After `gone` it says nothing more. */
export interface Sink {
  /** The newest snapshot known, so that a transport asks only for what is newer. */
  current(): Snapshot | null;
  snapshot(next: Snapshot): Verdict;
  /** Lines of the party's talk, known ones among them. */
  said(lines: readonly SaidLine[]): void;
  /** It works: something newer than the last failure came through. */
  up(): void;
  /** It broke and is being mended at once; nothing else need step in yet. */
  mending(): void;
  /** It does not work at present and tries again by itself. */
  down(why: FreeplayError): void;
  /** The server's final word: this match cannot be followed. */
  gone(why: FreeplayError): void;
}

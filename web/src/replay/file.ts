import type { Receipt, Replay } from '@freeplay/client-sdk';
import type { Proof } from './proof.ts';

const LARGEST_BYTES = 2_000_000;

/** A record from a file that somebody chose, or why it is none. It is shown as it is: only a check says whether it is true. */
export async function readProof(file: Blob): Promise<Proof | string> {
  if (file.size > LARGEST_BYTES) return 'That file is too large to be a replay.';
  const content = parsed(await file.text());
  const replay = member(content, 'replay') ?? content;
  if (!looksLikeReplay(replay)) return 'That file holds no replay. Choose one that was saved here.';
  const receipt = member(content, 'receipt');
  // Whatever the receipt is, its check never throws.
  return receipt === undefined ? { replay } : { receipt: receipt as Receipt, replay };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function member(value: unknown, name: string): unknown {
  return isObject(value) ? value[name] : undefined;
}

/** As much as it takes to show it. */
function looksLikeReplay(value: unknown): value is Replay {
  return (
    isObject(value) &&
    typeof value.id === 'string' &&
    typeof value.game === 'string' &&
    Array.isArray(value.events) &&
    value.events.every(looksLikeEvent)
  );
}

function looksLikeEvent(event: unknown): boolean {
  if (!isObject(event) || typeof event.kind !== 'string' || typeof event.at !== 'number') return false;
  const seats = member(event.data, 'seats') ?? [];
  return Array.isArray(seats) && seats.every((seat) => typeof member(seat, 'name') === 'string');
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

import { ERROR_STATUS, type ErrorCode, type Snapshot } from '@freeplay/shared/protocol';

/**
 * What can go wrong: the server's own refusals, and three that only a client can see. `unreachable`: no answer came;
 * `bad-answer`: something answered that is not Freeplay; `closed`: this client gave up the match itself.
 */
export type FailureCode = ErrorCode | 'unreachable' | 'bad-answer' | 'closed';

export interface FailureDetails {
  /** Seconds that the server asks to wait, 0 when it does not say. */
  readonly retryAfter?: number;
  /** A refused action's answer carries the match as it is now. */
  readonly snapshot?: Snapshot;
  /** `in-active-match`: the room that the player is in. */
  readonly room?: string;
}

/** Every promise of this library that fails is rejected with one of these; `message` says what to do next. */
export class FreeplayError extends Error {
  readonly code: FailureCode;
  readonly retryAfter: number;
  readonly snapshot: Snapshot | null;
  readonly room: string | null;

  constructor(code: FailureCode, message: string, details: FailureDetails = {}) {
    super(message);
    this.name = 'FreeplayError';
    this.code = code;
    this.retryAfter = details.retryAfter ?? 0;
    this.snapshot = details.snapshot ?? null;
    this.room = details.room ?? null;
  }

  /** True when the request may have been carried out all the same: only a fresh snapshot tells. */
  get fateUnknown(): boolean {
    return this.code === 'unreachable' || this.code === 'bad-answer' || this.code === 'unavailable';
  }

  /** True when asking again later can help; false when the answer is final. */
  get passing(): boolean {
    return this.fateUnknown || this.code === 'rate-limited' || this.code === 'draining' || this.code === 'at-capacity';
  }
}

/** What was caught, as a FreeplayError; anything else is a bug and goes on its way. */
export function failureOf(error: unknown): FreeplayError {
  if (error instanceof FreeplayError) return error;
  throw error;
}

export function unreachable(): FreeplayError {
  return new FreeplayError('unreachable', 'The server could not be reached. Check your connection and try again.');
}

export function isErrorCode(value: unknown): value is ErrorCode {
  return typeof value === 'string' && Object.hasOwn(ERROR_STATUS, value);
}

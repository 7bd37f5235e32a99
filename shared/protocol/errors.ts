/** The closed list of refusals, with the HTTP status of each: the one table that both doors and the OpenAPI document read. */
export const ERROR_STATUS = {
  'bad-request': 400,
  'illegal-action': 400,
  'no-session': 401,
  'bad-origin': 403,
  forbidden: 403,
  'not-found': 404,
  'stale-revision': 409,
  'not-your-turn': 409,
  'wrong-status': 409,
  'already-ended': 409,
  'in-active-match': 409,
  'room-full': 409,
  'name-taken': 409,
  'self-challenge': 409,
  blocked: 409,
  duplicate: 409,
  'too-many-pending': 409,
  'hints-disabled': 409,
  'no-hints-left': 409,
  'pass-not-allowed': 409,
  'build-changed': 409,
  'post-score-closed': 409,
  expired: 410,
  'too-large': 413,
  'not-json': 415,
  'rate-limited': 429,
  'at-capacity': 503,
  draining: 503,
  unavailable: 503,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;

/** Every code, in the order of the table. */
export const ERROR_CODES = Object.keys(ERROR_STATUS) as ErrorCode[];

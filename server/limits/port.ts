/** Counters by kind: actions and room requests by player, sessions by hashed sending address, reads by either. */
export const LIMIT_KINDS = ['action', 'room', 'session', 'read'] as const;
export type LimitKind = (typeof LIMIT_KINDS)[number];

/** `max` takes per key in each `window` milliseconds; max 0 = unlimited. */
export interface LimitRule {
  readonly max: number;
  readonly window: number;
}
export type LimitRules = Readonly<Record<LimitKind, LimitRule>>;

/** `retryAfter`: whole seconds, at least 1, after which a take of this key succeeds. */
export type Verdict = { readonly ok: true } | { readonly ok: false; readonly retryAfter: number };

/**
 * Counts requests. A key's window starts with its first take and ends `window` later; a refused take is not counted.
 * A promise, since the counters of several processes live outside of them; it is never rejected.
 */
export interface Limits {
  take(kind: LimitKind, key: string): Promise<Verdict>;
}

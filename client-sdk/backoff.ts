const FIRST_MS = 500;
const LONGEST_MS = 15_000;

/**
 * How long to wait after this many failures in a row (1 = the first): doubled each time up to 15 s, the upper half of
 * it random so that clients which lost the same server do not come back together. `fraction` is 0 <= x < 1.
 */
export function backoffMs(failures: number, fraction: number, retryAfterSeconds = 0): number {
  const full = Math.min(LONGEST_MS, FIRST_MS * 2 ** (failures - 1));
  return Math.max(Math.round(full * (0.5 + fraction / 2)), retryAfterSeconds * 1000);
}

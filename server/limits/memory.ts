import type { Clock } from '../clock.ts';
import type { LimitKind, LimitRules, Limits, Verdict } from './port.ts';

const OK: Verdict = { ok: true };

/** Keys kept per kind: beyond it the windows that end first are forgotten, so that strangers cannot fill the memory. */
const MAX_KEYS = 100_000;

interface Window {
  readonly end: number;
  count: number;
}

/** Limits of one process, on its monotonic clock. */
export function memoryLimits(rules: LimitRules, clock: Clock, maxKeys = MAX_KEYS): Limits {
  const windows: Record<LimitKind, Map<string, Window>> = {
    action: new Map(),
    room: new Map(),
    session: new Map(),
    read: new Map(),
  };

  function take(kind: LimitKind, key: string): Verdict {
    const { max, window } = rules[kind];
    if (max === 0) return OK;
    const now = clock.monotonic();
    const open = windows[kind].get(key);
    if (open === undefined || open.end <= now) {
      start(windows[kind], key, now, window, maxKeys);
      return OK;
    }
    if (open.count >= max) return { ok: false, retryAfter: Math.max(1, Math.ceil((open.end - now) / 1000)) };
    open.count += 1;
    return OK;
  }

  return { take: async (kind, key) => take(kind, key) };
}

/** Windows of a kind are equally long, so the map's order of insertion is also the order in which they end. */
function start(windows: Map<string, Window>, key: string, now: number, length: number, maxKeys: number): void {
  windows.delete(key);
  for (const [oldest, { end }] of windows) {
    if (end > now && windows.size < maxKeys) break;
    windows.delete(oldest);
  }
  windows.set(key, { end: now + length, count: 1 });
}

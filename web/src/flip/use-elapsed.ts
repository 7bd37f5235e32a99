import { useEffect, useState } from 'preact/hooks';

const TICK_MS = 250;

/** Milliseconds since an instant by the server's clock, told anew four times a second; 0 before it (`from` 0). */
export function useElapsed(from: number, serverNow: () => number | null): number {
  const [, setTick] = useState(0);
  useEffect(() => {
    if (from === 0) return;
    const timer = setInterval(() => setTick((tick) => tick + 1), TICK_MS);
    return () => clearInterval(timer);
  }, [from]);
  return from === 0 ? 0 : Math.max(0, (serverNow() ?? from) - from);
}

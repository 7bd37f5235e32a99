import { useEffect, useState } from 'preact/hooks';

const TICK_MS = 250;

/** Milliseconds until a deadline by the server's clock, told anew four times a second; null when there is no deadline. */
export function useCountdown(deadline: number, serverNow: () => number | null): number | null {
  const [, setTick] = useState(0);
  useEffect(() => {
    if (deadline === 0) return;
    const timer = setInterval(() => setTick((tick) => tick + 1), TICK_MS);
    return () => clearInterval(timer);
  }, [deadline]);
  const now = serverNow();
  return deadline === 0 || now === null ? null : Math.max(0, deadline - now);
}

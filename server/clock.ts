/** Time as the server sees it: the one place that reads clocks and sets timers. Tests drive a clock by hand. */
export interface Clock {
  /** Epoch milliseconds, an integer. */
  now(): number;
  /** Milliseconds that never go back, for durations within this process. */
  monotonic(): number;
  /** Runs `fn` once after `ms` milliseconds; the returned function cancels. Never keeps the process alive. */
  after(ms: number, fn: () => void): () => void;
}

/** setTimeout's own limit; longer waits are cut into pieces. */
const LONGEST_TIMER = 2_000_000_000;

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after(ms, fn) {
    let left = ms;
    let timer: NodeJS.Timeout;
    const arm = () => {
      const piece = Math.min(left, LONGEST_TIMER);
      left -= piece;
      timer = setTimeout(() => (left > 0 ? arm() : fn()), Math.max(0, piece));
      timer.unref();
    };
    arm();
    return () => clearTimeout(timer);
  },
};

/** Runs `job` for 0 <= n < count, so many at once; `lane` is its place among those. The first failure is the result, and starts no more. */
export async function manyAtOnce(
  count: number,
  atOnce: number,
  job: (n: number, lane: number) => Promise<void>,
): Promise<void> {
  let next = 0;
  const run = async (_: unknown, lane: number) => {
    while (next < count) await job(next++, lane);
  };
  await Promise.all(Array.from({ length: atOnce }, run)).finally(() => {
    next = count;
  });
}

export function tally(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

import type { Metrics } from '../operators/metrics.ts';
import type { Limits } from './port.ts';

/** The same limits, each refusal counted for the operator. */
export function countRefusals(limits: Limits, metrics: Pick<Metrics, 'limited'>): Limits {
  return {
    async take(kind, key) {
      const verdict = await limits.take(kind, key);
      if (!verdict.ok) metrics.limited.inc({ kind });
      return verdict;
    },
  };
}

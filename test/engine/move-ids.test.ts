import { MoveIds } from '@freeplay/shared/engine';
import { assert } from 'chai';
import fc from 'fast-check';

/** The obvious way: a list that is copied. */
type Twin = readonly { readonly seat: number; readonly id: string; readonly revision: number }[];

interface Version {
  readonly ids: MoveIds;
  readonly twin: Twin;
}

const ROOT: Version = { ids: MoveIds.NONE, twin: [] };
const KEYS = ['', 'a', 'b', '0 a', '1'];

describe('the idempotency keys of a match', () => {
  it('are a value: whatever grows out of a version, it and all others keep saying what they said', () => {
    const step = fc.record({ from: fc.nat(), seat: fc.nat(1), id: fc.constantFrom(...KEYS) });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const versions = [ROOT];
        for (const { from, seat, id } of steps) {
          const { ids, twin } = versions[from % versions.length] ?? ROOT;
          const revision = (twin.at(-1)?.revision ?? 0) + 1;
          const known = twin.find((entry) => entry.seat === seat && entry.id === id)?.revision;
          assert.equal(ids.revisionOf(seat, id), known);
          if (known !== undefined) continue;
          versions.push({ ids: ids.with(seat, id, revision), twin: [...twin, { seat, id, revision }] });
        }
        for (const { ids, twin } of versions) {
          assert.deepEqual(
            [...ids],
            twin.map(({ seat, id, revision }) => [`${seat} ${id}`, revision]),
          );
          for (const seat of [0, 1]) {
            for (const id of KEYS) {
              const known = twin.find((entry) => entry.seat === seat && entry.id === id)?.revision;
              assert.equal(ids.revisionOf(seat, id), known);
            }
          }
        }
      }),
      { numRuns: 2000 },
    );
  });
});

import { expect } from 'chai';
import fc from 'fast-check';
import { sha256 } from '../../server/digest.ts';
import { sha256Hex } from '../../shared/proof/index.ts';

describe('The digest of the hot path', () => {
  it('is that of shared/proof for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (text) => {
        expect(sha256(text)).to.equal(sha256Hex(text));
      }),
      { numRuns: 500 },
    );
  });
});

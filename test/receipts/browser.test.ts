import { generateKeyPairSync } from 'node:crypto';
import { join } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { expect } from 'chai';
import { build } from 'vite';
import { signerOf } from '../../server/receipts/signer.ts';
import { randomFrom } from '../games/support.ts';
import { proofOf, randomMatch } from './matches.ts';
import { mutated } from './mutation.ts';

const MATCHES = 20;
const ENTRY = join(import.meta.dirname, '../../shared/receipt/index.ts');

/** What a page has of what the bundle may use; nothing of Node. */
const PAGE = { TextEncoder, Uint8Array };

describe('the check of receipts in a browser', function () {
  this.timeout(120_000);

  it('is the same code, built as the web client is, and comes to the same verdicts without Node', async () => {
    const built = await build({
      ...{ configFile: false, logLevel: 'error', root: join(import.meta.dirname, '../../web') },
      build: { write: false, lib: { entry: ENTRY, formats: ['iife'], name: 'Freeplay', fileName: 'receipt' } },
    });
    const [bundle] = [built].flat();
    const code = bundle !== undefined && 'output' in bundle ? bundle.output[0].code : '';
    expect(code).not.to.match(/\brequire\(|node:|__vite-browser-external/);

    const signer = signerOf(generateKeyPairSync('ed25519').privateKey);
    const keys = JSON.stringify([{ kid: signer.kid, key: signer.key, from: 0, until: 0 }]);
    const page = createContext({ ...PAGE });
    runInContext(code, page);
    const verdictOf = (proof: unknown): unknown => {
      const { receipt, replay } = JSON.parse(JSON.stringify(proof));
      const call = `JSON.stringify(Freeplay.verify(${JSON.stringify(receipt)}, ${JSON.stringify(replay)}, ${keys}))`;
      return JSON.parse(String(runInContext(call, page)));
    };
    const random = randomFrom(2);
    for (let count = 0; count < MATCHES; count++) {
      const proof = proofOf(randomMatch(random), signer);
      expect(verdictOf(proof)).to.deep.equal({ ok: true, key: 'known' });
      const { copy, path } = mutated(proof, random);
      expect(verdictOf(copy), path).to.include({ ok: false });
    }
  });
});

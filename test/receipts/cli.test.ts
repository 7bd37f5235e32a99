import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { signerOf } from '../../server/receipts/signer.ts';
import { randomFrom } from '../games/support.ts';
import { freeplay } from './command.ts';
import { type Proof, proofOf, randomMatch } from './matches.ts';

const signer = signerOf(generateKeyPairSync('ed25519').privateKey);
const KEYS = { keys: [{ kid: signer.kid, key: signer.key, from: 0, until: 0 }] };

describe('npx freeplay', function () {
  this.timeout(60_000);
  let folder: string;
  let proof: Proof;
  let file: string;

  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'freeplay-cli-'));
    const random = randomFrom(17);
    let match = randomMatch(random, 'gravity');
    while (match.state.reason !== 'line') match = randomMatch(random, 'gravity');
    proof = proofOf(match, signer);
    file = written('match.json', proof);
  });
  after(() => rmSync(folder, { recursive: true }));

  function written(name: string, content: unknown): string {
    const path = join(folder, name);
    writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
    return path;
  }

  it('verify says that a match is valid, and whether the key is known', async () => {
    const keys = written('keys.json', KEYS);
    expect(await freeplay(['verify', file])).to.deep.equal({ code: 0, out: 'valid, key unknown\n', err: '' });
    expect(await freeplay(['verify', file, '--keys', keys])).to.deep.equal({ code: 0, out: 'valid\n', err: '' });
  });

  it('verify takes receipt and replay as the server hands them out, and keys from an address', async () => {
    const server = createServer((_request, response) => response.end(JSON.stringify(KEYS))).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const [receipt, replay] = [written('receipt.json', proof.receipt), written('replay.json', proof.replay)];
    const ran = await freeplay(['verify', receipt, '--replay', replay, '--keys', `http://127.0.0.1:${port}/keys`]);
    expect(ran).to.deep.equal({ code: 0, out: 'valid\n', err: '' });
    server.close();
  });

  it('verify names the first thing that differs', async () => {
    const { receipt, replay } = structuredClone(proof);
    const events = replay.events.map((event) => (event.revision === 6 ? { ...event, at: event.at + 1 } : event));
    const altered = written('altered.json', { receipt, replay: { ...replay, events } });
    expect(await freeplay(['verify', altered])).to.deep.equal({
      code: 1,
      out: 'replay.events[5]: the receipt has another event here\n',
      err: '',
    });
    const other = written('other-keys.json', { keys: [{ ...KEYS.keys[0], key: '0'.repeat(64) }] });
    const { code, out } = await freeplay(['verify', file, '--keys', other]);
    expect([code, out]).to.deep.equal([1, 'receipt.signature.key: this key is not among those that are trusted\n']);
  });

  it('replay prints what a match came to, from a replay alone or beside its receipt', async () => {
    const { result, finalHash } = proof.replay;
    const summary = { game: 'gravity', plies: result?.plies, winner: result?.winner, reason: 'line', finalHash };
    for (const source of [file, written('alone.json', proof.replay)]) {
      const { code, out } = await freeplay(['replay', source]);
      expect([code, JSON.parse(out)]).to.deep.equal([0, summary]);
    }
    const cut = { ...proof.replay, events: proof.replay.events.slice(0, -2) };
    const { code, out } = await freeplay(['replay', written('cut.json', cut)]);
    expect([code, out]).to.deep.equal([1, 'replay.result: playing the match again gives something else\n']);
  });

  for (const [title, args, sentence] of [
    ['a file that is not there', ['verify', '/nowhere/x.json'], '/nowhere/x.json cannot be read (ENOENT).'],
    ['no file', ['replay'], 'replay takes one FILE; see freeplay --help.'],
    ['two files', ['verify', 'a', 'b'], 'verify takes one FILE; see freeplay --help.'],
    ['an unknown command', ['prove'], 'There is no command prove; see freeplay --help.'],
    ['an unknown option', ['verify', 'a', '--fast'], "Unknown option '--fast'"],
  ] as const) {
    it(`says what is wrong with ${title}`, async () => {
      const { code, out, err } = await freeplay(args);
      expect([code, out]).to.deep.equal([2, '']);
      expect(err)
        .to.match(/^freeplay: .*\n$/)
        .and.to.contain(sentence);
    });
  }

  it('says what is wrong with what a file holds, or with keys that cannot be had', async () => {
    const text = written('text.json', 'match');
    expect((await freeplay(['verify', text])).err).to.equal(`freeplay: ${text} is not JSON.\n`);
    expect((await freeplay(['replay', written('null.json', null)])).out).to.equal('this is not a replay\n');
    const half = written('half.json', { receipt: proof.receipt });
    expect((await freeplay(['verify', half])).err).to.contain(`${half} must hold {"receipt": ..., "replay": ...}`);
    expect((await freeplay(['verify', file, '--keys', file])).err).to.contain('must hold {"keys":');
    const { err, code } = await freeplay(['verify', file, '--keys', 'http://127.0.0.1:1/keys']);
    expect([code, err]).to.deep.equal([2, 'freeplay: http://127.0.0.1:1/keys cannot be reached (fetch failed).\n']);
  });

  it('explains itself', async () => {
    for (const args of [['--help'], []]) {
      const { code, out } = await freeplay(args);
      expect(code).to.equal(0);
      for (const command of ['verify F', 'replay F', 'backup T', 'restore S']) expect(out).to.contain(`  ${command}`);
    }
  });
});

import { execFile } from 'node:child_process';
import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { verify } from '@freeplay/shared/receipt';
import { expect } from 'chai';
import { readConfig } from '../../server/config.ts';
import { KEY_FILE, ownKey, readKey } from '../../server/receipts/key-file.ts';
import { enrol } from '../../server/receipts/keys.ts';
import { signerOf } from '../../server/receipts/signer.ts';
import { ManualClock } from '../support/clock.ts';
import { shown } from '../support/player.ts';
import { startService } from '../support/service.ts';
import { openAt } from '../support/store.ts';
import { CLOCKS, sitDown, World, signer as worldSigner } from '../support/world.ts';
import { keysOf, proofFrom, sit } from './doors.ts';

const DAY = 86_400_000;
const run = promisify(execFile);

describe('the key of receipts', () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'freeplay-keys-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  function write(name: string, content: string): string {
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  }

  function pem(): string {
    return generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();
  }

  describe('the key', () => {
    it('is made once in the data folder, for its owner only', () => {
      const first = signerOf(ownKey(folder));
      const file = join(folder, KEY_FILE);
      expect(statSync(file).mode & 0o777).to.equal(0o600);
      const text = readFileSync(file, 'utf8');
      expect(signerOf(ownKey(folder)).key).to.equal(first.key);
      expect(readFileSync(file, 'utf8')).to.equal(text);
      expect(readdirSync(folder)).to.deep.equal([KEY_FILE]);
    });

    it('is one key, however many processes start at once', async function () {
      this.timeout(60_000);
      const script = `
      import { ownKey } from './server/receipts/key-file.ts';
      import { signerOf } from './server/receipts/signer.ts';
      process.stdout.write(signerOf(ownKey(process.env.FOLDER)).key);`;
      const args = ['--input-type=module-typescript', '--eval', script];
      const options = { cwd: join(import.meta.dirname, '../..'), env: { FOLDER: folder } };
      const starts = Array.from({ length: 6 }, () => run(process.execPath, args, options));
      const keys = new Set((await Promise.all(starts)).map(({ stdout }) => stdout));
      expect([...keys]).to.deep.equal([signerOf(ownKey(folder)).key]);
      expect(readdirSync(folder)).to.deep.equal([KEY_FILE]);
    });

    it('is read as PEM or as the seed of RFC 8032 in hex', () => {
      const secret = readKey(write('key.pem', pem()));
      expect(createPublicKey(secret).asymmetricKeyType).to.equal('ed25519');
      // RFC 8032, 7.1, test 1.
      const seed = '9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60';
      const key = 'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a';
      expect(signerOf(readKey(write('seed', `${seed}\n`))).key).to.equal(key);
    });

    it('that cannot be used stops the start with a sentence that names its file', () => {
      const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
      const files = [
        write('empty', ''),
        write('short', 'ab'.repeat(31)),
        write('junk', 'a key'),
        write('rsa', rsa.export({ format: 'pem', type: 'pkcs8' }).toString()),
      ];
      for (const file of files) expect(() => readKey(file)).to.throw(`The receipt key ${file} must be`);
      expect(() => readKey(join(folder, 'none'))).to.throw(/cannot be read \(ENOENT\): set RECEIPT_KEY_FILE/);
    });

    it('must be given with PostgreSQL, where all processes share it', () => {
      const config = readConfig({ DATABASE_URL: 'postgresql://db/freeplay' });
      expect('error' in config && config.error).to.match(/^RECEIPT_KEY_FILE must be set with DATABASE_URL/);
    });
  });

  describe('a change of keys', function () {
    this.timeout(60_000);

    it('closes the key before it after a day; receipts of both verify, and a key that comes back is in use again', async () => {
      const clock = new ManualClock();
      const rival = write('rival.pem', pem());
      const dataDir = join(folder, 'data');
      const kids = { own: '', rival: signerOf(readKey(rival)).kid };

      const play = async (label: string, env: Record<string, string>) => {
        const service = await startService({ DATA_DIR: dataDir, ...env }, clock);
        const { room, players } = await sit(service.url, 'gravity', label);
        shown(await players[0].act(room, { kind: 'leave' }));
        const proof = await proofFrom(players[0], room);
        const keys = await keysOf(service.url);
        await service.stop();
        return { ...proof, keys };
      };

      const first = await play('first', {});
      kids.own = signerOf(ownKey(dataDir)).kid;
      expect(first.keys.map(({ kid, until }) => [kid, until])).to.deep.equal([[kids.own, 0]]);

      clock.jump(10 * DAY);
      const changed = clock.now();
      const second = await play('second', { RECEIPT_KEY_FILE: rival });
      expect(second.keys.map(({ kid, until }) => [kid, until])).to.deep.equal([
        [kids.rival, 0],
        [kids.own, changed + DAY],
      ]);
      expect(second.receipt.signature.key).not.to.equal(first.receipt.signature.key);
      for (const { receipt, replay } of [first, second]) {
        expect(verify(receipt, replay, second.keys)).to.deep.equal({ ok: true, key: 'known' });
      }
      expect(verify(second.receipt, second.replay, first.keys), 'under the old key alone').to.include({ ok: false });

      clock.jump(10 * DAY);
      const third = await play('third', {});
      expect(new Map(third.keys.map(({ kid, until }) => [kid, until]))).to.deep.equal(
        new Map([
          [kids.own, 0],
          [kids.rival, clock.now() + DAY],
        ]),
      );
      for (const { receipt, replay } of [first, second, third]) {
        expect(verify(receipt, replay, third.keys)).to.deep.equal({ ok: true, key: 'known' });
      }
    });

    it('also signs what ended while no server ran', async () => {
      const world = await World.open();
      try {
        const table = await sitDown(world.start());
        await world.restart();
        world.clock.jump(30 * DAY);
        const store = { journal: world.journal };
        const enrolled: Parameters<Parameters<typeof enrol>[1]['enrolKey']>[] = [];
        const keys = {
          enrolKey: async (...args: (typeof enrolled)[number]) => void enrolled.push(args),
          publicKeys: async () => [],
        };
        await enrol(worldSigner, keys, store.journal, world.clock.now());
        const [key] = enrolled[0] ?? [];
        table.server = world.start();
        const seen = await table.look();
        expect(seen).to.include({ reason: 'timeout', endedAt: seen.startedAt + CLOCKS.turn });
        const answer = await table.server.lobby.replay(table.players[0], table.room);
        const receipt = JSON.parse((await world.journal.receipt(table.room)) ?? 'null');
        const verdict = answer.ok && verify(receipt, answer.replay, key === undefined ? [] : [key]);
        expect(verdict).to.deep.equal({ ok: true, key: 'known' });
      } finally {
        await world.close();
      }
    });

    it('is the same for starts at the same moment', async () => {
      const store = await openAt(folder);
      try {
        const [old, next] = [signerOf(readKey(write('a', pem()))), signerOf(readKey(write('b', pem())))];
        await enrol(old, store.keys, store.journal, DAY);
        await Promise.all([1, 2, 3].map((ms) => enrol(next, store.keys, store.journal, 5 * DAY + ms)));
        const [, closed] = await store.keys.publicKeys();
        expect(closed).to.include({ kid: old.kid, from: 0 });
        expect((closed?.until ?? 0) - 6 * DAY).to.be.within(1, 3);
        expect(await store.keys.publicKeys()).to.have.length(2);
      } finally {
        await store.close();
      }
    });
  });
});

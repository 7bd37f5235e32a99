import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { verify } from '@freeplay/shared/receipt';
import Database from 'better-sqlite3';
import { expect } from 'chai';
import { randomFrom } from '../games/support.ts';
import { shown } from '../support/player.ts';
import { describePostgres, sharedPostgres } from '../support/postgres.ts';
import { ServiceProcess } from '../support/service.ts';
import { creation, ending, matchRow, openAt, temporaryFolder } from '../support/store.ts';
import { freeplay } from './command.ts';
import { keysOf, moveOn, proofFrom, sit } from './doors.ts';

const FILE = 'freeplay.db';

describe('freeplay backup and restore', function () {
  this.timeout(120_000);
  const random = randomFrom(4);
  const services: ServiceProcess[] = [];
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'freeplay-backup-'));
  });
  afterEach(async () => {
    for (const service of services.splice(0)) await service.dispose();
    rmSync(folder, { recursive: true });
  });

  async function serve(dataDir = join(folder, 'data')): Promise<ServiceProcess> {
    const service = await ServiceProcess.spawn({ DATA_DIR: dataDir });
    services.push(service);
    return service;
  }

  const on = (dataDir: string) => ({ DATA_DIR: join(folder, dataDir) });
  const backUp = (name: string, dataDir = 'data') => freeplay(['backup', join(folder, name)], on(dataDir));
  const restore = (name: string, dataDir: string, ...more: string[]) =>
    freeplay(['restore', join(folder, name), ...more], on(dataDir));

  /** What a database says of its matches. */
  function contentOf(file: string): unknown {
    const database = new Database(join(folder, file), { readonly: true });
    const rows = database.prepare('select "matchId", "revision", "text" from "MatchEvent" order by 1, 2').all();
    database.close();
    return rows;
  }

  it('copies a server that goes on playing, and brings the copy up elsewhere, key and receipts and all', async () => {
    const server = await serve();
    const ended = await sit(server.url, 'gravity', 'ended');
    shown(await ended.players[0].act(ended.room, { kind: 'leave' }));
    const proof = await proofFrom(ended.players[0], ended.room);
    const table = await sit(server.url, 'reversi', 'going on');
    for (let ply = 0; ply < 5; ply++) await moveOn(table, random);
    const { revision } = await table.players[0].snapshot(table.room);

    let copied = false;
    const copying = backUp('copy').finally(() => {
      copied = true;
    });
    for (let ply = 0; ply < 50 && !copied; ply++) await moveOn(table, random);
    const ran = await copying;
    expect(ran).to.deep.include({ code: 0, err: '' });
    expect(readdirSync(join(folder, 'copy')).sort()).to.deep.equal([FILE, 'receipt-key.pem']);
    expect(statSync(join(folder, 'copy')).mode & 0o777).to.equal(0o700);
    const last = (await table.players[0].snapshot(table.room)).revision;
    await server.kill();

    expect(await restore('copy', 'elsewhere')).to.deep.include({ code: 0, err: '' });
    const other = await serve(join(folder, 'elsewhere'));
    const keys = await keysOf(other.url);
    expect(keys).to.have.length(1);
    const [player] = ended.players;
    const again = await (
      await fetch(`${other.url}/api/multiplayer/rooms/${ended.room}/receipt`, {
        headers: { 'x-player-token': player.token },
      })
    ).text();
    expect(again).to.equal(proof.text);
    expect(verify(proof.receipt, proof.replay, keys)).to.deep.equal({ ok: true, key: 'known' });
    const moved = await sit(other.url, 'gravity', 'after the restore');
    shown(await moved.players[0].act(moved.room, { kind: 'leave' }));
    const { receipt, replay } = await proofFrom(moved.players[0], moved.room);
    expect(verify(receipt, replay, keys), 'the same key signs').to.deep.equal({ ok: true, key: 'known' });
    const there = await (
      await fetch(`${other.url}/api/multiplayer/rooms/${table.room}`, {
        headers: { 'x-player-token': table.players[0].token },
      })
    ).json();
    expect((there as { revision: number }).revision).to.be.within(revision, last);
  });

  it('copies the data of a server that was killed, what was only in its log included', async () => {
    const server = await serve();
    const table = await sit(server.url, 'gravity', 'killed');
    for (let ply = 0; ply < 4; ply++) await moveOn(table, random);
    await server.kill();
    expect(statSync(join(folder, 'data', `${FILE}-wal`)).size).to.be.greaterThan(0);
    expect(await backUp('copy')).to.deep.include({ code: 0, err: '' });
    expect(contentOf(`copy/${FILE}`)).to.deep.equal(contentOf(`data/${FILE}`));
  });

  it('replaces a database only when it is told to, and then wholly: nothing of the old log is played into it', async () => {
    const server = await serve();
    const table = await sit(server.url, 'gravity', 'replaced');
    expect((await backUp('copy')).code).to.equal(0);
    for (let ply = 0; ply < 4; ply++) await moveOn(table, random);
    await server.kill();
    const refused = await restore('copy', 'data');
    expect([refused.code, refused.err]).to.deep.equal([
      2,
      `freeplay: ${join(folder, 'data')} holds a database already: --force replaces it.\n`,
    ]);
    expect(await restore('copy', 'data', '--force')).to.deep.include({ code: 0, err: '' });
    expect(readdirSync(join(folder, 'data')).filter((name) => name.startsWith(FILE))).to.deep.equal([FILE]);
    expect(contentOf(`data/${FILE}`)).to.deep.equal(contentOf(`copy/${FILE}`));
    await server.start();
    expect((await table.players[0].snapshot(table.room)).revision).to.equal(5);
  });

  it('restores over a database that is beyond use', async () => {
    const server = await serve();
    expect((await backUp('copy')).code).to.equal(0);
    await server.kill();
    truncateSync(join(folder, 'data', FILE), 100);
    expect(await restore('copy', 'data', '--force')).to.deep.include({ code: 0, err: '' });
    expect(contentOf(`data/${FILE}`)).to.deep.equal([]);
  });

  it('does not touch what a server has', async () => {
    await serve();
    expect((await backUp('copy')).code).to.equal(0);
    const { code, err } = await restore('copy', 'data', '--force');
    expect([code, err]).to.deep.equal([2, `freeplay: A server runs on ${join(folder, 'data')}: stop it first.\n`]);
  });

  it('does not use a damaged copy, nor what is none', async () => {
    const server = await serve();
    await sit(server.url, 'gravity', 'damaged');
    expect((await backUp('copy')).code).to.equal(0);
    cpSync(join(folder, 'copy'), join(folder, 'damaged'), { recursive: true });
    truncateSync(join(folder, 'damaged', FILE), statSync(join(folder, 'damaged', FILE)).size - 4096);
    const { code, err } = await restore('damaged', 'new');
    expect(code).to.equal(2);
    expect(err).to.match(/^freeplay: The copy of the database is damaged \(.+\): it is not used\.\n$/);
    expect(existsSync(join(folder, 'new', FILE))).to.equal(false);
    const none = await restore('nothing', 'new');
    expect(none.err).to.equal(`freeplay: ${join(folder, 'nothing')} is not a backup: it has no ${FILE}.\n`);
  });

  it('never overwrites a backup, and says what to do where there is nothing to back up', async () => {
    await serve();
    expect((await backUp('copy')).code).to.equal(0);
    const before = readFileSync(join(folder, 'copy', FILE));
    const again = await backUp('copy');
    expect([again.code, again.err]).to.deep.equal([
      2,
      `freeplay: ${join(folder, 'copy')} exists already: name a folder that does not.\n`,
    ]);
    expect(readFileSync(join(folder, 'copy', FILE)).equals(before)).to.equal(true);
    const none = await backUp('other', 'empty');
    expect(none.err).to.equal(`freeplay: There is no database in ${join(folder, 'empty')}: set DATA_DIR.\n`);
    expect(readdirSync(folder).sort()).to.deep.equal(['copy', 'data']);
  });
});

describePostgres('freeplay backup and restore of PostgreSQL', function () {
  this.timeout(60_000);

  it('copies it into a file, and the file into an empty database and no other', async () => {
    const server = await sharedPostgres();
    const [from, to] = [await server.createDatabase(), await server.createDatabase(false)];
    const { folder, remove } = temporaryFolder();
    const file = join(folder, 'copy.dump');
    const on = (url: string) => ({ DATABASE_URL: url, RECEIPT_KEY_FILE: '/nowhere/key' });
    try {
      const store = await openAt(from);
      const row = matchRow('over');
      await store.journal.append(creation(row));
      await store.journal.append({ ...ending(row), receipt: '{"receipt":1}' });
      expect(await freeplay(['backup', file], on(from))).to.deep.include({ code: 0, err: '' });
      await store.close();
      expect(await freeplay(['restore', file], on(to))).to.deep.include({ code: 0, err: '' });
      const copy = await openAt(to);
      expect(await copy.journal.receipt('over')).to.equal('{"receipt":1}');
      await copy.close();
      expect((await freeplay(['restore', file], on(to))).err).to.match(/^freeplay: The database has tables already/);
      expect((await freeplay(['restore', file, '--force'], on(to))).err).to.match(/^freeplay: --force is for DATA_DIR/);
    } finally {
      remove();
    }
  });
});

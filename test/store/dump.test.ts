import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { backupPostgres, restorePostgres } from '../../server/store/dump.ts';
import { describePostgres, type PostgresServer, sharedPostgres } from '../support/postgres.ts';
import { creation, ending, matchRow, moves, openAt, playerRecord, temporaryFolder } from '../support/store.ts';

describePostgres('A backup of PostgreSQL', () => {
  let server: PostgresServer;
  let folder: string;
  let remove: () => void;

  before(async () => {
    server = await sharedPostgres();
    ({ folder, remove } = temporaryFolder());
  });
  after(() => remove?.());

  it('taken while matches go on holds one moment of them, and is restored into an empty database', async () => {
    const [from, to, file] = [
      await server.createDatabase(),
      await server.createDatabase(false),
      join(folder, 'a.dump'),
    ];
    const store = await openAt(from);
    const over = matchRow('over', { names: ['Zoë "Z"', '渡辺'] });
    await store.journal.append(creation(over));
    await store.journal.append(ending(over));
    await store.players.create('token', playerRecord('p'));
    let row = matchRow('goes-on');
    await store.journal.append(creation(row));
    const first = row.revision;
    let taken = false;
    const backup = store.backup(file).finally(() => {
      taken = true;
    });
    while (!taken) {
      const append = moves(row, 2);
      expect(await store.journal.append(append)).to.deep.equal({ ok: true });
      row = append.row;
    }
    await backup;

    await restorePostgres(to, file);
    const restored = await openAt(to);
    expect(await restored.journal.load('over')).to.deep.equal(await store.journal.load('over'));
    expect(await restored.players.byTokenHash('token')).to.deep.equal(playerRecord('p'));
    const kept = await restored.journal.load('goes-on');
    expect(kept?.row.revision).to.be.within(first, row.revision);
    expect(kept?.events).to.have.length(kept?.row.revision ?? 0);
    expect(await restored.journal.append(moves(kept?.row ?? row))).to.deep.equal({ ok: true });
    await Promise.all([store.close(), restored.close()]);
  });

  it('is not restored over what is there, nor written over another file', async () => {
    const [url, file] = [await server.createDatabase(), join(folder, 'b.dump')];
    await backupPostgres(url, file);
    const sentence = (work: Promise<void>) =>
      work.then(
        () => 'done',
        (error: Error) => error.message,
      );
    expect(await sentence(backupPostgres(url, file))).to.equal(`${file} exists already.`);
    expect(await sentence(restorePostgres(url, file))).to.match(
      /^The database has tables already, such as .*: restore/,
    );
    expect(await sentence(restorePostgres(url, `${file}x`))).to.equal(`${file}x does not exist.`);
  });

  it('that cannot be made says why, and leaves no file', async () => {
    const file = join(folder, 'c.dump');
    const refused = await backupPostgres(server.url('nowhere'), file).catch((error: Error) => error.message);
    expect(refused).to.match(/^pg_dump failed: .*database "nowhere" does not exist/s);
    expect(readdirSync(folder).filter((name) => name.startsWith('c.dump'))).to.deep.equal([]);
  });
});

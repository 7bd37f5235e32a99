import { join } from 'node:path';
import { expect } from 'chai';
import { PrismaClient } from '../../server/generated/sqlite/client.ts';
import { migrateSqlite } from '../../server/store/migrate.ts';
import { SafeSqlite } from '../../server/store/safe-sqlite.ts';
import { temporaryFolder } from '../support/store.ts';

const MIGRATIONS = new URL('../../prisma/sqlite/migrations', import.meta.url).pathname;

const player = (id: string) => ({ id, tokenHash: id, name: id, nameKey: id, createdAt: 1n, lastSeenAt: 1n });

describe('SafeSqlite under Prisma', () => {
  let sqlite: SafeSqlite;
  let prisma: PrismaClient;
  let file: string;
  let remove: () => void;

  beforeEach(async () => {
    const temporary = temporaryFolder();
    remove = temporary.remove;
    file = join(temporary.folder, 'deeper', 'test.db');
    sqlite = await SafeSqlite.open(file);
    await sqlite.exclusive((database) => migrateSqlite(database, MIGRATIONS));
    prisma = new PrismaClient({ adapter: sqlite });
  });
  afterEach(async () => {
    await prisma.$disconnect();
    remove();
  });

  const ids = async () => (await prisma.player.findMany({ orderBy: { id: 'asc' } })).map(({ id }) => id);

  /** A transaction that breaks a constraint which is checked only when it commits. */
  const failToCommit = () =>
    prisma.$transaction(async (tx) => {
      await tx.$executeRawUnsafe('pragma defer_foreign_keys = on');
      await tx.player.create({ data: player('doomed') });
      await tx.rematchOffer.create({ data: { matchId: 'nowhere', seat: 0, at: 1n } });
    });
  const rejection = (work: Promise<unknown>) =>
    work.then(
      () => null,
      (error: unknown) => error,
    );

  it('keeps a write that another caller made while a transaction was open and rolled back', async () => {
    const inside = Promise.withResolvers<void>();
    const transaction = prisma.$transaction(async (tx) => {
      await tx.player.create({ data: player('inside') });
      inside.resolve();
      await new Promise(setImmediate);
      throw new Error('changed its mind');
    });
    const failed = rejection(transaction);
    await inside.promise;
    await prisma.player.create({ data: player('outside') });
    expect(await failed).to.be.instanceOf(Error);
    expect(await ids()).to.deep.equal(['outside']);
  });

  it('keeps what is written after a commit that failed, also on disk', async () => {
    expect(await rejection(failToCommit())).to.be.instanceOf(Error);
    await prisma.player.create({ data: player('later') });
    await prisma.$disconnect();
    const again = await SafeSqlite.open(file);
    const stored = await again.exclusive((database) => database.prepare('select "id" from "Player"').pluck().all());
    await again.close();
    expect(stored).to.deep.equal(['later']);
  });

  it('takes transactions after a commit that failed', async () => {
    expect(await rejection(failToCommit())).to.be.instanceOf(Error);
    await prisma.$transaction(async (tx) => {
      await tx.player.create({ data: player('first') });
      await tx.player.create({ data: player('second') });
    });
    expect(await ids()).to.deep.equal(['first', 'second']);
  });

  it('keeps work on the handle out of an open transaction', async () => {
    const inside = Promise.withResolvers<void>();
    const transaction = prisma.$transaction(async (tx) => {
      await tx.player.create({ data: player('inside') });
      inside.resolve();
      await new Promise(setImmediate);
    });
    await inside.promise;
    const open = await sqlite.exclusive((database) => database.inTransaction);
    await transaction;
    expect(open).to.equal(false);
  });

  it('runs with a synchronised write-ahead log, for itself alone', async () => {
    const pragma = (name: string) => sqlite.exclusive((database) => database.pragma(name, { simple: true }));
    expect(await pragma('journal_mode')).to.equal('wal');
    expect(await pragma('synchronous')).to.equal(2n);
    expect(await pragma('locking_mode')).to.equal('exclusive');
    expect(await pragma('foreign_keys')).to.equal(1n);
    const second = await rejection(SafeSqlite.open(file));
    expect(second).to.have.property('message').that.includes('is in use by another process');
  });
});

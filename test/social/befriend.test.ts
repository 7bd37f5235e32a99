import { join } from 'node:path';
import { expect } from 'chai';
import { PrismaClient } from '../../server/generated/sqlite/client.ts';
import { DATABASE_FILE, SafeSqlite } from '../../server/store/safe-sqlite.ts';
import { createFriends } from '../../server/store/social/friends.ts';
import { openAt, playerRecord, START, temporaryFolder } from '../support/store.ts';

const BOUNDS = { friends: 9, requests: 9 };

describe('A friend request that meets one of the other', () => {
  const { folder, remove } = temporaryFolder();
  let prisma: PrismaClient;

  before(async () => {
    const store = await openAt(folder);
    for (const id of ['ann', 'bob']) await store.players.create(`token ${id}`, playerRecord(id, { name: id }));
    await store.close();
    prisma = new PrismaClient({ adapter: await SafeSqlite.open(join(folder, DATABASE_FILE)) });
  });
  after(async () => {
    await prisma.$disconnect();
    remove();
  });

  /** The friends of a database where `once` happens just after their first transaction. */
  const interrupted = (once: () => Promise<void>) => {
    let happened = false;
    const between = new Proxy(prisma, {
      get(target, name) {
        if (name !== '$transaction') return Reflect.get(target, name);
        return async (work: Parameters<PrismaClient['$transaction']>[0]) => {
          const done = await target.$transaction(work);
          if (!happened) {
            happened = true;
            await once();
          }
          return done;
        };
      },
    });
    return createFriends(between);
  };

  it('stands by itself when that one is taken back at the very moment', async () => {
    const friends = createFriends(prisma);
    expect(await friends.befriend('bob', 'ann', START, BOUNDS)).to.equal('asked');
    const late = interrupted(() => friends.removeFriend('bob', 'ann'));
    expect(await late.befriend('ann', 'bob', START, BOUNDS)).to.equal('asked');
    const { outgoing, incoming } = await friends.friendLists('ann');
    expect([outgoing, incoming]).to.deep.equal([[{ player: 'bob', name: 'bob' }], []]);
  });
});

import { Prisma, type PrismaClient } from '../../generated/sqlite/client.ts';
import { oneOf, text, whole } from '../cells.ts';
import type { Befriended, Friends, Person } from './port.ts';

type Cells = Readonly<Record<string, string | number | bigint | null>>;

/** A friendship's key: the smaller id first. */
function pairOf(one: string, other: string): { first: string; second: string } {
  return one < other ? { first: one, second: other } : { first: other, second: one };
}

/** True where neither blocks the other. */
function unblocked(one: string, other: string): Prisma.Sql {
  return Prisma.sql`not exists (select 1 from "Block" b where (b."player" = ${one} and b."blocked" = ${other})
    or (b."player" = ${other} and b."blocked" = ${one}))`;
}

export function createFriends(prisma: PrismaClient): Friends {
  const { friendship, block: blocks, player: players } = prisma;

  const isBlocked = async (one: string, other: string) =>
    (await blocks.count({
      where: {
        OR: [
          { player: one, blocked: other },
          { player: other, blocked: one },
        ],
      },
    })) > 0;

  const accepted = async (player: string, other: string, at: number) => {
    const { first, second } = pairOf(player, other);
    const changed = await prisma.$executeRaw`
      update "Friendship" set "acceptedAt" = cast(${at} as bigint)
      where "first" = ${first} and "second" = ${second} and "requester" = ${other} and "acceptedAt" = 0
        and ${unblocked(player, other)}`;
    return changed > 0;
  };

  return {
    async findPlayer(idOrName) {
      const row =
        (await players.findUnique({ where: { id: idOrName } })) ??
        (await players.findUnique({ where: { nameKey: idOrName.toLowerCase() } }));
      return row === null ? null : { player: row.id, name: row.name };
    },

    async friendLists(player) {
      // `cross join` would keep SQLite to an order; both sides are looked up by key as they stand.
      const rows = await prisma.$queryRaw<Cells[]>`
        select f."requester", f."acceptedAt", p."id", p."name",
          case when exists (select 1 from "ActiveSeat" a where a."player" = p."id") then 1 else 0 end as "inMatch"
        from (
          select "second" as "other", "requester", "acceptedAt" from "Friendship" where "first" = ${player}
          union all
          select "first" as "other", "requester", "acceptedAt" from "Friendship" where "second" = ${player}
        ) f join "Player" p on p."id" = f."other"
        where not exists (select 1 from "Block" b where (b."player" = ${player} and b."blocked" = f."other")
          or (b."player" = f."other" and b."blocked" = ${player}))
        order by p."nameKey"`;
      const blocked = await prisma.$queryRaw<Cells[]>`
        select p."id", p."name" from "Block" b join "Player" p on p."id" = b."blocked"
        where b."player" = ${player} order by p."nameKey"`;
      const pending = rows.filter((row) => whole(row.acceptedAt) === 0);
      return {
        friends: rows
          .filter((row) => whole(row.acceptedAt) !== 0)
          .map((row) => ({ ...personOf(row), inMatch: whole(row.inMatch) === 1 })),
        incoming: pending.filter(({ requester }) => requester !== player).map(personOf),
        outgoing: pending.filter(({ requester }) => requester === player).map(personOf),
        blocked: blocked.map(personOf),
      };
    },

    async bond(from, to) {
      const [blocked, friends, target] = await Promise.all([
        isBlocked(from, to),
        friendship.count({ where: { ...pairOf(from, to), acceptedAt: { gt: 0 } } }),
        players.findUnique({ where: { id: to }, select: { challengesFrom: true } }),
      ]);
      const challengesFrom = oneOf(['anyone', 'friends'] as const, target?.challengesFrom ?? 'anyone');
      return { blocked, friends: friends > 0 && !blocked, challengesFrom };
    },

    async befriend(from, to, at, limit): Promise<Befriended> {
      const pair = pairOf(from, to);
      const asked = await prisma.$executeRaw`
        insert into "Friendship" ("first", "second", "requester", "createdAt", "acceptedAt")
        select p."first", p."second", ${from}, cast(${at} as bigint), 0
        from (select cast(${pair.first} as text) as "first", cast(${pair.second} as text) as "second") p
        where ${unblocked(from, to)} and
          (select count(*) from "Friendship" f where f."requester" = ${from} and f."acceptedAt" = 0) < ${limit}
        on conflict do nothing`;
      if (asked > 0) return 'asked';
      if (await accepted(from, to, at)) return 'accepted';
      if (await isBlocked(from, to)) return 'blocked';
      return (await friendship.count({ where: pair })) > 0 ? 'known' : 'too-many';
    },

    async acceptFriend(player, other, at) {
      if (await accepted(player, other, at)) return true;
      const known = await friendship.count({ where: { ...pairOf(player, other), acceptedAt: { gt: 0 } } });
      return known > 0 && !(await isBlocked(player, other));
    },

    async declineFriend(player, other) {
      await friendship.deleteMany({ where: { ...pairOf(player, other), requester: other, acceptedAt: 0 } });
    },

    async removeFriend(player, other) {
      const gone = [{ acceptedAt: { gt: 0 } }, { requester: player }];
      await friendship.deleteMany({ where: { ...pairOf(player, other), OR: gone } });
    },

    async block(player, other, at) {
      await prisma.$transaction([
        blocks.upsert({
          where: { player_blocked: { player, blocked: other } },
          create: { player, blocked: other, createdAt: at },
          update: {},
        }),
        friendship.deleteMany({ where: pairOf(player, other) }),
        prisma.partyInvite.deleteMany({ where: { player, by: other } }),
        prisma.partyInvite.deleteMany({ where: { player: other, by: player } }),
      ]);
    },

    async unblock(player, other) {
      await blocks.deleteMany({ where: { player, blocked: other } });
    },
  };
}

function personOf({ id, name }: Cells): Person {
  return { player: text(id), name: text(name) };
}

import { Prisma, type PrismaClient } from '../../generated/sqlite/client.ts';
import { oneOf, text, whole } from '../cells.ts';
import type { Befriended, Crowded, FriendBounds, Friends, Person } from './port.ts';

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

/** Of two changes around a player the later one waits for the commit of the earlier. */
function lockOf(player: string): Prisma.Sql {
  return Prisma.sql`update "Player" set "createdAt" = "createdAt" where "id" = ${player}`;
}

function friendsOf(player: string): Prisma.Sql {
  return Prisma.sql`((select count(*) from "Friendship" f where f."first" = ${player} and f."acceptedAt" > 0)
    + (select count(*) from "Friendship" f where f."second" = ${player} and f."acceptedAt" > 0))`;
}

/** Requests of a player that wait for an answer. */
function requestsOf(player: string): Prisma.Sql {
  return Prisma.sql`(select count(*) from "Friendship" f where f."requester" = ${player} and f."acceptedAt" = 0)`;
}

/** Requests that wait for a player's answer. */
function requestsTo(player: string): Prisma.Sql {
  return Prisma.sql`((select count(*) from "Friendship" f
      where f."first" = ${player} and f."requester" <> ${player} and f."acceptedAt" = 0)
    + (select count(*) from "Friendship" f
      where f."second" = ${player} and f."requester" <> ${player} and f."acceptedAt" = 0))`;
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

  /** One change between two players, whose friendships nobody else changes until its commit: what it counts, holds. */
  const change = async (one: string, other: string, statement: Prisma.Sql) => {
    const { first, second } = pairOf(one, other);
    const [, , changed] = await prisma.$transaction([
      prisma.$executeRaw(lockOf(first)),
      prisma.$executeRaw(lockOf(second)),
      prisma.$executeRaw(statement),
    ]);
    return changed > 0;
  };

  const accepted = (player: string, other: string, at: number, friends: number) => {
    const { first, second } = pairOf(player, other);
    return change(
      player,
      other,
      Prisma.sql`
        update "Friendship" set "acceptedAt" = cast(${at} as bigint)
        where "first" = ${first} and "second" = ${second} and "requester" = ${other} and "acceptedAt" = 0
          and ${unblocked(player, other)} and ${friendsOf(player)} < ${friends} and ${friendsOf(other)} < ${friends}`,
    );
  };

  /** Who of the two has so many friends that there is no place for the other, or null. */
  const crowded = async (player: string, other: string, friends: number): Promise<Crowded | null> => {
    const [row] = await prisma.$queryRaw<Cells[]>`
      select ${friendsOf(player)} as "own", ${friendsOf(other)} as "theirs"`;
    if (whole(row?.own) >= friends) return 'own-friends';
    return whole(row?.theirs) >= friends ? 'their-friends' : null;
  };

  /** 'again': nothing that stands now speaks against it, so it has met something that is gone already. */
  const ask = async (
    from: string,
    to: string,
    at: number,
    { friends, requests }: FriendBounds,
  ): Promise<Befriended | 'again'> => {
    const pair = pairOf(from, to);
    const asked = await change(
      from,
      to,
      Prisma.sql`
        insert into "Friendship" ("first", "second", "requester", "createdAt", "acceptedAt")
        select p."first", p."second", ${from}, cast(${at} as bigint), 0
        from (select cast(${pair.first} as text) as "first", cast(${pair.second} as text) as "second") p
        where ${unblocked(from, to)} and ${requestsOf(from)} < ${requests} and ${requestsTo(to)} < ${requests}
          and ${friendsOf(from)} < ${friends} and ${friendsOf(to)} < ${friends}
        on conflict do nothing`,
    );
    if (asked) return 'asked';
    if (await accepted(from, to, at, friends)) return 'accepted';
    if (await isBlocked(from, to)) return 'blocked';
    const known = await friendship.findUnique({ where: { first_second: pair } });
    if (known !== null && (known.acceptedAt > 0 || known.requester === from)) return 'known';
    const full = await crowded(from, to, friends);
    if (full !== null) return full;
    if (known !== null) return 'again';
    const [open] = await prisma.$queryRaw<Cells[]>`
      select ${requestsOf(from)} as "own", ${requestsTo(to)} as "theirs"`;
    if (whole(open?.own) >= requests) return 'own-requests';
    return whole(open?.theirs) >= requests ? 'their-requests' : 'again';
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

    async befriend(from, to, at, bounds) {
      const first = await ask(from, to, at, bounds);
      const outcome = first === 'again' ? await ask(from, to, at, bounds) : first;
      return outcome === 'again' ? 'their-requests' : outcome; // Asked and taken back all the time: as good as full.
    },

    async acceptFriend(player, other, at, friends) {
      if (await accepted(player, other, at, friends)) return 'accepted';
      const known = await friendship.findUnique({ where: { first_second: pairOf(player, other) } });
      if (known === null || (await isBlocked(player, other))) return 'none';
      if (known.acceptedAt > 0) return 'accepted';
      return known.requester === player ? 'none' : ((await crowded(player, other, friends)) ?? 'none');
    },

    async declineFriend(player, other) {
      await friendship.deleteMany({ where: { ...pairOf(player, other), requester: other, acceptedAt: 0 } });
    },

    async removeFriend(player, other) {
      const gone = [{ acceptedAt: { gt: 0 } }, { requester: player }];
      await friendship.deleteMany({ where: { ...pairOf(player, other), OR: gone } });
    },

    async block(player, other, at) {
      const { first, second } = pairOf(player, other);
      await prisma.$transaction([
        prisma.$executeRaw(lockOf(first)),
        prisma.$executeRaw(lockOf(second)),
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

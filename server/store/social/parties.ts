import { Prisma, type PrismaClient } from '../../generated/sqlite/client.ts';
import { text, whole } from '../cells.ts';
import type { Joined, Parties, PartyLine, PartyRecord } from './port.ts';

type Cells = Readonly<Record<string, string | number | bigint | null>>;

const TAKEN = 'P2002';
/** Lines of a party's chat that are kept. */
const LINES = 50;
/** Who comes in gives up when the place that was free has just been taken so many times in a row. */
const ATTEMPTS = 64;

/** Who leads a party now: said once, for reading and for what only the leader may do. */
function leaderOf(party: string): Prisma.Sql {
  return Prisma.sql`(select l."player" from "PartyMember" l where l."partyId" = ${party}
    order by l."leads" desc, l."joined" limit 1)`;
}

/** True where a block stands between a player and a member, whoever of the two has set it. */
function isApart(party: string, player: string): Prisma.Sql {
  return Prisma.sql`exists (select 1 from "PartyMember" o join "Block" b
      on (b."player" = o."player" and b."blocked" = ${player}) or (b."player" = ${player} and b."blocked" = o."player")
    where o."partyId" = ${party})`;
}

export function createParties(prisma: PrismaClient): Parties {
  const { party: parties, partyMember: members, partyInvite: invites, partyMessage: messages, block: blocks } = prisma;

  /** One more member, at the lowest place that is free; false when there is none, or others were faster. */
  const enter = async (id: string, player: string, code: string | null) => {
    const allowed =
      code === null
        ? Prisma.sql`exists (select 1 from "PartyInvite" i where i."partyId" = p."id" and i."player" = ${player})`
        : Prisma.sql`p."code" = ${code}`;
    const entered = await prisma.$executeRaw`
      insert into "PartyMember" ("player", "partyId", "place", "joined", "leads")
      select cast(${player} as text), free."partyId", free."place", free."joined", false from (
        select p."id" as "partyId",
          (select min(n."place") from
            (select 0 as "place" union all select 1 union all select 2 union all select 3) n
            where not exists (select 1 from "PartyMember" m where m."partyId" = p."id" and m."place" = n."place")
          ) as "place",
          (select max(m."joined") + 1 from "PartyMember" m where m."partyId" = p."id") as "joined"
        from "Party" p where p."id" = ${id} and ${allowed} and not ${isApart(id, player)}
      ) free where free."place" is not null and free."joined" is not null
      on conflict do nothing`;
    return entered > 0;
  };

  const whyNot = async (id: string, player: string, code: string | null): Promise<Joined | 'again'> => {
    const own = await members.findUnique({ where: { player } });
    if (own !== null) return own.partyId === id ? 'known' : 'elsewhere';
    const invited = code === null ? { invites: { some: { player } } } : { code };
    const party = await parties.findUnique({ where: { id, ...invited }, select: { members: true } });
    if (party === null || party.members.length === 0) return 'none';
    const [apart] = await prisma.$queryRaw<Cells[]>`select 1 as "is" where ${isApart(id, player)}`;
    if (apart !== undefined) return 'blocked';
    return party.members.length === 4 ? 'full' : 'again';
  };

  const read = async (id: string): Promise<PartyRecord | null> => {
    const row = await parties.findUnique({ where: { id } });
    const present = await prisma.$queryRaw<Cells[]>`
      select m."player", p."name" from "PartyMember" m join "Player" p on p."id" = m."player"
      where m."partyId" = ${id} order by m."joined"`;
    if (row === null || present.length === 0) return null;
    const [leader] = await prisma.$queryRaw<Cells[]>`select ${leaderOf(id)} as "player"`;
    const lines = await prisma.$queryRaw<Cells[]>`
      select s."player", p."name", s."text", s."at" from "PartyMessage" s join "Player" p on p."id" = s."player"
      where s."partyId" = ${id} order by s."id" desc limit ${LINES}`;
    const said = lines.map(lineOf).reverse();
    const people = { in: [...new Set([...present, ...said].map(({ player }) => text(player)))] };
    return {
      id,
      code: row.code,
      leader: text(leader?.player ?? present[0]?.player),
      members: present.map(({ player, name }) => ({ player: text(player), name: text(name) })),
      match: row.matchId,
      said,
      blocks: await blocks.findMany({
        where: { player: people, blocked: people },
        select: { player: true, blocked: true },
      }),
    };
  };

  return {
    async createParty(id, code, player, at) {
      const first = { player, place: 0, joined: 0, leads: true };
      try {
        await parties.create({ data: { id, code, createdAt: at, members: { create: first } } });
        return true;
      } catch (error) {
        if (error instanceof Prisma.PrismaClientKnownRequestError && error.code === TAKEN) return false;
        throw error;
      }
    },

    async partyOf(player) {
      const own = await members.findUnique({ where: { player } });
      return own === null ? null : read(own.partyId);
    },

    partyById: read,

    async partyByCode(code) {
      return (await parties.findUnique({ where: { code }, select: { id: true } }))?.id ?? null;
    },

    async lastInvite(player) {
      const last = await invites.findFirst({ where: { player }, orderBy: { createdAt: 'desc' } });
      return last?.partyId ?? null;
    },

    async joinParty(id, player, code) {
      for (let tries = 0; tries < ATTEMPTS; tries++) {
        const outcome = (await enter(id, player, code)) ? 'joined' : await whyNot(id, player, code);
        if (outcome === 'again') continue;
        if (outcome === 'joined' || outcome === 'known') await invites.deleteMany({ where: { partyId: id, player } });
        return outcome;
      }
      return 'full';
    },

    async inviteToParty(id, by, player, at) {
      const invited = await prisma.$executeRaw`
        insert into "PartyInvite" ("partyId", "player", "by", "createdAt")
        select m."partyId", cast(${player} as text), m."player", cast(${at} as bigint) from "PartyMember" m
        where m."partyId" = ${id} and m."player" = ${by} and not ${isApart(id, player)}
          and not exists (select 1 from "PartyMember" o where o."partyId" = ${id} and o."player" = ${player})
        on conflict do nothing`;
      if (invited > 0) return 'invited';
      const own = await members.findMany({ where: { partyId: id, player: { in: [by, player] } } });
      if (!own.some((member) => member.player === by)) return 'none';
      if (own.some((member) => member.player === player)) return 'member';
      return (await invites.count({ where: { partyId: id, player } })) > 0 ? 'known' : 'blocked';
    },

    async declineInvite(id, player) {
      return (await invites.deleteMany({ where: { partyId: id, player } })).count > 0;
    },

    async leaveParty(id, player) {
      return (await members.deleteMany({ where: { partyId: id, player } })).count > 0;
    },

    async kickFromParty(id, leader, player, code) {
      const [kicked] = await prisma.$transaction([
        prisma.$executeRaw`delete from "PartyMember"
          where "partyId" = ${id} and "player" = ${player} and "player" <> ${leader} and ${leaderOf(id)} = ${leader}`,
        prisma.$executeRaw`update "Party" set "code" = ${code} where "id" = ${id} and ${leaderOf(id)} = ${leader}
          and not exists (select 1 from "PartyMember" m where m."partyId" = ${id} and m."player" = ${player})`,
        prisma.$executeRaw`delete from "PartyInvite" where "partyId" = ${id} and "player" = ${player}
          and ${leaderOf(id)} = ${leader}`,
      ]);
      return kicked > 0;
    },

    async promoteInParty(id, leader, player) {
      const changed = await prisma.$executeRaw`
        update "PartyMember" set "leads" = ("player" = ${player}) where "partyId" = ${id}
          and ${leaderOf(id)} = ${leader}
          and exists (select 1 from "PartyMember" o where o."partyId" = ${id} and o."player" = ${player})`;
      return changed > 0;
    },

    async sayInParty(id, player, line, at) {
      const said = await prisma.$executeRaw`
        insert into "PartyMessage" ("partyId", "player", "at", "text")
        select m."partyId", m."player", cast(${at} as bigint), cast(${line} as text) from "PartyMember" m
        where m."partyId" = ${id} and m."player" = ${player}`;
      if (said === 0) return false;
      const kept = await messages.findMany({
        where: { partyId: id },
        orderBy: { id: 'desc' },
        skip: LINES,
        take: 1,
        select: { id: true },
      });
      const [last] = kept;
      if (last !== undefined) await messages.deleteMany({ where: { partyId: id, id: { lte: last.id } } });
      return true;
    },

    async setPartyMatch(id, match) {
      await parties.updateMany({ where: { id }, data: { matchId: match } });
    },
  };
}

function lineOf({ player, name, text: line, at }: Cells): PartyLine {
  return { player: text(player), name: text(name), text: text(line), at: whole(at) };
}

import type { PrismaClient } from '../../generated/sqlite/client.ts';
import { text, whole } from '../cells.ts';
import { createFriends } from './friends.ts';
import { createParties } from './parties.ts';
import type { Notices, Questions, Social } from './port.ts';

export function createSocial(prisma: PrismaClient): Social {
  return {
    ...createFriends(prisma),
    ...createParties(prisma),
    ...createNotices(prisma),
    ...createQuestions(prisma),

    async sweepSocial(before, limit) {
      const old = await prisma.$executeRaw`
        delete from "Notification" where ("player", "id") in
          (select n."player", n."id" from "Notification" n where n."at" < cast(${before} as bigint) limit ${limit})`;
      await prisma.consoleQuestion.deleteMany({ where: { at: { lt: before } } });
      // One that a member has come into meanwhile stays: the members' reference refuses the deletion of all of them.
      await prisma.party
        .deleteMany({ where: { createdAt: { lt: before }, members: { none: {} } } })
        .catch(() => undefined);
      return old;
    },
  };
}

function createNotices(prisma: PrismaClient): Notices {
  return {
    async addNotice({ player, kind, at, text: line, data }) {
      return prisma.$transaction(async (tx) => {
        const [mark] = await tx.$queryRaw<{ last: number | bigint }[]>`
          insert into "NotificationMark" ("player", "last", "acked") values (${player}, 1, 0)
          on conflict ("player") do update set "last" = "NotificationMark"."last" + 1 returning "last"`;
        const id = whole(mark?.last);
        await tx.notification.create({ data: { player, id, kind, at, text: line, data } });
        return id;
      });
    },

    async listNotices(player, after, limit) {
      const acked = (await prisma.notificationMark.findUnique({ where: { player } }))?.acked ?? 0;
      const unread = await prisma.notification.count({ where: { player, id: { gt: acked } } });
      const rows = await prisma.notification.findMany({
        where: { player, id: { gt: after ?? 0 } },
        orderBy: { id: after === null ? 'desc' : 'asc' },
        take: limit,
      });
      const items = rows.map((row) => ({
        id: row.id,
        kind: row.kind,
        at: whole(row.at),
        text: text(row.text),
        data: row.data,
      }));
      return { unread, items: after === null ? items.reverse() : items };
    },

    async ackNotices(player, id) {
      await prisma.$executeRaw`
        update "NotificationMark" set "acked" = case when "last" < ${id} then "last" else ${id} end
        where "player" = ${player} and "acked" < ${id}`;
    },
  };
}

function createQuestions({ consoleQuestion: questions }: PrismaClient): Questions {
  return {
    async putQuestion(player, line, at) {
      const data = { at, text: line };
      await questions.upsert({ where: { player }, create: { player, ...data }, update: data });
    },

    async question(player, since) {
      return (await questions.findFirst({ where: { player, at: { gte: since } } }))?.text ?? null;
    },

    async takeQuestion(player) {
      return (await questions.deleteMany({ where: { player } })).count > 0;
    },
  };
}

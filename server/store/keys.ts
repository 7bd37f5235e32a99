import type { PrismaClient, SigningKey } from '../generated/sqlite/client.ts';
import { whole } from './cells.ts';
import type { Keys } from './port.ts';

export function createKeys(prisma: PrismaClient): Keys {
  const { signingKey: table } = prisma;
  return {
    async enrolKey({ kid, key, from, until }, closeAt) {
      await prisma.$transaction([
        table.upsert({
          where: { kid },
          create: { kid, key, validFrom: from, validUntil: until },
          update: { validUntil: until },
        }),
        table.updateMany({ where: { kid: { not: kid }, validUntil: 0 }, data: { validUntil: closeAt } }),
      ]);
    },

    async publicKeys() {
      const rows = await table.findMany({ orderBy: [{ validFrom: 'desc' }, { kid: 'asc' }] });
      return rows.map(({ kid, key, validFrom, validUntil }: SigningKey) => {
        return { kid, key, from: whole(validFrom), until: whole(validUntil) };
      });
    },
  };
}

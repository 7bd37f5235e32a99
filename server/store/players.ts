import { type Player, Prisma, type PrismaClient } from '../generated/sqlite/client.ts';
import { oneOf, whole } from './cells.ts';
import { DIFFICULTIES, type PlayerRecord, type Players } from './port.ts';

const AUDIENCES = ['anyone', 'friends'] as const;
/** Prisma's codes: a unique constraint failed; the row to update is not there. */
const TAKEN = 'P2002';
const MISSING = 'P2025';

export function createPlayers({ player: table }: PrismaClient): Players {
  const byTokenHash = async (tokenHash: string) => orNull(await table.findUnique({ where: { tokenHash } }));

  return {
    byTokenHash,
    byId: async (id) => orNull(await table.findUnique({ where: { id } })),

    async create(tokenHash, record) {
      const known = await byTokenHash(tokenHash);
      if (known !== null) return { record: known, created: false };
      const { player: id, ...rest } = record;
      try {
        const row = await table.create({ data: { ...rest, id, tokenHash, nameKey: keyOf(record.name) } });
        return { record: recordOf(row), created: true };
      } catch (error) {
        if (codeOf(error) !== TAKEN) throw error;
        const other = await byTokenHash(tokenHash);
        if (other !== null) return { record: other, created: false };
        if ((await table.count({ where: { nameKey: keyOf(record.name) } })) > 0) return 'name-taken';
        throw error;
      }
    },

    async update(id, patch) {
      const data = patch.name === undefined ? patch : { ...patch, nameKey: keyOf(patch.name) };
      try {
        return recordOf(await table.update({ where: { id }, data }));
      } catch (error) {
        const code = codeOf(error);
        if (code === MISSING) return null;
        if (code === TAKEN) return 'name-taken';
        throw error;
      }
    },

    async seen(id, at) {
      await table.updateMany({ where: { id, lastSeenAt: { lt: at } }, data: { lastSeenAt: at } });
    },
  };
}

const keyOf = (name: string) => name.toLowerCase();

function codeOf(error: unknown): string | null {
  return error instanceof Prisma.PrismaClientKnownRequestError ? error.code : null;
}

function orNull(row: Player | null): PlayerRecord | null {
  return row === null ? null : recordOf(row);
}

function recordOf(row: Player): PlayerRecord {
  return {
    player: row.id,
    name: row.name,
    preferredDifficulty: oneOf(DIFFICULTIES, row.preferredDifficulty),
    preferredTheme: row.preferredTheme,
    challengesFrom: oneOf(AUDIENCES, row.challengesFrom),
    createdAt: whole(row.createdAt),
    lastSeenAt: whole(row.lastSeenAt),
  };
}

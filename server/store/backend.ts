import type { PrismaClient } from '../generated/sqlite/client.ts';
import type { Entry } from './entry.ts';
import { createKeys } from './keys.ts';
import { createPlayers } from './players.ts';
import type { AppendOutcome, Journal, Keys, Players, Store } from './port.ts';
import { findText, listIds, listRows, load, offerRematch, rematchOffers } from './read.ts';
import type { Script } from './script.ts';
import { createSocial } from './social/index.ts';
import type { Social } from './social/port.ts';

/** Everything that can be asked of the worker besides appends. */
export type Queries = Omit<Journal, 'append'> & Players & Keys & Social & Pick<Store, 'backup'>;

/** One open database, in the worker. */
export interface Backend {
  readonly queries: Queries;
  /** One transaction, on disk when it resolves. Rejected: nothing is known to be written. */
  commit(entries: readonly Entry[]): Promise<readonly AppendOutcome[]>;
  close(): Promise<void>;
}

/** The queries of either database; `run` runs a script on it. */
export function createQueries(
  prisma: PrismaClient,
  run: <T>(script: Script<T>) => Promise<T>,
): Omit<Queries, 'backup'> {
  return {
    load: (match) => run(load(match)),
    row: async (match) => (await run(listRows('row', match)))[0] ?? null,
    receipt: (match) => run(findText('receipt', match)),
    byInvite: (invite) => run(findText('byInvite', invite)),
    waiting: (game, rules) => run(findText('waiting', game, rules)),
    active: (player, activeClass) => run(findText('active', player, activeClass)),
    due: (now, limit) => run(listIds('due', now, limit)),
    history: (player, limit) => run(listRows('history', player, limit)),
    offerRematch: (match, seat, at) => run(offerRematch(match, seat, at)),
    rematchOffers: (match) => run(rematchOffers(match)),
    sweep: (before, limit) => sweep(prisma, before, limit),
    ...createPlayers(prisma),
    ...createKeys(prisma),
    ...createSocial(prisma),
  };
}

async function sweep({ match: table }: PrismaClient, before: number, limit: number): Promise<number> {
  const ended = await table.findMany({
    where: { endedAt: { gt: 0, lt: before } },
    orderBy: { endedAt: 'asc' },
    take: limit,
    select: { id: true },
  });
  const { count } = await table.deleteMany({ where: { id: { in: ended.map(({ id }) => id) } } });
  return count;
}

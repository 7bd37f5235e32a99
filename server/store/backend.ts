import type { PrismaClient } from '../generated/sqlite/client.ts';
import type { Entry } from './entry.ts';
import { closeChallenge, createChallenge, listChallenges, readChallenge, sweepChallenges } from './flip/challenges.ts';
import type { FlipStore } from './flip/port.ts';
import { achievementsOf, leaders, namesOf, statsOf } from './flip/reads.ts';
import { expireChallenges } from './flip/record.ts';
import { createKeys } from './keys.ts';
import { createPlayers } from './players.ts';
import type { AppendOutcome, Journal, Keys, Players, Store } from './port.ts';
import { findText, listIds, listRows, listStrays, load, offerRematch, rematchOffers } from './read.ts';
import type { Script } from './script.ts';
import { createSocial } from './social/index.ts';
import type { Social } from './social/port.ts';

/** Everything that can be asked of the worker besides appends. */
export type Queries = Omit<Journal, 'append'> & Players & Keys & FlipStore & Social & Pick<Store, 'backup'>;

/** One open database, in the worker. */
export interface Backend {
  readonly queries: Queries;
  /** One transaction, on disk when it resolves. Rejected: nothing is known to be written. */
  commit(entries: readonly Entry[]): Promise<readonly AppendOutcome[]>;
  close(): Promise<void>;
}

/** Ways to run scripts on a database. */
interface Runs {
  run<T>(script: Script<T>): Promise<T>;
  /** In one transaction, on disk when it resolves. `script` makes it anew for each try. */
  transact<T>(script: () => Script<T>): Promise<T>;
}

/** The queries of either database. */
export function createQueries(prisma: PrismaClient, { run, transact }: Runs): Omit<Queries, 'backup'> {
  return {
    load: (match) => run(load(match)),
    row: async (match) => (await run(listRows('row', match)))[0] ?? null,
    receipt: (match) => run(findText('receipt', match)),
    byInvite: (invite) => run(findText('byInvite', invite)),
    waiting: (game, rules) => run(findText('waiting', game, rules)),
    active: (player, activeClass) => run(findText('active', player, activeClass)),
    due: (now, limit) => run(listIds('due', now, limit)),
    strays: (limit) => run(listStrays(limit)),
    history: (player, limit) => run(listRows('history', player, limit)),
    offerRematch: (match, seat, at) => run(offerRematch(match, seat, at)),
    rematchOffers: (match) => run(rematchOffers(match)),
    sweep: (before, limit) => sweep(prisma, before, limit),
    createChallenge: (challenge, most, notices) => transact(() => createChallenge(challenge, most, notices)),
    challenge: (id) => run(readChallenge(id)),
    challengesOf: (player, recent) => run(listChallenges('challengesOf', player, recent)),
    closeChallenge: (id, status, at, notices) => transact(() => closeChallenge(id, status, at, notices)),
    dueChallenges: (now, limit) => run(listChallenges('dueChallenges', now, limit)),
    expireChallenges: (ids, now) => transact(() => expireChallenges(ids, now)),
    leaders: (board, after, limit) => run(leaders(board, after, limit)),
    statsOf: (players) => run(statsOf(players)),
    achievementsOf: (player) => run(achievementsOf(player)),
    namesOf: (players) => run(namesOf(players)),
    sweepChallenges: (before, limit) => transact(() => sweepChallenges(before, limit)),
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

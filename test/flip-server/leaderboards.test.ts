import { type LeaderboardEntry, standings } from '@freeplay/shared/games/flip/records';
import Database from 'better-sqlite3';
import { assert } from 'chai';
import pg from 'pg';
import { leaderboard } from '../../server/flip/leaderboards.ts';
import type { Store } from '../../server/store/port.ts';
import { DATABASE_FILE } from '../../server/store/safe-sqlite.ts';
import { POSTGRESQL, SQLITE } from '../../server/store/sql.ts';
import { randomFrom } from '../games/support.ts';
import { describePostgres, sharedPostgres } from '../support/postgres.ts';
import { creation, ending, matchRow, openAt, temporaryFolder } from '../support/store.ts';

const LONG = process.env.FREEPLAY_LONG !== undefined;
const MANY = LONG ? 1_000_000 : 50_000;
const LIMIT = 20;
/** The top, among equal scores in the middle, and near the end. */
const PLACES = [
  [2 ** 31 - 1, 0, ''],
  [2000, 10_000, 'p'],
  [2, 5, 'p'],
];

/** Finishes solo games, all in one append. */
async function finish(store: Store, entries: readonly LeaderboardEntry[], id: string): Promise<void> {
  const row = matchRow(id);
  await store.journal.append({ ...creation(row), claim: [] });
  const finishes = entries.map(({ owner, score, at }) => {
    const named = { player: owner, name: owner };
    return { ...named, match: id, at, members: [named], finish: { mode: 'SOLO', difficulty: 'EASY', score } as const };
  });
  await store.journal.append({ ...ending(row), outcome: { match: id, at: 1, finishes, challenge: null, notices: [] } });
}

function describeBoards(name: string, open: () => Promise<{ store: Store; remove(): Promise<void> | void }>): void {
  describe(`Leaderboards on ${name}`, () => {
    let store: Store;
    let remove: () => Promise<void> | void;

    beforeEach(async () => {
      ({ store, remove } = await open());
    });
    afterEach(async () => {
      await store.close();
      await remove();
    });

    it('stand as the rules say, page by page, whatever the pages are cut into', async () => {
      const random = randomFrom(7);
      const entries = Array.from({ length: 300 }, (_, n): LeaderboardEntry => {
        return { owner: `p${random(80)}`, score: 100 * random(6), at: 1000 + n - random(20) };
      });
      for (let from = 0; from < entries.length; from += 25)
        await finish(store, entries.slice(from, from + 25), `m${from}`);
      const expected = bestOf(entries);
      for (const limit of [1, 7, 20, 100]) {
        const rows = [];
        for (let after: string | undefined; ; ) {
          const page = await leaderboard(store.flip, { board: 'solo', limit, ...(after !== undefined && { after }) });
          rows.push(...(page?.rows ?? []));
          if (page?.next == null) break;
          after = page.next;
        }
        assert.deepEqual(
          rows.map(({ rank }) => rank),
          rows.map((_, index) => index + 1),
        );
        assert.deepEqual(
          rows.map(({ players, score, at }) => ({ owner: players[0]?.player ?? '', score, at })),
          expected,
        );
      }
    });

    it('never mix modes, difficulties or sizes of teams', async () => {
      const named = (player: string) => ({ player, name: player });
      const [ann, bob, cem] = [named('ann'), named('bob'), named('cem')];
      const row = matchRow('mixed');
      await store.journal.append({ ...creation(row), claim: [] });
      const common = { match: row.id, at: 5 };
      const duel = { mode: 'DUEL', verdict: 'won', byForfeit: false, score: 1, found: 5, pairs: 8 } as const;
      const race = { mode: 'SPEED_RACE', difficulty: 'EASY', verdict: 'won', score: 2, rivalScore: 1 } as const;
      const finishes = [
        { ...ann, ...common, members: [ann], finish: { mode: 'SOLO', difficulty: 'HARD', score: 3 } as const },
        { ...ann, ...common, members: [ann], finish: duel },
        { ...ann, ...common, members: [ann], finish: race },
        { ...ann, ...common, members: [ann, bob], finish: { mode: 'TEAM_SNAP', score: 4, found: [1, 1] } as const },
        {
          ...ann,
          ...common,
          members: [ann, bob, cem],
          finish: { mode: 'TEAM_SNAP', score: 5, found: [1, 1, 1] } as const,
        },
      ];
      await store.journal.append({ ...ending(row), outcome: { ...common, finishes, challenge: null, notices: [] } });
      const boards = [
        { board: 'solo' },
        { board: 'solo', difficulty: 'HARD' },
        { board: 'duel' },
        { board: 'speed-race' },
        { board: 'team-snap' },
        { board: 'team-snap', partySize: 3 },
        { board: 'team-snap', partySize: 4 },
      ] as const;
      const scores = [];
      for (const one of boards)
        scores.push((await leaderboard(store.flip, { ...one, limit: 5 }))?.rows.map(({ score }) => score));
      assert.deepEqual(scores, [[], [3], [1], [2], [4], [5], []]);
      const [top] = (await leaderboard(store.flip, { board: 'duel', limit: 5 }))?.rows ?? [];
      assert.deepEqual(top?.record, { wins: 1, losses: 0, draws: 0, averagePairs: 5, bestStreak: 1 });
      const [first] = (await leaderboard(store.flip, { board: 'speed-race', limit: 5 }))?.rows ?? [];
      assert.deepEqual(first?.record, { wins: 1, losses: 0, draws: 0, averageDifference: 1 });
      assert.isNull(await leaderboard(store.flip, { board: 'chess', limit: 5 }));
      assert.isNull(await leaderboard(store.flip, { board: 'duel', limit: 5, after: 'nonsense' }));
    });
  });
}

function tell(database: string, ms: number): void {
  process.stdout.write(`    ${database}: ${PLACES.length} pages of a board of ${MANY} rows in ${ms.toFixed(1)} ms\n`);
}

/** The rows of the rules' own twin; of one score at one instant the smaller id goes first. */
function bestOf(entries: readonly LeaderboardEntry[]) {
  return standings(entries).toSorted(
    (one, other) => other.score - one.score || one.at - other.at || (one.owner < other.owner ? -1 : 1),
  );
}

describeBoards('the embedded database', async () => {
  const { folder, remove } = temporaryFolder();
  return { store: await openAt(folder), remove };
});

describe('A leaderboard of the embedded database', function () {
  this.timeout(600_000);
  const { folder, remove } = temporaryFolder();
  let database: Database.Database;

  before(async () => {
    await (await openAt(folder)).close();
    database = new Database(`${folder}/${DATABASE_FILE}`);
    database.exec(`
      with recursive n(i) as (select 0 union all select i + 1 from n where i < ${MANY - 1})
      insert into "LeaderboardRow" select 'duel', printf('p%08d', i), (i * 7919) % 4000, i, 'm', '{"members":[]}' from n`);
    database.exec('analyze');
  });
  after(() => {
    database.close();
    remove();
  });

  it(`is read by its index alone, at ${MANY} rows as at few`, () => {
    const plan = database.prepare(`explain query plan ${SQLITE.leaders}`).all({ input: '["duel",2000,5,"p",20]' });
    const steps = (plan as { readonly detail: string }[])
      .map(({ detail }) => detail)
      .filter((detail) => /LeaderboardRow/.test(detail));
    assert.lengthOf(steps, 2);
    for (const step of steps)
      assert.match(
        step,
        /^SEARCH LeaderboardRow USING INDEX LeaderboardRow_board_score_at_holder_idx \(board=\? AND score[=<]\?/,
      );
    const read = database.prepare(SQLITE.leaders).raw();
    const started = performance.now();
    for (const place of PLACES) assert.lengthOf(read.all({ input: JSON.stringify(['duel', ...place, LIMIT]) }), LIMIT);
    tell('SQLite', performance.now() - started);
  });

  it('of a full board is written to by its key', () => {
    const plan = database.prepare(`explain query plan ${SQLITE.writeLeaders}`).all({ input: '[]' });
    assert.notMatch(JSON.stringify(plan), /SCAN LeaderboardRow/);
  });
});

describePostgres('On PostgreSQL', () => {
  describeBoards('PostgreSQL', async () => {
    const url = await (await sharedPostgres()).createDatabase();
    return { store: await openAt(url), remove: () => {} };
  });

  it(`a leaderboard of ${MANY} rows is read by its index alone: no page reads more rows than it shows`, async function () {
    this.timeout(600_000);
    const client = new pg.Client(await (await sharedPostgres()).createDatabase());
    await client.connect();
    try {
      await client.query(`
        insert into "LeaderboardRow" select 'duel', 'p' || lpad(i::text, 8, '0'), (i::bigint * 7919) % 4000, i, 'm', '{"members":[]}'
        from generate_series(0, ${MANY - 1}) as n(i)`);
      await client.query('analyze "LeaderboardRow"');
      for (const setting of ['enable_seqscan = off', 'plan_cache_mode = force_generic_plan', 'jit = off']) {
        await client.query(`set ${setting}`);
      }
      await client.query(`prepare page(text) as ${POSTGRESQL.leaders}`);
      const explained = await client.query(`explain (format json) execute page('["duel",2000,5,"p",20]')`);
      const text = JSON.stringify(explained.rows);
      assert.equal(text.match(/LeaderboardRow_board_score_at_holder_idx/g)?.length, 2);
      assert.notMatch(text, /Seq Scan/);
      const started = performance.now();
      for (const place of PLACES) {
        const input = JSON.stringify(['duel', ...place, LIMIT]);
        assert.lengthOf((await client.query(`execute page('${input}')`)).rows, LIMIT);
        const analyzed = await client.query(`explain (analyze, format json) execute page('${input}')`);
        const read = [...JSON.stringify(analyzed.rows).matchAll(/"Actual Rows":\s*(\d+)/g)].map(([, rows]) =>
          Number(rows),
        );
        assert.isAtMost(Math.max(...read), 2 * LIMIT);
      }
      tell('PostgreSQL', performance.now() - started);
    } finally {
      await client.end();
    }
  });
});

import { expect } from 'chai';
import type { Store } from '../../server/store/port.ts';
import { describePostgres, sharedPostgres } from '../support/postgres.ts';
import { CAPACITY, CLASS, creation, matchRow, openAt } from '../support/store.ts';
import { readLines, spawnProgram } from './following.ts';

const RIVAL = new URL('./rival.ts', import.meta.url);
const RIVALS = ['one', 'two'];

/** What each process on the database has written, once all have ended; none starts before all are ready. */
async function race(url: string, task: string, count: number): Promise<string[][][]> {
  const children = RIVALS.map((name) => spawnProgram(RIVAL, url, task, name, String(count)));
  let ready = 0;
  const said = children.map(async (child) => {
    const lines: string[][] = [];
    await readLines(child, (line) => {
      if (line !== 'ready') lines.push(line.split(' '));
      else if (++ready === children.length) for (const one of children) one.stdin?.end('go\n');
    });
    expect(child.exitCode).to.equal(0);
    return lines;
  });
  return Promise.all(said);
}

describePostgres('Two processes on one PostgreSQL', () => {
  let url: string;
  let store: Store;

  before(async () => {
    url = await (await sharedPostgres()).createDatabase();
    store = await openAt(url);
  });
  after(() => store?.close());

  it('who play in one match at once write each move exactly once; a lost revision is never acknowledged', async () => {
    const each = 100;
    await store.journal.append(creation(matchRow('contested')));
    const [one = [], two = []] = await race(url, 'moves', each);
    expect([one.length, two.length]).to.deep.equal([each, each]);
    const stored = await store.journal.load('contested');
    const log = stored?.events.slice(1).map(({ revision, id }) => [String(revision), id]);
    expect(log).to.deep.equal([...one, ...two].sort(([a], [b]) => Number(a) - Number(b)));
    expect(stored?.row.revision).to.equal(1 + 2 * each);
    // They did meet: neither was through before the other began.
    expect(Number(one[0]?.[0])).to.be.lessThan(Number(two.at(-1)?.[0]));
    expect(Number(two[0]?.[0])).to.be.lessThan(Number(one.at(-1)?.[0]));
  });

  it('who pair 100 players by one queue make 50 matches of two, and leave nobody', async () => {
    const entered = (await race(url, 'queue', 50)).flat();
    expect(new Set(entered.map(([player]) => player)).size).to.equal(100);
    const matches = Map.groupBy(entered, ([, match]) => match ?? '');
    expect(matches.size).to.equal(50);
    for (const [match, players] of matches) {
      const seated = players.map(([player]) => player ?? '').sort();
      const row = await store.journal.row(match);
      expect(row?.players.toSorted()).to.deep.equal(seated);
      expect(seated).to.have.length(2);
      for (const player of seated) expect(await store.journal.active(player, CLASS)).to.equal(match);
    }
    expect(await store.journal.waiting('gravity', 'queue')).to.equal(null);
  });

  it('who create matches at once keep to the capacity of the class together', async () => {
    const created = (await race(url, 'capacity', 40)).flat().flat();
    expect(created).to.have.length(80);
    expect(created.filter((match) => match !== 'full')).to.have.length(CAPACITY);
  });
});

import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import { type Store, StoreUnavailable } from '../../server/store/port.ts';
import { databaseOf, describePostgres, PostgresServer } from '../support/postgres.ts';
import { creation, matchRow, moves, openAt, playerRecord } from '../support/store.ts';
import { expectAllThere, type Revisions } from './following.ts';

const MATCHES = 20;
/** Between two looks at a database that is away. */
const LOOK_AGAIN_MS = 20;

/** Plays in many matches at once, through any outage, as the host does: what is unknown is read again. */
class Players {
  readonly acknowledged: Revisions = new Map();
  readonly #store: Store;
  readonly #playing: Promise<unknown>;
  #over = false;
  failures = 0;
  count = 0;

  constructor(store: Store) {
    this.#store = store;
    this.#playing = Promise.all(Array.from({ length: MATCHES }, (_, n) => this.#play(`match-${n}`)));
  }

  /** Until so many more appends are acknowledged. */
  async more(appends: number): Promise<void> {
    const goal = this.count + appends;
    while (this.count < goal) await Promise.race([delay(LOOK_AGAIN_MS), this.#playing]);
  }

  async stop(): Promise<void> {
    this.#over = true;
    await this.#playing;
  }

  async #play(id: string): Promise<void> {
    while (!this.#over) {
      try {
        const row = await this.#store.journal.row(id);
        const append = row === null ? creation(matchRow(id)) : moves(row, 1 + (row.revision % 3));
        expect(await this.#store.journal.append(append)).to.deep.equal({ ok: true });
        this.acknowledged.set(id, append.row.revision);
        this.count++;
      } catch (error) {
        if (!(error instanceof StoreUnavailable)) throw error;
        this.failures++;
        await delay(LOOK_AGAIN_MS);
      }
    }
  }
}

/** Rejected, with a reason in one line for the log. */
const unavailable = async (call: Promise<unknown>) => {
  const error = await call.catch((reason: unknown) => reason);
  expect(error).to.be.instanceOf(StoreUnavailable).with.property('message').that.matches(/^.+$/);
};

describePostgres('When PostgreSQL goes away', function () {
  this.timeout(120_000);
  let server: PostgresServer;
  let url: string;
  let store: Store;

  before(async () => {
    server = await PostgresServer.open();
    url = await server.createDatabase(false);
    // What an operator may have set for speed: it would lose the last commits in a crash.
    await server.query('postgres', `alter database ${databaseOf(url)} set synchronous_commit = off`);
    store = await openAt(url);
  });
  after(async () => {
    await store?.close();
    await server?.remove();
  });

  const ways = [
    ['is killed with -9', [1, 50, 500], () => server.kill()],
    ['is stopped in order', [100], () => server.stop()],
  ] as const;
  for (const [way, rounds, bring] of ways) {
    it(`because it ${way}, nothing acknowledged is lost, and the store goes on by itself when it is back`, async () => {
      const players = new Players(store);
      for (const appends of rounds) {
        await players.more(appends);
        await bring();
        const { failures } = players;
        await unavailable(store.journal.append(creation(matchRow(`${way}-${appends}`))));
        await unavailable(store.journal.row('match-0'));
        await unavailable(store.players.byId('p'));
        await server.start();
        await players.more(1);
        expect(players.failures).to.be.greaterThan(failures);
        await expectAllThere(store, players.acknowledged);
      }
      await players.stop();
      await expectAllThere(store, players.acknowledged);
    });
  }

  it('because it stands still, every call is rejected in time; when it moves on, the truth is what it says', async () => {
    const rows = ['still-1', 'still-2'].map((id) => matchRow(id));
    for (const row of rows) await store.journal.append(creation(row));
    server.freeze();
    try {
      const calls = [...rows.map((row) => store.journal.append(moves(row))), store.journal.load('still-1')];
      await Promise.all([...calls, store.players.create('token', playerRecord('still'))].map(unavailable));
      await Promise.all(
        [store.journal.append(creation(matchRow('still-3'))), store.players.byId('p')].map(unavailable),
      );
    } finally {
      server.resume();
    }
    for (const { id } of rows) {
      const before = await answered(() => store.journal.row(id));
      if (before === null) throw new Error('it was acknowledged');
      expect(before.revision).to.be.oneOf([1, 2]);
      const outcome = await answered(() => store.journal.append(moves(before)));
      // What was sent before the stillness may be carried out only now: then this one is fenced.
      if (outcome.ok) expect((await store.journal.load(id))?.events).to.have.length(before.revision + 1);
      else expect(outcome.conflict).to.equal('revision');
    }
  });

  it('a store can be closed meanwhile, and a start is refused with a sentence', async () => {
    const other = await openAt(url);
    server.freeze();
    await other.close();
    server.resume();
    await server.stop();
    const refused = await openAt(url).catch((error: Error) => error.message);
    expect(refused).to.match(/^PostgreSQL at 127\.0\.0\.1:\d+ does not let us in: connect ECONNREFUSED .*\.$/);
    await server.start();
  });
});

/** The answer, once there is one. */
async function answered<T>(call: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
      await delay(LOOK_AGAIN_MS);
    }
  }
}

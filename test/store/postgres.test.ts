import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import pg from 'pg';
import type { Store } from '../../server/store/port.ts';
import { describePostgres, sharedPostgres } from '../support/postgres.ts';
import { CLASS, creation, ending, matchRow, moves, openAt } from '../support/store.ts';
import { describeStore } from './contract.ts';

const LOOK_AGAIN_MS = 20;

describePostgres('PostgreSQL', () => {
  describeStore('PostgreSQL', async () => {
    const server = await sharedPostgres();
    const store = await openAt(await server.createDatabase());
    return { store, remove: () => store.close() };
  });
});

describePostgres('A commit on PostgreSQL that meets another transaction', () => {
  let store: Store;
  /** Another process's. */
  let elsewhere: Store;
  /** Others on the same database, and one who looks on. */
  let other: pg.Client;
  let third: pg.Client;
  let observer: pg.Client;

  before(async () => {
    const url = await (await sharedPostgres()).createDatabase();
    store = await openAt(url);
    elsewhere = await openAt(url);
    const clients = [new pg.Client(url), new pg.Client(url), new pg.Client(url)] as const;
    for (const client of clients) await client.connect();
    [other, third, observer] = clients;
  });
  after(() =>
    Promise.all(
      [other, third, observer, store, elsewhere].map((one) => (one instanceof pg.Client ? one.end() : one?.close())),
    ),
  );

  /** Until so many wait for a lock of another's. */
  const waiting = async (count: number) => {
    const locked = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    while ((await observer.query(locked)).rowCount !== count) await delay(LOOK_AGAIN_MS);
  };
  const claims = (client: pg.Client, player: string) =>
    client.query(`insert into "ActiveSeat" values ('${player}', '${CLASS}', 'seated')`);

  it('and deadlocks with it is tried again as a whole', async () => {
    const [played, seated, late] = [matchRow('played'), matchRow('seated'), matchRow('late')];
    await Promise.all([played, seated].map((row) => store.journal.append(creation(row))));
    await other.query(`set deadlock_timeout = '1h'`); // so that it is the store's commit that gives way
    await other.query('begin');
    await claims(other, 'second');
    await third.query('begin');
    await claims(third, 'first');
    const claim = ['first', 'second'].map((player) => ({ player, activeClass: CLASS }));
    const batch = [moves(played), creation(late, { claim })].map((append) => store.journal.append(append));
    await waiting(1); // for the third's seat, and holds the row of the first match
    const update = other.query(`update "Match" set "deadline" = "deadline" where "id" = 'played'`);
    await waiting(2);
    await third.query('rollback');
    await update;
    await other.query('rollback');
    expect(await Promise.all(batch)).to.deep.equal([{ ok: true }, { ok: true }]);
    const deadlocks = `select deadlocks::int from pg_stat_database where datname = current_database()`;
    while ((await observer.query(deadlocks)).rows[0].deadlocks === 0) await delay(LOOK_AGAIN_MS);
    expect((await store.journal.load('played'))?.events).to.have.length(2);
    for (const { player } of claim) expect(await store.journal.active(player, CLASS)).to.equal('late');
  });

  it('waits for who else claims the seat, and is refused when they get it', async () => {
    const late = matchRow('later');
    await other.query('begin');
    await claims(other, 'one');
    const append = store.journal.append(creation(late, { claim: [{ player: 'one', activeClass: CLASS }] }));
    await waiting(1);
    await other.query('commit');
    expect(await append).to.deep.equal({ ok: false, conflict: 'active-seat', match: 'seated' });
    expect(await store.journal.row('later')).to.equal(null);
  });

  it('gives a seat that it took over back as the row that it was: whoever ends its match meanwhile sets the player free', async () => {
    const [held, old] = [matchRow('held'), matchRow('old', { players: ['ada', null] })];
    await Promise.all([held, old].map((row) => store.journal.append(creation(row))));
    await other.query('begin');
    await other.query(`insert into "PublicQueue" values ('gravity', 'rules-1', 'held')`);
    const claim = [{ player: 'ada', activeClass: CLASS, from: 'old' }];
    const next = matchRow('next', { players: ['ada', null] });
    const refused = store.journal.append(creation(next, { claim, queue: 'open' }));
    await waiting(1); // for the place in the queue, and has the seat by then
    const ended = elsewhere.journal.append(ending(old));
    await waiting(2);
    await other.query('commit');
    expect(await refused).to.deep.equal({ ok: false, conflict: 'queue', match: 'held' });
    expect(await ended).to.deep.equal({ ok: true });
    expect(await store.journal.active('ada', CLASS)).to.equal(null);
  });

  it('on a match that is swept away meanwhile is told so, and the others of the commit are unharmed', async () => {
    const [gone, kept] = [matchRow('gone'), matchRow('kept')];
    await Promise.all([gone, kept].map((row) => store.journal.append(creation(row))));
    await other.query('begin');
    await other.query(`delete from "Match" where "id" = 'gone'`);
    const batch = [moves(gone), moves(kept)].map((append) => store.journal.append(append));
    await waiting(1);
    await other.query('commit');
    expect(await Promise.all(batch)).to.deep.equal([{ ok: false, conflict: 'revision' }, { ok: true }]);
  });
});

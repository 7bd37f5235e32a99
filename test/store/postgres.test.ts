import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import pg from 'pg';
import type { Store } from '../../server/store/port.ts';
import { describePostgres, sharedPostgres } from '../support/postgres.ts';
import { CLASS, creation, matchRow, moves, openAt } from '../support/store.ts';
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
  /** Somebody else on the same database. */
  let other: pg.Client;

  before(async () => {
    const url = await (await sharedPostgres()).createDatabase();
    store = await openAt(url);
    other = new pg.Client(url);
    await other.connect();
  });
  after(async () => {
    await other?.end();
    await store?.close();
  });

  /** Until the store's commit waits for a lock of the other's. */
  const waiting = async () => {
    const locked = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    while ((await other.query(locked)).rowCount === 0) await delay(LOOK_AGAIN_MS);
  };

  it('and deadlocks with it is tried again as a whole', async () => {
    const [played, seated, late] = [matchRow('played'), matchRow('seated'), matchRow('late')];
    await Promise.all([played, seated].map((row) => store.journal.append(creation(row))));
    const claim = [{ player: 'both', activeClass: CLASS }];
    await other.query('begin');
    await other.query(`insert into "ActiveSeat" values ('both', '${CLASS}', 'seated')`);
    // Holds the row of the first match while it waits for the seat.
    const batch = [moves(played), creation(late, { claim })].map((append) => store.journal.append(append));
    await waiting();
    await other.query(`update "Match" set "deadline" = "deadline" where "id" = 'played'`);
    await other.query('rollback');
    expect(await Promise.all(batch)).to.deep.equal([{ ok: true }, { ok: true }]);
    const deadlocks = `select deadlocks::int from pg_stat_database where datname = current_database()`;
    while ((await other.query(deadlocks)).rows[0].deadlocks === 0) await delay(LOOK_AGAIN_MS);
    expect((await store.journal.load('played'))?.events).to.have.length(2);
    expect(await store.journal.active('both', CLASS)).to.equal('late');
  });

  it('waits for who else claims the seat, and is refused when they get it', async () => {
    const late = matchRow('later');
    await other.query('begin');
    await other.query(`insert into "ActiveSeat" values ('one', '${CLASS}', 'seated')`);
    const append = store.journal.append(creation(late, { claim: [{ player: 'one', activeClass: CLASS }] }));
    await waiting();
    await other.query('commit');
    expect(await append).to.deep.equal({ ok: false, conflict: 'active-seat', match: 'seated' });
    expect(await store.journal.row('later')).to.equal(null);
  });

  it('on a match that is swept away meanwhile is told so, and the others of the commit are unharmed', async () => {
    const [gone, kept] = [matchRow('gone'), matchRow('kept')];
    await Promise.all([gone, kept].map((row) => store.journal.append(creation(row))));
    await other.query('begin');
    await other.query(`delete from "Match" where "id" = 'gone'`);
    const batch = [moves(gone), moves(kept)].map((append) => store.journal.append(append));
    await waiting();
    await other.query('commit');
    expect(await Promise.all(batch)).to.deep.equal([{ ok: false, conflict: 'revision' }, { ok: true }]);
  });
});

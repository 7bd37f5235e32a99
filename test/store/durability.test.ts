import { spawn } from 'node:child_process';
import { expect } from 'chai';
import { StoreUnavailable } from '../../server/store/port.ts';
import { RemoteStore } from '../../server/store/remote.ts';
import { describePostgres, sharedPostgres } from '../support/postgres.ts';
import { creation, matchRow, moves, openAt, playerRecord, temporaryFolder } from '../support/store.ts';
import { expectAllThere, follow, type Revisions, spawnProgram } from './following.ts';

const APPENDER = new URL('./appender.ts', import.meta.url);
/** Kills come after so many acknowledgements: from the first commit to several checkpoints of the write-ahead log. */
const KILL_AFTER = process.env.FREEPLAY_LONG
  ? Array.from({ length: 30 }, (_, round) => 1 + ((round * 379) % 4000))
  : [1, 40, 300, 1000, 4000];
/** PostgreSQL is not in the process that is killed, so that its own state matters less. */
const KILL_CLIENT_AFTER = process.env.FREEPLAY_LONG ? KILL_AFTER : [1, 300, 2000];

/** A process that writes to the database at `place` is killed again and again. */
async function expectNothingLost(place: string, counts: readonly number[]): Promise<void> {
  const acknowledged: Revisions = new Map();
  for (const count of counts) {
    const child = spawnProgram(APPENDER, place);
    let lines = 0;
    const errors = await follow(child, acknowledged, () => {
      if (++lines === count) child.kill('SIGKILL');
    });
    expect(errors).to.deep.equal([]);
    expect(child.signalCode).to.equal('SIGKILL');
    const store = await openAt(place);
    await expectAllThere(store, acknowledged);
    await store.close();
  }
}

describe('the embedded database', () => {
  let folder: string;
  let remove: () => void;
  beforeEach(() => {
    ({ folder, remove } = temporaryFolder());
  });
  afterEach(() => remove());

  it('has every acknowledged append after kill -9 of its process, whenever it strikes', async function () {
    this.timeout(KILL_AFTER.length * 20_000);
    await expectNothingLost(folder, KILL_AFTER);
  });

  it('refuses the appends that a full disk does not take, and has all others', async function () {
    if (process.platform === 'win32') this.skip();
    const acknowledged: Revisions = new Map();
    // A limit on the size of files (blocks of 512 or 1024 bytes), whose signal is ignored, so that writes just fail.
    const limited = `trap '' XFSZ; ulimit -f 1200; exec "$0" "$@"`;
    const child = spawn('sh', ['-c', limited, process.execPath, APPENDER.pathname, folder], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const errors = await follow(child, acknowledged);
    expect(errors).to.have.length(1);
    expect(errors[0]).to.match(/^! StoreUnavailable: /);
    expect(acknowledged.size).to.equal(20);
    const store = await openAt(folder);
    await expectAllThere(store, acknowledged);
    const stored = await store.journal.row('match-0');
    if (stored === null) throw new Error('it was acknowledged');
    expect(await store.journal.append(moves(stored))).to.deep.equal({ ok: true });
    await store.close();
  });

  it('belongs to one process: a second one ends at its start with a sentence', async () => {
    const store = await openAt(folder);
    const errors = await follow(spawnProgram(APPENDER, folder), new Map());
    expect(errors).to.have.length(1);
    expect(errors[0]).to.match(/^! .*freeplay\.db is in use by another process: stop it, or set another DATA_DIR\.$/);
    expect(await store.journal.append(creation(matchRow('still')))).to.deep.equal({ ok: true });
    await store.close();
    const next = await openAt(folder);
    expect((await next.journal.row('still'))?.revision).to.equal(1);
    await next.close();
  });

  it('answers what it has taken before it closes, and takes nothing after', async () => {
    const store = await openAt(folder);
    const taken = Promise.all([
      store.journal.append(creation(matchRow('last'))),
      store.players.create('token', playerRecord('someone')),
      store.journal.append(moves(matchRow('last'))),
    ]);
    const closed = store.close();
    const refused = store.journal.row('last').catch((error: unknown) => error);
    expect(await refused).to.be.instanceOf(StoreUnavailable);
    expect((await taken)[2]).to.deep.equal({ ok: true });
    await closed;
    await store.close();
    const next = await openAt(folder);
    expect((await next.journal.row('last'))?.revision).to.equal(2);
    await next.close();
  });

  it('rejects what is under way when its thread dies, says so once, and rejects all that comes', async () => {
    const deaths: Error[] = [];
    const script = new URL('./dying-worker.ts', import.meta.url);
    const store = await RemoteStore.open({ dataDir: folder }, (error) => deaths.push(error), script);
    const lost = [store.players.byId('die'), store.journal.append(creation(matchRow('m'))), store.journal.row('m')];
    for (const result of await Promise.allSettled(lost)) {
      expect(result).to.have.property('reason').instanceOf(StoreUnavailable);
    }
    const after = await store.journal.append(creation(matchRow('m'))).catch((error: unknown) => error);
    expect(after).to.be.instanceOf(StoreUnavailable);
    await store.close();
    expect(deaths.map(({ message }) => message)).to.deep.equal(['The database thread has failed: Error: planted.']);
  });
});

describePostgres('PostgreSQL', () => {
  it('has every acknowledged append after kill -9 of a process, whenever it strikes', async function () {
    this.timeout(KILL_CLIENT_AFTER.length * 20_000);
    const server = await sharedPostgres();
    await expectNothingLost(await server.createDatabase(), KILL_CLIENT_AFTER);
  });
});

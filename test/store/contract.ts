import { canonical } from '@freeplay/shared/proof';
import { expect } from 'chai';
import type { Append, AppendOutcome, MatchRow, Store } from '../../server/store/port.ts';
import { CLASS, creation, ending, matchRow, moved, moves, playerRecord, START } from '../support/store.ts';
import { expectSerialBatches } from './serial.ts';

const OK: AppendOutcome = { ok: true };
const LOST: AppendOutcome = { ok: false, conflict: 'revision' };

/**
 * What every store must do, whatever database it stands on. `open` gives an empty one. All of it runs in one store, so
 * each test has ids of its own.
 */
export function describeStore(name: string, open: () => Promise<{ store: Store; remove(): Promise<void> }>): void {
  describe(`${name}: the store's contract`, () => {
    let opened: Awaited<ReturnType<typeof open>>;
    let ids = 0;

    before(async () => {
      opened = await open();
    });
    after(() => opened.remove());

    const journal = () => opened.store.journal;
    const players = () => opened.store.players;
    const newId = () => `m${++ids}`;
    const append = (entry: Append) => journal().append(entry);
    const started = async (over: Partial<MatchRow> = {}): Promise<MatchRow> => {
      const row = matchRow(newId(), over);
      expect(await append(creation(row))).to.deep.equal(OK);
      return row;
    };
    /** Sends appends in one turn of the event loop, so that they share a commit. */
    const together = async (...entries: readonly Append[]) => {
      const before = opened.store.stats.batches;
      const outcomes = await Promise.all(entries.map(append));
      expect(opened.store.stats.batches - before).to.equal(1);
      return outcomes;
    };

    describe('a match', () => {
      it('is read back exactly, with its events in canonical text', async () => {
        const id = newId();
        const row = matchRow(id, {
          ...{ names: ['Zoë "Z" \\', '渡辺 🎲'], players: [`${id}-ä`, `${id}-b`], invite: `${id}-invite` },
          ...{ createdAt: Number.MAX_SAFE_INTEGER, startedAt: 0, deadline: Number.MAX_SAFE_INTEGER - 1 },
          ...{ rematchOf: `${id}-0`, mode: 'public', status: 'ready', rules: 'f'.repeat(64) },
        });
        const events = [
          { ...moved(1), at: Number.MAX_SAFE_INTEGER, id: 'né-✓\n"' },
          { ...moved(2), seat: null },
        ];
        const both = { ...row, revision: 2 };
        expect(await append(creation(both, { events }))).to.deep.equal(OK);

        const stored = await journal().load(id);
        expect(stored).to.deep.equal({ row: both, events, texts: events.map(canonical) });
        expect(stored?.events.map((event) => JSON.stringify(event))).to.deep.equal(events.map(canonical));
        expect(await journal().row(id)).to.deep.equal(both);
      });

      it('follows its events: row and log after each append', async () => {
        const row = await started();
        const first = moves(row, 3);
        expect(await append(first)).to.deep.equal(OK);
        const last = ending(first.row);
        expect(await append(last)).to.deep.equal(OK);
        const stored = await journal().load(row.id);
        expect(stored?.row).to.deep.equal(last.row);
        expect(stored?.events.slice(1)).to.deep.equal([...first.events, ...last.events]);
      });

      it('with open seats keeps them, and shows who came in', async () => {
        const id = newId();
        const open = matchRow(id, { players: [`${id}-a`, null], names: ['Ada', null], status: 'waiting' });
        expect(await append(creation(open))).to.deep.equal(OK);
        expect(await journal().row(id)).to.deep.equal(open);
        const joined = { ...open, revision: 2, players: [`${id}-b`, `${id}-a`], names: ['Bo', 'Ada'] };
        const claim = [{ player: `${id}-b`, activeClass: CLASS }];
        expect(await append(moves(open, 1, { row: joined, claim }))).to.deep.equal(OK);
        expect(await journal().row(id)).to.deep.equal(joined);
      });

      it('that is unknown is null, and so are its invite and offers', async () => {
        expect(await journal().load('nobody')).to.equal(null);
        expect(await journal().row('nobody')).to.equal(null);
        expect(await journal().byInvite('nobody')).to.equal(null);
        expect(await journal().rematchOffers('nobody')).to.deep.equal({ at: [], match: null });
        expect(await journal().offerRematch('nobody', 0, START)).to.deep.equal({ at: [], match: null });
      });

      it('is found by its invite', async () => {
        const row = await started({ invite: 'an-invite-of-its-own' });
        expect(await journal().byInvite('an-invite-of-its-own')).to.equal(row.id);
      });
    });

    describe('fencing: of two writers on one match', () => {
      it('the later one is told, and has written nothing', async () => {
        const row = await started();
        const [mine, theirs] = [moves(row, 2), moves(row, 3)];
        expect(await append(mine)).to.deep.equal(OK);
        expect(await append(theirs)).to.deep.equal(LOST);
        const events = [...creation(row).events, ...mine.events];
        expect(await journal().load(row.id)).to.deep.equal({ row: mine.row, events, texts: events.map(canonical) });
      });

      it('one wins inside a shared commit, and the others of the commit are unharmed', async () => {
        const [fenced, before, after] = [await started(), await started(), await started()];
        const outcomes = await together(moves(before), moves(fenced, 2), moves(fenced, 1), moves(after));
        expect(outcomes).to.deep.equal([OK, OK, LOST, OK]);
        for (const row of [before, after]) expect((await journal().row(row.id))?.revision).to.equal(2);
        expect((await journal().load(fenced.id))?.events).to.have.length(3);
      });

      it('a writer ahead of the log is refused as well: no gap', async () => {
        const row = await started();
        expect(await append(moves({ ...row, revision: 5 }))).to.deep.equal(LOST);
        expect(await append(moves(matchRow('never-created')))).to.deep.equal(LOST);
        expect((await journal().load(row.id))?.events).to.have.length(1);
      });

      it('a match is created once', async () => {
        const row = matchRow(newId());
        const again = { ...row, players: ['x', 'y'] };
        expect(await together(creation(row), creation(again))).to.deep.equal([OK, LOST]);
        expect(await append(creation(again))).to.deep.equal(LOST);
        expect(await journal().row(row.id)).to.deep.equal(row);
        expect(await journal().active('x', CLASS)).to.equal(null);
      });

      it('appends to one match in one commit keep their order', async () => {
        const row = matchRow(newId());
        const [first, second] = [moves(row, 2), moves({ ...row, revision: 3 }, 1)];
        const last = ending(second.row);
        expect(await together(creation(row), first, second, last)).to.deep.equal([OK, OK, OK, OK]);
        expect((await journal().load(row.id))?.row).to.deep.equal(last.row);
      });
    });

    describe('one active match per player and class', () => {
      it('a second match is refused and names the first', async () => {
        const row = await started();
        const second = matchRow(newId(), { players: ['someone-else', row.players[0] ?? null] });
        const refused = { ok: false, conflict: 'active-seat', match: row.id };
        expect(await append(creation(second))).to.deep.equal(refused);
        expect(await journal().load(second.id)).to.equal(null);
        expect(await journal().active('someone-else', CLASS)).to.equal(null);
        expect(await journal().active(row.players[0] ?? '', CLASS)).to.equal(row.id);
      });

      it('another class is another matter', async () => {
        const row = await started();
        const claim = [{ player: row.players[0] ?? '', activeClass: 'another' }];
        expect(await append(creation(matchRow(newId()), { claim }))).to.deep.equal(OK);
      });

      it('holds inside one commit: the first wins', async () => {
        const player = `p-${newId()}`;
        const rows = [1, 2, 3].map(() => matchRow(newId(), { players: [player, null], names: ['P', null] }));
        const refused = { ok: false, conflict: 'active-seat', match: rows[0]?.id };
        expect(await together(...rows.map((row) => creation(row)))).to.deep.equal([OK, refused, refused]);
      });

      it('a match that is refused itself stands in nobody’s way', async () => {
        const busy = await started();
        const [p, q] = [`p-${newId()}`, `q-${newId()}`];
        const doomed = matchRow(newId(), { players: [p, busy.players[0] ?? null] });
        const behind = matchRow(newId(), { players: [p, q] });
        const last = matchRow(newId(), { players: [q, null] });
        expect(await together(creation(doomed), creation(behind), creation(last))).to.deep.equal([
          { ok: false, conflict: 'active-seat', match: busy.id },
          OK,
          { ok: false, conflict: 'active-seat', match: behind.id },
        ]);
        expect(await journal().active(p, CLASS)).to.equal(behind.id);
      });

      it('a newcomer who sits elsewhere does not come in, and the match is unchanged', async () => {
        const [busy, row] = [await started(), await started()];
        const claim = [
          { player: `new-${row.id}`, activeClass: CLASS },
          { player: busy.players[1] ?? '', activeClass: CLASS },
        ];
        expect(await append(moves(row, 1, { claim }))).to.deep.equal({
          ok: false,
          conflict: 'active-seat',
          match: busy.id,
        });
        expect((await journal().load(row.id))?.row).to.deep.equal(row);
        expect(await journal().active(`new-${row.id}`, CLASS)).to.equal(null);
      });

      it('two joins that find each other’s players seated are both refused', async () => {
        const [first, second] = [await started(), await started()];
        const join = (row: MatchRow, other: MatchRow) =>
          moves(row, 1, { claim: [{ player: other.players[0] ?? '', activeClass: CLASS }] });
        expect(await together(join(first, second), join(second, first))).to.deep.equal([
          { ok: false, conflict: 'active-seat', match: second.id },
          { ok: false, conflict: 'active-seat', match: first.id },
        ]);
      });

      it('a fenced join leaves no claim behind', async () => {
        const row = await started();
        const claim = [{ player: `late-${row.id}`, activeClass: CLASS }];
        expect(await append(moves({ ...row, revision: 9 }, 1, { claim }))).to.deep.equal(LOST);
        expect(await journal().active(`late-${row.id}`, CLASS)).to.equal(null);
      });

      it('a claim of a seat that the match itself holds is another writer’s, and stays', async () => {
        const row = await started();
        expect(await append(moves(row, 1, { claim: creation(row).claim }))).to.deep.equal(LOST);
        expect(await journal().active(row.players[0] ?? '', CLASS)).to.equal(row.id);
      });

      it('an ended match gives back its seats', async () => {
        const row = await started();
        expect(await append(ending(row))).to.deep.equal(OK);
        expect(await journal().active(row.players[0] ?? '', CLASS)).to.equal(null);
        expect(await append(creation({ ...row, id: newId() }))).to.deep.equal(OK);
      });
    });

    describe('a match for which players give up their seats in another', () => {
      /** A creation for which the first player gives up their seat in `old`. */
      const instead = (old: MatchRow, over: Partial<Append> = {}) => {
        const player = old.players[0] ?? '';
        const row = matchRow(newId(), { players: [player, null], names: ['Ada', null] });
        return creation(row, { claim: [{ player, activeClass: CLASS, from: old.id }], ...over });
      };

      it('takes those seats over, and leaves the other match as it was', async () => {
        const old = await started();
        const next = instead(old);
        expect(await append(next)).to.deep.equal(OK);
        expect(await journal().active(old.players[0] ?? '', CLASS)).to.equal(next.row.id);
        expect(await journal().active(old.players[1] ?? '', CLASS)).to.equal(old.id);
        expect((await journal().load(old.id))?.row).to.deep.equal(old);
        await append(ending(old));
        expect(await journal().active(old.players[0] ?? '', CLASS)).to.equal(next.row.id);
      });

      it('takes nothing where another seat is held by now, and needs none that is free', async () => {
        const [old, busy] = [await started(), await started()];
        const player = busy.players[0] ?? '';
        const refused = creation(matchRow(newId()), { claim: [{ player, activeClass: CLASS, from: old.id }] });
        expect(await append(refused)).to.deep.equal({ ok: false, conflict: 'active-seat', match: busy.id });
        expect(await journal().active(player, CLASS)).to.equal(busy.id);
        const free = creation(matchRow(newId()), {
          claim: [{ player: `free-${old.id}`, activeClass: CLASS, from: old.id }],
        });
        expect(await append(free)).to.deep.equal(OK);
      });

      it('gives them back when it is refused for another reason', async () => {
        const [old, busy] = [await started(), await started()];
        const [player, other] = [old.players[0] ?? '', busy.players[0] ?? ''];
        const claim = [
          { player, activeClass: CLASS, from: old.id },
          { player: other, activeClass: CLASS },
        ];
        for (const refused of [
          instead(old, { claim }),
          instead(old, { capacity: 1 }),
          instead(old, { challenge: { id: 'nothing', kind: 'accept', at: START, expiresAt: 0 } }),
        ]) {
          expect((await append(refused)).ok).to.equal(false);
          expect(await journal().load(refused.row.id)).to.equal(null);
          expect(await journal().active(player, CLASS)).to.equal(old.id);
          expect(await journal().active(other, CLASS)).to.equal(busy.id);
        }
      });

      it('takes the place of one that nobody else sits in: the number of active ones stays', async () => {
        const activeClass = `class-${newId()}`;
        const player = `p-${newId()}`;
        const alone = (capacity: number, from?: string) => {
          const row = matchRow(newId(), { players: [player, null], names: ['P', null] });
          return creation(row, { capacity, claim: [{ player, activeClass, ...(from !== undefined && { from }) }] });
        };
        const first = alone(1);
        expect(await append(first)).to.deep.equal(OK);
        expect(await append(alone(1, first.row.id))).to.deep.equal(OK);
      });

      it('of several inside one commit is the first; the others are refused, whatever becomes of it', async () => {
        const old = await started();
        const [doomed, first, second] = [instead(old, { capacity: 1 }), instead(old), instead(old)];
        expect(await together(doomed, first, second)).to.deep.equal([
          { ok: false, conflict: 'capacity' },
          OK,
          { ok: false, conflict: 'active-seat', match: first.row.id },
        ]);
        expect(await journal().active(old.players[0] ?? '', CLASS)).to.equal(first.row.id);
      });

      it('leaves strays behind until they have left: those who sit in a match under way and hold its seat no more', async () => {
        const [old, left, over] = [await started(), await started(), await started()];
        const gone = [old, left, over].map((row) => ({ match: row.id, player: row.players[0] ?? '' }));
        const strays = async () =>
          (await journal().strays(1000)).filter(({ match }) => gone.some((one) => one.match === match));
        for (const row of [old, left, over]) await append(instead(row));
        expect(await strays()).to.have.deep.members(gone);
        const resigned = { ...moved(2, { seat: 0 }), kind: 'resigned', data: {} } as const;
        await append(moves(left, 1, { events: [resigned], vacate: [left.players[0] ?? ''] }));
        await append(ending(over));
        expect(await strays()).to.deep.equal(gone.slice(0, 1));
      });
    });

    describe('the public queue', () => {
      const waiting = (rules: string): Append => {
        const id = newId();
        const row = matchRow(id, { mode: 'public', status: 'waiting', rules, players: [`${id}-a`, null] });
        return creation(row, { queue: 'open' });
      };

      it('holds one waiting match per game and rules, and names it to the next', async () => {
        const [first, second] = [waiting('q1'), waiting('q1')];
        expect(await append(first)).to.deep.equal(OK);
        const refused = { ok: false, conflict: 'queue', match: first.row.id };
        expect(await append(second)).to.deep.equal(refused);
        expect(await journal().waiting('gravity', 'q1')).to.equal(first.row.id);
        expect(await journal().load(second.row.id)).to.equal(null);
        expect(await journal().active(`${second.row.id}-a`, CLASS)).to.equal(null);
        expect(await append(waiting('q2'))).to.deep.equal(OK);
      });

      it('holds one inside one commit too, however many come', async () => {
        const all = Array.from({ length: 50 }, () => waiting('q3'));
        const outcomes = await together(...all);
        expect(outcomes[0]).to.deep.equal(OK);
        const refused = { ok: false, conflict: 'queue', match: all[0]?.row.id };
        for (const outcome of outcomes.slice(1)) expect(outcome).to.deep.equal(refused);
      });

      it('is free once the match is paired', async () => {
        const first = waiting('q4');
        await append(first);
        const claim = [{ player: `${first.row.id}-b`, activeClass: CLASS }];
        expect(await append(moves(first.row, 1, { claim, queue: 'close' }))).to.deep.equal(OK);
        expect(await journal().waiting('gravity', 'q4')).to.equal(null);
        expect(await append(waiting('q4'))).to.deep.equal(OK);
      });

      it('is free once the match is over', async () => {
        const first = waiting('q5');
        await append(first);
        const row = { winner: null, status: 'cancelled', reason: 'queue-expired' } as const;
        expect(await append(ending(first.row, START, row))).to.deep.equal(OK);
        expect(await journal().waiting('gravity', 'q5')).to.equal(null);
      });

      it('a match that is refused at the door does not hold it', async () => {
        const busy = await started();
        const refusedOne = waiting('q6');
        const claim = [{ player: busy.players[0] ?? '', activeClass: CLASS }];
        const second = waiting('q6');
        const outcomes = await together({ ...refusedOne, claim }, second);
        expect(outcomes).to.deep.equal([{ ok: false, conflict: 'active-seat', match: busy.id }, OK]);
        expect(await journal().waiting('gravity', 'q6')).to.equal(second.row.id);
      });
    });

    describe('capacity', () => {
      const create = (activeClass: string, capacity: number) => {
        const row = matchRow(newId());
        const claim = row.players.map((player) => ({ player: player ?? '', activeClass }));
        return creation(row, { claim, capacity });
      };
      const FULL = { ok: false, conflict: 'capacity' };

      it('refuses a creation when that many matches of the class are active', async () => {
        expect(await append(create('c1', 2))).to.deep.equal(OK);
        const second = create('c1', 2);
        expect(await append(second)).to.deep.equal(OK);
        const third = create('c1', 2);
        expect(await append(third)).to.deep.equal(FULL);
        expect(await journal().load(third.row.id)).to.equal(null);
        expect(await append(create('c2', 2))).to.deep.equal(OK);
        expect(await append(ending(second.row))).to.deep.equal(OK);
        expect(await append(create('c1', 2))).to.deep.equal(OK);
      });

      it('holds inside one commit, in its order; 0 is unlimited', async () => {
        const outcomes = await together(create('c3', 2), create('c3', 0), create('c3', 2), create('c3', 3));
        expect(outcomes).to.deep.equal([OK, OK, FULL, OK]);
      });

      it('is not taken up by one that is refused for another reason', async () => {
        const first = create('c4', 2);
        await append(first);
        const same = { ...create('c4', 2), claim: first.claim };
        const outcomes = await together(same, create('c4', 2));
        expect(outcomes).to.deep.equal([{ ok: false, conflict: 'active-seat', match: first.row.id }, OK]);
      });
    });

    describe('a refusal for one reason', () => {
      it('for capacity leaves the public queue to the next', async () => {
        const activeClass = `class-${newId()}`;
        const create = (capacity: number) => {
          const row = matchRow(newId(), { mode: 'public', status: 'waiting', rules: 'q7' });
          return creation(row, { queue: 'open', capacity, claim: [{ player: row.id, activeClass }] });
        };
        await append({ ...create(0), queue: null });
        const [full, free] = [create(1), create(0)];
        expect(await together(full, free)).to.deep.equal([{ ok: false, conflict: 'capacity' }, OK]);
        expect(await journal().waiting('gravity', 'q7')).to.equal(free.row.id);
      });

      it('for a busy player leaves the rematch to the next', async () => {
        const [over, busy] = [await started(), await started()];
        await append(ending(over));
        const doomed = matchRow(newId(), { rematchOf: over.id, players: busy.players });
        const next = matchRow(newId(), { rematchOf: over.id });
        const refused = { ok: false, conflict: 'active-seat', match: busy.id };
        expect(await together(creation(doomed), creation(next))).to.deep.equal([refused, OK]);
      });
    });

    describe('a rematch', () => {
      it('is created once, and named to who comes second', async () => {
        const row = await started();
        await append(ending(row));
        const [first, second] = [1, 2].map(() => matchRow(newId(), { rematchOf: row.id, players: row.players }));
        if (first === undefined || second === undefined) throw new Error('two were made');
        const refused = { ok: false, conflict: 'rematch', match: first.id };
        expect(await together(creation(first), creation(second))).to.deep.equal([OK, refused]);
        expect(await append(creation(second))).to.deep.equal(refused);
        expect(await journal().rematchOffers(row.id)).to.deep.equal({ at: [0, 0], match: first.id });
      });

      it('keeps the latest offer of each seat', async () => {
        const row = await started();
        expect(await journal().rematchOffers(row.id)).to.deep.equal({ at: [0, 0], match: null });
        expect(await journal().offerRematch(row.id, 1, START)).to.deep.equal({ at: [0, START], match: null });
        await journal().offerRematch(row.id, 1, START + 2);
        await journal().offerRematch(row.id, 1, START + 1);
        const both = { at: [START + 5, START + 2], match: null };
        expect(await journal().offerRematch(row.id, 0, START + 5)).to.deep.equal(both);
        expect(await journal().rematchOffers(row.id)).to.deep.equal(both);
      });
    });

    describe('what is due, and what was', () => {
      it('due matches come earliest first, up to the limit and the instant itself', async () => {
        const late = await started({ deadline: 30 });
        const early = await started({ deadline: 10 });
        const next = await started({ deadline: 31 });
        await started({ deadline: 0 });
        expect(await journal().due(9, 10)).to.deep.equal([]);
        expect(await journal().due(30, 10)).to.deep.equal([early.id, late.id]);
        expect(await journal().due(31, 1)).to.deep.equal([early.id]);
        await append(moves(early, 1, { row: { ...early, revision: 2, deadline: START } }));
        expect(await journal().due(31, 10)).to.deep.equal([late.id, next.id]);
        for (const row of [late, next]) await append(ending(row));
        expect(await journal().due(31, 10)).to.deep.equal([]);
      });

      it('a player’s history is newest first, limited, and theirs', async () => {
        const player = `h-${newId()}`;
        const rows: MatchRow[] = [];
        for (const createdAt of [START + 2, START, START + 1, START + 2]) {
          const row = await started({ createdAt, players: [`other-${newId()}`, player] });
          await append(ending(row));
          rows.push(ending(row).row);
        }
        const order = [3, 0, 2, 1].map((index) => rows[index]);
        expect(await journal().history(player, 10)).to.deep.equal(order);
        expect(await journal().history(player, 2)).to.deep.equal(order.slice(0, 2));
        expect(await journal().history('nobody', 2)).to.deep.equal([]);
      });

      it('a sweep takes old ended matches in batches, oldest first, with all that hangs on them', async () => {
        const ends = [5, 3, 4, 6];
        const rows: MatchRow[] = [];
        for (const endedAt of ends) {
          const row = await started({ invite: `sweep-${endedAt}` });
          await append(ending(row, endedAt));
          await journal().offerRematch(row.id, 0, 1);
          rows.push(row);
        }
        const left = async () => (await Promise.all(rows.map(({ id }) => journal().load(id)))).map((m) => m !== null);
        expect(await journal().sweep(6, 2)).to.equal(2);
        expect(await left()).to.deep.equal([true, false, false, true]);
        expect(await journal().sweep(6, 2)).to.equal(1);
        expect(await journal().sweep(6, 2)).to.equal(0);
        expect(await left()).to.deep.equal([false, false, false, true]);
        const swept = rows[0];
        expect(await journal().byInvite('sweep-5')).to.equal(null);
        expect(await journal().history(swept?.players[0] ?? '', 5)).to.deep.equal([]);
        expect(await journal().rematchOffers(swept?.id ?? '')).to.deep.equal({ at: [], match: null });
      });
    });

    describe('players', () => {
      it('one token is one player, however often and at once it asks', async () => {
        const asked = await Promise.all([1, 2, 3].map((n) => players().create('token-1', playerRecord(`one-${n}`))));
        expect(asked.filter((answer) => answer !== 'name-taken' && answer.created)).to.have.length(1);
        const records = asked.map((answer) => (answer === 'name-taken' ? answer : answer.record));
        for (const record of records) expect(record).to.deep.equal(records[0]);
        expect(await players().create('token-1', playerRecord('another'))).to.deep.equal({
          record: records[0],
          created: false,
        });
        expect(await players().byTokenHash('token-1')).to.deep.equal(records[0]);
        expect(await players().byTokenHash('token-0')).to.equal(null);
      });

      it('is read back exactly', async () => {
        const record = playerRecord('exact', {
          ...{ preferredDifficulty: 'HARD', preferredTheme: 'planets', challengesFrom: 'friends' },
          ...{ createdAt: Number.MAX_SAFE_INTEGER, lastSeenAt: 1 },
        });
        expect(await players().create('token-2', record)).to.deep.equal({ record, created: true });
        expect(await players().byId('exact')).to.deep.equal(record);
        expect(await players().byId('nobody')).to.equal(null);
      });

      it('a name is taken in any case, at creation and at a change', async () => {
        await players().create('token-3', playerRecord('p3', { name: 'Quick-Fox' }));
        expect(await players().create('token-4', playerRecord('p4', { name: 'QUICK-fox' }))).to.equal('name-taken');
        expect(await players().byTokenHash('token-4')).to.equal(null);
        await players().create('token-4', playerRecord('p4', { name: 'Slow-Fox' }));
        expect(await players().update('p4', { name: 'quick-FOX' })).to.equal('name-taken');
        expect((await players().byId('p4'))?.name).to.equal('Slow-Fox');
        expect(await players().update('p3', { name: 'QUICK-FOX' })).to.include({ name: 'QUICK-FOX' });
        expect(await players().update('p3', { name: 'Other' })).to.include({ name: 'Other' });
        expect(await players().update('p4', { name: 'quick-fox' })).to.include({ name: 'quick-fox' });
      });

      it('a change touches what it names', async () => {
        const record = playerRecord('p5');
        await players().create('token-5', record);
        const changed = { ...record, preferredTheme: 'birds', challengesFrom: 'friends' };
        const patch = { preferredTheme: 'birds', challengesFrom: 'friends' } as const;
        expect(await players().update('p5', patch)).to.deep.equal(changed);
        expect(await players().update('p5', {})).to.deep.equal(changed);
        expect(await players().update('nobody', { preferredTheme: 'birds' })).to.equal(null);
      });

      it('the later instant of being seen is kept', async () => {
        await players().create('token-6', playerRecord('p6', { lastSeenAt: 50 }));
        const seen = async (at: number) => {
          await players().seen('p6', at);
          return (await players().byId('p6'))?.lastSeenAt;
        };
        expect([await seen(60), await seen(40), await seen(60), await seen(61)]).to.deep.equal([60, 60, 60, 61]);
        await players().seen('nobody', 1);
      });
    });

    describe('a receipt', () => {
      it('is written with the end of its match, and goes with it', async () => {
        const row = await started();
        expect(await append(moves(row))).to.deep.equal(OK);
        expect(await journal().receipt(row.id)).to.equal(null);
        const end = ending({ ...row, revision: 2 }, START - 900_000);
        expect(await append({ ...end, receipt: '{"a":"é\\u0000"}' })).to.deep.equal(OK);
        expect(await journal().receipt(row.id)).to.equal('{"a":"é\\u0000"}');
        expect(await journal().sweep(START - 899_999, 100)).to.be.at.least(1);
        expect(await journal().receipt(row.id)).to.equal(null);
      });

      it('is not written by who comes too late, nor does it hold up who shares the commit', async () => {
        const [row, other] = [await started(), await started()];
        const [first, late] = ['first', 'late'].map((receipt) => ({ ...ending(row), receipt }));
        const outcomes = await together(first ?? ending(row), late ?? ending(row), {
          ...ending(other),
          receipt: 'own',
        });
        expect(outcomes).to.deep.equal([OK, LOST, OK]);
        expect(await journal().receipt(row.id)).to.equal('first');
        expect(await journal().receipt(other.id)).to.equal('own');
      });
    });

    describe('keys', () => {
      it('are in use one at a time; one that comes back is in use again, from when it first was', async () => {
        const { keys } = opened.store;
        const key = (kid: string, from: number) => ({ kid, key: kid.repeat(64), from, until: 0 });
        await keys.enrolKey(key('a', 10), 100);
        await keys.enrolKey(key('a', 20), 200);
        expect(await keys.publicKeys()).to.deep.equal([key('a', 10)]);
        await keys.enrolKey(key('b', 30), 300);
        await keys.enrolKey(key('c', 40), 400);
        expect(await keys.publicKeys()).to.deep.equal([
          key('c', 40),
          { ...key('b', 30), until: 400 },
          { ...key('a', 10), until: 300 },
        ]);
        await keys.enrolKey(key('a', 50), 500);
        expect(await keys.publicKeys()).to.deep.equal([
          { ...key('c', 40), until: 500 },
          { ...key('b', 30), until: 400 },
          key('a', 10),
        ]);
      });
    });

    describe('group commit', () => {
      it('what comes while a commit is under way shares the next one', async () => {
        const rows = await Promise.all(Array.from({ length: 41 }, () => started()));
        const [first, ...rest] = rows.map((row) => moves(row, 2));
        if (first === undefined) throw new Error('41 were made');
        const before = { ...opened.store.stats };
        const leading = append(first);
        while (opened.store.stats.batches === before.batches) await new Promise(setImmediate);
        // The answer to the first cannot come in before this turn ends.
        const outcomes = await Promise.all([leading, ...rest.map(append)]);
        for (const outcome of outcomes) expect(outcome).to.deep.equal(OK);
        const { batches, appends, events } = opened.store.stats;
        expect([batches - before.batches, appends - before.appends, events - before.events]).to.deep.equal([2, 41, 82]);
      });

      it('is as if its appends had come one after the other, whatever they want of each other', async () => {
        await expectSerialBatches(opened.store, process.env.FREEPLAY_LONG ? 5000 : 300);
      }).timeout(600_000);

      it('an append that contradicts itself is refused before it reaches a commit', async () => {
        const row = await started();
        const bad = moves(row, 2, { events: [moved(2), moved(4)] });
        const unreadable = moves(row, 1, { events: [{ ...moved(2), at: 0.5 }] });
        const short = moves(row, 1, { row: { ...row, revision: 3 } });
        const results = await Promise.allSettled([bad, unreadable, short, moves(row)].map(append));
        expect(results.map(({ status }) => status)).to.deep.equal(['rejected', 'rejected', 'rejected', 'fulfilled']);
        for (const result of results.slice(0, 3)) expect(result).to.have.property('reason').instanceOf(TypeError);
      });
    });
  });
}

import { expect } from 'chai';
import fc from 'fast-check';
import type { Append, AppendOutcome, MatchRow, Store } from '../../server/store/port.ts';
import { creation, ending, matchRow, moved, moves } from '../support/store.ts';
import { SlowJournal } from './twin.ts';

/** What a random append is made from: small numbers, so that appends meet often. */
interface Draft {
  readonly kind: 'create' | 'instead' | 'rematch' | 'public' | 'move' | 'join' | 'close' | 'end';
  readonly match: number;
  readonly players: readonly [number, number];
  readonly stale: boolean;
  readonly capacity: number;
  readonly action: number;
}

const DRAFT: fc.Arbitrary<Draft> = fc.record({
  kind: fc.constantFrom('create', 'instead', 'rematch', 'public', 'move', 'join', 'close', 'end'),
  match: fc.nat(4),
  players: fc.tuple(fc.nat(4), fc.nat(4)),
  stale: fc.integer({ min: 0, max: 7 }).map((n) => n === 0),
  capacity: fc.constantFrom(0, 0, 0, 2),
  action: fc.nat(3),
});

/** An append as a caller would make it who has seen the journal as `seen`, or (stale) one event before. */
function appendOf(draft: Draft, run: string, seen: SlowJournal): Append {
  const id = `${run}-${draft.match}`;
  const activeClass = `${run}-class`;
  const [p, q] = draft.players.map((player) => `${run}-p${player}`);
  const known = seen.rows.get(id);
  const entrants = p === q ? [p ?? '', null] : [p ?? '', q ?? ''];
  const fresh = matchRow(id, { rules: run, players: entrants });
  const capacity = draft.capacity;
  const claim = entrants.flatMap((player) => (player === null ? [] : [{ player, activeClass }]));
  const one = claim.slice(0, 1);

  if (known === undefined || draft.kind === 'create') return creation(fresh, { claim, capacity });
  if (draft.kind === 'instead') {
    const giving = claim.map((seat) => ({ ...seat, from: id }));
    return creation({ ...fresh, id: `${id}-instead` }, { claim: giving, capacity });
  }
  if (draft.kind === 'rematch') {
    const row = { ...fresh, id: `${id}-again`, rematchOf: known.id };
    return creation(row, { claim, capacity });
  }
  if (draft.kind === 'public') {
    const row: MatchRow = { ...fresh, id: `${id}-public`, mode: 'public', players: [p ?? '', null] };
    return creation(row, { claim: one, capacity, queue: 'open' });
  }
  const before = { ...known, revision: known.revision - (draft.stale ? 1 : 0) };
  if (draft.kind === 'end') return ending(before);
  if (draft.kind === 'close') return moves(before, 2, { queue: 'close' });
  if (draft.kind === 'join') return moves(before, 1, { claim: one, row: { ...before, revision: before.revision + 1 } });
  const action = moved(before.revision + 1, { seat: 0, id: `action-${draft.action}` });
  return moves(before, 1, { events: [action] });
}

function* orders<T>(items: readonly T[]): Generator<readonly T[]> {
  if (items.length === 0) yield [];
  for (const [index, item] of items.entries()) {
    for (const rest of orders(items.toSpliced(index, 1))) yield [item, ...rest];
  }
}

/** The twin after the batch in some order that gives these outcomes, or null: then the batch was not as if one by one. */
function explain(twin: SlowJournal, batch: readonly Append[], outcomes: readonly AppendOutcome[]): SlowJournal | null {
  for (const order of orders(batch.map((append, index) => ({ append, outcome: outcomes[index] })))) {
    const after = twin.copy();
    const same = order.every(({ append, outcome }) => isSame(after.append(append), outcome));
    if (same) return after;
  }
  return null;
}

const isSame = (a: AppendOutcome, b: AppendOutcome | undefined) => JSON.stringify(a) === JSON.stringify(b);

async function expectSameState(store: Store, twin: SlowJournal, run: string): Promise<void> {
  const matches = [...twin.rows].map(async ([id, row]) => {
    const stored = await store.journal.load(id);
    expect(stored?.row).to.deep.equal(row);
    expect(stored?.events.length).to.equal(twin.events.get(id));
  });
  const seats = Array.from({ length: 5 }, async (_, player) => {
    const active = await store.journal.active(`${run}-p${player}`, `${run}-class`);
    expect(active).to.equal(twin.active.get(`${run}-p${player} ${run}-class`) ?? null);
  });
  await Promise.all([...matches, ...seats]);
  expect(await store.journal.waiting('gravity', run)).to.equal(twin.queue.get(`gravity ${run}`) ?? null);
}

/** Random batches of up to five appends that meet each other: always as if one after the other, in some order. */
export async function expectSerialBatches(store: Store, runs: number): Promise<void> {
  let counter = 0;
  const batches = fc.array(fc.array(DRAFT, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 4 });
  const property = fc.asyncProperty(batches, async (drafts) => {
    const run = `serial${++counter}`;
    let twin = new SlowJournal();
    for (const batch of drafts) {
      const seen = twin;
      const appends = batch.map((draft) => appendOf(draft, run, seen));
      const before = store.stats.batches;
      const outcomes = await Promise.all(appends.map((append) => store.journal.append(append)));
      expect(store.stats.batches - before).to.equal(1);
      const after = explain(twin, appends, outcomes);
      expect(after, JSON.stringify({ appends, outcomes })).to.not.equal(null);
      twin = after ?? twin;
      await expectSameState(store, twin, run);
    }
  });
  await fc.assert(property, { numRuns: runs });
}

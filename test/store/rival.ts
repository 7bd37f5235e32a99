/**
 * One of several processes on one PostgreSQL database: `rival.ts URL TASK NAME COUNT`. Says `ready`, waits for a line, and
 * then wants what the others want too. Every line that it writes is something that was acknowledged.
 *   moves    plays COUNT moves in the match `contested`, one after the other: `revision action`
 *   queue    COUNT players at once look for an opponent: `player match`
 *   capacity creates COUNT matches of a class that has room for CAPACITY: `match`, or `full`
 */
import { once } from 'node:events';
import type { Append, MatchRow } from '../../server/store/port.ts';
import { CAPACITY, CLASS, creation, matchRow, moved, moves, openAt } from '../support/store.ts';

const [url = '', task = '', name = '', count = '0'] = process.argv.slice(2);
const say = (...words: readonly (string | number)[]) => process.stdout.write(`${words.join(' ')}\n`);
const { journal, close } = await openAt(url).then((store) => ({ journal: store.journal, close: () => store.close() }));
const each = <T>(work: (n: number) => Promise<T>) =>
  Promise.all(Array.from({ length: Number(count) }, (_, n) => work(n)));

const TASKS: Record<string, () => Promise<unknown>> = {
  moves: playMoves,
  queue: () => each(pair),
  capacity: () => each(fill),
};

async function rowOf(match: string): Promise<MatchRow> {
  const row = await journal.row(match);
  if (row === null) throw new Error(`${match} is not there`);
  return row;
}

async function playMoves(): Promise<void> {
  for (let n = 0; n < Number(count); ) {
    const row = await rowOf('contested');
    const id = `${name}-${n}`;
    const outcome = await journal.append(moves(row, 1, { events: [moved(row.revision + 1, { id, seat: 0 })] }));
    if (!outcome.ok) continue;
    say(row.revision + 1, id);
    n++;
  }
}

async function pair(n: number): Promise<void> {
  const player = `${name}-${n}`;
  for (;;) {
    const waiting = await journal.waiting('gravity', 'queue');
    const append = waiting === null ? opening(player) : joining(await rowOf(waiting), player);
    if (append === null || !(await journal.append(append)).ok) continue;
    return void say(player, append.row.id);
  }
}

function opening(player: string): Append {
  const over = { mode: 'public', status: 'waiting', rules: 'queue' } as const;
  const row = matchRow(`of-${player}`, { ...over, players: [player, null], names: [player, null] });
  return creation(row, { queue: 'open' });
}

/** Null: somebody else came first. */
function joining(row: MatchRow, player: string): Append | null {
  if (row.players[1] !== null) return null;
  const joined = { ...row, revision: row.revision + 1, players: [row.players[0] ?? null, player] };
  return moves(row, 1, { row: joined, claim: [{ player, activeClass: CLASS }], queue: 'close' });
}

async function fill(n: number): Promise<void> {
  const row = matchRow(`${name}-${n}`);
  const claim = row.players.map((player) => ({ player: player ?? '', activeClass: 'crowded' }));
  const outcome = await journal.append(creation(row, { claim, capacity: CAPACITY }));
  say(outcome.ok ? row.id : 'full');
}

say('ready');
await once(process.stdin, 'data');
process.stdin.destroy();
await TASKS[task]?.();
await close();

/**
 * A process to be killed: `appender.ts PLACE` (a data folder, or the URL of a PostgreSQL database) appends to 20 matches
 * at once, creating those that are not there, and writes `match revision` to its output once an append is acknowledged,
 * or `! error` when one fails.
 */
import { creation, matchRow, moves, openAt } from '../support/store.ts';

const MATCHES = 20;
const say = (line: string) => process.stdout.write(`${line}\n`);

const store = await openAt(process.argv[2] ?? '', ({ message }) => say(`! ${message}`)).catch((error: Error) => {
  say(`! ${error.message}`);
  process.exit(1);
});

async function play(id: string): Promise<void> {
  const stored = await store.journal.load(id);
  let row = stored?.row ?? matchRow(id);
  if (stored === null) await acknowledged(creation(row));
  for (;;) row = await acknowledged(moves(row, 1 + (row.revision % 3)));
}

async function acknowledged(append: Parameters<typeof store.journal.append>[0]) {
  const outcome = await store.journal.append(append);
  if (!outcome.ok) throw new Error(outcome.conflict);
  say(`${append.row.id} ${append.row.revision}`);
  return append.row;
}

try {
  await Promise.all(Array.from({ length: MATCHES }, (_, n) => play(`match-${n}`)));
} catch (error) {
  say(`! ${error instanceof Error ? `${error.constructor.name}: ${error.message}` : String(error)}`);
  process.exit(1);
}

import type { StatementName } from './sql.ts';

export type Cell = string | number | null;
export type Row = readonly Cell[];
export type Rows = readonly Row[];

export interface Query {
  readonly statement: StatementName;
  /** Becomes the statement's one JSON parameter. */
  readonly parameter: Rows | Row;
}

/**
 * Work on the database as a generator of queries, which gets the rows of each: written once, run without waiting on
 * SQLite and with waiting on PostgreSQL.
 */
export type Script<T> = Generator<Query, T, Rows>;

/** A query without parameter rows has nothing to do and is not sent. */
export function* ask(statement: StatementName, rows: Rows): Script<Rows> {
  return rows.length === 0 ? [] : yield { statement, parameter: rows };
}

/** For the statements whose parameter is one row. */
export function* askOne(statement: StatementName, row: Row): Script<Rows> {
  return yield { statement, parameter: row };
}

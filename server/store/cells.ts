/** What was written is read back as what it was, or not at all: the database is checked like any other source. */

/** A cell of a row that was read, by whichever way. */
type Read = string | number | bigint | null | undefined;

export function text(cell: Read): string {
  if (typeof cell !== 'string') throw new TypeError(`not a text in the database: ${cell}`);
  return cell;
}

export function whole(cell: Read): number {
  const value = typeof cell === 'bigint' ? Number(cell) : cell;
  if (typeof value !== 'number' || !Number.isSafeInteger(value)) {
    throw new TypeError(`not an integer in the database: ${cell}`);
  }
  return value;
}

export function oneOf<T extends string>(values: readonly T[], cell: Read): T {
  const value = values.find((known) => known === cell);
  if (value === undefined) throw new TypeError(`not one of ${values.join(', ')} in the database: ${cell}`);
  return value;
}

export function orNull<T>(read: (cell: Read) => T, cell: Read): T | null {
  return cell === null ? null : read(cell);
}

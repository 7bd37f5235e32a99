/** How people say and type an action. It stands beside the rules, not in them: a better wording is no new rules hash. */

/** Rows and columns are counted from 1, from the top left. */
export interface Notation {
  /** What a screen reader says: `row 3, column 5`. */
  name(action: number): string;
  /** The short form that people type: `e3`. */
  text(action: number): string;
  /** The action of a short form, in any case and with spaces around; null when it is none. It need not be legal now. */
  parse(text: string): number | null;
}

/** The notation of the game with this rules key, or null. */
export function notationOf(game: string): Notation | null {
  return NOTATIONS.get(game) ?? null;
}

interface Size {
  readonly rows: number;
  readonly columns: number;
}

interface Place {
  readonly row: number;
  readonly column: number;
}

function placeOf(index: number, columns: number): Place {
  return { row: Math.floor(index / columns), column: index % columns };
}

function spoken({ row, column }: Place): string {
  return `row ${row + 1}, column ${column + 1}`;
}

/** `e3`: the column's letter, then the row. */
function short({ row, column }: Place): string {
  return `${String.fromCharCode(97 + column)}${row + 1}`;
}

function placeIn({ rows, columns }: Size, letter: string | undefined, digit: string | undefined): Place | null {
  const row = Number(digit) - 1;
  const column = (letter ?? '').charCodeAt(0) - 97;
  return row >= 0 && row < rows && column >= 0 && column < columns ? { row, column } : null;
}

function normal(text: string): string {
  return text.trim().toLowerCase();
}

function inColumns(columns: number): Notation {
  return {
    name: (column) => `column ${column + 1}`,
    text: (column) => `${column + 1}`,
    parse(text) {
      const column = /^[1-9]$/.test(normal(text)) ? Number(text) - 1 : columns;
      return column < columns ? column : null;
    },
  };
}

function inCells(size: Size): Notation {
  return {
    name: (cell) => spoken(placeOf(cell, size.columns)),
    text: (cell) => short(placeOf(cell, size.columns)),
    parse(text) {
      const [, letter, digit] = /^([a-z])([1-9])$/.exec(normal(text)) ?? [];
      const place = placeIn(size, letter, digit);
      return place && place.row * size.columns + place.column;
    },
  };
}

/** An edge joins two neighbouring dots: `a1b1` goes right from the top left dot, `a1a2` goes down; `b1-a1` is read too. */
function inEdges(boxes: Size): Notation {
  const dots: Size = { rows: boxes.rows + 1, columns: boxes.columns + 1 };
  const horizontal = dots.rows * boxes.columns;
  const start = (edge: number): Place =>
    edge < horizontal ? placeOf(edge, boxes.columns) : placeOf(edge - horizontal, dots.columns);
  const end = (edge: number): Place => {
    const { row, column } = start(edge);
    return edge < horizontal ? { row, column: column + 1 } : { row: row + 1, column };
  };
  return {
    name: (edge) => `${edge < horizontal ? 'horizontal' : 'vertical'} edge, ${spoken(start(edge))}`,
    text: (edge) => short(start(edge)) + short(end(edge)),
    parse(text) {
      const [, letter, digit, otherLetter, otherDigit] = /^([a-z])([1-9])[ -]?([a-z])([1-9])$/.exec(normal(text)) ?? [];
      const one = placeIn(dots, letter, digit);
      const other = placeIn(dots, otherLetter, otherDigit);
      if (one === null || other === null) return null;
      const down = Math.abs(one.row - other.row);
      const right = Math.abs(one.column - other.column);
      if (down + right !== 1) return null;
      const row = Math.min(one.row, other.row);
      const column = Math.min(one.column, other.column);
      return right === 1 ? row * boxes.columns + column : horizontal + row * dots.columns + column;
    },
  };
}

const NOTATIONS: ReadonlyMap<string, Notation> = new Map([
  ['gravity', inColumns(7)],
  ['reversi', inCells({ rows: 8, columns: 8 })],
  ['boxes', inEdges({ rows: 4, columns: 4 })],
  ['five', inCells({ rows: 9, columns: 9 })],
]);

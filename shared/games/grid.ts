/** The lines of a rows x columns board, laid out once so that no rule has to think of the board's edge. Cells are row-major, row 0 on top. */

/** The cells from a cell (not included) straight to the edge, nearest first. */
export type Ray = readonly number[];

/** A straight line through a cell: its two opposite rays. */
export interface Axis {
  readonly forth: Ray;
  readonly back: Ray;
}

const DIRECTIONS = [
  { down: 0, right: 1 },
  { down: 1, right: 0 },
  { down: 1, right: 1 },
  { down: 1, right: -1 },
] as const;

/** The four axes through every cell, by cell. */
export function axesOn(rows: number, columns: number): readonly (readonly Axis[])[] {
  const ray = (cell: number, down: number, right: number): Ray => {
    const cells: number[] = [];
    let row = Math.floor(cell / columns) + down;
    let column = (cell % columns) + right;
    for (; row >= 0 && row < rows && column >= 0 && column < columns; row += down, column += right) {
      cells.push(row * columns + column);
    }
    return cells;
  };
  return Array.from({ length: rows * columns }, (_, cell) =>
    DIRECTIONS.map(({ down, right }) => ({ forth: ray(cell, down, right), back: ray(cell, -down, -right) })),
  );
}

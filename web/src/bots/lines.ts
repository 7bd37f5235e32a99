/** Every straight run of `length` cells on a rows x columns board, cells row-major. */
export function windowsOn(rows: number, columns: number, length: number): readonly (readonly number[])[] {
  const found: number[][] = [];
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      for (const [down, right] of [
        [0, 1],
        [1, 0],
        [1, 1],
        [1, -1],
      ] as const) {
        const lastRow = row + down * (length - 1);
        const lastColumn = column + right * (length - 1);
        if (lastRow >= rows || lastColumn < 0 || lastColumn >= columns) continue;
        found.push(Array.from({ length }, (_, step) => (row + down * step) * columns + column + right * step));
      }
    }
  }
  return found;
}

/** By cell, the windows that hold it. */
export function windowsByCell(
  windows: readonly (readonly number[])[],
  cells: number,
): readonly (readonly number[][])[] {
  return Array.from({ length: cells }, (_, cell) =>
    windows.filter((window) => window.includes(cell)).map((window) => [...window]),
  );
}

/**
 * What a window is worth to whoever has stones in it: nobody when both do. `worth[n]` is that of n stones alone,
 * and positive for seat 0.
 */
export function worthOf(board: readonly number[], window: readonly number[], worth: readonly number[]): number {
  let first = 0;
  let second = 0;
  for (const cell of window) {
    const owner = board[cell];
    if (owner === 0) first++;
    else if (owner === 1) second++;
  }
  if (second === 0) return worth[first] ?? 0;
  return first === 0 ? -(worth[second] ?? 0) : 0;
}

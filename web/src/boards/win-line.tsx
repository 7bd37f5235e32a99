/** Rows down and columns right of the four ways that a line can run. */
const WAYS = [
  [0, 1],
  [1, 0],
  [1, 1],
  [1, -1],
] as const;

interface Stroke {
  readonly from: number;
  readonly to: number;
}

export interface WinLineProps {
  readonly cells: readonly number[];
  readonly columns: number;
  readonly rows: number;
  /** What counts as a line. */
  readonly shortest: number;
}

/** The lines that a set of cells is made of, each from its first cell to its last. */
export function strokesOf({ cells, columns, rows, shortest }: WinLineProps): Stroke[] {
  const won = new Set(cells);
  return cells.flatMap((from) =>
    WAYS.flatMap(([down, right]) => {
      const step = (cell: number, times: number) => {
        const row = Math.floor(cell / columns) + down * times;
        const column = (cell % columns) + right * times;
        const inside = row >= 0 && row < rows && column >= 0 && column < columns;
        return inside && won.has(row * columns + column) ? row * columns + column : null;
      };
      if (step(from, -1) !== null) return [];
      let to = from;
      let length = 1;
      for (let next = step(to, 1); next !== null; next = step(to, 1)) {
        to = next;
        length++;
      }
      return length >= shortest ? [{ from, to }] : [];
    }),
  );
}

/** Draws the winning lines over a board of equal cells. */
export function WinLine(props: WinLineProps) {
  const { cells, columns, rows } = props;
  if (cells.length === 0) return null;
  const x = (cell: number) => (cell % columns) + 0.5;
  const y = (cell: number) => Math.floor(cell / columns) + 0.5;
  return (
    <svg class="win-line" viewBox={`0 0 ${columns} ${rows}`} preserveAspectRatio="none" aria-hidden="true">
      {strokesOf(props).map(({ from, to }) => (
        <g key={`${from}-${to}`}>
          <line class="under" pathLength={1} x1={x(from)} y1={y(from)} x2={x(to)} y2={y(to)} />
          <line class="over" pathLength={1} x1={x(from)} y1={y(from)} x2={x(to)} y2={y(to)} />
        </g>
      ))}
    </svg>
  );
}

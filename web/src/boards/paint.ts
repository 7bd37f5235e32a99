import type { BoxesState, FiveState, Position, ReversiState } from '@freeplay/shared/games';
import { area, BOARD, dot, LEFT, type Paint, type Pen, piece, plate, ring, TOP } from '../replay/pen.ts';

type Painter = (pen: Pen, state: Position) => void;

/** The state of a game goes to the painter of that game; types cannot say so. */
const paints = <S extends Position>(paint: (pen: Pen, state: S) => void) => paint as Painter;

const PAINTERS: ReadonlyMap<string, Painter> = new Map([
  [
    'gravity',
    paints<FiveState>((pen, { board, line }) => cells(pen, board, { columns: 7, rows: 6, round: true, line })),
  ],
  [
    'reversi',
    paints<ReversiState>((pen, { board }) => cells(pen, board, { columns: 8, rows: 8, round: false, line: [] })),
  ],
  ['five', paints<FiveState>((pen, { board, line }) => cells(pen, board, { columns: 9, rows: 9, round: false, line }))],
  ['boxes', paints<BoxesState>(fence)],
]);

/** Draws a position of this game. */
export function boardPaint(game: string, state: Position): Paint {
  return (pen) => PAINTERS.get(game)?.(pen, state);
}

interface CellsLook {
  readonly columns: number;
  readonly rows: number;
  readonly round: boolean;
  readonly line: readonly number[];
}

function cells(pen: Pen, board: readonly number[], { columns, rows, round, line }: CellsLook): void {
  const step = BOARD / columns;
  const top = TOP + (BOARD - step * rows) / 2;
  plate(pen, LEFT - 12, top - 12, BOARD + 24, step * rows + 24, 28);
  board.forEach((owner, cell) => {
    const x = LEFT + (cell % columns) * step;
    const y = top + Math.floor(cell / columns) * step;
    if (round) dot(pen, x + step / 2, y + step / 2, step * 0.44, pen.ink('cell'));
    else area(pen, x + step * 0.03, y + step * 0.03, step * 0.94, step * 0.94, step * 0.12, pen.ink('cell'));
    if (owner !== -1) piece(pen, x + step / 2, y + step / 2, step * (round ? 0.44 : 0.38), owner);
    if (line.includes(cell)) halo(pen, x + step / 2, y + step / 2, step * (round ? 0.44 : 0.4));
  });
}

const SIDE = 4;

function fence(pen: Pen, { edges, boxes }: BoxesState): void {
  const { context } = pen;
  plate(pen, LEFT - 12, TOP - 12, BOARD + 24, BOARD + 24, 28);
  const margin = 60;
  const step = (BOARD - 2 * margin) / SIDE;
  const at = (index: number) => margin + index * step;
  boxes.forEach((owner, box) => {
    if (owner === -1) return;
    const x = LEFT + at(box % SIDE);
    const y = TOP + at(Math.floor(box / SIDE));
    context.globalAlpha = 0.3;
    context.fillStyle = pen.ink(`seat-${owner}`);
    context.fillRect(x, y, step, step);
    context.globalAlpha = 1;
    piece(pen, x + step / 2, y + step / 2, step * 0.22, owner);
  });
  const flat = SIDE * (SIDE + 1);
  context.lineCap = 'round';
  edges.forEach((owner, edge) => {
    const upright = edge >= flat;
    const place = upright ? edge - flat : edge;
    const row = Math.floor(place / (upright ? SIDE + 1 : SIDE));
    const column = place % (upright ? SIDE + 1 : SIDE);
    const [x, y] = [LEFT + at(column), TOP + at(row)];
    context.strokeStyle = owner === -1 ? pen.ink('text-quiet') : pen.ink(`seat-${owner}`);
    context.globalAlpha = owner === -1 ? 0.4 : 1;
    context.lineWidth = owner === -1 ? 5 : 16;
    context.setLineDash(owner === 1 ? [22, 26] : []);
    context.beginPath();
    context.moveTo(x, y);
    context.lineTo(upright ? x : x + step, upright ? y + step : y);
    context.stroke();
  });
  context.globalAlpha = 1;
  context.setLineDash([]);
  for (let row = 0; row <= SIDE; row++) {
    for (let column = 0; column <= SIDE; column++)
      dot(pen, LEFT + at(column), TOP + at(row), 15, pen.ink('text-strong'));
  }
}

function halo(pen: Pen, x: number, y: number, radius: number): void {
  ring(pen, x, y, radius + 1, pen.ink('good'), 8);
}

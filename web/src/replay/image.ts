import type { BoxesState, FiveState, Position, ReversiState } from '@freeplay/shared/games';

/** What stands under the board of a picture. */
export interface Caption {
  readonly title: string;
  readonly players: readonly string[];
  readonly outcome: string;
}

const SIZE = 1080;
const BOARD = 880;
const LEFT = (SIZE - BOARD) / 2;
const TOP = 40;

/** The colours of the page's own theme. */
interface Inks {
  readonly ground: string;
  readonly board: string;
  readonly cell: string;
  readonly mark: string;
  readonly strong: string;
  readonly quiet: string;
  readonly good: string;
  readonly seats: readonly string[];
}

interface Pen {
  readonly context: CanvasRenderingContext2D;
  readonly inks: Inks;
}

type Paint = (pen: Pen, state: Position) => void;

/** The state of a game goes to the painter of that game; types cannot say so. */
const paints = <S extends Position>(paint: (pen: Pen, state: S) => void) => paint as Paint;

const PAINTERS: ReadonlyMap<string, Paint> = new Map([
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

/** A square picture (PNG) of a position with who played it, or null where this browser cannot draw one. */
export async function pictureOf(game: string, state: Position, caption: Caption): Promise<Blob | null> {
  const canvas = document.createElement('canvas');
  canvas.width = SIZE;
  canvas.height = SIZE;
  const context = canvas.getContext('2d');
  if (context === null) return null;
  const pen = { context, inks: inksOf(document.documentElement) };
  context.fillStyle = pen.inks.ground;
  context.fillRect(0, 0, SIZE, SIZE);
  PAINTERS.get(game)?.(pen, state);
  write(pen, caption);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
}

/** Tokens are `light-dark()` pairs: only a drawn element tells which of the two holds. */
function inksOf(root: HTMLElement): Inks {
  const probe = root.appendChild(document.createElement('i'));
  const ink = (token: string) => {
    probe.style.color = `var(--${token})`;
    return getComputedStyle(probe).color;
  };
  const inks: Inks = {
    ground: ink('surface-0'),
    board: ink('board'),
    cell: ink('cell'),
    mark: ink('mark'),
    strong: ink('text-strong'),
    quiet: ink('text-quiet'),
    good: ink('good'),
    seats: [ink('seat-0'), ink('seat-1')],
  };
  probe.remove();
  return inks;
}

interface CellsLook {
  readonly columns: number;
  readonly rows: number;
  readonly round: boolean;
  readonly line: readonly number[];
}

function cells(pen: Pen, board: readonly number[], { columns, rows, round, line }: CellsLook): void {
  const { context, inks } = pen;
  const step = BOARD / columns;
  const top = TOP + (BOARD - step * rows) / 2;
  plate(pen, LEFT - 12, top - 12, BOARD + 24, step * rows + 24, 28);
  board.forEach((owner, cell) => {
    const x = LEFT + (cell % columns) * step;
    const y = top + Math.floor(cell / columns) * step;
    context.fillStyle = inks.cell;
    if (round) dot(pen, x + step / 2, y + step / 2, step * 0.44, inks.cell);
    else area(pen, x + step * 0.03, y + step * 0.03, step * 0.94, step * 0.94, step * 0.12);
    if (owner !== -1) piece(pen, x + step / 2, y + step / 2, step * (round ? 0.44 : 0.38), owner);
    if (line.includes(cell)) halo(pen, x + step / 2, y + step / 2, step * (round ? 0.44 : 0.4));
  });
}

const SIDE = 4;

function fence(pen: Pen, { edges, boxes }: BoxesState): void {
  const { context, inks } = pen;
  plate(pen, LEFT - 12, TOP - 12, BOARD + 24, BOARD + 24, 28);
  const margin = 60;
  const step = (BOARD - 2 * margin) / SIDE;
  const at = (index: number) => margin + index * step;
  boxes.forEach((owner, box) => {
    if (owner === -1) return;
    const x = LEFT + at(box % SIDE);
    const y = TOP + at(Math.floor(box / SIDE));
    context.globalAlpha = 0.3;
    context.fillStyle = inks.seats[owner] ?? inks.strong;
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
    context.strokeStyle = owner === -1 ? inks.quiet : (inks.seats[owner] ?? inks.strong);
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
    for (let column = 0; column <= SIDE; column++) dot(pen, LEFT + at(column), TOP + at(row), 15, inks.strong);
  }
}

function plate(pen: Pen, x: number, y: number, width: number, height: number, radius: number): void {
  pen.context.fillStyle = pen.inks.board;
  area(pen, x, y, width, height, radius);
}

function area({ context }: Pen, x: number, y: number, width: number, height: number, radius: number): void {
  context.beginPath();
  context.roundRect(x, y, width, height, radius);
  context.fill();
}

function dot({ context }: Pen, x: number, y: number, radius: number, ink: string): void {
  context.fillStyle = ink;
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  context.fill();
}

function ring({ context }: Pen, x: number, y: number, radius: number, ink: string, width: number): void {
  context.strokeStyle = ink;
  context.lineWidth = width;
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  context.stroke();
}

/** As on the board: seat 0 has a ring, seat 1 a dot. */
function piece(pen: Pen, x: number, y: number, radius: number, seat: number): void {
  dot(pen, x, y, radius, pen.inks.seats[seat] ?? pen.inks.strong);
  if (seat === 0) ring(pen, x, y, radius * 0.58, pen.inks.mark, radius * 0.13);
  else dot(pen, x, y, radius * 0.26, pen.inks.mark);
}

function halo(pen: Pen, x: number, y: number, radius: number): void {
  ring(pen, x, y, radius + 1, pen.inks.good, 8);
}

function write(pen: Pen, { title, players, outcome }: Caption): void {
  const { context, inks } = pen;
  const font = getComputedStyle(document.body).fontFamily;
  const base = TOP + BOARD + 66;
  context.textAlign = 'left';
  context.fillStyle = inks.strong;
  context.font = `650 36px ${font}`;
  let x = LEFT;
  players.forEach((name, seat) => {
    piece(pen, x + 18, base - 12, 18, seat);
    context.fillStyle = inks.strong;
    context.fillText(name, x + 50, base);
    x += 50 + context.measureText(name).width + 48;
  });
  context.fillStyle = inks.quiet;
  context.font = `500 30px ${font}`;
  context.fillText(outcome, LEFT, base + 50, BOARD - 200);
  context.textAlign = 'right';
  context.fillText(title, SIZE - LEFT, base + 50);
}

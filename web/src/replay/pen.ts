/** Drawing on a canvas in the colours of the page's own theme. */
export interface Pen {
  readonly context: CanvasRenderingContext2D;
  /** The colour of a token: `seat-0`. */
  ink(token: string): string;
}

/** Draws what is shown into its place on a picture. */
export type Paint = (pen: Pen) => void;

/** The picture is a square; the board has its place in the middle, under a margin. */
export const SIZE = 1080;
export const BOARD = 880;
export const LEFT = (SIZE - BOARD) / 2;
export const TOP = 40;

export function plate(pen: Pen, x: number, y: number, width: number, height: number, radius: number): void {
  area(pen, x, y, width, height, radius, pen.ink('board'));
}

export function area(
  { context }: Pen,
  x: number,
  y: number,
  width: number,
  height: number,
  radius: number,
  ink: string,
): void {
  context.fillStyle = ink;
  context.beginPath();
  context.roundRect(x, y, width, height, radius);
  context.fill();
}

export function dot({ context }: Pen, x: number, y: number, radius: number, ink: string): void {
  context.fillStyle = ink;
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  context.fill();
}

export function ring({ context }: Pen, x: number, y: number, radius: number, ink: string, width: number): void {
  context.strokeStyle = ink;
  context.lineWidth = width;
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  context.stroke();
}

/** As on the page: seat 0 has a ring, 1 a dot, 2 a bar, 3 a cross. */
export function piece(pen: Pen, x: number, y: number, radius: number, seat: number): void {
  const mark = pen.ink('mark');
  dot(pen, x, y, radius, pen.ink(`seat-${seat}`));
  if (seat === 0) ring(pen, x, y, radius * 0.58, mark, radius * 0.13);
  if (seat === 1) dot(pen, x, y, radius * 0.26, mark);
  if (seat >= 2) bar(pen, x, y, radius * 1.12, radius * 0.36, mark);
  if (seat === 3) bar(pen, x, y, radius * 0.36, radius * 1.12, mark);
}

function bar(pen: Pen, x: number, y: number, width: number, height: number, ink: string): void {
  area(pen, x - width / 2, y - height / 2, width, height, 0, ink);
}

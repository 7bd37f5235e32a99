import { BOARD, LEFT, type Paint, type Pen, piece, SIZE, TOP } from './pen.ts';

/** What stands under the board of a picture. */
export interface Caption {
  readonly title: string;
  readonly players: readonly string[];
  readonly outcome: string;
}

/** Something to be drawn, and what is said of it. */
export interface Picture {
  readonly paint: Paint;
  readonly caption: Caption;
}

/** A square picture (PNG) of a position with who played it, or null where this browser cannot draw one. */
export async function pictureOf({ paint, caption }: Picture): Promise<Blob | null> {
  const canvas = document.createElement('canvas');
  canvas.width = SIZE;
  canvas.height = SIZE;
  const context = canvas.getContext('2d');
  if (context === null) return null;
  // Tokens are `light-dark()` pairs: only a drawn element tells which of the two holds.
  const probe = document.documentElement.appendChild(document.createElement('i'));
  const ink = (token: string) => {
    probe.style.color = `var(--${token})`;
    return getComputedStyle(probe).color;
  };
  const pen: Pen = { context, ink };
  context.fillStyle = ink('surface-0');
  context.fillRect(0, 0, SIZE, SIZE);
  paint(pen);
  write(pen, caption);
  probe.remove();
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
}

const MARK = 50;
const GAP = 48;

function write(pen: Pen, { title, players, outcome }: Caption): void {
  const { context } = pen;
  const font = getComputedStyle(document.body).fontFamily;
  const base = TOP + BOARD + 66;
  context.textAlign = 'left';
  context.font = `650 36px ${font}`;
  const widths = players.map((name) => MARK + context.measureText(name).width + GAP);
  const width = widths.reduce((sum, each) => sum + each, -GAP);
  // Names that are too wide all give in alike.
  const scale = Math.min(1, BOARD / width);
  context.font = `650 ${36 * scale}px ${font}`;
  let x = LEFT;
  players.forEach((name, seat) => {
    piece(pen, x + 18 * scale, base - 12 * scale, 18 * scale, seat);
    context.fillStyle = pen.ink('text-strong');
    context.fillText(name, x + MARK * scale, base);
    x += (widths[seat] ?? 0) * scale;
  });
  context.fillStyle = pen.ink('text-quiet');
  context.font = `500 30px ${font}`;
  context.textAlign = 'right';
  context.fillText(title, SIZE - LEFT, base + 50);
  const left = BOARD - context.measureText(title).width - GAP;
  context.textAlign = 'left';
  context.fillText(outcome, LEFT, base + 50, left);
}

import { coordinateOf } from '@freeplay/shared/games/flip/commands';
import { area, BOARD, LEFT, type Paint, type Pen, piece, plate, TOP } from '../replay/pen.ts';
import { type Face, type FlipScene, faceOf } from './board.tsx';
import { itemOf } from './words.ts';

const EMOJI = '"Apple Color Emoji", "Segoe UI Emoji", "Noto Color Emoji", sans-serif';

/** Where a card lies. */
interface Place {
  readonly x: number;
  readonly y: number;
  readonly side: number;
}

/** Draws the cards as they are to be seen. */
export function flipPaint(scene: FlipScene): Paint {
  return (pen) => {
    plate(pen, LEFT - 12, TOP - 12, BOARD + 24, BOARD + 24, 28);
    const step = BOARD / scene.view.size;
    scene.view.cards.forEach((_, cell) => {
      const x = LEFT + (cell % scene.view.size) * step + step * 0.04;
      const y = TOP + Math.floor(cell / scene.view.size) * step + step * 0.04;
      card(pen, scene, cell, { x, y, side: step * 0.92 });
    });
  };
}

function card(pen: Pen, scene: FlipScene, cell: number, place: Place): void {
  const face = faceOf(scene, cell);
  const { x, y, side } = place;
  ground(pen, face, place);
  edge(pen, face, place);
  if (face.kind === 'hidden') write(pen, coordinateOf(scene.view.size, cell), place);
  else emoji(pen, itemOf(scene.view, face.item)?.emoji ?? '', face, place);
  if (face.owner !== -1) piece(pen, x + side * 0.85, y + side * 0.15, side * 0.11, face.owner);
}

const ROUND = 0.09;

function ground(pen: Pen, { kind, owner }: Face, { x, y, side }: Place): void {
  const down = kind === 'hidden' || kind === 'under';
  area(pen, x, y, side, side, side * ROUND, pen.ink(down ? 'card-back' : 'card'));
  if (owner === -1) return;
  pen.context.globalAlpha = 0.22;
  area(pen, x, y, side, side, side * ROUND, pen.ink(`seat-${owner}`));
  pen.context.globalAlpha = 1;
}

function edge({ context, ink }: Pen, { kind, owner }: Face, { x, y, side }: Place): void {
  const width = kind === 'hidden' ? 2 : side * 0.03;
  context.lineWidth = width;
  context.strokeStyle = ink(owner === -1 ? EDGES[kind] : `seat-${owner}`);
  context.setLineDash(kind === 'hint' || kind === 'under' ? [side * 0.07, side * 0.05] : []);
  context.beginPath();
  context.roundRect(x + width / 2, y + width / 2, side - width, side - width, side * ROUND - width / 2);
  context.stroke();
  context.setLineDash([]);
}

const EDGES = {
  hidden: 'field-line',
  under: 'field-line',
  up: 'card-up',
  missed: 'card-missed',
  hint: 'card-hint',
  claimed: 'line',
} as const satisfies Readonly<Record<Face['kind'], string>>;

function write({ context, ink }: Pen, text: string, { x, y, side }: Place): void {
  context.fillStyle = ink('card-back-ink');
  context.font = `600 ${Math.round(side * 0.2)}px ${getComputedStyle(document.body).fontFamily}`;
  centre(context, text, x + side / 2, y + side / 2);
}

function emoji({ context, ink }: Pen, text: string, { kind }: Face, { x, y, side }: Place): void {
  context.fillStyle = ink('card-ink');
  context.font = `${Math.round(side * 0.52)}px ${EMOJI}`;
  context.globalAlpha = kind === 'under' ? 0.55 : 1;
  centre(context, text, x + side / 2, y + side * 0.53);
  context.globalAlpha = 1;
}

function centre(context: CanvasRenderingContext2D, text: string, x: number, y: number): void {
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.fillText(text, x, y);
  context.textBaseline = 'alphabetic';
}

import type { FlipView } from '@freeplay/shared/games/flip';
import { coordinateOf } from '@freeplay/shared/games/flip/commands';
import { mark } from '../boards/board.ts';
import { Lattice, type LatticeCell } from '../boards/lattice.tsx';
import { useHeld, useLinger } from './use-held.ts';
import { itemOf } from './words.ts';

export interface FlipBoardProps {
  readonly view: FlipView;
  /** Cells that this reader may flip now. */
  readonly playable: readonly number[];
  readonly seat: number;
  readonly nameOf: (seat: number) => string;
  readonly pending: number | null;
  onPlay(cell: number): void;
}

/** What is to be seen of a cell, and why. */
interface Face {
  readonly item: number;
  readonly kind: 'hidden' | 'up' | 'missed' | 'hint' | 'claimed';
  readonly owner: number;
}

/** Longer than a card takes to turn. */
const TURN_MS = 320;

export function FlipBoard({ view, playable, seat, nameOf, pending, onPlay }: FlipBoardProps) {
  const held = useHeld(view);
  const faceOf = (cell: number): Face => {
    const owner = view.claimed[cell] ?? -1;
    const item = view.cards[cell] ?? -1;
    if (owner !== -1) return { item, kind: 'claimed', owner };
    if (item !== -1) return { item, kind: 'up', owner };
    const place = held?.cells.indexOf(cell) ?? -1;
    if (held !== null && place !== -1) return { item: held.items[place] ?? -1, kind: 'missed', owner };
    if (view.hint?.cell === cell) return { item: view.hint.item, kind: 'hint', owner };
    return { item: -1, kind: 'hidden', owner };
  };
  const cellAt = (cell: number): LatticeCell => {
    const face = faceOf(cell);
    const name = coordinateOf(view.size, cell);
    return {
      action: cell,
      x: cell % view.size,
      label: `${name}: ${faceWords(view, face, nameOf)}`,
      body: <Card view={view} face={face} name={name} />,
      data: { 'data-kind': face.kind, 'data-last': mark(view.lastTurn?.cells.includes(cell) === true) },
    };
  };
  const places = Array.from({ length: view.size }, (_, place) => place);
  return (
    <Lattice
      label={`Flip Match board, ${view.size} rows of ${view.size} cards`}
      class={`cells flip side-${view.size}`}
      seat={seat}
      rows={places.map((row) => places.map((column) => cellAt(row * view.size + column)))}
      playable={playable}
      pending={pending}
      onPlay={onPlay}
    />
  );
}

function faceWords(view: FlipView, { item, kind, owner }: Face, nameOf: (seat: number) => string): string {
  const name = itemOf(view, item)?.name ?? '';
  switch (kind) {
    case 'hidden':
      return 'hidden';
    case 'up':
      return `${name}, face up`;
    case 'missed':
      return `${name}, turning back`;
    case 'hint':
      return `${name}, shown by a hint`;
    case 'claimed':
      return `${name}, found by ${nameOf(owner) === 'You' ? 'you' : nameOf(owner)}`;
  }
}

function Card({ view, face, name }: { view: FlipView; face: Face; name: string }) {
  const item = itemOf(view, useLinger(face.item, TURN_MS));
  return (
    <>
      <span class="flip-card" data-up={mark(face.item !== -1)} data-seat={face.owner === -1 ? undefined : face.owner}>
        <span class="back">{name}</span>
        <span class="front">
          <span class="emoji">{item?.emoji}</span>
          <span class="item">{item?.name}</span>
        </span>
      </span>
      {face.owner !== -1 && <span class="disc owner" data-seat={face.owner} />}
    </>
  );
}

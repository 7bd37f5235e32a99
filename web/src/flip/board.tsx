import type { FlipView, LastTurn } from '@freeplay/shared/games/flip';
import { coordinateOf } from '@freeplay/shared/games/flip/commands';
import { mark } from '../boards/board.ts';
import { Lattice, type LatticeCell } from '../boards/lattice.tsx';
import { useLinger } from './use-held.ts';
import { itemOf } from './words.ts';

/** All that decides what is to be seen of the cards. */
export interface FlipScene {
  readonly view: FlipView;
  /** A turn without a match whose cards are still to be seen, although the match has hidden them again. */
  readonly held: LastTurn | null;
  /** What lies under the hidden cards, once that may be known. */
  readonly under?: readonly number[] | null;
}

export interface FlipBoardProps extends FlipScene {
  /** Cells that this reader may flip now. */
  readonly playable: readonly number[];
  readonly seat: number;
  readonly nameOf: (seat: number) => string;
  readonly pending: number | null;
  onPlay(cell: number): void;
}

/** What is to be seen of a cell, and why. */
export interface Face {
  readonly item: number;
  readonly kind: 'hidden' | 'under' | 'up' | 'missed' | 'hint' | 'claimed';
  readonly owner: number;
}

export function faceOf({ view, held, under = null }: FlipScene, cell: number): Face {
  const owner = view.claimed[cell] ?? -1;
  const item = view.cards[cell] ?? -1;
  if (owner !== -1) return { item, kind: 'claimed', owner };
  if (item !== -1) return { item, kind: 'up', owner };
  const place = held?.cells.indexOf(cell) ?? -1;
  if (held !== null && place !== -1) return { item: held.items[place] ?? -1, kind: 'missed', owner };
  if (view.hint?.cell === cell) return { item: view.hint.item, kind: 'hint', owner };
  return under === null ? { item: -1, kind: 'hidden', owner } : { item: under[cell] ?? -1, kind: 'under', owner };
}

/** Longer than a card takes to turn. */
const TURN_MS = 320;

export function FlipBoard(props: FlipBoardProps) {
  const { view, nameOf } = props;
  const cellAt = (cell: number): LatticeCell => {
    const face = faceOf(props, cell);
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
      seat={props.seat}
      rows={places.map((row) => places.map((column) => cellAt(row * view.size + column)))}
      playable={props.playable}
      pending={props.pending}
      onPlay={props.onPlay}
    />
  );
}

function faceWords(view: FlipView, { item, kind, owner }: Face, nameOf: (seat: number) => string): string {
  const name = itemOf(view, item)?.name ?? '';
  switch (kind) {
    case 'hidden':
      return 'hidden';
    case 'under':
      return `${name}, still hidden`;
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

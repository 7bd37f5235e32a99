import type { Position } from '@freeplay/client-sdk';
import type { ComponentType } from 'preact';

/** What every board gets; the game's own state is its `state`. */
export interface BoardProps<S extends Position = Position> {
  readonly state: S;
  /** Actions that this reader may play now; [] when it is not their turn. */
  readonly playable: readonly number[];
  /** This reader's seat, -1 for one who watches or plays both. */
  readonly seat: number;
  /** Shows where one may move. */
  readonly hints: boolean;
  /** The action that is on its way to the server, or null. */
  readonly pending: number | null;
  onPlay(action: number): void;
}

/** What a board looks like in the catalog and on the match page. */
export interface BoardEntry {
  readonly Board: ComponentType<BoardProps>;
  /** The game in one line. */
  readonly pitch: string;
  /** What to do on one's turn. */
  readonly prompt: string;
}

/** How a seat's pieces are called, matching their colour. */
export function ownerWords(owner: number, seat: number): string {
  if (owner === -1) return 'empty';
  const colour = owner === 0 ? 'cyan' : 'amber';
  return owner === seat ? `${colour}, yours` : colour;
}

/** Whose colour the reader's own marks have: on a board without a reader of its own, that of the seat to move. */
export function hue({ seat, state }: Pick<BoardProps, 'seat' | 'state'>): number {
  return seat === -1 ? state.turn : seat;
}

/** Data attributes are present or absent: undefined leaves one out. */
export function mark(on: boolean): '' | undefined {
  return on ? '' : undefined;
}

import type { Snapshot } from '@freeplay/client-sdk';
import type { FlipView } from '@freeplay/shared/games/flip';

/** The state of a match of Flip Match: its game decides the shape, which the server's hash or the rules have vouched for. */
export function viewOf({ state }: Pick<Snapshot, 'state'>): FlipView {
  return state as unknown as FlipView;
}

/** How a seat is called by the reader. */
export function namesFor({ names, seat }: Snapshot): (of: number) => string {
  return (of) => (of === seat ? 'You' : (names[of] ?? 'Somebody'));
}

import { spanText } from '../words.ts';

/** How one frame of a replay is told; the game has the words. */
export interface Telling {
  /** As it stands in the list of moves: `d3`. */
  readonly text: string;
  /** How an entry of that list is said. */
  readonly label: string;
  /** As part of a sentence: `row 3, column 4`. */
  readonly said: string;
  /** Beside the name of who did it: `played d3`. */
  readonly deed: string;
  /** Who did it, -1 for nobody. */
  readonly seat: number;
}

/** Where a playback stands, in words. */
export function placeText(tellings: readonly Telling[], at: number, took: number): string {
  const last = tellings.length - 1;
  if (at === 0) return last === 1 ? 'The start. One move follows.' : `The start. ${last} moves follow.`;
  return `Move ${at} of ${last}: ${tellings[at]?.said}, after ${spanText(took)}.`;
}

import type { ComponentType } from 'preact';
import type { BoardEntry, BoardProps } from './board.ts';
import { BoxesBoard } from './boxes.tsx';
import { FiveBoard } from './five.tsx';
import { GravityBoard } from './gravity.tsx';
import { ReversiBoard } from './reversi.tsx';

/** The id of a game decides the shape of its state, which the server's hash has vouched for; types cannot say so. */
const boardFor = (Board: unknown) => Board as ComponentType<BoardProps>;

const BOARDS: ReadonlyMap<string, BoardEntry> = new Map([
  [
    'gravity',
    {
      Board: boardFor(GravityBoard),
      pitch: 'Drop discs. Four in a line wins, also diagonally.',
      prompt: 'Pick a column.',
    },
  ],
  [
    'reversi',
    {
      Board: boardFor(ReversiBoard),
      pitch: 'Bracket discs to flip them. Hold the corners.',
      prompt: 'Pick a cell that brackets discs.',
    },
  ],
  [
    'boxes',
    {
      Board: boardFor(BoxesBoard),
      pitch: 'Close boxes and keep your turn. Mind the chains.',
      prompt: 'Draw an edge. Closing a box gives you another turn.',
    },
  ],
  [
    'five',
    {
      Board: boardFor(FiveBoard),
      pitch: 'Place stones. Five in an unbroken line wins.',
      prompt: 'Place a stone on any empty cell.',
    },
  ],
]);

/** The board of the game with this rules key, or null. */
export function boardOf(game: string): BoardEntry | null {
  return BOARDS.get(game) ?? null;
}

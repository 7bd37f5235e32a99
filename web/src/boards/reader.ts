import { notationOf } from '@freeplay/shared/games';
import type { MoveReader } from '../components/typed-move.tsx';

/** Reads moves of a board game as its notation has them; `playable` are the actions that may be played now. */
export function boardReader(game: string, playable: readonly number[]): MoveReader {
  const notation = notationOf(game);
  const example = notation?.text(playable[0] ?? 0) ?? '';
  return {
    prompt: 'Type a move',
    example,
    verb: 'Play',
    read(text) {
      const action = notation?.parse(text) ?? null;
      if (action === null) return `“${text.trim()}” names no move. Type one like ${example}.`;
      if (playable.length === 0) return 'It is not your turn yet.';
      return playable.includes(action) ? action : `${text.trim()} cannot be played now.`;
    },
  };
}

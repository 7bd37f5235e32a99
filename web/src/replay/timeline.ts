import type { Replay } from '@freeplay/client-sdk';
import { type Game, gameById, notationOf, type Position } from '@freeplay/shared/games';

/** The position after one ply; the first frame is the start, with action -1. */
export interface Frame {
  readonly state: Position;
  readonly action: number;
  /** Who played it, -1 for the start. */
  readonly seat: number;
  /** The move as people type it: `d3`. */
  readonly text: string;
  /** The move as it is said: `row 3, column 4`. */
  readonly name: string;
  /** Milliseconds since the frame before. */
  readonly took: number;
}

export interface Timeline {
  readonly game: Game;
  readonly frames: readonly Frame[];
  readonly names: readonly string[];
}

/** A recorded match as frames, or null when this build cannot play it. */
export function timelineOf(replay: Replay): Timeline | null {
  const game = gameById(replay.game);
  if (game === null) return null;
  let at = replay.events.findLast(({ kind }) => kind === 'started')?.at ?? 0;
  const frames: Frame[] = [{ state: game.initial(), action: -1, seat: -1, text: '', name: 'the start', took: 0 }];
  const notation = notationOf(game.id);
  for (const event of replay.events) {
    if (event.kind !== 'moved' || event.action === undefined) continue;
    const before = frames.at(-1)?.state ?? game.initial();
    const state = game.play(before, event.action);
    if (state === null) return null;
    const { action } = event;
    const text = notation?.text(action) ?? String(action);
    const name = notation?.name(action) ?? text;
    frames.push({ state, action, seat: before.turn, text, name, took: event.at - at });
    at = event.at;
  }
  return { game, frames, names: namesIn(replay) };
}

/** The players by seat, from the event that seated them. */
function namesIn({ events }: Replay): string[] {
  for (const { data } of events) {
    if (typeof data === 'object' && data !== null && 'seats' in data) return data.seats.map(({ name }) => name);
  }
  return ['Seat 1', 'Seat 2'];
}

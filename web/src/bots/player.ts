import type { Position } from '@freeplay/shared/games';
import type { Level } from './bot.ts';

export interface Question {
  readonly id: number;
  readonly game: string;
  readonly state: Position;
  readonly level: Level;
  readonly seed: number;
}

export interface Answer {
  readonly id: number;
  readonly action: number;
}

/** One worker for the life of the page, made at once so that it is there when the network is not. */
const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
const waiting = new Map<number, (action: number) => void>();
let asked = 0;

worker.addEventListener('message', ({ data }: MessageEvent<Answer>) => {
  waiting.get(data.id)?.(data.action);
  waiting.delete(data.id);
});

/** The bot's action for this position. */
export function think(question: Omit<Question, 'id'>): Promise<number> {
  asked += 1;
  const id = asked;
  return new Promise((resolve) => {
    waiting.set(id, resolve);
    worker.postMessage({ id, ...question } satisfies Question);
  });
}

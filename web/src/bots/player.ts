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

const RETRY_MS = 2_000;

interface Waiting {
  readonly question: Question;
  answer(action: number): void;
}

const waiting = new Map<number, Waiting>();
let asked = 0;
/** One for the life of the page, made at once so that it is there when the network is not. */
let worker = open();

function open(): Worker {
  const fresh = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  fresh.addEventListener('message', ({ data }: MessageEvent<Answer>) => {
    waiting.get(data.id)?.answer(data.action);
    waiting.delete(data.id);
  });
  // It could not be loaded: what was asked is asked again.
  fresh.addEventListener('error', () => setTimeout(replace, RETRY_MS), { once: true });
  return fresh;
}

function replace(): void {
  worker.terminate();
  worker = open();
  for (const { question } of waiting.values()) worker.postMessage(question);
}

/** The bot's action for this position. */
export function think(asking: Omit<Question, 'id'>): Promise<number> {
  asked += 1;
  const question: Question = { id: asked, ...asking };
  return new Promise((answer) => {
    waiting.set(question.id, { question, answer });
    worker.postMessage(question);
  });
}

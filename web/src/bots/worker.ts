import { chooseAction } from './bot.ts';
import type { Answer, Question } from './player.ts';

/** Thinks beside the page, so that the page never waits. */
addEventListener('message', ({ data }: MessageEvent<Question>) => {
  const { id, game, state, level, seed } = data;
  const answer: Answer = { id, action: chooseAction(game, state, level, seed) };
  postMessage(answer);
});

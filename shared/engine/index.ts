export * from './event.ts';
export * from './view.ts';
export type { Position } from '../games/game.ts';

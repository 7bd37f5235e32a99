export { type BoxesState, boxEdges } from './boxes.ts';
export type { FiveState } from './five.ts';
export * from './game.ts';
export type { GravityState } from './gravity.ts';
export { RULES_HASH } from './hashes.generated.ts';
export { type Notation, notationOf } from './notation.ts';
export * from './registry.ts';
export { flips, type ReversiState } from './reversi.ts';

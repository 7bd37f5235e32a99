/** The rules of Flip Match. What is said about them (console, statistics) stands beside, and is no part of the rules hash. */
export * from './board.ts';
export * from './clocks.ts';
export * from './java-random.ts';
export * from './modes.ts';
export * from './play.ts';
export { abandon, leaves, returns } from './presence.ts';
export * from './race.ts';
export { FLIP_RULES } from './rules.ts';
export * from './score.ts';
export * from './state.ts';
export * from './themes.ts';
export * from './view.ts';

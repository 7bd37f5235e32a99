/** What is kept of players beside their matches: no part of the rules hash. */
export * from './achievements.ts';
export * from './leaderboard.ts';
export * from './stats.ts';

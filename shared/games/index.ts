export * from './game.ts';
export * from './registry.ts';

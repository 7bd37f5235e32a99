export * from './audit.ts';
export * from './chain.ts';
export * from './receipt.ts';
export * from './replay.ts';
export * from './verify.ts';

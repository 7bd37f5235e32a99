export * from './errors.ts';
export * from './snapshot.ts';
export * from './wire.ts';

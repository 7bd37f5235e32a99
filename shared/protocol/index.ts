export * from './errors.ts';
export * from './snapshot.ts';

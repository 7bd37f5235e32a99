export * from './errors.ts';
export * from './notices.ts';
export * from './rooms.ts';
export * from './said.ts';
export * from './snapshot.ts';
export * from './wire.ts';

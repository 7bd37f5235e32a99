export { type FailureCode, FreeplayError } from './errors.ts';
export type { Flip } from './flip/flip.ts';
export type { Inbox, InboxEvents, InboxState } from './flip/inbox.ts';
export type * from './flip/types.ts';
export { Freeplay, type FreeplayOptions } from './freeplay.ts';
export type { Connection } from './match/link.ts';
export type { Match, MatchEvents } from './match/match.ts';
export type { Clock, Fetch, FetchAnswer, FetchInit, RandomBytes, Storage } from './ports.ts';
export type * from './types.ts';

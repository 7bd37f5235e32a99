import type { Envelope } from '../engine/view.ts';

/** What `GET /rooms/{id}` answers and what the room state shows: a match as one reader sees it at one moment. */
export type Snapshot = Envelope;

import type { Status } from '@freeplay/shared/engine';
import { canonical } from '@freeplay/shared/proof';
import type { ChallengeClaim, Outcome } from './flip/port.ts';
import type { Append, MatchRow, SeatClaim } from './port.ts';
import type { Row } from './script.ts';

/** An append as it goes to the worker: in the columns of the statements, its events' texts made. */
export interface Entry {
  readonly id: string;
  readonly expected: number;
  /** [revision, at, kind, seat, text] of each event. */
  readonly events: readonly Row[];
  readonly revision: number;
  readonly status: Status;
  readonly deadline: number;
  readonly startedAt: number;
  /** What it leaves in the records of players, or null. */
  readonly outcome: Outcome | null;
  /** Null for a plain append: events, and what moves with each of them. */
  readonly change: Change | null;
}

export interface Change {
  readonly row: MatchRow;
  readonly claim: readonly SeatClaim[];
  readonly queue: Append['queue'];
  readonly release: boolean;
  readonly capacity: number;
  readonly receipt: string | null;
  /** True when players may have come in, so that the seats are written. */
  readonly roster: boolean;
  readonly vacate: readonly string[];
  readonly challenge: ChallengeClaim | null;
}

/** Throws a TypeError for an append that contradicts itself: a bug of the caller, which must not reach a shared commit. */
export function entryOf(append: Append): Entry {
  const { expected, events, texts = events.map(canonical), row, claim, queue, release, capacity, receipt } = append;
  const { vacate = [], challenge = null, outcome = null } = append;
  const consecutive = events.every((event, i) => event.revision === expected + 1 + i);
  if (
    events.length === 0 ||
    texts.length !== events.length ||
    !consecutive ||
    row.revision !== expected + events.length
  ) {
    throw new TypeError(`an append to ${row.id} whose revisions do not follow ${expected}`);
  }
  const roster = expected === 0 || claim.length > 0 || events.some(({ kind }) => kind === 'paired');
  const settled = row.endedAt !== 0 || row.winner !== null || row.reason !== null || row.finalView !== null;
  const plain = !roster && !settled && queue === null && !release && receipt === null && vacate.length === 0;
  return {
    id: row.id,
    expected,
    events: events.map(({ revision, at, kind, seat }, i) => [revision, at, kind, seat, texts[i] ?? '']),
    revision: row.revision,
    status: row.status,
    deadline: row.deadline,
    startedAt: row.startedAt,
    outcome,
    change: plain ? null : { row, claim, queue, release, capacity, receipt, roster, vacate, challenge },
  };
}

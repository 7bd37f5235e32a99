import {
  END_REASONS,
  type EndReason,
  type MatchEvent,
  MODES,
  type Mode,
  STATUSES,
  type Status,
} from '@freeplay/shared/engine';
import { oneOf, orNull, text, whole } from './cells.ts';
import type { MatchRow, RematchOffers, StoredMatch, Stray } from './port.ts';
import { askOne, type Row, type Script } from './script.ts';
import type { StatementName } from './sql.ts';

/** The first cell of the first row of a look-up, as the text that it is, or null. */
export function* findText(
  statement: 'byInvite' | 'waiting' | 'active' | 'receipt',
  ...parameter: Row
): Script<string | null> {
  const [row] = yield* askOne(statement, parameter);
  return row === undefined ? null : text(row[0]);
}

export function* listIds(statement: 'due', ...parameter: Row): Script<readonly string[]> {
  return (yield* askOne(statement, parameter)).map(([id]) => text(id));
}

export function* listStrays(limit: number): Script<readonly Stray[]> {
  return (yield* askOne('strays', [limit])).map(([match, player]) => ({ match: text(match), player: text(player) }));
}

export function* listRows(statement: Extract<StatementName, 'row' | 'history'>, ...parameter: Row): Script<MatchRow[]> {
  return (yield* askOne(statement, parameter)).map(matchRow);
}

/** The events up to the row's revision, so that both belong together also when an append commits in between. */
export function* load(match: string): Script<StoredMatch | null> {
  const [row] = yield* listRows('row', match);
  if (row === undefined) return null;
  const texts = (yield* askOne('events', [match, row.revision])).map(([event]) => text(event));
  // Swept in between: the match is gone.
  if (texts.length !== row.revision) return null;
  // Written as canonical events by this store, and read by nobody else.
  return { row, events: texts.map((event): MatchEvent => JSON.parse(event)), texts };
}

/** In the order of the columns that the statements `row` and `history` name. */
function matchRow(cells: Row): MatchRow {
  const [id, game, rules, mode, status, revision, deadline, invite, rematchOf, winner, reason, ...rest] = cells;
  const [createdAt, startedAt, endedAt, finalView, seats] = rest;
  const entrants: [string | null, string | null][] = JSON.parse(text(seats)); // made by the statement itself
  return {
    id: text(id),
    game: text(game),
    rules: text(rules),
    mode: oneOf<Mode>(MODES, mode),
    status: oneOf<Status>(STATUSES, status),
    revision: whole(revision),
    deadline: whole(deadline),
    players: entrants.map(([player]) => player),
    names: entrants.map(([, name]) => name),
    invite: orNull(text, invite),
    rematchOf: orNull(text, rematchOf),
    winner: orNull(whole, winner),
    reason: orNull((cell) => oneOf<EndReason>(END_REASONS, cell), reason),
    createdAt: whole(createdAt),
    startedAt: whole(startedAt),
    endedAt: whole(endedAt),
    finalView: orNull(text, finalView),
  };
}

export function* rematchOffers(match: string): Script<RematchOffers> {
  const [row = []] = yield* askOne('rematchOffers', [match]);
  const at: number[] = JSON.parse(text(row[0])); // made by the statement itself
  return { at, match: orNull(text, row[1]) };
}

export function* offerRematch(match: string, seat: number, at: number): Script<RematchOffers> {
  yield* askOne('offerRematch', [match, seat, at]);
  return yield* rematchOffers(match);
}

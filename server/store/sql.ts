import { FLIP_POSTGRESQL, FLIP_SQLITE, FLIP_STATEMENTS } from './flip/sql.ts';
import { ROWS } from './rows.ts';

/**
 * The statements of the hot path, one column per database. Each takes ONE parameter, a JSON text, so that a batch of any
 * size is one statement, prepared once: an array of rows for writes and look-ups of many, one row for the others. Cells
 * are named in the comment of each. Rows that are not written because of a conflict are not returned, and nothing fails.
 */
export const STATEMENTS = [
  'createMatches',
  'creationOccupants',
  'claimSeats',
  'moveSeats',
  'seatOccupants',
  'openQueue',
  'queueOccupants',
  'lockClasses',
  'activeMatches',
  'insertEvents',
  'advanceMatches',
  'settleMatches',
  'writeReceipts',
  'writeSeats',
  'releaseSeats',
  'closeQueue',
  'undoMatches',
  'undoClaims',
  'undoEvents',
  'row',
  'events',
  'receipt',
  'byInvite',
  'waiting',
  'active',
  'due',
  'strays',
  'history',
  'offerRematch',
  'rematchOffers',
  'numberNotices',
  'insertNotices',
  'vacateSeats',
  ...FLIP_STATEMENTS,
] as const;
export type StatementName = (typeof STATEMENTS)[number];

export type Dialect = Readonly<Record<StatementName, string>>;

/** What a stored match is read from; the seats are one JSON array of [player, name]. */
const MATCH_COLUMNS = `m."id", m."game", m."rules", m."mode", m."status", m."revision", m."deadline", m."invite",
  m."rematchOf", m."winner", m."reason", m."createdAt", m."startedAt", m."endedAt", m."finalView"`;

const SQLITE_SEATS = `(select json_group_array(json_array(s."player", s."name") order by s."seat")
  from "MatchSeat" s where s."matchId" = m."id")`;

/** Whoever has resigned has left, and gave the seat back with that. */
function strays(limit: string): string {
  return `select s."matchId", s."player" from "Match" m join "MatchSeat" s on s."matchId" = m."id"
    where m."endedAt" = 0 and s."player" is not null
      and not exists (select 1 from "ActiveSeat" a where a."matchId" = m."id" and a."player" = s."player")
      and not exists (select 1 from "MatchEvent" v
        where v."matchId" = m."id" and v."seat" = s."seat" and v."kind" = 'resigned')
    order by m."id", s."seat" limit ${limit}`;
}

/** `cross join` keeps SQLite to this order: the few rows of the parameter first, then the table by its key. */
export const SQLITE: Dialect = {
  // [id, game, rules, mode, status, invite, rematchOf, createdAt] -> [id]. Revision 0 until its events are in.
  createMatches: `
    insert into "Match" ("id", "game", "rules", "mode", "status", "invite", "rematchOf", "createdAt",
      "revision", "deadline", "startedAt", "endedAt")
    select value->>0, value->>1, value->>2, value->>3, value->>4, value->>5, value->>6, value->>7, 0, 0, 0, 0
    from json_each(:input) where true on conflict do nothing returning "id"`,

  // [id, rematchOf] -> [id, id if it exists already, the rematch that rematchOf has]
  creationOccupants: `
    select value->>0, (select "id" from "Match" where "id" = value->>0),
      (select "id" from "Match" where "rematchOf" = value->>1)
    from json_each(:input)`,

  // [player, activeClass, match] -> the same; the first row of a place wins it
  claimSeats: `
    insert into "ActiveSeat" ("player", "activeClass", "matchId")
    select value->>0, value->>1, value->>2 from json_each(:input) where true
    on conflict do nothing returning "player", "activeClass", "matchId"`,

  // [player, activeClass, match, the match that has it] -> [player, activeClass, match]
  moveSeats: `
    update "ActiveSeat" set "matchId" = e.value->>2 from json_each(:input) e
    where "player" = e.value->>0 and "activeClass" = e.value->>1 and "matchId" = e.value->>3
    returning "player", "activeClass", "matchId"`,

  // [player, activeClass] -> [player, activeClass, match]
  seatOccupants: `
    select a."player", a."activeClass", a."matchId" from json_each(:input) e cross join "ActiveSeat" a
    on a."player" = e.value->>0 and a."activeClass" = e.value->>1`,

  // [game, rules, match] -> [match]
  openQueue: `
    insert into "PublicQueue" ("game", "rules", "matchId")
    select value->>0, value->>1, value->>2 from json_each(:input) where true
    on conflict do nothing returning "matchId"`,

  // [game, rules] -> [game, rules, match]
  queueOccupants: `
    select q."game", q."rules", q."matchId" from json_each(:input) e cross join "PublicQueue" q
    on q."game" = e.value->>0 and q."rules" = e.value->>1`,

  // [activeClass]: until the commit, no other process counts or is counted. Here there is no other.
  lockClasses: 'select null from json_each(:input) where false',

  // [activeClass] -> [activeClass, number of matches]
  activeMatches: `
    select value->>0, (select count(distinct "matchId") from "ActiveSeat" where "activeClass" = value->>0)
    from json_each(:input)`,

  // [match, revision, at, kind, seat, text, expected] -> [match, revision], for matches at that revision
  insertEvents: `
    insert into "MatchEvent" ("matchId", "revision", "at", "kind", "seat", "text")
    select e.value->>0, e.value->>1, e.value->>2, e.value->>3, e.value->>4, e.value->>5
    from json_each(:input) e cross join "Match" m on m."id" = e.value->>0 and m."revision" = e.value->>6
    where true on conflict do nothing returning "matchId", "revision"`,

  // [id, expected, revision, status, deadline, startedAt] -> [id]: the fence
  advanceMatches: `
    update "Match" set "revision" = e.value->>2, "status" = e.value->>3, "deadline" = e.value->>4,
      "startedAt" = e.value->>5
    from json_each(:input) e where "Match"."id" = e.value->>0 and "Match"."revision" = e.value->>1 returning "id"`,

  // [id, winner, reason, endedAt, finalView]
  settleMatches: `
    update "Match" set "winner" = e.value->>1, "reason" = e.value->>2, "endedAt" = e.value->>3,
      "finalView" = e.value->>4
    from json_each(:input) e where "Match"."id" = e.value->>0`,

  // [match, text]
  writeReceipts: `
    insert into "Receipt" ("matchId", "text")
    select value->>0, value->>1 from json_each(:input) where true on conflict do nothing`,

  // [match, seat, player, name, createdAt]
  writeSeats: `
    insert into "MatchSeat" ("matchId", "seat", "player", "name", "createdAt")
    select value->>0, value->>1, value->>2, value->>3, value->>4 from json_each(:input) where true
    on conflict ("matchId", "seat") do update set "player" = excluded."player", "name" = excluded."name"`,

  // [match]
  releaseSeats: `delete from "ActiveSeat" where "matchId" in (select value->>0 from json_each(:input))`,

  // [match]
  closeQueue: `delete from "PublicQueue" where "matchId" in (select value->>0 from json_each(:input))`,

  // [id]; all that hangs on it goes with it
  undoMatches: `delete from "Match" where "id" in (select value->>0 from json_each(:input))`,

  // [player, activeClass]
  undoClaims: `
    delete from "ActiveSeat" where ("player", "activeClass") in (select value->>0, value->>1 from json_each(:input))`,

  // [match, revision]
  undoEvents: `
    delete from "MatchEvent" where ("matchId", "revision") in (select value->>0, value->>1 from json_each(:input))`,

  // [id]
  row: `select ${MATCH_COLUMNS}, ${SQLITE_SEATS} from "Match" m where m."id" = :input->>0`,

  // [match, last revision] -> [text]
  events: `
    select "text" from "MatchEvent" where "matchId" = :input->>0 and "revision" <= :input->>1 order by "revision"`,

  // [match] -> [text]
  receipt: `select "text" from "Receipt" where "matchId" = :input->>0`,

  // [invite] -> [id]
  byInvite: `select "id" from "Match" where "invite" = :input->>0`,

  // [game, rules] -> [match]
  waiting: `select "matchId" from "PublicQueue" where "game" = :input->>0 and "rules" = :input->>1`,

  // [player, activeClass] -> [match]
  active: `select "matchId" from "ActiveSeat" where "player" = :input->>0 and "activeClass" = :input->>1`,

  // [now, limit] -> [id]
  due: `
    select "id" from "Match" where "deadline" > 0 and "deadline" <= :input->>0 order by "deadline", "id" limit :input->>1`,

  // [limit] -> [match, player]
  strays: strays(':input->>0'),

  // [player, limit]
  history: `
    select ${MATCH_COLUMNS}, ${SQLITE_SEATS} from "MatchSeat" h join "Match" m on m."id" = h."matchId"
    where h."player" = :input->>0 order by h."createdAt" desc, h."matchId" desc limit :input->>1`,

  // [match, seat, at]
  offerRematch: `
    insert into "RematchOffer" ("matchId", "seat", "at")
    select m."id", :input->>1, :input->>2 from "Match" m where m."id" = :input->>0
    on conflict ("matchId", "seat") do update set "at" = max("at", excluded."at")`,

  // [match] -> [offers by seat as a JSON array, the rematch]
  rematchOffers: `
    select (select json_group_array(coalesce(o."at", 0) order by s."seat") from "MatchSeat" s
        left join "RematchOffer" o on o."matchId" = s."matchId" and o."seat" = s."seat" where s."matchId" = :input->>0),
      (select "id" from "Match" where "rematchOf" = :input->>0)`,

  // [player, number of new ones] -> [player, number of the last]; locks the player's counter until the commit
  numberNotices: `
    insert into "NotificationMark" ("player", "last", "acked")
    select value->>0, value->>1, 0 from json_each(:input) where true
    on conflict ("player") do update set "last" = "last" + excluded."last" returning "player", "last"`,

  // [player, id, kind, at, text, data]
  insertNotices: `
    insert into "Notification" ("player", "id", "kind", "at", "text", "data")
    select value->>0, value->>1, value->>2, value->>3, value->>4, value->>5 from json_each(:input)`,

  // [player, match]
  vacateSeats: `
    delete from "ActiveSeat" where ("player", "matchId") in (select value->>0, value->>1 from json_each(:input))`,

  ...FLIP_SQLITE,
};

const POSTGRESQL_SEATS = `(select coalesce(json_agg(json_build_array(s."player", s."name") order by s."seat"), '[]')::text
  from "MatchSeat" s where s."matchId" = m."id")`;

/**
 * Inserts go in the order of what they may have to wait for, so that two processes seldom wait for each other; rows that
 * want the same place keep their own order.
 */
export const POSTGRESQL: Dialect = {
  createMatches: `
    insert into "Match" ("id", "game", "rules", "mode", "status", "invite", "rematchOf", "createdAt",
      "revision", "deadline", "startedAt", "endedAt")
    select e->>0, e->>1, e->>2, e->>3, e->>4, e->>5, e->>6, (e->>7)::bigint, 0, 0, 0, 0
    from ${ROWS} order by e->>6, n on conflict do nothing returning "id"`,

  creationOccupants: `
    select e->>0, (select "id" from "Match" where "id" = e->>0), (select "id" from "Match" where "rematchOf" = e->>1)
    from ${ROWS}`,

  claimSeats: `
    insert into "ActiveSeat" ("player", "activeClass", "matchId")
    select e->>0, e->>1, e->>2 from ${ROWS} order by e->>0, e->>1, n
    on conflict do nothing returning "player", "activeClass", "matchId"`,

  moveSeats: `
    update "ActiveSeat" a set "matchId" = e->>2 from ${ROWS}
    where a."player" = e->>0 and a."activeClass" = e->>1 and a."matchId" = e->>3
    returning a."player", a."activeClass", a."matchId"`,

  seatOccupants: `
    select a."player", a."activeClass", a."matchId" from ${ROWS} join "ActiveSeat" a
    on a."player" = e->>0 and a."activeClass" = e->>1`,

  openQueue: `
    insert into "PublicQueue" ("game", "rules", "matchId")
    select e->>0, e->>1, e->>2 from ${ROWS} order by e->>0, e->>1, n
    on conflict do nothing returning "matchId"`,

  queueOccupants: `
    select q."game", q."rules", q."matchId" from ${ROWS} join "PublicQueue" q on q."game" = e->>0 and q."rules" = e->>1`,

  // A statement of its own, since a count sees what was committed before its statement began. Held until the commit.
  lockClasses: `
    select pg_advisory_xact_lock(1, hashtext(c)) from (select e->>0 as c from ${ROWS} order by 1) classes`,

  activeMatches: `
    select e->>0, (select count(distinct "matchId") from "ActiveSeat" where "activeClass" = e->>0) from ${ROWS}`,

  insertEvents: `
    insert into "MatchEvent" ("matchId", "revision", "at", "kind", "seat", "text")
    select e->>0, (e->>1)::int, (e->>2)::bigint, e->>3, (e->>4)::int, e->>5
    from ${ROWS} join "Match" m on m."id" = e->>0 and m."revision" = (e->>6)::int
    order by e->>0, n on conflict do nothing returning "matchId", "revision"`,

  advanceMatches: `
    update "Match" m set "revision" = (e->>2)::int, "status" = e->>3, "deadline" = (e->>4)::bigint,
      "startedAt" = (e->>5)::bigint
    from ${ROWS} where m."id" = e->>0 and m."revision" = (e->>1)::int returning m."id"`,

  settleMatches: `
    update "Match" m set "winner" = (e->>1)::int, "reason" = e->>2, "endedAt" = (e->>3)::bigint, "finalView" = e->>4
    from ${ROWS} where m."id" = e->>0`,

  writeReceipts: `
    insert into "Receipt" ("matchId", "text") select e->>0, e->>1 from ${ROWS} on conflict do nothing`,

  writeSeats: `
    insert into "MatchSeat" ("matchId", "seat", "player", "name", "createdAt")
    select e->>0, (e->>1)::int, e->>2, e->>3, (e->>4)::bigint from ${ROWS}
    on conflict ("matchId", "seat") do update set "player" = excluded."player", "name" = excluded."name"`,

  releaseSeats: `delete from "ActiveSeat" a using ${ROWS} where a."matchId" = e->>0`,

  closeQueue: `delete from "PublicQueue" q using ${ROWS} where q."matchId" = e->>0`,

  undoMatches: `delete from "Match" m using ${ROWS} where m."id" = e->>0`,

  undoClaims: `delete from "ActiveSeat" a using ${ROWS} where a."player" = e->>0 and a."activeClass" = e->>1`,

  undoEvents: `delete from "MatchEvent" v using ${ROWS} where v."matchId" = e->>0 and v."revision" = (e->>1)::int`,

  row: `select ${MATCH_COLUMNS}, ${POSTGRESQL_SEATS} from "Match" m where m."id" = $1::jsonb->>0`,

  events: `
    select "text" from "MatchEvent" where "matchId" = $1::jsonb->>0 and "revision" <= ($1::jsonb->>1)::int
    order by "revision"`,

  receipt: `select "text" from "Receipt" where "matchId" = $1::jsonb->>0`,

  byInvite: `select "id" from "Match" where "invite" = $1::jsonb->>0`,

  waiting: `select "matchId" from "PublicQueue" where "game" = $1::jsonb->>0 and "rules" = $1::jsonb->>1`,

  active: `select "matchId" from "ActiveSeat" where "player" = $1::jsonb->>0 and "activeClass" = $1::jsonb->>1`,

  due: `
    select "id" from "Match" where "deadline" > 0 and "deadline" <= ($1::jsonb->>0)::bigint
    order by "deadline", "id" limit ($1::jsonb->>1)::int`,

  strays: strays('($1::jsonb->>0)::int'),

  history: `
    select ${MATCH_COLUMNS}, ${POSTGRESQL_SEATS} from "MatchSeat" h join "Match" m on m."id" = h."matchId"
    where h."player" = $1::jsonb->>0 order by h."createdAt" desc, h."matchId" desc limit ($1::jsonb->>1)::int`,

  offerRematch: `
    insert into "RematchOffer" ("matchId", "seat", "at")
    select m."id", ($1::jsonb->>1)::int, ($1::jsonb->>2)::bigint from "Match" m where m."id" = $1::jsonb->>0
    on conflict ("matchId", "seat") do update set "at" = greatest("RematchOffer"."at", excluded."at")`,

  rematchOffers: `
    select (select coalesce(json_agg(coalesce(o."at", 0) order by s."seat"), '[]')::text from "MatchSeat" s
        left join "RematchOffer" o on o."matchId" = s."matchId" and o."seat" = s."seat"
        where s."matchId" = $1::jsonb->>0),
      (select "id" from "Match" where "rematchOf" = $1::jsonb->>0)`,

  numberNotices: `
    insert into "NotificationMark" as m ("player", "last", "acked")
    select e->>0, (e->>1)::int, 0 from ${ROWS} order by e->>0
    on conflict ("player") do update set "last" = m."last" + excluded."last" returning "player", "last"`,

  insertNotices: `
    insert into "Notification" ("player", "id", "kind", "at", "text", "data")
    select e->>0, (e->>1)::int, e->>2, (e->>3)::bigint, e->>4, e->>5 from ${ROWS}`,

  vacateSeats: `delete from "ActiveSeat" a using ${ROWS} where a."player" = e->>0 and a."matchId" = e->>1`,

  ...FLIP_POSTGRESQL,
};

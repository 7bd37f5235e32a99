/** The statements of Flip Match, in the same manner as those beside: one JSON parameter, cells named in the comment. */
import { ROWS } from '../rows.ts';

export const FLIP_STATEMENTS = [
  'acceptChallenges',
  'startRuns',
  'lockChallenges',
  'updateChallenges',
  'lockChallenger',
  'pendingChallenges',
  'freePendingKey',
  'insertChallenge',
  'closeChallenge',
  'challenge',
  'challengesOf',
  'dueChallenges',
  'sweepChallenges',
  'lockStats',
  'writeStats',
  'readStats',
  'heldAchievements',
  'writeAchievements',
  'achievementsOf',
  'namesOf',
  'writeLeaders',
  'leaders',
] as const;
type FlipDialect = Readonly<Record<(typeof FLIP_STATEMENTS)[number], string>>;

const CHALLENGE_COLUMNS = `c."id", c."mode", c."status", c."challenger", coalesce(a."name", ''), c."challengee",
  coalesce(b."name", ''), c."difficulty", c."theme", c."seed", c."createdAt", c."expiresAt", c."acceptedAt", c."endedAt",
  c."challengerMatch", c."challengeeMatch", c."challengerRun", c."challengeeRun", cast(c."benchmark" as int), c."result"`;
const NAMES = `left join "Player" a on a."id" = c."challenger" left join "Player" b on b."id" = c."challengee"`;

const OPEN = ['PENDING', 'ACCEPTED'];
const CLOSED = ['COMPLETED', 'EXPIRED', 'DECLINED', 'CANCELLED'];
/** Pending and accepted ones of a player that are shown at most, of each side. */
const MOST_OPEN = 100;

/** One walk along an index for each side and status, so that no history is too long. */
function challengesOf(player: string, recent: string): string {
  const walks = ['challenger', 'challengee'].flatMap((side) =>
    [...OPEN, ...CLOSED].map((status) => {
      const limit = OPEN.includes(status) ? MOST_OPEN : recent;
      return `select * from (select "id" from "Challenge" where "${side}" = ${player} and "status" = '${status}'
        order by "createdAt" desc limit ${limit}) "${side}${status}"`;
    }),
  );
  return `select ${CHALLENGE_COLUMNS} from "Challenge" c ${NAMES} where c."id" in (${walks.join(' union all ')})
    order by c."createdAt" desc, c."id"`;
}

/** Both walks end after `limit` rows, whatever the size of the board. */
function leaders(board: string, score: string, at: string, holder: string, limit: string): string {
  const columns = `"holder", "score", "at", "matchId", "details"`;
  return `select * from (select ${columns} from "LeaderboardRow"
      where "board" = ${board} and "score" = ${score} and ("at", "holder") > (${at}, ${holder})
      order by "at", "holder" limit ${limit}) level
    union all
    select * from (select ${columns} from "LeaderboardRow" where "board" = ${board} and "score" < ${score}
      order by "score" desc, "at", "holder" limit ${limit}) below
    order by 2 desc, 3, 1 limit ${limit}`;
}

function dueChallenges(now: string, limit: string): string {
  const walks = OPEN.map(
    (status) => `select * from (select "id" from "Challenge"
      where "status" = '${status}' and "expiresAt" > 0 and "expiresAt" <= ${now} order by "expiresAt" limit ${limit}) ${status}`,
  );
  return `select ${CHALLENGE_COLUMNS} from "Challenge" c ${NAMES} where c."id" in (${walks.join(' union all ')})
    order by c."expiresAt", c."id" limit ${limit}`;
}

const BETTER = `excluded."score" > "LeaderboardRow"."score"`;
const SET_LEADER = `do update set "score" = excluded."score", "at" = excluded."at", "matchId" = excluded."matchId",
  "details" = excluded."details" where ${BETTER}`;

export const FLIP_SQLITE: FlipDialect = {
  // [challenge, match, at, expiresAt] -> [challenge, match] where it was open to it
  acceptChallenges: `
    update "Challenge" set "status" = 'ACCEPTED', "pendingKey" = null, "acceptedAt" = e.value->>2,
      "expiresAt" = e.value->>3, "challengeeMatch" = e.value->>1,
      "challengerMatch" = case when "mode" = 'DUEL' then e.value->>1 else "challengerMatch" end
    from json_each(:input) e where "Challenge"."id" = e.value->>0 and "status" = 'PENDING' and "expiresAt" > e.value->>2
    returning "id", "challengeeMatch"`,

  // [challenge, match, at] -> [challenge, match]
  startRuns: `
    update "Challenge" set "challengerMatch" = e.value->>1
    from json_each(:input) e where "Challenge"."id" = e.value->>0 and "status" = 'ACCEPTED' and "mode" = 'SPEED_RACE'
      and "challengerMatch" is null and "expiresAt" > e.value->>2
    returning "id", "challengerMatch"`,

  // [challenge] -> its columns; nobody else changes them until the commit
  lockChallenges: `
    select ${CHALLENGE_COLUMNS} from json_each(:input) e cross join "Challenge" c on c."id" = e.value->>0 ${NAMES}
    order by c."id"`,

  // [id, status, endedAt, challengerRun, challengeeRun, result]
  updateChallenges: `
    update "Challenge" set "status" = e.value->>1, "endedAt" = e.value->>2, "challengerRun" = e.value->>3,
      "challengeeRun" = e.value->>4, "result" = e.value->>5, "pendingKey" = null
    from json_each(:input) e where "Challenge"."id" = e.value->>0`,

  // [player]: until the commit, no other process counts this player's challenges. Here there is no other.
  lockChallenger: 'select null from json_each(:input) where false',

  // [player, now] -> [number of those that are pending]
  pendingChallenges: `
    select count(*) from "Challenge" where "challenger" = :input->>0 and "status" = 'PENDING' and "expiresAt" > :input->>1`,

  // [pendingKey, now]: one that has lapsed and is not swept yet is in nobody's way
  freePendingKey: `update "Challenge" set "pendingKey" = null where "pendingKey" = :input->>0 and "expiresAt" <= :input->>1`,

  // [id, mode, challenger, challengee, difficulty, theme, seed, createdAt, expiresAt, pendingKey, challengerMatch, challengerRun, benchmark] -> [id]
  insertChallenge: `
    insert into "Challenge" ("id", "mode", "challenger", "challengee", "difficulty", "theme", "seed", "createdAt",
      "expiresAt", "pendingKey", "challengerMatch", "challengerRun", "benchmark", "status", "acceptedAt", "endedAt")
    select value->>0, value->>1, value->>2, value->>3, value->>4, value->>5, value->>6, value->>7, value->>8, value->>9,
      value->>10, value->>11, value->>12, 'PENDING', 0, 0
    from json_each(:input) where true on conflict do nothing returning "id"`,

  // [id, status, at] -> [id] where it was pending
  closeChallenge: `
    update "Challenge" set "status" = :input->>1, "endedAt" = :input->>2, "pendingKey" = null
    where "id" = :input->>0 and "status" = 'PENDING' and "expiresAt" > :input->>2 returning "id"`,

  // [id]
  challenge: `select ${CHALLENGE_COLUMNS} from "Challenge" c ${NAMES} where c."id" = :input->>0`,

  // [player, limit of each closed status]
  challengesOf: challengesOf(':input->>0', ':input->>1'),

  // [now, limit]
  dueChallenges: dueChallenges(':input->>0', ':input->>1'),

  // [before, limit] -> [id]
  sweepChallenges: `
    delete from "Challenge" where "id" in (select "id" from "Challenge"
      where "endedAt" > 0 and "endedAt" < :input->>0 order by "endedAt" limit :input->>1) returning "id"`,

  // [player] -> [player, text]: made where it is missing, and nobody else's until the commit
  lockStats: `
    insert into "PlayerStats" ("player", "text") select value->>0, '' from json_each(:input) where true
    on conflict ("player") do update set "player" = excluded."player" returning "player", "text"`,

  // [player, text]
  writeStats: `
    update "PlayerStats" set "text" = e.value->>1 from json_each(:input) e where "PlayerStats"."player" = e.value->>0`,

  // [player] -> [player, text]
  readStats: `
    select s."player", s."text" from json_each(:input) e cross join "PlayerStats" s on s."player" = e.value->>0
    where s."text" <> ''`,

  // [player] -> [player, achievement]
  heldAchievements: `
    select a."player", a."achievement" from json_each(:input) e cross join "Achievement" a on a."player" = e.value->>0`,

  // [player, achievement, at, match]
  writeAchievements: `
    insert into "Achievement" ("player", "achievement", "at", "matchId")
    select value->>0, value->>1, value->>2, value->>3 from json_each(:input) where true on conflict do nothing`,

  // [player] -> [achievement, at, match]
  achievementsOf: `
    select "achievement", "at", "matchId" from "Achievement" where "player" = :input->>0 order by "at", "achievement"`,

  // [player] -> [player, name]
  namesOf: `select p."id", p."name" from json_each(:input) e cross join "Player" p on p."id" = e.value->>0`,

  // [board, holder, score, at, match, details]: only a better score takes a row's place
  writeLeaders: `
    insert into "LeaderboardRow" ("board", "holder", "score", "at", "matchId", "details")
    select value->>0, value->>1, value->>2, value->>3, value->>4, value->>5 from json_each(:input) where true
    on conflict ("board", "holder") ${SET_LEADER}`,

  // [board, score, at, holder, limit] -> [holder, score, at, match, details] of those behind that place
  leaders: leaders(':input->>0', ':input->>1', ':input->>2', ':input->>3', ':input->>4'),
};

const text = (cell: number) => `($1::jsonb->>${cell})`;
const int = (cell: number) => `($1::jsonb->>${cell})::int`;
const big = (cell: number) => `($1::jsonb->>${cell})::bigint`;

export const FLIP_POSTGRESQL: FlipDialect = {
  acceptChallenges: `
    update "Challenge" c set "status" = 'ACCEPTED', "pendingKey" = null, "acceptedAt" = (e->>2)::bigint,
      "expiresAt" = (e->>3)::bigint, "challengeeMatch" = e->>1,
      "challengerMatch" = case when c."mode" = 'DUEL' then e->>1 else c."challengerMatch" end
    from ${ROWS} where c."id" = e->>0 and c."status" = 'PENDING' and c."expiresAt" > (e->>2)::bigint
    returning c."id", c."challengeeMatch"`,

  startRuns: `
    update "Challenge" c set "challengerMatch" = e->>1
    from ${ROWS} where c."id" = e->>0 and c."status" = 'ACCEPTED' and c."mode" = 'SPEED_RACE'
      and c."challengerMatch" is null and c."expiresAt" > (e->>2)::bigint
    returning c."id", c."challengerMatch"`,

  lockChallenges: `
    select ${CHALLENGE_COLUMNS} from ${ROWS} join "Challenge" c on c."id" = e->>0 ${NAMES}
    order by c."id" for update of c`,

  updateChallenges: `
    update "Challenge" c set "status" = e->>1, "endedAt" = (e->>2)::bigint, "challengerRun" = e->>3,
      "challengeeRun" = e->>4, "result" = e->>5, "pendingKey" = null
    from ${ROWS} where c."id" = e->>0`,

  // A statement of its own, since a count sees what was committed before its statement began.
  lockChallenger: `select pg_advisory_xact_lock(2, hashtext(e->>0)) from ${ROWS}`,

  pendingChallenges: `
    select count(*) from "Challenge" where "challenger" = ${text(0)} and "status" = 'PENDING' and "expiresAt" > ${big(1)}`,

  freePendingKey: `
    update "Challenge" set "pendingKey" = null where "pendingKey" = ${text(0)} and "expiresAt" <= ${big(1)}`,

  insertChallenge: `
    insert into "Challenge" ("id", "mode", "challenger", "challengee", "difficulty", "theme", "seed", "createdAt",
      "expiresAt", "pendingKey", "challengerMatch", "challengerRun", "benchmark", "status", "acceptedAt", "endedAt")
    select e->>0, e->>1, e->>2, e->>3, e->>4, e->>5, e->>6, (e->>7)::bigint, (e->>8)::bigint, e->>9, e->>10, e->>11,
      (e->>12)::int = 1, 'PENDING', 0, 0
    from ${ROWS} on conflict do nothing returning "id"`,

  closeChallenge: `
    update "Challenge" set "status" = ${text(1)}, "endedAt" = ${big(2)}, "pendingKey" = null
    where "id" = ${text(0)} and "status" = 'PENDING' and "expiresAt" > ${big(2)} returning "id"`,

  challenge: `select ${CHALLENGE_COLUMNS} from "Challenge" c ${NAMES} where c."id" = ${text(0)}`,

  challengesOf: challengesOf(text(0), int(1)),

  dueChallenges: dueChallenges(big(0), int(1)),

  sweepChallenges: `
    delete from "Challenge" where "id" in (select "id" from "Challenge"
      where "endedAt" > 0 and "endedAt" < ${big(0)} order by "endedAt" limit ${int(1)}) returning "id"`,

  lockStats: `
    insert into "PlayerStats" ("player", "text") select e->>0, '' from ${ROWS} order by e->>0
    on conflict ("player") do update set "player" = excluded."player" returning "player", "text"`,

  writeStats: `update "PlayerStats" s set "text" = e->>1 from ${ROWS} where s."player" = e->>0`,

  readStats: `
    select s."player", s."text" from ${ROWS} join "PlayerStats" s on s."player" = e->>0 where s."text" <> ''`,

  heldAchievements: `
    select a."player", a."achievement" from ${ROWS} join "Achievement" a on a."player" = e->>0`,

  writeAchievements: `
    insert into "Achievement" ("player", "achievement", "at", "matchId")
    select e->>0, e->>1, (e->>2)::bigint, e->>3 from ${ROWS} order by e->>0, e->>1 on conflict do nothing`,

  achievementsOf: `
    select "achievement", "at", "matchId" from "Achievement" where "player" = ${text(0)} order by "at", "achievement"`,

  namesOf: `select p."id", p."name" from ${ROWS} join "Player" p on p."id" = e->>0`,

  writeLeaders: `
    insert into "LeaderboardRow" ("board", "holder", "score", "at", "matchId", "details")
    select e->>0, e->>1, (e->>2)::int, (e->>3)::bigint, e->>4, e->>5 from ${ROWS} order by e->>0, e->>1
    on conflict ("board", "holder") ${SET_LEADER}`,

  leaders: leaders(text(0), int(1), big(2), text(3), int(4)),
};

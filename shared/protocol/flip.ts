/** The part of the HTTP contract about Flip Match: challenges, leaderboards, records. */
import { z } from 'zod';
import { OPPONENT_STATUSES } from '../engine/view.ts';
import { BASE_PATH, Id, Name, NoQuery, PlayerId, time, whole } from './parts.ts';

export const DifficultyName = z.enum(['EASY', 'MEDIUM', 'HARD']);
export const ThemeId = z
  .string()
  .regex(/^[a-z][a-z0-9-]{0,31}$/)
  .describe("A theme's id, or random.");
const Abandon = z.boolean().describe('Leave an active duel, team match or race run for it.').exactOptional();

// Requests

const board = { difficulty: DifficultyName.exactOptional(), theme: ThemeId.exactOptional() };

export const FlipRequest = z
  .strictObject({ game: z.enum(['solo', 'team-snap']), ...board, abandon: Abandon })
  .describe(
    'A solo game, or a match of the party that the caller leads. What is absent is the preference of the caller.',
  );

export const ChallengeRequest = z.strictObject({
  mode: z.enum(['DUEL', 'SPEED_RACE']),
  opponent: z.union([PlayerId, Name]),
  ...board,
  benchmark: Id.describe("A completed solo game of the caller's, to be beaten on the same board.").exactOptional(),
});

export const ChallengeAction = z.strictObject({
  kind: z.enum(['accept', 'decline', 'cancel', 'start']),
  abandon: Abandon,
});

const LeaderboardQuery = z.strictObject({
  difficulty: DifficultyName.describe('Of solo play; default EASY.').exactOptional(),
  partySize: z.enum(['2', '3', '4']).describe('Of teams; default 2.').exactOptional(),
  limit: z
    .string()
    .regex(/^([1-9]|[1-9]\d|100)$/)
    .describe('1 to 100; default 20.')
    .exactOptional(),
  after: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,400}$/)
    .describe('`next` of the page before.')
    .exactOptional(),
});

// Responses

const Person = z.strictObject({ player: PlayerId, name: Name });

const Run = z.strictObject({
  name: Name,
  status: z.enum(OPPONENT_STATUSES),
  score: whole().exactOptional(),
  seconds: whole().exactOptional(),
  turns: whole().exactOptional(),
});

const challengeFields = {
  id: Id,
  mode: z.enum(['DUEL', 'SPEED_RACE']),
  status: z.enum(['PENDING', 'ACCEPTED', 'DECLINED', 'CANCELLED', 'EXPIRED', 'COMPLETED']),
  challenger: Person,
  challengee: Person,
  difficulty: DifficultyName,
  theme: z.string(),
  createdAt: time(),
  expiresAt: time(),
  acceptedAt: time(),
  you: z.enum(['challenger', 'challengee']),
  runs: z
    .array(Run)
    .describe(
      "A race's two sides, the challenger's first. Figures of a run that the caller may not know yet are absent.",
    )
    .exactOptional(),
  room: Id.describe("The caller's room.").exactOptional(),
  result: z
    .strictObject({
      winner: z.int().min(-1).max(1).nullable().describe('0 the challenger, 1 the challenged, -1 a draw, null nobody.'),
      byDefault: z.boolean().describe('The other side completed nothing, or forfeited.'),
      scores: z.array(whole().nullable()).describe('By side.'),
    })
    .exactOptional(),
};

export const Challenge = z.strictObject(challengeFields);

export const ChallengeList = z
  .strictObject({
    incoming: z.array(Challenge),
    outgoing: z.array(Challenge),
    active: z.array(Challenge),
    recent: z.array(Challenge),
  })
  .describe('Newest first.');

const best = () => whole().nullable().describe('Null: none yet.');

export const FlipStatistics = z.strictObject({
  duelWins: whole(),
  duelLosses: whole(),
  duelDraws: whole(),
  duelBestScore: best(),
  duelStreak: whole(),
  duelBestStreak: whole(),
  duelPairs: whole().describe('Found in the duels that were played to their end: `duelGames`.'),
  duelGames: whole(),
  raceWins: whole(),
  raceLosses: whole(),
  raceDraws: whole(),
  raceScoreDifference: z.int().describe("Own score minus the rival's, summed over `raceGames`: those both completed."),
  raceGames: whole(),
  teamGamesPlayed: whole(),
  teamBestScore: best(),
  soloGames: whole(),
  soloBestScore: z.strictObject({ EASY: best(), MEDIUM: best(), HARD: best() }),
});

export const HeldAchievement = z.strictObject({
  id: z.string(),
  title: z.string(),
  requirement: z.string(),
  points: whole(),
  emoji: z.string(),
  at: time(),
  match: Id,
});

const rate = () => z.number().nullable().describe('An average; null: over no game.');

export const Leaderboard = z.strictObject({
  board: z.string().describe('`solo:EASY`, `duel`, `speed-race`, `team-snap:3`.'),
  rows: z.array(
    z.strictObject({
      rank: z.int().min(1),
      players: z.array(Person).min(1).max(4),
      score: whole(),
      at: time(),
      record: z
        .strictObject({
          wins: whole(),
          losses: whole(),
          draws: whole(),
          averagePairs: rate().exactOptional(),
          bestStreak: whole().exactOptional(),
          averageDifference: rate().exactOptional(),
        })
        .describe('Duels and races only.')
        .exactOptional(),
    }),
  ),
  next: z.string().nullable().describe('For `after`; null at the end.'),
});

export const FlipCatalog = z.strictObject({
  modes: z.array(
    z.strictObject({
      id: z.string().describe('The room name.'),
      mode: z.enum(['SOLO', 'DUEL', 'SPEED_RACE', 'TEAM_SNAP']),
      seats: z.strictObject({ least: whole(), most: whole() }),
      rules: z.string().describe('The rules hash that this build serves.'),
    }),
  ),
  difficulties: z.array(
    z.strictObject({
      id: DifficultyName,
      side: whole().describe("Cells on a side; a team's grid goes by its size instead."),
      limit: whole().describe('Seconds from the first flip, 0 = none.'),
      par: whole().describe('Seconds, of solo play.'),
      hints: whole(),
      multiplier: z.number(),
    }),
  ),
  themes: z.array(
    z.strictObject({
      id: z.string(),
      name: z.string(),
      items: z
        .array(z.strictObject({ id: z.string(), name: z.string(), emoji: z.string() }))
        .describe('In order: a card is the place of its item in this list.'),
    }),
  ),
  clocks: z
    .strictObject({ turn: whole(), idle: whole(), absence: whole(), challenge: whole() })
    .describe('Milliseconds, 0 = none.'),
});

export const FLIP_COMPONENTS = {
  FlipRequest,
  ChallengeRequest,
  ChallengeAction,
  Challenge,
  ChallengeList,
  Leaderboard,
} as const;

/** Its schemas are completed by those of rooms: `snapshot` is theirs. */
export function flipOperations<S extends z.ZodType>(snapshot: S) {
  return {
    openChallenge: {
      method: 'post',
      path: `${BASE_PATH}/flip/challenges`,
      summary: 'Challenges a player to a duel or a race.',
      session: true,
      query: NoQuery,
      body: ChallengeRequest,
      answers: { 201: Challenge },
      errors: ['not-found', 'wrong-status', 'self-challenge', 'blocked', 'duplicate', 'too-many-pending'],
    },
    readChallenges: {
      method: 'get',
      path: `${BASE_PATH}/flip/challenges`,
      summary: "The caller's challenges.",
      session: true,
      query: NoQuery,
      answers: { 200: ChallengeList },
      errors: [],
    },
    readChallenge: {
      method: 'get',
      path: `${BASE_PATH}/flip/challenges/{id}`,
      summary: 'A challenge of the caller.',
      session: true,
      query: NoQuery,
      answers: { 200: Challenge },
      errors: ['not-found'],
    },
    actOnChallenge: {
      method: 'post',
      path: `${BASE_PATH}/flip/challenges/{id}`,
      summary: 'Accepts, declines, cancels; starts the run of an accepted race.',
      session: true,
      query: NoQuery,
      body: ChallengeAction,
      answers: {
        200: z.strictObject({ challenge: Challenge, room: snapshot.describe('With accept and start.').optional() }),
      },
      errors: [
        'forbidden',
        'not-found',
        'wrong-status',
        'in-active-match',
        'blocked',
        'expired',
        'at-capacity',
        'draining',
      ],
    },
    readLeaderboard: {
      method: 'get',
      path: `${BASE_PATH}/leaderboards/{id}`,
      summary: 'The best of solo, duel, speed-race or team-snap, one row per player or team.',
      session: true,
      query: LeaderboardQuery,
      answers: { 200: Leaderboard },
      errors: ['not-found'],
    },
  } as const;
}

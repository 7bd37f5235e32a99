import {
  accepts,
  type Check,
  type Decode,
  decoder,
  decodeSnapshot,
  fields,
  flag,
  integer,
  isRecord,
  list,
  nullable,
  number,
  optional,
  text,
} from '../decode.ts';
import type { Snapshot } from '../types.ts';
import type {
  BoardRecord,
  BoardRow,
  Challenge,
  ChallengeList,
  ChallengeResult,
  CommandReply,
  Friend,
  FriendList,
  HeldAchievement,
  Leaderboard,
  Notice,
  Notices,
  Party,
  PartyLine,
  PartyMember,
  Person,
  Preferences,
  Profile,
  RaceRun,
  Stats,
} from './types.ts';

const oneOf =
  (...words: readonly string[]): Check =>
  (value) =>
    words.some((word) => word === value);

const difficulty = oneOf('EASY', 'MEDIUM', 'HARD');
const person = accepts(decoder<Person>({ player: text, name: text }));

const run = decoder<RaceRun>({
  name: text,
  status: oneOf('not-started', 'playing', 'completed', 'ended'),
  score: optional(integer),
  seconds: optional(integer),
  turns: optional(integer),
});

const result = decoder<ChallengeResult>({
  winner: nullable(integer),
  byDefault: flag,
  scores: list(nullable(integer)),
});

export const decodeChallenge: Decode<Challenge> = decoder<Challenge>({
  id: text,
  mode: oneOf('DUEL', 'SPEED_RACE'),
  status: oneOf('PENDING', 'ACCEPTED', 'DECLINED', 'CANCELLED', 'EXPIRED', 'COMPLETED'),
  challenger: person,
  challengee: person,
  difficulty,
  theme: text,
  createdAt: integer,
  expiresAt: integer,
  acceptedAt: integer,
  you: oneOf('challenger', 'challengee'),
  runs: optional(list(accepts(run))),
  room: optional(text),
  result: optional(accepts(result)),
});

const challenges = list(accepts(decodeChallenge));

export const decodeChallengeList: Decode<ChallengeList> = decoder<ChallengeList>({
  incoming: challenges,
  outgoing: challenges,
  active: challenges,
  recent: challenges,
});

/** The answer to an action on a challenge; `room` with those that open a match. */
export interface ActedChallenge {
  readonly challenge: Challenge;
  readonly room?: Snapshot;
}

export const decodeActed: Decode<ActedChallenge> = decoder<ActedChallenge>({
  challenge: accepts(decodeChallenge),
  room: optional(accepts(decodeSnapshot)),
});

const friend = decoder<Friend>({ player: text, name: text, online: flag, inMatch: flag });

export const decodeFriends: Decode<FriendList> = decoder<FriendList>({
  friends: list(accepts(friend)),
  incoming: list(person),
  outgoing: list(person),
  blocked: list(person),
});

export const decodeMember: Decode<PartyMember> = decoder<PartyMember>({ player: text, name: text, online: flag });

export const decodeLine: Decode<PartyLine> = decoder<PartyLine>({
  player: text,
  name: text,
  text,
  at: integer,
});

export const decodeParty: Decode<Party> = decoder<Party>({
  id: text,
  code: text,
  leader: nullable(text),
  members: list(accepts(decodeMember)),
  match: optional(text),
  said: list(accepts(decodeLine)),
});

export const decodeNotice: Decode<Notice> = decoder<Notice>({
  id: integer,
  kind: text,
  at: integer,
  text,
  data: isRecord,
});

export const decodeNotices: Decode<Notices> = decoder<Notices>({ unread: integer, items: list(accepts(decodeNotice)) });

const record = decoder<BoardRecord>({
  wins: integer,
  losses: integer,
  draws: integer,
  averagePairs: optional(nullable(number)),
  bestStreak: optional(integer),
  averageDifference: optional(nullable(number)),
});

const row = decoder<BoardRow>({
  rank: integer,
  players: list(person),
  score: integer,
  at: integer,
  record: optional(accepts(record)),
});

export const decodeLeaderboard: Decode<Leaderboard> = decoder<Leaderboard>({
  board: text,
  rows: list(accepts(row)),
  next: nullable(text),
});

const best = nullable(integer);

const stats = decoder<Stats>({
  duelWins: integer,
  duelLosses: integer,
  duelDraws: integer,
  duelBestScore: best,
  duelStreak: integer,
  duelBestStreak: integer,
  duelPairs: integer,
  duelGames: integer,
  raceWins: integer,
  raceLosses: integer,
  raceDraws: integer,
  raceScoreDifference: integer,
  raceGames: integer,
  teamGamesPlayed: integer,
  teamBestScore: best,
  soloGames: integer,
  soloBestScore: fields({ EASY: best, MEDIUM: best, HARD: best }),
});

const achievement = decoder<HeldAchievement>({
  id: text,
  title: text,
  requirement: text,
  points: integer,
  emoji: text,
  at: integer,
  match: text,
});

const preferences = decoder<Preferences>({
  difficulty,
  theme: text,
  challengesFrom: oneOf('anyone', 'friends'),
});

export const decodeProfile: Decode<Profile> = decoder<Profile>({
  player: text,
  name: text,
  stats: accepts(stats),
  achievements: list(accepts(achievement)),
  preferences: accepts(preferences),
});

export const decodeReply: Decode<CommandReply> = decoder<CommandReply>({ text, room: optional(text) });

import { DIFFICULTIES, type Difficulty, type RaceRun } from '@freeplay/shared/games/flip';
import { canonical } from '@freeplay/shared/proof';
import type { NoticeDraft } from '@freeplay/shared/protocol';
import { oneOf, orNull, text, whole } from '../cells.ts';
import { addNotices } from '../notices.ts';
import { ask, askOne, type Row, type Script } from '../script.ts';
import {
  CHALLENGE_MODES,
  CHALLENGE_STATUSES,
  type ChallengeRecord,
  type ChallengeResult,
  type Created,
  type NewChallenge,
} from './port.ts';

export function* createChallenge(
  challenge: NewChallenge,
  most: number,
  notices: readonly NoticeDraft[],
): Script<Created> {
  const { id, mode, sides, difficulty, theme, seed, createdAt, expiresAt, matches, runs, benchmark } = challenge;
  const [challenger, challengee] = sides;
  const pendingKey = [mode, ...sides.map(({ player }) => player).toSorted()].join(':');
  yield* ask('lockChallenger', [[challenger.player]]);
  const [counted = []] = yield* askOne('pendingChallenges', [challenger.player, createdAt]);
  if (Number(counted[0]) >= most) return 'too-many-pending';
  yield* askOne('freePendingKey', [pendingKey, createdAt]);
  const made = yield* ask('insertChallenge', [
    [
      ...[id, mode, challenger.player, challengee.player, difficulty, theme, seed, createdAt, expiresAt, pendingKey],
      ...[matches[0], runs[0] === null ? null : canonical(runs[0]), benchmark ? 1 : 0],
    ],
  ]);
  if (made.length === 0) return 'duplicate';
  yield* addNotices(notices);
  return 'created';
}

export function* closeChallenge(
  id: string,
  status: 'DECLINED' | 'CANCELLED',
  at: number,
  notices: readonly NoticeDraft[],
): Script<boolean> {
  const closed = (yield* askOne('closeChallenge', [id, status, at])).length > 0;
  if (closed) yield* addNotices(notices);
  return closed;
}

export function* readChallenge(id: string): Script<ChallengeRecord | null> {
  const [row] = yield* askOne('challenge', [id]);
  return row === undefined ? null : challengeOf(row);
}

export function* listChallenges(
  statement: 'challengesOf' | 'dueChallenges',
  ...parameter: Row
): Script<readonly ChallengeRecord[]> {
  return (yield* askOne(statement, parameter)).map(challengeOf);
}

/** In the order of ids: nobody else changes them until the commit. */
export function* lockChallenges(ids: readonly string[]): Script<Map<string, ChallengeRecord>> {
  const rows = yield* ask(
    'lockChallenges',
    ids.map((id) => [id]),
  );
  return new Map(rows.map(challengeOf).map((challenge) => [challenge.id, challenge]));
}

export function* updateChallenges(challenges: readonly ChallengeRecord[]): Script<void> {
  yield* ask(
    'updateChallenges',
    challenges.map(({ id, status, endedAt, runs, result }) => [
      ...[id, status, endedAt],
      ...[...runs, result].map((part) => (part === null ? null : canonical(part))),
    ]),
  );
}

export function* sweepChallenges(before: number, limit: number): Script<number> {
  return (yield* askOne('sweepChallenges', [before, limit])).length;
}

/** In the order of the columns that the statements name. */
function challengeOf(cells: Row): ChallengeRecord {
  const [id, mode, status, challenger, challengerName, challengee, challengeeName, difficulty, theme, ...rest] = cells;
  const [seed, createdAt, expiresAt, acceptedAt, endedAt, firstMatch, secondMatch, ...runs] = rest;
  const [firstRun, secondRun, benchmark, result] = runs;
  // The texts are canonical JSON, written by this store alone.
  const run = (cell: Row[number] | undefined): RaceRun | null => orNull((value) => JSON.parse(text(value)), cell);
  return {
    id: text(id),
    mode: oneOf(CHALLENGE_MODES, mode),
    status: oneOf(CHALLENGE_STATUSES, status),
    sides: [
      { player: text(challenger), name: text(challengerName) },
      { player: text(challengee), name: text(challengeeName) },
    ],
    difficulty: oneOf<Difficulty>(DIFFICULTIES, difficulty),
    theme: text(theme),
    seed: text(seed),
    createdAt: whole(createdAt),
    expiresAt: whole(expiresAt),
    acceptedAt: whole(acceptedAt),
    endedAt: whole(endedAt),
    matches: [orNull(text, firstMatch), orNull(text, secondMatch)],
    runs: [run(firstRun), run(secondRun)],
    benchmark: whole(benchmark) === 1,
    result: orNull((value): ChallengeResult => JSON.parse(text(value)), result),
  };
}

import { type RaceRun, raceOutcome, runOf } from '@freeplay/shared/games/flip';
import { finishesOfRace } from '@freeplay/shared/games/flip/records';
import type { NoticeDraft } from '@freeplay/shared/protocol';
import { lapsed, raced } from '../../flip/sentences.ts';
import type { BySide, ChallengeRecord, ChallengeResult, ChallengeStep, Finished } from './port.ts';

/** A challenge after something has happened to it, and what that leaves in the players' records. Pure. */
export interface Decided {
  readonly challenge: ChallengeRecord;
  readonly finishes: readonly Finished[];
  readonly notices: readonly NoticeDraft[];
}

/** A match of the challenge has ended at `at`. One that is over already stays as it is. */
export function afterMatch(challenge: ChallengeRecord, match: string, step: ChallengeStep, at: number): Decided {
  if (challenge.status !== 'ACCEPTED') return unchanged(challenge);
  if (step.kind === 'duel') return afterDuel(challenge, step.result, at);
  const side = challenge.matches.indexOf(match);
  if (side === -1 || challenge.runs[side] !== null) return unchanged(challenge);
  // What is completed after the race's time was not completed in the race.
  const late = challenge.expiresAt !== 0 && at >= challenge.expiresAt;
  const run = late ? { ...step.run, status: 'ended' as const, score: null } : step.run;
  const runs = challenge.runs.map((known, index) => (index === side ? run : known));
  return decide({ ...challenge, runs: [runs[0] ?? null, runs[1] ?? null] }, false, at);
}

/** The time of the challenge is up. */
export function afterTime(challenge: ChallengeRecord, at: number): Decided {
  const { status, expiresAt, mode, sides } = challenge;
  if (expiresAt === 0 || expiresAt > at) return unchanged(challenge);
  if (status === 'ACCEPTED') return decide(challenge, true, at);
  if (status !== 'PENDING') return unchanged(challenge);
  const [challenger, challengee] = sides;
  const text = lapsed(challengee.name, mode, false);
  return {
    challenge: { ...challenge, status: 'EXPIRED', endedAt: at },
    finishes: [],
    notices: [{ player: challenger.player, kind: 'challenge-expired', at, text, data: { challenge: challenge.id } }],
  };
}

function unchanged(challenge: ChallengeRecord): Decided {
  return { challenge, finishes: [], notices: [] };
}

/** Without a result the duel was ABANDONED. */
function afterDuel(challenge: ChallengeRecord, result: ChallengeResult | null, at: number): Decided {
  return unchanged({ ...challenge, status: result === null ? 'EXPIRED' : 'COMPLETED', endedAt: at, result });
}

function decide(challenge: ChallengeRecord, expired: boolean, at: number): Decided {
  const runs = sidesOf(challenge);
  const outcome = raceOutcome(runs, expired);
  if (outcome === null) return unchanged(challenge);
  const { status, winner, byDefault } = outcome;
  const scores: BySide<number | null> = [runs[0].score, runs[1].score];
  const finishes = finishesOfRace(runs, outcome, challenge.difficulty);
  return {
    challenge: { ...challenge, status, endedAt: at, result: { winner, byDefault, scores } },
    finishes: challenge.sides.flatMap((named, side): Finished[] => {
      const finish = finishes[side];
      const match = challenge.matches[side] ?? '';
      return finish == null ? [] : [{ ...named, finish, members: [named], match, at }];
    }),
    notices: challenge.sides.map(({ player }, side) => {
      const other = challenge.sides[1 - side]?.name ?? '';
      const data = { challenge: challenge.id };
      if (winner === null) {
        return { player, kind: 'challenge-expired', at, text: lapsed(other, 'SPEED_RACE', true), data };
      }
      const verdict = winner === -1 ? 'drawn' : winner === side ? 'won' : 'lost';
      const text = raced(other, verdict, scores[side] ?? null, scores[1 - side] ?? null);
      return { player, kind: 'race-result', at, text, data: { ...data, verdict } };
    }),
  };
}

/** Both runs as far as they go; one without an end is being played when its match exists. */
function sidesOf({ runs, matches }: ChallengeRecord): readonly [RaceRun, RaceRun] {
  return [runAt(runs[0], matches[0]), runAt(runs[1], matches[1])];
}

export function runAt(run: RaceRun | null, match: string | null): RaceRun {
  const open = runOf(null);
  return run ?? (match === null ? open : { ...open, status: 'playing' });
}

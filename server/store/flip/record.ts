import { MODE } from '@freeplay/shared/games/flip';
import {
  ahead,
  counted,
  earned,
  entryOf,
  type Finish,
  type FlipStats,
  type LeaderboardKey,
  NO_STATS,
  teamOf,
} from '@freeplay/shared/games/flip/records';
import { canonical } from '@freeplay/shared/proof';
import type { NoticeDraft } from '@freeplay/shared/protocol';
import { achieved } from '../../flip/sentences.ts';
import { text } from '../cells.ts';
import { addNotices } from '../notices.ts';
import { ask, type Script } from '../script.ts';
import { lockChallenges, updateChallenges } from './challenges.ts';
import type { ChallengeRecord, Finished, Outcome } from './port.ts';
import { afterMatch, afterTime, type Decided } from './race.ts';

/**
 * Writes what matches leave in their players' records, inside the transaction of their last events. Challenges, then
 * statistics, then counters of notifications are locked, each in the order of their keys, so that two processes count
 * one after the other. Answers with the players that each outcome notifies.
 */
export function* record(outcomes: readonly Outcome[]): Script<readonly (readonly string[])[]> {
  const decisions = yield* decideChallenges(outcomes);
  const finishes = outcomes.map((outcome, index) => [...outcome.finishes, ...(decisions[index]?.finishes ?? [])]);
  const awarded = yield* count(finishes);
  const drafts = outcomes.map((outcome, index) => [
    ...outcome.notices,
    ...(decisions[index]?.notices ?? []),
    ...(awarded[index] ?? []),
  ]);
  yield* addNotices(drafts.flat());
  return drafts.map(playersOf);
}

/** Ends challenges whose time is up at `now`. */
export function* expireChallenges(ids: readonly string[], now: number): Script<readonly string[]> {
  const decisions = [...(yield* lockChallenges(ids)).values()].map((challenge) => afterTime(challenge, now));
  yield* updateChallenges(
    decisions.filter(({ challenge }) => challenge.endedAt !== 0).map(({ challenge }) => challenge),
  );
  const awarded = yield* count(decisions.map(({ finishes }) => finishes));
  const drafts = [...decisions.flatMap(({ notices }) => notices), ...awarded.flat()];
  yield* addNotices(drafts);
  return playersOf(drafts);
}

/** By outcome; null where there is no challenge. */
function* decideChallenges(outcomes: readonly Outcome[]): Script<readonly (Decided | null)[]> {
  const ids = new Set(outcomes.flatMap(({ challenge }) => (challenge === null ? [] : [challenge.id])));
  const known: Map<string, ChallengeRecord> = yield* lockChallenges([...ids]);
  const decisions = outcomes.map(({ challenge: step, match, at }) => {
    const challenge = step === null ? undefined : known.get(step.id);
    if (step === null || challenge === undefined) return null;
    const decided = afterMatch(challenge, match, step, at);
    known.set(challenge.id, decided.challenge);
    return decided;
  });
  yield* updateChallenges([...known.values()]);
  return decisions;
}

interface Tally {
  stats: FlipStats;
  readonly held: string[];
}

/** Counts finishes, in their order, into statistics, leaderboards and achievements; answers with the notices of the latter. */
function* count(finishes: readonly (readonly Finished[])[]): Script<readonly (readonly NoticeDraft[])[]> {
  const all = finishes.flat();
  if (all.length === 0) return finishes.map(() => []);
  const tallies = yield* lockTallies(new Set(all.map(({ player }) => player)));
  const awards = finishes.map((group) => group.flatMap((finished) => countOne(tallies, finished)));
  yield* ask(
    'writeStats',
    [...tallies].map(([player, { stats }]) => [player, canonical(stats)]),
  );
  yield* ask(
    'writeAchievements',
    awards.flat().map(({ player, achievement, at, match }) => [player, achievement, at, match]),
  );
  yield* ask('writeLeaders', bestRows(all));
  return awards.map((group) => group.map(({ notice }) => notice));
}

function* lockTallies(players: ReadonlySet<string>): Script<Map<string, Tally>> {
  const rows = [...players].toSorted().map((player) => [player]);
  const stats = yield* ask('lockStats', rows);
  const held = Map.groupBy(yield* ask('heldAchievements', rows), ([player]) => player);
  return new Map(
    stats.map(([player = '', stored = '']) => [
      text(player),
      {
        // Canonical JSON, written by this store alone.
        stats: stored === '' ? NO_STATS : JSON.parse(text(stored)),
        held: (held.get(player) ?? []).map(([, achievement]) => text(achievement)),
      },
    ]),
  );
}

interface Award {
  readonly player: string;
  readonly achievement: string;
  readonly at: number;
  readonly match: string;
  readonly notice: NoticeDraft;
}

function countOne(tallies: Map<string, Tally>, { player, finish, match, at }: Finished): readonly Award[] {
  const tally = tallies.get(player);
  if (tally === undefined) throw new Error(`no statistics of ${player} are locked`);
  const awards = earned(tally.stats, finish, tally.held).map(({ id, emoji, title, points }): Award => {
    const data = { achievement: id, points };
    const notice = { player, kind: 'achievement', at, text: achieved(emoji, title, points), data } as const;
    return { player, achievement: id, at, match, notice };
  });
  tally.held.push(...awards.map(({ achievement }) => achievement));
  tally.stats = counted(tally.stats, finish);
  return awards;
}

/** `solo:EASY`, `duel`, `speed-race`, `team-snap:3`. */
export function boardOf({ mode, difficulty, partySize }: LeaderboardKey): string {
  const part = difficulty ?? (partySize === 0 ? null : String(partySize));
  return part === null ? MODE[mode].room : `${MODE[mode].room}:${part}`;
}

/** One row for each board and holder: the database refuses two in one statement. */
function bestRows(finishes: readonly Finished[]) {
  const best = new Map<string, { readonly entry: Entry; readonly finished: Finished }>();
  for (const finished of finishes) {
    const entry = entryFor(finished.finish, finished);
    if (entry === null) continue;
    const key = `${entry.board}\n${entry.owner}`;
    const known = best.get(key);
    if (known === undefined || ahead(entry, known.entry) < 0) best.set(key, { entry, finished });
  }
  return [...best.values()].map(({ entry: { board, owner, score, at }, finished: { match, members } }) => [
    ...[board, owner, score, at, match],
    canonical({ members: members.map(({ player, name }) => ({ player, name })) }),
  ]);
}

interface Entry {
  readonly board: string;
  readonly owner: string;
  readonly score: number;
  readonly at: number;
}

function entryFor(finish: Finish, { members, at }: Finished): Entry | null {
  const entry = entryOf(finish);
  if (entry === null) return null;
  return { board: boardOf(entry.key), owner: teamOf(members.map(({ player }) => player)), score: entry.score, at };
}

function playersOf(drafts: readonly NoticeDraft[]): readonly string[] {
  return [...new Set(drafts.map(({ player }) => player))];
}

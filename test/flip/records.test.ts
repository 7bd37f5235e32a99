import { assert } from 'chai';
import { ACHIEVEMENTS, earned } from '../../shared/games/flip/achievements.ts';
import { type RaceRun, raceOutcome } from '../../shared/games/flip/index.ts';
import { ahead, DEFAULT_MODE, entryOf, standings, teamOf } from '../../shared/games/flip/leaderboard.ts';
import {
  averagesOf,
  counted,
  type Finish,
  type FinishIn,
  type FlipStats,
  finishesOf,
  finishesOfRace,
  NO_STATS,
} from '../../shared/games/flip/stats.ts';
import { Table } from './support.ts';

const DUEL: FinishIn<'DUEL'> = { mode: 'DUEL', verdict: 'won', byForfeit: false, score: 900, found: 5, pairs: 8 };
const RACE: FinishIn<'SPEED_RACE'> = {
  mode: 'SPEED_RACE',
  difficulty: 'EASY',
  verdict: 'won',
  score: 1200,
  rivalScore: 1000,
};
const TEAM: FinishIn<'TEAM_SNAP'> = { mode: 'TEAM_SNAP', score: 1500, found: [17, 1] };
const SOLO: FinishIn<'SOLO'> = { mode: 'SOLO', difficulty: 'EASY', score: 1000 };

function recordOf(...finishes: readonly Finish[]): FlipStats {
  return finishes.reduce(counted, NO_STATS);
}

function ids(before: FlipStats, finish: Finish, held: readonly string[] = []): readonly string[] {
  return earned(before, finish, held).map(({ id }) => id);
}

function times(count: number, finish: Finish): Finish[] {
  return new Array<Finish>(count).fill(finish);
}

const lost: Finish = { ...DUEL, verdict: 'lost', found: 3 };
const drawn: Finish = { ...DUEL, verdict: 'drawn', found: 4 };

describe('what a match counts for', () => {
  it('is nothing for a match that is ABANDONED, failed, or running', () => {
    assert.deepEqual(finishesOf(new Table('SOLO').position), [null]);
    assert.deepEqual(finishesOf(new Table('SOLO').flip(0).leaves(0).position), [null]);
    assert.deepEqual(finishesOf(new Table('DUEL').leaves(0).position), [null, null]);
    const failed = new Table('TEAM_SNAP', { difficulty: 'HARD', seats: 2 }).match(0);
    for (let clock = failed.ring(); clock !== 'limit'; clock = failed.ring());
    assert.deepEqual(finishesOf(failed.position), [null, null]);
  });

  it('is a score for a completed solo game', () => {
    const game = new Table('SOLO').match(0, 1, 2, 3, 4, 5, 6, 7);
    assert.deepEqual(finishesOf(game.position), [{ mode: 'SOLO', difficulty: 'EASY', score: 1780 }]);
  });

  it('is a verdict for both sides of a duel, with the pairs that each found', () => {
    const quit = new Table('DUEL').match(0, 1, 2).leaves(0);
    const [loser, winner] = finishesOf(quit.position);
    assert.deepInclude(loser, { verdict: 'lost', byForfeit: true, found: 2, pairs: 8 });
    assert.deepInclude(winner, { verdict: 'won', byForfeit: true, found: 1, pairs: 8 });
    const draw = finishesOf(new Table('DUEL').match(0, 1, 2, 3, 4, 5, 6, 7).position);
    assert.deepEqual(
      draw.map((finish) => finish?.mode === 'DUEL' && finish.verdict),
      ['drawn', 'drawn'],
    );
  });

  it('is the score of the team for each who stayed', () => {
    const table = new Table('TEAM_SNAP', { seats: 3 }).leaves(2);
    for (let pair = 0; pair < 32; pair++) table.match(pair);
    const [first, second, third] = finishesOf(table.position);
    assert.deepEqual(first, second);
    assert.equal(first?.score, table.result.teamScore);
    assert.isNull(third);
  });

  it('waits for the race, for a run of one', () => {
    const table = new Table('SPEED_RACE').match(0, 1, 2, 3, 4, 5, 6, 7);
    assert.deepEqual(finishesOf(table.position), [null]);
    const runs: readonly [RaceRun, RaceRun] = [
      { status: 'completed', score: 900, ms: 1, turns: 9 },
      { status: 'completed', score: 870, ms: 1, turns: 9 },
    ];
    const outcome = raceOutcome(runs, false);
    assert.isNotNull(outcome);
    if (outcome === null) return;
    assert.deepEqual(finishesOfRace(runs, outcome, 'HARD'), [
      { mode: 'SPEED_RACE', difficulty: 'HARD', verdict: 'won', score: 900, rivalScore: 870 },
      { mode: 'SPEED_RACE', difficulty: 'HARD', verdict: 'lost', score: 870, rivalScore: 900 },
    ]);
    assert.deepEqual(finishesOfRace(runs, { status: 'EXPIRED', winner: null, byDefault: false }, 'HARD'), [null, null]);
  });
});

describe('the statistics', () => {
  it('count duels, their best score, pairs and streaks', () => {
    const { duelWins, duelLosses, duelDraws, duelBestScore, duelStreak, duelBestStreak, duelPairs, duelGames } =
      recordOf(DUEL, { ...DUEL, score: 1400 }, lost, DUEL, drawn);
    assert.deepEqual([duelWins, duelLosses, duelDraws, duelBestScore], [3, 1, 1, 1400]);
    assert.deepEqual([duelStreak, duelBestStreak, duelPairs, duelGames], [0, 2, 22, 5]);
  });

  it('count a forfeit for wins and losses only', () => {
    const won = recordOf(DUEL, { ...DUEL, byForfeit: true, score: 9999 });
    assert.deepEqual(
      [won.duelWins, won.duelBestScore, won.duelStreak, won.duelBestStreak, won.duelPairs, won.duelGames],
      [2, 900, 1, 1, 5, 1],
    );
    const quit = recordOf(DUEL, { ...DUEL, verdict: 'lost', byForfeit: true });
    assert.deepEqual([quit.duelLosses, quit.duelStreak, quit.duelGames], [1, 0, 1]);
  });

  it('count races, and differences only where both completed', () => {
    const stats = recordOf(
      RACE,
      { ...RACE, rivalScore: null },
      { ...RACE, verdict: 'lost', score: 900, rivalScore: 950 },
      { ...RACE, verdict: 'lost', score: null },
      { ...RACE, verdict: 'drawn', score: 700, rivalScore: 700 },
    );
    assert.deepEqual([stats.raceWins, stats.raceLosses, stats.raceDraws], [2, 2, 1]);
    assert.deepEqual([stats.raceScoreDifference, stats.raceGames], [150, 3]);
    assert.deepEqual(averagesOf(stats), { duelPairs: null, raceDifference: 50 });
    assert.deepEqual(averagesOf(recordOf(DUEL, lost)), { duelPairs: 4, raceDifference: null });
  });

  it('count completed team and solo games, with the best solo score by difficulty', () => {
    const stats = recordOf(TEAM, { ...TEAM, score: 100 }, SOLO, { ...SOLO, score: 0, difficulty: 'HARD' });
    assert.deepEqual([stats.teamGamesPlayed, stats.teamBestScore, stats.soloGames], [2, 1500, 2]);
    assert.deepEqual(stats.soloBestScore, { EASY: 1000, MEDIUM: null, HARD: 0 });
  });
});

describe('the achievements', () => {
  it('are the eight of the source, with their points', () => {
    assert.deepEqual(
      ACHIEVEMENTS.map(({ title, points, code }) => [title, points, code]),
      [
        ['First Duel', 50, ':crossed_swords:'],
        ['Duel Master', 200, ':trophy:'],
        ['Unbeatable', 300, ':fire:'],
        ['Speed Demon', 150, ':dash:'],
        ['Photo Finish', 100, ':camera_flash:'],
        ['Team Player', 100, ':handshake:'],
        ['Dominator', 200, ':muscle:'],
        ['Full Participation', 100, ':star2:'],
      ],
    );
  });

  it('First Duel: win 1 duel', () => {
    assert.deepEqual(ids(NO_STATS, DUEL), ['first-duel']);
    assert.deepEqual(ids(NO_STATS, { ...DUEL, byForfeit: true }), ['first-duel']);
    assert.deepEqual(ids(NO_STATS, lost), []);
    assert.deepEqual(ids(NO_STATS, drawn), []);
  });

  it('Duel Master: win 10 duels', () => {
    const nine = recordOf(...times(9, DUEL), lost);
    assert.include(ids(nine, DUEL), 'duel-master');
    assert.notInclude(ids(nine, lost), 'duel-master');
    assert.notInclude(ids(recordOf(...times(8, DUEL)), DUEL), 'duel-master');
  });

  it('Unbeatable: win 5 duels in a row; a draw resets the row', () => {
    assert.include(ids(recordOf(...times(4, DUEL)), DUEL), 'unbeatable');
    for (const end of [lost, drawn]) {
      assert.notInclude(ids(recordOf(...times(4, DUEL), end), DUEL), 'unbeatable');
      assert.include(ids(recordOf(...times(4, DUEL), end, ...times(4, DUEL)), DUEL), 'unbeatable');
    }
  });

  it('Speed Demon: win a race with a score over 1500', () => {
    assert.include(ids(NO_STATS, { ...RACE, score: 1501 }), 'speed-demon');
    assert.notInclude(ids(NO_STATS, { ...RACE, score: 1500 }), 'speed-demon');
    assert.notInclude(ids(NO_STATS, { ...RACE, score: 1600, verdict: 'lost', rivalScore: 1700 }), 'speed-demon');
  });

  it('Photo Finish: win a race by less than 50 points; by tie-break it counts, by default it does not', () => {
    assert.deepEqual(ids(NO_STATS, { ...RACE, rivalScore: 1151 }), ['photo-finish']);
    assert.deepEqual(ids(NO_STATS, { ...RACE, rivalScore: 1150 }), []);
    assert.deepEqual(ids(NO_STATS, { ...RACE, rivalScore: 1200 }), ['photo-finish']);
    assert.deepEqual(ids(NO_STATS, { ...RACE, rivalScore: null }), []);
    assert.deepEqual(ids(NO_STATS, { ...RACE, verdict: 'lost', rivalScore: 1201 }), []);
    assert.deepEqual(ids(NO_STATS, { ...RACE, verdict: 'drawn', rivalScore: 1200 }), []);
  });

  it('Team Player: complete 5 team games', () => {
    assert.deepEqual(ids(recordOf(...times(3, TEAM)), TEAM), []);
    assert.deepEqual(ids(recordOf(...times(4, TEAM)), TEAM), ['team-player']);
  });

  it('Dominator: find 75 % of the pairs in a duel', () => {
    assert.include(ids(NO_STATS, { ...DUEL, found: 6 }), 'dominator');
    assert.notInclude(ids(NO_STATS, { ...DUEL, found: 5 }), 'dominator');
  });

  it('Full Participation: a team game in which everyone found 2 pairs or more', () => {
    assert.deepEqual(ids(NO_STATS, { ...TEAM, found: [2, 14, 2] }), ['full-participation']);
    assert.deepEqual(ids(NO_STATS, { ...TEAM, found: [2, 15, 1] }), []);
  });

  it('are awarded once', () => {
    assert.deepEqual(ids(recordOf(DUEL), { ...DUEL, found: 8 }, ['first-duel', 'dominator']), []);
    assert.deepEqual(ids(recordOf(DUEL), { ...DUEL, found: 8 }, ['first-duel']), ['dominator']);
  });
});

describe('the leaderboards', () => {
  it('show solo games when nothing else is asked for', () => {
    assert.equal(DEFAULT_MODE, 'SOLO');
  });

  it('never mix modes, difficulties of solo games or sizes of teams', () => {
    const keys = [
      SOLO,
      { ...SOLO, difficulty: 'HARD' } as const,
      DUEL,
      RACE,
      TEAM,
      { ...TEAM, found: [1, 2, 3] },
      { ...TEAM, found: [1, 2, 3, 4] },
    ].map((finish) => JSON.stringify(entryOf(finish)?.key));
    assert.equal(new Set(keys).size, 7);
    assert.deepEqual(entryOf(TEAM), { key: { mode: 'TEAM_SNAP', difficulty: null, partySize: 2 }, score: 1500 });
  });

  it('take no forfeited duel and no run that was not completed, but the completed one beside it', () => {
    assert.isNull(entryOf({ ...DUEL, byForfeit: true }));
    assert.isNull(entryOf({ ...RACE, verdict: 'lost', score: null }));
    assert.equal(entryOf({ ...RACE, rivalScore: null })?.score, 1200);
    assert.equal(entryOf({ ...DUEL, verdict: 'lost' })?.score, 900);
  });

  it('have one row per player, the best; ties go to the earlier', () => {
    const entries = [
      { owner: 'a', score: 10, at: 1 },
      { owner: 'b', score: 30, at: 9 },
      { owner: 'a', score: 30, at: 7 },
      { owner: 'c', score: 40, at: 8 },
      { owner: 'b', score: 30, at: 5 },
    ];
    assert.deepEqual(standings(entries), [
      { owner: 'c', score: 40, at: 8 },
      { owner: 'b', score: 30, at: 5 },
      { owner: 'a', score: 30, at: 7 },
    ]);
    assert.equal(ahead({ owner: 'x', score: 1, at: 1 }, { owner: 'y', score: 1, at: 1 }), 0);
  });

  it('know a team by its members, in whatever order they joined', () => {
    assert.equal(teamOf(['p2', 'p1', 'p3']), teamOf(['p3', 'p2', 'p1']));
    assert.notEqual(teamOf(['p1', 'p2']), teamOf(['p1', 'p2', 'p3']));
  });
});

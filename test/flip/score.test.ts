import { assert } from 'chai';
import {
  type DuelPart,
  duelScore,
  duelWinner,
  type ScoreSheet,
  soloScore,
  type TermName,
  teamScore,
} from '../../shared/games/flip/index.ts';

function points({ terms }: ScoreSheet, name: TermName): number {
  const term = terms.find((one) => one.name === name);
  if (term === undefined) throw new Error(`no term ${name}`);
  return term.points;
}

const DUEL: DuelPart = {
  difficulty: 'EASY',
  pairs: 8,
  found: 4,
  turns: 8,
  seconds: 30,
  bestStreak: 1,
  verdict: 'lost',
  margin: 0,
};
const RUN = { difficulty: 'EASY', pairs: 8, turns: 12, seconds: 30, hintsUsed: 0, bestStreak: 2 } as const;

describe('the score of a solo game or a race run', () => {
  it('is 1,455 for 18 pairs in 44 turns with a best streak of 3 in 112 s on MEDIUM without hints', () => {
    const found = soloScore({ difficulty: 'MEDIUM', pairs: 18, turns: 44, seconds: 112, hintsUsed: 0, bestStreak: 3 });
    assert.deepEqual(found.terms, [
      { name: 'base', points: 1000 },
      { name: 'extraTurns', points: -260 },
      { name: 'overPar', points: 0 },
      { name: 'hints', points: 0 },
      { name: 'streak', points: 30 },
      { name: 'perfect', points: 0 },
      { name: 'underPar', points: 100 },
      { name: 'noHints', points: 100 },
    ]);
    assert.deepEqual([found.raw, found.percent, found.score], [970, 150, 1455]);
  });

  it('gives 500 for the fewest turns that there are', () => {
    assert.equal(points(soloScore({ ...RUN, turns: 8 }), 'perfect'), 500);
    assert.equal(points(soloScore({ ...RUN, turns: 9 }), 'perfect'), 0);
  });

  it('takes a point for each second over par, and gives 100 only under it', () => {
    const at = (seconds: number): ScoreSheet => soloScore({ ...RUN, seconds });
    assert.deepEqual([points(at(59), 'underPar'), points(at(59), 'overPar')], [100, 0]);
    assert.deepEqual([points(at(60), 'underPar'), points(at(60), 'overPar')], [0, 0]);
    assert.deepEqual([points(at(61), 'underPar'), points(at(61), 'overPar')], [0, -1]);
  });

  it('takes 50 for each hint, and the 100 for none', () => {
    assert.deepEqual([points(soloScore(RUN), 'hints'), points(soloScore(RUN), 'noHints')], [0, 100]);
    const hinted = soloScore({ ...RUN, hintsUsed: 3 });
    assert.deepEqual([points(hinted, 'hints'), points(hinted, 'noHints')], [-150, 0]);
  });

  it('is multiplied, rounded towards zero and never below it', () => {
    assert.deepEqual(
      (['EASY', 'MEDIUM', 'HARD'] as const).map((difficulty) => soloScore({ ...RUN, difficulty, seconds: 0 }).score),
      [1180, 1770, 2360],
    );
    const odd = soloScore({ ...RUN, difficulty: 'MEDIUM', seconds: 121 });
    assert.deepEqual([odd.raw, odd.score], [1079, 1618]);
    assert.equal(soloScore({ ...RUN, seconds: 5000 }).score, 0);
  });
});

describe('the score of a duel', () => {
  it('gives a close 5-3 win +600 (500 + 2 x 50)', () => {
    const found = duelScore({ ...DUEL, found: 5, verdict: 'won', margin: 2 });
    assert.equal(points(found, 'victory') + points(found, 'margin'), 600);
    assert.equal(points(found, 'domination'), 0);
  });

  it('gives a dominant 7-1 win +800 (500 + 6 x 50) and the domination bonus of 300', () => {
    const found = duelScore({ ...DUEL, found: 7, verdict: 'won', margin: 6 });
    assert.equal(points(found, 'victory') + points(found, 'margin'), 800);
    assert.equal(points(found, 'domination'), 300);
  });

  it('takes 10 for each own turn without a match, and gives 25 for each pair and 10 for each match in a row', () => {
    const found = duelScore({ ...DUEL, found: 3, turns: 9, bestStreak: 2 });
    assert.deepEqual([points(found, 'misses'), points(found, 'pairs'), points(found, 'streak')], [-60, 75, 20]);
    assert.equal(found.score, 1000 - 60 + 75 + 20);
  });

  it('takes the seconds over solo par of the shared clock from both', () => {
    assert.equal(points(duelScore({ ...DUEL, seconds: 75 }), 'overPar'), -15);
  });

  it('gives a slow EASY duel nearly nothing, as the formula of the source has it', () => {
    assert.equal(duelScore({ ...DUEL, found: 8, turns: 8, seconds: 2000, verdict: 'won', margin: 8 }).score, 470);
    assert.equal(duelScore({ ...DUEL, seconds: 2000 }).score, 0);
  });

  it('gives the domination bonus from 75 % of the pairs on', () => {
    const at = (found: number, pairs: number): number => points(duelScore({ ...DUEL, found, pairs }), 'domination');
    assert.deepEqual([at(5, 8), at(6, 8), at(13, 18), at(14, 18), at(23, 32), at(24, 32)], [0, 300, 0, 300, 0, 300]);
  });

  it('gives the loser neither victory nor margin, and both 100 in a true draw', () => {
    const lost = duelScore({ ...DUEL, margin: -4 });
    assert.deepEqual([points(lost, 'victory'), points(lost, 'margin'), points(lost, 'draw')], [0, 0, 0]);
    assert.equal(points(duelScore({ ...DUEL, verdict: 'drawn' }), 'draw'), 100);
  });
});

describe('the score of a team', () => {
  const TEAM = { ...RUN, pairs: 18, turns: 40, everyoneFound: true };

  it('is the solo formula by team par, and 100 when every player found a pair', () => {
    const found = teamScore({ ...TEAM, difficulty: 'HARD', seconds: 230, hintsUsed: 1 });
    assert.deepEqual(
      found.terms.map(({ points }) => points),
      [1000, -220, -5, -50, 20, 0, 0, 0, 100],
    );
    assert.deepEqual([found.raw, found.score], [845, 1690]);
    assert.equal(points(teamScore({ ...TEAM, everyoneFound: false }), 'fullParticipation'), 0);
  });

  it('counts par as 90, 180 and 225 s', () => {
    for (const [difficulty, par] of [
      ['EASY', 90],
      ['MEDIUM', 180],
      ['HARD', 225],
    ] as const) {
      assert.equal(points(teamScore({ ...TEAM, difficulty, seconds: par - 1 }), 'underPar'), 100);
      assert.equal(points(teamScore({ ...TEAM, difficulty, seconds: par }), 'underPar'), 0);
      assert.equal(points(teamScore({ ...TEAM, difficulty, seconds: par + 2 }), 'overPar'), -2);
    }
  });
});

describe('the tie-breakers of a duel', () => {
  const even = { pairs: [4, 4], turns: [9, 9], turnMs: [5000, 5000] };

  it('are asked only when the pairs are equal', () => {
    assert.deepEqual(duelWinner({ ...even, pairs: [3, 5], turns: [1, 9] }), { winner: 1, tied: false });
  });

  it('are fewer own turns, then less time in own turns, then a true draw', () => {
    assert.deepEqual(duelWinner({ ...even, turns: [9, 8], turnMs: [1, 2] }), { winner: 1, tied: true });
    assert.deepEqual(duelWinner({ ...even, turnMs: [4999, 5000] }), { winner: 0, tied: true });
    assert.deepEqual(duelWinner(even), { winner: -1, tied: true });
  });
});

import { GAMES, type Game, type Position } from '@freeplay/shared/games';
import { expect } from 'chai';
import fc from 'fast-check';
import { chooseAction, hasBot, LEVELS, type Level } from '../../web/src/bots/bot.ts';

/** A game between two levels, every action checked; gives the points of seat 0: 1 won, 0.5 draw, 0 lost. */
function duel(game: Game, levels: readonly [Level, Level], seed: number): number {
  let state = game.initial();
  while (state.turn !== -1) {
    const level = levels[state.turn as 0 | 1]; // Two seats.
    const action = chooseAction(game.id, state, level, seed);
    const next = game.play(state, action);
    if (next === null) throw new Error(`${level} played ${action}, which is not legal`);
    state = next;
  }
  const winner = game.outcome(state)?.winner;
  return winner === 0 ? 1 : winner === -1 ? 0.5 : 0;
}

/** The share of points of `strong` in games of both seats. */
function share(game: Game, strong: Level, weak: Level, games: number): number {
  let points = 0;
  for (let seed = 0; seed < games; seed++) {
    points += seed % 2 === 0 ? duel(game, [strong, weak], seed) : 1 - duel(game, [weak, strong], seed);
  }
  return points / games;
}

function played(game: Game, actions: readonly number[]): Position {
  return actions.reduce<Position>((state, action) => game.play(state, action) ?? state, game.initial());
}

describe('Bots', function () {
  this.timeout(180_000);

  for (const game of GAMES) {
    it(`of ${game.id}: hard beats easy in nine games of ten or more, medium in four of five`, () => {
      expect(share(game, 'hard', 'easy', 10), 'hard').at.least(0.9);
      expect(share(game, 'medium', 'easy', 40), 'medium').at.least(0.8);
    });

    it(`of ${game.id}: every level answers any position that goes on with a legal action, and the same one for the same seed`, () => {
      const position = fc
        .array(fc.nat(game.actions - 1), { maxLength: game.maxPlies })
        .map((actions) => played(game, actions))
        .filter((state) => state.turn !== -1);
      fc.assert(
        fc.property(position, fc.constantFrom<Level>('easy', 'medium'), fc.integer(), (state, level, seed) => {
          const action = chooseAction(game.id, state, level, seed);
          expect(game.legal(state)).include(action);
          expect(chooseAction(game.id, state, level, seed)).equal(action);
        }),
        { numRuns: 60 },
      );
      const state = played(game, [0, 1, 2, 3, 19, 26]);
      expect(chooseAction(game.id, state, 'hard', 7)).equal(chooseAction(game.id, state, 'hard', 7));
    });
  }

  it('of Gravity Four: medium and hard take a win and stop a loss', () => {
    const [gravity] = GAMES;
    if (gravity === undefined) throw new Error('no games');
    for (const seed of [1, 2, 3]) {
      expect(chooseAction('gravity', played(gravity, [0, 6, 1, 6, 2, 6]), 'hard', seed), 'win').equal(3);
      expect(chooseAction('gravity', played(gravity, [0, 6, 1, 6, 2]), 'hard', seed), 'stop').equal(3);
    }
  });

  it('of an unknown game or an ended one play nothing', () => {
    const [gravity] = GAMES;
    if (gravity === undefined) throw new Error('no games');
    expect(chooseAction('chess', gravity.initial(), 'hard', 1)).equal(-1);
    const over = played(gravity, [0, 1, 0, 1, 0, 1, 0]);
    for (const level of LEVELS) expect(chooseAction('gravity', over, level, 1)).equal(-1);
    expect(GAMES.every(({ id }) => hasBot(id))).equal(true);
    expect(hasBot('chess')).equal(false);
  });
});

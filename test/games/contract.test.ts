import { assert } from 'chai';
import fc from 'fast-check';
import {
  BOARD_REASONS,
  GAMES,
  type Game,
  gameById,
  type Position,
  RULES,
  RULES_HASH,
} from '../../shared/games/index.ts';
import { frozen, mustPlay, pick, randomFrom, wronglyTaken } from './support.ts';

interface Playout {
  readonly states: readonly Position[];
  readonly actions: readonly number[];
}

function randomMatch(game: Game, seed: number): Playout {
  const random = randomFrom(seed);
  const states: Position[] = [frozen(game.initial())];
  const actions: number[] = [];
  for (let state = states[0]; state !== undefined && state.turn !== -1; ) {
    const action = pick(game.legal(state), random);
    state = frozen(mustPlay(game, state, action));
    actions.push(action);
    states.push(state);
  }
  return { states, actions };
}

/** Runs `check` on random matches of the game; fast-check reports the seed of one that fails. */
function inRandomMatches(game: Game, runs: number, check: (match: Playout) => void): void {
  fc.assert(
    fc.property(fc.nat(), (seed) => check(randomMatch(game, seed))),
    { numRuns: runs, seed: 1 },
  );
}

function isPlain(value: unknown): boolean {
  return Array.isArray(value) ? value.every(Number.isInteger) : Number.isInteger(value) || typeof value === 'boolean';
}

describe('every registered game', () => {
  it('has its own rules key, by which it is found', () => {
    assert.deepEqual(
      GAMES.map(({ id }) => gameById(id)),
      [...GAMES],
    );
    assert.isNull(gameById('chess'));
    assert.isNull(gameById('__proto__'));
  });

  it('carries the titles of its cabinets', () => {
    assert.deepEqual(
      GAMES.map(({ id, titles }) => [id, titles.local, titles.online]),
      [
        ['gravity', 'Gravity Four', 'Gravity Four Online'],
        ['reversi', 'Orbit Reversi', 'Orbit Reversi Online'],
        ['boxes', 'Neon Dots', 'Neon Dots Online'],
        ['five', 'Fivefold', 'Fivefold Online'],
      ],
    );
  });

  it('has a rules hash, and nothing else has', () => {
    assert.sameMembers(
      Object.keys(RULES_HASH),
      RULES.map(({ id }) => id),
    );
    for (const hash of Object.values(RULES_HASH)) assert.match(hash, /^[0-9a-f]{64}$/);
  });
});

for (const game of GAMES) {
  describe(`the contract of ${game.id}`, () => {
    it('begins with seat 0 to move and nothing played', () => {
      const state = game.initial();
      assert.equal(state.turn, 0);
      assert.equal(state.last, -1);
      assert.isNull(game.outcome(state));
      assert.deepEqual(game.initial(), state);
    });

    it('lists legal actions ascending, each once, and plays exactly those', () => {
      inRandomMatches(game, 20, ({ states }) => {
        for (const state of states) {
          const legal = game.legal(state);
          assert.deepEqual(
            legal,
            [...new Set(legal)].sort((a, b) => a - b),
          );
          for (const action of legal) assert.equal(mustPlay(game, state, action).last, action);
          assert.isNull(wronglyTaken(game, state, legal));
        }
      });
    });

    it('refuses any number that is not a legal action', () => {
      const states = randomMatch(game, 7).states;
      const numbers = fc.oneof(fc.double(), fc.integer(), fc.integer({ min: -2, max: game.actions + 1 }));
      fc.assert(
        fc.property(fc.constantFrom(...states), numbers, (state, action) => {
          const isLegal = game.legal(state).some((legal) => Object.is(legal, action));
          assert.equal(game.play(state, action) !== null, isLegal);
        }),
        { numRuns: 2000, seed: 1 },
      );
    });

    it('has an outcome exactly when no seat is to move, and then takes no action', () => {
      inRandomMatches(game, 50, ({ states }) => {
        for (const state of states) {
          const outcome = game.outcome(state);
          assert.equal(outcome !== null, state.turn === -1);
          assert.equal(game.legal(state).length === 0, outcome !== null);
          if (outcome === null) assert.include([0, 1], state.turn);
          else {
            assert.include([-1, 0, 1], outcome.winner);
            assert.include(BOARD_REASONS, outcome.reason);
          }
        }
      });
    });

    it('takes no action and decides nothing once a match was ended from outside', () => {
      inRandomMatches(game, 20, ({ states }) => {
        for (const state of states.slice(0, -1)) {
          const stopped = frozen({ ...state, turn: -1 });
          assert.deepEqual(game.legal(stopped), []);
          assert.isNull(wronglyTaken(game, stopped, []));
          assert.isNull(game.outcome(stopped));
        }
      });
    });

    it('counts points for both seats, always or never', () => {
      inRandomMatches(game, 20, ({ states }) => {
        const counted = states.map((state) => game.scores(state));
        if (counted[0] === null) assert.deepEqual(new Set(counted), new Set([null]));
        else
          for (const scores of counted)
            assert.isTrue(scores?.length === 2 && scores.every((n) => Number.isInteger(n) && n >= 0));
      });
    });

    it('ends within its longest length', () => {
      inRandomMatches(game, 200, ({ actions }) => assert.isAtMost(actions.length, game.maxPlies));
    });

    it('keeps its state in integers, booleans and arrays, with the same fields from first to last', () => {
      inRandomMatches(game, 20, ({ states }) => {
        const fields = Object.keys(game.initial()).sort();
        for (const state of states) {
          assert.deepEqual(Object.keys(state).sort(), fields);
          assert.isTrue(Object.values(state).every(isPlain));
          assert.deepEqual(JSON.parse(JSON.stringify(state)), state);
        }
      });
    });

    it('comes to the same states when its actions are played again', () => {
      inRandomMatches(game, 20, ({ states, actions }) => {
        let state: Position = game.initial();
        for (const [ply, action] of actions.entries()) {
          // Through JSON, as a match that was loaded from the journal is.
          state = mustPlay(game, JSON.parse(JSON.stringify(state)), action);
          assert.deepEqual(state, states[ply + 1]);
        }
      });
    });
  });
}

/** One recorded match per game. A change of rules shows here as a diff: `PLAYTHROUGHS=write npx mocha test/games/playthrough.test.ts` records anew. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { assert } from 'chai';
import { GAMES, type Game } from '../../shared/games/index.ts';
import { mustPlay, PLAYTHROUGHS, pick, randomFrom } from './support.ts';

const SEED = 2026;

/** A line of JSON after every ply: the action that led there, and all that the game says of the state. */
function playthrough(game: Game): string {
  const random = randomFrom(SEED);
  const lines: string[] = [];
  let state = game.initial();
  for (let ply = 0; ; ply++) {
    const legal = game.legal(state);
    lines.push(JSON.stringify({ ply, state, legal, scores: game.scores(state), outcome: game.outcome(state) }));
    if (legal.length === 0) return `${lines.join('\n')}\n`;
    state = mustPlay(game, state, pick(legal, random));
  }
}

const fileOf = (game: Game): string => join(PLAYTHROUGHS, `${game.id}.jsonl`);

describe('recorded playthroughs', () => {
  before(() => {
    if (process.env.PLAYTHROUGHS === 'write') for (const game of GAMES) writeFileSync(fileOf(game), playthrough(game));
  });

  it('exist for every registered game, and for no other', () => {
    assert.sameMembers(
      readdirSync(PLAYTHROUGHS),
      GAMES.map(({ id }) => `${id}.jsonl`),
    );
  });

  for (const game of GAMES) {
    it(`are what ${game.id} plays today`, () => {
      assert.deepEqual(playthrough(game).split('\n'), readFileSync(fileOf(game), 'utf8').split('\n'));
    });
  }
});

import type { Entrant } from '@freeplay/shared/engine';
import { HINT, PASS } from '@freeplay/shared/games/flip';
import { assert } from 'chai';
import { DAY, type FlipProcess, FlipWorld, Game, granted, MINUTE, refusalOf, SECOND, stateOf } from './world.ts';

describe('A match of Team Snap', () => {
  let world: FlipWorld;
  let server: FlipProcess;

  beforeEach(async () => {
    world = await FlipWorld.open();
    server = world.start();
  });
  afterEach(() => world.close());

  const team = async (size: number, wish = {}) =>
    Game.team(world, server, (await world.players('ann', 'bob', 'cem', 'dee')).slice(0, size), {
      difficulty: 'HARD',
      ...wish,
    });
  const statsOf = async ({ seats }: Game) => {
    const stats = await world.store.flip.statsOf(seats.map(({ player }) => player));
    return seats.map(({ player }) => stats[player]);
  };

  for (const [size, side] of [
    [2, 6],
    [3, 8],
    [4, 8],
  ] as const) {
    it(`of ${size} plays on ${side}x${side}, in the order in which they joined, by the leader's difficulty`, async () => {
      const game = await team(size, { difficulty: 'MEDIUM', theme: 'food' });
      const shown = await game.look();
      assert.deepInclude(shown, {
        game: 'team-snap',
        mode: 'TEAM_SNAP',
        turn: 0,
        names: ['ann', 'bob', 'cem', 'dee'].slice(0, size),
      });
      assert.deepInclude(stateOf(shown), {
        size: side,
        difficulty: 'MEDIUM',
        theme: 'food',
        hintsLeft: 2,
        party: 'party',
      });
    });
  }

  it('gives another turn after a match and the next member theirs after a miss', async () => {
    const game = await team(3);
    assert.equal((await game.match(0)).turn, 0);
    assert.equal((await game.miss(1, 2)).turn, 1);
    assert.equal((await game.miss(1, 2)).turn, 2);
    assert.equal((await game.miss(1, 2)).turn, 0);
    const refused = await game.try(1, 0);
    assert.deepInclude(refused, { code: 'not-your-turn', message: "It's ann's turn." });
  });

  it('lets the seat to move pass, but not with a card up, and ask for hints from the shared pool', async () => {
    const game = await team(2);
    assert.deepInclude(await game.play(PASS), { turn: 1 });
    assert.deepEqual(stateOf(await game.look()).turns, [0, 0]);
    assert.equal(refusalOf(await game.try(0, HINT)), 'not-your-turn');
    const [[first] = [-1]] = await world.pairs(game.id);
    await game.play(first);
    assert.equal(refusalOf(await game.try(1, PASS)), 'pass-not-allowed');
    const hinted = stateOf(await game.play(HINT));
    const { board } = await world.setup(game.id);
    assert.deepEqual(hinted.hint, { cell: board.indexOf(board[first] ?? -1, first + 1), item: board[first] ?? -1 });
    assert.equal(refusalOf(await game.try(1, HINT)), 'no-hints-left');
  });

  it('completed gives all of them one score, a game, a row for the team on the board of its size, and what they have earned', async () => {
    const game = await team(3);
    await game.match(0, 1);
    await game.miss(2, 3);
    await game.match(2, 3);
    await game.miss(4, 5);
    await game.match(4, 5);
    const over = await game.finish();
    assert.deepInclude(over, { status: 'finished', winner: null, reason: 'completed' });
    const score = stateOf(over).result?.teamScore ?? -1;
    for (const stats of await statsOf(game)) assert.deepInclude(stats, { teamGamesPlayed: 1, teamBestScore: score });
    const rows = await world.store.flip.leaders('team-snap:3', null, 10);
    assert.deepEqual(
      rows.map(({ score, members }) => ({ score, members })),
      [{ score, members: game.seats }],
    );
    assert.deepEqual(await world.store.flip.leaders('team-snap:2', null, 10), []);
    for (const { player } of game.seats) {
      const held = await world.store.flip.achievementsOf(player);
      assert.deepEqual(
        held.map(({ id }) => id),
        ['full-participation'],
      );
    }
  });

  it('is one row for the same members in whatever order they sit', async () => {
    const [ann, bob] = (await world.players('ann', 'bob')) as [Entrant, Entrant];
    for (const members of [
      [ann, bob],
      [bob, ann],
    ])
      await (await Game.team(world, server, members)).finish();
    assert.lengthOf(await world.store.flip.leaders('team-snap:2', null, 10), 1);
    assert.deepInclude((await world.store.flip.statsOf([ann.player]))[ann.player], { teamGamesPlayed: 2 });
  });

  it('that runs out of time has failed: no score, no game, no entry', async () => {
    const game = await team(2, { difficulty: 'MEDIUM' });
    await game.match(0);
    await world.clock.advance(240 * SECOND);
    const over = await game.look();
    assert.deepInclude(over, { status: 'finished', winner: null, reason: 'time-limit' });
    assert.deepInclude(stateOf(over).result, { success: false, teamScore: null });
    assert.deepEqual(await statsOf(game), [undefined, undefined]);
    assert.deepEqual(await world.store.flip.leaders('team-snap:2', null, 10), []);
  });

  it('passes over a member without input for two minutes, until they are back', async () => {
    const game = await team(3, { difficulty: 'EASY' });
    await world.clock.advance(2 * MINUTE);
    const away = await game.look(1);
    assert.deepEqual([away.turn, stateOf(away).away], [1, [true, false, false]]);
    await game.miss(0, 1);
    await game.miss(0, 1);
    assert.equal((await game.look()).turn, 1);
    granted(await server.lobby.arrive(game.player(0), game.id));
    assert.deepEqual(stateOf(await game.look()).away, [false, false, false]);
  });

  it('takes reading for no input', async () => {
    const game = await team(2, { difficulty: 'EASY' });
    for (let n = 0; n < 4; n++) {
      await world.clock.advance(MINUTE / 2);
      await game.look(0);
    }
    assert.deepEqual(stateOf(await game.look()).away, [true, false]);
  });

  it('takes a refused input for a sign of life', async () => {
    const game = await team(2, { difficulty: 'EASY' });
    await world.clock.advance(2 * MINUTE);
    assert.equal(refusalOf(await game.try(0, HINT)), 'not-your-turn');
    assert.deepEqual(stateOf(await game.look()).away, [false, false]);
  });

  it('goes on without a member who leaves, whose pairs count, and who is free for another match at once', async () => {
    const game = await team(3, { difficulty: 'EASY' });
    await game.match(0);
    granted(await game.leave(0));
    const shown = await game.look(1);
    assert.deepInclude(shown, { status: 'playing', turn: 1 });
    assert.deepEqual(stateOf(shown).left, [true, false, false]);
    assert.isNull(await server.matches.active(game.player(0)));
    const [ann] = game.seats;
    if (ann !== undefined) await Game.solo(world, server, ann);
    assert.equal((await game.miss(1, 2)).turn, 2);
    assert.equal((await game.miss(1, 2)).turn, 1);
    assert.equal(refusalOf(await game.try(0, 0)), 'forbidden');
    const over = await game.finish();
    assert.equal(stateOf(over).result?.pairsFound[0], 1);
    const [left, ...others] = await statsOf(game);
    assert.isUndefined(left);
    for (const stats of others) assert.deepInclude(stats, { teamGamesPlayed: 1 });
  });

  it('takes no notice of who leaves once more: nobody can make the moves of the others stale that way', async () => {
    const game = await team(3);
    granted(await game.leave(2));
    const { revision } = await game.look(0);
    for (let again = 0; again < 3; again++) granted(await game.leave(2));
    assert.equal((await game.look(0)).revision, revision);
  });

  it('goes on when the leader leaves', async () => {
    const game = await team(2);
    granted(await game.leave(0));
    assert.deepInclude(await game.finish(), { status: 'finished', reason: 'completed' });
  });

  it('that everyone has left is ABANDONED; so is one that all are away from for 24 hours', async () => {
    const left = await team(2);
    granted(await left.leave(0));
    granted(await left.leave(1));
    assert.deepInclude(await left.look(), { status: 'void', winner: null, reason: 'abandoned' });
    const away = await team(2, { difficulty: 'EASY' });
    await world.clock.advance(4 * MINUTE);
    assert.deepEqual(stateOf(await away.look()).away, [true, true]);
    await world.pass(DAY);
    assert.deepInclude(await away.look(), { status: 'void', reason: 'abandoned' });
  });

  it('does not start while a member is in a duel, team match or race run, whom the answer names; a solo game goes', async () => {
    const [ann, bob, cem] = (await world.players('ann', 'bob', 'cem')) as [Entrant, Entrant, Entrant];
    const running = await Game.team(world, server, [bob, cem]);
    const start = (abandon: boolean) =>
      server.matches.startTeam({ party: 'party', leader: ann.player, members: [ann, bob], notices: [] }, { abandon });
    assert.deepInclude(await start(true), { code: 'in-active-match', message: 'bob is in another match.' });
    granted(await running.leave(0));
    const solo = await Game.solo(world, server, bob);
    granted(await start(false));
    assert.deepInclude(await solo.look(), { status: 'void', reason: 'abandoned' });
    assert.equal(refusalOf(await start(false)), 'in-active-match');
  });
});

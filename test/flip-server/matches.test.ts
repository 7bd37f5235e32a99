import { stateHash } from '@freeplay/shared/proof';
import { assert } from 'chai';
import { DAY, type FlipProcess, FlipWorld, Game, granted, refusalOf, SECOND, stateOf } from './world.ts';

describe('A solo game of Flip Match', () => {
  let world: FlipWorld;
  let server: FlipProcess;

  beforeEach(async () => {
    world = await FlipWorld.open();
    server = world.start();
  });
  afterEach(() => world.close());

  it('is created being played, with the board that its player prefers, or asks for', async () => {
    const ann = await world.player('ann', { preferredDifficulty: 'MEDIUM', preferredTheme: 'food' });
    const preferred = granted(await server.matches.startSolo(ann, {})).snapshot;
    assert.deepInclude(preferred, {
      game: 'solo',
      mode: 'SOLO',
      status: 'playing',
      seat: 0,
      turn: 0,
      players: [ann.player],
    });
    assert.deepInclude(stateOf(preferred), { size: 6, difficulty: 'MEDIUM', theme: 'food', startedAt: 0, limitAt: 0 });
    const asked = granted(await server.matches.startSolo(ann, { difficulty: 'EASY', theme: 'space' })).snapshot;
    assert.deepInclude(stateOf(asked), { size: 4, difficulty: 'EASY', theme: 'space', hintsLeft: 3 });
    assert.equal(asked.hash, stateHash(asked.revision, asked.state));
  });

  it('draws a theme where its player prefers none', async () => {
    const ann = await world.player('ann', { preferredTheme: 'random' });
    const themes = new Set<string>();
    for (let game = 0; game < 12; game++)
      themes.add(stateOf(granted(await server.matches.startSolo(ann, {})).snapshot).theme);
    assert.isAbove(themes.size, 2);
    assert.notInclude([...themes], 'random');
  });

  it('is played to its end over the rooms, and its player gets score, statistics and a row on the leaderboard', async () => {
    const ann = await world.player('ann');
    const game = await Game.solo(world, server, ann);
    await game.match(0);
    await world.clock.advance(45_000);
    const over = await game.finish();
    assert.deepInclude(over, { status: 'finished', winner: null, reason: 'completed', turn: -1 });
    // 8 pairs in 8 turns in 45 s: 1000 + 10 x 8 + 500 + 100 + 100.
    assert.deepEqual(stateOf(over).result?.scores, [1780]);
    assert.deepEqual(over.result?.scores, [1780]);
    const { [ann.player]: stats } = await world.store.flip.statsOf([ann.player]);
    assert.deepInclude(stats, { soloGames: 1, soloBestScore: { EASY: 1780, MEDIUM: null, HARD: null } });
    const [row] = await world.store.flip.leaders('solo:EASY', null, 10);
    assert.deepInclude(row, { holder: ann.player, score: 1780, match: game.id, members: [ann] });
  });

  it('goes silently when its player starts another, and is ABANDONED', async () => {
    const ann = await world.player('ann');
    const first = await Game.solo(world, server, ann);
    const second = await Game.solo(world, server, ann);
    assert.deepInclude(await first.look(), { status: 'void', winner: null, reason: 'abandoned' });
    assert.equal(await server.matches.active(ann.player), second.id);
    assert.deepEqual(await world.store.flip.statsOf([ann.player]), {});
  });

  it('is one at a time, however many are asked for at once', async () => {
    const ann = await world.player('ann');
    const started = await Promise.all(Array.from({ length: 8 }, () => server.matches.startSolo(ann, {})));
    const rooms = started.map((one) => granted(one).snapshot.id);
    const playing = [];
    for (const room of rooms) {
      const { snapshot } = granted(await server.lobby.snapshot(ann.player, room));
      if (snapshot.status === 'playing') playing.push(room);
    }
    assert.deepEqual(playing, [await server.matches.active(ann.player)]);
  });

  it('does not count against the board games, nor they against it', async () => {
    const ann = await world.player('ann');
    await Game.solo(world, server, ann);
    granted(await server.lobby.enter(ann, { mode: 'public', game: 'gravity' }));
    granted(await server.matches.startSolo(ann, {}));
  });

  it('is not begun beyond MAX_FLIP_MATCHES', async () => {
    const full = world.start({ most: 2 });
    const people = await world.players('ann', 'bob', 'cem');
    const results = [];
    for (const player of people) results.push(refusalOf(await full.matches.startSolo(player, {})));
    assert.deepEqual(results, ['accepted', 'accepted', 'at-capacity']);
  });

  it('counts among the room requests of an hour', async () => {
    const strict = world.start({ roomsPerHour: 2 });
    const ann = await world.player('ann');
    const results = [];
    for (let n = 0; n < 3; n++) results.push(refusalOf(await strict.matches.startSolo(ann, {})));
    assert.deepEqual(results, ['accepted', 'accepted', 'rate-limited']);
    assert.equal((await server.lobby.history(ann.player)).filter(({ status }) => status === 'playing').length, 1);
  });

  it('shows no log and no receipt before its end; then both, and the seed', async () => {
    const ann = await world.player('ann');
    const game = await Game.solo(world, server, ann);
    await game.match(0);
    assert.equal(refusalOf(await server.lobby.replay(ann.player, game.id)), 'wrong-status');
    assert.equal(refusalOf(await server.lobby.receipt(ann.player, game.id)), 'wrong-status');
    await game.finish();
    const { board, nonce, seed } = await world.setup(game.id);
    const { replay } = granted(await server.lobby.replay(ann.player, game.id));
    assert.deepEqual(replay.initial, { size: 4, difficulty: 'EASY', theme: 'animals', cards: board, nonce, seed });
    assert.match(seed, /^-?\d+$/);
  });

  it('without a flip, or an input, for 24 hours is ABANDONED', async () => {
    const ann = await world.player('ann');
    const game = await Game.solo(world, server, ann);
    await world.pass(DAY - 10 * SECOND);
    assert.equal((await game.look()).status, 'playing');
    await game.match(0);
    await world.pass(DAY);
    assert.deepInclude(await game.look(), { status: 'void', reason: 'abandoned' });
  });

  it('has no rematch', async () => {
    const ann = await world.player('ann');
    const game = await Game.solo(world, server, ann);
    await game.finish();
    assert.equal(refusalOf(await server.lobby.act(ann.player, game.id, { kind: 'rematch' })), 'wrong-status');
  });
});

import { HINT, PASS } from '@freeplay/shared/games/flip';
import { assert } from 'chai';
import {
  challenge,
  DAY,
  type FlipProcess,
  FlipWorld,
  Game,
  granted,
  MINUTE,
  refusalOf,
  SECOND,
  stateOf,
} from './world.ts';

describe('A duel', () => {
  let world: FlipWorld;
  let server: FlipProcess;

  beforeEach(async () => {
    world = await FlipWorld.open();
    server = world.start();
  });
  afterEach(() => world.close());

  const people = async () => [await world.player('ann'), await world.player('bob')] as const;
  const duel = async (wish = {}) => Game.duel(world, server, await people(), wish);
  const statsOf = async ({ seats }: Game) => {
    const stats = await world.store.flip.statsOf(seats.map(({ player }) => player));
    return seats.map(({ player }) => stats[player]);
  };
  /** Both are seen, as by a request of theirs. */
  const seen = (game: Game, ...seats: number[]) => {
    for (const seat of seats) server.presence.seen(game.player(seat));
  };
  const notices = async (player: string) => (await world.store.social.listNotices(player, null, 100)).items;

  it('starts with its acceptance: both seats are set, the challenger is seat 0 and moves first', async () => {
    const game = await duel();
    const shown = await game.look(1);
    assert.deepInclude(shown, {
      game: 'duel',
      mode: 'DUEL',
      status: 'playing',
      seat: 1,
      turn: 0,
      names: ['ann', 'bob'],
    });
    assert.deepInclude(stateOf(shown), { startedAt: 0, hintsLeft: 0 });
    assert.notEqual(stateOf(shown).challenge, '');
  });

  it('shows a flip to both at once, hides two that do not match, and passes the turn also after a match', async () => {
    const game = await duel();
    const [[first] = [-1], [other] = [-1]] = await world.pairs(game.id);
    const { board } = await world.setup(game.id);
    const items = [board[first] ?? -1, board[other] ?? -1];
    await game.play(first);
    assert.equal(stateOf(await game.look(1)).cards[first], board[first]);
    await game.play(other);
    const missed = stateOf(await game.look(0));
    assert.deepEqual([missed.cards[first], missed.cards[other], missed.turn], [-1, -1, 1]);
    assert.deepEqual(missed.lastTurn, {
      seat: 0,
      cells: [first, other],
      items,
      matched: false,
    });
    assert.equal(stateOf(await game.match(0)).turn, 0);
  });

  it('answers a flip out of turn with whom to wait for, and refuses hints and passes', async () => {
    const game = await duel();
    const waiting = await game.try(1, 0);
    assert.deepInclude(waiting, { ok: false, code: 'not-your-turn', message: 'Waiting for ann to play.' });
    assert.equal(refusalOf(await game.try(0, HINT)), 'hints-disabled');
    assert.equal(refusalOf(await game.try(0, PASS)), 'pass-not-allowed');
  });

  it('won 5 to 3 gives the winner 500 for the victory and 100 for the margin', async () => {
    const game = await duel();
    for (const pair of [0, 1, 2, 3, 4, 5]) await game.match(pair);
    await game.match(6);
    await game.play((await world.pairs(game.id))[7]?.[0] ?? -1);
    const [first, second] = (await world.pairs(game.id))[7] ?? [-1, -1];
    // Seat 1 has one card of the last pair up: the other cell ends the match for them, so the turn is let run out instead.
    await world.clock.advance(5 * MINUTE);
    const over = await game.play(first, second);
    assert.deepInclude(over, { winner: 0, reason: 'completed' });
    const [winner, loser] = stateOf(over).result?.breakdown ?? [];
    assert.deepEqual(stateOf(over).result?.pairs, [5, 3]);
    assert.deepInclude(winner?.terms ?? [], { name: 'victory', points: 500 });
    assert.deepInclude(winner?.terms ?? [], { name: 'margin', points: 100 });
    assert.deepInclude(loser?.terms ?? [], { name: 'victory', points: 0 });
    const rows = await world.store.flip.leaders('duel', null, 10);
    assert.deepEqual(
      rows.map(({ holder }) => holder),
      [game.player(0), game.player(1)],
    );
  });

  it('that a player quits is won by the other, who is awarded what nobody has claimed; a second quit is a no-op', async () => {
    const game = await duel();
    await game.match(0);
    granted(await game.leave(0));
    const over = await game.look(1);
    assert.deepInclude(over, { status: 'finished', winner: 1, reason: 'forfeit' });
    assert.deepInclude(stateOf(over).result, { pairs: [1, 7], pairsFound: [1, 0], success: true });
    assert.isTrue((await game.leave(1)).ok);
    const [ann, bob] = await statsOf(game);
    assert.deepInclude(ann, { duelLosses: 1, duelWins: 0, duelGames: 0, duelBestScore: null });
    assert.deepInclude(bob, { duelWins: 1, duelLosses: 0, duelGames: 0, duelBestScore: null, duelStreak: 0 });
    assert.deepEqual(await world.store.flip.leaders('duel', null, 10), []);
  });

  it('that is quit before any flip is ABANDONED, without a winner or statistics', async () => {
    const game = await duel();
    granted(await game.leave(1));
    assert.deepInclude(await game.look(0), { status: 'void', winner: null, reason: 'abandoned' });
    assert.deepEqual(await statsOf(game), [undefined, undefined]);
    const { recent } = await server.challenges.list(game.player(0));
    assert.deepInclude(recent[0], { status: 'EXPIRED', mode: 'DUEL' });
  });

  it('without a flip within 24 hours of its acceptance is ABANDONED', async () => {
    const game = await duel();
    await world.pass(DAY);
    assert.deepInclude(await game.look(0), { status: 'void', reason: 'abandoned' });
  });

  it('goes on when a player disconnects: the other keeps playing, and wins by forfeit after 24 hours', async () => {
    const game = await duel({ difficulty: 'EASY' });
    await game.match(0);
    // The turns of the one who is away time out, neither counted nor forfeited.
    let turns = 0;
    for (let shown = await game.look(0); shown.status === 'playing'; shown = await game.look(0)) {
      assert.deepEqual(stateOf(shown).timeouts, [0, 0]);
      if (shown.turn === 0) await game.miss(1, 2);
      seen(game, 0);
      await world.pass(5 * MINUTE);
      turns++;
    }
    const over = await game.look(0);
    assert.deepInclude(over, { status: 'finished', winner: 0, reason: 'forfeit' });
    assert.equal(turns, DAY / (5 * MINUTE));
  });

  it('that both are absent from for 24 hours is ABANDONED', async () => {
    const game = await duel();
    await game.match(0);
    await world.pass(DAY + 10 * MINUTE);
    assert.deepInclude(await game.look(0), { status: 'void', winner: null, reason: 'abandoned' });
    assert.deepEqual(await statsOf(game), [undefined, undefined]);
  });

  it('is forfeited by three turns in a row that time out on a player who is there', async () => {
    const game = await duel();
    await game.match(0);
    for (let turn = 0; turn < 3; turn++) {
      await world.clock.advance(5 * MINUTE - SECOND);
      seen(game, 0, 1);
      await world.clock.advance(SECOND);
      if (turn < 2) await game.miss(2 + turn, 3 + turn);
    }
    assert.deepInclude(await game.look(0), { status: 'finished', winner: 0, reason: 'forfeit' });
    const log = await world.store.journal.load(game.id);
    const late = log?.events.filter(({ kind }) => kind === 'timed-out') ?? [];
    assert.lengthOf(late, 3);
    for (const event of late) assert.isTrue(event.kind === 'timed-out' && (event.data.seen?.[1] ?? 0) >= event.at);
  });

  it('whose time is up on MEDIUM goes to who has more pairs: a time-out loss for the other', async () => {
    const game = await duel({ difficulty: 'MEDIUM' });
    await game.match(0);
    await game.miss(1, 2);
    await world.clock.advance(240 * SECOND);
    const over = await game.look(1);
    assert.deepInclude(over, { status: 'finished', winner: 0, reason: 'time-limit' });
    const [ann, bob] = await statsOf(game);
    assert.deepInclude(ann, { duelWins: 1, duelGames: 1 });
    assert.deepInclude(bob, { duelLosses: 1, duelGames: 1 });
  });

  it('tied in pairs goes to fewer own turns, then to less time in own turns, and is a true draw else', async () => {
    const byTurns = await duel({ difficulty: 'MEDIUM' });
    await byTurns.match(0);
    await byTurns.match(1);
    await byTurns.miss(2, 3);
    await world.clock.advance(240 * SECOND);
    assert.deepInclude(await byTurns.look(), { winner: 1, reason: 'tie-break' });

    const byTime = await duel({ difficulty: 'MEDIUM' });
    await byTime.match(0);
    await world.clock.advance(10 * SECOND);
    await byTime.match(1);
    await world.clock.advance(SECOND);
    await byTime.miss(2, 3);
    await byTime.miss(2, 3);
    await world.clock.advance(240 * SECOND);
    const over = await byTime.look();
    assert.equal(over.reason, 'tie-break');
    const { turnMs } = stateOf(over);
    assert.equal(over.winner, (turnMs[0] ?? 0) < (turnMs[1] ?? 0) ? 0 : 1);

    const drawn = await duel();
    for (const pair of [0, 1, 2, 3, 4, 5, 6, 7]) await drawn.match(pair);
    const draw = await drawn.look();
    assert.deepInclude(draw, { status: 'finished', winner: -1, reason: 'completed' });
    for (const { terms } of stateOf(draw).result?.breakdown ?? []) {
      assert.deepInclude(terms, { name: 'draw', points: 100 });
    }
    const [ann, bob] = await statsOf(drawn);
    assert.deepInclude(ann, { duelDraws: 1, duelStreak: 0 });
    assert.deepInclude(bob, { duelDraws: 1, duelStreak: 0 });
  });

  it('tells a player that it is their turn, with what the other has flipped, and both of the end', async () => {
    const game = await duel();
    await game.miss(0, 1);
    const [yours] = (await notices(game.player(1))).filter(({ kind }) => kind === 'your-turn');
    assert.match(
      yours?.text ?? '',
      /^Your turn against ann\. Last turn: [A-D][1-4] :\w+:, [A-D][1-4] :\w+: - no match$/,
    );
    assert.include(server.woken, game.player(1));
    granted(await game.leave(0));
    const kinds = (await notices(game.player(0))).map(({ kind }) => kind);
    assert.deepEqual(kinds, ['challenge-accepted', 'match-finished']);
  });

  it('keeps another game from starting unless it is left for it: then it is forfeited', async () => {
    const game = await duel();
    await game.match(0);
    const [ann, bob] = game.seats;
    if (ann === undefined || bob === undefined) throw new Error('two players');
    const refused = await server.matches.startSolo(bob, {});
    assert.deepInclude(refused, { code: 'in-active-match', details: { room: game.id } });
    assert.match(refused.ok ? '' : refused.message, /You are in a duel with ann\./);
    granted(await server.matches.startSolo(bob, { abandon: true }));
    assert.deepInclude(await game.look(0), { status: 'finished', winner: 0, reason: 'forfeit' });
  });

  it('cannot be accepted while its challenger is in another duel, whom the answer names; their solo game goes', async () => {
    const game = await duel();
    const cem = await world.player('cem');
    const [ann] = game.seats;
    if (ann === undefined) throw new Error('two players');
    const { id } = await challenge(server, [ann, cem]);
    const busy = await server.challenges.act(cem.player, id, { kind: 'accept', abandon: true });
    assert.deepInclude(busy, { code: 'in-active-match', message: 'ann is in another match.' });
    granted(await game.leave(0));
    const solo = await Game.solo(world, server, ann);
    granted(await server.challenges.act(cem.player, id, { kind: 'accept' }));
    assert.deepInclude(await solo.look(), { status: 'void', reason: 'abandoned' });
  });
});

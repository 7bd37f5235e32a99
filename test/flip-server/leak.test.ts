import { FLIP_MODES, type FlipMode, type FlipSetup, HINT } from '@freeplay/shared/games/flip';
import { canonical } from '@freeplay/shared/proof';
import { assert } from 'chai';
import { makeSetup } from '../../server/flip/setup.ts';
import { type Random, randomFrom } from '../games/support.ts';
import { Bot } from './bot.ts';
import { challengeAndAccept, type FlipProcess, FlipWorld, Game, SECOND, stateOf } from './world.ts';

const LONG = process.env.FREEPLAY_LONG !== undefined;
const MATCHES = LONG ? 200 : 20;

/** Two cells of a board. */
type Apart = (board: readonly number[]) => readonly [number, number];

/** What one of two worlds has given out, in order. */
type Given = readonly string[];

/**
 * Two worlds alike in everything but where the hidden cards lie: as long as no card is turned up that differs between
 * them, whatever they give out must be alike to the last byte. Only the commitment, and the hash that covers it, tell
 * that the boards are two; they are taken out.
 */
class Twins {
  readonly #worlds: readonly [FlipWorld, FlipWorld];
  readonly #servers: readonly [FlipProcess, FlipProcess];
  #games: readonly Game[] = [];
  #apart: Apart = () => [0, 0];
  #matches = 0;

  private constructor(worlds: readonly [FlipWorld, FlipWorld]) {
    this.#worlds = worlds;
    const deal: typeof makeSetup = (wish, random) => {
      const setup = makeSetup(wish, random);
      return { ...setup, board: exchanged(setup.board, ...this.#apart(setup.board)) };
    };
    this.#servers = [worlds[0].start(), worlds[1].start({ deal })];
  }

  static async open(): Promise<Twins> {
    return new Twins([await FlipWorld.open(), await FlipWorld.open()]);
  }

  /** A new match in both, with new players. `apart`: two cells whose cards are exchanged in the second world. */
  async begin(mode: FlipMode, apart: Apart): Promise<void> {
    this.#apart = apart;
    this.#matches++;
    const names = ['ann', 'bob', 'cem'].map((name) => `${name}${this.#matches}`);
    const [one, other] = this.#worlds;
    this.#games = [await begin(mode, one, this.#servers[0], names), await begin(mode, other, this.#servers[1], names)];
  }

  get first(): Game {
    return this.#game(0);
  }

  #game(twin: 0 | 1): Game {
    const game = this.#games[twin];
    if (game === undefined) throw new Error('no match has begun');
    return game;
  }

  async boards(): Promise<readonly [FlipSetup, FlipSetup]> {
    return [await this.#worlds[0].setup(this.#game(0).id), await this.#worlds[1].setup(this.#game(1).id)];
  }

  /** The same action in both; alike in what they answer and in all that can be asked for afterwards. */
  async alike(seat: number, action: number): Promise<void> {
    const [one, other] = [await this.#act(0, seat, action), await this.#act(1, seat, action)];
    assert.deepEqual(one, other);
  }

  async wait(ms: number): Promise<void> {
    for (const world of this.#worlds) await world.clock.advance(ms);
  }

  async close(): Promise<void> {
    for (const world of this.#worlds) await world.close();
  }

  async #act(twin: 0 | 1, seat: number, action: number): Promise<Given> {
    const [game, server, world] = [this.#game(twin), this.#servers[twin], this.#worlds[twin]];
    const player = game.player(seat);
    const given: unknown[] = [await game.try(seat, action)];
    for (const reader of game.seats.map((entrant) => entrant.player)) {
      given.push(await server.lobby.snapshot(reader, game.id));
      given.push(await server.lobby.replay(reader, game.id));
      given.push(await server.lobby.receipt(reader, game.id));
      given.push(await server.lobby.history(reader));
      given.push(await server.challenges.list(reader));
      given.push(await world.store.social.listNotices(reader, null, 100));
      given.push(await world.store.flip.statsOf([reader]));
    }
    given.push(
      await server.lobby.act(player, game.id, { kind: 'move', revision: 1, action }),
      server.complaints,
      server.woken,
    );
    const { commitment } = await world.setup(game.id);
    return given.map((value) =>
      canonical(value)
        .replaceAll(commitment, 'the commitment')
        .replace(/"hash":"[0-9a-f]{16}"/g, '"hash":""'),
    );
  }
}

function exchanged(board: readonly number[], one: number, other: number): number[] {
  return board.map((item, cell) => (cell === one ? board[other] : cell === other ? board[one] : item) ?? item);
}

async function begin(mode: FlipMode, world: FlipWorld, server: FlipProcess, names: readonly string[]): Promise<Game> {
  const people = await world.players(...names);
  const [ann, bob] = people;
  if (ann === undefined || bob === undefined) throw new Error('two players');
  const wish = { difficulty: 'EASY', theme: 'animals' } as const;
  switch (mode) {
    case 'SOLO':
      return Game.solo(world, server, ann, wish);
    case 'DUEL':
      return Game.duel(world, server, [ann, bob], wish);
    case 'TEAM_SNAP':
      return Game.team(world, server, people, wish);
    case 'SPEED_RACE': {
      const { room } = await challengeAndAccept(server, [ann, bob], { mode, ...wish });
      return new Game(world, server, room.id, [bob]);
    }
  }
}

/** Plays at random until a card comes up that lies elsewhere in the other world, or no other one is left. */
async function playAlike(twins: Twins, mode: FlipMode, random: Random): Promise<number> {
  let apart: readonly number[] = [];
  await twins.begin(mode, (board) => {
    const one = random(board.length);
    const others = board.flatMap((item, cell) => (item === board[one] ? [] : [cell]));
    const other = others[random(others.length)] ?? one;
    apart = [one, other];
    return [one, other];
  });
  const [{ board }, { board: twin }] = await twins.boards();
  assert.notDeepEqual(board, twin);
  const items = apart.map((cell) => board[cell]);
  const bot = new Bot(random);
  for (let steps = 0; ; steps++) {
    const view = await twins.first.look();
    bot.see(view);
    const { cards, firstFlip } = stateOf(view);
    // The mate of a card that differs lies elsewhere too.
    if (firstFlip !== -1 && items.includes(board[firstFlip])) return steps;
    const cells = cards.flatMap((card, cell) => (card === -1 && !apart.includes(cell) ? [cell] : []));
    const wished = bot.choose(view);
    // A hint may show one of the cards that differ, by the rules: chance chooses from all that is hidden.
    const action = wished === HINT || apart.includes(wished) ? cells[random(cells.length)] : wished;
    if (view.turn === -1 || action === undefined) return steps;
    await twins.alike(view.turn, action);
    if (random(10) === 0) await twins.wait(SECOND);
    if (random(10) === 0) await twins.alike(view.turn, 99);
  }
}

describe('What players are given', function () {
  this.timeout(3_600_000);
  let twins: Twins;

  beforeEach(async () => {
    twins = await Twins.open();
  });
  afterEach(() => twins.close());

  for (const mode of FLIP_MODES) {
    it(`in ${MATCHES} matches of ${mode} does not depend on cards that nobody has turned up`, async () => {
      let steps = 0;
      for (let seed = 0; seed < MATCHES; seed++) steps += await playAlike(twins, mode, randomFrom(seed));
      process.stdout.write(`    ${mode}: ${steps} actions answered alike by two boards\n`);
      assert.isAbove(steps, MATCHES);
    });
  }

  it('does once such a card is turned up (so that this test can fail)', async () => {
    await twins.begin('SOLO', (board) => [0, board.findIndex((item) => item !== board[0])]);
    const alike = await twins.alike(0, 0).then(
      () => true,
      () => false,
    );
    assert.isFalse(alike);
  });
});

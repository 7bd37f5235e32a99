import type { FlipSetup } from '@freeplay/shared/games/flip';
import { type Receipt, type Replay, verify } from '@freeplay/shared/receipt';
import { assert } from 'chai';
import { makeSetup } from '../../server/flip/setup.ts';
import { challengeAndAccept, FlipWorld, Game, granted } from './world.ts';

interface Proof {
  readonly receipt: Receipt;
  readonly replay: Replay;
}

const MODES = ['SOLO', 'DUEL', 'SPEED_RACE', 'TEAM_SNAP'] as const;

/** The proof of a match that was played to its end, on a board that the server has dealt like this. */
async function proofOf(
  mode: (typeof MODES)[number],
  cheat: (setup: FlipSetup) => Partial<FlipSetup> = () => ({}),
): Promise<Proof> {
  const world = await FlipWorld.open();
  try {
    const server = world.start({
      deal: (wish, random) => {
        const setup = makeSetup(wish, random);
        return { ...setup, ...cheat(setup) };
      },
    });
    const [ann, bob] = [await world.player('ann'), await world.player('bob')];
    const game =
      mode === 'SOLO'
        ? await Game.solo(world, server, ann)
        : mode === 'DUEL'
          ? await Game.duel(world, server, [ann, bob])
          : mode === 'TEAM_SNAP'
            ? await Game.team(world, server, [ann, bob])
            : await (async () => {
                const { challenge, room } = await challengeAndAccept(server, [ann, bob], { mode });
                const own = granted(await server.challenges.act(ann.player, challenge.id, { kind: 'start' }));
                granted(await server.lobby.act(ann.player, own.room?.id ?? '', { kind: 'leave' }));
                return new Game(world, server, room.id, [bob]);
              })();
    await game.finish();
    const { receipt } = granted(await server.lobby.receipt(game.player(0), game.id));
    const { replay } = granted(await server.lobby.replay(game.player(0), game.id));
    return JSON.parse(JSON.stringify({ receipt, replay }));
  } finally {
    await world.close();
  }
}

const flipped = (hex: string) => (hex.startsWith('0') ? `1${hex.slice(1)}` : `0${hex.slice(1)}`);
/** The same cards, two of them exchanged. */
const exchanged = ([first = -1, ...rest]: readonly number[]): number[] => {
  const at = rest.findIndex((item) => item !== first);
  return [rest[at] ?? first, ...rest.with(at, first)];
};

describe('The receipt of a match of Flip Match', () => {
  for (const mode of MODES) {
    it(`of ${mode} reveals board and nonce, and is valid`, async () => {
      const { receipt, replay } = await proofOf(mode);
      assert.deepEqual(receipt.match.reveal, replay.initial);
      assert.deepEqual(verify(receipt, replay, null), { ok: true, key: 'unknown' });
    });

    it(`of ${mode} is not valid when the board is not the one that was committed to`, async () => {
      const cheats: ((setup: FlipSetup) => Partial<FlipSetup>)[] = [
        ({ board }) => ({ board: exchanged(board) }),
        ({ nonce }) => ({ nonce: flipped(nonce) }),
        ({ commitment }) => ({ commitment: flipped(commitment) }),
      ];
      for (const cheat of cheats) {
        const { receipt, replay } = await proofOf(mode, cheat);
        assert.deepEqual(verify(receipt, replay, null), {
          ...{ ok: false, at: 'replay.initial', message: 'the board is not the one that was committed to' },
        });
      }
    });
  }

  for (const mode of ['SOLO', 'SPEED_RACE'] as const) {
    it(`of ${mode} is not valid when the seed gives another board`, async () => {
      const { receipt, replay } = await proofOf(mode, ({ seed }) => ({ seed: String(BigInt(seed) + 1n) }));
      assert.deepEqual(verify(receipt, replay, null), {
        ...{ ok: false, at: 'replay.initial', message: 'the seed gives another board' },
      });
    });
  }

  it('names what was altered in a replay afterwards', async () => {
    const { receipt, replay } = await proofOf('DUEL');
    const initial = replay.initial as { readonly cards: readonly number[] };
    const altered = { ...replay, initial: { ...initial, cards: exchanged(initial.cards) } };
    assert.deepInclude(verify(receipt, altered, null), { ok: false, at: 'replay.initial' });
    const other = { ...receipt, match: { ...receipt.match, reveal: altered.initial } };
    assert.deepInclude(verify(other, replay, null), { ok: false, at: 'receipt.match.reveal.cards[0]' });
  });
});

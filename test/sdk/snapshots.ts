import type { Snapshot } from '@freeplay/client-sdk';
import { gameById } from '@freeplay/shared/games';
import { stateHash } from '@freeplay/shared/proof';
import { expect } from 'chai';

/** A sound snapshot of Gravity Four after these columns, as seat 0 reads it. The first ply makes revision 6. */
export function gravitySnapshot(columns: readonly number[], changes: Partial<Snapshot> = {}): Snapshot {
  const game = gameById('gravity');
  if (game === null) throw new Error('gravity is not registered');
  const state = columns.reduce((before, column) => {
    const after = game.play(before, column);
    expect(after, `column ${column} is legal`).not.equal(null);
    return after ?? before;
  }, game.initial());
  const revision = 5 + columns.length;
  return {
    id: 'm1',
    game: 'gravity',
    rules: '0'.repeat(64),
    mode: 'public',
    status: 'playing',
    revision,
    players: ['p_a', 'p_b'],
    names: ['ann', 'bob'],
    ready: 3,
    state,
    turn: state.turn,
    winner: null,
    reason: null,
    result: null,
    deadline: 0,
    turnDeadline: 0,
    matchDeadline: 0,
    createdAt: 1,
    startedAt: 2,
    endedAt: 0,
    hash: stateHash(revision, state),
    free: true,
    seat: 0,
    legal: game.legal(state),
    connected: [true, true],
    presence: 1,
    rematch: null,
    rematchOffers: 0,
    invite: null,
    serverTime: 1_800_000_000_000 + revision,
    resumed: false,
    ...changes,
  };
}

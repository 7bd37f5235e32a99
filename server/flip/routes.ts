import type { Entrant } from '@freeplay/shared/engine';
import { ACHIEVEMENTS, NO_STATS } from '@freeplay/shared/games/flip/records';
import type { FLIP_OPERATIONS } from '@freeplay/shared/protocol/http';
import type { Refusal } from '../host/port.ts';
import type { Answer, Handlers } from '../http/call.ts';
import type { FlipStore } from '../store/flip/port.ts';
import { leaderboard } from './leaderboards.ts';
import type { BoardWish, Challenges, FlipMatches, Started } from './port.ts';

/** All that the routes of Flip Match need. */
export interface Flip {
  readonly matches: FlipMatches;
  readonly challenges: Challenges;
  readonly store: FlipStore;
  /** A match of the party that the player leads. */
  readonly startTeam: (player: string, wish: BoardWish) => Promise<Started | Refusal>;
}

/** The handlers of the operations of Flip Match. */
export function flipHandlers({ challenges, store }: Flip): Pick<Handlers, keyof typeof FLIP_OPERATIONS> {
  return {
    async openChallenge({ player, body }) {
      const made = await challenges.create(player, body);
      return made.ok ? { status: 201, body: made.challenge } : made;
    },

    async readChallenges({ player }) {
      return { status: 200, body: await challenges.list(player) };
    },

    async readChallenge({ player, id }) {
      const found = await challenges.read(player, id);
      return found.ok ? { status: 200, body: found.challenge } : found;
    },

    async actOnChallenge({ player, id, body }) {
      const done = await challenges.act(player, id, body);
      if (!done.ok) return done;
      const { challenge, room } = done;
      return { status: 200, body: room === undefined ? { challenge } : { challenge, room } };
    },

    async readLeaderboard({ id, query: { difficulty, partySize, limit, after } }) {
      const page = await leaderboard(store, {
        ...{ board: id, limit: Number(limit ?? 20) },
        ...(difficulty !== undefined && { difficulty }),
        ...(partySize !== undefined && { partySize: Number(partySize) }),
        ...(after !== undefined && { after }),
      });
      if (page === null)
        return { ok: false, code: 'not-found', message: 'There is no such leaderboard, or no such page.' };
      return { status: 200, body: page };
    },
  };
}

/** POST /rooms for a game of Flip Match. */
export function startFlip(
  { matches, startTeam }: Flip,
  player: Entrant,
  { game, ...wish }: BoardWish & { readonly game: 'solo' | 'team-snap' },
): Promise<Started | Refusal> {
  return game === 'solo' ? matches.startSolo(player, wish) : startTeam(player.player, wish);
}

/** What is kept of a player: statistics, and achievements in the order in which they were earned. */
export async function recordsOf(
  store: FlipStore,
  player: string,
): Promise<Pick<Answer<'readProfile'>['body'], 'stats' | 'achievements'>> {
  const [stats, held] = await Promise.all([store.statsOf([player]), store.achievementsOf(player)]);
  const achievements = held.flatMap(({ id, at, match }) => {
    const known = ACHIEVEMENTS.find((one) => one.id === id);
    if (known === undefined) return [];
    const { title, requirement, points, emoji } = known;
    return [{ id, title, requirement, points, emoji, at, match }];
  });
  return { stats: stats[player] ?? NO_STATS, achievements };
}

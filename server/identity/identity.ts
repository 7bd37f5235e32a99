import { createHash } from 'node:crypto';
import type { Clock } from '../clock.ts';
import { base62, type Random } from '../random.ts';
import type { PlayerPatch, PlayerRecord, Players } from '../store/port.ts';
import { rareName, readableName } from './names.ts';

/** Guests by their secret token, of which only the SHA-256 is ever kept. Calls fail with `StoreUnavailable` alone. */
export interface Identity {
  /** The player of a token, or null; remembered, since a token never changes hands. */
  playerOf(token: string): Promise<string | null>;
  record(player: string): Promise<PlayerRecord | null>;
  /** Makes the token's player; `created` is false when a simultaneous request has just made it. */
  create(token: string): Promise<{ readonly record: PlayerRecord; readonly created: boolean }>;
  update(player: string, patch: PlayerPatch): Promise<PlayerRecord | 'name-taken' | null>;
}

export interface IdentityDeps {
  readonly players: Players;
  readonly clock: Clock;
  readonly random: Random;
  /** Tokens remembered at a time. */
  readonly cached?: number;
}

const TOKEN = /^[0-9a-f]{64}$/;
const READABLE_TRIES = 8;

export function createIdentity({ players, clock, random, cached = 10_000 }: IdentityDeps): Identity {
  const known = new Map<string, string>();

  /** The map's order is the order of use: the token unused for longest is forgotten first. */
  function remember(hash: string, player: string): void {
    known.delete(hash);
    known.set(hash, player);
    if (known.size <= cached) return;
    for (const oldest of known.keys()) {
      known.delete(oldest);
      return;
    }
  }

  async function playerOf(token: string): Promise<string | null> {
    if (!TOKEN.test(token)) return null;
    const hash = tokenHash(token);
    const player = known.get(hash) ?? (await players.byTokenHash(hash))?.player ?? null;
    if (player !== null) remember(hash, player);
    return player;
  }

  async function create(token: string): Promise<{ record: PlayerRecord; created: boolean }> {
    const hash = tokenHash(token);
    const player = `p_${base62(random, 22)}`;
    for (let tries = 0; ; tries += 1) {
      const name = tries < READABLE_TRIES ? readableName(random) : rareName(random);
      const made = await players.create(hash, freshPlayer(player, name, clock.now()));
      if (made === 'name-taken') continue;
      remember(hash, made.record.player);
      return made;
    }
  }

  return {
    playerOf,
    create,
    record: (player) => players.byId(player),
    update: (player, patch) => players.update(player, patch),
  };
}

export function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

function freshPlayer(player: string, name: string, now: number): PlayerRecord {
  return {
    player,
    name,
    preferredDifficulty: 'EASY',
    preferredTheme: 'random',
    challengesFrom: 'anyone',
    createdAt: now,
    lastSeenAt: now,
  };
}

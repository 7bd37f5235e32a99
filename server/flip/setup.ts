import { createHash } from 'node:crypto';
import {
  commitmentBytes,
  type Difficulty,
  type FlipClocks,
  type FlipMode,
  type FlipSetup,
  MODE,
  pairsOn,
  pickBounds,
  pickedBoard,
  seededBoard,
  setupFault,
  sideOf,
  THEMES,
  themeById,
} from '@freeplay/shared/games/flip';
import { below, type Random } from '../random.ts';

export interface SetupWish {
  readonly mode: FlipMode;
  readonly difficulty: Difficulty;
  /** A theme's id. */
  readonly theme: string;
  /** By seat. */
  readonly names: readonly string[];
  readonly clocks: FlipClocks;
  /** Of a race; a solo game gets its own. */
  readonly seed?: string;
  readonly challenge?: string;
  readonly party?: string;
  /** Epoch ms. */
  readonly at: number;
}

const NONCE_BYTES = 32;

/** A match's board, dealt and committed to. All randomness of it comes from `random`. */
export function makeSetup(wish: SetupWish, random: Random): FlipSetup {
  const { mode, difficulty, theme, names, clocks, challenge = '', party = '', at } = wish;
  const items = themeById(theme)?.items.length ?? 0;
  const pairs = pairsOn(sideOf(mode, difficulty, names.length));
  const seed = MODE[mode].seeded ? (wish.seed ?? random64(random).toString()) : '';
  const board = MODE[mode].seeded
    ? seededBoard(BigInt(seed), items, pairs)
    : pickedBoard(
        pickBounds(items, pairs).map((bound) => below(random, bound)),
        items,
        pairs,
      );
  const nonce = random(NONCE_BYTES);
  const commitment = createHash('sha256').update(commitmentBytes(nonce, board)).digest('hex');
  const hex = Buffer.from(nonce).toString('hex');
  const setup = { mode, difficulty, theme, names, clocks, board, nonce: hex, seed, commitment, challenge, party, at };
  const fault = setupFault(setup, items);
  if (fault !== null) throw new Error(fault);
  return setup;
}

/** A signed 64-bit integer. */
export function random64(random: Random): bigint {
  return BigInt.asIntN(64, BigInt(`0x${Buffer.from(random(8)).toString('hex')}`));
}

/** The theme that is asked for; what is no theme of this build, `random` too, is drawn. */
export function themeFor(wish: string, random: Random): string {
  if (themeById(wish) !== null) return wish;
  return THEMES[below(random, THEMES.length)]?.id ?? '';
}

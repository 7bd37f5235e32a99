/** Whether the board that a match reveals is the one that it committed to. */
import { commitmentBytes, seededBoard } from './board.ts';
import { MODE } from './modes.ts';
import type { FlipPosition } from './state.ts';
import { themeById } from './themes.ts';

/** The rules' `disproof`: the commitment holds in every mode, and a seed gives the board again. */
export function disproof({ shown, kept }: FlipPosition, sha256: (bytes: Uint8Array) => string): string | null {
  const theme = themeById(shown.theme);
  if (theme === null) return 'this build does not know the theme';
  if (sha256(commitmentBytes(bytesOf(kept.nonce), kept.board)) !== shown.commitment) {
    return 'the board is not the one that was committed to';
  }
  if (!MODE[kept.mode].seeded) return null;
  if (!/^-?\d{1,20}$/.test(kept.seed)) return 'there is no seed';
  const dealt = seededBoard(BigInt(kept.seed), theme.items.length, kept.board.length / 2);
  return dealt.join() === kept.board.join() ? null : 'the seed gives another board';
}

function bytesOf(hex: string): Uint8Array {
  return Uint8Array.from({ length: hex.length / 2 }, (_, byte) =>
    Number.parseInt(hex.slice(2 * byte, 2 * byte + 2), 16),
  );
}

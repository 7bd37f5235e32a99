import type { ComponentChildren } from 'preact';

export interface FrameProps {
  readonly players: ComponentChildren;
  readonly board: ComponentChildren;
  readonly side: ComponentChildren;
  /** Floats over the top of the board, so that nothing moves when it comes. */
  readonly banner?: ComponentChildren;
  readonly busy?: boolean;
}

/** Where everything stands on a page with a board: who plays, the board, and at its side what is to be said and done. */
export function Frame({ players, board, side, banner, busy = false }: FrameProps) {
  return (
    <main class="match" aria-busy={busy}>
      <div class="players">{players}</div>
      <div class="board-place">
        {board}
        {banner}
      </div>
      <div class="side">{side}</div>
    </main>
  );
}

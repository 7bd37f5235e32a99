import type { FiveState } from '@freeplay/shared/games';
import type { BoardProps } from './board.ts';
import { CellsBoard } from './cells.tsx';

export function FiveBoard(props: BoardProps<FiveState>) {
  return (
    <CellsBoard
      {...props}
      game="five"
      label="Fivefold board, nine rows of nine"
      side={9}
      hints={false}
      won={props.state.line}
      flipped={[]}
    />
  );
}

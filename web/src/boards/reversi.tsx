import type { ReversiState } from '@freeplay/shared/games';
import type { BoardProps } from './board.ts';
import { CellsBoard } from './cells.tsx';

export function ReversiBoard(props: BoardProps<ReversiState>) {
  return (
    <CellsBoard
      {...props}
      game="reversi"
      label="Orbit Reversi board, eight rows of eight"
      side={8}
      won={[]}
      flipped={props.state.flipped}
    />
  );
}

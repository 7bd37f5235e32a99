import { notationOf } from '@freeplay/shared/games';
import { type BoardProps, hue, mark, ownerWords } from './board.ts';
import { Lattice, type LatticeCell } from './lattice.tsx';
import { WinLine } from './win-line.tsx';

interface CellsState {
  readonly board: readonly number[];
  readonly turn: number;
  readonly last: number;
}

export interface CellsProps<S extends CellsState> extends BoardProps<S> {
  readonly game: string;
  readonly label: string;
  readonly side: number;
  readonly won: readonly number[];
  readonly flipped: readonly number[];
}

/** A square board whose actions are its cells. */
export function CellsBoard<S extends CellsState>(props: CellsProps<S>) {
  const { state, playable, seat, pending, side } = props;
  const notation = notationOf(props.game);
  const cellAt = (action: number): LatticeCell => {
    const owner = state.board[action] ?? -1;
    const canPlay = playable.includes(action);
    const words = [notation?.name(action), ownerWords(owner, seat)];
    if (action === state.last) words.push('last move');
    if (props.hints && canPlay) words.push('you can play here');
    return {
      action,
      x: action % side,
      label: words.join(', '),
      body:
        owner === -1 ? (
          props.hints && canPlay && <span class="hint" />
        ) : (
          <span
            class="disc"
            data-seat={owner}
            data-last={mark(action === state.last)}
            data-won={mark(props.won.includes(action))}
            data-flipped={mark(props.flipped.includes(action))}
          />
        ),
    };
  };
  const rows = Array.from({ length: side }, (_, row) =>
    Array.from({ length: side }, (_, column) => cellAt(row * side + column)),
  );
  return (
    <Lattice
      label={props.label}
      class={`cells ${props.game}`}
      seat={hue({ seat, state })}
      rows={rows}
      playable={playable}
      pending={pending}
      onPlay={props.onPlay}
      ornaments={<WinLine cells={props.won} columns={side} rows={side} shortest={5} />}
    />
  );
}

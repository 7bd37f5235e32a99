import { type GravityState, notationOf } from '@freeplay/shared/games';
import { type BoardProps, hue, mark, ownerWords } from './board.ts';
import { Lattice, type LatticeCell } from './lattice.tsx';
import { WinLine } from './win-line.tsx';

const ROWS = 6;
const COLUMNS = 7;
const COLUMN_LIST = Array.from({ length: COLUMNS }, (_, column) => column);
const ROW_LIST = Array.from({ length: ROWS }, (_, row) => row);

export function GravityBoard({ state, playable, seat, hints, pending, onPlay }: BoardProps<GravityState>) {
  const columns: LatticeCell[] = COLUMN_LIST.map((column) => ({
    action: column,
    x: column,
    label: label(state, column, seat),
    body: <Column state={state} column={column} next={(hints && playable.includes(column)) || pending === column} />,
  }));
  return (
    <Lattice
      label="Gravity Four board, seven columns"
      class="gravity"
      seat={hue({ seat, state })}
      rows={[columns]}
      playable={playable}
      pending={pending}
      onPlay={onPlay}
      ornaments={<WinLine cells={state.line} columns={COLUMNS} rows={ROWS} shortest={4} />}
    />
  );
}

function Column({ state, column, next }: { state: GravityState; column: number; next: boolean }) {
  const landing = ROW_LIST.findLast((row) => state.board[row * COLUMNS + column] === -1);
  const top = landing === undefined ? 0 : landing + 1;
  return ROW_LIST.map((row) => {
    const cell = row * COLUMNS + column;
    const owner = state.board[cell] ?? -1;
    const isLast = state.last === column && row === top;
    return (
      <span class="cell" key={row}>
        {owner !== -1 && (
          <span
            class="disc"
            data-seat={owner}
            data-last={mark(isLast)}
            data-won={mark(state.line.includes(cell))}
            style={isLast ? { '--fall': row + 1 } : undefined}
          />
        )}
        {next && row === landing && <span class="next" />}
      </span>
    );
  });
}

/** `column 4, from below: cyan, yours; amber` */
function label(state: GravityState, column: number, seat: number): string {
  const discs = ROW_LIST.toReversed()
    .map((row) => state.board[row * COLUMNS + column] ?? -1)
    .filter((owner) => owner !== -1)
    .map((owner) => ownerWords(owner, seat));
  const name = notationOf('gravity')?.name(column) ?? '';
  return discs.length === 0 ? `${name}, empty` : `${name}, from below: ${discs.join('; ')}`;
}

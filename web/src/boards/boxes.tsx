import { type BoxesState, boxEdges, notationOf } from '@freeplay/shared/games';
import { type BoardProps, hue, mark, ownerWords } from './board.ts';
import { Lattice, type LatticeCell } from './lattice.tsx';

const BOXES = 4;
const DOTS = BOXES + 1;
const HORIZONTAL = DOTS * BOXES;
const DOT_LIST = Array.from({ length: DOTS * DOTS }, (_, dot) => ({ row: Math.floor(dot / DOTS), column: dot % DOTS }));

/** Grid lines count from 1; dots stand on the odd tracks, boxes on the even ones. */
const onDot = (index: number) => 2 * index + 1;
const onBox = (index: number) => 2 * index + 2;

export function BoxesBoard({ state, playable, seat, hints, pending, onPlay }: BoardProps<BoxesState>) {
  const edgeAt = (action: number, row: number, column: number, upright: boolean): LatticeCell => {
    const owner = state.edges[action] ?? -1;
    return {
      action,
      x: upright ? onDot(column) : onBox(column),
      label: label(state, action, owner, seat),
      class: upright ? 'edge upright' : 'edge',
      data: {
        'data-seat': owner === -1 ? undefined : String(owner),
        'data-last': mark(action === state.last),
        'data-closes': mark(hints && playable.includes(action) && closes(state, action) > 0),
      },
      style: {
        gridRow: upright ? onBox(row) : onDot(row),
        gridColumn: upright ? onDot(column) : onBox(column),
      },
    };
  };
  const flat = (row: number) =>
    Array.from({ length: BOXES }, (_, column) => edgeAt(row * BOXES + column, row, column, false));
  const upright = (row: number) =>
    Array.from({ length: DOTS }, (_, column) => edgeAt(HORIZONTAL + row * DOTS + column, row, column, true));
  const rows = Array.from({ length: 2 * BOXES + 1 }, (_, line) =>
    line % 2 === 0 ? flat(line / 2) : upright((line - 1) / 2),
  );
  return (
    <Lattice
      label="Neon Dots board, four rows of four boxes"
      class="boxes"
      seat={hue({ seat, state })}
      rows={rows}
      playable={playable}
      pending={pending}
      onPlay={onPlay}
      ornaments={<Ornaments owners={state.boxes} />}
    />
  );
}

function Ornaments({ owners }: { owners: readonly number[] }) {
  return (
    <>
      {owners.map((owner, box) => (
        <span
          key={`box-${box}`}
          class="box"
          aria-hidden="true"
          data-seat={owner === -1 ? undefined : owner}
          style={{ gridRow: onBox(Math.floor(box / BOXES)), gridColumn: onBox(box % BOXES) }}
        >
          {owner !== -1 && <span class="disc" data-seat={owner} />}
        </span>
      ))}
      {DOT_LIST.map(({ row, column }) => (
        <span
          key={`dot-${row}-${column}`}
          class="dot"
          aria-hidden="true"
          style={{ gridRow: onDot(row), gridColumn: onDot(column) }}
        />
      ))}
    </>
  );
}

/** An open edge also says what it would close: `horizontal edge, row 1, column 2, closes a box`. */
function label(state: BoxesState, action: number, owner: number, seat: number): string {
  const words = [notationOf('boxes')?.name(action) ?? ''];
  if (owner !== -1) words.push(ownerWords(owner, seat));
  else words.push(closes(state, action) > 0 ? 'closes a box' : 'open');
  if (action === state.last) words.push('last move');
  return words.join(', ');
}

function closes(state: BoxesState, action: number): number {
  return state.boxes.filter((_, box) => {
    const edges = boxEdges(box);
    return edges.includes(action) && edges.every((edge) => edge === action || state.edges[edge] !== -1);
  }).length;
}

import type { ComponentChildren, CSSProperties } from 'preact';
import { useRef, useState } from 'preact/hooks';

export interface LatticeCell {
  readonly action: number;
  /** Place from the left in any unit: up and down go to the nearest place in the next row. */
  readonly x: number;
  readonly label: string;
  readonly body?: ComponentChildren;
  readonly class?: string;
  readonly data?: Readonly<Record<`data-${string}`, string | undefined>>;
  readonly style?: CSSProperties;
}

export interface LatticeProps {
  readonly label: string;
  readonly class: string;
  /** Whose colour marks what can be played. */
  readonly seat: number;
  readonly rows: readonly (readonly LatticeCell[])[];
  readonly playable: readonly number[];
  readonly pending: number | null;
  /** Drawn among the cells, without a meaning of their own. */
  readonly ornaments?: ComponentChildren;
  onPlay(action: number): void;
}

interface Spot {
  readonly row: number;
  readonly column: number;
}

/**
 * A board as a grid of named buttons. One of them takes part in the page's tab order, the arrow keys move it
 * (WAI-ARIA Authoring Practices, grid). Cells that cannot be played stay reachable, so that the board can be read.
 */
export function Lattice(props: LatticeProps) {
  const { rows, playable, pending, onPlay } = props;
  const [spot, setSpot] = useState<Spot>({ row: 0, column: 0 });
  const grid = useRef<HTMLDivElement>(null);

  const onKeyDown = (event: KeyboardEvent) => {
    const next = spotAfter(event.key, spot, rows);
    if (next === null) return;
    event.preventDefault();
    setSpot(next);
    const action = rows[next.row]?.[next.column]?.action;
    grid.current?.querySelector<HTMLElement>(`[data-action="${action}"]`)?.focus();
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: a table cannot be laid out as these boards are.
    <div
      ref={grid}
      role="grid"
      aria-label={props.label}
      class={`board ${props.class}`}
      data-mine={props.seat}
      onKeyDown={onKeyDown}
      tabIndex={-1}
    >
      {rows.map((cells, row) => (
        // biome-ignore lint/a11y/useSemanticElements: see above.
        // biome-ignore lint/a11y/useFocusableInteractive: its cells are.
        <div role="row" class="row" key={row}>
          {cells.map((cell, column) => (
            // biome-ignore lint/a11y/useSemanticElements: see above.
            <button
              type="button"
              role="gridcell"
              key={cell.action}
              class={cell.class}
              style={cell.style}
              aria-label={cell.label}
              aria-disabled={!playable.includes(cell.action)}
              data-action={cell.action}
              data-playable={playable.includes(cell.action) ? '' : undefined}
              data-pending={pending === cell.action ? '' : undefined}
              tabIndex={row === spot.row && column === spot.column ? 0 : -1}
              onFocus={() => setSpot({ row, column })}
              onClick={() => playable.includes(cell.action) && onPlay(cell.action)}
              {...cell.data}
            >
              {cell.body}
            </button>
          ))}
        </div>
      ))}
      {props.ornaments}
    </div>
  );
}

/** Where a key leads, or null when it leads nowhere. */
export function spotAfter(
  key: string,
  { row, column }: Spot,
  rows: readonly (readonly { x: number }[])[],
): Spot | null {
  const cells = rows[row] ?? [];
  const last = cells.length - 1;
  switch (key) {
    case 'ArrowLeft':
      return column > 0 ? { row, column: column - 1 } : null;
    case 'ArrowRight':
      return column < last ? { row, column: column + 1 } : null;
    case 'Home':
      return { row, column: 0 };
    case 'End':
      return { row, column: last };
    case 'ArrowUp':
      return nearest(row - 1, cells[column]?.x ?? 0, rows);
    case 'ArrowDown':
      return nearest(row + 1, cells[column]?.x ?? 0, rows);
    default:
      return null;
  }
}

function nearest(row: number, x: number, rows: readonly (readonly { x: number }[])[]): Spot | null {
  const cells = rows[row];
  if (cells === undefined || cells.length === 0) return null;
  const distances = cells.map((cell) => Math.abs(cell.x - x));
  return { row, column: distances.indexOf(Math.min(...distances)) };
}

import { type Board, EMPTY, emptyBoard, emptyPlaces, isIndex, leader, NONE, OVER, rivalOf, tally } from './board.ts';
import type { Game, Position } from './game.ts';

/** `edges`: the seat that drew each edge, -1 undrawn. `boxes`: the owner of each box, row-major, -1 open. */
export interface BoxesState extends Position {
  readonly edges: Board;
  readonly boxes: Board;
}

/**
 * Which edges bound which boxes. The horizontal edges come first, row-major ((rows + 1) rows of `columns`), then the
 * vertical ones, row-major (`rows` rows of columns + 1).
 */
export interface Fence {
  readonly edges: number;
  /** By box: its top, bottom, left and right edge. */
  readonly edgesOf: readonly (readonly number[])[];
  /** By edge: the one or two boxes that it bounds. */
  readonly boxesOf: readonly (readonly number[])[];
}

export function fence(rows: number, columns: number): Fence {
  const horizontal = (rows + 1) * columns;
  const edges = horizontal + rows * (columns + 1);
  const edgesOf = Array.from({ length: rows * columns }, (_, box) => {
    const left = horizontal + box + Math.floor(box / columns);
    return [box, box + columns, left, left + 1];
  });
  const boxesOf = Array.from({ length: edges }, (_, edge) =>
    edgesOf.flatMap((sides, box) => (sides.includes(edge) ? [box] : [])),
  );
  return { edges, edgesOf, boxesOf };
}

/** Dots and boxes on any fence: an action is an edge; who closes a box owns it and keeps the turn, until all edges are drawn. */
export function dotsAndBoxes(
  facts: Pick<Game, 'id' | 'titles'>,
  { edges: count, edgesOf, boxesOf }: Fence,
): Game<BoxesState> {
  return {
    ...facts,
    seats: 2,
    actions: count,
    maxPlies: count,

    initial: () => ({ edges: emptyBoard(count), boxes: emptyBoard(edgesOf.length), turn: 0, last: NONE }),

    legal: ({ edges, turn }) => (turn === OVER ? [] : emptyPlaces(edges)),

    play(state, action) {
      const seat = state.turn;
      if (seat === OVER || !isIndex(action, count) || state.edges[action] !== EMPTY) return null;

      const edges = state.edges.slice();
      edges[action] = seat;
      let boxes = state.boxes;
      for (const box of boxesOf[action] ?? []) {
        if (isClosed(edges, edgesOf[box] ?? [])) boxes = boxes.with(box, seat);
      }

      const closedOne = boxes !== state.boxes;
      const turn = edges.includes(EMPTY) ? (closedOne ? seat : rivalOf(seat)) : OVER;
      return { edges, boxes, turn, last: action };
    },

    outcome({ edges, boxes }) {
      return edges.includes(EMPTY) ? null : { winner: leader(tally(boxes)), reason: 'count' };
    },

    scores: ({ boxes }) => tally(boxes),
  };
}

function isClosed(edges: Board, sides: readonly number[]): boolean {
  for (const edge of sides) if (edges[edge] === EMPTY) return false;
  return true;
}

const FENCE = fence(4, 4);

/** Neon Dots. */
export const boxes = dotsAndBoxes({ id: 'boxes', titles: { local: 'Neon Dots', online: 'Neon Dots Online' } }, FENCE);

/** The top, bottom, left and right edge of a box of Neon Dots; [] when there is no such box. */
export function boxEdges(box: number): readonly number[] {
  return FENCE.edgesOf[box] ?? [];
}

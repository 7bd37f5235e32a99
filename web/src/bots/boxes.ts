import { type BoxesState, boxEdges } from '@freeplay/shared/games';
import type { Insight } from './search.ts';

const BOXES = Array.from({ length: 16 }, (_, box) => boxEdges(box));
const EDGES = 40;
const BOXES_OF = Array.from({ length: EDGES }, (_, edge) =>
  BOXES.flatMap((edges, box) => (edges.includes(edge) ? [box] : [])),
);
const BOX = 100;

/**
 * Boxes, and those that the seat to move can take in one go: a third side is a gift. Late in the game, when every edge
 * gives something away, the search itself counts the chains.
 */
export const boxes: Insight<BoxesState> = {
  effort: 60_000,
  evaluate({ edges, boxes: owners, turn }) {
    let lead = 0;
    for (const owner of owners) lead += owner === 0 ? 1 : owner === 1 ? -1 : 0;
    const gift = takeable(edges);
    return BOX * (lead + (turn === 0 ? gift : -gift));
  },

  promise({ edges }, edge) {
    let sum = 0;
    for (const box of BOXES_OF[edge] ?? []) {
      const drawn = sides(edges, box);
      if (drawn === 3) sum += 10;
      if (drawn === 2) sum -= 5;
    }
    return sum;
  },

  /** While an edge gives nothing away, those that do are not worth a look; boxes for the taking always are. */
  narrow(state, legal) {
    const free = legal.filter((edge) => !givesAway(state.edges, edge));
    return free.length > 0 ? free : legal;
  },
};

function sides(edges: readonly number[], box: number): number {
  let drawn = 0;
  for (const edge of BOXES[box] ?? []) if (edges[edge] !== -1) drawn++;
  return drawn;
}

function givesAway(edges: readonly number[], edge: number): boolean {
  const drawn = (BOXES_OF[edge] ?? []).map((box) => sides(edges, box));
  return drawn.includes(2) && !drawn.includes(3);
}

/** How many boxes can be closed one after the other from here. */
function takeable(start: readonly number[]): number {
  const edges = [...start];
  let taken = 0;
  for (;;) {
    const box = BOXES.findIndex((_, index) => sides(edges, index) === 3);
    const open = BOXES[box]?.find((edge) => edges[edge] === -1);
    if (open === undefined) return taken;
    edges[open] = 0;
    taken += (BOXES_OF[open] ?? []).filter((closed) => sides(edges, closed) === 4).length;
  }
}

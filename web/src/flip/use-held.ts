import type { FlipView, LastTurn } from '@freeplay/shared/games/flip';
import { useEffect, useState } from 'preact/hooks';
import { turnKey } from './words.ts';

/** Cards that did not match stay visible so long, or until the next flip. */
const HOLD_MS = 1_200;

/** The turn whose cards are still to be seen although the match has hidden them again; null: none. */
export function useHeld(view: FlipView): LastTurn | null {
  const turn = turnKey(view);
  // What had happened before the page was opened is not shown again.
  const [over, setOver] = useState(turn);
  useEffect(() => {
    if (turn === over) return;
    const timer = setTimeout(() => setOver(turn), HOLD_MS);
    return () => clearTimeout(timer);
  }, [turn, over]);
  const { lastTurn, firstFlip } = view;
  return turn !== over && firstFlip === -1 && lastTurn !== null && !lastTurn.matched ? lastTurn : null;
}

/** A card's face stays on it until it has turned; then nothing of it is left in the page. */
export function useLinger(item: number, ms: number): number {
  const [shown, setShown] = useState(item);
  useEffect(() => {
    if (item === shown) return;
    const timer = setTimeout(() => setShown(item), item === -1 ? ms : 0);
    return () => clearTimeout(timer);
  }, [item, shown]);
  return item === -1 ? shown : item;
}

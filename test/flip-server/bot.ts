import type { LiveView } from '@freeplay/shared/engine';
import { rulesById } from '@freeplay/shared/games';
import { type FlipView, HINT, PASS } from '@freeplay/shared/games/flip';
import { pick, type Random } from '../games/support.ts';

/** Plays by what its doors have shown: it remembers most cards, and now and then does something else that is legal. */
export class Bot {
  readonly #known = new Map<number, number>();
  readonly #random: Random;

  constructor(random: Random) {
    this.#random = random;
  }

  /** Takes in what is shown. */
  see(view: LiveView): void {
    const { cards, lastTurn, hint } = stateOf(view);
    for (const [cell, item] of cards.entries()) if (item !== -1) this.#known.set(cell, item);
    for (const [index, cell] of (lastTurn?.cells ?? []).entries()) this.#known.set(cell, lastTurn?.items[index] ?? -1);
    if (hint !== null) this.#known.set(hint.cell, hint.item);
  }

  choose(view: LiveView): number {
    const rules = rulesById(view.game);
    const legal = rules?.legal(view.state) ?? [];
    const cells = legal.filter((action) => action < HINT);
    const [action] = legal.filter((one) => one >= HINT);
    if (action !== undefined && this.#random(action === PASS ? 40 : 12) === 0)
      return pick(
        legal.filter((one) => one >= HINT),
        this.#random,
      );
    if (this.#random(6) === 0) return pick(cells, this.#random);
    return this.#mate(stateOf(view), cells) ?? pick(cells, this.#random);
  }

  /** A cell whose mate is known: that of the card which is up, or one of a known pair. */
  #mate({ firstFlip, cards }: FlipView, cells: readonly number[]): number | null {
    const items = new Map<number, number>();
    for (const cell of cells) {
      const item = this.#known.get(cell);
      if (item === undefined) continue;
      if (firstFlip !== -1) {
        if (item === cards[firstFlip]) return cell;
      } else if (items.has(item)) return cell;
      else items.set(item, cell);
    }
    return null;
  }
}

export function stateOf({ state }: Pick<LiveView, 'state'>): FlipView {
  return state as unknown as FlipView; // Of a match of Flip Match.
}

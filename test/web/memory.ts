import type { Page } from 'playwright-core';

/** What was said of a turn: `Last turn: A1 Lion, B1 Dog - no match`. */
const TURN = /^Last turn: ([A-H][1-8]) (.+), ([A-H][1-8]) (.+) - (match!|no match)$/;

/** Cards that everybody at the table has seen, by coordinate, as the pages tell them. */
export class Memory {
  readonly #seen = new Map<string, string>();
  readonly #found = new Set<string>();
  /** Every place of the board, in rows. */
  readonly #places: readonly string[];

  constructor(side: number) {
    this.#places = Array.from({ length: side * side }, (_, cell) => placeOf(side, cell));
  }

  get pairsLeft(): number {
    return (this.#places.length - this.#found.size) / 2;
  }

  /** A card to begin a turn with: one of a pair that was seen, else one that nobody has seen. */
  first(): string {
    const known = this.#open().filter((place) => this.#seen.has(place));
    const paired = known.find((place) => this.mateOf(place) !== null);
    return paired ?? this.#unseen()[0] ?? known[0] ?? '';
  }

  /** The mate of a card that is up, where it was seen; else a card that nobody has seen. */
  second(first: string): string {
    return this.mateOf(first) ?? this.#unseen().find((place) => place !== first) ?? '';
  }

  mateOf(place: string): string | null {
    const item = this.#seen.get(place);
    const mate = this.#open().find((other) => other !== place && this.#seen.get(other) === item);
    return item === undefined ? null : (mate ?? null);
  }

  see(place: string, item: string): void {
    this.#seen.set(place, item);
  }

  find(...places: readonly string[]): void {
    for (const place of places) this.#found.add(place);
  }

  #open(): readonly string[] {
    return this.#places.filter((place) => !this.#found.has(place));
  }

  #unseen(): readonly string[] {
    return this.#open().filter((place) => !this.#seen.has(place));
  }
}

export function card(page: Page, place: string) {
  return page.getByRole('gridcell', { name: new RegExp(`^${place}:`) });
}

/** Flips a first card and learns what it shows. */
export async function flipFirst(page: Page, memory: Memory, place: string): Promise<void> {
  await card(page, place).click();
  const up = page.getByRole('gridcell', { name: new RegExp(`^${place}: .+, face up$`) });
  await up.waitFor();
  memory.see(place, ((await up.getAttribute('aria-label')) ?? '').replace(/^.*?: |, face up$/g, ''));
}

/** Flips the second card of a turn; true when it was the mate. The page says so, or that the match is over. */
export async function flipSecond(page: Page, memory: Memory, first: string, second: string): Promise<boolean> {
  const last = memory.pairsLeft === 1;
  await card(page, second).click();
  if (last) {
    await page.locator('.sheet').first().waitFor();
    memory.find(first, second);
    return true;
  }
  const said = page.getByText(new RegExp(`^Last turn: ${first} .*, ${second} `));
  await said.waitFor();
  const [, , item = '', , other = '', end] = TURN.exec((await said.textContent()) ?? '') ?? [];
  memory.see(first, item);
  memory.see(second, other);
  if (end === 'match!') memory.find(first, second);
  return end === 'match!';
}

/** A whole turn from memory. */
export async function takeTurn(page: Page, memory: Memory): Promise<boolean> {
  const first = memory.first();
  await flipFirst(page, memory, first);
  return flipSecond(page, memory, first, memory.second(first));
}

function placeOf(side: number, cell: number): string {
  return `${String.fromCharCode(65 + (cell % side))}${Math.floor(cell / side) + 1}`;
}

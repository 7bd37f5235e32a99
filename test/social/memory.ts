import { expect } from 'chai';
import type { Somebody } from './guests.ts';

const HIDDEN = ':game_die:';

/** A player who knows of a match only what the console has shown them, and forgets none of it. */
export class Memory {
  readonly #somebody: Somebody;
  /** Every place of the board, and the card that was seen there, or null. */
  readonly #cards = new Map<string, string | null>();
  #up = new Set<string>();
  /** What the console answered last. */
  text = '';

  constructor(somebody: Somebody) {
    this.#somebody = somebody;
  }

  async type(command: string): Promise<string> {
    this.text = await this.#somebody.says(command);
    this.#look();
    return this.text;
  }

  /** One turn: a pair that is known, else a new card and its mate where that is known, else two new ones. */
  async turn(): Promise<string> {
    const [first, second] = this.#pair() ?? [this.#unknown([])];
    await this.type(first ?? '');
    const card = this.#cards.get(first ?? '');
    expect(card, this.text).to.be.a('string');
    return this.type(second ?? this.#mate(first ?? '', card ?? '') ?? this.#unknown([first]) ?? '');
  }

  #pair(): readonly string[] | null {
    for (const [place, card] of this.#hidden()) {
      const mate = card === null ? null : this.#mate(place, card);
      if (mate !== null) return [place, mate];
    }
    return null;
  }

  #mate(place: string, card: string): string | null {
    return this.#hidden().find(([other, shows]) => other !== place && shows === card)?.[0] ?? null;
  }

  #unknown(but: readonly (string | undefined)[]): string | undefined {
    return this.#hidden().find(([place, card]) => card === null && !but.includes(place))?.[0];
  }

  #hidden(): readonly (readonly [string, string | null])[] {
    return [...this.#cards].filter(([place]) => !this.#up.has(place));
  }

  /** Learns from the board and from the last turn and hint below it. */
  #look(): void {
    const rows = this.text.split('\n').filter((line) => /^\d \| /.test(line));
    if (rows.length === 0) return;
    this.#up = new Set();
    for (const row of rows) {
      const [number = '', ...cells] = row.split('|').map((cell) => cell.trim());
      cells.slice(0, -1).forEach((cell, column) => {
        const place = `${String.fromCharCode(65 + column)}${number}`;
        if (cell !== HIDDEN) this.#up.add(place);
        this.#learn(place, cell === HIDDEN ? null : cell);
      });
    }
    for (const [, place = '', card = ''] of this.text.matchAll(/\b([A-H][1-8]) (:\w+:)/g)) this.#learn(place, card);
  }

  #learn(place: string, card: string | null): void {
    this.#cards.set(place, card ?? this.#cards.get(place) ?? null);
  }
}

/** Two who take turns as the console tells them, until the match is over; resolves with how often each was to move. */
export async function playOut(
  players: readonly Memory[],
  isOver: (text: string) => boolean,
): Promise<readonly number[]> {
  const turns = players.map(() => 0);
  for (let rounds = 0; rounds < 400; rounds++) {
    for (const [seat, player] of players.entries()) {
      const text = await player.type('status');
      if (isOver(text)) return turns;
      if (!/YOUR TURN|'s turn/.test(text)) continue;
      turns[seat] = (turns[seat] ?? 0) + 1;
      await player.turn();
    }
  }
  throw new Error('the match does not come to an end');
}

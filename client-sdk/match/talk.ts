import { failureOf } from '../errors.ts';
import type { PartyLine } from '../flip/types.ts';
import type { SaidLine, Snapshot } from '../types.ts';
import type { Sink } from './transport.ts';

export interface TalkApi {
  /** What was said last in this party, oldest first. */
  talk(party: string): Promise<readonly PartyLine[]>;
  /** Says a line; answers with what was said last. */
  say(party: string, text: string): Promise<readonly PartyLine[]>;
}

/** As many lines are remembered as told: more than a party keeps, so that none of those comes back as news. */
const REMEMBERED = 100;

/** A party's talk as its match tells it: each line once, whichever way it came, and none from before it was followed. */
export class Talk {
  readonly #told = new Set<string>();
  #since: number | null = null;

  /** Lines of before this instant (epoch ms by the server) are no news. The first call counts. */
  begin(at: number): void {
    this.#since ??= at;
  }

  /** Those that were not told yet, in their order. */
  news(lines: readonly SaidLine[]): readonly SaidLine[] {
    return lines.filter((line) => line.at >= (this.#since ?? 0) && this.#isNew(line));
  }

  #isNew({ seat, text, at }: SaidLine): boolean {
    const key = `${at} ${seat} ${text}`;
    if (this.#told.has(key)) return false;
    this.#told.add(key);
    for (const oldest of this.#told) {
      if (this.#told.size <= REMEMBERED) break;
      this.#told.delete(oldest);
    }
    return true;
  }
}

/** Tells what was said last in the party whose match it is. That it cannot be read just now is no failure of the match. */
export async function listen(api: TalkApi, sink: Sink): Promise<void> {
  const shown = sink.current();
  const party = shown === null ? '' : partyOf(shown);
  if (shown === null || party === '') return;
  try {
    sink.said(seated(await api.talk(party), shown));
  } catch (error) {
    failureOf(error);
  }
}

/** The party whose match it is, or ''. */
export function partyOf({ state }: Snapshot): string {
  return 'party' in state && typeof state.party === 'string' ? state.party : '';
}

/** Lines as the party tells them, by the seats of a match. */
export function seated(lines: readonly PartyLine[], { players }: Snapshot): readonly SaidLine[] {
  return lines.map(({ player, text, at }) => ({ seat: players.indexOf(player), text, at }));
}

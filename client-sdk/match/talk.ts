import { backoffMs } from '../backoff.ts';
import { type FreeplayError, failureOf } from '../errors.ts';
import type { PartyLine } from '../flip/types.ts';
import type { Clock } from '../ports.ts';
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

/** What was said last in the party of the match that is shown. */
export async function lastSaid(api: TalkApi, shown: Snapshot | null): Promise<readonly SaidLine[]> {
  const party = shown === null ? '' : partyOf(shown);
  return shown === null || party === '' ? [] : seated(await api.talk(party), shown);
}

export interface SocketTalkPorts {
  readonly api: TalkApi;
  readonly clock: Clock;
  /** 0 <= x < 1, for the jitter of the back-off. */
  readonly fraction: () => number;
}

/**
 * The talk as one socket brings it: what was said before it is read, and what it pushes meanwhile waits for that. Only
 * while the reading fails is it told at once, since nobody knows how long that lasts; the older lines then come late.
 */
export class SocketTalk {
  readonly #ports: SocketTalkPorts;
  readonly #sink: Sink;
  /** Null once nothing has to wait any more. */
  #waiting: SaidLine[] | null = [];
  #cancelRetry: () => void = () => undefined;
  #over = false;

  constructor(ports: SocketTalkPorts, sink: Sink) {
    this.#ports = ports;
    this.#sink = sink;
  }

  /** Reads until it has come; an answer that is final ends it too. That it fails is no failure of the match. */
  async read(failures = 0): Promise<void> {
    try {
      this.#tell(await lastSaid(this.#ports.api, this.#sink.current()));
    } catch (error) {
      this.#failed(failureOf(error), failures + 1);
    }
  }

  hear(line: SaidLine): void {
    if (this.#waiting === null) this.#sink.said([line]);
    else this.#waiting.push(line);
  }

  close(): void {
    this.#over = true;
    this.#cancelRetry();
  }

  #tell(read: readonly SaidLine[]): void {
    if (this.#over) return;
    const waited = this.#waiting ?? [];
    this.#waiting = null;
    this.#sink.said([...read, ...waited]);
  }

  #failed(why: FreeplayError, failures: number): void {
    this.#tell([]);
    if (this.#over || !why.passing) return;
    const wait = backoffMs(failures, this.#ports.fraction(), why.retryAfter);
    this.#cancelRetry = this.#ports.clock.after(wait, () => void this.read(failures));
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

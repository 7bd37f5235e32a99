import type { FreeplayError } from '../errors.ts';
import type { RoomAction, SaidLine, Snapshot } from '../types.ts';
import type { Verdict } from './store.ts';
import type { Sink, Transport } from './transport.ts';

/** `live`: over the preferred transport; `polling`: over the spare one; `reconnecting`: neither works now; `gone`: for good. */
export type Connection = 'live' | 'polling' | 'reconnecting' | 'gone';

export interface LinkEvents {
  current(): Snapshot | null;
  snapshot(next: Snapshot): Verdict;
  said(lines: readonly SaidLine[]): void;
  connection(now: Connection): void;
  gone(why: FreeplayError): void;
}

/** `mending`: it was up a moment ago, or has just been started. */
type Health = 'up' | 'mending' | 'down';

/**
 * Keeps a match followed over two transports. The preferred one, when there is one, runs all the time; the spare one
 * runs exactly while the preferred one is down. So falling back and coming back are one rule, and no timer is here.
 */
export class Link {
  readonly #preferred: Transport | null;
  readonly #spare: Transport;
  readonly #events: LinkEvents;
  #preferredHealth: Health;
  #spareHealth: Health = 'down';
  #spareRuns = false;
  #gone = false;
  #told: Connection = 'reconnecting';

  constructor(transports: { preferred: Transport | null; spare: Transport }, events: LinkEvents) {
    this.#preferred = transports.preferred;
    this.#spare = transports.spare;
    this.#preferredHealth = transports.preferred === null ? 'down' : 'mending';
    this.#events = events;
  }

  get connection(): Connection {
    if (this.#gone) return 'gone';
    if (this.#preferredHealth === 'up') return 'live';
    return this.#spareHealth === 'up' ? 'polling' : 'reconnecting';
  }

  start(): void {
    this.#preferred?.start(this.#sink((health) => (this.#preferredHealth = health)));
    this.#settle();
  }

  stop(): void {
    this.#gone = true;
    this.#preferred?.stop();
    this.#spare.stop();
  }

  wake(): void {
    this.#preferred?.wake();
    if (this.#spareRuns) this.#spare.wake();
  }

  background(on: boolean): void {
    this.#preferred?.background(on);
    this.#spare.background(on);
  }

  act(action: RoomAction): Promise<Snapshot> {
    return this.#working().act(action);
  }

  say(text: string, shown: Snapshot): Promise<readonly SaidLine[]> {
    return this.#working().say(text, shown);
  }

  #working(): Transport {
    return this.#preferred !== null && this.#preferredHealth === 'up' ? this.#preferred : this.#spare;
  }

  #sink(note: (health: Health) => void): Sink {
    const change = (health: Health) => {
      note(health);
      this.#settle();
    };
    return {
      current: () => this.#events.current(),
      snapshot: (next) => this.#events.snapshot(next),
      said: (lines) => this.#events.said(lines),
      up: () => change('up'),
      mending: () => change('mending'),
      down: () => change('down'),
      gone: (why) => this.#end(why),
    };
  }

  #settle(): void {
    if (this.#gone) return;
    this.#runSpare(this.#preferredHealth === 'down');
    this.#tell();
  }

  #runSpare(needed: boolean): void {
    if (needed === this.#spareRuns) return;
    this.#spareRuns = needed;
    this.#spareHealth = 'down';
    if (needed) this.#spare.start(this.#sink((health) => (this.#spareHealth = health)));
    else this.#spare.stop();
  }

  #end(why: FreeplayError): void {
    if (this.#gone) return;
    this.stop();
    this.#tell();
    this.#events.gone(why);
  }

  #tell(): void {
    const now = this.connection;
    if (now === this.#told) return;
    this.#told = now;
    this.#events.connection(now);
  }
}

import type { Log } from '../log.ts';

/** Tells the operator once that the database has gone, and once that it is back: not at each of a thousand refusals. */
export class Outage {
  readonly #log: Log;
  #lost: 'nothing' | 'reads' | 'writes' = 'nothing';

  constructor(log: Log) {
    this.#log = log;
  }

  failed(what: 'reads' | 'writes', reason: string): void {
    if (this.#lost === 'nothing') {
      this.#log.error({ reason }, 'the database does not answer; nothing is acknowledged until it does');
    }
    if (this.#lost !== 'writes') this.#lost = what;
  }

  /** A full disk can still be read: that says nothing about writes. */
  worked(what: 'reads' | 'writes'): void {
    if (this.#lost === 'nothing' || (this.#lost === 'writes' && what === 'reads')) return;
    this.#lost = 'nothing';
    this.#log.info({}, 'the database answers again');
  }
}

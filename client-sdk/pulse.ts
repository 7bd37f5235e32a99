import type { Clock } from './ports.ts';

export interface PulsePorts {
  readonly clock: Clock;
  /** After so long a silence (ms) the other end is asked for a sign of life. */
  readonly silence: number;
  readonly ping: () => void;
  /** The other end gave none. */
  readonly lost: () => void;
}

const PONG_MS = 4_000;
/** How long a sign of life may take when there is reason to doubt: the page was away, the network has changed. */
const PROBE_MS = 2_000;

/** Watches whether the other end of a socket lives: one that went away with its network closes nothing. */
export class Pulse {
  readonly #ports: PulsePorts;
  #cancel: () => void = () => undefined;

  constructor(ports: PulsePorts) {
    this.#ports = ports;
  }

  /** Something came from the other end. */
  beat(): void {
    const { clock, silence } = this.#ports;
    this.#cancel();
    this.#cancel = clock.after(silence, () => this.#ask(PONG_MS));
  }

  /** Asks for a sign of life now. */
  probe(): void {
    this.#ask(PROBE_MS);
  }

  /** Something must come within so long (ms). */
  await(ms: number): void {
    this.#cancel();
    this.#cancel = this.#ports.clock.after(ms, this.#ports.lost);
  }

  stop(): void {
    this.#cancel();
  }

  #ask(ms: number): void {
    this.await(ms);
    this.#ports.ping();
  }
}

/**
 * The server's clock, as well as a client can know it, whatever the device's own clock says. Each answer bounds the
 * offset between the two: the server stamped it after the request left and before the answer came.
 */
export class ServerTime {
  readonly #monotonic: () => number;
  #offset: number | null = null;

  constructor(monotonic: () => number) {
    this.#monotonic = monotonic;
  }

  /** `stamp` is epoch ms by the server; the others are monotonic ms here. */
  sample(stamp: number, sentAt: number, receivedAt: number): void {
    const lowest = stamp - receivedAt;
    const highest = stamp - sentAt;
    const known = this.#offset;
    if (known !== null && known >= lowest && known <= highest) return;
    this.#offset = (lowest + highest) / 2;
  }

  /** Epoch ms by the server's clock; null before the first answer. */
  now(): number | null {
    return this.#offset === null ? null : Math.round(this.#monotonic() + this.#offset);
  }
}

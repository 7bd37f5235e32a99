import { once } from 'node:events';
import { createServer, connect as dial, type Server, type Socket } from 'node:net';

/**
 * What happens to one TCP connection.
 * - `pass`: nothing.
 * - `refuse`: it is reset as soon as it is opened.
 * - `half-open`: it is accepted, and nothing ever comes of it.
 * - `cut`: after exactly `bytes` bytes in that direction both ends are reset, wherever in a frame that is.
 * - `stall`: after `bytes` bytes in that direction nothing passes any more, in either, while both ends stay open.
 */
export type Fault =
  | { readonly kind: 'pass' | 'refuse' | 'half-open' }
  | { readonly kind: 'cut' | 'stall'; readonly direction: Direction; readonly bytes: number };
export type Direction = 'up' | 'down';

/** What kind of connection it is, by its first bytes. */
export type Traffic = 'socket' | 'http';

/** Chooses the fate of a connection: first at its opening (null; only `refuse` and `half-open` count there), then by its traffic. */
export type Choose = (traffic: Traffic | null) => Fault;

const PASS: Fault = { kind: 'pass' };

/** Stands between clients and a server on this machine, and does to each connection what it is told. */
export class FaultProxy {
  readonly #server: Server;
  readonly #target: number;
  readonly #pairs = new Set<readonly Socket[]>();
  readonly #silences = new Set<() => void>();
  /** May be changed at any time: it decides for the connections that come. */
  choose: Choose;
  /** Faults that have struck, by traffic and kind. */
  readonly struck = new Map<string, number>();

  private constructor(server: Server, target: number, choose: Choose) {
    this.#server = server;
    this.#target = target;
    this.choose = choose;
    server.on('connection', (client) => this.#accept(client));
  }

  static async open(target: number, choose: Choose = () => PASS): Promise<FaultProxy> {
    const server = createServer({ noDelay: true }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new FaultProxy(server, target, choose);
  }

  get url(): string {
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('the proxy is closed');
    return `http://127.0.0.1:${address.port}`;
  }

  /** Resets every connection that is open now. */
  cutAll(): void {
    for (const pair of [...this.#pairs]) reset(pair);
  }

  /** From now on nothing passes through the WebSockets that are open, while both of their ends stay open. */
  stallSockets(): void {
    for (const silence of this.#silences) silence();
  }

  async close(): Promise<void> {
    this.cutAll();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #strike(traffic: Traffic | 'any', kind: Fault['kind']): void {
    const name = `${traffic} ${kind}`;
    this.struck.set(name, (this.struck.get(name) ?? 0) + 1);
  }

  #accept(client: Socket): void {
    client.on('error', () => undefined);
    this.#keep([client]);
    if (this.#turnAway(client, 'any', this.choose(null))) return;
    client.once('data', (first: Buffer) => {
      const traffic = trafficOf(first);
      const fault = this.choose(traffic);
      if (!this.#turnAway(client, traffic, fault)) this.#forward(client, first, { traffic, fault });
    });
  }

  #turnAway(client: Socket, traffic: Traffic | 'any', { kind }: Fault): boolean {
    if (kind !== 'refuse' && kind !== 'half-open') return false;
    this.#strike(traffic, kind);
    if (kind === 'refuse') client.resetAndDestroy();
    else client.removeAllListeners('data').resume();
    return true;
  }

  #forward(client: Socket, first: Buffer, fate: { traffic: Traffic; fault: Fault }): void {
    let { traffic, fault } = fate;
    let passed: Record<Direction, number> = { up: 0, down: 0 };
    const server = dial({ port: this.#target, host: '127.0.0.1', noDelay: true });
    server.on('error', () => undefined);
    const pair = [client, server] as const;
    this.#keep(pair);

    const silence = () => {
      for (const socket of pair) socket.removeAllListeners('data').resume();
    };
    const stall = () => traffic === 'socket' && silence();
    this.#silences.add(stall);
    client.once('close', () => this.#silences.delete(stall));
    const pump = (to: Socket, direction: Direction) => (chunk: Buffer) => {
      const left = 'bytes' in fault && fault.direction === direction ? fault.bytes - passed[direction] : Infinity;
      passed[direction] += chunk.length;
      if (chunk.length < left) {
        to.write(chunk);
        return;
      }
      this.#strike(traffic, fault.kind);
      silence();
      to.write(chunk.subarray(0, left), () => fault.kind === 'cut' && reset(pair));
    };
    const up = pump(server, 'up');
    const hear = (chunk: Buffer) => {
      // A kept HTTP connection may be used for the upgrade: it has the fate of a socket from then on.
      if (traffic === 'http' && trafficOf(chunk) === 'socket') {
        traffic = 'socket';
        fault = this.choose(traffic);
        passed = { up: 0, down: 0 };
        if (this.#turnAway(client, traffic, fault)) return;
      }
      up(chunk);
    };
    client.on('data', hear);
    server.on('data', pump(client, 'down'));
    up(first);
  }

  #keep(pair: readonly Socket[]): void {
    this.#pairs.add(pair);
    for (const socket of pair) {
      socket.once('close', () => {
        this.#pairs.delete(pair);
        for (const other of pair) other.destroy();
      });
    }
  }
}

function trafficOf(chunk: Buffer): Traffic {
  return /^upgrade: websocket/im.test(chunk.toString('latin1')) ? 'socket' : 'http';
}

function reset(pair: readonly Socket[]): void {
  for (const socket of pair) socket.resetAndDestroy();
}

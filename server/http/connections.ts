import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Clock } from '../clock.ts';

/** What requests under way, and WebSockets that are being closed, have left once the server goes down. */
const PATIENCE_MS = 5_000;

/** The connections of a server, so that it can go down soon whatever hangs on it. */
export class Connections {
  readonly #server: Server;
  readonly #clock: Clock;
  /** By connection, the requests that wait for their answer. */
  readonly #open = new Map<Duplex, Set<ServerResponse>>();
  readonly #upgraded = new WeakSet<Duplex>();
  #closing = false;

  constructor(server: Server, clock: Clock) {
    this.#server = server;
    this.#clock = clock;
    server.on('connection', (socket: Socket) => {
      this.#open.set(socket, new Set());
      socket.once('close', () => this.#open.delete(socket));
    });
    // Before whoever answers: an answer that comes at once is the connection's last one too.
    server.prependListener('request', (request, response) => this.#note(request, response));
    server.on('upgrade', (_request, socket: Duplex) => this.#upgraded.add(socket));
  }

  /**
   * Takes no more connections, closes at once those on which nothing is under way, and lets the others finish for a
   * while. A connection that has never sent a whole request is one of the former, which `Server.close` waits for.
   */
  async close(): Promise<void> {
    this.#closing = true;
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    for (const [socket, waiting] of this.#open) {
      for (const response of waiting) response.shouldKeepAlive = false;
      if (waiting.size === 0 && !this.#upgraded.has(socket)) socket.destroy();
    }
    const cancel = this.#clock.after(PATIENCE_MS, () => {
      for (const socket of this.#open.keys()) socket.destroy();
    });
    await closed;
    cancel();
  }

  #note({ socket }: IncomingMessage, response: ServerResponse): void {
    if (this.#closing) response.shouldKeepAlive = false;
    const waiting = this.#open.get(socket);
    waiting?.add(response);
    response.once('close', () => waiting?.delete(response));
  }
}

import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';

/** Stands between clients and a server on this machine, and keeps every byte that the server sends. */
export class Wiretap {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #heard: Buffer[] = [];
  #length = 0;

  private constructor(server: Server, target: number) {
    this.#server = server;
    server.on('connection', (client) => {
      const upstream = connect(target, '127.0.0.1');
      for (const [socket, other] of [
        [client, upstream],
        [upstream, client],
      ] as const) {
        this.#sockets.add(socket);
        socket.setNoDelay(true);
        socket.on('error', () => socket.destroy());
        socket.on('close', () => {
          this.#sockets.delete(socket);
          // What a broken end had to say is lost; the other must not wait for it.
          if (socket.errored) other.destroy();
        });
      }
      upstream.on('data', (bytes) => {
        this.#heard.push(bytes);
        this.#length += bytes.length;
      });
      client.pipe(upstream);
      upstream.pipe(client);
    });
  }

  static async open(target: string): Promise<Wiretap> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new Wiretap(server, Number(new URL(target).port));
  }

  get url(): string {
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('the tap is closed');
    return `http://127.0.0.1:${address.port}`;
  }

  /** Bytes heard since the last `take`. */
  get length(): number {
    return this.#length;
  }

  /** What was heard since the last call. */
  take(): Buffer {
    const heard = Buffer.concat(this.#heard);
    this.#heard = [];
    this.#length = 0;
    return heard;
  }

  close(): void {
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
  }
}

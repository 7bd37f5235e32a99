import { WebSocket } from 'ws';

/** Heap and external bytes of a process that was started with --inspect, after a collection of garbage. */
export async function memoryOf(inspector: string): Promise<number> {
  const [target] = (await (await fetch(`${inspector}/json`)).json()) as { webSocketDebuggerUrl: string }[]; // The inspector's own list.
  if (target === undefined) throw new Error('the inspector lists no process');
  const session = new Session(new WebSocket(target.webSocketDebuggerUrl));
  await session.open();
  for (let i = 0; i < 3; i++) await session.call('HeapProfiler.collectGarbage');
  const answer = await session.call('Runtime.evaluate', {
    expression: 'JSON.stringify(process.memoryUsage())',
    returnByValue: true,
  });
  session.close();
  const { heapUsed, external } = JSON.parse(answer.result?.value ?? '{}') as { heapUsed: number; external: number }; // process.memoryUsage()
  return heapUsed + external;
}

interface Answer {
  readonly id: number;
  readonly result: { readonly result?: { readonly value?: string } };
}

class Session {
  readonly #socket: WebSocket;
  #id = 0;

  constructor(socket: WebSocket) {
    this.#socket = socket;
  }

  open(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#socket.on('open', resolve);
      this.#socket.on('error', reject);
    });
  }

  call(method: string, params: object = {}): Promise<Answer['result']> {
    this.#id += 1;
    const id = this.#id;
    return new Promise((resolve) => {
      const hear = (data: Buffer) => {
        const message = JSON.parse(data.toString()) as Answer; // The inspector's protocol.
        if (message.id !== id) return;
        this.#socket.off('message', hear);
        resolve(message.result);
      };
      this.#socket.on('message', hear);
      this.#socket.send(JSON.stringify({ id, method, params }));
    });
  }

  close(): void {
    this.#socket.close();
  }
}

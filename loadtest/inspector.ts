export interface Inspector {
  /** Bytes of heap and external memory in use after a full collection. */
  memory(): Promise<number>;
  close(): void;
}

/** The inspector of a Node process that was started with `--inspect=127.0.0.1:PORT`. */
export async function attach(port: number): Promise<Inspector> {
  const targets: { webSocketDebuggerUrl: string }[] = JSON.parse(
    await (await fetch(`http://127.0.0.1:${port}/json/list`)).text(),
  );
  const socket = new WebSocket(targets[0]?.webSocketDebuggerUrl ?? '');
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve);
    socket.addEventListener('error', () => reject(new Error('the inspector does not answer')));
  });
  const waiting = new Map<number, (result: { result?: { value?: unknown } }) => void>();
  socket.addEventListener('message', ({ data }) => {
    const { id, result } = JSON.parse(String(data));
    waiting.get(id)?.(result);
    waiting.delete(id);
  });
  let last = 0;
  const ask = (method: string, params: object = {}) =>
    new Promise<{ result?: { value?: unknown } }>((resolve) => {
      last += 1;
      waiting.set(last, resolve);
      socket.send(JSON.stringify({ id: last, method, params }));
    });
  return {
    async memory() {
      // Twice: what the first collection has finalised is gone after the second.
      await ask('HeapProfiler.collectGarbage');
      await ask('HeapProfiler.collectGarbage');
      const expression = '(({ heapUsed, external }) => heapUsed + external)(process.memoryUsage())';
      const { result } = await ask('Runtime.evaluate', { expression, returnByValue: true });
      return Number(result?.value);
    },
    close: () => socket.close(),
  };
}

/** The limit that nothing on `ws` can beat: each 8-byte frame of a socket goes to both sockets of its pair. Nothing else happens. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';

const pairs = new Map<string, WebSocket[]>();
const http = createServer();
const server = new WebSocketServer({ server: http, perMessageDeflate: false });

server.on('connection', (socket, request) => {
  const pair = pairs.get(request.url ?? '') ?? [];
  pairs.set(request.url ?? '', pair);
  pair.push(socket);
  socket.on('message', (frame) => {
    for (const other of pair) other.send(frame);
  });
});

http.listen(0, '127.0.0.1', () => process.stdout.write(`${(http.address() as AddressInfo).port}\n`));

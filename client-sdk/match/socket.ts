import { Connection } from '@colyseus/sdk/Connection';
import { Room } from '@colyseus/sdk/Room';
import { SchemaSerializer } from '@colyseus/sdk/serializer/SchemaSerializer';
import { registerSerializer } from '@colyseus/sdk/serializer/Serializer';
import type { CLIENT_MESSAGES, SayMessage } from '@freeplay/shared/protocol/messages';
import type { Seat } from '../types.ts';

/** The messages that a client may send, by type. */
export type ClientMessages = {
  readonly [K in keyof typeof CLIENT_MESSAGES]: (typeof CLIENT_MESSAGES)[K]['_zod']['input'];
} & { readonly say: (typeof SayMessage)['_zod']['input'] };

/** One WebSocket in the room of one match, good until `closed`. */
export interface Socket {
  /** False: it cannot be sent now, and never will be. */
  send<K extends keyof ClientMessages>(type: K, message: ClientMessages[K]): boolean;
  ping(): void;
  close(): void;
}

export interface SocketEvents {
  /** The whole room state as plain JSON: on joining and after each patch. */
  state(wire: unknown): void;
  message(type: unknown, message: unknown): void;
  /** Some frame came in: the other end lives. */
  heard(): void;
  /** The last event: it was closed, was refused, or a frame could not be understood. */
  closed(): void;
}

/** Consumes a seat. */
export type OpenSocket = (seat: Seat, events: SocketEvents) => Socket;

registerSerializer('schema', SchemaSerializer);

/**
 * Sockets of the service at `url`. The connection is wired here and not by `Room.connect`, because that would bring
 * Colyseus's own reconnection: it sends later what was meant for before, and patches a state that is no longer the
 * server's. Browsers state their own Origin; other clients state `origin`.
 */
export function colyseusSockets(url: string, origin: string): OpenSocket {
  return (seat, events) => {
    const room = new Room(seat.name);
    const connection = new Connection('ws');
    room.roomId = seat.roomId;
    room.sessionId = seat.sessionId;
    room.connection = connection;
    let open = true;
    const close = () => {
      open = false;
      room.removeAllListeners();
      connection.close();
    };
    const end = () => {
      if (!open) return;
      close();
      events.closed();
    };
    room.onStateChange((state) => events.state(state.toJSON()));
    room.onMessage('*', (type, message) => events.message(type, message));
    room.onError(end);
    connection.events.onclose = end;
    connection.events.onerror = end;
    connection.events.onmessage = (frame) => {
      if (!open) return;
      events.heard();
      try {
        // Protected, as it is for `Room.connect` to use, which this stands in for.
        // biome-ignore lint/complexity/useLiteralKeys: only this form may reach a protected member.
        room['onMessageCallback'](frame);
      } catch {
        // A frame that cannot be decoded ends the socket instead of the program.
        end();
      }
    };
    connection.connect(address(url, seat), { origin });
    return {
      send(type, message) {
        if (!open || !connection.isOpen) return false;
        room.send(type, message);
        return true;
      },
      ping: () => room.ping(() => undefined),
      close,
    };
  };
}

function address(url: string, seat: Seat): string {
  const base = new URL(url);
  const secure = base.protocol === 'https:' ? 'wss:' : 'ws:';
  const host = seat.publicAddress ?? `${base.host}${base.pathname.replace(/\/$/, '')}`;
  const path = [seat.processId, seat.roomId].map(encodeURIComponent).join('/');
  return `${secure}//${host}/${path}?sessionId=${encodeURIComponent(seat.sessionId)}`;
}

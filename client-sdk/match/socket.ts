import { Room } from '@colyseus/sdk/Room';
import { SchemaSerializer } from '@colyseus/sdk/serializer/SchemaSerializer';
import { registerSerializer } from '@colyseus/sdk/serializer/Serializer';
import type { CLIENT_MESSAGES } from '@freeplay/shared/protocol/messages';
import type { Seat } from '../types.ts';

/** The messages that a client may send, by type. */
type ClientMessages = { readonly [K in keyof typeof CLIENT_MESSAGES]: (typeof CLIENT_MESSAGES)[K]['_zod']['input'] };

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
 * Sockets of the service at `url`. Colyseus's own reconnection is off: it would deliver what was sent while the socket
 * was away, and patch a state of before. Browsers state their own Origin; other clients state `origin`.
 */
export function colyseusSockets(url: string, origin: string): OpenSocket {
  return (seat, events) => {
    const room = new Room(seat.name);
    room.roomId = seat.roomId;
    room.sessionId = seat.sessionId;
    room.reconnection.enabled = false;
    let open = true;
    const end = () => {
      if (!open) return;
      open = false;
      room.removeAllListeners();
      room.connection.close();
      events.closed();
    };
    room.onStateChange((state) => events.state(state.toJSON()));
    room.onMessage('*', (type, message) => events.message(type, message));
    room.onError(end);
    room.onLeave(end);
    room.connect(address(url, seat), { protocol: 'ws' }, { origin });
    guardFrames(room, () => open && events.heard(), end);
    return {
      send(type, message) {
        if (!open || !room.connection.isOpen) return false;
        room.send(type, message);
        return true;
      },
      ping: () => room.ping(() => undefined),
      close() {
        open = false;
        room.removeAllListeners();
        room.connection.close();
      },
    };
  };
}

/** A frame that cannot be decoded ends the socket instead of the program. */
function guardFrames(room: Room, heard: () => void, end: () => void): void {
  const { events } = room.connection;
  const decode = events.onmessage;
  events.onmessage = (event: unknown) => {
    heard();
    try {
      decode?.(event);
    } catch {
      end();
    }
  };
}

function address(url: string, seat: Seat): string {
  const base = new URL(url);
  const secure = base.protocol === 'https:' ? 'wss:' : 'ws:';
  const host = seat.publicAddress ?? `${base.host}${base.pathname.replace(/\/$/, '')}`;
  const path = [seat.processId, seat.roomId].map(encodeURIComponent).join('/');
  return `${secure}//${host}/${path}?sessionId=${encodeURIComponent(seat.sessionId)}`;
}

import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { type IRoomCache, LocalDriver, LocalPresence, matchMaker } from '@colyseus/core';
import { type Logger, setLogger } from '@colyseus/core/Logger';
import { Encoder } from '@colyseus/schema';
import { WebSocketTransport } from '@colyseus/ws-transport';
import type { Refusal, SeatReservation, Seats } from '../host/port.ts';
import { KeyedQueue } from '../lobby/keyed-queue.ts';
import type { Log } from '../log.ts';
import { INBOX, type InboxParts, inboxRoom, inboxRoomId } from '../social/inbox-room.ts';
import { matchRoom, type RoomParts } from './match-room.ts';
import { LIVE_GAMES } from './schema.ts';

export interface LiveOptions {
  readonly allowedOrigins: readonly string[];
  readonly publicAddress: string | null;
}

/** Twice the largest full state: every room holds buffers of this many bytes. */
const ENCODER_BYTES = 4096;
/** Frames above the protocol's own bound are closed with a code of ours; above this one by the socket itself. */
const SOCKET_BYTES = 65_536;
const ATTEMPTS = 3;
/** Where sockets connect: the process, the room and a reserved seat, behind the path of PUBLIC_ADDRESS if a proxy keeps it. */
const ROOM_ADDRESS = /^(\/[\w.~-]+)*\/[\w-]+\/[\w-]+\?sessionId=[\w-]+$/;

/**
 * Colyseus, as it is used here: rooms for the sockets of the live matches. None of its matchmaking routes is served;
 * a seat is reserved for a participant by `seat` alone, and a room exists while a socket is attached.
 */
export class LiveDoor implements Seats {
  readonly #parts: RoomParts;
  readonly #transport: WebSocketTransport;
  readonly #inboxes = new KeyedQueue();
  #closing = false;

  private constructor(parts: RoomParts, transport: WebSocketTransport) {
    this.#parts = parts;
    this.#transport = transport;
  }

  static async open(server: Server, parts: RoomParts, inbox: InboxParts, options: LiveOptions): Promise<LiveDoor> {
    Encoder.BUFFER_SIZE = ENCODER_BYTES;
    setLogger(quietly(parts.log));
    const allowed = new Set(options.allowedOrigins);
    const transport = new WebSocketTransport({
      noServer: true,
      maxPayload: SOCKET_BYTES,
      beforeUpgrade: ({ headers }: { headers: Headers }) =>
        allowed.has(headers.get('origin') ?? '') ? undefined : new Response(null, { status: 403 }),
    });
    // The framework builds a URL of whatever the request line says, and throws where that is none: it sees no other.
    transport.attachToServer(server, { filter: isRoomAddress });
    server.on('upgrade', (request, socket: Duplex) => {
      if (!isRoomAddress(request)) refuseUpgrade(socket);
    });
    await matchMaker.setup(
      new LocalPresence(),
      new LocalDriver(),
      options.publicAddress ?? undefined,
      async () => matchMaker.processId,
    );
    const Room = matchRoom(parts);
    for (const game of LIVE_GAMES) matchMaker.defineRoomType(game, Room);
    matchMaker.defineRoomType(INBOX, inboxRoom(inbox));
    await matchMaker.accept();
    return new LiveDoor(parts, transport);
  }

  /** Sockets that are open. */
  get sockets(): number {
    return matchMaker.stats.local.ccu;
  }

  /** A seat for one socket of a participant. A cold match is loaded by this call. */
  async seat(player: string, id: string): ReturnType<Seats['seat']> {
    const looked = await this.#parts.rooms.look(player, id);
    if (!looked.ok) return { ok: false, code: looked.code, message: looked.message };
    return this.#reserve(player, id, looked.match.view.game, { id });
  }

  /** A seat for one socket of a player in their own inbox, which is read while its room is made: one at a time. */
  inboxSeat(player: string): ReturnType<Seats['seat']> {
    return this.#inboxes.run(player, () => this.#reserve(player, inboxRoomId(player), INBOX, { player }));
  }

  async #reserve(player: string, id: string, name: string, options: object): ReturnType<Seats['seat']> {
    if (this.#closing) return goingDown();
    for (let attempt = 1; ; attempt++) {
      try {
        const room = await this.#room(id, name, options);
        const reservation = await matchMaker.reserveSeatFor(room, {}, { player });
        return { ok: true, reservation: seatReservation(reservation) };
      } catch (error) {
        // The room was just going away: the next one is new.
        if (this.#closing) return goingDown();
        if (attempt === ATTEMPTS) throw error;
      }
    }
  }

  /** Closes every socket with a code that says: take a new seat. */
  async close(): Promise<void> {
    this.#closing = true;
    await matchMaker.gracefullyShutdown();
    this.#transport.shutdown();
  }

  /** The room as the driver lists it. Of several created at one moment the driver keeps the first. */
  async #room(id: string, name: string, options: object): Promise<IRoomCache> {
    const open = matchMaker.getLocalRoomById(id) && (await matchMaker.driver.findOne({ roomId: id }));
    return open ?? matchMaker.createRoom(name, options);
  }
}

function goingDown(): Refusal {
  return { ok: false, code: 'draining', message: 'This process is going down. Take a seat again.', retryAfter: 1 };
}

function isRoomAddress({ url = '' }: IncomingMessage): boolean {
  return ROOM_ADDRESS.test(url);
}

function refuseUpgrade(socket: Duplex): void {
  socket.on('error', () => socket.destroy());
  socket.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n', () => socket.destroy());
}

type Reserved = Awaited<ReturnType<typeof matchMaker.reserveSeatFor>>;

/** The framework tells of each broken frame, with a stack trace: any client could fill the log with that. */
function quietly(log: Log): Logger {
  const note = (...said: unknown[]) => log.debug({ said: said.join(' ').slice(0, 300) }, 'Colyseus');
  return { debug: note, info: note, trace: note, warn: note, error: note };
}

/** What the client needs of it, and no more. */
function seatReservation({ name, sessionId, roomId, processId, publicAddress }: Reserved): SeatReservation {
  return { name, sessionId, roomId, processId: processId ?? '', ...(publicAddress && { publicAddress }) };
}

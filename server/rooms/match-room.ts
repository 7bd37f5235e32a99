import type { Socket } from 'node:net';
import { type Client, Room } from '@colyseus/core';
import { toWire } from '@freeplay/shared/protocol';
import { CLIENT_MESSAGES, CLOSE_CODES, type ClientMessageType, SayMessage } from '@freeplay/shared/protocol/messages';
import type { Host } from '../host/host.ts';
import type { HotMatch } from '../host/hot-match.ts';
import type { LiveRooms, Refusal, RoomAction } from '../host/port.ts';
import { liveView } from '../lobby/envelope.ts';
import type { Log } from '../log.ts';
import type { Metrics } from '../operators/metrics.ts';
import type { PresenceBook } from '../presence/presence.ts';
import { type FrameLimit, giveUpSeats, type Message, readFrames } from './frames.ts';
import { type RoomState, SharedState } from './schema.ts';

/** The talk of a party, in which the players of its match take part. */
export interface Talk {
  /** `hearing`: the players who may hear this line; a socket of anybody else is not told. */
  hear(party: string, heard: (line: Line, hearing: ReadonlySet<string>) => void): () => void;
  say(player: string, party: string, text: string): Promise<{ readonly ok: true } | Refusal>;
}

export interface Line {
  readonly player: string;
  readonly text: string;
  /** Epoch ms. */
  readonly at: number;
}

export interface RoomParts {
  readonly host: Host;
  readonly rooms: LiveRooms;
  readonly talk: Talk;
  readonly presence: PresenceBook;
  readonly frames: FrameLimit;
  readonly metrics: Metrics;
  readonly log: Log;
}

/** Tabs and devices of one player in one match: more are no player's, and each costs every patch. */
const MOST_SOCKETS = 16;

interface Seated {
  readonly player: string;
}
type MatchClient = Client<{ auth: Seated }>;

/**
 * The live view of one match, for the sockets of its players: it shows what is committed and passes on what is asked.
 * It holds no rule and no clock, and lives only while a socket is attached. Several tabs of a player may join.
 */
export function matchRoom(parts: RoomParts) {
  return class MatchRoom extends Room<{ state: RoomState; client: MatchClient }> {
    // Patches go out when a move is durable; the timer only serves the framework's own clock.
    override patchRate = 1000;
    readonly #stops: (() => void)[] = [];
    readonly #heard = new Set<string>();
    readonly #detach = new Map<string, () => void>();
    #match: HotMatch | null = null;
    #shared: SharedState | null = null;

    override onCreate({ id }: { readonly id: string }): void {
      const match = parts.host.peek(id);
      if (match === null) throw new Error(`match ${id} is not in memory`);
      this.roomId = id;
      this.#shared = new SharedState(toWire(liveView(match, parts.presence)));
      this.state = this.#shared.state;
      this.#show(match);
      this.#stops.push(parts.host.watch(id, (next) => this.#show(next)));
      const party = partyOf(match);
      if (party !== '') this.#stops.push(parts.talk.hear(party, (line, hearing) => this.#said(line, hearing)));
      readFrames(this, parts.frames, {
        message: (client: MatchClient, message) => void this.#receive(client, message).catch(this.#failed),
        refused: (code) => parts.metrics.closed.inc({ code }),
      });
    }

    override onJoin(client: MatchClient): void {
      const player = playerOf(client);
      if (this.clients.filter((other) => other.auth?.player === player).length > MOST_SOCKETS) {
        parts.metrics.closed.inc({ code: CLOSE_CODES.tooMany });
        client.leave(CLOSE_CODES.tooMany, `at most ${MOST_SOCKETS} sockets of a player in a match`);
        return;
      }
      this.#detach.set(client.sessionId, parts.presence.attach(player));
      void parts.rooms.arrive(player, this.roomId);
    }

    override onLeave(client: MatchClient): void {
      this.#detach.get(client.sessionId)?.();
      this.#detach.delete(client.sessionId);
    }

    override onDispose(): void {
      for (const stop of [...this.#stops, ...this.#detach.values()]) stop();
    }

    override onBeforeShutdown(): void {
      giveUpSeats(this);
      void this.disconnect(CLOSE_CODES.goingDown);
    }

    override onUncaughtException(error: Error, method: string): void {
      parts.log.error(
        { match: this.roomId, method, err: error.cause ?? error },
        'a room failed; the match is untouched',
      );
    }

    /** Nobody waits for what a message sets off, and a promise that nobody waits for ends the process. */
    readonly #failed = (error: unknown): void => {
      parts.log.error({ match: this.roomId, err: error }, 'a message failed; what it asked for is durable or undone');
    };

    /** The one place that writes the state: after each commit, load and change of presence. */
    #show(match: HotMatch): void {
      this.#match = match;
      for (const player of match.view.players) if (player !== null) this.#hear(player);
      this.#shared?.write(toWire(liveView(match, parts.presence)));
      together(this.clients);
      this.broadcastPatch();
    }

    #hear(player: string): void {
      if (this.#heard.has(player)) return;
      this.#heard.add(player);
      this.#stops.push(parts.presence.listen(player, () => this.#match?.publish()));
    }

    async #receive(client: MatchClient, { type, message }: Message): Promise<void> {
      parts.presence.seen(playerOf(client));
      const id = idOf(message);
      if (type === 'say') return this.#say(client, id, message);
      const parsed = parse(type, message);
      if (parsed === null) return this.#reject(client, id, badRequest(type));
      const result = await parts.rooms.perform(playerOf(client), this.roomId, parsed);
      if (result.ok) client.send('accepted', { ...(id !== undefined && { id }), revision: result.revision });
      else this.#reject(client, id, result);
    }

    /** To the party whose match this is; those who are in it hear it here and in their inboxes. */
    async #say(client: MatchClient, id: string | undefined, message: unknown): Promise<void> {
      const parsed = SayMessage.safeParse(message);
      if (!parsed.success) return this.#reject(client, id, badRequest('say'));
      const party = this.#match === null ? '' : partyOf(this.#match);
      const said = await parts.talk.say(playerOf(client), party, parsed.data.text);
      if (!said.ok) return this.#reject(client, id, said);
      client.send('accepted', { ...(id !== undefined && { id }), revision: this.#match?.view.revision ?? 0 });
    }

    /** Sockets outlive a kick, a block and the match itself, so being here is no right to hear. */
    #said({ player, text, at }: Line, hearing: ReadonlySet<string>): void {
      const except = this.clients.filter((client) => !hearing.has(playerOf(client)));
      this.broadcast('said', { seat: this.#match?.view.players.indexOf(player) ?? -1, text, at }, { except });
    }

    #reject(client: MatchClient, id: string | undefined, { code, message }: Refusal): void {
      const revision = this.#match?.view.revision ?? 0;
      client.send('rejected', { ...(id !== undefined && { id }), code, message, revision });
    }
  };
}

/** What is sent to a socket until this turn of work is over, the patch and the answer to its move, leaves in one write. */
function together(clients: Iterable<MatchClient>): void {
  for (const { ref } of clients) {
    // The ws socket's own stream, which it does not declare.
    const stream = (ref as { readonly _socket?: Socket })._socket;
    if (stream === undefined) continue;
    stream.cork();
    process.nextTick(() => stream.uncork());
  }
}

/** Seats are reserved for a player, so every client has one. */
function playerOf(client: MatchClient): string {
  if (client.auth === undefined) throw new Error('a client without a reserved seat');
  return client.auth.player;
}

function parse(type: string, message: unknown): RoomAction | null {
  if (!Object.hasOwn(CLIENT_MESSAGES, type)) return null;
  const kind = type as ClientMessageType; // One of the table's own keys.
  const parsed = CLIENT_MESSAGES[kind].safeParse(message ?? {});
  return parsed.success ? ({ ...parsed.data, kind } as RoomAction) : null; // The schema of this very kind.
}

function idOf(message: unknown): string | undefined {
  const id = typeof message === 'object' && message !== null && 'id' in message ? message.id : undefined;
  return typeof id === 'string' && id.length <= 64 ? id : undefined;
}

/** The party whose match it is, or ''. */
function partyOf({ view: { state } }: HotMatch): string {
  return 'party' in state && typeof state.party === 'string' ? state.party : '';
}

function badRequest(type: string): Refusal {
  const known = type === 'say' || Object.hasOwn(CLIENT_MESSAGES, type);
  const message = known ? `This is not the shape of a ${type} message.` : 'There is no such message.';
  return { ok: false, code: 'bad-request', message };
}

import { type Client, Room } from '@colyseus/core';
import { type ArraySchema, type SchemaType, schema, t } from '@colyseus/schema';
import { CLOSE_CODES, SayMessage } from '@freeplay/shared/protocol/messages';
import type { Log } from '../log.ts';
import type { Metrics } from '../operators/metrics.ts';
import type { PresenceBook } from '../presence/presence.ts';
import { type FrameLimit, giveUpSeats, type Message, readFrames } from '../rooms/frames.ts';
import type { Friends } from './friends.ts';
import type { Inboxes, Line } from './inbox.ts';
import type { NoticeBook } from './notices.ts';
import type { Parties, PartyView } from './parties.ts';

export interface InboxParts {
  readonly inboxes: Inboxes;
  readonly notices: NoticeBook;
  readonly friends: Friends;
  readonly parties: Parties;
  readonly presence: PresenceBook;
  readonly frames: FrameLimit;
  readonly metrics: Metrics;
  readonly log: Log;
}

export const INBOX = 'inbox';

/** Tabs of a player that look into their inbox at once. */
const MOST_SOCKETS = 16;

/** The room of a player's inbox: one in each process, whatever the number of tabs. */
export function inboxRoomId(player: string): string {
  return `inbox-${player}`;
}

const FriendState = schema(
  { player: t.string().default(''), name: t.string().default(''), inMatch: t.boolean().default(false) },
  'FriendState',
);
const MemberState = schema(
  { player: t.string().default(''), name: t.string().default(''), online: t.boolean().default(false) },
  'MemberState',
);

export const InboxState = schema(
  {
    player: t.string().default(''),
    unread: t.number().default(0),
    /** The number of the last notification. */
    last: t.number().default(0),
    /** Friends who are online. */
    friends: t.array(FriendState),
    /** Friend requests that wait for this player's answer. */
    requests: t.uint16().default(0),
    /** '' while the player is in no party. */
    party: t.string().default(''),
    code: t.string().default(''),
    leader: t.string().default(''),
    members: t.array(MemberState),
    /** The team match under way, or ''. */
    match: t.string().default(''),
  },
  'InboxState',
);
type InboxState = SchemaType<typeof InboxState>;
type InboxClient = Client<{ auth: { readonly player: string } }>;

/**
 * A player's own notifications, party and friends, live for all of their tabs. What it shows is read anew when something
 * may have changed, so it is never ahead of what is durable; a notification is pushed after its commit, each one once.
 */
export function inboxRoom(parts: InboxParts) {
  return class InboxRoom extends Room<{ state: InboxState; client: InboxClient }> {
    // Patches go out when there is something new; the timer only serves the framework's own clock.
    override patchRate = 1000;
    readonly #stops: (() => void)[] = [];
    readonly #detach = new Map<string, () => void>();
    readonly #heard = new Map<string, () => void>();
    #player = '';
    #stale = false;
    #reading = false;

    override async onCreate({ player }: { readonly player: string }): Promise<void> {
      this.roomId = inboxRoomId(player);
      this.#player = player;
      this.state = new InboxState();
      this.state.player = player;
      readFrames(this, parts.frames, {
        message: (client: InboxClient, message) => void this.#receive(client, message).catch(this.#failed),
        refused: (code) => parts.metrics.closed.inc({ code }),
      });
      const { unread, items } = await parts.notices.list(player, null);
      this.state.unread = unread;
      this.state.last = items.at(-1)?.id ?? 0;
      this.#stops.push(
        parts.inboxes.watch(player, { changed: () => this.#refresh(), said: (line) => this.#hear(line) }),
      );
      await this.#read();
    }

    override onJoin(client: InboxClient): void {
      if (this.clients.length > MOST_SOCKETS) {
        parts.metrics.closed.inc({ code: CLOSE_CODES.tooMany });
        client.leave(CLOSE_CODES.tooMany, `at most ${MOST_SOCKETS} sockets of a player in an inbox`);
        return;
      }
      this.#detach.set(client.sessionId, parts.presence.attach(this.#player));
    }

    override onLeave(client: InboxClient): void {
      this.#detach.get(client.sessionId)?.();
      this.#detach.delete(client.sessionId);
    }

    override onDispose(): void {
      for (const stop of [...this.#stops, ...this.#detach.values(), ...this.#heard.values()]) stop();
    }

    override onBeforeShutdown(): void {
      giveUpSeats(this);
      void this.disconnect(CLOSE_CODES.goingDown);
    }

    override onUncaughtException(error: Error, method: string): void {
      parts.log.error({ method, err: error.cause ?? error }, 'an inbox failed; nothing in it is lost');
    }

    /** Nobody waits for what a message sets off, and a promise that nobody waits for ends the process. */
    readonly #failed = (error: unknown): void => {
      parts.log.error({ err: error }, 'a message to an inbox failed; what was said is durable or not said');
    };

    /** Reads once more after what is being read, however many changes come meanwhile. */
    #refresh(): void {
      this.#stale = true;
      if (this.#reading) return;
      this.#reading = true;
      void this.#readWhileStale();
    }

    async #readWhileStale(): Promise<void> {
      try {
        while (this.#stale) {
          this.#stale = false;
          await this.#read();
        }
      } catch (error) {
        parts.log.warn({ err: error }, 'an inbox cannot be read just now');
      } finally {
        this.#reading = false;
      }
    }

    async #read(): Promise<void> {
      const { state } = this;
      const [{ unread, items }, friends, party] = await Promise.all([
        parts.notices.list(this.#player, state.last),
        parts.friends.list(this.#player),
        parts.parties.mine(this.#player),
      ]);
      for (const notice of items) {
        this.broadcast('notified', notice);
        state.last = notice.id;
      }
      set(state, 'unread', unread);
      set(state, 'requests', friends.incoming.length);
      const online = friends.friends.filter((friend) => friend.online);
      fill(state.friends, online, () => new FriendState(), ['player', 'name', 'inMatch']);
      this.#showParty(party.ok ? party.party : null);
      this.#listenTo([...friends.friends, ...(party.ok ? party.party.members : [])].map(({ player }) => player));
      this.broadcastPatch();
      if (items.length > 0) this.#stale = true; // There may be more than are read at a time.
    }

    #showParty(party: PartyView | null): void {
      const { state } = this;
      set(state, 'party', party?.id ?? '');
      set(state, 'code', party?.code ?? '');
      set(state, 'leader', party?.leader ?? '');
      set(state, 'match', party?.match ?? '');
      fill(state.members, party?.members ?? [], () => new MemberState(), ['player', 'name', 'online']);
    }

    /** Hears when these players come and go, and no others. */
    #listenTo(players: readonly string[]): void {
      const wanted = new Set(players.filter((player) => player !== this.#player));
      for (const [player, stop] of this.#heard) {
        if (wanted.has(player)) continue;
        stop();
        this.#heard.delete(player);
      }
      for (const player of wanted) {
        if (!this.#heard.has(player))
          this.#heard.set(
            player,
            parts.presence.listen(player, () => this.#refresh()),
          );
      }
    }

    #hear(line: Line): void {
      this.broadcast('said', line);
    }

    /** `say`, to the party. */
    async #receive(client: InboxClient, { type, message }: Message): Promise<void> {
      parts.presence.seen(this.#player);
      const parsed = type === 'say' ? SayMessage.safeParse(message) : null;
      if (!parsed?.success) {
        client.send('rejected', { code: 'bad-request', message: 'Here one may only say 1 to 200 characters.' });
        return;
      }
      const { id, text } = parsed.data;
      const echo = id === undefined ? {} : { id };
      const party = this.state.party;
      const said = await parts.parties.act(this.#player, party, { kind: 'say', text });
      if (said.ok) client.send('accepted', echo);
      else client.send('rejected', { ...echo, code: said.code, message: said.message });
    }
  };
}

/** Writes a field that differs: only that travels. */
function set<T extends object, K extends keyof T>(target: T, field: K, value: T[K]): void {
  if (target[field] !== value) target[field] = value;
}

/** Makes the items of a list those of `source`, in its order, by the named fields. */
function fill<T extends object, K extends keyof T>(
  target: ArraySchema<T>,
  source: readonly Readonly<Pick<T, K>>[],
  create: () => T,
  fields: readonly K[],
): void {
  source.forEach((values, index) => {
    const known = target[index];
    const item = known ?? create();
    for (const field of fields) set(item, field, values[field]);
    if (known === undefined) target.push(item);
  });
  while (target.length > source.length) target.pop();
}

import type { Clocks, Entrant, Envelope, Opponent } from '@freeplay/shared/engine';
import { isOver, seatOf } from '@freeplay/shared/engine';
import { type Receipt, type Replay, replayOf } from '@freeplay/shared/receipt';
import type { Clock } from '../clock.ts';
import { type Host, inActiveMatch, notFound, unavailable } from '../host/host.ts';
import type { HotMatch } from '../host/hot-match.ts';
import type {
  Accepted,
  EnterRequest,
  HistoryRoom,
  HostRefusal,
  HostResult,
  LiveRooms,
  Presence,
  Refusal,
  RoomAction,
  Rooms,
} from '../host/port.ts';
import type { Limits } from '../limits/port.ts';
import { base62, below, type Random } from '../random.ts';
import { type Journal, StoreUnavailable } from '../store/port.ts';
import { envelope, REMATCH_MS } from './envelope.ts';
import { KeyedQueue } from './keyed-queue.ts';

export interface LobbyParts {
  readonly host: Host;
  readonly journal: Journal;
  readonly presence: Presence;
  readonly limits: Limits;
  readonly clock: Clock;
  readonly random: Random;
  readonly rulesOf: (game: string) => string | null;
  readonly races?: Races;
  /** Why this process makes and joins no more matches, or null. */
  readonly goingDown?: () => Refusal | null;
}

/** What matches that are the runs of a race have to do with each other. */
export interface Races {
  /** The other side as the players of this match may see it; null when it is no run of a race. */
  opponentOf(match: HotMatch): Promise<Opponent | null>;
  /** Whether a match that is over still keeps its log closed, since another plays on the same board. */
  sealed(match: HotMatch): Promise<boolean>;
}

export interface LobbyOptions {
  readonly clocks: Clocks;
  /** Active rooms of board games and boxing; 0 = unlimited. */
  readonly maxActiveRooms: number;
}

/** Board games and boxing share one class of active seats: a player is in one active room of them at a time. */
const ROOM_CLASS = 'room';

type Entered = { readonly ok: true; readonly created: boolean; readonly snapshot: Envelope };

/**
 * Who looks for a seat gives up when what they found has just been taken, or given back, so many times in a row. Each
 * time somebody else got on, so the bound is as far off as a crowd is large.
 */
const ATTEMPTS = 256;
const HISTORY_ROOMS = 20;
/** Base62 characters of a room id or invite: 131 bits. */
const ID_LENGTH = 22;

/** Who comes into which room, and rooms as their participants meet them. Rules and clocks live in the host. */
export class Lobby implements Rooms, LiveRooms {
  readonly #parts: LobbyParts;
  readonly #options: LobbyOptions;
  readonly #queue = new KeyedQueue();

  constructor(parts: LobbyParts, options: LobbyOptions) {
    this.#parts = parts;
    this.#options = options;
  }

  /** Requests of one player run one after the other: so many at once make one room. */
  enter(entrant: Entrant, request: EnterRequest): Promise<Entered | Refusal> {
    return this.#guarded(async () => {
      if (request.mode !== 'join' && this.#parts.rulesOf(request.game) === null) {
        return refuse('bad-request', 'There is no such game here. The catalog lists them.');
      }
      return this.#queue.run(`player ${entrant.player}`, () =>
        request.mode === 'join' ? this.#join(entrant, request.room) : this.#open(entrant, request),
      );
    });
  }

  act(player: string, room: string, action: RoomAction): Promise<Accepted | Refusal> {
    return this.#guarded(async () => {
      const result = await this.perform(player, room, action);
      if (!result.ok) return this.#refusal(result, player);
      return { ok: true, snapshot: await this.#show(result.match, player), revision: result.revision };
    });
  }

  /** One action of a participant, stamped and counted; the caller shows what came of it. */
  async perform(player: string, room: string, action: RoomAction): Promise<HostResult> {
    const at = this.#now();
    const taken = await this.#parts.limits.take('action', player);
    if (!taken.ok) return rateLimited(taken.retryAfter);
    if (action.kind === 'rematch') return this.#guarded(() => this.#rematch(player, room, at));
    return this.#parts.host.submit(room, { kind: 'act', player, action }, at);
  }

  /** A participant's look at a room: what is due fires first. */
  async look(player: string, room: string): Promise<HostResult> {
    const result = await this.#parts.host.submit(room, { kind: 'touch' }, this.#now());
    if (!result.ok) return result;
    if (seatOf(result.match.state, player) === -1) return notFound();
    await this.watchOpponent(result.match);
    return result;
  }

  /** Takes in what has become of the other side of a race, and shows it where it has changed. */
  async watchOpponent(match: HotMatch): Promise<void> {
    const opponent = (await this.#parts.races?.opponentOf(match)) ?? null;
    if (match.noteOpponent(opponent)) match.publish();
  }

  arrive(player: string, room: string): Promise<HostResult> {
    return this.#parts.host.submit(room, { kind: 'arrive', player }, this.#now());
  }

  snapshot(player: string, room: string): Promise<{ readonly ok: true; readonly snapshot: Envelope } | Refusal> {
    return this.#guarded(async () => {
      const result = await this.look(player, room);
      return result.ok ? { ok: true, snapshot: await this.#show(result.match, player) } : this.#refusal(result, player);
    });
  }

  replay(player: string, room: string): Promise<{ readonly ok: true; readonly replay: Replay } | Refusal> {
    return this.#guarded(async () => {
      const result = await this.look(player, room);
      if (!result.ok) return this.#refusal(result, player);
      const closed = await this.#closed(result.match);
      if (closed !== null) return this.#refusal(closed, player);
      // Taken before the log, which may be ahead of them by then: never behind.
      const { view, state, rules } = result.match;
      const stored = await this.#parts.journal.load(room);
      if (stored === null) return notFound();
      return { ok: true, replay: replayOf(view, rules.initial(state.position), stored.events) };
    });
  }

  receipt(player: string, room: string): Promise<{ readonly ok: true; readonly receipt: Receipt } | Refusal> {
    return this.#guarded(async () => {
      const result = await this.look(player, room);
      if (!result.ok) return this.#refusal(result, player);
      if (!isOver(result.match.state.status)) {
        return this.#refusal(
          { ...refuse('wrong-status', 'The match goes on. Ask for its receipt when it is over.'), match: result.match },
          player,
        );
      }
      const closed = await this.#closed(result.match);
      if (closed !== null) return this.#refusal(closed, player);
      const text = await this.#parts.journal.receipt(room);
      return text === null ? notFound() : { ok: true, receipt: JSON.parse(text) as Receipt }; // Written by us.
    });
  }

  /** Why the log of a match cannot be read, or null: it may hold what players must not see yet. */
  async #closed(match: HotMatch): Promise<HostRefusal | null> {
    if (!match.rules.hidden) return null;
    if (!isOver(match.state.status)) {
      return { ...refuse('wrong-status', 'The match goes on, and its log would show what is hidden.'), match };
    }
    if (!(await this.#parts.races?.sealed(match))) return null;
    return { ...refuse('wrong-status', 'The race goes on. Ask again when both runs are over.'), match };
  }

  async history(player: string): Promise<readonly HistoryRoom[]> {
    const rows = await this.#parts.journal.history(player, HISTORY_ROOMS);
    return rows.map((row) => ({
      id: row.id,
      game: row.game,
      mode: row.mode,
      status: row.status,
      seat: row.players.indexOf(player),
      players: row.players,
      names: row.names,
      winner: row.winner,
      reason: row.reason,
      createdAt: row.createdAt,
      startedAt: row.startedAt,
      endedAt: row.endedAt,
    }));
  }

  /** A public or private request: the room that the player already has, or a new seat. */
  async #open(entrant: Entrant, request: { readonly mode: 'public' | 'private'; readonly game: string }) {
    const resumed = await this.#resume(entrant.player);
    if (resumed !== null) return resumed;
    const closed = this.#goingDown();
    if (closed !== null) return closed;
    const taken = await this.#parts.limits.take('room', entrant.player);
    if (!taken.ok) return rateLimited(taken.retryAfter);
    return request.mode === 'public'
      ? this.#queue.run(`game ${request.game}`, () => persist(() => this.#pair(entrant, request.game)))
      : persist(() => this.#create(entrant, request.game, 'private'));
  }

  /** Takes the room that waits for this game, or becomes the one that waits. The queue slot in the database decides between processes. */
  async #pair(entrant: Entrant, game: string): Promise<Entered | Refusal | 'again'> {
    const waiting = await this.#parts.journal.waiting(game, this.#rules(game));
    return waiting === null ? this.#create(entrant, game, 'public') : this.#take(waiting, entrant);
  }

  async #take(room: string, entrant: Entrant): Promise<Entered | Refusal | 'again'> {
    const result = await this.#parts.host.submit(room, this.#joining(entrant), this.#now());
    // Another process has served this player at the same instant: the room that waits is their own.
    if (result.ok) return this.#entered(result.match, entrant.player, false, result.match.state.status === 'waiting');
    if (result.code === 'room-full' || result.code === 'expired' || result.code === 'not-found') return 'again';
    if (result.code === 'in-active-match') return (await this.#resume(entrant.player)) ?? 'again';
    return this.#refusal(result, entrant.player);
  }

  async #create(entrant: Entrant, game: string, mode: 'public' | 'private'): Promise<Entered | Refusal | 'again'> {
    const command = {
      match: base62(this.#parts.random, ID_LENGTH),
      game,
      rules: this.#rules(game),
      mode,
      clocks: this.#options.clocks,
      by: entrant,
      seats: null,
      rematchOf: '',
    };
    const invite = mode === 'private' ? base62(this.#parts.random, ID_LENGTH) : null;
    const result = await this.#parts.host.create(command, invite, this.#options.maxActiveRooms, this.#now());
    if (result.ok) return this.#entered(result.match, entrant.player, true);
    if (!('outcome' in result)) return result;
    const { outcome } = result;
    switch (outcome.conflict) {
      case 'queue':
        return 'again';
      case 'active-seat':
        return (await this.#resume(entrant.player)) ?? 'again';
      case 'capacity':
        return atCapacity();
      case 'revision':
      case 'rematch':
      case 'challenge':
        return unavailable();
    }
  }

  /** By an invite, or by a room's own id for who already sits there. */
  async #join(entrant: Entrant, room: string): Promise<Entered | Refusal> {
    const { player } = entrant;
    const invited = await this.#parts.journal.byInvite(room);
    const result = await this.#parts.host.submit(invited ?? room, { kind: 'touch' }, this.#now());
    if (!result.ok) return this.#refusal(result, player);
    const { match } = result;
    if (seatOf(match.state, player) !== -1) return this.#entered(match, player, false, true);
    if (invited === null) return notFound();
    const refused = await this.#freeForJoin(match, player);
    if (refused !== null) return this.#refusal(refused, player);
    const joined = await this.#parts.host.submit(match.state.id, this.#joining(entrant), this.#now());
    return joined.ok ? this.#entered(joined.match, player, false) : this.#refusal(joined, player);
  }

  /** Null when the player may come in: a room of theirs that still waits is given up, but not for one that is full or over. */
  async #freeForJoin(match: HotMatch, player: string): Promise<HostRefusal | null> {
    const own = await this.#activeMatch(player);
    if (own !== null && own.state.status !== 'waiting') return inActiveMatch(own.state.id);
    const closed = this.#goingDown();
    if (closed !== null) return closed;
    const taken = await this.#parts.limits.take('room', player);
    if (!taken.ok) return rateLimited(taken.retryAfter);
    if (own === null || match.state.status !== 'waiting') return null;
    const left = await this.#parts.host.submit(own.state.id, { kind: 'withdraw', player }, this.#now());
    return left.ok ? null : left;
  }

  /** The second offer within the minute opens the rematch, seats swapped; the database sees to it that there is one. */
  async #rematch(player: string, room: string, at: number): Promise<HostResult> {
    const result = await this.look(player, room);
    if (!result.ok) return result;
    const { match } = result;
    await this.#loadRematch(match);
    if (match.rematch?.match == null) {
      const refused = (await this.#mayOffer(match, player, at)) ?? (await this.#offer(match, player, at));
      if (refused !== null) return { ...refused, match };
    }
    return { ok: true, match, revision: match.state.revision };
  }

  async #mayOffer({ state, rules }: HotMatch, player: string, at: number): Promise<HostRefusal | null> {
    if (rules.opening !== 'lobby' || !isOver(state.status) || state.seats[1] == null) {
      return refuse('wrong-status', 'A rematch can be asked for once the match of two players is over.');
    }
    if (at - state.endedAt >= REMATCH_MS) {
      return refuse('expired', 'The minute for a rematch is over. Open a new room.');
    }
    const own = await this.#activeMatch(player);
    return own === null ? this.#goingDown() : inActiveMatch(own.state.id);
  }

  async #offer(match: HotMatch, player: string, at: number): Promise<HostRefusal | null> {
    const { state } = match;
    const offers = await this.#parts.journal.offerRematch(state.id, seatOf(state, player), at);
    const all = offers.at.length === 2 && offers.at.every((offer) => offer !== 0 && offer - state.endedAt < REMATCH_MS);
    const refused = all && offers.match === null ? await this.#openRematch(match, player, at) : null;
    // Asked for again rather than put together: also what was refused here may have become durable.
    match.rematch = null;
    await this.#loadRematch(match);
    match.presence += 1;
    match.publish();
    return refused;
  }

  /** Null once there is a rematch, whoever opened it, or why there is none. */
  async #openRematch({ state }: HotMatch, player: string, at: number): Promise<HostRefusal | null> {
    const [first, second] = state.seats;
    if (first == null || second == null) throw new Error('a rematch needs two players');
    const command = {
      match: base62(this.#parts.random, ID_LENGTH),
      game: state.game,
      rules: this.#rules(state.game),
      mode: 'private' as const,
      clocks: this.#options.clocks,
      by: second,
      seats: [second, first] as const,
      rematchOf: state.id,
    };
    const result = await this.#parts.host.create(command, null, this.#options.maxActiveRooms, at);
    if (result.ok) return null;
    if (!('outcome' in result)) return result;
    const { outcome } = result;
    switch (outcome.conflict) {
      case 'rematch':
        return null;
      case 'capacity':
        return atCapacity();
      case 'active-seat':
        return (await this.#parts.journal.active(player, ROOM_CLASS)) === outcome.match
          ? inActiveMatch(outcome.match)
          : refuse('in-active-match', 'Your opponent has gone into another match.');
      case 'queue':
      case 'revision':
      case 'challenge':
        return unavailable();
    }
  }

  /** The room that the player already sits in, as the answer to a request for one; null when there is none. */
  async #resume(player: string): Promise<Entered | null> {
    const match = await this.#activeMatch(player);
    return match === null ? null : this.#entered(match, player, false, true);
  }

  /** The player's active match once its deadlines have fired, or null. */
  async #activeMatch(player: string): Promise<HotMatch | null> {
    const id = await this.#parts.journal.active(player, ROOM_CLASS);
    if (id === null) return null;
    const result = await this.#parts.host.submit(id, { kind: 'touch' }, this.#now());
    if (!result.ok && result.code === 'unavailable') throw new StoreUnavailable(result.message);
    return result.ok && !isOver(result.match.state.status) ? result.match : null;
  }

  async #entered(match: HotMatch, player: string, created: boolean, resumed = false): Promise<Entered> {
    return { ok: true, created, snapshot: await this.#show(match, player, resumed) };
  }

  /** The match as one of its players sees it. */
  async show(match: HotMatch, player: string): Promise<Envelope> {
    await this.watchOpponent(match);
    return this.#show(match, player);
  }

  async #show(match: HotMatch, player: string, resumed = false): Promise<Envelope> {
    await this.#loadRematch(match);
    return envelope(match, player, this.#parts.presence, this.#now(), resumed);
  }

  async #loadRematch(match: HotMatch): Promise<void> {
    if (!isOver(match.state.status) || match.rematch !== null) return;
    const offers = await this.#parts.journal.rematchOffers(match.state.id);
    match.rematch ??= offers; // An offer made meanwhile knows better.
  }

  /** A host's refusal as its reader may know it: a participant gets the snapshot with it. */
  async #refusal(result: HostRefusal, player: string): Promise<Refusal> {
    const { match, room, ...refusal } = result;
    const snapshot =
      match !== undefined && seatOf(match.state, player) !== -1 ? await this.#show(match, player) : undefined;
    const details = { ...(snapshot && { snapshot }), ...(room !== undefined && { room }) };
    return Object.keys(details).length === 0 ? refusal : { ...refusal, details };
  }

  #joining(entrant: Entrant) {
    return { kind: 'join', entrant, swap: below(this.#parts.random, 2) === 1 } as const;
  }

  #rules(game: string): string {
    const rules = this.#parts.rulesOf(game);
    if (rules === null) throw new Error(`no rules hash for ${game}`);
    return rules;
  }

  #goingDown(): Refusal | null {
    return this.#parts.goingDown?.() ?? null;
  }

  #now(): number {
    return this.#parts.clock.now();
  }

  async #guarded<T>(run: () => Promise<T | HostRefusal>): Promise<T | HostRefusal> {
    try {
      return await run();
    } catch (error) {
      if (error instanceof StoreUnavailable) return unavailable();
      throw error;
    }
  }
}

/** Tries again for as long as others were faster. */
async function persist(attempt: () => Promise<Entered | Refusal | 'again'>): Promise<Entered | Refusal> {
  for (let tries = 0; tries < ATTEMPTS; tries++) {
    const entered = await attempt();
    if (entered !== 'again') return entered;
  }
  return unavailable();
}

function refuse(code: Refusal['code'], message: string): HostRefusal {
  return { ok: false, code, message };
}

function rateLimited(retryAfter: number): HostRefusal {
  return { ...refuse('rate-limited', `Too many requests. Try again in ${retryAfter} s.`), retryAfter };
}

function atCapacity(): HostRefusal {
  return { ...refuse('at-capacity', 'All rooms are taken just now. Try again in a minute.'), retryAfter: 60 };
}

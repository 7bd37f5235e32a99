import type { Envelope } from '@freeplay/shared/engine';
import { GAMES, type Game } from '@freeplay/shared/games';
import { MAX_BODY_BYTES } from '@freeplay/shared/protocol/http';
import type { Config } from '../config.ts';
import { flipCatalog } from '../flip/catalog.ts';
import { type Flip, flipHandlers, recordsOf, startFlip } from '../flip/routes.ts';
import type { Refusal, Rooms, Seats } from '../host/port.ts';
import type { Identity } from '../identity/identity.ts';
import type { Limits } from '../limits/port.ts';
import type { Metrics } from '../operators/metrics.ts';
import { asyncApiDocument } from '../rooms/asyncapi.ts';
import type { People } from '../social/people.ts';
import { peopleHandlers } from '../social/routes.ts';
import type { Keys, PlayerPatch, PlayerRecord } from '../store/port.ts';
import { refusal } from './answer.ts';
import type { Answer, Handlers } from './call.ts';
import { openApiDocument } from './openapi.ts';

export interface HandlerDeps {
  readonly config: Pick<Config, 'clocks' | 'limits' | 'capacity' | 'flip'>;
  readonly rooms: Rooms;
  readonly seats: Seats;
  readonly flip: Flip;
  readonly people: People;
  readonly metrics: Metrics;
  readonly identity: Identity;
  readonly keys: Pick<Keys, 'publicKeys'>;
  readonly limits: Limits;
  /** The rules hash that this build serves of a game. */
  readonly rulesOf: (game: string) => string | null;
  /** Null while the process serves, else why it does not. */
  readonly ready: () => Promise<Refusal | null>;
}

export function createHandlers(deps: HandlerDeps): Handlers {
  const { rooms, seats, identity, limits, metrics } = deps;
  const catalog = catalogOf(deps);
  const document = openApiDocument();
  const liveDocument = asyncApiDocument();

  return {
    async openSession({ body: { token }, sender }) {
      const player = await identity.playerOf(token);
      // A known guest reads; only a new one costs a row.
      const verdict = await limits.take(player === null ? 'session' : 'read', sender);
      if (!verdict.ok) return refusal('rate-limited', 'Too many guests from here; try later.', verdict.retryAfter);
      const record = player === null ? null : await identity.record(player);
      if (record !== null) return sessionOf(record, false);
      const made = await identity.create(token);
      return sessionOf(made.record, made.created);
    },

    async readProfile({ player }) {
      return profileOf(deps.flip, await identity.record(player));
    },

    async changeProfile({ player, body }) {
      const record = await identity.update(player, body satisfies PlayerPatch);
      return record === 'name-taken'
        ? refusal('name-taken', 'Another player has this name; choose another.')
        : profileOf(deps.flip, record);
    },

    async readCatalog() {
      return { status: 200, body: catalog };
    },

    async enterRoom({ player, body }) {
      const record = await identity.record(player);
      if (record === null) return noSession();
      const entrant = { player, name: record.name };
      const entered = 'mode' in body ? await rooms.enter(entrant, body) : await startFlip(deps.flip, entrant, body);
      if (!entered.ok) return entered;
      return { status: entered.created ? 201 : 200, body: entered.snapshot, etag: etagOf(entered.snapshot) };
    },

    async readRoom({ player, id, query, ifNoneMatch }) {
      if (query.resync !== undefined) metrics.hashMismatches.inc();
      const seen = await rooms.snapshot(player, id);
      if (!seen.ok) return seen;
      const etag = etagOf(seen.snapshot);
      return isAtHand(etag, query.since ?? '', ifNoneMatch)
        ? { status: 304, body: undefined, etag }
        : { status: 200, body: seen.snapshot, etag };
    },

    async actInRoom({ player, id, body }) {
      const done = await rooms.act(player, id, body);
      return done.ok ? { status: 200, body: done.snapshot, etag: etagOf(done.snapshot) } : done;
    },

    async takeSeat({ player, id }) {
      const taken = await seats.seat(player, id);
      return taken.ok ? { status: 200, body: taken.reservation } : taken;
    },

    async readReplay({ player, id }) {
      const found = await rooms.replay(player, id);
      return found.ok ? { status: 200, body: found.replay } : found;
    },

    async readReceipt({ player, id }) {
      const found = await rooms.receipt(player, id);
      return found.ok ? { status: 200, body: found.receipt } : found;
    },

    ...flipHandlers(deps.flip),
    ...peopleHandlers(deps.people),

    async readKeys() {
      return { status: 200, body: { keys: await deps.keys.publicKeys() } };
    },

    async readHistory({ player }) {
      return { status: 200, body: { rooms: await rooms.history(player), scores: [] } };
    },

    async readDocument() {
      return { status: 200, body: document };
    },

    async readLiveDocument() {
      return { status: 200, body: liveDocument };
    },

    async checkHealth() {
      return { status: 200, body: { status: 'ok' } };
    },

    async checkReadiness() {
      return (await deps.ready()) ?? { status: 200, body: { status: 'ok' } };
    },
  };
}

export function noSession(): Refusal {
  return refusal('no-session', 'Open a session first and send its token in X-Player-Token.');
}

function etagOf(snapshot: Envelope): string {
  return `${snapshot.revision}.${snapshot.presence}`;
}

/** Whether the client has this state already, as the query or the header of its request says. */
function isAtHand(etag: string, since: string, ifNoneMatch: string): boolean {
  if (since.replaceAll('"', '') === etag) return true;
  const listed = ifNoneMatch.split(',').map((entry) => entry.trim().replace(/^W\//, ''));
  return listed.includes(`"${etag}"`) || listed.includes('*');
}

function sessionOf(record: PlayerRecord, created: boolean): Answer<'openSession'> {
  return { status: 200, body: { player: record.player, name: record.name, created } };
}

async function profileOf(flip: Flip, record: PlayerRecord | null): Promise<Answer<'readProfile'> | Refusal> {
  if (record === null) return noSession();
  const { player, name, preferredDifficulty, preferredTheme, challengesFrom } = record;
  const preferences = { difficulty: preferredDifficulty, theme: preferredTheme, challengesFrom };
  return { status: 200, body: { player, name, ...(await recordsOf(flip.store, player)), preferences } };
}

function catalogOf({ config, rulesOf }: HandlerDeps): Answer<'readCatalog'>['body'] {
  const { clocks, limits, capacity } = config;
  return {
    games: GAMES.flatMap((game) => {
      const rules = rulesOf(game.id);
      return rules === null ? [] : [gameEntry(game, rules)];
    }),
    flip: flipCatalog(rulesOf, config.flip),
    clocks,
    limits: {
      activeRooms: capacity.rooms,
      flipMatches: capacity.flipMatches,
      roomRequestsPerHour: limits.room.max,
      actionsPerMinute: limits.action.max,
      sessionsPerHour: limits.session.max,
      readsPerMinute: limits.read.max,
      bodyBytes: MAX_BODY_BYTES,
    },
    wagers: false,
  };
}

function gameEntry({ id, titles, seats, actions, maxPlies }: Game, rules: string) {
  return { id, titles, seats, actions, maxPlies, rules };
}

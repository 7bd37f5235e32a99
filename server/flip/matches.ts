import { type Entrant, type Envelope, isOver, type MatchState } from '@freeplay/shared/engine';
import { clocksOf, type Difficulty, type FlipClocks, type FlipMode, MODE } from '@freeplay/shared/games/flip';
import type { NoticeDraft } from '@freeplay/shared/protocol';
import type { Clock } from '../clock.ts';
import { type Host, unavailable } from '../host/host.ts';
import type { HotMatch } from '../host/hot-match.ts';
import type { Refusal } from '../host/port.ts';
import type { Limits } from '../limits/port.ts';
import { KeyedQueue } from '../lobby/keyed-queue.ts';
import type { Log } from '../log.ts';
import { base62, type Random } from '../random.ts';
import type { ChallengeClaim } from '../store/flip/port.ts';
import { type Journal, type Players, StoreUnavailable, type Stray } from '../store/port.ts';
import { LeftAlone, Sweeper } from '../sweeper.ts';
import type { BoardWish, FlipMatches, Started, Team } from './port.ts';
import { flipMode, flipPosition } from './position.ts';
import { titleOf } from './sentences.ts';
import { type makeSetup, themeFor } from './setup.ts';

export interface MatchesParts {
  readonly host: Host;
  readonly journal: Journal;
  readonly players: Players;
  readonly limits: Limits;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly rulesOf: (game: string) => string | null;
  /** Deals the boards. */
  readonly deal: typeof makeSetup;
  /** A match as one of its players sees it. */
  readonly show: (match: HotMatch, player: string) => Promise<Envelope>;
  /** Why this process makes no more matches, or null. */
  readonly goingDown?: () => Refusal | null;
}

export interface MatchesOptions {
  /** Milliseconds. */
  readonly clocks: Omit<FlipClocks, 'limit'>;
  /** Active matches; 0 = unlimited. */
  readonly most: number;
}

/** A match that is to be made, all of its board decided but the cards. */
export interface Plan {
  readonly mode: FlipMode;
  /** By seat. */
  readonly seats: readonly [Entrant, ...Entrant[]];
  readonly difficulty: Difficulty;
  /** A theme's id. */
  readonly theme: string;
  readonly seed?: string;
  readonly party?: string;
  readonly challenge?: ChallengeClaim;
  readonly notices?: readonly Omit<NoticeDraft, 'at'>[];
}

/** Matches of Flip Match are a class of their own: a player is in one active one of them at a time. */
const FLIP_CLASS = 'flip';
const ID_LENGTH = 22;
/** Whoever wants a seat gives up when it has just been taken again so many times in a row. */
const ATTEMPTS = 16;
const SWEEP_MS = 30_000;
const SWEEP_BATCH = 64;
/** Milliseconds after which a sweep tries again to leave what could not be left. */
const TROUBLE_MS = 300_000;
const NO_CLOCKS = { queue: 0, ready: 0, turn: 0, match: 0 };

interface Seating {
  readonly entrant: Entrant;
  /** The match whose seat the player holds, or null. */
  readonly id: string | null;
  /** Null also where that match is over: it keeps nobody. */
  readonly match: HotMatch | null;
}

interface Way {
  readonly ok: true;
  readonly from: Readonly<Record<string, string>>;
}

export type Made = { readonly ok: true; readonly match: HotMatch } | Refusal | 'challenge';

/** Makes matches of Flip Match, and makes way for them. Everything that happens in one is the host's. */
export class Matches implements FlipMatches {
  readonly #parts: MatchesParts;
  readonly #options: MatchesOptions;
  readonly #queue = new KeyedQueue();
  /** Strays that could not leave. */
  readonly #troubled: LeftAlone;
  readonly #sweeper: Sweeper;

  constructor(parts: MatchesParts, options: MatchesOptions) {
    this.#parts = parts;
    this.#options = options;
    this.#troubled = new LeftAlone(parts.clock, TROUBLE_MS);
    this.#sweeper = new Sweeper(parts.clock, SWEEP_MS, () => this.#sweep());
  }

  /** A new solo game: the one before goes silently, anything else only with `abandon`. */
  startSolo(player: Entrant, wish: BoardWish): Promise<Started | Refusal> {
    return this.#started(player, wish, [player], (board) => ({ mode: 'SOLO', seats: [player], ...board }));
  }

  startTeam({ party, leader, members, notices }: Team, wish: BoardWish): Promise<Started | Refusal> {
    const [first, ...rest] = members;
    const chief = members.find(({ player }) => player === leader);
    if (first === undefined || chief === undefined) throw new Error('a team has its leader among its members');
    const seats = [first, ...rest] as const;
    return this.#started(chief, wish, members, (board) => ({ mode: 'TEAM_SNAP', seats, party, notices, ...board }));
  }

  async active(player: string): Promise<string | null> {
    return (await this.#activeOf(player))?.state.id ?? null;
  }

  now(): number {
    return this.#parts.clock.now();
  }

  /** Runs what a player does about their matches one after the other: so many requests at once make one match. */
  inTurn<T>(player: string, job: () => Promise<T>): Promise<T | Refusal> {
    return this.#queue.run(player, job).catch((error: unknown) => {
      if (error instanceof StoreUnavailable) return unavailable();
      throw error;
    });
  }

  /**
   * Makes a match for `caller`; 'challenge' when that is not open to it any more. Those who are in another one give its
   * seat up in the transaction that makes this one, so that a refusal costs nobody a match, and leave it after that.
   */
  async make(caller: string, abandon: boolean, plan: Plan): Promise<Made> {
    const closed = this.#goingDown();
    if (closed !== null) return closed;
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const way = await this.#findWay(caller, abandon, plan);
      if (way === 'challenge' || !way.ok) return way;
      const made = await this.#create(plan, way.from);
      if (made === 'again') continue;
      if (made !== 'challenge' && made.ok) {
        await this.#leave(Object.entries(way.from).map(([player, match]) => ({ player, match })));
      }
      return made;
    }
    return unavailable();
  }

  /** From now on matches are left that a process has forgotten to leave, since it died or the database was away. */
  start(): void {
    this.#sweeper.start();
  }

  stop(): Promise<void> {
    return this.#sweeper.stop();
  }

  async #sweep(): Promise<void> {
    try {
      const troubled = this.#troubled.now();
      // They stay at the head of the list, and must not hide the others.
      const strays = await this.#parts.journal.strays(SWEEP_BATCH + troubled.size);
      for (const stray of strays.filter((one) => !troubled.has(keyOf(one)))) {
        if (!(await this.#leaveOne(stray))) this.#troubled.add(keyOf(stray));
      }
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) this.#parts.log.error({ err: error }, 'the sweep of strays failed');
    }
  }

  /** What cannot be left now is left by a later sweep. */
  async #leave(strays: readonly Stray[]): Promise<void> {
    for (const stray of strays) await this.#leaveOne(stray);
  }

  async #leaveOne({ player, match }: Stray): Promise<boolean> {
    return (await this.#parts.host.submit(match, leaving(player), this.now())).ok;
  }

  async #started(
    caller: Entrant,
    wish: BoardWish,
    members: readonly Entrant[],
    plan: (board: Pick<Plan, 'difficulty' | 'theme'>) => Plan,
  ): Promise<Started | Refusal> {
    return this.inTurn(caller.player, async () => {
      const refused = await this.#mayStart(caller.player, wish.abandon === true, members);
      if (refused !== null) return refused;
      const made = await this.make(caller.player, wish.abandon === true, plan(await this.board(caller.player, wish)));
      if (made === 'challenge') throw new Error('a match without a challenge waits for none');
      if (!made.ok) return made;
      return { ok: true, created: true, snapshot: await this.#parts.show(made.match, caller.player) };
    });
  }

  /** Counted before anything is given up for the new match. */
  async #mayStart(caller: string, abandon: boolean, members: readonly Entrant[]): Promise<Refusal | null> {
    const way = wayOf(caller, abandon, await this.#seatings(members));
    return way.ok ? (this.#goingDown() ?? this.takeRoom(caller)) : way;
  }

  #goingDown(): Refusal | null {
    return this.#parts.goingDown?.() ?? null;
  }

  /** Counts one of the player's room requests. */
  async takeRoom(player: string): Promise<Refusal | null> {
    const taken = await this.#parts.limits.take('room', player);
    if (taken.ok) return null;
    const { retryAfter } = taken;
    return { ok: false, code: 'rate-limited', message: `Too many requests. Try again in ${retryAfter} s.`, retryAfter };
  }

  /** What the player wishes for, or prefers. */
  async board(player: string, wish: BoardWish): Promise<Pick<Plan, 'difficulty' | 'theme'>> {
    const record = await this.#parts.players.byId(player);
    return {
      difficulty: wish.difficulty ?? record?.preferredDifficulty ?? 'EASY',
      theme: themeFor(wish.theme ?? record?.preferredTheme ?? '', this.#parts.random),
    };
  }

  /**
   * By player, the match that they would give up. Nobody leaves one for the challenge that it was made from: another tab
   * has just answered that.
   */
  async #findWay(caller: string, abandon: boolean, { seats, challenge }: Plan): Promise<Way | Refusal | 'challenge'> {
    const seatings = await this.#seatings(seats);
    const own = seatings.find(({ entrant }) => entrant.player === caller)?.match ?? null;
    if (challenge !== undefined && own !== null && challengeOf(own.state) === challenge.id) return 'challenge';
    return wayOf(caller, abandon, seatings);
  }

  /** Each of these players' seats, read once. */
  async #seatings(entrants: readonly Entrant[]): Promise<readonly Seating[]> {
    const seatings: Seating[] = [];
    for (const entrant of entrants) seatings.push({ entrant, ...(await this.#seatOf(entrant.player)) });
    return seatings;
  }

  /** The player's active match, or null. */
  async #activeOf(player: string): Promise<HotMatch | null> {
    return (await this.#seatOf(player)).match;
  }

  /** The match whose seat the player holds, as it is once its deadlines have fired. */
  async #seatOf(player: string): Promise<Omit<Seating, 'entrant'>> {
    const id = await this.#parts.journal.active(player, FLIP_CLASS);
    if (id === null) return { id, match: null };
    const result = await this.#parts.host.submit(id, { kind: 'touch' }, this.now());
    if (!result.ok && result.code === 'unavailable') throw new StoreUnavailable(result.message);
    return { id, match: result.ok && !isOver(result.match.state.status) ? result.match : null };
  }

  async #create(plan: Plan, from: Way['from']): Promise<Made | 'again'> {
    const { mode, seats, difficulty, theme, seed, party, challenge, notices = [] } = plan;
    const game = MODE[mode].room;
    const rules = this.#parts.rulesOf(game);
    if (rules === null) throw new Error(`no rules hash for ${game}`);
    const at = this.now();
    const match = base62(this.#parts.random, ID_LENGTH);
    const setup = this.#parts.deal(
      {
        ...{ mode, difficulty, theme, at, names: seats.map(({ name }) => name) },
        clocks: clocksOf(difficulty, this.#options.clocks),
        ...(seed !== undefined && { seed }),
        ...(party !== undefined && { party }),
        ...(challenge !== undefined && { challenge: challenge.id }),
      },
      this.#parts.random,
    );
    const command = { match, game, rules, mode, clocks: NO_CLOCKS, by: seats[0], seats, rematchOf: '', setup };
    const origin = {
      ...(challenge !== undefined && { challenge: { ...challenge, at } }),
      from,
      notices: notices.map((notice) => ({ ...notice, at, data: { ...notice.data, room: match } })),
    };
    const result = await this.#parts.host.create(command, null, this.#options.most, at, origin);
    if (result.ok) return result;
    if (!('outcome' in result)) return result;
    switch (result.outcome.conflict) {
      case 'active-seat':
        return 'again';
      case 'challenge':
        return 'challenge';
      case 'capacity':
        return {
          ok: false,
          code: 'at-capacity',
          message: 'All matches are taken just now. Try again in a minute.',
          retryAfter: 60,
        };
      case 'queue':
      case 'revision':
      case 'rematch':
        return unavailable();
    }
  }
}

/**
 * What each gives up for a new match, or why somebody stays. A solo game is in nobody's way; anything else keeps others,
 * and the caller unless they abandon it. A seat that an ended match still holds is given up as well.
 */
function wayOf(caller: string, abandon: boolean, seatings: readonly Seating[]): Way | Refusal {
  const kept = seatings.filter(({ match }) => match !== null && !isSolo(match.state));
  const other = kept.find(({ entrant }) => entrant.player !== caller);
  if (other !== undefined) {
    return { ok: false, code: 'in-active-match', message: `${other.entrant.name} is in another match.` };
  }
  const own = kept[0]?.match ?? null;
  if (own !== null && !abandon) return inMatch(own.state, caller);
  const from = seatings.flatMap(({ entrant, id }) => (id === null ? [] : [[entrant.player, id] as const]));
  return { ok: true, from: Object.fromEntries(from) };
}

function isSolo(match: MatchState): boolean {
  return flipMode(match) === 'SOLO';
}

/** The challenge that a match was made from, '' for none. */
function challengeOf(match: MatchState): string {
  return flipPosition(match)?.shown.challenge ?? '';
}

function keyOf({ player, match }: Stray): string {
  return `${match} ${player}`;
}

function leaving(player: string) {
  return { kind: 'act', player, action: { kind: 'leave' } } as const;
}

/** The refusal that names the match which would have to be left. */
function inMatch({ id, seats, mode }: MatchState, player: string): Refusal {
  const others = seats.flatMap((entrant) => (entrant === null || entrant.player === player ? [] : [entrant.name]));
  const title = titleOf(mode === 'DUEL' || mode === 'SPEED_RACE' || mode === 'TEAM_SNAP' ? mode : 'SOLO');
  const match = others.length === 0 ? `a ${title}` : `a ${title} with ${others.join(', ')}`;
  const message = `You are in ${match}. Finish it, or send abandon: true to leave it.`;
  return { ok: false, code: 'in-active-match', message, details: { room: id } };
}

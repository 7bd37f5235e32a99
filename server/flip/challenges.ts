import { type Entrant, type Envelope, type Opponent, seatOf } from '@freeplay/shared/engine';
import { type RaceRun, raceSeed, rivalRun, runOf } from '@freeplay/shared/games/flip';
import type { NoticeDraft } from '@freeplay/shared/protocol';
import type { Clock } from '../clock.ts';
import type { Host } from '../host/host.ts';
import type { HotMatch } from '../host/hot-match.ts';
import type { Refusal } from '../host/port.ts';
import type { Races } from '../lobby/lobby.ts';
import type { Log } from '../log.ts';
import { base62, type Random } from '../random.ts';
import type { ChallengeRecord, FlipStore, Side } from '../store/flip/port.ts';
import { runAt } from '../store/flip/race.ts';
import { type Players, StoreUnavailable } from '../store/port.ts';
import { Sweeper } from '../sweeper.ts';
import type { Matches, Plan } from './matches.ts';
import type {
  ChallengeAction,
  ChallengeList,
  ChallengeRequest,
  ChallengeRun,
  Challenges,
  ChallengeView,
  SocialGraph,
} from './port.ts';
import { flipPosition } from './position.ts';
import { answered, challenged } from './sentences.ts';
import { random64 } from './setup.ts';

export interface ChallengeParts {
  readonly host: Host;
  readonly matches: Matches;
  readonly store: FlipStore;
  readonly players: Players;
  /** The player with this id, or this name in any case. */
  readonly findPlayer: (idOrName: string) => Promise<Entrant | null>;
  readonly graph: SocialGraph;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly show: (match: HotMatch, player: string) => Promise<Envelope>;
  /** Shows a match that is in memory what has become of the other side of its race. */
  readonly watchOpponent: (match: HotMatch) => Promise<void>;
  /** Notifications of these players have been written. */
  readonly wake: (players: readonly string[]) => void;
}

const ID_LENGTH = 22;
/** Pending challenges that a player may have sent. */
const MOST_PENDING = 10;
/** Ended challenges that are listed. */
const RECENT = 20;
const SWEEP_MS = 1000;
const SWEEP_BATCH = 64;

type Act = { readonly ok: true; readonly challenge: ChallengeView; readonly room?: Envelope } | Refusal;

/**
 * Challenges from their making to their result. What must not happen twice is decided by the database: the answer to a
 * challenge is part of the transaction that makes its match, and its result of the one that ends it.
 */
export class ChallengeBook implements Challenges, Races {
  readonly #parts: ChallengeParts;
  /** Milliseconds to answer a challenge, and to finish a race. */
  readonly #lifetime: number;
  readonly #sweeper: Sweeper;

  constructor(parts: ChallengeParts, lifetime: number) {
    this.#parts = parts;
    this.#lifetime = lifetime;
    this.#sweeper = new Sweeper(parts.clock, SWEEP_MS, () => this.#sweep());
  }

  /** From now on challenges whose time is up are ended. */
  start(): void {
    this.#sweeper.start();
  }

  stop(): Promise<void> {
    return this.#sweeper.stop();
  }

  create(player: string, request: ChallengeRequest): Promise<{ ok: true; challenge: ChallengeView } | Refusal> {
    return this.#parts.matches.inTurn(player, async () => {
      const own = await this.#parts.players.byId(player);
      const other = await this.#parts.findPlayer(request.opponent);
      if (own === null || other === null) return refuse('not-found', 'There is no player of this name.');
      if (other.player === player) return refuse('self-challenge', 'You cannot challenge yourself.');
      if ((await this.#parts.graph.canChallenge(player, other.player)) === 'blocked') return blocked();
      const terms = await this.#terms(player, request);
      if ('ok' in terms) return terms;
      const taken = await this.#parts.matches.takeRoom(player);
      return taken ?? this.#open({ player, name: own.name }, other, request.mode, terms);
    });
  }

  async list(player: string): Promise<ChallengeList> {
    const all = await this.#parts.store.challengesOf(player, RECENT);
    const views = await Promise.all(all.map((challenge) => this.#view(challenge, player)));
    const pending = views.filter(({ status }) => status === 'PENDING');
    return {
      incoming: pending.filter(({ you }) => you === 'challengee'),
      outgoing: pending.filter(({ you }) => you === 'challenger'),
      active: views.filter(({ status }) => status === 'ACCEPTED'),
      recent: views.filter(({ status }) => status !== 'PENDING' && status !== 'ACCEPTED').slice(0, RECENT),
    };
  }

  async read(player: string, id: string): Promise<{ ok: true; challenge: ChallengeView } | Refusal> {
    const found = await this.#find(player, id);
    return found.ok ? { ok: true, challenge: await this.#view(found.challenge, player) } : found;
  }

  act(player: string, id: string, action: ChallengeAction): Promise<Act> {
    return this.#parts.matches.inTurn(player, async () => {
      const found = await this.#find(player, id);
      if (!found.ok) return found;
      const { challenge, side } = found;
      const due = action.kind === 'accept' || action.kind === 'decline' ? 1 : 0;
      if (side !== due)
        return refuse('forbidden', `Only the ${due === 1 ? 'challenged player' : 'challenger'} can do this.`);
      switch (action.kind) {
        case 'accept':
          return this.#accept(challenge, action.abandon === true);
        case 'start':
          return this.#start(challenge, action.abandon === true);
        case 'decline':
          return this.#close(challenge, side, 'DECLINED');
        case 'cancel':
          return this.#close(challenge, side, 'CANCELLED');
      }
    });
  }

  async opponentOf(match: HotMatch): Promise<Opponent | null> {
    const race = await this.#raceOf(match);
    if (race === null) return null;
    const { challenge, side, own } = race;
    const { status, score } = rivalRun(runOn(challenge, other(side)), own, isBenchmark(challenge, other(side)));
    const { name } = challenge.sides[other(side)];
    return score === undefined ? { name, status } : { name, status, score };
  }

  async sealed(match: HotMatch): Promise<boolean> {
    return ((await this.#raceOf(match))?.challenge.endedAt ?? 1) === 0;
  }

  /** Shows the other run of a race, where it is in memory, what has become of this one; later, while the database is away. */
  async tellRival(match: HotMatch): Promise<void> {
    try {
      const race = await this.#raceOf(match);
      const rival = race === null ? null : race.challenge.matches[other(race.side)];
      const hot = rival === null ? null : this.#parts.host.peek(rival);
      if (hot !== null) await this.#parts.watchOpponent(hot);
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
    }
  }

  async #raceOf(match: HotMatch): Promise<{ challenge: ChallengeRecord; side: Side; own: RaceRun } | null> {
    const position = flipPosition(match.state);
    if (position === null || match.state.mode !== 'SPEED_RACE') return null;
    const challenge = await this.#parts.store.challenge(position.shown.challenge);
    if (challenge === null) return null;
    return { challenge, side: challenge.matches[0] === match.state.id ? 0 : 1, own: runOf(position) };
  }

  /** What a challenge is about: the caller's completed game, or a new board. */
  async #terms(player: string, { mode, benchmark, difficulty, theme }: ChallengeRequest): Promise<Terms | Refusal> {
    if (benchmark !== undefined) {
      return mode === 'SPEED_RACE'
        ? this.#benchmark(player, benchmark)
        : refuse('bad-request', 'Only a race can be made from a solo game.');
    }
    const wish = { ...(difficulty !== undefined && { difficulty }), ...(theme !== undefined && { theme }) };
    const board = await this.#parts.matches.board(player, wish);
    const id = base62(this.#parts.random, ID_LENGTH);
    const seed = mode === 'DUEL' ? '' : raceSeed(random64(this.#parts.random), id).toString();
    return { id, ...board, seed, match: null, run: null };
  }

  async #benchmark(player: string, room: string): Promise<Terms | Refusal> {
    const result = await this.#parts.host.submit(room, { kind: 'touch' }, this.#now());
    if (!result.ok && result.code === 'unavailable') throw new StoreUnavailable(result.message);
    if (!result.ok || seatOf(result.match.state, player) === -1) {
      return refuse('not-found', 'There is no such room, or it is not yours.');
    }
    const { state } = result.match;
    const position = flipPosition(state);
    const run = runOf(position);
    if (position === null || state.mode !== 'SOLO' || run.status !== 'completed') {
      return refuse('wrong-status', 'Only a solo game that you have completed can be raced against.');
    }
    const { difficulty, theme } = position.shown;
    const id = base62(this.#parts.random, ID_LENGTH);
    return { id, difficulty, theme, seed: position.kept.seed, match: state.id, run };
  }

  async #open(
    own: Entrant,
    rival: Entrant,
    mode: ChallengeRequest['mode'],
    { id, difficulty, theme, seed, match, run }: Terms,
  ): Promise<{ ok: true; challenge: ChallengeView } | Refusal> {
    const createdAt = this.#now();
    const text = challenged(own.name, mode, run?.score ?? null);
    const data = { challenge: id, mode };
    const made = await this.#parts.store.createChallenge(
      {
        ...{ id, mode, sides: [own, rival], difficulty, theme, seed, createdAt },
        ...{
          expiresAt: createdAt + this.#lifetime,
          matches: [match, null],
          runs: [run, null],
          benchmark: run !== null,
        },
      },
      MOST_PENDING,
      [{ player: rival.player, kind: 'challenge-received', at: createdAt, text, data }],
    );
    if (made === 'duplicate') {
      return refuse('duplicate', `There is such a challenge between you and ${rival.name} already.`);
    }
    if (made === 'too-many-pending') {
      return refuse('too-many-pending', `You have ${MOST_PENDING} open challenges: wait for an answer, or cancel one.`);
    }
    this.#parts.wake([rival.player]);
    return this.read(own.player, id);
  }

  /** Of two tabs that accept at once, both get the one match. */
  async #accept(challenge: ChallengeRecord, abandon: boolean): Promise<Act> {
    const [challenger, challengee] = challenge.sides;
    if (challenge.status === 'ACCEPTED') return this.#shown(challenge, 1);
    const closed = this.#notPending(challenge);
    if (closed !== null) return closed;
    if ((await this.#parts.graph.canChallenge(challenger.player, challengee.player)) === 'blocked') return blocked();
    const duel = challenge.mode === 'DUEL';
    const text = answered(challengee.name, challenge.mode, 'accepts');
    const at = this.#now();
    const notice: NoticeDraft = {
      ...{ player: challenger.player, kind: 'challenge-accepted', at, text },
      data: { challenge: challenge.id, mode: challenge.mode },
    };
    return this.#make(challenge, 1, abandon, {
      ...(duel ? { mode: 'DUEL', seats: [challenger, challengee] } : { mode: 'SPEED_RACE', seats: [challengee] }),
      // A duel ends by clocks of its own.
      challenge: { id: challenge.id, kind: 'accept', at, expiresAt: duel ? 0 : at + this.#lifetime },
      notices: [notice],
    });
  }

  /** The challenger's run of a direct race. */
  async #start(challenge: ChallengeRecord, abandon: boolean): Promise<Act> {
    const { id, mode, status, benchmark, matches, expiresAt, sides } = challenge;
    if (mode !== 'SPEED_RACE' || benchmark)
      return refuse('wrong-status', 'You have no run to start in this challenge.');
    if (status === 'PENDING') {
      return this.#notPending(challenge) ?? refuse('wrong-status', 'Your challenge is not accepted yet.');
    }
    if (status === 'ACCEPTED' && matches[0] !== null) return this.#shown(challenge, 0);
    if (status === 'ACCEPTED' && expiresAt > this.#now()) {
      return this.#make(challenge, 0, abandon, {
        ...{ mode: 'SPEED_RACE', seats: [sides[0]] },
        challenge: { id, kind: 'start', at: this.#now(), expiresAt },
      });
    }
    return over(challenge);
  }

  async #make(
    challenge: ChallengeRecord,
    side: Side,
    abandon: boolean,
    plan: Pick<Plan, 'mode' | 'seats' | 'challenge' | 'notices'>,
  ): Promise<Act> {
    const { player } = challenge.sides[side];
    const { difficulty, theme, seed } = challenge;
    const made = await this.#parts.matches.make(player, abandon, {
      ...plan,
      difficulty,
      theme,
      ...(seed !== '' && { seed }),
    });
    if (made === 'challenge' || !made.ok) {
      // What is in the way may be this very match: made by another tab, or through another process, in this moment.
      const now = (await this.#parts.store.challenge(challenge.id)) ?? challenge;
      if (now.status === 'ACCEPTED' && now.matches[side] !== null) return this.#shown(now, side);
      return made === 'challenge' ? over(now) : made;
    }
    void this.tellRival(made.match);
    return this.#answer(challenge.id, player, made.match);
  }

  async #close(challenge: ChallengeRecord, side: Side, status: 'DECLINED' | 'CANCELLED'): Promise<Act> {
    const closed = this.#notPending(challenge);
    if (closed !== null) return closed;
    const { id, mode, sides } = challenge;
    const at = this.#now();
    const [challenger, challengee] = sides;
    const text = answered(challengee.name, mode, 'declines');
    const data = { challenge: id, mode };
    const notices: NoticeDraft[] =
      status === 'DECLINED' ? [{ player: challenger.player, kind: 'challenge-declined', at, text, data }] : [];
    const done = await this.#parts.store.closeChallenge(id, status, at, notices);
    const now = (await this.#parts.store.challenge(id)) ?? challenge;
    if (!done) return over(now);
    this.#parts.wake(notices.map(({ player }) => player));
    return { ok: true, challenge: await this.#view(now, sides[side].player) };
  }

  /** The answer to who has been served before: the challenge and their room. */
  async #shown(challenge: ChallengeRecord, side: Side): Promise<Act> {
    const match = challenge.matches[side];
    if (match === null) return over(challenge);
    const result = await this.#parts.host.submit(match, { kind: 'touch' }, this.#now());
    if (!result.ok) return { ok: false, code: result.code, message: result.message };
    return this.#answer(challenge.id, challenge.sides[side].player, result.match);
  }

  async #answer(id: string, player: string, match: HotMatch): Promise<Act> {
    const read = await this.read(player, id);
    return read.ok ? { ...read, room: await this.#parts.show(match, player) } : read;
  }

  /** Existence is told to its two players alone. */
  async #find(player: string, id: string): Promise<{ ok: true; challenge: ChallengeRecord; side: Side } | Refusal> {
    const challenge = await this.#parts.store.challenge(id);
    const side = challenge?.sides.findIndex((named) => named.player === player) ?? -1;
    if (challenge === null || side === -1)
      return refuse('not-found', 'There is no such challenge, or it is not yours.');
    return { ok: true, challenge, side: side === 0 ? 0 : 1 };
  }

  /** Why a challenge cannot be answered any more, or null. */
  #notPending(challenge: ChallengeRecord): Refusal | null {
    return challenge.status === 'PENDING' && challenge.expiresAt > this.#now() ? null : over(challenge);
  }

  async #view(challenge: ChallengeRecord, player: string): Promise<ChallengeView> {
    const { id, mode, sides, difficulty, theme, createdAt, expiresAt, acceptedAt, matches, result } = challenge;
    const lapsed = challenge.status === 'PENDING' && expiresAt <= this.#now();
    const side: Side = sides[0].player === player ? 0 : 1;
    const room = matches[side];
    return {
      ...{ id, mode, status: lapsed ? 'EXPIRED' : challenge.status, challenger: sides[0], challengee: sides[1] },
      ...{ difficulty, theme, createdAt, expiresAt, acceptedAt, you: side === 0 ? 'challenger' : 'challengee' },
      ...(mode === 'SPEED_RACE' && { runs: [runShown(challenge, 0, side), runShown(challenge, 1, side)] }),
      ...(room !== null && { room }),
      ...(result !== null && { result }),
    };
  }

  #now(): number {
    return this.#parts.clock.now();
  }

  /** Ends challenges whose time is up: the runs of a race first, at that very instant, so that none is completed after it. */
  async #sweep(): Promise<void> {
    try {
      for (;;) {
        const now = this.#now();
        const due = await this.#parts.store.dueChallenges(now, SWEEP_BATCH);
        if (due.length === 0 || this.#sweeper.stopped) return;
        for (const challenge of due) await this.#endRuns(challenge);
        const ids = due.map(({ id }) => id);
        this.#parts.wake(await this.#parts.store.expireChallenges(ids, now));
        if (due.length < SWEEP_BATCH) return;
      }
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) this.#parts.log.error({ err: error }, 'the sweep of challenges failed');
    }
  }

  async #endRuns({ mode, runs, matches, expiresAt }: ChallengeRecord): Promise<void> {
    if (mode !== 'SPEED_RACE') return;
    for (const side of [0, 1] as const) {
      const match = matches[side];
      if (match !== null && runs[side] === null) await this.#parts.host.submit(match, { kind: 'abandon' }, expiresAt);
    }
  }
}

interface Terms extends Pick<ChallengeRecord, 'id' | 'difficulty' | 'theme' | 'seed'> {
  /** The solo game that is the challenger's run. */
  readonly match: string | null;
  readonly run: RaceRun | null;
}

function other(side: Side): Side {
  return side === 0 ? 1 : 0;
}

function runOn({ runs, matches }: ChallengeRecord, side: Side): RaceRun {
  return runAt(runs[side], matches[side]);
}

function isBenchmark({ benchmark }: ChallengeRecord, side: Side): boolean {
  return benchmark && side === 0;
}

/** One side's run as the player of `reader` may know it. */
function runShown(challenge: ChallengeRecord, side: Side, reader: Side): ChallengeRun {
  const { name } = challenge.sides[side];
  const run = runOn(challenge, side);
  const known = side === reader || isBenchmark(challenge, side) || challenge.endedAt !== 0;
  return { name, ...rivalRun(run, runOn(challenge, reader), known) };
}

function refuse(code: Refusal['code'], message: string): Refusal {
  return { ok: false, code, message };
}

function blocked(): Refusal {
  return refuse('blocked', 'This player does not take challenges from you.');
}

const ENDS: Readonly<Record<ChallengeRecord['status'], string>> = {
  PENDING: 'has expired',
  ACCEPTED: 'is under way',
  DECLINED: 'was declined',
  CANCELLED: 'was cancelled',
  EXPIRED: 'has expired',
  COMPLETED: 'is over',
};

/** The refusal of what comes too late. */
function over({ status }: ChallengeRecord): Refusal {
  const code = status === 'PENDING' || status === 'EXPIRED' ? 'expired' : 'wrong-status';
  return refuse(code, `This challenge ${ENDS[status]}.`);
}

import {
  type Command,
  type CreateCommand,
  create,
  decide,
  due,
  evolve,
  gameOf,
  isOver,
  type MatchEvent,
  type MatchState,
  type MatchView,
  project,
  replay,
  seatOf,
  unknownRules,
} from '@freeplay/shared/engine';
import type { Rules, Seen } from '@freeplay/shared/games';
import { canonical } from '@freeplay/shared/proof';
import type { ErrorCode, NoticeDraft } from '@freeplay/shared/protocol';
import { type ReceiptMatch, receiptMatch } from '@freeplay/shared/receipt';
import type { Clock } from '../clock.ts';
import { sha256 } from '../digest.ts';
import type { Log } from '../log.ts';
import type { Metrics } from '../operators/metrics.ts';
import { below, type Random } from '../random.ts';
import { type Chain, extend, hashesOf, startChain } from '../receipts/chain.ts';
import type { ChallengeClaim, Outcome } from '../store/flip/port.ts';
import { type AppendOutcome, type Journal, type StoredMatch, StoreUnavailable } from '../store/port.ts';
import { LeftAlone, Sweeper } from '../sweeper.ts';
import { HotMatch, type Watcher } from './hot-match.ts';
import { Outage } from './outage.ts';
import type { HostCommand, HostRefusal, HostResult } from './port.ts';
import { appendOf } from './rows.ts';

export type CreateResult =
  | { readonly ok: true; readonly match: HotMatch }
  | { readonly ok: false; readonly outcome: Exclude<AppendOutcome, { ok: true }> };

export interface HostOptions {
  /** Idle milliseconds after which a match leaves memory. */
  readonly hotMs: number;
  /** Milliseconds between two looks for idle and for due matches. */
  readonly sweepMs: number;
}

export interface HostParts {
  readonly journal: Journal;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly rules: (id: string) => Rules | null;
  /** The rules hash that this process serves of a game, or null. */
  readonly rulesOf: (game: string) => string | null;
  readonly random: Random;
  /** Epoch ms at which a player was last there, 0 = not known; now for one who is. */
  readonly lastSeen: (player: string) => Promise<number>;
  /** The canonical text of a receipt, signed. */
  readonly receipt: (match: ReceiptMatch) => string;
  readonly records?: Records;
}

/** What matches leave beside their logs. */
export interface Records {
  /** What these events, which lead from `before` (null: creation) to `after`, leave in the records of players. */
  outcomeOf(before: MatchState | null, after: MatchState, events: readonly MatchEvent[]): Outcome | null;
  /** A commit that leaves something has been made; `players` have been notified of it. */
  committed(match: HotMatch, players: readonly string[]): void;
}

/** Where a new match comes from, beside its players' wish. */
export interface Origin {
  readonly challenge?: ChallengeClaim;
  /** Sent with its creation. */
  readonly notices?: readonly NoticeDraft[];
  /** By player, the match whose active seat they give up for it; they have still to leave that one. */
  readonly from?: Readonly<Record<string, string>>;
}

/** Due matches that one look of the sweeper takes. */
const SWEEP_BATCH = 64;
const NOBODY: ReadonlySet<Watcher> = new Set();
/** A lost revision is followed by a reload and another try; so many in a row mean that something else is wrong. */
const ATTEMPTS = 4;
const RETRY_SECONDS = 1;
/** Milliseconds after which the sweeper tries a match again whose log it could not read. */
const TROUBLE_MS = 60_000;

/**
 * Keeps hot matches, each behind one serial queue; loads cold ones from the journal; arms their deadlines. Nothing is
 * answered or shown before the journal has it.
 */
export class Host {
  readonly #parts: HostParts;
  readonly #options: HostOptions;
  readonly #hot = new Map<string, HotMatch>();
  readonly #loading = new Map<string, Promise<HotMatch | null>>();
  readonly #alarms = new Map<string, Alarm>();
  readonly #watchers = new Map<string, Set<Watcher>>();
  /** Matches that have failed by themselves. */
  readonly #troubled: LeftAlone;
  readonly #outage: Outage;
  readonly #sweeper: Sweeper;

  constructor(parts: HostParts, options: HostOptions) {
    this.#parts = parts;
    this.#options = options;
    this.#outage = new Outage(parts.log);
    this.#troubled = new LeftAlone(parts.clock, TROUBLE_MS);
    this.#sweeper = new Sweeper(parts.clock, options.sweepMs, () => this.#sweep());
  }

  /** Matches in memory. */
  get size(): number {
    return this.#hot.size;
  }

  /** A match that is in memory, as it stands. */
  peek(id: string): HotMatch | null {
    return this.#hot.get(id) ?? null;
  }

  /** Starts the sweeper: deadlines of cold matches fire from now on. */
  start(): void {
    this.#sweeper.start();
  }

  /** Stops timers and waits for what is under way. */
  async stop(): Promise<void> {
    const swept = this.#sweeper.stop();
    for (const alarm of this.#alarms.values()) alarm.cancel();
    this.#alarms.clear();
    await swept;
    await Promise.all([...this.#hot.values()].map((match) => match.serially(async () => {})));
  }

  /** The one way in. `at` is the instant (epoch ms) at which the command was stamped at the door. */
  async submit(id: string, command: HostCommand, at: number): Promise<HostResult> {
    const { metrics, clock } = this.#parts;
    const kind = command.kind === 'act' ? command.action.kind : command.kind;
    const started = clock.monotonic();
    const result = await this.#attempt(id, command, at);
    metrics.command(kind, result.ok ? 'ok' : result.code, (clock.monotonic() - started) / 1000);
    return result;
  }

  async #attempt(id: string, command: HostCommand, at: number): Promise<HostResult> {
    try {
      for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
        const match = this.#hot.get(id) ?? (await this.#find(id));
        if (match === null) return notFound();
        const result = await match.serially(() => this.#run(match, command, at));
        if (result !== 'lost') return result;
      }
      this.#parts.log.error({ match: id }, 'a match keeps losing its revision');
      return unavailable();
    } catch (error) {
      return this.#failed(id, error);
    }
  }

  /** Writes a new match; it is hot from then on. Conflicts are answered as the journal has them. */
  async create(
    command: CreateCommand,
    invite: string | null,
    capacity: number,
    at: number,
    { challenge, notices = [], from = {} }: Origin = {},
  ): Promise<CreateResult | HostRefusal> {
    const rules = this.#rules(command.game);
    const events = create(command, at, rules);
    const state = replay(events, rules);
    const texts = events.map(canonical);
    const match = this.#hotMatch(state, rules, invite, extend(startChain(state, rules.initial(state.position)), texts));
    const { view, fixed } = match;
    let notified: readonly string[] | undefined;
    try {
      const outcome = await this.#parts.journal.append(
        appendOf({
          events,
          texts,
          before: null,
          after: state,
          view,
          fixed,
          receipt: null,
          capacity,
          activeClass: rules.activeClass,
          from,
          challenge: challenge ?? null,
          outcome: notices.length === 0 ? null : { match: state.id, at, finishes: [], challenge: null, notices },
        }),
      );
      if (!outcome.ok) return { ok: false, outcome };
      notified = outcome.notified;
      this.#outage.worked('writes');
    } catch (error) {
      this.#missed('writes', error);
      return this.#failed(command.match, error);
    }
    const admitted = this.#admit(match);
    if (notified !== undefined) this.#parts.records?.committed(admitted, notified);
    return { ok: true, match: admitted };
  }

  /**
   * Calls `show` after each commit and each change of presence of a match, and after each load of it; the match stays
   * hot while watched. What it throws is its own affair: the match, and whoever else watches, go on. Returns how to stop.
   */
  watch(id: string, show: Watcher): () => void {
    const watcher: Watcher = (match) => {
      try {
        show(match);
      } catch (error) {
        this.#parts.log.error({ match: id, err: error }, 'a match could not be shown; it is durable all the same');
      }
    };
    const watchers = this.#watchers.get(id) ?? new Set();
    this.#watchers.set(id, watchers.add(watcher));
    return () => {
      watchers.delete(watcher);
      if (watchers.size === 0 && this.#watchers.get(id) === watchers) this.#watchers.delete(id);
      const match = this.#hot.get(id);
      if (match !== undefined) match.lookedAt = this.#parts.clock.monotonic();
    };
  }

  /** Reads a match into memory, or waits for who reads it already. */
  #find(id: string): Promise<HotMatch | null> {
    const loading = this.#loading.get(id) ?? this.#load(id).finally(() => this.#loading.delete(id));
    this.#loading.set(id, loading);
    return loading;
  }

  async #load(id: string): Promise<HotMatch | null> {
    const stored = await this.#parts.journal.load(id);
    if (stored === null) return null;
    const rules = this.#rules(gameOf(stored.events));
    const state = replay(stored.events, rules);
    const serves = this.#serves(state);
    const chain = extend(startChain(state, serves ? rules.initial(state.position) : null), stored.texts);
    return this.#admit(this.#hotMatch(state, rules, stored.row.invite, chain, serves ? null : lastView(stored)));
  }

  /** One copy of a match is hot: of two that were made side by side, the first. */
  #admit(match: HotMatch): HotMatch {
    const { id } = match.state;
    const hot = this.#hot.get(id);
    if (hot !== undefined) return hot;
    this.#hot.set(id, match);
    this.#arm(match);
    match.publish();
    return match;
  }

  #hotMatch(
    state: MatchState,
    rules: Rules,
    invite: string | null,
    chain: Chain,
    view: MatchView | null = null,
  ): HotMatch {
    const { clock } = this.#parts;
    return new HotMatch({
      ...{ state, rules, view, chain, fixed: { invite }, watchers: () => this.#watchers.get(state.id) ?? NOBODY },
      ...{ now: clock.now(), monotonic: clock.monotonic() },
    });
  }

  /** One command in the match's queue: what is due first, then the command, all in one append. */
  async #run(match: HotMatch, command: HostCommand, at: number): Promise<HostResult | 'lost'> {
    if (this.#hot.get(match.state.id) !== match) return 'lost';
    match.lookedAt = this.#parts.clock.monotonic();
    const turn = new Turn(match.state, match.rules, this.#parts.random);
    if (!this.#serves(match.state)) turn.decide({ kind: 'void', reason: 'rules-changed' }, at);
    const overdue = asked(match, at);
    turn.fireDue(at, overdue === null ? undefined : await this.#witness(match, overdue));
    const answer = turn.answer(command, at);
    const outcome = await this.#commit(match, turn);
    if (outcome === 'lost') return 'lost';
    if (outcome !== null) return { ...outcome, match };
    return answer.ok ? { ok: true, match, revision: answer.revision } : { ...answer, match };
  }

  /** When the players were last there, as it counts for a deadline. */
  async #witness({ state, loadedAt }: HotMatch, deadline: number): Promise<Seen> {
    const seen = await Promise.all(
      state.seats.map((entrant) => (entrant === null ? 0 : this.#parts.lastSeen(entrant.player))),
    );
    // Before this process had the match, nobody was there with it; who has come since says nothing about that time.
    return deadline < loadedAt ? seen.map((last) => (last < deadline ? last : 0)) : seen;
  }

  async #commit(match: HotMatch, turn: Turn): Promise<HostRefusal | 'lost' | null> {
    if (turn.events.length === 0) return null;
    const { events, state: after } = turn;
    const texts = events.map(canonical);
    const chain = extend(match.chain, texts);
    const view = project(after, match.rules, sha256);
    const receipt = isOver(after.status) ? this.#receipt(match.rules, after, view, chain) : null;
    const { state: before, fixed } = match;
    const append = appendOf({
      events,
      texts,
      before,
      after,
      view,
      fixed,
      receipt,
      capacity: 0,
      activeClass: match.rules.activeClass,
      from: {},
      challenge: null,
      outcome: this.#parts.records?.outcomeOf(before, after, events) ?? null,
    });
    const outcome = await this.#parts.journal.append(append).catch((error: unknown) => {
      // What became of the write is not known: the copy goes, and the next touch reads what is durable.
      this.#drop(match);
      this.#missed('writes', error);
      throw error;
    });
    if (outcome.ok) {
      this.#outage.worked('writes');
      for (const { kind } of events) this.#parts.metrics.event(kind);
      match.commit(after, view, chain);
      this.#arm(match);
      if (outcome.notified !== undefined) this.#parts.records?.committed(match, outcome.notified);
      return null;
    }
    if (outcome.conflict === 'active-seat') return inActiveMatch(outcome.match);
    this.#parts.metrics.lostRevisions.inc();
    this.#parts.log.warn(
      { match: match.state.id, conflict: outcome.conflict },
      'another writer has this match: dropped',
    );
    this.#drop(match);
    return 'lost';
  }

  #receipt(rules: Rules, { position }: MatchState, view: MatchView, chain: Chain): string {
    const reveal = rules.hidden ? rules.initial(position) : undefined;
    return this.#parts.receipt(receiptMatch(view, hashesOf(chain), reveal));
  }

  #serves(state: MatchState): boolean {
    return this.#parts.rulesOf(state.game) === state.rules;
  }

  #rules(id: string): Rules {
    return this.#parts.rules(id) ?? unknownRules(id);
  }

  #failed(id: string, error: unknown): HostRefusal {
    if (this.#missed('reads', error)) return unavailable();
    this.#parts.log.error({ match: id, err: error }, 'a command failed');
    this.#troubled.add(id);
    return unavailable();
  }

  /** True when it is the database that did not answer. */
  #missed(what: 'reads' | 'writes', error: unknown): boolean {
    if (!(error instanceof StoreUnavailable)) return false;
    this.#outage.failed(what, error.message);
    return true;
  }

  /** Lets a match go. Where somebody watches, it is loaded again at once: its next load is what they see. */
  #drop(match: HotMatch): void {
    const { id } = match.state;
    if (this.#hot.get(id) !== match) return;
    this.#hot.delete(id);
    this.#alarms.get(id)?.cancel();
    this.#alarms.delete(id);
    if (match.watchers.size > 0) void this.#comeBack(id);
  }

  /** Loads a watched match again, and keeps trying while the database is away. */
  async #comeBack(id: string): Promise<void> {
    const { clock } = this.#parts;
    const result = await this.submit(id, { kind: 'touch' }, clock.now());
    if (result.ok || result.code !== 'unavailable' || this.#sweeper.stopped || !this.#watchers.has(id)) return;
    clock.after(RETRY_SECONDS * 1000, () => void this.#comeBack(id));
  }

  /**
   * Sees to it that a timer stands at or before the match's deadline. A timer that stands earlier is left alone and
   * re-arms itself when it fires: a move costs no timer.
   */
  #arm(match: HotMatch): void {
    const { id } = match.state;
    const { deadline } = match;
    const alarm = this.#alarms.get(id);
    if (deadline === 0) {
      alarm?.cancel();
      this.#alarms.delete(id);
      return;
    }
    if (this.#sweeper.stopped || (alarm !== undefined && alarm.at <= deadline)) return;
    alarm?.cancel();
    const cancel = this.#parts.clock.after(deadline - this.#parts.clock.now(), () => this.#ring(match));
    this.#alarms.set(id, { at: deadline, cancel });
  }

  #ring(match: HotMatch): void {
    const { id } = match.state;
    if (this.#hot.get(id) !== match) return;
    this.#alarms.delete(id);
    const now = this.#parts.clock.now();
    if (match.deadline > now) this.#arm(match);
    else void this.submit(id, { kind: 'touch' }, now);
  }

  async #sweep(): Promise<void> {
    this.#letGo();
    try {
      await this.#fireCold();
    } catch (error) {
      if (!this.#missed('reads', error)) this.#parts.log.error({ err: error }, 'the sweep of deadlines failed');
    }
  }

  /** Fires the deadlines of all matches that are due, cold ones included; ends when none is left or none moves on. */
  async #fireCold(): Promise<void> {
    const done = this.#troubled.now();
    while (!this.#sweeper.stopped) {
      const now = this.#parts.clock.now();
      // Those that do not move on stay at the head of the list, and must not hide the others.
      const ids = (await this.#parts.journal.due(now, SWEEP_BATCH + done.size)).filter((id) => !done.has(id));
      this.#outage.worked('reads');
      if (ids.length === 0) return;
      await Promise.all(ids.map((id) => this.submit(id, { kind: 'touch' }, now)));
      for (const id of ids) done.add(id);
    }
  }

  #letGo(): void {
    const before = this.#parts.clock.monotonic() - this.#options.hotMs;
    for (const match of this.#hot.values()) {
      if (match.idle && match.lookedAt <= before) this.#drop(match);
    }
  }
}

/** The deadline that has passed by `at` (both epoch ms) and of which the rules ask who was there, or null. */
function asked({ state, rules }: HotMatch, at: number): number | null {
  const next = rules.watchesPresence ? due(state, rules) : null;
  return next === null || next.at > at ? null : next.at;
}

/** A timer that stands at `at` (epoch ms). */
interface Alarm {
  readonly at: number;
  readonly cancel: () => void;
}

/** Events gathered by one command, and the state that they lead to. Pure: nothing is durable yet. */
class Turn {
  readonly events: MatchEvent[] = [];
  state: MatchState;
  readonly #rules: Rules;
  readonly #random: Random;

  constructor(state: MatchState, rules: Rules, random: Random) {
    this.state = state;
    this.#rules = rules;
    this.#random = random;
  }

  decide(command: Command, at: number): ReturnType<typeof decide> {
    const decision = decide(this.state, command, at, this.#rules);
    if (decision.ok) {
      for (const event of decision.events) this.state = evolve(this.state, event, this.#rules);
      this.events.push(...decision.events);
    }
    return decision;
  }

  /** Deadlines that have passed by `at` fire in order, each at its own instant. */
  fireDue(at: number, seen: Seen | undefined): void {
    let before: number;
    do {
      before = this.events.length;
      this.decide(seen === undefined ? { kind: 'expire' } : { kind: 'expire', seen }, at);
    } while (this.events.length > before);
  }

  answer(command: HostCommand, at: number): { ok: true; revision: number } | HostRefusal {
    if (command.kind === 'touch') return { ok: true, revision: this.state.revision };
    if (command.kind === 'join') return this.#decided(command, at);
    if (command.kind === 'abandon') return this.#decided({ kind: 'void', reason: 'abandoned' }, at);
    const seat = seatOf(this.state, command.player);
    if (command.kind === 'withdraw') return this.#withdraw(seat, at);
    if (seat === -1) return notFound();
    if (command.kind === 'arrive') return this.#decided({ kind: 'arrive', seat }, at);
    const answer = this.#decided(this.#withChoice({ ...command.action, seat }), at);
    // Any input shows that the player is there, a refused one too.
    if (!answer.ok) this.decide({ kind: 'arrive', seat }, at);
    return answer;
  }

  /** Where the rules leave something to chance, it chooses here, and the event records it. */
  #withChoice(command: Command): Command {
    if (command.kind !== 'move') return command;
    const choices = this.#rules.choices(this.state.position, command.action) ?? [];
    const choice = choices.length === 0 ? undefined : choices[below(this.#random, choices.length)];
    return choice === undefined ? command : { ...command, choice };
  }

  #withdraw(seat: number, at: number): { ok: true; revision: number } | HostRefusal {
    const { status, id } = this.state;
    // Without a seat here, the player has just come in through another process.
    const inMatch = seat === -1 || status === 'ready' || status === 'playing';
    return inMatch ? inActiveMatch(id) : this.#decided({ kind: 'leave', seat }, at);
  }

  #decided(command: Command, at: number): { ok: true; revision: number } | HostRefusal {
    const decision = this.decide(command, at);
    return decision.ok ? { ok: true, revision: decision.revision } : decision;
  }
}

/** The last view of a match that ended under rules which are no longer served: its log cannot be replayed here. */
function lastView({ row }: StoredMatch): MatchView | null {
  return row.finalView !== null && isOver(row.status) ? (JSON.parse(row.finalView) as MatchView) : null; // Written by us.
}

function refuse(code: ErrorCode, message: string): HostRefusal {
  return { ok: false, code, message };
}

export function notFound(): HostRefusal {
  return refuse('not-found', 'There is no such room, or it is not yours.');
}

export function inActiveMatch(room: string): HostRefusal {
  return { ...refuse('in-active-match', 'You are in another match. Finish or leave it first.'), room };
}

export function unavailable(): HostRefusal {
  return {
    ...refuse('unavailable', 'The service cannot reach its database just now. Nothing is lost; try again.'),
    retryAfter: RETRY_SECONDS,
  };
}

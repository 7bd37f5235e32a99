import type { Clock, Connection, FreeplayError, Match, RoomAction, Snapshot } from '@freeplay/client-sdk';
import { FreeplayError as Failure } from '@freeplay/client-sdk';
import { isOver } from '@freeplay/shared/engine';
import { expect } from 'chai';
import { pick, type Random } from '../games/support.ts';
import { Player, type ReplayAnswer, shown } from '../support/player.ts';

/** Resolves once the match shows what is asked for, now or after a change; rejects when it is gone. */
export function until(match: Match, shows: (snapshot: Snapshot) => boolean): Promise<Snapshot> {
  return new Promise((resolve, reject) => {
    const stop = match.on('change', look);
    look();

    function look(): void {
      if (match.failure !== null) settle(() => reject(match.failure));
      else if (match.snapshot !== null && shows(match.snapshot)) settle(resolve.bind(null, match.snapshot));
    }
    function settle(how: () => void): void {
      // On the first look there is no subscription yet, nor need there be an end to it: a promise settles once.
      queueMicrotask(() => stop());
      how();
    }
  });
}

/** Resolves once the match is followed this way. */
export function reaches(match: Match, wanted: Connection): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (match.connection === wanted) resolve();
    };
    match.on('connection', look);
    look();
  });
}

/** Resolves with the error that a promise is rejected with; fails when it is not. */
export async function failure(promise: Promise<unknown>): Promise<FreeplayError> {
  const outcome = await promise.then(
    (value: unknown) => ({ value }),
    (error: unknown) => ({ error }),
  );
  if ('error' in outcome && outcome.error instanceof Failure) return outcome.error;
  throw new Error(`expected a FreeplayError, got ${JSON.stringify(outcome)}`);
}

/** The system's clock, so many times as fast. Server and clients that share one agree on the time. */
export function fastClock(speed: number): Clock {
  const epoch = Date.now();
  const started = performance.now();
  const elapsed = () => (performance.now() - started) * speed;
  return {
    now: () => epoch + Math.round(elapsed()),
    monotonic: elapsed,
    after(ms, fn) {
      const timer = setTimeout(fn, Math.min(ms / speed, 2 ** 31 - 1));
      return () => clearTimeout(timer);
    },
  };
}

/** The system's clock, but that waits are so many times shorter: for clients of a server with a clock of its own. */
export function hastyClock(speed: number): Clock {
  const { after } = fastClock(speed);
  return { now: () => Date.now(), monotonic: () => performance.now(), after };
}

/** Two guests at one match that awaits their `ready`. Named by label, seated by whatever connection the test likes. */
export async function pairUp(url: string, game: string, label: string): Promise<{ id: string; guests: Player[] }> {
  const guests = await Promise.all(['one', 'two'].map((name) => Player.open(url, `${label} ${name}`)));
  const [owner, friend] = guests;
  if (owner === undefined || friend === undefined) throw new Error('two guests');
  const { id, invite } = shown(await owner.enter({ game, mode: 'private' }));
  shown(await friend.enter({ mode: 'join', room: invite ?? '' }));
  return { id, guests };
}

/** A move as its sender knows it. `unknown`: the promise was rejected without saying whether it was played. */
export interface SentMove {
  readonly id: string;
  readonly seat: number;
  readonly action: number;
  fate: 'open' | 'resolved' | 'refused' | 'unknown';
}

const THINKING_MS = 400;

/** Plays one match through the SDK to its end: moves at random when it is its turn, and now and then when it is not. */
export class RandomPlayer {
  readonly match: Match;
  readonly sent: SentMove[] = [];
  readonly #random: Random;
  readonly #clock: Clock;

  constructor(match: Match, random: Random, clock: Clock) {
    this.match = match;
    this.#random = random;
    this.#clock = clock;
  }

  /** Resolves with the last snapshot once the match is over. */
  async play(): Promise<Snapshot> {
    for (;;) {
      const now = await until(this.match, (shown) => isOver(shown.status) || isDue(shown));
      if (isOver(now.status)) return now;
      if (now.status === 'ready') await quietly(this.match.ready());
      else await this.#move(pick(now.legal, this.#random));
      await this.#think();
      if (this.#random(8) === 0) await this.#move(this.#random(7));
    }
  }

  /** No faster than the server lets a client be. */
  #think(): Promise<void> {
    return new Promise((resolve) => this.#clock.after(THINKING_MS, resolve));
  }

  async #move(action: number): Promise<void> {
    const promise = this.match.move(action);
    const { pending } = this.match;
    const seat = this.match.snapshot?.seat ?? -1;
    if (pending?.kind !== 'move') throw new Error('a move is under way');
    const move: SentMove = { id: idOf(pending), seat, action, fate: 'open' };
    this.sent.push(move);
    const error = await quietly(promise);
    if (error === null) move.fate = 'resolved';
    else move.fate = error.fateUnknown || error.code === 'closed' ? 'unknown' : 'refused';
  }
}

/** Each resolved move stands in the log exactly once, each refused one not at all, the others at most once; and no other. */
export function holdToLog({ events }: ReplayAnswer, sent: readonly SentMove[]): void {
  const played = events.filter(({ kind }) => kind === 'moved');
  const known = new Set(sent.map(({ id }) => id));
  for (const { id } of played) expect(known, 'a move that nobody sent').to.include(id);
  for (const move of sent) {
    const times = played.filter(({ id }) => id === move.id);
    const label = `${move.fate} move ${move.id}`;
    if (move.fate === 'resolved') expect(times, label).to.have.length(1);
    else if (move.fate === 'refused') expect(times, label).to.have.length(0);
    else expect(times.length, label).at.most(1);
    for (const { seat, action } of times) expect([seat, action], label).deep.equal([move.seat, move.action]);
  }
}

function isDue({ status, turn, seat, ready }: Snapshot): boolean {
  return status === 'playing' ? turn === seat : status === 'ready' && (ready & (1 << seat)) === 0;
}

function idOf(action: RoomAction): string {
  return action.kind === 'move' ? (action.id ?? '') : '';
}

/** Null, or what the promise was rejected with. */
async function quietly(promise: Promise<unknown>): Promise<FreeplayError | null> {
  try {
    await promise;
    return null;
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
}

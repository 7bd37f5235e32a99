import { isDeepStrictEqual } from 'node:util';
import { type Freeplay, FreeplayError, type Match, type Snapshot } from '@freeplay/client-sdk';
import { isOver } from '@freeplay/shared/engine';
import { type Game, gameById } from '@freeplay/shared/games';
import type { Random } from './random.ts';
import type { Tally } from './tally.ts';

export interface BotPorts {
  readonly random: Random;
  readonly tally: Tally;
  /** Milliseconds before each action. */
  readonly think: number;
  /** Monotonic ms from which on matches are resigned, so that a run ends in time. */
  readonly until: number;
}

/** The positions that a match's players have been shown, by revision: whoever looks at one sees the same. */
export type Shown = Map<number, Snapshot['state']>;

/** Plays one match at random, and holds all that it is shown to the pure rules. */
export class Bot {
  readonly match: Match;
  readonly #ports: BotPorts;
  readonly #game: Game;
  readonly #shown: Shown;

  constructor(match: Match, game: Game, shown: Shown, ports: BotPorts) {
    this.match = match;
    this.#ports = ports;
    this.#game = game;
    this.#shown = shown;
    match.on('change', () => match.snapshot !== null && this.#check(match.snapshot));
    let before = match.connection;
    match.on('connection', (now) => {
      if (before === 'live' && now !== 'gone') ports.tally.drops += 1;
      before = now;
    });
  }

  /** Resolves with the last snapshot when the match is over; rejects when it is gone. */
  async play(): Promise<Snapshot> {
    for (;;) {
      const now = await until(this.match, (shown) => isOver(shown.status) || isDue(shown));
      if (isOver(now.status)) return now;
      await pause(this.#ports.think);
      await this.#act();
    }
  }

  async #act(): Promise<void> {
    const now = this.match.snapshot;
    if (now === null || !isDue(now)) return;
    const { tally, random } = this.#ports;
    const started = performance.now();
    try {
      if (performance.now() >= this.#ports.until) await this.match.leave();
      else if (now.status === 'ready') await this.match.ready();
      else {
        const action = now.legal[random(now.legal.length)] ?? -1;
        const after = await this.match.move(action);
        tally.moved(performance.now() - started);
        const expected = this.#game.play(now.state, action);
        if (after.revision === now.revision + 1 && !isDeepStrictEqual(after.state, expected)) {
          tally.mismatch(`${now.id} at ${after.revision}: ${this.#game.id} does not play ${action} like this`);
        }
      }
    } catch (error) {
      if (!(error instanceof FreeplayError)) throw error;
      tally.failed(error.code);
    }
  }

  #check(snapshot: Snapshot): void {
    const { tally } = this.#ports;
    const complain = (what: string) => tally.mismatch(`${snapshot.id} at ${snapshot.revision}: ${what}`);
    const before = this.#shown.get(snapshot.revision);
    if (before === undefined) this.#shown.set(snapshot.revision, snapshot.state);
    else if (!isDeepStrictEqual(before, snapshot.state)) complain('two players see two positions');
    const legal = snapshot.status === 'playing' ? this.#game.legal(snapshot.state) : [];
    if (!isDeepStrictEqual([...snapshot.legal], legal)) complain('the legal actions are not those of the rules');
    if (this.match.mismatches > 0) complain('a state does not fit its hash');
  }
}

/** Holds a match that is over to its replay: every move legal, the result that of the rules. */
export async function verify(client: Freeplay, end: Snapshot, game: Game, tally: Tally): Promise<void> {
  const complain = (what: string) => tally.mismatch(`${end.id}: ${what}`);
  const { events } = await client.replay(end.id);
  let position = game.initial();
  for (const { kind, action = -1, seat, revision } of events) {
    if (kind !== 'moved') continue;
    if (seat !== position.turn) complain(`seat ${seat} moved out of turn at ${revision}`);
    const next = game.play(position, action);
    if (next === null) return complain(`${action} is not legal at ${revision}`);
    position = next;
  }
  const outcome = game.outcome(position);
  // Where the rules have not ended the game, the match has: nobody is to move any more.
  const last = outcome === null ? { ...position, turn: -1 } : position;
  if (!isDeepStrictEqual(last, end.state)) complain('the log does not lead to the position shown');
  if (outcome === null) tally.unfinished += end.reason === 'resigned' || end.reason === 'left' ? 0 : 1;
  else if (end.winner !== outcome.winner || end.reason !== outcome.reason)
    complain('the result is not that of the rules');
}

export function gameOf(id: string): Game {
  const game = gameById(id);
  if (game === null) throw new Error(`this build does not know the game ${id}`);
  return game;
}

function isDue({ status, turn, seat, ready }: Snapshot): boolean {
  return status === 'playing' ? turn === seat : status === 'ready' && (ready & (1 << seat)) === 0;
}

function until(match: Match, shows: (snapshot: Snapshot) => boolean): Promise<Snapshot> {
  const { promise, resolve, reject } = Promise.withResolvers<Snapshot>();
  const look = () => {
    if (match.failure !== null) reject(match.failure);
    else if (match.snapshot !== null && shows(match.snapshot)) resolve(match.snapshot);
  };
  const stop = match.on('change', look);
  look();
  return promise.finally(stop);
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

import { deepStrictEqual } from 'node:assert/strict';
import {
  type Envelope,
  evolve,
  replay as fold,
  type MatchEvent,
  type MatchState,
  project,
} from '@freeplay/shared/engine';
import { boardRules, type Game, gameById, type Position, type Rules } from '@freeplay/shared/games';
import { canonical } from '@freeplay/shared/proof';
import { expect } from 'chai';
import { mustPlay } from '../games/support.ts';
import type { ReplayAnswer } from '../support/player.ts';
import { hashOf, matchOf } from './replica.ts';

export interface SentMove {
  readonly seat: number;
  /** The revision that its sender saw. */
  readonly revision: number;
  readonly action: number;
  readonly id: string;
}

export interface Debt {
  /** Ids of acknowledged moves. */
  readonly moves: readonly string[];
  /** The latest revision that was shown. */
  readonly revision: number;
}

/** All that the clients of one match have seen and sent, held against what the server says has happened. */
export class Witness {
  /** By revision, the canonical text of the match as it was shown. */
  readonly #shown = new Map<number, string>();
  readonly #sent = new Map<string, SentMove>();
  readonly #acknowledged = new Map<string, SentMove>();

  /** Moves whose success was answered. */
  get acknowledged(): number {
    return this.#acknowledged.size;
  }

  /** What every replay that is asked for from now on has to show. */
  get debt(): Debt {
    return { moves: [...this.#acknowledged.keys()], revision: Math.max(0, ...this.#shown.keys()) };
  }

  /** Every reader sees the same match at one revision, whenever and over whichever door they look. */
  observe(snapshot: Envelope): void {
    const text = canonical(matchOf(snapshot));
    const before = this.#shown.get(snapshot.revision);
    if (before === undefined) this.#shown.set(snapshot.revision, text);
    else if (before !== text) deepStrictEqual(JSON.parse(text), JSON.parse(before), 'one revision, two matches');
  }

  sends(move: SentMove): void {
    this.#sent.set(move.id, move);
  }

  /** This move was never played, and never will be. */
  withdraws({ id }: SentMove): void {
    this.#sent.delete(id);
  }

  acknowledges(move: SentMove): void {
    this.#acknowledged.set(move.id, move);
  }

  /**
   * Holds a replay against all this: every acknowledged move stands in it once and as it was sent, none that nobody
   * sent, each legal by the pure rules; and at each revision that was ever shown, the log folds to what was shown.
   * Answers how many revisions were compared so.
   */
  hold(replay: ReplayAnswer, debt: Debt = this.debt): number {
    const game = gameOf(replay);
    const events = eventsOf(replay);
    const moves = new Map<string, SentMove>();
    for (const event of events) {
      if (event.kind !== 'moved') continue;
      const { seat, revision, id = '', data } = event;
      const sent = this.#sent.get(id);
      deepStrictEqual(
        { seat, revision: revision - 1, action: data.action, id },
        sent,
        'the log has a move as it was sent',
      );
      if (moves.has(id)) expect.fail(`move ${id} is in the log twice`);
      if (sent !== undefined) moves.set(id, sent);
    }
    for (const id of debt.moves) if (!moves.has(id)) expect.fail(`the acknowledged move ${id} is lost`);
    expect(events.length, 'a revision that was shown is lost').to.be.at.least(debt.revision);
    return this.#follow(events, game, replay);
  }

  #follow(events: readonly MatchEvent[], game: Game, replay: ReplayAnswer): number {
    const rules: Rules = boardRules(game);
    let state = fold(events.slice(0, 1), rules);
    let compared = this.#compare(state, rules);
    for (const [index, event] of events.entries()) {
      if (index === 0) continue;
      if (event.revision !== index + 1) expect.fail(`event ${index + 1} of the log has revision ${event.revision}`);
      if (event.at < state.at) expect.fail(`time goes back in event ${event.revision}`);
      holdToRules(rules.view(state.position), events, index, game);
      state = evolve(state, event, rules);
      compared += this.#compare(state, rules);
    }
    deepStrictEqual(replay.result, project(state, rules).result);
    expect(replay.finalHash).to.equal(hashOf(state.revision, rules.view(state.position)));
    return compared;
  }

  /** 1 when this revision was shown, else 0. */
  #compare(state: MatchState, rules: Rules): number {
    const shown = this.#shown.get(state.revision);
    if (shown === undefined) return 0;
    const view = project(state, rules);
    if (shown !== canonical(view))
      deepStrictEqual(view, JSON.parse(shown), 'the log says another match than was shown');
    return 1;
  }
}

/** A move is legal for the seat whose turn it is, and the game ends when, and only when, its rules say so. */
function holdToRules(before: Position, events: readonly MatchEvent[], index: number, game: Game): void {
  const event = events[index];
  if (event?.kind !== 'moved') return;
  if (event.seat !== before.turn) expect.fail(`seat ${event.seat} moved out of turn`);
  const outcome = game.outcome(mustPlay(game, before, event.data.action));
  const next = events[index + 1];
  if (outcome !== null) expect(next?.data).to.deep.equal({ status: 'finished', ...outcome });
  else if (next?.kind === 'ended') expect(next.data.reason).not.to.be.oneOf(['line', 'count', 'full']);
}

function gameOf({ game }: ReplayAnswer): Game {
  const known = gameById(game);
  if (known === null) throw new Error(`no such game: ${game}`);
  return known;
}

/** A replay's events as the engine writes them. */
function eventsOf({ events }: ReplayAnswer): MatchEvent[] {
  return events.map(({ action, data, ...event }) => {
    const full = { v: 1, ...event, data: action === undefined ? (data ?? {}) : { action } };
    return full as MatchEvent; // The schema has checked each part; the fold throws for what does not fit together.
  });
}

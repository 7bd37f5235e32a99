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
import type { ReplayAnswer } from '../support/player.ts';
import { hashOf, matchOf } from './replica.ts';

export interface SentMove {
  readonly seat: number;
  /** The revision that its sender saw. */
  readonly revision: number;
  readonly action: number;
  readonly id: string;
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

  acknowledges(move: SentMove): void {
    this.#acknowledged.set(move.id, move);
  }

  /**
   * Holds a replay against all this: every acknowledged move stands in it once and as it was sent, none that nobody
   * sent, each legal by the pure rules; and at each revision that was ever shown, the log folds to what was shown.
   */
  hold(replay: ReplayAnswer): void {
    const game = gameOf(replay);
    const events = eventsOf(replay);
    const moves = new Map(events.flatMap((event) => (event.kind === 'moved' ? [[event.id, event] as const] : [])));
    expect(moves.size, 'moves by id').to.equal(events.filter(({ kind }) => kind === 'moved').length);
    for (const [id, { seat, revision, data }] of moves) {
      const sent = this.#sent.get(id ?? '');
      expect({ seat, revision: revision - 1, action: data.action, id }, 'a move in the log').to.deep.equal(sent);
    }
    for (const id of this.#acknowledged.keys())
      expect(moves.has(id), `acknowledged move ${id} is there`).to.equal(true);
    for (const revision of this.#shown.keys()) expect(revision, 'a revision once shown').to.be.at.most(events.length);
    this.#follow(events, game, replay);
  }

  #follow(events: readonly MatchEvent[], game: Game, replay: ReplayAnswer): void {
    const rules: Rules = boardRules(game);
    let state = fold(events.slice(0, 1), rules);
    this.#compare(state, rules);
    for (const [index, event] of events.entries()) {
      if (index === 0) continue;
      expect(event.revision, 'revisions count the events').to.equal(index + 1);
      expect(event.at, 'time does not go back').to.be.at.least(state.at);
      holdToRules(rules.view(state.position), events, index, game);
      state = evolve(state, event, rules);
      this.#compare(state, rules);
    }
    deepStrictEqual(replay.result, project(state, rules).result);
    expect(replay.finalHash).to.equal(hashOf(state.revision, rules.view(state.position)));
  }

  #compare(state: MatchState, rules: Rules): void {
    const shown = this.#shown.get(state.revision);
    const view = project(state, rules);
    if (shown !== undefined && shown !== canonical(view)) {
      deepStrictEqual(view, JSON.parse(shown), 'the log says another match than the one that was shown');
    }
  }
}

/** A move is legal for the seat whose turn it is, and the game ends when, and only when, its rules say so. */
function holdToRules(before: Position, events: readonly MatchEvent[], index: number, game: Game): void {
  const event = events[index];
  if (event?.kind !== 'moved') return;
  expect(event.seat, 'the seat that moved').to.equal(before.turn);
  const position = game.play(before, event.data.action);
  expect(position, `action ${event.data.action} is legal`).not.to.equal(null);
  const outcome = position === null ? null : game.outcome(position);
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

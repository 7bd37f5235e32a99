import { createHash } from 'node:crypto';
import type { Envelope, MatchView } from '@freeplay/shared/engine';
import type { Game, Outcome, Position } from '@freeplay/shared/games';
import { mustPlay } from '../games/support.ts';

/** Created, paired, ready, ready, started: what comes before the first move. */
export const EVENTS_BEFORE_PLAY = 5;

/**
 * A client's own copy of a match under way, by the pure rules alone: it says what every snapshot must show. A slow,
 * obvious twin of the match engine for matches that are played out.
 */
export class Replica {
  readonly game: Game;
  position: Position;
  revision = EVENTS_BEFORE_PLAY;
  plies = 0;

  constructor(game: Game) {
    this.game = game;
    this.position = game.initial();
  }

  get outcome(): Outcome | null {
    return this.game.outcome(this.position);
  }

  get legal(): number[] {
    return this.game.legal(this.position);
  }

  play(action: number): void {
    this.position = mustPlay(this.game, this.position, action);
    this.plies += 1;
    this.revision += this.outcome === null ? 1 : 2;
  }

  /** What every reader must see now. */
  get view() {
    const { game, outcome, position, revision, plies } = this;
    return {
      status: outcome === null ? 'playing' : 'finished',
      revision,
      state: position,
      turn: position.turn,
      winner: outcome?.winner ?? null,
      reason: outcome?.reason ?? null,
      result: outcome && { ...outcome, plies, scores: game.scores(position) },
      hash: hashOf(revision, position).slice(0, 16),
    };
  }
}

/** The part of a snapshot that the rules alone decide. */
export function played({ status, revision, state, turn, winner, reason, result, hash }: MatchView) {
  return { status, revision, state, turn, winner, reason, result, hash };
}

/** The fields of a snapshot that all its readers share, those of presence left out: the match itself. */
export function matchOf(snapshot: Envelope): MatchView {
  const { seat, legal, invite, serverTime, resumed, connected, presence, rematch, rematchOffers, ...match } = snapshot;
  return match;
}

/** The specification's words, with Node's own tools: SHA-256 over the canonical JSON of {revision, state}. */
export function hashOf(revision: number, state: object): string {
  const sorted = Object.fromEntries(Object.entries(state).sort(([a], [b]) => (a < b ? -1 : 1)));
  return createHash('sha256')
    .update(JSON.stringify({ revision, state: sorted }))
    .digest('hex');
}

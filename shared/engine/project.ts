import type { Game } from '../games/game.ts';
import { stateHash } from '../proof/hash.ts';
import { due } from './due.ts';
import type { MatchState } from './state.ts';
import type { MatchResult, MatchView } from './view.ts';
import { isOver } from './view.ts';

/** What every participant may see of a match. It depends on the log alone, never on the reader or the moment. */
export function project(match: MatchState, game: Game): MatchView {
  return {
    id: match.id,
    game: match.game,
    rules: match.rules,
    mode: match.mode,
    status: match.status,
    revision: match.revision,
    players: match.seats.map((entrant) => entrant?.player ?? null),
    names: match.seats.map((entrant) => entrant?.name ?? null),
    ready: match.ready,
    state: match.position,
    turn: match.status === 'playing' ? match.position.turn : -1,
    winner: match.winner,
    reason: match.reason,
    result: result(match, game),
    deadline: due(match)?.at ?? 0,
    turnDeadline: match.turnDeadline,
    matchDeadline: match.matchDeadline,
    createdAt: match.createdAt,
    startedAt: match.startedAt,
    endedAt: match.endedAt,
    hash: stateHash(match.revision, match.position),
    free: true,
  };
}

function result(match: MatchState, game: Game): MatchResult | null {
  if (!isOver(match.status) || match.reason === null) return null;
  return { winner: match.winner, reason: match.reason, plies: match.plies, scores: game.scores(match.position) };
}

/** Legal actions of the seat to move, the same for both readers; [] unless the match is being played. */
export function legalActions(view: MatchView, game: Game): number[] {
  return view.status === 'playing' ? game.legal(view.state) : [];
}

import type { Rules } from '../games/rules.ts';
import { type Digest, stateHash } from '../proof/hash.ts';
import { due } from './due.ts';
import type { MatchState } from './state.ts';
import type { MatchResult, MatchView } from './view.ts';
import { isOver } from './view.ts';

/** What every participant may see of a match. It depends on the log alone, never on the reader or the moment. */
export function project(match: MatchState, rules: Rules, digest?: Digest): MatchView {
  const state = rules.view(match.position);
  const deadlines = rules.deadlines(match.position);
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
    state,
    turn: match.status === 'playing' ? state.turn : -1,
    winner: match.winner,
    reason: match.reason,
    result: result(match, rules),
    deadline: due(match, rules)?.at ?? 0,
    turnDeadline: deadlines.turn,
    matchDeadline: deadlines.match,
    createdAt: match.createdAt,
    startedAt: match.startedAt,
    endedAt: match.endedAt,
    hash: stateHash(match.revision, state, digest),
    free: true,
  };
}

function result(match: MatchState, rules: Rules): MatchResult | null {
  if (!isOver(match.status) || match.reason === null) return null;
  return { winner: match.winner, reason: match.reason, plies: match.plies, scores: rules.scores(match.position) };
}

/** Legal actions of the seat to move, the same for both readers; [] unless the match is being played. */
export function legalActions(view: MatchView, rules: Rules): number[] {
  return view.status === 'playing' ? rules.legal(view.state) : [];
}

import { isOver, type MatchEvent, type MatchState, type MatchView } from '@freeplay/shared/engine';
import { canonical } from '@freeplay/shared/proof';
import type { ChallengeClaim, Outcome } from '../store/flip/port.ts';
import type { Append, MatchRow, SeatClaim } from '../store/port.ts';
import type { Fixed } from './hot-match.ts';

/** Events that lead from `before` (null: creation) to `after`, of which `view` is shown; `texts` are their canonical texts. */
export interface Step {
  readonly events: readonly MatchEvent[];
  readonly texts: readonly string[];
  readonly before: MatchState | null;
  readonly after: MatchState;
  readonly view: MatchView;
  readonly fixed: Fixed;
  readonly receipt: string | null;
  readonly capacity: number;
  readonly activeClass: string;
  /** By player, the match whose active seat they give up for this one. */
  readonly from: Readonly<Record<string, string>>;
  readonly outcome: Outcome | null;
  readonly challenge: ChallengeClaim | null;
}

/** What must commit together: the one place that derives it. */
export function appendOf(step: Step): Append {
  const { events, texts, before, after, view, fixed, receipt, capacity, activeClass, from, outcome, challenge } = step;
  const release = isOver(after.status);
  return {
    expected: before?.revision ?? 0,
    events,
    texts,
    row: rowOf(after, view, fixed),
    receipt,
    claim: release ? [] : newcomers(before, after).map((player) => claimOf(player, activeClass, from[player])),
    queue: queueChange(before, after),
    release,
    capacity,
    vacate: release ? [] : leavers(events, after),
    challenge,
    outcome,
  };
}

/** Those who come into the match by these events and must not sit in another one. */
function newcomers(before: MatchState | null, after: MatchState): string[] {
  const known = new Set(before?.seats.map((entrant) => entrant?.player));
  return after.seats.flatMap((entrant) => (entrant === null || known.has(entrant.player) ? [] : [entrant.player]));
}

function claimOf(player: string, activeClass: string, from: string | undefined): SeatClaim {
  return from === undefined ? { player, activeClass } : { player, activeClass, from };
}

/** Those who leave a match that goes on without them. */
function leavers(events: readonly MatchEvent[], { seats }: MatchState): string[] {
  return events.flatMap(({ kind, seat }) => {
    const entrant = kind === 'resigned' && seat !== null ? seats[seat] : null;
    return entrant == null ? [] : [entrant.player];
  });
}

function queueChange(before: MatchState | null, after: MatchState): Append['queue'] {
  if (after.mode !== 'public' || before?.status === after.status) return null;
  if (after.status === 'waiting') return 'open';
  return before?.status === 'waiting' ? 'close' : null;
}

function rowOf(state: MatchState, view: MatchView, fixed: Fixed): MatchRow {
  return {
    id: state.id,
    game: state.game,
    rules: state.rules,
    mode: state.mode,
    status: state.status,
    revision: state.revision,
    deadline: view.deadline,
    players: view.players,
    names: view.names,
    invite: fixed.invite,
    rematchOf: state.rematchOf === '' ? null : state.rematchOf,
    winner: state.winner,
    reason: state.reason,
    createdAt: state.createdAt,
    startedAt: state.startedAt,
    endedAt: state.endedAt,
    finalView: isOver(state.status) ? canonical(view) : null,
  };
}

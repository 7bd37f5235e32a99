import { isOver, type MatchState } from '@freeplay/shared/engine';
import { type FlipPosition, runOf, view } from '@freeplay/shared/games/flip';
import { turnLines } from '@freeplay/shared/games/flip/console';
import { finishesOf } from '@freeplay/shared/games/flip/records';
import type { NoticeDraft } from '@freeplay/shared/protocol';
import type { ChallengeResult, ChallengeStep, Finished, Named, Outcome } from '../store/flip/port.ts';
import { flipPosition } from './position.ts';
import { duelEnded, teamEnded, yourTurn } from './sentences.ts';

/** What a change of a match leaves in the records of its players: a turn that is theirs, or all that comes of its end. Pure. */
export function outcomeOf(before: MatchState | null, after: MatchState): Outcome | null {
  const position = flipPosition(after);
  if (position === null || before === null) return null;
  if (isOver(after.status)) return isOver(before.status) ? null : endOf(after, position);
  const notice = turnNotice(before, after, position);
  if (notice === null) return null;
  return { match: after.id, at: after.at, finishes: [], challenge: null, notices: [notice] };
}

function endOf(match: MatchState, position: FlipPosition): Outcome {
  const { id, endedAt: at } = match;
  const members = seatsOf(match);
  const finishes = finishesOf(position).flatMap((finish, seat): Finished[] => {
    const named = members[seat];
    if (finish === null || named === undefined) return [];
    return [{ ...named, finish, members: finish.mode === 'TEAM_SNAP' ? members : [named], match: id, at }];
  });
  return { match: id, at, finishes, challenge: stepOf(match, position), notices: endNotices(match, position) };
}

function seatsOf({ seats }: MatchState): readonly Named[] {
  return seats.flatMap((entrant) => (entrant === null ? [] : [{ player: entrant.player, name: entrant.name }]));
}

function stepOf(match: MatchState, position: FlipPosition): ChallengeStep | null {
  const { challenge: id } = position.shown;
  if (id === '') return null;
  return match.mode === 'DUEL'
    ? { kind: 'duel', id, result: duelResult(match, position) }
    : { kind: 'run', id, run: runOf(position) };
}

function duelResult({ status, winner, reason }: MatchState, position: FlipPosition): ChallengeResult | null {
  if (status !== 'finished') return null;
  const [first = null, second = null] = view(position).result?.scores ?? [];
  return { winner, byDefault: reason === 'forfeit', scores: [first, second] };
}

/** In a duel, to whom the turn has come, with what the other one flipped. */
function turnNotice(before: MatchState, after: MatchState, position: FlipPosition): NoticeDraft | null {
  const turn = position.shown.turn;
  const seats = seatsOf(after);
  const [player, rival] = [seats[turn], seats[1 - turn]];
  const was = flipPosition(before)?.shown.turn;
  if (after.mode !== 'DUEL' || turn === was || player === undefined || rival === undefined) return null;
  const shown = view(position);
  return {
    player: player.player,
    kind: 'your-turn',
    at: after.at,
    text: yourTurn(rival.name, turnLines(shown)[0] ?? null),
    data: { room: after.id, matched: shown.lastTurn?.matched ?? null },
  };
}

/** A solo game and a run of a race tell their player nothing new; the race itself does when it is decided. */
function endNotices(match: MatchState, position: FlipPosition): readonly NoticeDraft[] {
  const { id, mode, status, winner, endedAt: at } = match;
  const { result } = view(position);
  if (result === undefined) return [];
  const seats = seatsOf(match);
  const data = { room: id };
  if (mode === 'TEAM_SNAP') {
    const text = teamEnded(status === 'finished', result.teamScore);
    return seats
      .filter((_, seat) => position.shown.left[seat] === false)
      .map(({ player }) => ({ player, kind: 'match-finished', at, text, data }));
  }
  if (mode !== 'DUEL') return [];
  return seats.map(({ player }, seat) => {
    const rival = seats[1 - seat]?.name ?? '';
    const verdict = status !== 'finished' ? null : winner === -1 ? 'drawn' : winner === seat ? 'won' : 'lost';
    const text = duelEnded(rival, verdict, result.pairs[seat] ?? 0, result.pairs[1 - seat] ?? 0);
    return { player, kind: 'match-finished', at, text, data: { ...data, verdict } };
  });
}

/** What a player does in a turn: flip, hint, pass. Pure: time and the choice of a hint come in as values. */

import { type FlipMode, MODE } from './modes.ts';
import { returns } from './presence.ts';
import {
  bump,
  type FlipDecision,
  type FlipPosition,
  type FlipRefusal,
  type FlipRefusalCode,
  type FlipShown,
  factsOf,
  HINT,
  instant,
  isIndex,
  NONE,
  PASS,
  put,
} from './state.ts';
import { countDuel, endTurn, finish, passOn } from './turn.ts';

/**
 * The position after an action of a seat at `at` (epoch ms), or a refusal that changes nothing. An action is a cell, HINT
 * or PASS; `choice` is the cell that a hint shows, one of `hintChoices`. The caller has fired every clock due by `at`.
 */
export function act(position: FlipPosition, seat: number, action: number, at: number, choice = NONE): FlipDecision {
  const now = instant(position, at);
  const refusal = refusalOf(position, seat, action, now);
  if (refusal !== null) return refusal;
  // Who plays is back; only one who holds the turn while everybody is away can be away here.
  const present = heard(returns(position, seat, now), now);
  if (action === PASS) return taken(passOn(endTurn(present, { cells: [], matched: false, counts: false }, now)));
  if (action === HINT) return hint(present, choice);
  return taken(flip(present, action, now));
}

/** The actions of the seat to move, ascending; [] after the end. What is shown is enough to tell, so that clients derive it. */
export function legal(mode: FlipMode, shown: FlipShown): number[] {
  if (shown.turn === NONE) return [];
  const actions = shown.cards.flatMap((card, cell) => (card === NONE ? [cell] : []));
  if (MODE[mode].hints && shown.hintsLeft > 0) actions.push(HINT);
  if (MODE[mode].pass && shown.firstFlip === NONE) actions.push(PASS);
  return actions;
}

/**
 * The cells that a hint may show now, ascending: with a card up the places of its mate; else the unmatched cards that
 * nobody has seen, or all unmatched ones. The server's generator picks one, and the event records it.
 */
export function hintChoices({ shown, kept }: FlipPosition): readonly number[] {
  if (shown.turn === NONE) return [];
  const hidden = shown.cards.flatMap((card, cell) => (card === NONE ? [cell] : []));
  if (shown.firstFlip !== NONE) {
    const item = kept.board[shown.firstFlip];
    return hidden.filter((cell) => kept.board[cell] === item);
  }
  const unseen = hidden.filter((cell) => !kept.seen.includes(cell));
  return unseen.length > 0 ? unseen : hidden;
}

/** The table of refusals, in order. */
function refusalOf(position: FlipPosition, seat: number, action: number, now: number): FlipRefusal | null {
  const { shown, kept } = position;
  const facts = factsOf(position);
  if (shown.turn === NONE) return refuse('already-ended', 'This match is over.');
  if (!isIndex(seat, kept.names.length)) return refuse('forbidden', 'You have no seat in this match.');
  if (shown.left[seat] === true) return refuse('forbidden', 'You have left this match.');
  if (shown.limitAt !== 0 && now >= shown.limitAt) return refuse('already-ended', 'The time of this match is up.');
  if (action === HINT && !facts.hints) return refuse('hints-disabled', 'Hints are disabled in a duel.');
  if (action === PASS && !facts.pass) return refuse('pass-not-allowed', 'Only a team can pass a turn.');
  if (seat !== shown.turn) return refuse('not-your-turn', waiting(position));
  if (action === HINT) return shown.hintsLeft > 0 ? null : refuse('no-hints-left', 'There are no hints left.');
  if (action === PASS) {
    return shown.firstFlip === NONE
      ? null
      : refuse('pass-not-allowed', 'You cannot pass with a card face up: flip a second one.');
  }
  return refusedFlip(shown, action);
}

function refusedFlip({ size, cards, claimed }: FlipShown, cell: number): FlipRefusal | null {
  if (!isIndex(cell, cards.length)) return refuse('illegal-action', `That is outside the ${size}x${size} board.`);
  if (claimed[cell] !== NONE) return refuse('illegal-action', 'That card is found already: flip a hidden one.');
  return cards[cell] === NONE ? null : refuse('illegal-action', 'That card is face up already: flip a hidden one.');
}

/** The source's sentence for one who is not to move. */
function waiting(position: FlipPosition): string {
  const name = position.kept.names[position.shown.turn] ?? '';
  return factsOf(position).kind === 'team' ? `It's ${name}'s turn.` : `Waiting for ${name} to play.`;
}

function flip(position: FlipPosition, cell: number, now: number): FlipPosition {
  const started = start(position, now);
  const { shown } = started;
  const turned: FlipPosition = {
    shown: { ...shown, hint: null, timeouts: put(shown.timeouts, shown.turn, 0) },
    kept: see(started.kept, cell),
  };
  return shown.firstFlip === NONE ? firstCard(turned, cell) : secondCard(turned, cell, now);
}

/** The first flip of the match starts its clocks. */
function start(position: FlipPosition, now: number): FlipPosition {
  const { shown, kept } = position;
  if (shown.startedAt !== 0) return position;
  return {
    ...position,
    shown: { ...shown, startedAt: now, limitAt: kept.clocks.limit === 0 ? 0 : now + kept.clocks.limit },
  };
}

function firstCard({ shown, kept }: FlipPosition, cell: number): FlipPosition {
  return { shown: { ...shown, firstFlip: cell, cards: put(shown.cards, cell, kept.board[cell] ?? NONE) }, kept };
}

function secondCard(position: FlipPosition, cell: number, now: number): FlipPosition {
  const { firstFlip } = position.shown;
  const { board } = position.kept;
  const cells = [firstFlip, cell];
  const matched = board[firstFlip] === board[cell];
  const ended = endTurn(position, { cells, matched, counts: true }, now);
  if (!matched) return passOn(ended);

  const claimed = claim(ended, cells);
  if (!claimed.shown.claimed.includes(NONE)) return complete(claimed, now);
  return factsOf(position).again ? claimed : passOn(claimed);
}

function claim({ shown, kept }: FlipPosition, cells: readonly number[]): FlipPosition {
  return {
    shown: {
      ...shown,
      cards: shown.cards.map((card, cell) => (cells.includes(cell) ? (kept.board[cell] ?? NONE) : card)),
      claimed: shown.claimed.map((owner, cell) => (cells.includes(cell) ? shown.turn : owner)),
      pairs: bump(shown.pairs, shown.turn),
    },
    kept,
  };
}

function complete(position: FlipPosition, now: number): FlipPosition {
  if (factsOf(position).kind === 'duel') return countDuel(position, 'completed', now);
  return finish(position, { status: 'finished', winner: null, reason: 'completed', success: true }, now);
}

function hint(position: FlipPosition, cell: number): FlipDecision {
  if (!hintChoices(position).includes(cell)) {
    return refuse('illegal-action', 'A hint cannot show that card.');
  }
  const { shown, kept } = position;
  return taken({
    shown: {
      ...shown,
      hintsLeft: shown.hintsLeft - 1,
      hintsUsed: shown.hintsUsed + 1,
      hint: { cell, item: kept.board[cell] ?? NONE },
    },
    kept: see(kept, cell),
  });
}

function see(kept: FlipPosition['kept'], cell: number): FlipPosition['kept'] {
  if (kept.seen.includes(cell)) return kept;
  return { ...kept, seen: [...kept.seen, cell].sort((a, b) => a - b) };
}

/** An input: flips, hints and passes keep the clocks of idleness and of a run's absence off. */
function heard({ shown, kept }: FlipPosition, now: number): FlipPosition {
  return { shown, kept: { ...kept, changedAt: now, inputFrom: now } };
}

function taken(position: FlipPosition): FlipDecision {
  return { ok: true, position };
}

function refuse(code: FlipRefusalCode, message: string): FlipRefusal {
  return { ok: false, code, message };
}

import type { RaceRun, Snapshot } from '@freeplay/client-sdk';
import type { MatchView } from '@freeplay/shared/engine';
import {
  DIFFICULTY,
  type Difficulty,
  type FlipView,
  pairsOn,
  type TermName,
  themeById,
} from '@freeplay/shared/games/flip';
import { coordinateOf } from '@freeplay/shared/games/flip/commands';
import { duration, grouped } from '@freeplay/shared/games/flip/console';
import type { Tone } from '../words.ts';

/** Everything that the client says about Flip Match. The displays keep the layout of the text console. */

export const DIFFICULTY_WORDS: Readonly<Record<Difficulty, string>> = { EASY: 'Easy', MEDIUM: 'Medium', HARD: 'Hard' };

/** What a difficulty brings, in a few words. */
export function difficultyText(difficulty: Difficulty): string {
  const { side, limit } = DIFFICULTY[difficulty];
  return `${side}x${side}, ${limit === 0 ? 'no limit' : `${limit / 60} min`}`;
}

export function themeName(theme: string): string {
  return theme === 'random' ? 'Random' : (themeById(theme)?.name ?? theme);
}

/** `Board: 4x4 EASY (Animals)` */
export function boardLine({ size, difficulty, theme }: Pick<FlipView, 'size' | 'difficulty' | 'theme'>): string {
  return `Board: ${size}x${size} ${difficulty} (${themeName(theme)})`;
}

export function pairsText(count: number): string {
  return `${count} ${count === 1 ? 'pair' : 'pairs'}`;
}

export function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}

export function itemOf({ theme }: Pick<FlipView, 'theme'>, item: number): { name: string; emoji: string } | null {
  return themeById(theme)?.items[item] ?? null;
}

/** `A1 Lion` */
export function cardText(view: Pick<FlipView, 'size' | 'theme'>, cell: number, item: number): string {
  return `${coordinateOf(view.size, cell)} ${itemOf(view, item)?.name ?? 'a card'}`;
}

/** `Last turn: A1 Lion, B1 Dog - no match`; '' before the first. */
export function lastTurnText(view: FlipView): string {
  const { lastTurn } = view;
  if (lastTurn === null) return '';
  return `Last turn: ${cardsText(view, lastTurn)} - ${lastTurn.matched ? 'match!' : 'no match'}`;
}

function cardsText(view: FlipView, { cells, items }: NonNullable<FlipView['lastTurn']>): string {
  return cells.map((cell, place) => cardText(view, cell, items[place] ?? -1)).join(', ');
}

/** What happened between two positions of a match, as one would say it; '' when nothing that is worth a word. */
export function newsOf(before: FlipView, now: FlipView, nameOf: (seat: number) => string): string {
  const texts = [
    turnNews(before, now, nameOf),
    now.firstFlip !== -1 && now.firstFlip !== before.firstFlip
      ? `${nameOf(now.turn)}: ${cardText(now, now.firstFlip, now.cards[now.firstFlip] ?? -1)}.`
      : '',
    now.hint !== null && now.hintsUsed !== before.hintsUsed
      ? `Hint: ${cardText(now, now.hint.cell, now.hint.item)}.`
      : '',
    ...now.left.map((left, seat) => (left && before.left[seat] !== true ? `${nameOf(seat)} left.` : '')),
    ...now.away.map((away, seat) => (away && before.away[seat] !== true ? `${nameOf(seat)} is away.` : '')),
  ];
  return texts.filter((text) => text !== '').join(' ');
}

/**
 * Tells one turn that showed a card from the next. One player may flip the same two cards twice in a row; between two
 * players a turn that is like the last one is none: a clock ran out before the first card.
 */
export function turnKey({ turns, lastTurn }: FlipView): string {
  return `${turns.length === 1 ? turns[0] : ''}${JSON.stringify(lastTurn)}`;
}

function turnNews(before: FlipView, now: FlipView, nameOf: (seat: number) => string): string {
  const { lastTurn } = now;
  if (sum(now.turns) === sum(before.turns)) return passNews(before, now, nameOf);
  if (lastTurn === null || turnKey(now) === turnKey(before)) return `${nameOf(before.turn)}: no card, time ran out.`;
  const found = lastTurn.matched ? `Match, ${pairsText(now.pairs[lastTurn.seat] ?? 0)}.` : 'No match.';
  return `${nameOf(lastTurn.seat)}: ${cardsText(now, lastTurn)}. ${found}`;
}

function passNews(before: FlipView, now: FlipView, nameOf: (seat: number) => string): string {
  const handedOn = now.turn !== -1 && before.turn !== now.turn && before.left[before.turn] === now.left[before.turn];
  return handedOn && before.away[before.turn] === now.away[before.turn] ? `${nameOf(before.turn)} passed.` : '';
}

/** Whose turn it is, in the words of the text console. */
export function turnTitle({ game, seat, names, status }: Snapshot, view: FlipView): string {
  if (status !== 'playing') return '';
  if (game === 'solo' || game === 'speed-race') return view.firstFlip === -1 ? 'Flip a card!' : 'Find its mate!';
  if (view.turn === seat) return 'YOUR TURN - Flip a card!';
  const name = names[view.turn] ?? '';
  return game === 'duel' ? `Waiting for ${name} to play...` : `It's ${name}'s turn.`;
}

export interface Ending {
  readonly title: string;
  readonly text: string;
  readonly tone: Tone;
}

/** How a match ended for its reader. */
export function endingOf(snapshot: Snapshot, view: FlipView): Ending {
  const { game, reason, status, opponent } = snapshot;
  if (status === 'void' && game !== 'speed-race') return plain('No result', voidText(reason));
  if (game === 'duel') return duelEnding(snapshot, view);
  const seconds = view.result?.seconds ?? 0;
  if (view.result?.success === true) {
    const score = grouped(view.result.teamScore ?? view.result.scores[0] ?? 0);
    const whose = game === 'team-snap' ? 'Team' : 'Your';
    return { title: `${whose} Score: ${score}`, text: `Completed in ${duration(seconds)}.`, tone: 'good' };
  }
  const text = reason === 'time-limit' ? 'Time ran out before the board was done.' : 'The board was not completed.';
  const rest = opponent === undefined ? '' : ` ${opponent.name} wins by completing theirs.`;
  return { title: reason === 'time-limit' ? 'Out of time' : 'Game over', text: text + rest, tone: 'bad' };
}

function voidText(reason: string | null): string {
  return reason === 'rules-changed' ? 'The rules were updated meanwhile.' : 'The match was abandoned.';
}

function duelEnding({ winner, seat, names, reason }: Snapshot, view: FlipView): Ending {
  const rival = names[1 - seat] ?? 'Your opponent';
  const count = tallyText(view, seat);
  if (winner === -1) return plain('Draw', `${count}, and all tie-breakers alike.`);
  const won = winner === seat;
  const text = `${count}${duelReason(reason, won ? rival : 'you')}`;
  return { title: won ? 'You won' : `${rival} won`, text, tone: won ? 'good' : 'bad' };
}

/** `5 to 3 pairs`, those of this seat first. */
function tallyText({ result }: FlipView, seat: number): string {
  return `${result?.pairs[seat] ?? 0} to ${result?.pairs[1 - seat] ?? 0} pairs`;
}

function duelReason(reason: string | null, loser: string): string {
  switch (reason) {
    case 'forfeit':
      return `: ${loser} forfeited.`;
    case 'time-limit':
      return ' when the time was up.';
    case 'tie-break':
      return ', decided by the tie-breaker.';
    default:
      return '.';
  }
}

/** How a match ended, for one who only watches. */
export function outcomeOf(
  { game, winner, reason, status }: MatchView,
  view: FlipView,
  names: readonly string[],
): string {
  const { result } = view;
  if (result === undefined) return 'The match goes on.';
  if (status === 'void') return voidText(reason);
  if (game === 'duel') return duelOutcome(winner, reason, view, names);
  if (!result.success) return 'Time ran out before the board was done.';
  return `Completed in ${duration(result.seconds)}: ${grouped(result.teamScore ?? result.scores[0] ?? 0)} points.`;
}

function duelOutcome(winner: number | null, reason: string | null, view: FlipView, names: readonly string[]): string {
  if (winner === -1 || winner === null) return `Draw, ${tallyText(view, 0)}, and all tie-breakers alike.`;
  return `${names[winner]} won, ${tallyText(view, winner)}${duelReason(reason, names[1 - winner] ?? 'the other')}`;
}

function plain(title: string, text: string): Ending {
  return { title, text, tone: 'plain' };
}

/** The terms of a score, as the breakdown lists them. */
export const TERM_WORDS: Readonly<Record<TermName, string>> = {
  base: 'Base',
  extraTurns: 'Extra turns',
  misses: 'Turns without a match',
  overPar: 'Seconds over par',
  hints: 'Hints used',
  pairs: 'Pairs found',
  streak: 'Best streak',
  perfect: 'Perfect game',
  underPar: 'Under par',
  noHints: 'No hints used',
  fullParticipation: 'Everyone found a pair',
  domination: 'Domination',
  victory: 'Victory',
  margin: 'Margin',
  draw: 'Draw',
};

/** A run of a race as one line of its status. */
export function runText({ status, score, seconds }: Pick<RaceRun, 'status' | 'score' | 'seconds'>): string {
  switch (status) {
    case 'not-started':
      return 'Not started yet';
    case 'playing':
      return 'Still playing...';
    case 'ended':
      return 'Not completed';
    case 'completed':
      if (score === undefined) return 'Completed';
      return seconds === undefined ? grouped(score) : `${grouped(score)} (Completed in ${duration(seconds)})`;
  }
}

/** `2:15 / 5:00`, so many milliseconds after the first flip; without a limit only the time that has passed. */
export function clockOf({ startedAt, limitAt, difficulty, result }: FlipView, passed: number): string {
  const limit = limitAt === 0 ? DIFFICULTY[difficulty].limit * 1000 : limitAt - startedAt;
  const shown = result === undefined ? passed : result.seconds * 1000;
  const text = duration(Math.floor(Math.min(shown, limit || shown) / 1000));
  return limit === 0 ? text : `${text} / ${duration(Math.floor(limit / 1000))}`;
}

export function remaining(view: FlipView): number {
  return pairsOn(view.size) - sum(view.pairs);
}

import type { Match, Snapshot } from '@freeplay/client-sdk';
import { boardOf } from '../boards/index.ts';
import { type Tone, verdictOf } from '../words.ts';

export interface StatusWords {
  readonly title: string;
  readonly text: string;
  /** How it ended for the reader. */
  readonly tone?: Tone;
}

export function rivalOf(snapshot: Snapshot): string {
  return snapshot.names[1 - snapshot.seat] ?? 'Your opponent';
}

export function hasBit(mask: number, seat: number): boolean {
  return (mask & (1 << seat)) !== 0;
}

/** What is happening and what comes next, in words. */
export function statusOf(match: Match, snapshot: Snapshot): StatusWords {
  switch (snapshot.status) {
    case 'waiting':
      return snapshot.mode === 'private'
        ? { title: 'Waiting for your friend', text: 'The match opens here when they follow your link.' }
        : { title: 'Looking for an opponent', text: 'The match opens here when somebody comes.' };
    case 'ready':
      return readyWords(snapshot);
    case 'playing':
      return playingWords(match, snapshot);
    default:
      return overWords(snapshot);
  }
}

function readyWords(snapshot: Snapshot): StatusWords {
  const rival = rivalOf(snapshot);
  if (hasBit(snapshot.ready, snapshot.seat)) {
    return { title: `Waiting for ${rival}`, text: 'The match starts as soon as both of you are ready.' };
  }
  const text = hasBit(snapshot.ready, 1 - snapshot.seat)
    ? `${rival} is ready. The match starts when you are.`
    : 'The match starts as soon as both of you are ready.';
  return { title: 'Ready?', text };
}

function playingWords(match: Match, snapshot: Snapshot): StatusWords {
  const mine = snapshot.turn === snapshot.seat;
  const title = mine ? 'Your turn' : `${rivalOf(snapshot)}’s turn`;
  if (match.pending?.kind === 'move') return { title, text: 'Your move is on its way.' };
  if (wasSkipped(snapshot)) {
    return {
      title,
      text: mine ? `${rivalOf(snapshot)} cannot move. You go again.` : 'You cannot move. They go again.',
    };
  }
  return { title, text: mine ? (boardOf(snapshot.game)?.prompt ?? '') : 'Wait for their move.' };
}

/** Reversi tells when the last move left the other seat without one. */
function wasSkipped({ state }: Snapshot): boolean {
  return 'skipped' in state && state.skipped === true;
}

function overWords(snapshot: Snapshot): StatusWords {
  const rival = rivalOf(snapshot);
  const { title, why, tone } = verdictOf(snapshot, rival);
  if (hasBit(snapshot.rematchOffers, snapshot.seat))
    return { title, tone, text: `${why} Waiting for ${rival} to accept.` };
  if (hasBit(snapshot.rematchOffers, 1 - snapshot.seat))
    return { title, tone, text: `${why} ${rival} asks for a rematch.` };
  return { title, tone, text: why };
}

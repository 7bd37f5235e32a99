/** What players are told, in one sentence each. */
import { grouped } from '@freeplay/shared/games/flip/console';

const MODE_TITLES = { SOLO: 'solo game', DUEL: 'duel', SPEED_RACE: 'race', TEAM_SNAP: 'team match' } as const;

/** `a duel`, as it is called in a sentence. */
export function titleOf(mode: keyof typeof MODE_TITLES): string {
  return MODE_TITLES[mode];
}

export function challenged(name: string, mode: 'DUEL' | 'SPEED_RACE', score: number | null): string {
  if (mode === 'DUEL') return `${name} challenges you to a duel.`;
  return score === null
    ? `${name} challenges you to a race.`
    : `${name} challenges you to a race: beat ${grouped(score)} points.`;
}

export function answered(name: string, mode: 'DUEL' | 'SPEED_RACE', answer: 'accepts' | 'declines'): string {
  return `${name} ${answer} your challenge to a ${titleOf(mode)}.`;
}

export function lapsed(name: string, mode: 'DUEL' | 'SPEED_RACE', accepted: boolean): string {
  return accepted
    ? `Your ${titleOf(mode)} with ${name} has expired without a winner.`
    : `Your challenge to ${name} has expired.`;
}

export function achieved(emoji: string, title: string, points: number): string {
  return `Achievement: ${emoji} ${title} (${points} points).`;
}

/** `winner`: 1 you, 0 nobody, -1 the other. */
export function raced(
  name: string,
  verdict: 'won' | 'lost' | 'drawn',
  own: number | null,
  other: number | null,
): string {
  const end = { won: 'You won', lost: 'You lost', drawn: 'You drew' }[verdict];
  const points = (score: number | null) => (score === null ? 'not completed' : grouped(score));
  return `${end} the race against ${name}: ${points(own)} to ${points(other)}.`;
}

export function yourTurn(name: string, lastTurn: string | null): string {
  return lastTurn === null ? `Your turn against ${name}.` : `Your turn against ${name}. ${lastTurn}`;
}

/** `verdict` null: ABANDONED. */
export function duelEnded(name: string, verdict: 'won' | 'lost' | 'drawn' | null, own: number, other: number): string {
  if (verdict === null) return `Your duel with ${name} was abandoned.`;
  const end = { won: 'You won', lost: 'You lost', drawn: 'You drew' }[verdict];
  return `${end} the duel against ${name}: ${own} to ${other} pairs.`;
}

/** `score` null: the board was not completed. */
export function teamEnded(finished: boolean, score: number | null): string {
  if (!finished) return 'Your team match was abandoned.';
  return score === null ? 'Your team has run out of time.' : `Your team completed the board: ${grouped(score)} points.`;
}

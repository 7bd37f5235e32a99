import { dominates } from './score.ts';
import { counted, type Finish, type FlipStats } from './stats.ts';

/** `requirement` and `points` are the source's. `meets` judges a finish and the record that it makes. */
export interface Achievement {
  readonly id: string;
  readonly title: string;
  readonly requirement: string;
  readonly points: number;
  /** Short code and emoji. */
  readonly code: string;
  readonly emoji: string;
  readonly meets: (finish: Finish, after: FlipStats) => boolean;
}

export const ACHIEVEMENTS: readonly Achievement[] = [
  {
    id: 'first-duel',
    title: 'First Duel',
    requirement: 'Win 1 Duel',
    points: 50,
    code: ':crossed_swords:',
    emoji: '⚔️',
    meets: ({ mode }, { duelWins }) => mode === 'DUEL' && duelWins >= 1,
  },
  {
    id: 'duel-master',
    title: 'Duel Master',
    requirement: 'Win 10 Duels',
    points: 200,
    code: ':trophy:',
    emoji: '🏆',
    meets: ({ mode }, { duelWins }) => mode === 'DUEL' && duelWins >= 10,
  },
  {
    id: 'unbeatable',
    title: 'Unbeatable',
    requirement: 'Win 5 Duels in a row',
    points: 300,
    code: ':fire:',
    emoji: '🔥',
    meets: ({ mode }, { duelStreak }) => mode === 'DUEL' && duelStreak >= 5,
  },
  {
    id: 'speed-demon',
    title: 'Speed Demon',
    requirement: 'Win a Speed Race with score > 1500',
    points: 150,
    code: ':dash:',
    emoji: '💨',
    meets: (finish) => finish.mode === 'SPEED_RACE' && finish.verdict === 'won' && (finish.score ?? 0) > 1500,
  },
  {
    id: 'photo-finish',
    title: 'Photo Finish',
    requirement: 'Win a Speed Race by < 50 points',
    points: 100,
    code: ':camera_flash:',
    emoji: '📸',
    meets: (finish) =>
      finish.mode === 'SPEED_RACE' &&
      finish.verdict === 'won' &&
      finish.score !== null &&
      finish.rivalScore !== null &&
      finish.score - finish.rivalScore < 50,
  },
  {
    id: 'team-player',
    title: 'Team Player',
    requirement: 'Complete 5 Team Snap games',
    points: 100,
    code: ':handshake:',
    emoji: '🤝',
    meets: ({ mode }, { teamGamesPlayed }) => mode === 'TEAM_SNAP' && teamGamesPlayed >= 5,
  },
  {
    id: 'dominator',
    title: 'Dominator',
    requirement: 'Find 75%+ of pairs in a Duel',
    points: 200,
    code: ':muscle:',
    emoji: '💪',
    meets: (finish) => finish.mode === 'DUEL' && dominates(finish.found, finish.pairs),
  },
  {
    id: 'full-participation',
    title: 'Full Participation',
    requirement: 'Team Snap where everyone found 2+ pairs',
    points: 100,
    code: ':star2:',
    emoji: '🌟',
    meets: (finish) => finish.mode === 'TEAM_SNAP' && finish.found.every((pairs) => pairs >= 2),
  },
];

/** The achievements that a finish earns, in the order of the table; those already `held` (ids) are not earned twice. */
export function earned(before: FlipStats, finish: Finish, held: readonly string[]): readonly Achievement[] {
  const after = counted(before, finish);
  return ACHIEVEMENTS.filter(({ id, meets }) => !held.includes(id) && meets(finish, after));
}

import { DIFFICULTIES, DIFFICULTY, FLIP_MODES, MODE, THEMES } from '@freeplay/shared/games/flip';
import type { Answer } from '../http/call.ts';

export interface FlipClockConfig {
  /** Milliseconds. */
  readonly duelTurn: number;
  readonly teamIdle: number;
  readonly absent: number;
  readonly challenge: number;
}

/** The catalog's part about Flip Match: modes that are served, difficulties, themes with their items in the order of the rules. */
export function flipCatalog(
  rulesOf: (game: string) => string | null,
  { duelTurn, teamIdle, absent, challenge }: FlipClockConfig,
): Answer<'readCatalog'>['body']['flip'] {
  return {
    modes: FLIP_MODES.flatMap((mode) => {
      const { room, seats } = MODE[mode];
      const rules = rulesOf(room);
      return rules === null ? [] : [{ id: room, mode, seats, rules }];
    }),
    difficulties: DIFFICULTIES.map((id) => ({ id, ...DIFFICULTY[id] })),
    themes: THEMES,
    clocks: { turn: duelTurn, idle: teamIdle, absence: absent, challenge },
  };
}

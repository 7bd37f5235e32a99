import { isOver } from '@freeplay/shared/engine';
import type { Clock } from '../clock.ts';
import type { Host, Records } from '../host/host.ts';
import type { Refusal } from '../host/port.ts';
import type { Limits } from '../limits/port.ts';
import type { Lobby, Races } from '../lobby/lobby.ts';
import type { Log } from '../log.ts';
import type { Random } from '../random.ts';
import type { Store } from '../store/port.ts';
import { ChallengeBook } from './challenges.ts';
import { Matches, type MatchesOptions } from './matches.ts';
import { outcomeOf } from './outcome.ts';
import type { Notifier, SocialGraph } from './port.ts';
import { makeSetup } from './setup.ts';

export interface FlipParts {
  readonly store: Pick<Store, 'journal' | 'players' | 'flip' | 'social'>;
  readonly limits: Limits;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly rulesOf: (game: string) => string | null;
  readonly graph: SocialGraph;
  readonly notifier: Pick<Notifier, 'wake'>;
  /** Why this process makes no more matches, or null. */
  readonly goingDown?: () => Refusal | null;
  /** Deals the boards, where it is not as the server does it. */
  readonly deal?: typeof makeSetup;
}

export interface FlipOptions extends MatchesOptions {
  /** Milliseconds to answer a challenge, and to finish a race. */
  readonly challenge: number;
}

/**
 * Flip Match around the host, which tells of what is committed, and the rooms, which ask for the other side of a race:
 * both are made with `records` and `races`, and given to `open` before any match is played.
 */
export class FlipMatch {
  readonly #parts: FlipParts;
  readonly #options: FlipOptions;
  #challenges: ChallengeBook | null = null;

  constructor(parts: FlipParts, options: FlipOptions) {
    this.#parts = parts;
    this.#options = options;
  }

  readonly records: Records = {
    outcomeOf: (before, after) => outcomeOf(before, after),
    committed: (match, players) => {
      this.#parts.notifier.wake(players);
      if (isOver(match.state.status)) void this.#challenges?.tellRival(match);
    },
  };

  readonly races: Races = {
    opponentOf: async (match) => (await this.#challenges?.opponentOf(match)) ?? null,
    sealed: async (match) => (await this.#challenges?.sealed(match)) ?? false,
  };

  open(host: Host, lobby: Lobby): { readonly matches: Matches; readonly challenges: ChallengeBook } {
    const { store, limits, clock, random, log, rulesOf, graph, notifier, goingDown, deal = makeSetup } = this.#parts;
    const show = lobby.show.bind(lobby);
    const { journal, players, flip, social } = store;
    const matches = new Matches(
      {
        ...{ host, journal, players, limits, clock, random, log, rulesOf, deal, show },
        ...(goingDown !== undefined && { goingDown }),
      },
      this.#options,
    );
    this.#challenges = new ChallengeBook(
      {
        ...{ host, matches, store: flip, players, graph, clock, random, log, show },
        findPlayer: (idOrName) => social.findPlayer(idOrName),
        watchOpponent: (match) => lobby.watchOpponent(match),
        wake: (woken) => notifier.wake(woken),
      },
      this.#options.challenge,
    );
    return { matches, challenges: this.#challenges };
  }
}

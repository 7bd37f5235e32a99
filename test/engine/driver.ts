import {
  type Clocks,
  type Command,
  create,
  type Decision,
  decide,
  type Entrant,
  evolve,
  type MatchEvent,
  type MatchState,
  type MatchView,
  type Mode,
  project,
  replay,
} from '../../shared/engine/index.ts';
import { boardRules, type Game, type Position, type Rules } from '../../shared/games/index.ts';

export const ANN: Entrant = { player: 'p_ann', name: 'Ann' };
export const BOB: Entrant = { player: 'p_bob', name: 'Bob' };
export const CAT: Entrant = { player: 'p_cat', name: 'Cat' };

/** Of different lengths, so that no deadline is taken for another. */
export const CLOCKS: Clocks = { queue: 600_000, ready: 90_000, turn: 60_000, match: 1_800_000 };
/** The instant at which a driven match is created. */
export const T0 = 1_000_000;

type Start = ({ readonly game: Game } | { readonly rules: Rules }) & Options;

interface Options {
  readonly clocks?: Clocks;
  readonly mode?: Mode;
  readonly rematch?: boolean;
}

/** One match without a host: what is due fires first, then the command; events are kept as the journal would. */
export class Drive {
  readonly rules: Rules;
  readonly log: MatchEvent[];
  state: MatchState;

  constructor(start: Start) {
    const { clocks = CLOCKS, mode = 'private', rematch = false } = start;
    this.rules = 'game' in start ? boardRules(start.game) : start.rules;
    this.log = [
      ...create(
        {
          match: 'm1',
          game: this.rules.id,
          rules: 'r1',
          mode,
          clocks,
          by: ANN,
          seats: rematch ? [ANN, BOB] : null,
          rematchOf: rematch ? 'm0' : '',
        },
        T0,
        this.rules,
      ),
    ];
    this.state = replay(this.log, this.rules);
  }

  get view(): MatchView {
    return project(this.state, this.rules);
  }

  /** What lies on the board. */
  get board(): Position {
    return this.rules.view(this.state.position);
  }

  /** Kinds of the events of the log, in order. */
  get kinds(): string[] {
    return this.log.map(({ kind }) => kind);
  }

  /** One command at `at` (epoch ms), after all that is due by then. */
  do(at: number, command: Command): Decision {
    this.fire(at);
    return this.#take(decide(this.state, command, at, this.rules));
  }

  /** Fires what is due at `at`; the new events. */
  fire(at: number): readonly MatchEvent[] {
    const fired: MatchEvent[] = [];
    for (;;) {
      const decision = this.#take(decide(this.state, { kind: 'expire' }, at, this.rules));
      if (!decision.ok || decision.events.length === 0) return fired;
      fired.push(...decision.events);
    }
  }

  /** A move of the seat whose turn it is, at the revision that it sees. */
  move(at: number, action: number, id?: string): Decision {
    const { revision } = this.state;
    return this.do(at, { kind: 'move', seat: this.board.turn, revision, action, ...(id !== undefined && { id }) });
  }

  #take(decision: Decision): Decision {
    if (!decision.ok) return decision;
    this.log.push(...decision.events);
    this.state = decision.events.reduce((state, event) => evolve(state, event, this.rules), this.state);
    return decision;
  }
}

/** A match with both players in, before either is ready; paired at T0. */
export function pairedMatch(game: Game, clocks?: Clocks): Drive {
  const match = new Drive({ game, ...(clocks && { clocks }) });
  match.do(T0, { kind: 'join', entrant: BOB, swap: false });
  return match;
}

/** A match whose play starts at T0: its turn clock runs to T0 + turn, its match clock to T0 + match. */
export function startedMatch(game: Game, clocks?: Clocks): Drive {
  const match = pairedMatch(game, clocks);
  match.do(T0, { kind: 'ready', seat: 0 });
  match.do(T0, { kind: 'ready', seat: 1 });
  return match;
}

/** The code of a refusal, or null for what was accepted. */
export function codeOf(decision: Decision): string | null {
  return decision.ok ? null : decision.code;
}

import type { Game, Position } from './game.ts';
import { after, type Due, type Moved, type Rules, type TurnClocks, type Verdict } from './rules.ts';

/** A board game's match: its position, its clocks, and how it was ended when not on the board. */
export interface BoardPosition {
  readonly board: Position;
  readonly clocks: TurnClocks;
  readonly turnBy: number;
  readonly matchBy: number;
  readonly stopped: Verdict | null;
}

/**
 * Two seats, a clock for every turn and one for the match. Running out of time and leaving lose; when the match's time
 * is over there is no winner. On one millisecond the match's clock goes before the turn's.
 */
export function boardRules(game: Game): Rules<BoardPosition> {
  return {
    id: game.id,
    seats: { least: 2, most: 2 },
    opening: 'lobby',
    hidden: false,
    watchesPresence: false,
    activeClass: 'room',

    open: (_setup, { turn, match }) => ({
      board: game.initial(),
      clocks: { turn, match },
      turnBy: 0,
      matchBy: 0,
      stopped: null,
    }),

    start: (position, at) => ({
      ...position,
      turnBy: after(at, position.clocks.turn),
      matchBy: after(at, position.clocks.match),
    }),

    move(position, { seat, action, at }): Moved<BoardPosition> {
      if (position.board.turn !== seat) {
        return { ok: false, code: 'not-your-turn', message: 'It is the turn of your opponent.' };
      }
      const board = game.play(position.board, action);
      if (board === null) return ILLEGAL;
      return { ok: true, position: { ...position, board, turnBy: after(at, position.clocks.turn) } };
    },

    choices: () => null,

    due: ({ matchBy, turnBy }) => earliest(running(matchBy, 'match'), running(turnBy, 'turn')),

    expire(position, { clock }) {
      const stopped: Verdict =
        clock === 'turn'
          ? { status: 'finished', winner: 1 - position.board.turn, reason: 'timeout' }
          : { status: 'void', winner: null, reason: 'match-expired' };
      return { ...position, stopped };
    },

    leave: (position, seat) => ({
      ...position,
      stopped: { status: 'finished', winner: 1 - seat, reason: 'resigned' },
    }),

    arrive: (position) => position,

    verdict({ board, stopped }) {
      if (stopped !== null) return stopped;
      const outcome = game.outcome(board);
      return outcome === null ? null : { status: 'finished', ...outcome };
    },

    close: (position) => ({ ...position, board: closed(position.board), turnBy: 0, matchBy: 0 }),
    deadlines: ({ turnBy, matchBy }) => ({ turn: turnBy, match: matchBy }),
    view: ({ board }) => board,
    scores: ({ board }) => game.scores(board),
    legal: (view) => game.legal(view),
    initial: () => game.initial(),
    disproof: () => null,
  };
}

const ILLEGAL: Moved<never> = {
  ok: false,
  code: 'illegal-action',
  message: 'The rules do not allow this move now. Choose one that is listed in `legal`.',
};

/** However a match ends, nobody is to move in its position. */
function closed(board: Position): Position {
  return board.turn === -1 ? board : { ...board, turn: -1 };
}

function running(at: number, clock: Due['clock']): Due | null {
  return at === 0 ? null : { at, clock };
}

/** The earlier of two; `first` on a tie. */
function earliest(first: Due | null, second: Due | null): Due | null {
  if (first === null || second === null) return first ?? second;
  return second.at < first.at ? second : first;
}

import { END_REASONS, MODES } from '../engine/event.ts';
import { isOver, type LiveView, type MatchResult, OPPONENT_STATUSES, type Opponent, STATUSES } from '../engine/view.ts';
import { codecOf, type Position } from '../games/index.ts';

/**
 * The room state as it travels: the LiveView in small numbers. Times are offsets from `createdAt` plus one (0 = none),
 * enumerations are their index, null is a code, the 16 hex digits of `hash` are two words, `state` is packed where its
 * game says how, and what follows from other fields (`turn`, `result`, `free`) is left out. `toWire` and `fromWire` are the one table of it.
 */
export interface WireState {
  id: string;
  game: string;
  rules: string;
  mode: number;
  createdAt: number;
  status: number;
  revision: number;
  /** '' = open seat. */
  players: string[];
  names: string[];
  ready: number;
  state: Position;
  /** The earliest deadline, where it is neither of the next two; else 0. */
  dueBy: number;
  turnBy: number;
  matchBy: number;
  started: number;
  ended: number;
  /** A seat, -1 draw, -2 none. */
  winner: number;
  /** Index in END_REASONS plus one, 0 = none. */
  reason: number;
  plies: number;
  /** [] = the game counts no points, or the match is not over. */
  scores: number[];
  hashHigh: number;
  hashLow: number;
  /** Bitmask by seat. */
  connected: number;
  presence: number;
  /** '' = none. */
  rematch: string;
  rematchOffers: number;
  /** Name of the other side of a race, '' = no race. */
  rival: string;
  rivalStatus: number;
  /** -1 = not to be known. */
  rivalScore: number;
}

const NO_SCORE = -1;
const NO_WINNER = -2;

export function toWire(view: LiveView): WireState {
  const offset = (at: number) => (at === 0 ? 0 : at - view.createdAt + 1);
  const { result } = view;
  return {
    id: view.id,
    game: view.game,
    rules: view.rules,
    mode: MODES.indexOf(view.mode),
    createdAt: view.createdAt,
    status: STATUSES.indexOf(view.status),
    revision: view.revision,
    players: view.players.map((player) => player ?? ''),
    names: view.names.map((name) => name ?? ''),
    ready: view.ready,
    state: codecOf(view.game)?.pack(view.state) ?? view.state,
    dueBy: view.deadline === earliest([view.turnDeadline, view.matchDeadline]) ? 0 : offset(view.deadline),
    turnBy: offset(view.turnDeadline),
    matchBy: offset(view.matchDeadline),
    started: offset(view.startedAt),
    ended: offset(view.endedAt),
    winner: view.winner ?? NO_WINNER,
    reason: view.reason === null ? 0 : END_REASONS.indexOf(view.reason) + 1,
    plies: result?.plies ?? 0,
    scores: [...(result?.scores ?? [])],
    hashHigh: Number.parseInt(view.hash.slice(0, 8), 16),
    hashLow: Number.parseInt(view.hash.slice(8), 16),
    connected: view.connected.reduce((mask, on, seat) => (on ? mask | (1 << seat) : mask), 0),
    presence: view.presence,
    rematch: view.rematch ?? '',
    rematchOffers: view.rematchOffers,
    rival: view.opponent?.name ?? '',
    rivalStatus: view.opponent === undefined ? 0 : OPPONENT_STATUSES.indexOf(view.opponent.status),
    rivalScore: view.opponent?.score ?? NO_SCORE,
  };
}

/** Throws a RangeError for codes that this build does not know. */
export function fromWire(wire: WireState): LiveView {
  const instant = (offset: number) => (offset === 0 ? 0 : wire.createdAt + offset - 1);
  const status = listed(STATUSES, wire.status);
  const reason = wire.reason === 0 ? null : listed(END_REASONS, wire.reason - 1);
  const winner = wire.winner === NO_WINNER ? null : wire.winner;
  const scores = wire.scores.length === 0 ? null : wire.scores;
  const result: MatchResult | null =
    isOver(status) && reason !== null ? { winner, reason, plies: wire.plies, scores } : null;
  return {
    id: wire.id,
    game: wire.game,
    rules: wire.rules,
    mode: listed(MODES, wire.mode),
    status,
    revision: wire.revision,
    players: wire.players.map((player) => player || null),
    names: wire.names.map((name) => name || null),
    ready: wire.ready,
    state: codecOf(wire.game)?.unpack(wire.state) ?? wire.state,
    turn: status === 'playing' ? wire.state.turn : -1,
    winner,
    reason,
    result,
    deadline: instant(earliest([wire.dueBy, wire.turnBy, wire.matchBy])),
    turnDeadline: instant(wire.turnBy),
    matchDeadline: instant(wire.matchBy),
    createdAt: wire.createdAt,
    startedAt: instant(wire.started),
    endedAt: instant(wire.ended),
    hash: hexWord(wire.hashHigh) + hexWord(wire.hashLow),
    free: true,
    connected: wire.players.map((_, seat) => (wire.connected & (1 << seat)) !== 0),
    presence: wire.presence,
    rematch: wire.rematch || null,
    rematchOffers: wire.rematchOffers,
    ...(wire.rival !== '' && { opponent: opponentOf(wire) }),
  };
}

function opponentOf({ rival, rivalStatus, rivalScore }: WireState): Opponent {
  const opponent = { name: rival, status: listed(OPPONENT_STATUSES, rivalStatus) };
  return rivalScore === NO_SCORE ? opponent : { ...opponent, score: rivalScore };
}

/** The earliest of times of which 0 is none. */
function earliest(times: readonly number[]): number {
  const running = times.filter((time) => time !== 0);
  return running.length === 0 ? 0 : Math.min(...running);
}

function listed<T>(list: readonly T[], index: number): T {
  const value = list[index];
  if (value === undefined) throw new RangeError(`code ${index} is not in the list of this build`);
  return value;
}

function hexWord(word: number): string {
  return word.toString(16).padStart(8, '0');
}

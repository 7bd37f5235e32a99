import {
  type Clocks,
  type Command,
  create,
  decide,
  due,
  evolve,
  isOver,
  type MatchEvent,
  type MatchState,
  MODES,
  project,
  replay,
} from '@freeplay/shared/engine';
import { GAMES, RULES_HASH, type Rules, rulesById } from '@freeplay/shared/games';
import { chainOf, endsUnknown, type Receipt, type Replay, receiptMatch, replayOf } from '@freeplay/shared/receipt';
import type { Signer } from '../../server/receipts/signer.ts';
import { pick, type Random } from '../games/support.ts';

/** A receipt with the replay of its match. */
export interface Proof {
  readonly receipt: Receipt;
  readonly replay: Replay;
}

export interface EndedMatch {
  readonly rules: Rules;
  readonly events: readonly MatchEvent[];
  readonly state: MatchState;
}

const CLOCKS: Clocks = { queue: 600_000, ready: 90_000, turn: 60_000, match: 1_800_000 };
/** Too short for most games, so that some run out. */
const SHORT = 100_000;
const START = 1_793_491_200_000;
const ANN = { player: 'p_ann', name: 'Ann' };
const BOB = { player: 'p_bob', name: 'Brú' };

/** A match of any game that ends in any of the ways that matches end, each stroke at a random instant. */
export function randomMatch(random: Random, game: string = pick(GAMES, random).id): EndedMatch {
  const rules = rulesById(game);
  if (rules === null) throw new Error(`no rules of ${game}`);
  const id = `m${random(1_000_000_000)}`;
  const rematch = random(4) === 0;
  const command = {
    ...{ match: id, game, rules: RULES_HASH[game] ?? '', mode: pick(MODES, random) },
    ...{ clocks: { ...CLOCKS, match: random(4) === 0 ? SHORT : CLOCKS.match }, by: ANN },
    ...{ seats: rematch ? ([BOB, ANN] as const) : null, rematchOf: rematch ? 'm0' : '' },
  };
  const events: MatchEvent[] = [...create(command, START, rules)];
  let state = replay(events, rules);
  let at = START;
  while (!isOver(state.status)) {
    at += random(state.status === 'playing' ? 9000 : 30_000);
    const clock = due(state, rules);
    const expires = clock !== null && (clock.at <= at || random(state.status === 'playing' ? 300 : 20) === 0);
    if (expires) at = Math.max(at, clock.at);
    const decision = decide(state, expires ? { kind: 'expire' } : strokeIn(state, rules, random), at, rules);
    if (!decision.ok) throw new Error(decision.message);
    events.push(...decision.events);
    state = decision.events.reduce((before, event) => evolve(before, event, rules), state);
  }
  return { rules, events, state };
}

function strokeIn(state: MatchState, rules: Rules, random: Random): Command {
  const { status, revision } = state;
  const board = rules.view(state.position);
  if (random(300) === 0) return { kind: 'void', reason: 'rules-changed' };
  if (status === 'waiting') {
    return random(8) === 0 ? { kind: 'leave', seat: 0 } : { kind: 'join', entrant: BOB, swap: random(2) === 0 };
  }
  if (status === 'ready') return { kind: random(20) === 0 ? 'leave' : 'ready', seat: random(2) };
  if (random(200) === 0) return { kind: 'leave', seat: random(2) };
  const move = { kind: 'move', seat: board.turn, revision, action: pick(rules.legal(board), random) } as const;
  return random(2) === 0 ? move : { ...move, id: `${board.turn}.${revision}` };
}

/** What a server hands out for a match. */
export function proofOf({ rules, events, state }: EndedMatch, signer: Signer): Proof {
  const initial = rules.initial(state.position);
  const chain = chainOf(state, endsUnknown(state.reason) ? null : initial, events);
  const view = project(state, rules);
  const receipt: Receipt = JSON.parse(signer.receipt(receiptMatch(view, chain)));
  return JSON.parse(JSON.stringify({ receipt, replay: replayOf(view, initial, events) }));
}

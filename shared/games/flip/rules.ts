import type { Due, Moved, Rules, Verdict } from '../rules.ts';
import { due, expire, FLIP_CLOCKS, type FlipClock } from './clocks.ts';
import { FLIP_MODES, type FlipMode, MODE } from './modes.ts';
import { act, hintChoices, legal } from './play.ts';
import { abandon, leaves, returns } from './presence.ts';
import { disproof } from './proof.ts';
import { type FlipPosition, type FlipSetup, type FlipShown, HINT, NONE, open } from './state.ts';
import { result, reveal, view } from './view.ts';

/** The four modes for the match engine. A setup is a FlipSetup of the same mode, checked by `setupFault` where it is made. */
export const FLIP_RULES: readonly Rules<FlipPosition>[] = FLIP_MODES.map(flipRules);

function flipRules(mode: FlipMode): Rules<FlipPosition> {
  const facts = MODE[mode];
  return {
    id: facts.room,
    seats: facts.seats,
    opening: 'at-once',
    hidden: true,
    watchesPresence: facts.kind === 'duel',
    activeClass: 'flip',

    open: (setup) => open(setup as FlipSetup), // The server's own, which wrote it into the created event.
    start: (position) => position,

    move(position, { seat, action, at, choice }): Moved<FlipPosition> {
      const decision = act(position, seat, action, at, choice);
      return decision.ok ? { ok: true, position: decision.position } : decision;
    },

    choices: (position, action) => (action === HINT ? hintChoices(position) : null),
    due: (position) => due(position),

    expire: (position, { at, clock }, seen) => (isFlipClock(clock) ? expire(position, clock, at, seen) : position),

    leave: leaves,
    arrive: (position, seat, at) => (position.shown.away[seat] === true ? returns(position, seat, at) : position),

    verdict({ kept: { outcome } }): Verdict | null {
      if (outcome === null) return null;
      const { status, winner, reason } = outcome;
      return { status, winner, reason };
    },

    close: abandon,
    deadlines: (position) => ({
      turn: turnBy(position),
      match: position.shown.turn === NONE ? 0 : position.shown.limitAt,
    }),
    view: (position) => ({ last: lastCell(position.shown), ...view(position) }),

    scores(position) {
      const found = result(position);
      if (found === null) return null;
      if (found.teamScore !== null) return [found.teamScore];
      return found.scores.length === 0 ? null : found.scores;
    },

    legal: (shown) => legal(mode, shown as unknown as FlipShown), // What `view` of these rules has made.
    initial: reveal,
    disproof,
  };
}

function turnBy(position: FlipPosition): number {
  const next = due(position);
  return next !== null && (next.clock === 'turn' || next.clock === 'idle') ? next.at : 0;
}

/** The card flipped last, -1 when none is known. */
function lastCell({ firstFlip, lastTurn }: FlipShown): number {
  return firstFlip !== NONE ? firstFlip : (lastTurn?.cells.at(-1) ?? NONE);
}

function isFlipClock(clock: Due['clock']): clock is FlipClock {
  return FLIP_CLOCKS.some((known) => known === clock);
}

import type { ClockName } from '@freeplay/shared/engine';
import { type FlipView, HINT, PASS } from '@freeplay/shared/games/flip';
import type { Telling } from '../replay/telling.ts';
import type { Frame } from '../replay/timeline.ts';
import { viewOf } from './view.ts';
import { cardText } from './words.ts';

/** How a frame of a match of Flip Match is told. The switch is the table of what such a match can go through. */
export function tellFlip({ event, view }: Frame, names: readonly string[]): Telling {
  const seat = event?.seat ?? -1;
  const name = names[seat] ?? '';
  const state = viewOf(view);
  switch (event?.kind) {
    case 'moved':
      return tellAction(event.data.action, state, name, seat);
    case 'resumed':
      return entry('back', `${name} is back`, seat);
    case 'resigned':
      return entry('left', `${name} leaves`, seat);
    case 'timed-out':
      return tellClock(event.data.clock, name, seat);
    default:
      return entry('the end', 'the match ends', -1);
  }
}

function tellAction(action: number, view: FlipView, name: string, seat: number): Telling {
  if (action === PASS) return entry('pass', `${name} passes`, seat);
  if (action === HINT) {
    const shown = view.hint === null ? '' : cardText(view, view.hint.cell, view.hint.item);
    return entry(`hint: ${shown}`, `${name} takes a hint, ${shown}`, seat);
  }
  const { lastTurn } = view;
  if (view.firstFlip === action || lastTurn === null) {
    const card = cardText(view, action, view.cards[action] ?? -1);
    return { text: card, label: `${card}: ${name}`, said: `${name} flips ${card}`, deed: card, seat };
  }
  const card = cardText(view, action, lastTurn.items.at(-1) ?? -1);
  const [mark, end] = lastTurn.matched ? ['✓', 'a match'] : ['✗', 'no match'];
  const text = `${card} ${mark}`;
  return { text, label: `${card}, ${end}: ${name}`, said: `${name} flips ${card}, ${end}`, deed: text, seat };
}

function tellClock(clock: ClockName, name: string, seat: number): Telling {
  switch (clock) {
    case 'turn':
      return entry('out of time', `time runs out for ${name}, and the turn is passed on`, seat);
    case 'idle':
      return entry('away', `${name} is away, and the turn is passed on`, seat);
    case 'absence':
      return entry('nobody came', 'a player was away for too long', -1);
    default:
      return entry('time is up', 'the time is up', -1);
  }
}

function entry(text: string, said: string, seat: number): Telling {
  return { text, label: `${text}: ${said}`, said, deed: text, seat };
}

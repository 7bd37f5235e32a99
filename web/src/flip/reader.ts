import type { Snapshot } from '@freeplay/client-sdk';
import { type FlipView, HINT, PASS } from '@freeplay/shared/games/flip';
import { cellAt, coordinateOf, parseCommand } from '@freeplay/shared/games/flip/commands';
import type { MoveReader } from '../components/typed-move.tsx';

/** Reads coordinates, `hint` and `pass`. */
export function flipReader(snapshot: Snapshot, view: FlipView): MoveReader {
  return {
    prompt: snapshot.game === 'team-snap' ? 'Type a coordinate to flip, or “pass” to skip' : 'Type a coordinate',
    example: 'A1',
    verb: 'Flip',
    read(text) {
      const action = actionOf(text, view.size);
      return action === null ? unknown(text, view.size) : refusalOf(snapshot, view, action) || action;
    },
  };
}

function actionOf(text: string, size: number): number | null {
  const command = parseCommand(text);
  switch (command.kind) {
    case 'flip':
      return cellAt(size, command.column, command.row);
    case 'hint':
      return HINT;
    case 'pass':
      return PASS;
    default:
      return null;
  }
}

function unknown(text: string, size: number): string {
  return `“${text.trim()}” is no card here. Type one from A1 to ${coordinateOf(size, size * size - 1)}.`;
}

/** What the rules would say to it, before it is sent; '' when they let it pass. */
function refusalOf({ game, legal, names, seat }: Snapshot, view: FlipView, action: number): string {
  if (action === HINT && game === 'duel') return 'Hints are disabled in a duel.';
  if (action === PASS && game !== 'team-snap') return 'Only a team can pass a turn.';
  if (view.turn !== seat) {
    const name = names[view.turn] ?? '';
    return game === 'duel' ? `Waiting for ${name} to play.` : `It's ${name}'s turn.`;
  }
  if (legal.includes(action)) return '';
  if (action === HINT) return 'There are no hints left.';
  if (action === PASS) return 'You cannot pass with a card face up: flip a second one.';
  return 'That card is face up already: flip a hidden one.';
}

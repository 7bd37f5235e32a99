/** The text console's commands: what a player types, understood. */
import { DIFFICULTIES, type Difficulty } from './modes.ts';
import { THEMES } from './themes.ts';

export interface BoardChoice {
  /** null: the player's preference. */
  readonly difficulty: Difficulty | null;
  /** A theme's id, or null. */
  readonly theme: string | null;
}

export type FlipCommand =
  | { readonly kind: 'flip'; readonly column: number; readonly row: number }
  | { readonly kind: 'challenge'; readonly name: string; readonly mode: 'DUEL' | 'SPEED_RACE' }
  | ({ readonly kind: 'start' } & BoardChoice)
  | { readonly kind: 'start-team' }
  | { readonly kind: 'say'; readonly text: string }
  /** A line of the menu, from 1. */
  | { readonly kind: 'choose'; readonly line: number }
  | { readonly kind: PlainCommand }
  /** The nearest command, as one would type it. */
  | { readonly kind: 'unknown'; readonly nearest: string };

const PLAIN = [
  'hint',
  'pass',
  'status',
  'race status',
  'quit',
  'menu',
  'accept',
  'decline',
  'help',
  'yes',
  'no',
] as const;
type PlainCommand = (typeof PLAIN)[number];

const TEAM_STARTS = ['start team snap', 'start coop', 'team game'] as const;

/** Every command as `help` lists it. */
export const COMMANDS: readonly string[] = [
  'challenge {name} to memory snap',
  'challenge {name} to memory snap race',
  'start',
  ...TEAM_STARTS,
  'A1',
  'hint',
  'pass',
  'status',
  'race status',
  'quit',
  'say ...',
  'menu',
  'accept',
  'decline',
  'help',
];

/** Longer texts are not worth comparing with every command. */
const COMPARED = 64;

/** What a text asks for, in any case and spacing. */
export function parseCommand(typed: string): FlipCommand {
  const text = typed.trim().replace(/\s+/g, ' ');
  const lower = text.toLowerCase();
  return (
    plain(lower) ??
    coordinate(lower) ??
    menuLine(lower) ??
    speech(text) ??
    challenge(text) ??
    start(lower) ??
    unknown(lower)
  );
}

function plain(lower: string): FlipCommand | null {
  const kind = PLAIN.find((word) => word === lower);
  if (kind !== undefined) return { kind };
  return TEAM_STARTS.some((words) => words === lower) ? { kind: 'start-team' } : null;
}

/** A column letter and a row number; whether the board has such a place is `cellAt`'s to say. */
function coordinate(lower: string): FlipCommand | null {
  const [, letter, digits] = /^([a-z])([1-9]\d?)$/.exec(lower) ?? [];
  if (letter === undefined || digits === undefined) return null;
  return { kind: 'flip', column: letter.charCodeAt(0) - 97, row: Number(digits) - 1 };
}

function menuLine(lower: string): FlipCommand | null {
  return /^[1-9]$/.test(lower) ? { kind: 'choose', line: Number(lower) } : null;
}

function speech(text: string): FlipCommand | null {
  const [, said] = /^say (.+)$/i.exec(text) ?? [];
  return said === undefined ? null : { kind: 'say', text: said };
}

/** The game goes by both of its names. */
function challenge(text: string): FlipCommand | null {
  const [, name, race] = /^challenge (.+) to (?:memory snap|flip match)( race)?$/i.exec(text) ?? [];
  if (name === undefined) return null;
  return { kind: 'challenge', name, mode: race === undefined ? 'DUEL' : 'SPEED_RACE' };
}

/** `start`, and a difficulty and a theme in any order behind it. */
function start(lower: string): FlipCommand | null {
  const [first, ...words] = lower.split(' ');
  if (first !== 'start' || words.length > 2) return null;
  const difficulty = DIFFICULTIES.find((one) => words.includes(one.toLowerCase())) ?? null;
  const theme = THEMES.find(({ id }) => words.includes(id))?.id ?? null;
  const understood = Number(difficulty !== null) + Number(theme !== null);
  return understood === words.length ? { kind: 'start', difficulty, theme } : null;
}

function unknown(lower: string): FlipCommand {
  const text = lower.slice(0, COMPARED);
  let nearest = 'help';
  let least = Number.POSITIVE_INFINITY;
  for (const command of COMMANDS) {
    const distance = likeness(text, command);
    if (distance < least) {
      least = distance;
      nearest = command;
    }
  }
  return { kind: 'unknown', nearest };
}

/** How far a text is from a command; of one with a blank in it only the first words count, since nobody types the blank. */
function likeness(text: string, command: string): number {
  const [fixed = ''] = command.toLowerCase().split(/ (?:\{|\.)/);
  if (fixed === command.toLowerCase()) return distance(text, fixed);
  const [first = ''] = text.split(' ');
  const race = command.endsWith('race') === text.endsWith('race');
  return distance(first, fixed) + (race ? 0 : 1);
}

/** Levenshtein: letters to insert, delete or replace. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (let line = 0; line < one.length; line++) {
    const next = [line + 1];
    for (let column = 0; column < other.length; column++) {
      const replaced = (row[column] ?? 0) + (one[line] === other[column] ? 0 : 1);
      next.push(Math.min(replaced, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    }
    row = next;
  }
  return row[other.length] ?? 0;
}

/** The cell of a column and row (from 0) on a board of this many cells on a side, or null. */
export function cellAt(size: number, column: number, row: number): number | null {
  const inside = column >= 0 && column < size && row >= 0 && row < size;
  return inside ? row * size + column : null;
}

/** `A1` for cell 0, `B1` for cell 1. */
export function coordinateOf(size: number, cell: number): string {
  return `${String.fromCharCode(65 + (cell % size))}${Math.floor(cell / size) + 1}`;
}

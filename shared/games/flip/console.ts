/** The text console's displays, laid out as in the source. Pure: what a player may see goes in, plain text comes out. */
import { COMMANDS, coordinateOf } from './commands.ts';
import { DIFFICULTY, type FlipMode, pairsOn } from './modes.ts';
import type { RivalRun } from './race.ts';
import { NONE } from './state.ts';
import { shortCode, themeById } from './themes.ts';
import type { FlipView } from './view.ts';

/** What a display knows of its reader. `names` are by seat, `now` is epoch ms. */
export interface Reader {
  readonly mode: FlipMode;
  readonly seat: number;
  readonly names: readonly string[];
  readonly now: number;
}

export const MENU = `Flip Match - Multiplayer

1. Duel a Friend - Challenge someone to a head-to-head match
2. Speed Race - Race to beat a friend's score on the same board
3. Team Snap - Play cooperatively with your party
4. Back to Menu

Say "challenge {name} to memory snap" to start a duel.`;

export const NO_PARTY = 'You need to be in a party with 2-4 players to start Team Snap.';

export const HELP = ['Flip Match - Commands', '', ...COMMANDS.map((command) => `  ${command}`)].join('\n');

/** The answer to a text that is no command. */
export function unknownCommand(nearest: string): string {
  return `I do not know that command. Did you mean "${nearest}"? Say "help" for all commands.`;
}

/** The board and how the match stands, for its reader. */
export function statusText(view: FlipView, reader: Reader): string {
  switch (reader.mode) {
    case 'SOLO':
    case 'SPEED_RACE':
      return runText(view, reader);
    case 'DUEL':
      return duelText(view, reader);
    case 'TEAM_SNAP':
      return teamText(view, reader);
  }
}

function runText(view: FlipView, reader: Reader): string {
  const title = reader.mode === 'SOLO' ? 'Flip Match' : 'Flip Match Speed Race';
  const counts = [
    `Pairs: ${sum(view.pairs)}/${pairsOn(view.size)}`,
    `Turns: ${sum(view.turns)}`,
    `Hints: ${view.hintsLeft}`,
    clock(view, reader.now),
  ];
  return text([title, boardLine(view), '', drawBoard(view), '', counts.join('  |  '), ...lastLines(view)]);
}

function duelText(view: FlipView, reader: Reader): string {
  const running = view.turn === reader.seat ? 'YOUR TURN - Flip a card!' : waitingLine(reader);
  return text([
    `Flip Match Duel vs ${rivalOf(reader)}`,
    boardLine(view),
    '',
    drawBoard(view),
    '',
    duelCounts(view, reader),
    ...(view.result === undefined ? [running] : scoreLines(view, reader.names)),
  ]);
}

/** A duel in short, for one whose turn has passed on. */
export function waitingText(view: FlipView, reader: Reader): string {
  return text([waitingLine(reader), duelCounts(view, reader)]);
}

function waitingLine(reader: Reader): string {
  return `Waiting for ${rivalOf(reader)} to play...`;
}

function rivalOf({ seat, names }: Reader): string {
  return names[1 - seat] ?? '';
}

function duelCounts(view: FlipView, reader: Reader): string {
  const [own = 0, other = 0] = reader.seat === 0 ? view.pairs : view.pairs.toReversed();
  const remaining = pairsOn(view.size) - own - other;
  return `You: ${pairs(own)}  |  ${rivalOf(reader)}: ${pairs(other)}  |  Remaining: ${pairs(remaining)}`;
}

function teamText(view: FlipView, { names, now }: Reader): string {
  const found = names.map((name, seat) => `${name}: ${pairs(view.pairs[seat] ?? 0)}`).join('  |  ');
  const running = [
    `${names[view.turn] ?? ''}'s turn  |  ${clock(view, now)}`,
    '',
    'Say a coordinate to flip, or "pass" to skip.',
  ];
  return text([
    `Team Snap (${names.length} players)`,
    boardLine(view),
    '',
    drawBoard(view),
    '',
    `Team Progress: ${sum(view.pairs)}/${pairsOn(view.size)} pairs found`,
    `  ${found}`,
    ...(view.result === undefined ? running : scoreLines(view, names)),
  ]);
}

/** The board as a table: column letters, row numbers, a short code for each card. */
export function drawBoard({ size, theme, cards }: Pick<FlipView, 'size' | 'theme' | 'cards'>): string {
  const rule = `  +${'----+'.repeat(size)}`;
  const places = Array.from({ length: size }, (_, place) => place);
  const letters = places.map((column) => coordinateOf(size, column).charAt(0));
  const rows = places.flatMap((row) => {
    const codes = places.map((column) => shortCode(theme, cards[row * size + column] ?? NONE));
    return [`${row + 1} | ${codes.join(' | ')} |`, rule];
  });
  return text([`    ${letters.join('    ')}`, rule, ...rows]);
}

function boardLine({ size, difficulty, theme }: Pick<FlipView, 'size' | 'difficulty' | 'theme'>): string {
  return `Board: ${size}x${size} ${difficulty} (${themeById(theme)?.name ?? theme})`;
}

/** What the last turn and the last hint showed, for one who reads it later; and the score after the end. */
function lastLines(view: FlipView): readonly string[] {
  return view.result === undefined ? [...turnLines(view), ...hintLines(view)] : scoreLines(view, []);
}

/** `Last turn: A1 :lion:, B1 :dog: - no match`, or nothing before the first. */
export function turnLines({ size, theme, lastTurn }: FlipView): readonly string[] {
  if (lastTurn === null) return [];
  const cards = lastTurn.cells.map((cell, index) => card(size, theme, cell, lastTurn.items[index] ?? NONE));
  return [`Last turn: ${cards.join(', ')} - ${lastTurn.matched ? 'match!' : 'no match'}`];
}

export function hintLines({ size, theme, hint }: FlipView): readonly string[] {
  return hint === null ? [] : [`Hint: ${card(size, theme, hint.cell, hint.item)}`];
}

function card(size: number, theme: string, cell: number, item: number): string {
  return `${coordinateOf(size, cell)} ${shortCode(theme, item)}`;
}

function scoreLines({ result }: FlipView, names: readonly string[]): readonly string[] {
  if (result === undefined) return [];
  if (!result.success) return ['Game over - the board was not completed.'];
  const time = duration(result.seconds);
  if (result.teamScore !== null) return [`Team Score: ${grouped(result.teamScore)} (Completed in ${time})`];
  if (names.length < 2) return [`Your Score: ${grouped(result.scores[0] ?? 0)} (Completed in ${time})`];
  return names.map((name, seat) => `${name}: ${grouped(result.scores[seat] ?? 0)} points`);
}

/** A run of a race as one line of its status. */
export function raceText(
  view: Pick<FlipView, 'size' | 'difficulty' | 'theme'>,
  own: RivalRun,
  rival: RivalRun & { readonly name: string },
): string {
  const waiting = rival.status === 'playing' || rival.status === 'not-started';
  return text([
    `Speed Race vs ${rival.name}`,
    boardLine(view),
    '',
    `Your Score: ${runLine(own)}`,
    `${rival.name}: ${runLine(rival)}`,
    ...(waiting ? ['', 'Check back later or play another game while you wait!'] : []),
  ]);
}

function runLine({ status, score, seconds }: RivalRun): string {
  switch (status) {
    case 'not-started':
      return 'Not started yet';
    case 'playing':
      return 'Still playing...';
    case 'ended':
      return 'Not completed';
    case 'completed':
      return score === undefined || seconds === undefined
        ? 'Completed'
        : `${grouped(score)} (Completed in ${duration(seconds)})`;
  }
}

/** `Time: 2:15 / 5:00`; without a limit only the time that has passed. */
function clock({ startedAt, limitAt, difficulty, result }: FlipView, now: number): string {
  const passed = result?.seconds ?? (startedAt === 0 ? 0 : Math.max(0, Math.floor((now - startedAt) / 1000)));
  const limit = limitAt === 0 ? DIFFICULTY[difficulty].limit : Math.floor((limitAt - startedAt) / 1000);
  return limit === 0 ? `Time: ${duration(passed)}` : `Time: ${duration(Math.min(passed, limit))} / ${duration(limit)}`;
}

/** Seconds as `1:52`. */
export function duration(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** A whole number >= 0 with its thousands set apart: `1,455`. */
export function grouped(value: number): string {
  return String(value).replace(/\B(?=(?:\d{3})+$)/g, ',');
}

function pairs(count: number): string {
  return `${count} ${count === 1 ? 'pair' : 'pairs'}`;
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}

function text(lines: readonly string[]): string {
  return lines.join('\n');
}

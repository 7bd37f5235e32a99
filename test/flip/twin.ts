/**
 * The slow, obvious twin of the rules' bookkeeping: it reads the whole list of what happened, writes down every turn as one
 * line, and counts the lines. It shares no code with the rules but the names of the actions.
 */
import type { FlipClock, FlipMode } from '../../shared/games/flip/index.ts';

export type Happening =
  | {
      readonly kind: 'act';
      readonly at: number;
      readonly seat: number;
      readonly action: number;
      readonly choice: number;
    }
  | { readonly kind: 'expire'; readonly at: number; readonly clock: FlipClock; readonly seen: readonly number[] }
  | { readonly kind: 'returns'; readonly at: number; readonly seat: number }
  | { readonly kind: 'leaves'; readonly at: number; readonly seat: number };

const DAY = 86_400_000;

/** One turn, from its start to its end. */
interface Line {
  readonly seat: number;
  readonly ms: number;
  readonly cells: readonly number[];
  readonly matched: boolean;
  readonly counts: boolean;
  /** A duel's turn clock ran out on a player who was there. */
  readonly missed: boolean;
}

export interface Account {
  readonly turn: number;
  readonly firstFlip: number;
  readonly turns: readonly number[];
  readonly pairs: readonly number[];
  readonly turnMs: readonly number[];
  readonly streak: readonly number[];
  readonly bestStreak: readonly number[];
  readonly teamStreak: number;
  readonly teamBestStreak: number;
  readonly timeouts: readonly number[];
  readonly away: readonly boolean[];
  readonly left: readonly boolean[];
  readonly hintsUsed: number;
  /** Items that the players were shown, at whatever time. */
  readonly revealed: ReadonlySet<number>;
}

export function account(
  mode: FlipMode,
  board: readonly number[],
  seats: number,
  opened: number,
  all: readonly Happening[],
): Account {
  const lines: Line[] = [];
  const away = new Set<number>();
  const left = new Set<number>();
  const revealed = new Set<number>();
  /** Own flips and missed turns, so that the time-outs in a row can be counted back to a flip. */
  const marks: { readonly seat: number; readonly missed: boolean }[] = [];
  let turn = 0;
  let up = -1;
  let from = opened;
  let started = 0;
  let hintsUsed = 0;
  let over = false;
  const there = Array.from({ length: seats }, () => opened);

  const close = (at: number, rest: Partial<Line>): void => {
    const ms = started === 0 || away.has(turn) ? 0 : at - Math.max(from, started);
    const cells = up === -1 ? [] : [up];
    lines.push({ seat: turn, ms, cells, matched: false, counts: false, missed: false, ...rest });
    up = -1;
    from = at;
  };
  const next = (): void => {
    for (const idle of [false, true]) {
      for (let step = 1; step <= seats; step++) {
        const seat = (turn + step) % seats;
        if (left.has(seat) || (!idle && away.has(seat))) continue;
        if (idle && !left.has(turn)) return;
        turn = seat;
        return;
      }
    }
  };
  const back = (seat: number, at: number): void => {
    if (left.has(seat) || !away.delete(seat)) return;
    if (turn !== seat && !away.has(turn)) return;
    turn = seat;
    from = at;
  };
  const end = (at: number): void => {
    if (!over) close(at, {});
    over = true;
  };

  for (const event of all) {
    const { at } = event;
    if (event.kind === 'act' || event.kind === 'returns') there[event.seat] = at;
    if (event.kind === 'returns') back(event.seat, at);
    else if (event.kind === 'leaves') {
      left.add(event.seat);
      if (mode !== 'TEAM_SNAP' || left.size === seats) end(at);
      else if (event.seat === turn) {
        close(at, { counts: up !== -1 });
        next();
      }
    } else if (event.kind === 'expire') {
      if (mode === 'DUEL' && (event.clock === 'turn' || event.clock === 'absence')) {
        for (const [seat, last] of event.seen.entries()) there[seat] = Math.max(there[seat] ?? 0, Math.min(last, at));
      }
      if (event.clock === 'turn') {
        const missed = (event.seen[turn] ?? 0) >= at;
        close(at, { counts: true, missed });
        if (missed) marks.push({ seat: turn, missed });
        if (inARow(marks, turn) === 3) end(at);
        else next();
      } else if (event.clock === 'idle') {
        close(at, { counts: up !== -1 });
        away.add(turn);
        next();
      } else if (event.clock === 'limit' || mode !== 'DUEL' || started === 0) end(at);
      else {
        const lasts = there.map((last) => Math.max(last, started));
        const [one = 0, other = 0] = lasts;
        const bothGone = at - one >= DAY && at - other >= DAY;
        if (bothGone || Math.abs(one - other) >= DAY) end(at);
      }
    } else {
      back(event.seat, at);
      if (event.action === 64) {
        hintsUsed++;
        revealed.add(board[event.choice] ?? -1);
      } else if (event.action === 65) {
        close(at, {});
        next();
      } else {
        if (started === 0) started = at;
        marks.push({ seat: turn, missed: false });
        revealed.add(board[event.action] ?? -1);
        if (up === -1) {
          up = event.action;
          continue;
        }
        const matched = board[up] === board[event.action];
        close(at, { cells: [up, event.action], matched, counts: true });
        const found = lines.filter((line) => line.matched).length;
        if (found === board.length / 2) end(at);
        else if (!matched || mode === 'DUEL') next();
      }
    }
  }

  const everySeat = Array.from({ length: seats }, (_, seat) => seat);
  const counted = lines.filter((line) => line.counts);
  const of = (seat: number): Line[] => counted.filter((line) => line.seat === seat);
  const team = mode === 'TEAM_SNAP' ? counted : [];
  return {
    turn: over ? -1 : turn,
    firstFlip: up,
    turns: everySeat.map((seat) => of(seat).length),
    pairs: everySeat.map((seat) => of(seat).filter(({ matched }) => matched).length),
    turnMs: everySeat.map((seat) => lines.filter((line) => line.seat === seat).reduce((sum, { ms }) => sum + ms, 0)),
    streak: everySeat.map((seat) => lastRun(of(seat))),
    bestStreak: everySeat.map((seat) => longestRun(of(seat))),
    teamStreak: lastRun(team),
    teamBestStreak: longestRun(team),
    timeouts: everySeat.map((seat) => inARow(marks, seat)),
    away: everySeat.map((seat) => away.has(seat)),
    left: everySeat.map((seat) => left.has(seat)),
    hintsUsed,
    revealed,
  };
}

function inARow(marks: readonly { readonly seat: number; readonly missed: boolean }[], seat: number): number {
  const own = marks.filter((mark) => mark.seat === seat);
  return own.length - 1 - own.findLastIndex(({ missed }) => !missed);
}

function lastRun(lines: readonly Line[]): number {
  return lines.length - 1 - lines.findLastIndex(({ matched }) => !matched);
}

function longestRun(lines: readonly Line[]): number {
  const text = lines.map(({ matched }) => (matched ? 'x' : ' ')).join('');
  return Math.max(...text.split(' ').map(({ length }) => length));
}

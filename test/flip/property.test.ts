import { assert } from 'chai';
import fc from 'fast-check';
import {
  act,
  due,
  expire,
  FLIP_CLOCKS,
  FLIP_MODES,
  type FlipMode,
  type FlipPosition,
  type FlipSetup,
  HINT,
  hintChoices,
  leaves,
  legal,
  MODE,
  open,
  outcome,
  PASS,
  result,
  returns,
  setupFault,
  view,
} from '../../shared/games/flip/index.ts';
import { pick, type Random, randomFrom } from '../games/support.ts';
import { deepFrozen, setup } from './support.ts';
import { type Account, account, type Happening } from './twin.ts';

/** Items that stand out in any text; a board of them gives a leak away. */
const SENTINEL = 70_001;
const NONCE = 'deadbeef'.repeat(8);
const SEED = '8765309123456789';

function randomSetup(mode: FlipMode, random: Random): FlipSetup {
  const { least, most } = MODE[mode].seats;
  const difficulty = pick(['EASY', 'MEDIUM', 'HARD'], random) as 'EASY' | 'MEDIUM' | 'HARD'; // `pick` widens the list.
  const ordered = setup(mode, { difficulty, seats: least + random(most - least + 1), nonce: NONCE, seed: SEED });
  const board = ordered.board.map((item) => SENTINEL + item);
  for (let size = board.length; size > 1; size--) {
    const other = random(size);
    [board[size - 1], board[other]] = [board[other] ?? 0, board[size - 1] ?? 0];
  }
  return { ...ordered, board };
}

/** An action as people choose them: mostly a hidden card, its mate often enough for matches, sometimes a hint or a pass. */
function chosen(position: FlipPosition, random: Random): number {
  const { shown, kept } = position;
  const actions = legal(kept.mode, shown);
  const mate = actions.find((cell) => shown.firstFlip !== -1 && kept.board[cell] === kept.board[shown.firstFlip]);
  return mate !== undefined && random(2) === 0 ? mate : pick(actions, random);
}

/** When each player was last there, as a host might know: now, some time ago or never. */
function sightings(seats: number, at: number, random: Random): number[] {
  return Array.from({ length: seats }, () => pick([at + 5, at, at - 3_600_000, at - 90_000_000, 0], random));
}

function happens(position: FlipPosition, at: number, random: Random): Happening {
  const seats = position.kept.names.length;
  const luck = random(100);
  const next = due(position);
  if (luck < 10 && next !== null) {
    return { kind: 'expire', at: Math.max(at, next.at), clock: next.clock, seen: sightings(seats, next.at, random) };
  }
  if (luck < 12) return { kind: 'leaves', at, seat: random(seats) };
  if (luck < 20) return { kind: 'returns', at, seat: random(seats) };
  const action = chosen(position, random);
  const choice = action === HINT ? pick(hintChoices(position), random) : -1;
  return { kind: 'act', at, seat: position.shown.turn, action, choice };
}

function applied(position: FlipPosition, event: Happening): FlipPosition {
  switch (event.kind) {
    case 'act': {
      const decision = act(position, event.seat, event.action, event.at, event.choice);
      if (!decision.ok) throw new Error(`${decision.code} for ${JSON.stringify(event)}`);
      return decision.position;
    }
    case 'expire':
      return expire(position, event.clock, event.at, event.seen);
    case 'returns':
      return returns(position, event.seat, event.at);
    case 'leaves':
      return leaves(position, event.seat, event.at);
  }
}

interface Played {
  readonly setup: FlipSetup;
  readonly events: readonly Happening[];
  readonly position: FlipPosition;
}

/** Plays a random match to its end; `check` sees the position after every event. */
function randomMatch(mode: FlipMode, seed: number, check: (match: Played) => void): Played {
  const random = randomFrom(seed);
  const start = randomSetup(mode, random);
  const events: Happening[] = [];
  let at = start.at;
  let position = deepFrozen(open(start));
  check({ setup: start, events, position });
  while (outcome(position) === null) {
    at += random(4) === 0 ? random(30_000) : random(500);
    const next = due(position);
    const event: Happening =
      next !== null && next.at <= at
        ? { kind: 'expire', at: next.at, clock: next.clock, seen: sightings(start.names.length, next.at, random) }
        : happens(position, at, random);
    if (event.kind === 'leaves' && position.shown.left[event.seat] === true) continue;
    position = deepFrozen(applied(position, event));
    at = Math.max(at, event.at);
    events.push(event);
    check({ setup: start, events, position });
  }
  return { setup: start, events, position };
}

function inRandomMatches(
  runs: number,
  check: (match: Played) => void,
  atEnd: (match: Played) => void = () => {},
): void {
  for (const mode of FLIP_MODES) {
    fc.assert(
      fc.property(fc.nat(), (seed) => atEnd(randomMatch(mode, seed, check))),
      { numRuns: runs, seed: 7 },
    );
  }
}

function accountOf({ setup: { mode, board, names, at }, events }: Played): Account {
  return account(mode, board, names.length, at, events);
}

describe('every match of Flip Match, played at random', () => {
  it('keeps the books as the slow twin does from the list of what happened', () => {
    inRandomMatches(40, (match) => {
      const { revealed: _, ...expected } = accountOf(match);
      const shown: Readonly<Record<string, unknown>> = { ...match.position.shown };
      const kept = Object.fromEntries(Object.keys(expected).map((name) => [name, shown[name]]));
      assert.deepEqual(kept, expected);
    });
  });

  it('shows no hidden card, nonce or seed, neither while it runs nor after its end', () => {
    inRandomMatches(40, (match) => {
      const { shown, kept } = match.position;
      const text = JSON.stringify(view(match.position));
      const { revealed } = accountOf(match);
      for (const item of new Set(kept.board)) {
        if (!revealed.has(item)) assert.notInclude(text, String(item));
      }
      assert.notInclude(text, NONCE);
      assert.notInclude(text, SEED);
      shown.cards.forEach((card, cell) => {
        const open = shown.claimed[cell] !== -1 || shown.firstFlip === cell;
        assert.equal(card, open ? kept.board[cell] : -1);
      });
    });
  });

  it('never loses or makes a pair, nor gives the turn to one who is out', () => {
    inRandomMatches(40, ({ position: { shown, kept }, setup: start }) => {
      assert.isNull(setupFault({ ...start, board: kept.board.map((item) => item - SENTINEL) }, 40));
      const found = kept.board.filter((_, cell) => shown.claimed[cell] !== -1);
      assert.equal(found.length, 2 * shown.pairs.reduce((sum, pairs) => sum + pairs, 0));
      assert.equal(found.length, 2 * new Set(found).size);
      if (shown.turn === -1) return;
      assert.isFalse(shown.left[shown.turn]);
      const anyone = shown.left.some((left, seat) => !left && !shown.away[seat]);
      assert.equal(shown.away[shown.turn], !anyone);
      assert.equal(kept.allAwayFrom !== 0, !anyone);
    });
  });

  it('is the same match when its events are played again, by value and by JSON', () => {
    inRandomMatches(
      40,
      () => {},
      ({ setup: start, events, position }) => {
        assert.deepEqual(events.reduce(applied, open(start)), position);
        const stored: { start: FlipSetup; events: Happening[] } = JSON.parse(JSON.stringify({ start, events }));
        assert.deepEqual(stored.events.reduce(applied, open(stored.start)), position);
        assert.deepEqual(JSON.parse(JSON.stringify(position)), position);
      },
    );
  });

  it('takes exactly the actions that are legal, and refuses the rest without a change', () => {
    inRandomMatches(8, ({ position }) => {
      const { shown, kept } = position;
      const actions = legal(kept.mode, shown);
      const now = kept.changedAt;
      if (shown.limitAt !== 0 && now >= shown.limitAt) return;
      for (let action = -1; action <= PASS + 1; action++) {
        const decision = act(position, Math.max(0, shown.turn), action, now, hintChoices(position)[0]);
        assert.equal(decision.ok, actions.includes(action), String(action));
      }
    });
  });

  it('survives any number for a seat, an action, an instant and a choice', () => {
    const anything = fc.oneof(fc.integer({ min: -2, max: 70 }), fc.double(), fc.maxSafeInteger());
    const odd = fc.tuple(anything, anything, anything, anything, fc.constantFrom(...FLIP_CLOCKS));
    for (const mode of FLIP_MODES) {
      fc.assert(
        fc.property(fc.nat(), fc.array(odd, { maxLength: 40 }), (seed, calls) => {
          let position = deepFrozen(open(randomSetup(mode, randomFrom(seed))));
          for (const [seat, action, at, choice, clock] of calls) {
            const decision = act(position, seat, action, at, choice);
            if (decision.ok) position = deepFrozen(decision.position);
            else assert.isNotEmpty(decision.message);
            position = deepFrozen(expire(position, clock, at, []));
            position = deepFrozen(returns(position, seat, at));
            if (choice === 0) position = deepFrozen(leaves(position, seat, at));
            assert.isObject(view(position));
          }
        }),
        { numRuns: 60, seed: 7 },
      );
    }
  });

  it('moves on with every ring of a clock, whoever is there, so that no clock rings for ever', () => {
    inRandomMatches(15, ({ position }) => {
      const next = due(position);
      if (next === null) return;
      for (let who = 0; who < 16; who++) {
        const seen = position.kept.names.map((_, seat) => ((who & (1 << seat)) === 0 ? 0 : next.at));
        const rung = expire(position, next.clock, next.at, seen);
        const after = due(rung);
        assert.notDeepEqual(rung, position);
        if (after !== null) assert.isTrue(after.at > next.at || after.clock !== next.clock);
      }
    });
  });

  it('ends with a result that adds up', () => {
    const ends = new Set<string>();
    inRandomMatches(
      60,
      () => {},
      ({ position }) => {
        const ended = outcome(position);
        const found = result(position);
        if (ended === null || found === null) throw new Error('the match runs');
        ends.add(`${position.kept.mode} ${ended.reason}`);
        for (const { terms, raw, percent, score } of found.breakdown) {
          assert.equal(
            raw,
            terms.reduce((sum, { points }) => sum + points, 0),
          );
          assert.equal(score, Math.max(0, Math.trunc((raw * percent) / 100)));
        }
        const scored =
          position.kept.mode === 'TEAM_SNAP' ? [found.teamScore].filter((one) => one !== null) : found.scores;
        assert.deepEqual(
          scored,
          found.breakdown.map(({ score }) => score),
        );
        assert.equal(found.success, found.breakdown.length > 0);
        const all = position.kept.board.length / 2;
        const tally = found.pairs.reduce((sum, pairs) => sum + pairs, 0);
        if (ended.reason === 'completed' || ended.reason === 'forfeit') assert.equal(tally, all);
      },
    );
    assert.sameMembers(
      [...ends],
      [
        ...['SOLO completed', 'SOLO time-limit', 'SOLO abandoned', 'SPEED_RACE completed', 'SPEED_RACE abandoned'],
        ...['DUEL completed', 'DUEL tie-break', 'DUEL time-limit', 'DUEL forfeit', 'DUEL abandoned'],
        ...['TEAM_SNAP completed', 'TEAM_SNAP time-limit', 'TEAM_SNAP abandoned'],
      ],
    );
  });
});

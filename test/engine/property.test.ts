import { assert } from 'chai';
import fc from 'fast-check';
import {
  type Command,
  type Decision,
  decide,
  due,
  isOver,
  type MatchState,
  type MatchView,
  project,
  replay,
  seatOf,
} from '../../shared/engine/index.ts';
import { GAMES, type Game } from '../../shared/games/index.ts';
import { frozen } from '../games/support.ts';
import { BOB, CAT, CLOCKS, codeOf, Drive } from './driver.ts';

/** A command as chance draws it: numbers that become a seat, a revision, an action once the match is known. */
interface Draw {
  readonly kind: 'join' | 'ready' | 'leave' | 'move' | 'void' | 'expire';
  readonly seat: number;
  readonly choice: number;
  /** Added to the revision that the match has: mostly 0. */
  readonly stale: number;
  readonly wild: boolean;
  readonly id: string | null;
  readonly wait: Wait;
}

/** How the stamp moves on from the one before: by so many ms, or to the match's deadline and so many ms beyond it. */
interface Wait {
  readonly to: 'later' | 'deadline';
  readonly ms: number;
}

const draw: fc.Arbitrary<Draw> = fc.record({
  kind: fc.oneof(
    { weight: 12, arbitrary: fc.constant('move' as const) },
    { weight: 5, arbitrary: fc.constant('ready' as const) },
    { weight: 4, arbitrary: fc.constant('join' as const) },
    { weight: 1, arbitrary: fc.constantFrom('leave' as const, 'void' as const, 'expire' as const) },
  ),
  seat: fc.nat(1),
  choice: fc.nat(),
  stale: fc.oneof({ weight: 9, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.constantFrom(-1, 1, -1000) }),
  wild: fc.oneof({ weight: 6, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
  id: fc.option(fc.constantFrom('a', 'b', 'c', '0:a'), { freq: 3 }),
  wait: fc.oneof(
    {
      weight: 12,
      arbitrary: fc.record({ to: fc.constant('later' as const), ms: fc.integer({ min: -50, max: 5000 }) }),
    },
    { weight: 1, arbitrary: fc.record({ to: fc.constant('deadline' as const), ms: fc.integer({ min: -2, max: 2 }) }) },
  ),
});

function commandOf(drawn: Draw, { state: match, rules, board }: Drive): Command {
  const { seat, choice } = drawn;
  switch (drawn.kind) {
    case 'join':
      return { kind: 'join', entrant: choice % 3 === 0 ? CAT : BOB, swap: choice % 2 === 0 };
    case 'move': {
      const legal = rules.legal(board);
      const action = drawn.wild ? (choice % 200) - 50 : (legal[choice % Math.max(1, legal.length)] ?? choice);
      // Two in three moves are of the seat whose turn it is, or few matches would come far.
      const mover = board.turn !== -1 && choice % 3 !== 0 ? board.turn : seat;
      const revision = match.revision + drawn.stale;
      return { kind: 'move', seat: mover, revision, action, ...(drawn.id !== null && { id: drawn.id }) };
    }
    case 'void':
      return { kind: 'void', reason: 'rules-changed' };
    case 'ready':
    case 'leave':
      return { kind: drawn.kind, seat };
    case 'expire':
      return { kind: 'expire' };
  }
}

function stampOf({ to, ms }: Wait, before: number, { state, rules }: Drive): number {
  const deadline = due(state, rules)?.at;
  return (to === 'deadline' && deadline !== undefined ? deadline : before) + ms;
}

/** The slow obvious twin of `due`: reads a view and nothing else. */
function deadlineOf(view: MatchView, state: MatchState): number {
  const running = [state.lobbyDeadline, view.turnDeadline, view.matchDeadline].filter((at) => at !== 0);
  return running.length === 0 ? 0 : Math.min(...running);
}

function checkLog({ log, state, rules }: Drive): void {
  assert.deepEqual(replay(log, rules), state, 'replaying the log gives the live state');
  log.forEach((event, index) => {
    assert.equal(event.revision, index + 1, 'revisions count the events');
    assert.isAtLeast(event.at, log[index - 1]?.at ?? 0, 'time never goes back');
    assert.isTrue(Number.isSafeInteger(event.at));
  });
}

function checkView(view: MatchView, state: MatchState, game: Game): void {
  assert.equal(view.deadline, deadlineOf(view, state));
  assert.equal(view.deadline === 0, isOver(view.status), 'a clock runs until the end');
  assert.equal(state.at < view.deadline || view.deadline === 0, true, 'no event stands at or after a running deadline');
  assert.equal(view.status === 'waiting', view.players[1] === null && !isOver(view.status));
  assert.equal(view.turn !== -1, view.status === 'playing', 'a seat is to move exactly while the match is played');
  if (view.status === 'playing') assert.isNull(game.outcome(view.state));
  assert.equal(view.status === 'finished', isOver(view.status) && view.winner !== null);
  assert.equal(view.endedAt !== 0, isOver(view.status));
  assert.equal(view.result !== null, isOver(view.status));
  assert.isTrue(view.players[0] !== view.players[1], 'nobody sits opposite themselves');
  assert.isAtMost(state.plies, game.maxPlies);
}

/** What one command may have done, given the match before it (with its deadlines fired). */
function checkDecision(before: MatchState, command: Command, decision: Decision, match: Drive): void {
  const added = match.log.length - before.revision;
  if (!decision.ok) {
    assert.equal(added, 0, 'a refusal appends nothing');
    assert.strictEqual(match.state, before);
    return;
  }
  assert.equal(added, decision.events.length);
  if (isOver(before.status)) assert.equal(added, 0, 'nothing changes a match that is over');
  if (command.kind === 'expire') assert.equal(added, 0, 'what was due had fired');
  if (command.kind !== 'move') return;
  const [first] = decision.events;
  if (first === undefined) {
    const known = before.moveIds.revisionOf(command.seat, command.id ?? '');
    assert.equal(known, decision.revision, 'only a repeat plays nothing');
  } else {
    assert.deepInclude(first, {
      kind: 'moved',
      seat: match.rules.view(before.position).turn,
      data: { action: command.action },
    });
    assert.include(match.rules.legal(match.rules.view(before.position)), command.action);
    assert.equal(command.revision, before.revision);
    assert.equal(decision.revision, before.revision + 1);
  }
}

for (const game of GAMES) {
  describe(`a match of ${game.id} under random commands at random times`, () => {
    it('keeps its invariants', () => {
      const reached = new Map<string, number>();
      fc.assert(
        fc.property(fc.array(draw, { maxLength: 160, size: 'max' }), fc.boolean(), (draws, headStart) => {
          const match = new Drive({ game, mode: 'public', clocks: { ...CLOCKS, match: 61_000 } });
          if (headStart) begin(match);
          let at = match.state.at;
          for (const drawn of draws) {
            at = stampOf(drawn.wait, at, match);
            match.fire(at);
            const before = match.state;
            frozen(match.board);
            const command = commandOf(drawn, match);
            const decision = match.do(at, command);
            checkDecision(before, command, decision, match);
            checkView(match.view, match.state, game);
            note(reached, codeOf(decision) ?? drawn.kind);
          }
          checkLog(match);
          note(reached, match.view.reason ?? match.view.status);
        }),
        { numRuns: 120, seed: 2 },
      );
      // The property would hold of nothing at all, had chance not reached every end and refusal.
      for (const code of EXPECTED) assert.isTrue(reached.has(code), `never reached: ${code}`);
    });
  });
}

const EXPECTED = [
  ...['timeout', 'resigned', 'left', 'ready-expired', 'queue-expired', 'match-expired', 'rules-changed'],
  ...['already-ended', 'wrong-status', 'stale-revision', 'not-your-turn', 'illegal-action', 'room-full', 'expired'],
];

function note(reached: Map<string, number>, what: string): void {
  reached.set(what, (reached.get(what) ?? 0) + 1);
}

function begin(match: Drive): void {
  const { at } = match.state;
  match.do(at, { kind: 'join', entrant: BOB, swap: false });
  match.do(at, { kind: 'ready', seat: 0 });
  match.do(at, { kind: 'ready', seat: 1 });
}

describe('decide', () => {
  it('never throws and never appends to a match that is over, for any seat or number', () => {
    const anyNumber = fc.oneof(fc.integer(), fc.double(), fc.constantFrom(-0, Number.NaN, Number.POSITIVE_INFINITY));
    fc.assert(
      fc.property(
        fc.constantFrom(...GAMES),
        fc.nat(3),
        anyNumber,
        anyNumber,
        fc.integer({ min: 0, max: 2 ** 41 }),
        (game, stage, revision, action, at) => {
          const match = new Drive({ game });
          if (stage > 0) begin(match);
          if (stage > 1) match.do(match.state.at, { kind: 'leave', seat: 0 });
          for (const seat of [0, 1]) {
            const decision = decide(match.state, { kind: 'move', seat, revision, action }, at, match.rules);
            const taken = stage === 1 && seat === 0 && revision === match.state.revision;
            if (!taken) assert.isFalse(decision.ok);
          }
          assert.equal(seatOf(match.state, 'p_nobody'), -1);
          assert.equal(project(match.state, match.rules).revision, match.log.length);
        },
      ),
      { numRuns: 300, seed: 3 },
    );
  });
});

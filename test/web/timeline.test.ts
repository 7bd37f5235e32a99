import { expect } from 'chai';
import { type Command, create, decide, replay as fold, type MatchEvent, project } from '../../shared/engine/index.ts';
import { type FlipMode, HINT, MODE, PASS } from '../../shared/games/flip/index.ts';
import { gameById, RULES_HASH, type Rules, rulesById } from '../../shared/games/index.ts';
import { type Replay, replayOf } from '../../shared/receipt/index.ts';
import { tellFlip } from '../../web/src/flip/telling.ts';
import { viewOf } from '../../web/src/flip/view.ts';
import { outcomeOf } from '../../web/src/flip/words.ts';
import { placeText } from '../../web/src/replay/telling.ts';
import { type Timeline, timelineOf } from '../../web/src/replay/timeline.ts';
import { type Drive, startedMatch, T0 } from '../engine/driver.ts';
import { HOUR, NAMES, SECOND, START, setup } from '../flip/support.ts';

const MINUTE = 60 * SECOND;

/** A match of Flip Match by the match engine, on the ordered board (0,0,1,1,...), with its log. */
class FlipLog {
  readonly events: MatchEvent[];
  readonly #rules: Rules;
  #at = START;

  constructor(mode: FlipMode, seats: number) {
    const found = rulesById(MODE[mode].room);
    if (found === null) throw new Error('no rules');
    this.#rules = found;
    const entrants = NAMES.slice(0, seats).map((name) => ({ player: `p_${name}`, name }));
    const [by] = entrants;
    if (by === undefined) throw new Error('nobody');
    const command = {
      ...{ match: 'm1', game: found.id, rules: RULES_HASH[found.id] ?? '', mode, by, seats: entrants, rematchOf: '' },
      ...{ clocks: { queue: 0, ready: 0, turn: 0, match: 0 }, setup: setup(mode, { seats }) },
    };
    this.events = [...create(command, START, found)];
  }

  flip(seat: number, ...cells: readonly number[]): this {
    for (const action of cells) this.#take({ kind: 'move', seat, revision: this.events.length, action });
    return this;
  }

  hint(seat: number, choice: number): this {
    return this.#take({ kind: 'move', seat, revision: this.events.length, action: HINT, choice });
  }

  wait(ms: number): this {
    this.#at += ms;
    return this;
  }

  /** Whatever clock has run out; `there`: the players were, up to now. */
  ring(there = true): this {
    return this.#take({ kind: 'expire', seen: NAMES.map(() => (there ? this.#at : START)) });
  }

  leave(seat: number): this {
    return this.#take({ kind: 'leave', seat });
  }

  arrive(seat: number): this {
    return this.#take({ kind: 'arrive', seat });
  }

  stop(): this {
    return this.#take({ kind: 'void', reason: 'rules-changed' });
  }

  get replay(): Replay {
    const state = fold(this.events, this.#rules);
    return replayOf(project(state, this.#rules), this.#rules.initial(state.position), this.events);
  }

  #take(command: Command): this {
    const decision = decide(fold(this.events, this.#rules), command, this.#at, this.#rules);
    if (!decision.ok) throw new Error(decision.message);
    if (decision.events.length === 0) throw new Error('nothing came of it');
    this.events.push(...decision.events);
    return this;
  }
}

function timeline(replay: Replay): Timeline {
  const found = timelineOf(replay);
  if (found === null) throw new Error('it does not play');
  return found;
}

/** Every frame after the start as it stands in the list, and how it all ended. */
function told(log: FlipLog): { readonly texts: string[]; readonly outcome: string } {
  const { frames, names } = timeline(log.replay);
  const last = frames.at(-1);
  if (last === undefined) throw new Error('no frame');
  return {
    texts: frames.slice(1).map((frame) => tellFlip(frame, names).text),
    outcome: outcomeOf(last.view, viewOf(last.view), names),
  };
}

describe('The timeline of a replay', () => {
  it('has one frame for each move of a board game, the position as the rules give it, and one more where another cause ends it', () => {
    const game = gameById('gravity');
    if (game === null) throw new Error('no game');
    const played = () => {
      const match = startedMatch(game);
      for (const [ply, action] of [3, 4, 3, 4, 3, 4].entries()) match.move(T0 + 2 * SECOND * (ply + 1), action);
      return match;
    };
    const framesOf = ({ state, view, rules, log }: Drive) =>
      timeline(replayOf(view, rules.initial(state.position), log)).frames;

    const ongoing = played();
    expect(framesOf(ongoing).map(({ took }) => took)).deep.equal([0, ...Array(6).fill(2 * SECOND)]);
    expect(framesOf(ongoing).at(-1)?.view).deep.equal(ongoing.view);

    const won = played();
    won.move(T0 + 20 * SECOND, 3);
    expect(framesOf(won).length, 'a won game ends with its last move').equal(8);
    expect(framesOf(won).at(-1)?.view).deep.equal(won.view);

    const resigned = played();
    resigned.do(T0 + 20 * SECOND, { kind: 'leave', seat: 1 });
    expect(framesOf(resigned).map(({ event }) => event?.kind)).deep.equal([
      ...[undefined, ...Array(6).fill('moved'), 'resigned'],
    ]);
    expect(framesOf(resigned).at(-1)?.view).deep.equal(resigned.view);
  });

  it('tells a duel: flips, misses that stay in their own frame, matches, a turn that ran out, and a forfeit', () => {
    const log = new FlipLog('DUEL', 2)
      .flip(0, 0, 2)
      .wait(3 * SECOND)
      .flip(1, 0, 1)
      .flip(0, 5);
    const { texts, outcome } = told(
      log
        .wait(5 * MINUTE)
        .ring()
        .wait(SECOND)
        .leave(1),
    );
    expect(texts).deep.equal(['A1 Dog', 'C1 Cat ✗', 'A1 Dog', 'B1 Dog ✓', 'B2 Mouse', 'out of time', 'left']);
    expect(outcome).equal('Ziggy won, 7 to 1 pairs: Archie forfeited.');

    const { frames, names } = timeline(log.replay);
    const miss = frames[2];
    expect(miss && viewOf(miss.view).lastTurn).deep.include({ cells: [0, 2], items: [0, 1], matched: false });
    const tellings = frames.map((frame) => tellFlip(frame, names));
    expect(placeText(tellings, 0, 0)).equal('The start. 7 moves follow.');
    expect(placeText(tellings, 4, frames[4]?.took ?? 0)).equal(
      'Move 4 of 7: Archie flips B1 Dog, a match, after 0\u00a0s.',
    );
    expect(placeText(tellings, 6, frames[6]?.took ?? 0)).equal(
      'Move 6 of 7: time runs out for Ziggy, and the turn is passed on, after 5\u00a0min.',
    );
    expect(tellings.map(({ seat }) => seat)).deep.equal([-1, 0, 0, 1, 1, 0, 0, 1]);
  });

  it('tells a duel that nobody came back to without a frame for clocks that changed nothing', () => {
    const log = new FlipLog('DUEL', 2).flip(0, 0, 2);
    for (let rings = 0; rings < 400; rings++) {
      const { events } = log.wait(5 * MINUTE).ring(false);
      if (events.at(-1)?.kind === 'voided') break;
    }
    const { texts, outcome } = told(log);
    expect(outcome).equal('The match was abandoned.');
    expect(texts.at(-1)).equal('nobody came');
    expect(new Set(texts.slice(2, -1))).deep.equal(new Set(['out of time']));
  });

  it('tells a team match: hints, passes, who is away, back or gone, and the end', () => {
    const log = new FlipLog('TEAM_SNAP', 3).flip(0, 0).hint(0, 1).flip(0, 1).flip(0, PASS);
    log
      .wait(2 * MINUTE)
      .ring()
      .arrive(1)
      .flip(2, 2, 4)
      .leave(1);
    expect(told(log).texts).deep.equal([
      ...['A1 Dog', 'hint: B1 Dog', 'B1 Dog ✓', 'pass', 'away', 'back', 'C1 Cat', 'E1 Mouse ✗', 'left'],
    ]);
    expect(told(log).outcome).equal('The match goes on.');
    for (let cell = 2; cell < 64; cell += 2) log.flip(0, cell, cell + 1);
    expect(told(log).outcome).match(/^Completed in 2:00: [\d,]+ points\.$/);
  });

  it('tells how a run ended that was not completed', () => {
    expect(told(new FlipLog('SOLO', 1).flip(0, 0, 1).leave(0)).outcome).equal('The match was abandoned.');
    const stopped = told(new FlipLog('SPEED_RACE', 1).flip(0, 0, 1).stop());
    expect(stopped.texts).deep.equal(['A1 Dog', 'B1 Dog ✓', 'the end']);
    expect(stopped.outcome).equal('The rules were updated meanwhile.');
    const left = new FlipLog('SOLO', 1)
      .flip(0, 0, 1)
      .wait(24 * HOUR)
      .ring();
    expect(told(left).texts.at(-1)).equal('nobody came');
  });

  it('is none for a game, an event or a move that these rules do not know', () => {
    const { replay } = new FlipLog('SOLO', 1).flip(0, 0, 1);
    const [first, ...rest] = replay.events;
    expect(timelineOf({ ...replay, game: 'chess' })).equal(null);
    expect(timelineOf({ ...replay, events: rest })).equal(null);
    expect(timelineOf({ ...replay, events: [] })).equal(null);
    const twice = rest.map((event) => (event.action === 1 ? { ...event, action: 0 } : event));
    expect(timelineOf({ ...replay, events: [first, ...twice] as Replay['events'] })).equal(null);
    expect(timelineOf({ ...replay, events: [{ ...first, data: {} }, ...rest] as Replay['events'] })).equal(null);
    expect(timelineOf(replay)?.initial).deep.equal(replay.initial);
  });
});

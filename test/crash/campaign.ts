import type { Envelope } from '@freeplay/shared/engine';
import { isOver } from '@freeplay/shared/engine';
import type { Game } from '@freeplay/shared/games';
import { expect } from 'chai';
import type { EnterRequest } from '../../server/host/port.ts';
import type { KeyedQueue } from '../../server/lobby/keyed-queue.ts';
import { pick, type Random } from '../games/support.ts';
import { type SentMove, Witness } from '../play/witness.ts';
import { type Answer, type Player, shown } from '../support/player.ts';
import type { ServiceProcess } from '../support/service.ts';

/** The requests of a match's life at which a process may be killed; `last` is the move that ends the game. */
export type Phase = 'enter' | 'join' | 'ready' | 'move' | 'last' | 'look' | 'leave';

/** What became of all that was sent, over a whole campaign. */
export class Figures {
  acknowledged = 0;
  /** Requests whose answer never came. */
  unanswered = 0;
  /** Moves among them, by what the next snapshot said. */
  durable = 0;
  gone = 0;
  /** Moves sent a second time under their first id. */
  repeated = 0;
  matches = 0;
  /** Revisions of a log that were compared with what had been shown of them. */
  compared = 0;
}

export interface Ground {
  readonly service: ServiceProcess;
  readonly figures: Figures;
  /** By game: who stands in its public queue. */
  readonly queues: KeyedQueue;
  /** Told of each request as it is sent. */
  readonly onSend: (phase: Phase) => void;
}

/** Some moves are sent again though their success was answered, as by a client that has forgotten it. */
const REPEAT_ONE_IN = 16;

interface Match {
  readonly room: string;
  readonly witness: Witness;
}

/**
 * Two clients of one board who play match after match and know nothing but what they are answered. An answer that
 * does not come is settled by a look at the room; nothing is sent again before that look.
 */
export class Duel {
  readonly #ground: Ground;
  readonly #game: Game;
  readonly #players: readonly [Player, Player];
  readonly #random: Random;
  readonly #ended: Match[] = [];
  #current: Match | null = null;

  constructor(ground: Ground, game: Game, players: readonly [Player, Player], random: Random) {
    this.#ground = ground;
    this.#game = game;
    this.#players = players;
    this.#random = random;
  }

  /** Plays one match from its creation to its end, through whatever happens to the process meanwhile. */
  async play(): Promise<void> {
    const match = await this.#open();
    this.#current = match;
    await Promise.all(this.#players.map((player) => this.#ready(match, player)));
    const leaveAt = this.#random(8) === 0 ? this.#random(this.#game.maxPlies / 2) : Number.POSITIVE_INFINITY;
    for (let ply = 0; !isOver((await this.#look(match, this.#players[0])).status); ply++) {
      await (ply < leaveAt ? this.#move(match) : this.#leave(match));
    }
    await this.#look(match, this.#players[1]);
    this.#current = null;
    this.#ended.push(match);
    this.#ground.figures.matches += 1;
    this.#ground.figures.acknowledged += match.witness.acknowledged;
  }

  /** Holds the match under way, if any, against all that its clients have seen up to now. */
  async verify(): Promise<void> {
    if (this.#current !== null) await this.#hold(this.#current);
  }

  async verifyEnded(): Promise<void> {
    for (const match of this.#ended) await this.#hold(match);
  }

  async #hold({ room, witness }: Match): Promise<void> {
    const { debt } = witness;
    const replay = await this.#persist(() => this.#players[0].replay(room));
    this.#ground.figures.compared += witness.hold(replay, debt);
  }

  /** By invite or by the public queue, which only one duel of a game uses at a time so that the two meet each other. */
  #open(): Promise<Match> {
    const { id: game } = this.#game;
    if (this.#random(2) === 0)
      return this.#meet({ mode: 'private', game }, ({ invite }) => ({ mode: 'join', room: invite ?? '' }));
    const request = { mode: 'public', game } as const;
    return this.#ground.queues.run(game, () => this.#meet(request, () => request));
  }

  /** Both requests may be repeated as they are: they answer the room that is there. */
  async #meet(request: EnterRequest, follow: (own: Envelope) => EnterRequest): Promise<Match> {
    const [host, guest] = this.#players;
    const witness = new Witness();
    const own = shown(await this.#ask('enter', () => host.enter(request)));
    witness.observe(own);
    expect(own).to.include({ status: 'waiting', revision: 1 });
    const joined = shown(await this.#ask('join', () => guest.enter(follow(own))));
    witness.observe(joined);
    expect(joined).to.include({ id: own.id, revision: 2 });
    return { room: own.id, witness };
  }

  /** A second `ready` of a seat changes nothing, or comes too late for a match that has started with the first. */
  async #ready(match: Match, player: Player): Promise<void> {
    const answer = await this.#ask('ready', () => player.act(match.room, { kind: 'ready' }));
    if (!answer.ok) expect(answer.code).to.equal('wrong-status');
    const seen = answer.ok ? answer.snapshot : await this.#look(match, player);
    match.witness.observe(seen);
    expect(seen.status === 'playing' || (seen.ready & (1 << seen.seat)) !== 0, 'is ready').to.equal(true);
  }

  async #leave({ room, witness }: Match): Promise<void> {
    const left = shown(await this.#ask('leave', () => this.#players[1].act(room, { kind: 'leave' })));
    witness.observe(left);
    expect(left).to.include({ status: 'finished', reason: 'resigned', winner: 1 - left.seat });
  }

  /** One move of the seat to move; sent once more, under the same id, only after a look has said what became of it. */
  async #move(match: Match): Promise<void> {
    const { player, seen } = await this.#toMove(match);
    const action = pick(seen.legal, this.#random);
    const { seat, revision } = seen;
    const move = { seat, revision, action, id: `${seat}.${revision}.${this.#random(1_000_000)}` };
    const next = this.#game.play(seen.state, action);
    const phase = next !== null && this.#game.outcome(next) !== null ? 'last' : 'move';
    match.witness.sends(move);
    const answer = await this.#once(phase, () => this.#send(match, player, move));
    if (answer === null) return this.#settle(match, player, move);
    this.#acknowledge(match, move, shown(answer));
    if (this.#random(REPEAT_ONE_IN) === 0) await this.#repeat(match, player, move);
  }

  /** The answer to `move` was lost: either it stands at its revision or nothing has happened. */
  async #settle(match: Match, player: Player, move: SentMove): Promise<void> {
    const { figures } = this.#ground;
    const seen = await this.#look(match, player);
    if (seen.revision > move.revision) {
      figures.durable += 1;
      expect(seen.state.last, 'the move that became durable').to.equal(move.action);
      await this.#repeat(match, player, move);
    } else {
      figures.gone += 1;
      expect(seen.revision).to.equal(move.revision);
      if (this.#random(2) === 0) await this.#repeat(match, player, move);
      else match.witness.withdraws(move);
    }
  }

  /** The same move under the same id: played now if it never was, else the first success again. */
  async #repeat(match: Match, player: Player, move: SentMove): Promise<void> {
    this.#ground.figures.repeated += 1;
    const answer = await this.#ask('move', () => this.#send(match, player, move));
    this.#acknowledge(match, move, shown(answer));
  }

  #acknowledge({ witness }: Match, move: SentMove, snapshot: Envelope): void {
    expect(snapshot.revision, 'the revision after a move').to.be.greaterThan(move.revision);
    expect(snapshot.state.last, 'nobody else could move meanwhile').to.equal(move.action);
    witness.observe(snapshot);
    witness.acknowledges(move);
  }

  #send({ room }: Match, player: Player, { revision, action, id }: SentMove): Promise<Answer> {
    return player.act(room, { kind: 'move', revision, action, id });
  }

  async #toMove(match: Match): Promise<{ readonly player: Player; readonly seen: Envelope }> {
    for (const player of this.#players) {
      const seen = await this.#look(match, player);
      if (seen.turn === seen.seat) return { player, seen };
    }
    throw new Error('a match that is played has a seat to move');
  }

  async #look({ room, witness }: Match, player: Player): Promise<Envelope> {
    const seen = shown(await this.#ask('look', () => player.look(room)));
    witness.observe(seen);
    return seen;
  }

  /** What may be asked again without harm, until it is answered. */
  async #ask(phase: Phase, request: () => Promise<Answer>): Promise<Answer> {
    return this.#persist(() => {
      const answering = request();
      this.#ground.onSend(phase);
      return answering;
    });
  }

  /** Null: the answer was lost, and with it the fate of what was asked. */
  async #once(phase: Phase, request: () => Promise<Answer>): Promise<Answer | null> {
    await this.#ground.service.whenUp();
    const answering = request();
    this.#ground.onSend(phase);
    return answering.catch((error: unknown) => this.#lost(error));
  }

  async #persist<T>(request: () => Promise<T>): Promise<T> {
    for (;;) {
      await this.#ground.service.whenUp();
      const answer = await request().catch((error: unknown) => this.#lost(error));
      if (answer !== null) return answer;
    }
  }

  #lost(error: unknown): null {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code !== 'ECONNRESET' && code !== 'ECONNREFUSED' && code !== 'EPIPE') throw error;
    this.#ground.figures.unanswered += 1;
    return null;
  }
}

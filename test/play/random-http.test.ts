import { deepStrictEqual } from 'node:assert/strict';
import type { Envelope } from '@freeplay/shared/engine';
import { GAMES, type Game } from '@freeplay/shared/games';
import { expect } from 'chai';
import { pick, type Random, randomFrom } from '../games/support.ts';
import { ManualClock } from '../support/clock.ts';
import { Player, shown } from '../support/player.ts';
import { ServiceProcess, startService } from '../support/service.ts';
import { manyAtOnce, tally } from './many.ts';
import { played, Replica } from './replica.ts';
import { Witness } from './witness.ts';

const MATCHES = 300;
const AT_ONCE = 24;

/** Two guests at one board, each over HTTP and knowing only what their own answers show. */
class Table {
  readonly room: string;
  readonly witness = new Witness();
  readonly replica: Replica;
  /** By seat. */
  readonly #players: readonly Player[];
  readonly #seen: Envelope[] = [];

  private constructor(game: Game, room: string, players: readonly Player[]) {
    this.replica = new Replica(game);
    this.room = room;
    this.#players = players;
  }

  /** Opens a private room, joins it by its invite, and readies both. */
  static async open(game: Game, host: Player, guest: Player): Promise<Table> {
    const { id, invite } = shown(await host.enter({ mode: 'private', game: game.id }));
    const joined = shown(await guest.enter({ mode: 'join', room: invite ?? '' }));
    const table = new Table(game, id, joined.seat === 1 ? [host, guest] : [guest, host]);
    for (const player of [host, guest]) table.witness.observe(shown(await player.act(id, { kind: 'ready' })));
    return table;
  }

  get over(): boolean {
    return this.replica.outcome !== null;
  }

  /** A random move of the seat to move. */
  async move(random: Random): Promise<void> {
    const { replica, room, witness } = this;
    const seat = replica.position.turn;
    const { revision, legal } = await this.look(seat);
    const move = { seat, revision, action: pick(legal, random), id: `${seat}.${revision}` };
    witness.sends(move);
    const snapshot = shown(
      await this.#player(seat).act(room, { kind: 'move', revision, action: move.action, id: move.id }),
    );
    witness.acknowledges(move);
    replica.play(move.action);
    this.#check(seat, snapshot);
  }

  /** What the seat's door shows now: the same as the pure rules. */
  async look(seat: number): Promise<Envelope> {
    const seen = this.#seen[seat];
    if (seen?.revision === this.replica.revision) return seen;
    const snapshot = await this.#player(seat).snapshot(this.room);
    this.#check(seat, snapshot);
    return snapshot;
  }

  snapshot(seat: number): Promise<Envelope> {
    return this.#player(seat).snapshot(this.room);
  }

  /** The replay, the same for both, is what was played. */
  async holdReplay(): Promise<void> {
    const replay = await this.#player(0).replay(this.room);
    this.witness.hold(replay);
    deepStrictEqual(await this.#player(1).replay(this.room), replay);
  }

  #check(seat: number, snapshot: Envelope): void {
    const { legal, players } = snapshot;
    deepStrictEqual(
      { ...played(snapshot), legal, seat: snapshot.seat, player: players[seat] },
      { ...this.replica.view, legal: this.replica.legal, seat, player: this.#player(seat).player },
    );
    this.witness.observe(snapshot);
    this.#seen[seat] = snapshot;
  }

  #player(seat: number): Player {
    const player = this.#players[seat];
    if (player === undefined) throw new RangeError(`no seat ${seat}`);
    return player;
  }
}

describe('random matches over HTTP', function () {
  this.timeout(600_000);
  let service: ServiceProcess;
  let lanes: [Player, Player][];

  before(async () => {
    service = await ServiceProcess.spawn();
    const open = async (_: unknown, lane: number): Promise<[Player, Player]> => [
      await Player.open(service.url, `host ${lane}`),
      await Player.open(service.url, `guest ${lane}`),
    ];
    lanes = await Promise.all(Array.from({ length: AT_ONCE }, open));
  });
  after(() => service?.dispose());

  for (const game of GAMES) {
    it(`${MATCHES} matches of ${game.id} go as the pure rules say, at every revision and in the replay`, async () => {
      const ends = new Map<string, number>();
      const started = performance.now();
      let plies = 0;
      await manyAtOnce(MATCHES, AT_ONCE, async (n, lane) => {
        const random = randomFrom(n);
        const [host, guest] = lanes[lane] ?? [];
        if (host === undefined || guest === undefined) throw new RangeError(`no lane ${lane}`);
        const table = await Table.open(game, host, guest);
        while (!table.over) await table.move(random);
        for (const seat of [0, 1]) await table.look(seat);
        await table.holdReplay();
        plies += table.replica.plies;
        tally(ends, table.replica.outcome?.winner === -1 ? 'draw' : (table.replica.outcome?.reason ?? ''));
      });
      const seconds = (performance.now() - started) / 1000;
      const summary = [...ends].map(([end, count]) => `${end} ${count}`).join(', ');
      process.stdout.write(
        `    ${game.id}: ${MATCHES} matches, ${plies} moves, ${seconds.toFixed(1)} s (${summary})\n`,
      );
      expect(service.output, 'warnings of the server').to.equal('');
    });
  }
});

describe('random matches over HTTP that are left standing', () => {
  const TURN_MS = 60_000;

  it('are lost by the seat to move when its minute is over, and not a millisecond before', async () => {
    const clock = new ManualClock();
    const service = await startService({ TURN_SECONDS: String(TURN_MS / 1000) }, clock);
    try {
      const tables = await Promise.all(
        [...GAMES, ...GAMES, ...GAMES].map(async (game, n) => {
          const random = randomFrom(n);
          const host = await Player.open(service.url, `host ${n}`);
          const table = await Table.open(game, host, await Player.open(service.url, `guest ${n}`));
          for (let left = random(game.maxPlies / 2); left > 0 && !table.over; left--) await table.move(random);
          return table;
        }),
      );
      const standing = tables.filter(({ over }) => !over);
      expect(standing.length).to.be.greaterThan(GAMES.length);
      await clock.advance(TURN_MS - 1);
      for (const table of standing) expect((await table.snapshot(0)).status).to.equal('playing');
      await clock.advance(1);
      for (const table of standing) {
        const { position, plies, game } = table.replica;
        const expected = { winner: 1 - position.turn, reason: 'timeout', plies, scores: game.scores(position) };
        for (const seat of [0, 1]) {
          const snapshot = await table.snapshot(seat);
          table.witness.observe(snapshot);
          expect(snapshot).to.deep.include({ status: 'finished', result: expected, legal: [], turn: -1, deadline: 0 });
        }
        await table.holdReplay();
      }
    } finally {
      await service.stop();
    }
  });
});

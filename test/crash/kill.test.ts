import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { GAMES } from '@freeplay/shared/games';
import Database from 'better-sqlite3';
import { expect } from 'chai';
import { KeyedQueue } from '../../server/lobby/keyed-queue.ts';
import { type Random, randomFrom } from '../games/support.ts';
import { Player } from '../support/player.ts';
import { describePostgres, serviceOn, sharedPostgres } from '../support/postgres.ts';
import { ServiceProcess } from '../support/service.ts';
import { Duel, Figures, type Phase } from './campaign.ts';

const KILLS = process.env.FREEPLAY_LONG === '1' ? 50 : 10;
/** PostgreSQL itself goes on when its client is killed. */
const KILLS_OF_CLIENT = KILLS / 2;
const MATCHES = 20;
const PROMISE = `with ${MATCHES} matches under way: nothing acknowledged is lost, nothing is played twice, all play on`;
/** What is under way when the process is killed, in turn. */
const PHASES: readonly Phase[] = ['move', 'enter', 'move', 'join', 'last', 'ready', 'move', 'leave', 'move', 'last'];
/** Requests between two kills, and milliseconds from the sending of the fatal one to the kill: at most. */
const REQUESTS = 400;
const DELAY_MS = 6;
const BOOT_MS = 400;
const DATABASE = 'freeplay.db';

/** Says when: at a request of a kind, after some others, a few milliseconds into it. */
class Trigger {
  readonly #random: Random;
  #phase: Phase | null = null;
  #left = 0;
  #pulled = Promise.withResolvers<void>();

  constructor(random: Random) {
    this.#random = random;
  }

  async next(phase: Phase): Promise<void> {
    this.#pulled = Promise.withResolvers();
    this.#left = this.#random(REQUESTS);
    this.#phase = phase;
    await this.#pulled.promise;
  }

  note(phase: Phase): void {
    if (this.#phase === null || this.#left-- > 0 || phase !== this.#phase) return;
    this.#phase = null;
    setTimeout(this.#pulled.resolve, this.#random(DELAY_MS));
  }
}

describe('kill -9 of the process', function () {
  this.timeout(1_800_000);

  it(`${KILLS} times ${PROMISE}`, () => endure(KILLS, {}, holdDatabase));
});

describePostgres('kill -9 of a process on PostgreSQL', function () {
  this.timeout(1_800_000);

  it(`${KILLS_OF_CLIENT} times ${PROMISE}`, async () => {
    const { env, remove } = serviceOn(await (await sharedPostgres()).createDatabase());
    try {
      await endure(KILLS_OF_CLIENT, env);
    } finally {
      remove();
    }
  });
});

/** Plays on and kills, and holds all that was shown against what is there; `hold` looks at what a killed process left. */
async function endure(
  kills: number,
  env: Readonly<Record<string, string>>,
  hold: (dataDir: string) => Promise<void> = async () => {},
): Promise<void> {
  const started = performance.now();
  const random = randomFrom(20_261_101);
  const service = await ServiceProcess.spawn(env);
  try {
    const figures = new Figures();
    const trigger = new Trigger(random);
    const ground = { service, figures, queues: new KeyedQueue(), onSend: (phase: Phase) => trigger.note(phase) };
    const duels = await Promise.all(Array.from({ length: MATCHES }, (_, n) => duelAt(n, ground)));
    let over = false;
    const playing = duels.map(async (duel) => {
      do await duel.play();
      while (!over);
    });
    const killing = (async () => {
      for (let kill = 0; kill < kills; kill++) {
        await trigger.next(PHASES[kill % PHASES.length] ?? 'move');
        await service.kill();
        await hold(service.dataDir);
        await restart(service, random);
        await Promise.all(duels.map((duel) => duel.verify()));
      }
      over = true;
    })();
    await Promise.all([killing, ...playing]);
    await Promise.all(duels.map((duel) => duel.verifyEnded()));
    expect(service.output, 'warnings of the server').to.equal('');
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    process.stdout.write(
      `    ${kills} kills, ${figures.matches} matches, ${figures.acknowledged} acknowledged moves: 0 lost, 0 doubled; ` +
        `${figures.unanswered} answers lost (moves: ${figures.durable} durable, ${figures.gone} not), ` +
        `${figures.repeated} moves repeated, ${figures.compared} revisions as shown; ${seconds} s\n`,
    );
    expect(figures.matches).to.be.at.least(MATCHES);
    expect(figures.unanswered, 'answers lost').to.be.at.least(kills);
  } catch (error) {
    process.stdout.write(service.output);
    throw error;
  } finally {
    await service.dispose();
  }
}

async function duelAt(n: number, ground: ConstructorParameters<typeof Duel>[0]): Promise<Duel> {
  const game = GAMES[n % GAMES.length];
  if (game === undefined) throw new RangeError('no games');
  const { url } = ground.service;
  const players = [await Player.open(url, `host ${n}`), await Player.open(url, `guest ${n}`)] as const;
  return new Duel(ground, game, players, randomFrom(n));
}

/** Starts again; one time in three the process is killed once more on its way up. */
async function restart(service: ServiceProcess, random: Random): Promise<void> {
  while (random(3) === 0) {
    const starting = service.start();
    await delay(random(BOOT_MS));
    await service.kill();
    await starting;
  }
  await service.start();
}

/** What the process has left on the disk is a sound database: shown on a copy, so that the server recovers by itself. */
async function holdDatabase(dataDir: string): Promise<void> {
  const copy = await mkdtemp(path.join(tmpdir(), 'freeplay-copy-'));
  const files = (await readdir(dataDir)).filter((name) => name.startsWith(DATABASE));
  for (const name of files) await copyFile(path.join(dataDir, name), path.join(copy, name));
  const database = new Database(path.join(copy, DATABASE), { fileMustExist: true });
  expect(database.pragma('integrity_check', { simple: true })).to.equal('ok');
  expect(database.pragma('foreign_key_check')).to.deep.equal([]);
  database.close();
  await rm(copy, { recursive: true });
}

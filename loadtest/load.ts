import { Freeplay, FreeplayError } from '@freeplay/client-sdk';
import { Bot, type BotPorts, gameOf, type Shown, verify } from './bot.ts';
import type { Options } from './options.ts';
import { type Random, randomFrom } from './random.ts';
import { Tally } from './tally.ts';

export interface Target {
  readonly url: string;
  readonly origin: string;
}

/** Plays so many matches at once for so long, each table one match after another; and resigns what is not over then. */
export async function load(target: Target, options: Options, progress: (tally: Tally) => void): Promise<Tally> {
  const tally = new Tally();
  const games = (await new Freeplay({ ...target }).catalog()).games.map(({ id }) => id);
  const until = performance.now() + options.seconds * 1000;
  const timer = setInterval(() => progress(tally), 1000);
  const table = async (number: number) => {
    const random = randomFrom(options.seed * 100_003 + number);
    const clients = [seat(target, options, random), seat(target, options, random)] as const;
    for (let match = 0; performance.now() < until; match++) {
      const game = games[(number + match) % games.length] ?? '';
      await playOne(clients, game, { random, tally, until, think: options.think });
    }
    for (const client of clients) client.close();
  };
  try {
    await Promise.all(Array.from({ length: options.matches }, (_, number) => table(number)));
  } finally {
    clearInterval(timer);
  }
  return tally;
}

function seat(target: Target, { http }: Options, random: Random): Freeplay {
  const transport = random(1_000_000) < http * 1_000_000 ? 'polling' : 'live';
  return new Freeplay({ ...target, transport });
}

async function playOne([owner, friend]: readonly [Freeplay, Freeplay], id: string, ports: BotPorts): Promise<void> {
  const game = gameOf(id);
  const shown: Shown = new Map();
  try {
    const first = await owner.invite(id);
    const second = await friend.join(first.snapshot?.invite ?? '');
    const bots = [first, second].map((match) => new Bot(match, game, shown, ports));
    const ends = await Promise.all(bots.map((bot) => bot.play()));
    for (const end of ends) await verify(owner, end, game, ports.tally);
    for (const { match } of bots) match.close();
    ports.tally.matches += 1;
  } catch (error) {
    if (!(error instanceof FreeplayError)) throw error;
    ports.tally.failed(error.code);
    ports.tally.unfinished += 1;
  }
}

import { randomBytes } from 'node:crypto';
import type { Freeplay, Match, Snapshot } from '@freeplay/client-sdk';
import { isOver } from '@freeplay/shared/engine';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { Bot } from '../flip-server/bot.ts';
import { randomFrom } from '../games/support.ts';
import { until } from '../sdk/play.ts';
import type { Stage } from './browser.ts';

const BOARD = { difficulty: 'EASY', theme: 'animals' } as const;

/** A player who plays by the SDK, faster than any page, and looks at what was played in a page. */
export interface Guest {
  readonly client: Freeplay;
  readonly name: string;
  readonly token: string;
}

export async function guest(stage: Stage): Promise<Guest> {
  const token = randomBytes(32).toString('hex');
  const client = stage.server.client({ origin: stage.url, token });
  return { client, token, name: (await client.session()).name };
}

/** A page of this player. */
export async function openAs(
  stage: Stage,
  { token }: Guest,
  options: BrowserContextOptions,
  path: string,
): Promise<Page> {
  const page = await stage.visitor(options, '/nothing');
  await page.evaluate(`localStorage.setItem('freeplay.token', '${token}')`);
  await page.goto(stage.url + path);
  return page;
}

export function solo({ client }: Guest): Promise<Match> {
  return client.flip.solo(BOARD);
}

/** Both sides of a duel or race, the challenger's first. */
export async function contest(mode: 'DUEL' | 'SPEED_RACE', [one, other]: readonly [Guest, Guest]): Promise<Match[]> {
  const { id } = await one.client.flip.challenge({ mode, opponent: other.name, ...BOARD });
  const accepted = await other.client.flip.answer(id, { kind: 'accept' });
  if (mode === 'SPEED_RACE') {
    const started = await one.client.flip.answer(id, { kind: 'start' });
    return present(started.match, accepted.match);
  }
  const { room } = await one.client.flip.readChallenge(id);
  return present(one.client.match(room ?? ''), accepted.match);
}

/** A team match of all of them, the leader first. */
export async function team([leader, ...others]: readonly [Guest, ...Guest[]]): Promise<Match[]> {
  const { code } = await leader.client.flip.openParty();
  for (const { client } of others) await client.flip.joinParty(code);
  const match = await leader.client.flip.team(BOARD);
  return [match, ...others.map(({ client }) => client.match(match.id))];
}

function present(...matches: readonly (Match | null)[]): Match[] {
  return matches.filter((match) => match !== null);
}

/** Bots with good memories play it to its end; the ended match as its first seat sees it. */
export async function playOut(matches: readonly Match[], seed: number): Promise<Snapshot> {
  const random = randomFrom(seed);
  const bots = matches.map(() => new Bot(random));
  for (let mover = 0; ; ) {
    const seen = await until(matches[mover] as Match, ({ turn, status, seat }) => turn === seat || isOver(status));
    if (isOver(seen.status)) break;
    for (const bot of bots) bot.see(seen);
    const next = await (matches[mover] as Match).move(bots[mover]?.choose(seen) ?? -1);
    for (const bot of bots) bot.see(next);
    if (isOver(next.status)) break;
    mover = Math.max(0, next.turn);
  }
  return until(matches[0] as Match, ({ status }) => isOver(status));
}

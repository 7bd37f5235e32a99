/** Makes the pictures in docs/screenshots (`npm run screenshots`): a real server, and visitors who play real matches. */
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { byTurn, openStage, readyUp, resign, type Stage, untilStatus } from './browser.ts';
import { flipFirst, flipSecond, Memory, takeTurn } from './memory.ts';

const FOLDER = path.join(import.meta.dirname, '../../docs/screenshots');

const SIZES = {
  phone: { viewport: { width: 360, height: 740 }, hasTouch: true },
  tablet: { viewport: { width: 820, height: 1180 }, hasTouch: true },
  desk: { viewport: { width: 1440, height: 900 } },
} satisfies Readonly<Record<string, BrowserContextOptions>>;

type Size = keyof typeof SIZES;
type Theme = 'dark' | 'light';

const look = (size: Size, colorScheme: Theme): BrowserContextOptions => ({ ...SIZES[size], colorScheme });

async function picture(page: Page, name: string): Promise<void> {
  // What was pressed last shall not stand out.
  await page.mouse.move(1, 1);
  await page.evaluate('document.activeElement?.blur(); document.fonts.ready');
  await page.screenshot({ path: path.join(FOLDER, `${name}.png`), animations: 'disabled' });
}

async function rename(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Change your name' }).click();
  await page.locator('#name-field').fill(name);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: new RegExp(`^${name}`) }).waitFor();
}

interface Table {
  readonly owner: Page;
  readonly first: Page;
  readonly second: Page;
}

/** Two visitors with names of their own at a match that has just begun. */
async function table(
  stage: Stage,
  title: string,
  options: BrowserContextOptions,
  names: [string, string],
): Promise<Table> {
  const owner = await stage.visitor(options);
  await rename(owner, names[0]);
  const friend = await stage.visitor(options);
  await rename(friend, names[1]);
  await owner.getByRole('button', { name: `Invite a friend to ${title}` }).click();
  const link = await owner.getByLabel('Send this link to your friend').inputValue();
  await friend.goto(link);
  await readyUp(owner, friend);
  const [first, second] = await byTurn(owner, friend);
  return { owner, first, second };
}

/** Each move by its name, in turn; Neon Dots gives the turn back to whoever closes a box. */
async function play({ first, second }: Table, moves: string): Promise<void> {
  for (const move of moves.split(' ')) {
    const mover = await Promise.any([first, second].map((page) => untilStatus(page, 'Your turn').then(() => page)));
    await mover.locator('#typed-field').fill(move);
    await mover.locator('#typed-field').press('Enter');
    await mover.locator('[data-pending]').waitFor({ state: 'detached' });
    await mover
      .getByRole('status')
      .getByText(/^Last move/)
      .waitFor({ state: 'attached' });
    await mover.waitForTimeout(150);
  }
}

/** A visitor of Flip Match under this name. */
async function named(stage: Stage, options: BrowserContextOptions, name: string, at: string): Promise<Page> {
  const page = await stage.visitor(options);
  await rename(page, name);
  await page.goto(stage.url + at);
  return page;
}

const FLIP_TURN = 'YOUR TURN - Flip a card!';

/** Both at a duel, the challenger first. */
async function duel(
  stage: Stage,
  looks: readonly [BrowserContextOptions, BrowserContextOptions],
): Promise<[Page, Page]> {
  const challenger = await named(stage, looks[0], 'blue-heron', '/flip/duel');
  const rival = await named(stage, looks[1], 'sea-otter', '/flip/challenges');
  await challenger.getByLabel('Your opponent’s name').fill('sea-otter');
  await challenger.getByRole('radio', { name: 'Animals' }).check();
  await challenger.getByRole('button', { name: 'Send the challenge' }).click();
  await challenger.getByRole('link', { name: 'Your challenges' }).click();
  await rival.getByRole('button', { name: /^Accept the challenge/ }).click();
  await untilStatus(rival, /^Waiting for /);
  await challenger.getByRole('link', { name: /^To the board/ }).click();
  await untilStatus(challenger, FLIP_TURN);
  return [challenger, rival];
}

/** Turns from memory, in strict alternation, until so many pairs are left; gives who is to move. */
async function duelUntil(pages: readonly [Page, Page], memory: Memory, left: number, from = 0): Promise<number> {
  let turn = from;
  for (; memory.pairsLeft > left; turn++) {
    const mover = pages[turn % 2 === 0 ? 0 : 1];
    await untilStatus(mover, FLIP_TURN);
    await takeTurn(mover, memory);
  }
  return turn;
}

async function say(page: Page, text: string): Promise<void> {
  await page.getByLabel('Say to your party').fill(text);
  await page.getByLabel('Say to your party').press('Enter');
  await page.getByText(text).waitFor();
}

/** What has just come in does not lie over the page any more. */
function calm(page: Page): Promise<void> {
  return page.locator('.flash', { hasText: /./ }).waitFor({ state: 'detached' });
}

const SCENES: readonly ((stage: Stage) => Promise<void>)[] = [
  async (stage) => {
    const { first, second } = await table(stage, 'Orbit Reversi Online', look('desk', 'dark'), [
      'night-owl',
      'sea-lion',
    ]);
    await play({ owner: first, first, second }, 'd3 c3 c4 e3 f3 d6 b3 e2 f4 d2 c1 d1 c2 b1 f1 c5');
    await untilStatus(first, 'Your turn');
    await picture(first, 'playing-desk-dark');
    await resign(second);
    await untilStatus(first, 'You won');
    await first.getByRole('link', { name: 'To the lobby' }).click();
    await first.getByText('Won', { exact: true }).waitFor();
    await picture(first, 'lobby-desk-dark');
  },
  async (stage) => {
    const seats = await table(stage, 'Gravity Four Online', look('desk', 'light'), ['red-kite', 'quiet-fox']);
    await play(seats, '3 4 4 7 4 7 5 7 7 4 3 3 5 5 3 3 6');
    await untilStatus(seats.first, /won$/);
    await picture(seats.first, 'ended-desk-light');
    await seats.first.getByRole('link', { name: 'Watch again' }).click();
    await seats.first.getByRole('button', { name: 'Verify' }).click();
    await seats.first.getByText('Valid.').waitFor();
    await picture(seats.first, 'replay-desk-light');
  },
  async (stage) => {
    const seats = await table(stage, 'Neon Dots Online', look('phone', 'dark'), ['north-star', 'old-oak']);
    await play(
      seats,
      'b5c5 a2a3 d1e1 c1d1 d4d5 a3a4 d4e4 d3e3 b1b2 b1c1 a5b5 b4b5 c2c3 c2d2 c5d5 e2e3 a3b3 a1a2 b3c3 e1e2 c3c4 e3e4 d3d4 d5e5',
    );
    await picture(seats.owner, 'playing-phone-dark');
  },
  async (stage) => {
    const seats = await table(stage, 'Fivefold Online', look('phone', 'light'), ['swift-lynx', 'slow-loris']);
    await play(seats, 'e5 d5 f6 d4 d6 e6 f4 c7 f7 f5 g4 g3 e4 h4');
    await picture(seats.owner, 'playing-phone-light');
    await resign(seats.owner);
    await seats.owner.getByRole('link', { name: 'Watch again' }).click();
    await seats.owner.getByRole('slider').fill('9');
    await picture(seats.owner, 'replay-phone-light');
  },
  async (stage) => {
    const page = await stage.visitor(look('phone', 'dark'));
    await page.getByText('None yet').waitFor();
    await picture(page, 'lobby-phone-dark');
    await page.getByRole('button', { name: 'Invite a friend to Orbit Reversi Online' }).click();
    await page.getByLabel('Send this link to your friend').waitFor();
    await picture(page, 'waiting-phone-dark');
  },
  async (stage) => {
    const page = await stage.visitor(look('tablet', 'dark'), '/local/boxes');
    await page.getByLabel('Hard bot').check();
    await picture(page, 'local-setup-tablet-dark');
    await page.getByRole('button', { name: 'Start' }).click();
    for (const move of ['a1b1', 'b3c3', 'e4e5', 'd1d2', 'a3a4']) {
      await untilStatus(page, 'Your turn');
      await page.locator('#typed-field').fill(move);
      await page.locator('#typed-field').press('Enter');
    }
    await untilStatus(page, 'Your turn');
    await picture(page, 'local-tablet-dark');
  },
  async (stage) => {
    const page = await named(stage, look('tablet', 'dark'), 'paper-crane', '/flip');
    await page.getByText('Duel a Friend').waitFor();
    await picture(page, 'flip-menu-tablet-dark');
  },
  async (stage) => {
    const pages = await duel(stage, [look('phone', 'dark'), look('desk', 'light')]);
    const [challenger, rival] = pages;
    const memory = new Memory(4);
    let turn = await duelUntil(pages, memory, 5);
    if (turn % 2 === 1) {
      await untilStatus(rival, FLIP_TURN);
      await takeTurn(rival, memory);
      turn++;
    }
    await untilStatus(challenger, FLIP_TURN);
    const first = memory.first();
    await flipFirst(challenger, memory, first);
    await calm(challenger);
    await picture(challenger, 'flip-duel-phone-dark');
    await flipSecond(challenger, memory, first, memory.second(first));
    await duelUntil(pages, memory, 0, turn + 1);
    await rival.getByRole('table', { name: 'Your Score' }).waitFor();
    await calm(rival);
    await picture(rival, 'flip-ended-desk-light');
    await rival.getByRole('link', { name: 'Watch the replay' }).click();
    await rival.getByRole('slider').fill('11');
    await rival.getByLabel('Show hidden cards').check();
    await rival.getByRole('button', { name: 'Verify' }).click();
    await rival.getByText('Valid.').waitFor();
    await rival.emulateMedia({ colorScheme: 'dark' });
    await picture(rival, 'flip-replay-desk-dark');
  },
  async (stage) => {
    const leader = await named(stage, look('desk', 'light'), 'polar-star', '/flip/team');
    await leader.getByRole('button', { name: 'Open a party' }).click();
    const link = new URL(await leader.getByLabel('Send this link to your friends').inputValue());
    const others: Page[] = [];
    for (const name of ['young-oak', 'calm-fox']) {
      const page = await named(stage, look('desk', 'light'), name, link.pathname);
      await page.getByText(/^Waiting for .* to start/).waitFor();
      others.push(page);
    }
    await leader.getByRole('radio', { name: 'Food' }).check();
    await leader.getByRole('button', { name: 'Start Team Snap' }).click();
    await untilStatus(leader, FLIP_TURN);
    const [second, third] = others as [Page, Page];
    const memory = new Memory(8);
    while (memory.pairsLeft > 20) {
      const pages = [leader, ...others];
      const mover = await Promise.any(pages.map((page) => untilStatus(page, FLIP_TURN).then(() => page)));
      // Everybody is to find some.
      if (!(await takeTurn(mover, memory))) continue;
      await mover.getByRole('button', { name: 'Pass' }).click();
      await untilStatus(mover, /'s turn\.$/);
    }
    await say(leader, 'I start from the top.');
    await say(second, 'Then I keep the right side in mind.');
    await say(third, 'One of them was in row 4.');
    await leader.getByText('One of them was').waitFor();
    await picture(leader, 'flip-team-desk-light');
  },
];

async function main(): Promise<void> {
  const stage = await openStage();
  if (stage === null) throw new Error('Pictures need Chromium: apt-get install chromium');
  await rm(FOLDER, { recursive: true, force: true });
  await mkdir(FOLDER, { recursive: true });
  try {
    for (const scene of SCENES) {
      await scene(stage);
      await stage.clear();
    }
  } finally {
    await stage.close();
  }
}

await main();

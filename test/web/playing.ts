import { expect } from 'chai';
import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { byTurn, cell, DESK, PHONE, readyUp, resign, type Stage, seatTwo, status, untilStatus } from './browser.ts';

const GRAVITY = 'Gravity Four Online';

export const column = (page: Page, number: number) => cell(page, `column ${number}`);

/** Each plays their own column in turn until the first has four in it; ends after the seventh ply. */
export async function firstWinsIn(first: Page, second: Page): Promise<void> {
  for (let ply = 0; ply < 7; ply++) {
    const mover = ply % 2 === 0 ? first : second;
    await untilStatus(mover, 'Your turn');
    await column(mover, ply % 2 === 0 ? 3 : 5).click();
  }
}

/** Plays on, `press`ing a cell for whoever has the turn, until both pages say that it is over; gives the number of plies. */
async function playOut(
  pages: readonly [Page, Page],
  press: (mover: Page, ply: number) => Promise<void>,
): Promise<number> {
  for (let ply = 0; ; ply++) {
    const mover = await turnOrEnd(pages);
    if (mover === null) return ply;
    const before = (await boardOf(mover)).join();
    await press(mover, ply);
    while ((await boardOf(mover)).join() === before);
  }
}

/** The page that may move, or null once both show the end. */
async function turnOrEnd(pages: readonly [Page, Page]): Promise<Page | null> {
  for (;;) {
    const words = await Promise.all(pages.map(status));
    const mover = pages[words.indexOf('Your turn')];
    if (mover !== undefined && (await mover.locator('[data-playable]').count()) > 0) return mover;
    if (words.every((word) => /won$|^Draw$/.test(word))) return null;
  }
}

/** What a screen reader finds on the board, as neither seat sees it. */
async function boardOf(page: Page): Promise<string[]> {
  const labels = await page
    .locator('.board [role=gridcell]')
    .evaluateAll((cells) => cells.map((found) => found.getAttribute('aria-label') ?? ''));
  return labels.map((label) => label.replace(/, yours|, you can play here/g, ''));
}

/** One line is drawn, from the middle of the first winning piece to that of the last. */
async function expectLine(page: Page): Promise<void> {
  const line = await page.locator('.win-line .over').boundingBox();
  const discs = await page.locator('.disc[data-won]').all();
  const boxes = await Promise.all(discs.map((disc) => disc.boundingBox()));
  const middles = boxes.map((box) => ({
    x: (box?.x ?? 0) + (box?.width ?? 0) / 2,
    y: (box?.y ?? 0) + (box?.height ?? 0) / 2,
  }));
  const radius = (boxes[0]?.width ?? 0) / 2;
  for (const axis of ['x', 'y'] as const) {
    const places = middles.map((middle) => middle[axis]);
    const start = line?.[axis] ?? 0;
    const end = start + (line?.[axis === 'x' ? 'width' : 'height'] ?? 0);
    expect(start, `${axis}: start`).closeTo(Math.min(...places), radius / 2);
    expect(end, `${axis}: end`).closeTo(Math.max(...places), radius / 2);
  }
}

/** Reaches something with the Tab key alone. */
async function tabTo(page: Page, goal: Locator): Promise<void> {
  for (let presses = 0; presses < 60; presses++) {
    if ((await goal.and(page.locator(':focus')).count()) > 0) return;
    await page.keyboard.press('Tab');
  }
  throw new Error('the Tab key does not lead there');
}

export function playing(on: () => Stage): void {
  it('meet in the public queue, play Gravity Four to a line by mouse, and again with swapped seats', async () => {
    const one = await on().visitor(DESK);
    await one.getByRole('button', { name: `Play now: ${GRAVITY}` }).click();
    await untilStatus(one, 'Looking for an opponent');
    const other = await on().visitor(PHONE);
    await other.getByRole('button', { name: `Play now: ${GRAVITY}` }).click();
    await one.getByRole('timer', { name: 'Time left to be ready' }).waitFor();
    await readyUp(one, other);

    const [first, second] = await byTurn(one, other);
    await firstWinsIn(first, second);
    await untilStatus(first, 'You won');
    await untilStatus(second, / won$/);
    for (const page of [first, second]) {
      expect(await page.locator('.disc[data-won]').count(), 'the winning cells').equal(4);
      await expectLine(page);
      expect(await page.getByText('By a line.').count()).equal(1);
      expect(await cell(page, /^column 3, from below: cyan/).count()).equal(1);
    }

    await first.getByRole('button', { name: 'Rematch' }).click();
    await second.getByText(/asks for a rematch/).waitFor();
    await second.getByRole('button', { name: 'Rematch' }).click();
    await readyUp(first, second);
    expect(await status(second), 'seats are swapped').equal('Your turn');
  });

  for (const [title, looks] of [
    ['Orbit Reversi Online', DESK],
    ['Neon Dots Online', PHONE],
  ] as const) {
    it(`play a whole match of ${title}, each seeing the same board`, async () => {
      const pages = await seatTwo(on(), title, looks as BrowserContextOptions);
      const plies = await playOut(pages, (mover, ply) => {
        const choices = mover.locator('[data-playable]');
        return looks === PHONE ? choices.nth(0).tap() : choices.nth(ply % 2 === 0 ? 0 : -1).click();
      });
      expect(plies, 'plies').at.least(9);
      const [labels, others] = await Promise.all(pages.map(boardOf));
      expect(labels).deep.equal(others);
      await pages[0].getByText('By the count at the end.').waitFor();
      const points = await pages[0].locator('.points').allTextContents();
      const owned = await pages[0].locator('.board .disc').count();
      expect(
        points.map(Number).reduce((sum, value) => sum + value),
        'points',
      ).equal(owned);
    });
  }

  it('play a whole match of Fivefold to a line by mouse', async () => {
    const pages = await seatTwo(on(), 'Fivefold Online');
    const plies = await playOut(pages, (mover, ply) =>
      cell(mover, `row ${ply % 2 === 0 ? 2 : 7}, column ${Math.floor(ply / 2) + 2}`).click(),
    );
    expect(plies).equal(9);
    expect(await status(pages[0])).equal('You won');
    await expectLine(pages[1]);
  });

  it('play a whole match by keyboard alone, from the lobby to the rematch', async () => {
    const one = await on().visitor();
    await tabTo(one, one.getByRole('button', { name: `Invite a friend to ${GRAVITY}` }));
    await one.keyboard.press('Enter');
    const link = await one.getByLabel('Send this link to your friend').inputValue();
    const other = await on().visitor(DESK, new URL(link).pathname);
    await other.getByRole('button', { name: 'Ready', exact: true }).click();
    await tabTo(one, one.getByRole('button', { name: 'Ready', exact: true }));
    await one.keyboard.press('Enter');
    await one.getByRole('button', { name: 'Resign' }).waitFor();

    const begins = (await status(one)) === 'Your turn';
    for (let move = 0; move < 4; move++) {
      if (move > 0 || !begins) {
        await untilStatus(other, 'Your turn');
        await column(other, move < 3 ? 7 : 6).click();
      }
      await untilStatus(one, 'Your turn');
      await tabTo(one, one.locator('.board [tabindex="0"]'));
      await one.keyboard.press('Home');
      // By arrows first, then by the move's name.
      if (move < 2) for (const key of ['ArrowRight', 'ArrowRight', 'Enter']) await one.keyboard.press(key);
      else for (const key of ['3', 'Enter']) await one.keyboard.press(key);
    }
    await untilStatus(one, 'You won');
    await one.getByText('Last move: column 3. You won.').waitFor();
    await tabTo(one, one.getByRole('button', { name: 'Rematch' }));
    await one.keyboard.press('Enter');
    await other.getByRole('button', { name: 'Rematch' }).click();
    await untilStatus(one, 'Ready?');
  });

  it('type moves by their names, and hear which ones are none', async () => {
    const [mover, rival] = await seatTwo(on(), 'Orbit Reversi Online');
    const type = async (text: string) => {
      await mover.locator('.board [tabindex="0"]').focus();
      await mover.keyboard.type(text);
      await mover.keyboard.press('Enter');
    };
    await type('z9');
    await mover.getByText('“z9” names no move.').waitFor();
    await mover.keyboard.press('Escape');
    await type('a1');
    await mover.getByText('a1 cannot be played now.').waitFor();
    await mover.keyboard.press('Escape');
    await type('d3');
    await rival.getByText('Last move: row 3, column 4. Your turn.').waitFor();
    expect(await rival.title()).contain('Your turn');
  });

  it('resign after a question', async () => {
    const [first, second] = await seatTwo(on(), GRAVITY);
    await first.getByRole('button', { name: 'Resign' }).click();
    await first.getByRole('button', { name: 'Play on' }).click();
    expect(await status(first)).equal('Your turn');
    await resign(first);
    await first.getByText('You resigned.').waitFor();
    await untilStatus(second, 'You won');
  });

  it('play by polling alone against a WebSocket, and know it', async () => {
    const owner = await on().visitor(DESK, '/?transport=polling');
    const sockets: string[] = [];
    owner.on('websocket', (socket) => sockets.push(socket.url()));
    await owner.getByRole('button', { name: `Invite a friend to ${GRAVITY}` }).click();
    const link = await owner.getByLabel('Send this link to your friend').inputValue();
    const friend = await on().visitor(DESK, new URL(link).pathname);
    await readyUp(owner, friend);
    await owner.locator('.banner').getByText('Live updates do not come through here.').waitFor();
    await friend.getByText('Live', { exact: true }).waitFor();
    const [first, second] = await byTurn(owner, friend);
    await firstWinsIn(first, second);
    await untilStatus(first, 'You won');
    await untilStatus(second, / won$/);
    expect(sockets).deep.equal([]);
  });

  it('copy an invite link, share it, and join by pasting it', async () => {
    const owner = await on().visitor();
    await owner.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await owner.evaluate('navigator.share = async (data) => { window.shared = data.url; }');
    await owner.getByRole('button', { name: `Invite a friend to ${GRAVITY}` }).click();
    await owner.getByRole('button', { name: 'Copy' }).click();
    await owner.getByRole('button', { name: 'Copied' }).waitFor();
    const link = await owner.evaluate<string>('navigator.clipboard.readText()');
    await owner.getByRole('button', { name: 'Share' }).click();
    expect(await owner.evaluate('window.shared')).equal(link);
    const friend = await on().visitor();
    await friend.locator('#invite-field').fill(link);
    await friend.getByRole('button', { name: 'Join' }).click();
    await readyUp(owner, friend);
  });

  it('cancel the wait, and find a match under way again from the lobby', async () => {
    const one = await on().visitor();
    await one.getByRole('button', { name: `Play now: ${GRAVITY}` }).click();
    await untilStatus(one, 'Looking for an opponent');
    await one.goto(on().url);
    await one.getByRole('link', { name: 'Back to your match' }).click();
    await one.getByRole('button', { name: 'Cancel' }).click();
    await one.getByRole('heading', { name: 'Your matches' }).waitFor();
    await one.getByRole('link', { name: /Gravity Four.*Cancelled/ }).waitFor();
    expect(await one.getByRole('link', { name: 'Back to your match' }).count()).equal(0);
  });

  it('hide where one can move, and remember that', async () => {
    const [mover] = await seatTwo(on(), 'Orbit Reversi Online');
    expect(await mover.locator('.hint').count()).equal(4);
    await mover.getByRole('button', { name: 'Settings' }).click();
    await mover.getByLabel('Show where you can move').click();
    await mover.getByRole('button', { name: 'Done' }).click();
    expect(await mover.locator('.hint').count()).equal(0);
    await mover.reload();
    await untilStatus(mover, 'Your turn');
    expect(await mover.locator('.hint').count()).equal(0);
  });

  it('change the name, and hear when it is taken', async () => {
    const one = await on().visitor();
    const rename = async (page: Page, name: string) => {
      await page.getByRole('button', { name: 'Change your name' }).click();
      await page.locator('#name-field').fill(name);
      await page.getByRole('button', { name: 'Save' }).click();
    };
    await rename(one, 'Night-Owl');
    await one.getByRole('button', { name: /^Night-Owl/ }).waitFor();
    const other = await on().visitor();
    await rename(other, 'night-owl');
    await other.getByText('That name is taken. Try another one.').waitFor();
  });

  it('hear what is wrong with an invitation, an address or a match that is not theirs', async () => {
    const page = await on().visitor(DESK, '/join/AAAAAAAAAAAAAAAAAAAAAA');
    await page.getByText('This invitation did not work').waitFor();
    await page.goto(`${on().url}/m/AAAAAAAAAAAAAAAAAAAAAA`);
    await page.getByText('No such match').waitFor();
    await page.goto(`${on().url}/replay/AAAAAAAAAAAAAAAAAAAAAA`);
    await page.getByText('No such replay').waitFor();
    await page.goto(`${on().url}/nothing/here`);
    await page.getByText('This address leads to no page.').waitFor();
    await page.getByRole('link', { name: 'To the lobby' }).click();
    await page.locator('#invite-field').fill('not a link');
    await page.getByRole('button', { name: 'Join' }).click();
    await page.getByText('That is no invite link. Paste the whole link.').waitFor();
  });
}

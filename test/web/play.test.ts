import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { byTurn, DESK, openStage, PHONE, readyUp, type Stage, seatTwo, status, untilStatus } from './browser.ts';

const GRAVITY = 'Gravity Four Online';

describe('The browser client, two real browsers', () => {
  let stage: Stage;

  before(async function () {
    const opened = await openStage();
    if (opened === null) this.skip();
    stage = opened;
  });
  after(() => stage?.close());
  afterEach(() => expect(stage.complaints.splice(0)).deep.equal([]));

  const column = (page: Page, number: number) => page.getByRole('gridcell', { name: `column ${number}` });

  /** Each plays their own column in turn until the first has four in it; ends after the seventh ply. */
  async function firstWinsIn(first: Page, second: Page): Promise<void> {
    for (let ply = 0; ply < 7; ply++) {
      const mover = ply % 2 === 0 ? first : second;
      await untilStatus(mover, 'Your turn');
      await column(mover, ply % 2 === 0 ? 3 : 5).click();
    }
  }

  it('meet in the public queue, play Gravity Four to a line by mouse, and again with swapped seats', async () => {
    const one = await stage.visitor(DESK);
    await one.getByRole('button', { name: `Play now: ${GRAVITY}` }).click();
    await untilStatus(one, 'Looking for an opponent');
    const other = await stage.visitor(PHONE);
    await other.getByRole('button', { name: `Play now: ${GRAVITY}` }).click();
    await readyUp(one, other);

    const [first, second] = await byTurn(one, other);
    await firstWinsIn(first, second);
    await untilStatus(first, 'You won');
    await untilStatus(second, / won$/);
    for (const page of [first, second]) {
      expect(await page.locator('.disc[data-won]').count(), 'the winning line').equal(4);
      expect(await page.getByText('By a line.').count()).equal(1);
      expect(await page.getByRole('gridcell', { name: /^column 3, from below: cyan/ }).count()).equal(1);
    }

    await first.getByRole('button', { name: 'Rematch' }).click();
    await second.getByText(/asks for a rematch/).waitFor();
    await second.getByRole('button', { name: 'Rematch' }).click();
    await readyUp(first, second);
    expect(await status(second), 'seats are swapped').equal('Your turn');
  });

  it('meet by an invite link, of which one plays by keyboard alone and the other resigns after a question', async () => {
    const [first, second] = await seatTwo(stage, GRAVITY);
    await column(first, 1).focus();
    for (const key of ['ArrowRight', 'ArrowRight', 'End', 'ArrowLeft', 'Enter']) await first.keyboard.press(key);
    await untilStatus(second, 'Your turn');
    expect(await column(second, 6).getAttribute('aria-label')).equal('column 6, from below: cyan');
    await second.getByText('Last move: column 6. Your turn.').waitFor();
    expect(await second.title()).contain('Your turn');

    await second.getByRole('button', { name: 'Resign' }).click();
    await second.getByRole('button', { name: 'Play on' }).click();
    expect(await status(second)).equal('Your turn');
    await second.getByRole('button', { name: 'Resign' }).click();
    await second.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
    await second.getByText('You resigned.').waitFor();
    await untilStatus(first, 'You won');
  });

  for (const [title, plies] of [
    ['Orbit Reversi Online', 8],
    ['Neon Dots Online', 8],
    ['Fivefold Online', 8],
  ] as const) {
    it(`play ${title} on phones, each seeing the other's moves`, async () => {
      const pages = await seatTwo(stage, title, PHONE);
      for (let ply = 0; ply < plies; ply++) {
        const mover = await Promise.any(pages.map((page) => untilStatus(page, 'Your turn').then(() => page)));
        await mover.locator('[data-playable]').first().tap();
        await mover.locator('[data-pending]').waitFor({ state: 'detached' });
        const last = mover.locator('[data-last]');
        await last.first().waitFor();
        await untilStatus(pages[0], /turn$/);
        if ((await status(mover)) !== 'Your turn')
          await untilStatus(pages.find((page) => page !== mover) ?? mover, 'Your turn');
      }
      const [labels, others] = await Promise.all(pages.map(boardOf));
      expect(labels).deep.equal(others);
    });
  }

  /** What a screen reader finds on the board, as neither seat sees it. */
  async function boardOf(page: Page): Promise<string[]> {
    const cells = await page.getByRole('gridcell').all();
    const labels = await Promise.all(cells.map((cell) => cell.getAttribute('aria-label')));
    return labels.map((label) => (label ?? '').replace(/, yours|, you can play here/g, ''));
  }

  it('reload, lose the server and get it back in mid-match, and play on without a hand', async () => {
    const [first, second] = await seatTwo(stage, GRAVITY);
    await column(first, 4).click();
    await untilStatus(second, 'Your turn');
    await second.reload();
    await untilStatus(second, 'Your turn');
    await stage.server.restart();
    await column(second, 4).click();
    await untilStatus(first, 'Your turn');
    expect(await column(first, 4).getAttribute('aria-label')).match(/from below: cyan, yours; amber$/);
  });

  it('cancel the wait, and find a match under way again from the lobby', async () => {
    const one = await stage.visitor();
    await one.getByRole('button', { name: `Play now: ${GRAVITY}` }).click();
    await untilStatus(one, 'Looking for an opponent');
    await one.goto(stage.url);
    await one.getByRole('link', { name: 'Back to your match' }).click();
    await one.getByRole('button', { name: 'Cancel' }).click();
    await one.getByRole('heading', { name: 'Your matches' }).waitFor();
    await one.getByRole('link', { name: /Gravity Four.*Cancelled/ }).waitFor();
    expect(await one.getByRole('link', { name: 'Back to your match' }).count()).equal(0);
  });

  it('change the name, and hear when it is taken', async () => {
    const one = await stage.visitor();
    const rename = async (page: Page, name: string) => {
      await page.getByRole('button', { name: 'Change your name' }).click();
      await page.locator('#name-field').fill(name);
      await page.getByRole('button', { name: 'Save' }).click();
    };
    await rename(one, 'Night-Owl');
    await one.getByRole('button', { name: /^Night-Owl/ }).waitFor();
    const other = await stage.visitor();
    await rename(other, 'night-owl');
    await other.getByText('That name is taken. Try another one.').waitFor();
  });

  it('hear what is wrong with an invitation, an address or a match that is not theirs', async () => {
    const page = await stage.visitor(DESK, '/join/AAAAAAAAAAAAAAAAAAAAAA');
    await page.getByText('This invitation did not work').waitFor();
    await page.goto(`${stage.url}/m/AAAAAAAAAAAAAAAAAAAAAA`);
    await page.getByText('No such match').waitFor();
    await page.goto(`${stage.url}/nothing/here`);
    await page.getByText('This address leads to no page.').waitFor();
    await page.getByRole('link', { name: 'To the lobby' }).click();
    await page.locator('#invite-field').fill('not a link');
    await page.getByRole('button', { name: 'Join' }).click();
    await page.getByText('That is no invite link. Paste the whole link.').waitFor();
  });
});

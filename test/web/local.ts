import { GAMES } from '@freeplay/shared/games';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { cell, DESK, PHONE, type Stage, status, untilStatus } from './browser.ts';

export function local(on: () => Stage): void {
  const begin = async (page: Page, rival: string) => {
    await page.getByLabel(rival).check();
    await page.getByRole('button', { name: 'Start' }).click();
  };

  it('two at one screen play to a line, take back, and go on after a reload', async () => {
    const page = await on().visitor(PHONE, '/local/gravity');
    await begin(page, 'Somebody beside you');
    await untilStatus(page, 'Cyan’s turn');
    for (const column of [3, 5, 3, 5, 3]) await cell(page, `column ${column}`).tap();
    await untilStatus(page, 'Amber’s turn');
    await page.reload();
    await untilStatus(page, 'Amber’s turn');
    await page.getByRole('button', { name: 'Take back' }).tap();
    await untilStatus(page, 'Cyan’s turn');
    for (const column of [3, 5, 3]) await cell(page, `column ${column}`).tap();
    await untilStatus(page, 'Cyan won');
    expect(await page.locator('.win-line .over').count()).equal(1);
    await page.getByRole('button', { name: 'Play again' }).tap();
    await untilStatus(page, 'Cyan’s turn');
  });

  it('one plays a bot to the end, which never plays for the visitor', async () => {
    const page = await on().visitor(DESK, '/local/gravity');
    await begin(page, 'Easy bot');
    for (let ply = 0; ply < 21; ply++) {
      await page.getByRole('heading', { level: 1, name: /^Your turn$|won$|^Draw$/ }).waitFor();
      if ((await status(page)) !== 'Your turn') break;
      const discs = await page.locator('.board .disc').count();
      expect(discs % 2, 'discs on the visitor’s turn').equal(0);
      await page.locator('[data-playable]').first().click();
    }
    expect(await status(page)).match(/^You won$|^Easy bot won$|^Draw$/);
  });

  it('every game is there without a network, once the lobby was open', async () => {
    const page = await on().visitor();
    const asked = page.waitForEvent('worker');
    await asked;
    await page.context().setOffline(true);
    for (const game of GAMES) {
      await page.getByRole('link', { name: `Bot or same screen: ${game.titles.local}` }).click();
      await begin(page, 'Hard bot');
      for (let move = 0; move < 2; move++) {
        await untilStatus(page, 'Your turn');
        await page.locator('[data-playable]').first().click();
      }
      await untilStatus(page, 'Your turn');
      await page.getByRole('link', { name: 'To the lobby' }).click();
    }
    expect(page.workers().length, 'the bot thinks beside the page').equal(1);
  });
}

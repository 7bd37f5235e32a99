import { expect } from 'chai';
import type { CDPSession, Page } from 'playwright-core';
import { cell, DESK, PHONE, readyUp, resign, type Stage, seatTwo, status, untilStatus } from './browser.ts';
import { column, firstWinsIn } from './playing.ts';

const GRAVITY = 'Gravity Four Online';

const devtools = (page: Page): Promise<CDPSession> => page.context().newCDPSession(page);

export function robust(on: () => Stage): void {
  it('reload, lose the server and get it back in mid-match, and play on without a hand', async () => {
    const [first, second] = await seatTwo(on(), GRAVITY);
    await column(first, 4).click();
    await untilStatus(second, 'Your turn');
    await second.reload();
    await untilStatus(second, 'Your turn');
    await on().server.restart();
    await column(second, 4).click();
    await untilStatus(first, 'Your turn');
    expect(await column(first, 4).getAttribute('aria-label')).match(/from below: cyan, yours; amber$/);
  });

  it('reload in every state: waiting, ready, playing, ended, offered a rematch, watching', async () => {
    const one = await on().visitor(PHONE);
    await one.getByRole('button', { name: `Invite a friend to ${GRAVITY}` }).click();
    await untilStatus(one, 'Waiting for your friend');
    await one.reload();
    const link = await one.getByLabel('Send this link to your friend').inputValue();
    const other = await on().visitor(DESK, new URL(link).pathname);
    await untilStatus(other, 'Ready?');
    for (const page of [one, other]) {
      await page.reload();
      await untilStatus(page, 'Ready?');
    }
    await readyUp(one, other);
    await one.reload();
    await untilStatus(one, /turn$/);
    await resign(one);
    await untilStatus(one, / won$/);
    await one.reload();
    await untilStatus(one, / won$/);
    await one.getByRole('button', { name: 'Rematch' }).click();
    await one.getByRole('button', { name: 'Rematch offered' }).waitFor();
    await one.reload();
    await one.getByRole('button', { name: 'Rematch offered' }).waitFor();
    await one.getByRole('link', { name: 'Watch again' }).click();
    await one.getByRole('slider').waitFor();
    await one.reload();
    await one.getByRole('slider').waitFor();
  });

  it('go back and forward between the pages', async () => {
    const [first, second] = await seatTwo(on(), GRAVITY);
    await first.getByRole('link', { name: 'Freeplay' }).click();
    await first.getByRole('heading', { name: 'Play someone, now' }).waitFor();
    await first.goBack();
    await untilStatus(first, 'Your turn');
    await column(first, 1).click();
    await first.goForward();
    await first.getByRole('link', { name: 'Back to your match' }).waitFor();
    await untilStatus(second, 'Your turn');
    await column(second, 2).click();
    await first.goBack();
    await untilStatus(first, 'Your turn');
    expect(await column(first, 2).getAttribute('aria-label')).contain('amber');
  });

  it('show one match in two tabs of a player, of which either can play and one can go', async () => {
    const [first, second] = await seatTwo(on(), GRAVITY);
    const tab = await first.context().newPage();
    await tab.goto(first.url());
    await untilStatus(tab, 'Your turn');
    await column(tab, 2).click();
    await untilStatus(first, /’s turn$/);
    await tab.close();
    await untilStatus(second, 'Your turn');
    await column(second, 3).click();
    await untilStatus(first, 'Your turn');
  });

  it('freeze, as a phone does to a page in the background, and catch up when they thaw', async () => {
    const [first, second] = await seatTwo(on(), GRAVITY);
    await column(first, 4).click();
    await untilStatus(second, 'Your turn');
    const session = await devtools(first);
    await session.send('Page.setWebLifecycleState', { state: 'frozen' });
    await column(second, 4).click();
    await untilStatus(second, /’s turn$/);
    await session.send('Page.setWebLifecycleState', { state: 'active' });
    await untilStatus(first, 'Your turn');
    await column(first, 4).click();
    await untilStatus(second, 'Your turn');
  });

  it('lose the network, say so, and catch up when it is back', async () => {
    const [first, second] = await seatTwo(on(), GRAVITY);
    await column(first, 4).click();
    await untilStatus(second, 'Your turn');
    await first.context().setOffline(true);
    await first.locator('.banner').getByText('Your connection dropped.').waitFor();
    await column(second, 4).click();
    await first.context().setOffline(false);
    await untilStatus(first, 'Your turn');
    await first.locator('.banner').waitFor({ state: 'hidden' });
  });

  for (const minutes of [-10, 10]) {
    it(`trust the server's clock on a device whose own is ${minutes} minutes off`, async () => {
      const [first, second] = await seatTwo(on(), GRAVITY);
      await first.context().addInitScript(`(${SKEW})(${minutes * 60_000})`);
      await first.reload();
      await untilStatus(first, 'Your turn');
      const clock = first.getByRole('timer', { name: 'Time for this turn' });
      const [shown, truth] = await Promise.all([
        clock.textContent(),
        second.getByRole('timer', { name: 'Time for this turn' }).textContent(),
      ]);
      const seconds = (text: string | null) => Number(text?.split(':')[0]) * 60 + Number(text?.split(':')[1]);
      expect(Math.abs(seconds(shown) - seconds(truth)), `${shown} and ${truth}`).at.most(2);
      await resign(first);
      await first.getByRole('link', { name: 'To the lobby' }).click();
      await first
        .getByText(/just now|1 min ago/)
        .first()
        .waitFor();
    });
  }

  it('say how time runs out, in words and once', async () => {
    const [first] = await seatTwo(on(), GRAVITY);
    await first.clock.install();
    await first.reload();
    await untilStatus(first, 'Your turn');
    // Every time that the region is told something, in order.
    await first.evaluate(`(() => {
      window.said = [];
      const region = document.querySelector('main [role=status]');
      new MutationObserver(() => window.said.push(region.textContent)).observe(region, { childList: true, characterData: true, subtree: true });
    })()`);
    for (let step = 0; step < 58; step++) await first.clock.runFor(1_000);
    const said = await first.evaluate<string[]>('window.said');
    expect(said.filter((text) => / left for your move\.$/.test(text))).deep.equal([
      'Twenty seconds left for your move.',
      'Ten seconds left for your move.',
      'Five seconds left for your move.',
    ]);
  });

  it('open and play over a slow network', async () => {
    const [first, second] = await seatTwo(on(), GRAVITY);
    const session = await devtools(first);
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 600,
      downloadThroughput: 40_000,
      uploadThroughput: 20_000,
    });
    await first.reload();
    await untilStatus(first, 'Your turn');
    await firstWinsIn(first, second);
    await untilStatus(first, 'You won');
  });

  it('load a new build by themselves when the server has one, once', async () => {
    const page = await on().visitor();
    await page.getByText('None yet').waitFor();
    let loads = 0;
    page.on('load', () => {
      loads += 1;
    });
    await page.route(`${on().url}/`, async (route) => {
      if (route.request().isNavigationRequest()) return route.fallback();
      const answer = await route.fetch();
      return route.fulfill({
        response: answer,
        body: (await answer.text()).replace(/index-[\w-]+\.js/, 'index-NEWER.js'),
      });
    });
    const reloaded = page.waitForEvent('load');
    await page.evaluate(`dispatchEvent(new Event('online'))`);
    await reloaded;
    await page.getByText('None yet').waitFor();
    const looked = page.waitForResponse((answer) => answer.url() === `${on().url}/`);
    await page.evaluate(`dispatchEvent(new Event('online'))`);
    await looked;
    await page.getByText('None yet').waitFor();
    expect(loads).equal(1);
  });

  it('try again by themselves when a part of the page or the session does not come', async () => {
    const page = await on().visitor(DESK, '/nothing/here');
    let failures = 0;
    await page.context().route(/\/assets\/local-|\/api\/multiplayer\/session$/, (route) => {
      failures += 1;
      return failures <= 3 ? route.abort() : route.fallback();
    });
    await page.goto(`${on().url}/local/boxes`);
    await page.getByRole('button', { name: 'Start' }).click();
    await cell(page, /^horizontal edge, row 1, column 1/).waitFor();
    await page.getByRole('button', { name: /Change your name$/, disabled: false }).waitFor();
    expect(await status(page)).equal('Your turn');
  });
}

/** Runs in the page before all else: its clock is off by so many milliseconds. */
const SKEW = `(offset) => {
  const True = Date;
  window.Date = class extends True {
    constructor(...parts) {
      if (parts.length === 0) super(True.now() + offset);
      else super(...parts);
    }
    static now() {
      return True.now() + offset;
    }
  };
}`;

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect } from 'chai';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { DESK, PHONE, resign, type Stage, seatTwo, untilStatus } from './browser.ts';

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
const TITLES = ['Gravity Four Online', 'Orbit Reversi Online', 'Neon Dots Online', 'Fivefold Online'];

export function everyone(on: () => Stage): void {
  const NARROW = { ...PHONE, viewport: { width: 320, height: 640 } } satisfies BrowserContextOptions;
  const LOOKS: readonly (readonly [string, BrowserContextOptions])[] = [
    ['dark, phone', { ...PHONE, colorScheme: 'dark' }],
    ['light, desk', { ...DESK, colorScheme: 'light' }],
  ];

  for (const [look, options] of LOOKS) {
    it(`have no violation that axe-core finds (${look})`, async () => {
      const page = await on().visitor(options);
      await page.getByText('None yet').waitFor();
      await checkAccessibility(page, 'lobby');
      await page.getByRole('button', { name: 'Change your name' }).click();
      await checkAccessibility(page, 'name dialog');
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Settings' }).click();
      await checkAccessibility(page, 'settings');
      await page.getByRole('button', { name: 'Keys and help' }).click();
      await checkAccessibility(page, 'help');
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: `Invite a friend to ${TITLES[0]}` }).click();
      await page.getByLabel('Send this link').waitFor();
      await checkAccessibility(page, 'waiting room');
      for (const [path, sign] of [
        ['/replay', 'Open a replay'],
        ['/local/boxes', 'Neon Dots'],
        ['/nothing', 'Nothing here'],
      ] as const) {
        await page.goto(on().url + path);
        await untilStatus(page, sign);
        await checkAccessibility(page, path);
      }
    });

    it(`have none on a board of their own, nor in a replay (${look})`, async () => {
      for (const title of TITLES) {
        const [mover, rival] = await seatTwo(on(), title, options);
        await mover.locator('[data-playable]').first().click();
        await rival.locator('[data-last]').first().waitFor();
        await checkAccessibility(rival, `${title}, playing`);
        await rival.getByRole('button', { name: 'Resign' }).click();
        if (title === TITLES[0]) await checkAccessibility(rival, 'resigning');
        await rival.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
        await rival.getByText('You resigned.').waitFor();
        if (title === TITLES[0]) await checkAccessibility(rival, 'ended');
        if (title === TITLES[0] || options.colorScheme === 'dark') {
          await rival.getByRole('link', { name: 'Watch again' }).click();
          await rival.getByRole('button', { name: 'Verify' }).click();
          await rival.getByText('Valid.').waitFor();
          await checkAccessibility(rival, `${title}, replay`);
        }
        await on().clear();
      }
    });

    it(`have none while they wait for the connection, or play on one device (${look})`, async () => {
      const [mover] = await seatTwo(on(), 'Orbit Reversi Online', options);
      await mover.context().setOffline(true);
      await mover.locator('.banner').getByText('Your connection dropped.').waitFor();
      await checkAccessibility(mover, 'reconnecting');
      const page = await on().visitor(options, '/local/reversi');
      await page.getByRole('button', { name: 'Start' }).click();
      await untilStatus(page, 'Your turn');
      await checkAccessibility(page, 'local table');
    });
  }

  it('fit 320 px without scrolling sideways, and offer targets of 44 px', async () => {
    const lobby = await on().visitor(NARROW);
    await checkWidth(lobby, 'lobby');
    await checkTargets(lobby, 'lobby');
    for (const title of TITLES) {
      const [mover] = await seatTwo(on(), title, NARROW);
      await checkWidth(mover, title);
      await checkTargets(mover, title);
      await resign(mover);
      await mover.getByRole('link', { name: 'Watch again' }).click();
      await mover.getByRole('slider').waitFor();
      await checkWidth(mover, `${title}, replay`);
      await checkTargets(mover, `${title}, replay`);
      await on().clear();
    }
    const page = await on().visitor(NARROW, '/local/five');
    await checkWidth(page, 'local');
    await checkTargets(page, 'local');
  });

  it('open the help with ?, and leave single keys alone for those who want that', async () => {
    const page = await on().visitor();
    const help = page.getByRole('dialog', { name: 'Keys and help' });
    await page.locator('body').press('?');
    await help.waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByLabel('Shortcut keys').uncheck();
    await page.getByRole('button', { name: 'Done' }).click();
    await page.locator('body').press('?');
    expect(await help.isVisible()).equal(false);
  });

  it('forbid what does not come from this very server', async () => {
    const page = await on().visitor();
    const answer = await page.reload();
    const policy = answer?.headers()['content-security-policy'] ?? '';
    expect(policy).contain("default-src 'none'").and.contain("script-src 'self'").and.contain("style-src 'self'");
    expect(policy).not.contain('unsafe');
  });

  it('keep the board where it is while the turn passes', async () => {
    const [mover, rival] = await seatTwo(on(), 'Gravity Four Online', PHONE);
    const place = () =>
      Promise.all(
        [mover, rival].flatMap((page) =>
          ['.board', '.side > .actions > .button', '.meta'].map((part) => page.locator(part).boundingBox()),
        ),
      );
    const before = await place();
    await mover.locator('[data-playable]').first().click();
    await rival.getByRole('heading', { name: 'Your turn' }).waitFor();
    expect(await place()).deep.equal(before);
  });

  it('switch the theme and remember it', async () => {
    const page = await on().visitor({ ...DESK, colorScheme: 'light' });
    const background = () => page.evaluate('getComputedStyle(document.documentElement).backgroundColor');
    const light = await background();
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByLabel('Dark').check();
    const dark = await background();
    expect(dark).not.equal(light);
    await page.reload();
    expect(await background()).equal(dark);
  });

  for (const colorScheme of ['dark', 'light'] as const) {
    it(`show pieces and their marks at 3:1 or more (${colorScheme})`, async () => {
      const page = await on().visitor({ ...DESK, colorScheme });
      const colours = new Map<string, readonly number[]>();
      for (const token of ['seat-0', 'seat-1', 'seat-2', 'seat-3', 'cell', 'mark']) {
        colours.set(token, await page.evaluate<readonly number[]>(`(${RESOLVE_COLOUR})('${token}')`));
      }
      const against = (token: string, ground: string) => contrast(colours.get(token) ?? [], colours.get(ground) ?? []);
      for (const seat of ['seat-0', 'seat-1', 'seat-2', 'seat-3']) {
        expect(against(seat, 'cell'), `${seat} on a cell`).at.least(3);
        expect(against('mark', seat), `the mark on ${seat}`).at.least(3);
      }
    });
  }
}

export async function checkAccessibility(page: Page, name: string): Promise<void> {
  await page.evaluate(readFileSync(AXE, 'utf8'));
  const found = await page.evaluate<{
    violations: { id: string; nodes: { html: string; failureSummary: string }[] }[];
  }>('axe.run()');
  const violations = found.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html} ${nodes[0]?.failureSummary}`);
  expect(violations, name).deep.equal([]);
}

export async function checkWidth(page: Page, name: string): Promise<void> {
  const { inner, scroll } = await page.evaluate<{ inner: number; scroll: number }>(
    '({ inner: document.documentElement.clientWidth, scroll: document.documentElement.scrollWidth })',
  );
  expect(scroll, `${name}: width`).at.most(inner);
}

/** A label is the target of the field inside it. */
const TARGETS = ['button:not([role=gridcell])', 'a', 'select', 'summary', 'label:has(input)', ':not(label) > input']
  .map((part) => `${part}:visible`)
  .join();

/** Cells of a board are as large as the board allows; everything else meets the 44 px. */
export async function checkTargets(page: Page, name: string): Promise<void> {
  for (const target of await page.locator(TARGETS).all()) {
    const box = await target.boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0), `${name}: ${await target.getAttribute('class')}`).at.least(44);
  }
}

/** Runs in the page: a token as red, green, blue of 0-255. */
const RESOLVE_COLOUR = `(token) => {
  const probe = document.body.appendChild(document.createElement('i'));
  probe.style.color = 'var(--' + token + ')';
  const numbers = getComputedStyle(probe).color.match(/\\d+/g).map(Number);
  probe.remove();
  return numbers.slice(0, 3);
}`;

/** Contrast ratio of WCAG 2.2. */
function contrast(one: readonly number[], other: readonly number[]): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05);
}

function luminance(colour: readonly number[]): number {
  const [red = 0, green = 0, blue = 0] = colour.map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

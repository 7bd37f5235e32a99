import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { DESK, openStage, PHONE, type Stage, seatTwo } from './browser.ts';

const DIST = path.join(import.meta.dirname, '../../web/dist');
const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
const TITLES = ['Gravity Four Online', 'Orbit Reversi Online', 'Neon Dots Online', 'Fivefold Online'];
const FIRST_LOAD_BYTES = 150 * 1024;

describe('The built browser client', () => {
  const html = () => readFileSync(path.join(DIST, 'index.html'), 'utf8');

  it('loads within 150 KiB gzipped, typeface included', () => {
    const files = [...html().matchAll(/(?:src|href)="\/(assets\/[^"]+)"/g)].map(([, file]) => file ?? '');
    expect(files.length).at.least(2);
    const latin = readFileSync(path.join(DIST, files.find((file) => file.endsWith('.css')) ?? ''), 'utf8').match(
      /figtree-latin-wght[^)"']+/,
    )?.[0];
    const sizes = [...files, `assets/${latin}`].map((file) => gzipSync(readFileSync(path.join(DIST, file))).length);
    const total = sizes.reduce((sum, size) => sum + size, gzipSync(html()).length);
    expect(total).below(FIRST_LOAD_BYTES);
  });

  it('has no inline script or style and no address of another host, as its Content-Security-Policy asks', () => {
    expect(html()).not.match(/<style|style=|<script(?![^>]*\ssrc=)| on\w+=|https?:/);
  });
});

describe('Pages of the browser client, for everyone', () => {
  let stage: Stage;

  before(async function () {
    const opened = await openStage();
    if (opened === null) this.skip();
    stage = opened;
  });
  after(() => stage?.close());
  afterEach(() => expect(stage.complaints.splice(0)).deep.equal([]));

  const NARROW = { ...PHONE, viewport: { width: 320, height: 640 } } satisfies BrowserContextOptions;
  const LOOKS: readonly (readonly [string, BrowserContextOptions])[] = [
    ['dark, phone', { ...PHONE, colorScheme: 'dark' }],
    ['light, desk', { ...DESK, colorScheme: 'light' }],
  ];

  for (const [look, options] of LOOKS) {
    it(`have no violation that axe-core finds (${look})`, async () => {
      const lobby = await stage.visitor(options);
      await lobby.getByText('None yet').waitFor();
      await checkAccessibility(lobby, 'lobby');
      await lobby.getByRole('button', { name: 'Change your name' }).click();
      await checkAccessibility(lobby, 'name dialog');
      await lobby.keyboard.press('Escape');
      await lobby.getByRole('button', { name: `Invite a friend to ${TITLES[0]}` }).click();
      await lobby.getByLabel('Send this link').waitFor();
      await checkAccessibility(lobby, 'waiting room');
      for (const title of TITLES) {
        const [mover, rival] = await seatTwo(stage, title, options);
        await mover.locator('[data-playable]').first().click();
        await rival.locator('[data-last]').first().waitFor();
        await checkAccessibility(rival, `${title}, playing`);
        await rival.getByRole('button', { name: 'Resign' }).click();
        await checkAccessibility(rival, `${title}, resigning`);
        await rival.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
        await rival.getByText('You resigned.').waitFor();
        await checkAccessibility(rival, `${title}, ended`);
        await Promise.all([mover, rival].map((page) => page.context().close()));
      }
    });
  }

  it('fit 320 px without scrolling sideways, and offer targets of 44 px', async () => {
    const lobby = await stage.visitor(NARROW);
    await checkWidth(lobby, 'lobby');
    await checkTargets(lobby, 'lobby');
    for (const title of TITLES) {
      const [mover] = await seatTwo(stage, title, NARROW);
      await checkWidth(mover, title);
      await checkTargets(mover, title);
    }
  });

  it('keep the board where it is while the turn passes', async () => {
    const [mover, rival] = await seatTwo(stage, 'Gravity Four Online', PHONE);
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
    const page = await stage.visitor({ ...DESK, colorScheme: 'light' });
    const background = () => page.evaluate('getComputedStyle(document.documentElement).backgroundColor');
    const light = await background();
    await page.getByRole('button', { name: 'Use the dark theme' }).click();
    const dark = await background();
    expect(dark).not.equal(light);
    await page.reload();
    expect(await background()).equal(dark);
  });

  for (const colorScheme of ['dark', 'light'] as const) {
    it(`show pieces and their marks at 3:1 or more (${colorScheme})`, async () => {
      const page = await stage.visitor({ ...DESK, colorScheme });
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
});

async function checkAccessibility(page: Page, name: string): Promise<void> {
  await page.evaluate(readFileSync(AXE, 'utf8'));
  const found = await page.evaluate<{
    violations: { id: string; nodes: { html: string; failureSummary: string }[] }[];
  }>('axe.run()');
  const violations = found.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html} ${nodes[0]?.failureSummary}`);
  expect(violations, name).deep.equal([]);
}

async function checkWidth(page: Page, name: string): Promise<void> {
  const { inner, scroll } = await page.evaluate<{ inner: number; scroll: number }>(
    '({ inner: document.documentElement.clientWidth, scroll: document.documentElement.scrollWidth })',
  );
  expect(scroll, `${name}: width`).at.most(inner);
}

/** Cells of a board are as large as the board allows; everything else meets the 44 px. */
async function checkTargets(page: Page, name: string): Promise<void> {
  for (const target of await page.locator('button:visible:not([role=gridcell]), a:visible, input:visible').all()) {
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

import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { type LiveServer, liveServer } from '../sdk/server.ts';

const CHROMIUM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync);

const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true } satisfies BrowserContextOptions;
export const DESK = { viewport: { width: 1440, height: 900 } } satisfies BrowserContextOptions;

/** The composed server with the built client, and a browser to open it with. */
export interface Stage {
  readonly url: string;
  readonly server: LiveServer;
  /** What any page complained about or asked of another host: to stay empty. */
  readonly complaints: string[];
  /** A visitor of their own: fresh storage, one page at `path`. */
  visitor(options?: BrowserContextOptions, path?: string): Promise<Page>;
  /** Sends all visitors home. */
  clear(): Promise<void>;
  close(): Promise<void>;
}

/** null: this machine has no Chromium, and the tests skip themselves. */
export async function openStage(settings: Readonly<Record<string, string>> = {}): Promise<Stage | null> {
  if (CHROMIUM === undefined) return null;
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const server = await liveServer({ PORT: String(port), ALLOWED_ORIGINS: url, ...settings });
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: FLAGS });
  const complaints: string[] = [];
  return {
    url,
    server,
    complaints,
    visitor: (options, path = '/') => visit(browser, url, path, options ?? DESK, complaints),
    async clear() {
      await Promise.all(browser.contexts().map((context) => context.close()));
    },
    async close() {
      await browser.close();
      await server.stop();
    },
  };
}

async function visit(
  browser: Browser,
  url: string,
  path: string,
  options: BrowserContextOptions,
  complaints: string[],
): Promise<Page> {
  const context = await browser.newContext({ reducedMotion: 'reduce', ...options });
  watch(context, url, complaints);
  const page = await context.newPage();
  await page.goto(url + path);
  return page;
}

function watch(context: BrowserContext, url: string, complaints: string[]): void {
  context.on('weberror', (error) => complaints.push(error.error().message));
  context.on('console', (message) => {
    // A refusal that the page handles, and a server that is away, are also noted by the browser itself.
    if (message.type() === 'error' && !/^(Failed to load resource|WebSocket connection to)/.test(message.text()))
      complaints.push(message.text());
  });
  context.on('request', (request) => {
    const address = new URL(request.url());
    if (address.protocol !== 'blob:' && address.host !== new URL(url).host) complaints.push(`asked ${request.url()}`);
  });
}

/** A port that was free a moment ago: the server must know it before it starts, to allow its own origin. */
function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => (address !== null && typeof address === 'object' ? resolve(address.port) : reject(address)));
    });
  });
}

/** Two visitors at one match of this game, both ready; the one to move comes first. */
export async function seatTwo(
  stage: Stage,
  title: string,
  one = DESK as BrowserContextOptions,
  other = one,
): Promise<[Page, Page]> {
  const owner = await stage.visitor(one);
  await owner.getByRole('button', { name: `Invite a friend to ${title}` }).click();
  const link = await owner.getByLabel('Send this link to your friend').inputValue();
  const friend = await stage.visitor(other, new URL(link).pathname);
  await readyUp(owner, friend);
  return byTurn(owner, friend);
}

export async function readyUp(...pages: Page[]): Promise<void> {
  for (const page of pages) await page.getByRole('button', { name: 'Ready', exact: true }).click();
  for (const page of pages) await page.getByRole('button', { name: 'Resign' }).waitFor();
}

export async function byTurn(one: Page, other: Page): Promise<[Page, Page]> {
  return (await status(one)) === 'Your turn' ? [one, other] : [other, one];
}

/** The headline of a match: whose turn it is, or how it ended. */
export async function status(page: Page): Promise<string> {
  return (await page.locator('h1').textContent()) ?? '';
}

export async function untilStatus(page: Page, words: string | RegExp): Promise<void> {
  await page.getByRole('heading', { level: 1, name: words }).waitFor();
}

export async function resign(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
}

/** A cell of the board by the start of its name. */
export function cell(page: Page, name: string | RegExp) {
  return page.getByRole('gridcell', { name });
}

import { readFileSync } from 'node:fs';
import type { Replay, Snapshot } from '@freeplay/client-sdk';
import { type FlipReveal, themeById } from '@freeplay/shared/games/flip';
import { coordinateOf } from '@freeplay/shared/games/flip/commands';
import type { Receipt } from '@freeplay/shared/receipt';
import { expect } from 'chai';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { verifyFiles } from '../../server/cli/proof.ts';
import { DESK, openStage, PHONE, type Stage, untilStatus } from './browser.ts';
import { checkAccessibility, checkTargets, checkWidth } from './everyone.ts';
import { contest, type Guest, guest, openAs, playOut, solo, team } from './flip-tables.ts';
import { flipFirst, Memory, takeTurn } from './memory.ts';

const DARK = { ...PHONE, colorScheme: 'dark' } satisfies BrowserContextOptions;
const LIGHT = { ...DESK, colorScheme: 'light' } satisfies BrowserContextOptions;
const NARROW = { ...PHONE, viewport: { width: 320, height: 640 } } satisfies BrowserContextOptions;

type Proof = { receipt: Receipt; replay: Replay & { initial: FlipReveal } };

describe('Replays of Flip Match in real browsers', function () {
  // Several pages beside a server, on a machine that may be busy.
  this.timeout(180_000);

  let stage: Stage;

  before(async function () {
    const opened = await openStage();
    if (opened === null) this.skip();
    stage = opened;
  });
  after(() => stage?.close());
  afterEach(async () => {
    await stage.clear();
    expect(stage.complaints.splice(0), 'complaints of pages, and requests to other hosts').deep.equal([]);
  });

  /** From the ended match, verified there, to its replay, which opens at the end. */
  async function watch(player: Guest, ended: Snapshot, look: BrowserContextOptions): Promise<Page> {
    const page = await openAs(stage, player, look, `/m/${ended.id}`);
    await page.getByRole('button', { name: 'Verify' }).click();
    await page.getByText('Valid. Every move was played again').waitFor();
    await checkAccessibility(page, `${ended.game}, ended`);
    const board = await shownOn(page);
    const sheets = await page.locator('.sheet').count();
    await page.getByRole('link', { name: 'Watch the replay' }).click();
    await page.getByRole('slider', { name: 'Move' }).waitFor();
    expect(await shownOn(page), 'the same board').deep.equal(board);
    expect(await page.locator('.sheet').count(), 'the same scores').equal(sheets);
    return page;
  }

  /** An altered copy of what was exported here is told from the truth. */
  async function refuse(page: Page, alter: (proof: Proof) => void, place: RegExp): Promise<void> {
    const proof = await exported(page);
    alter(proof);
    const stranger = await stage.visitor(DESK, '/replay');
    await stranger.locator('input[type=file]').setInputFiles({
      name: 'altered.json',
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify(proof)),
    });
    await stranger.getByRole('button', { name: 'Verify' }).click();
    const finding = stranger.locator('.finding');
    await finding.getByText('Not valid').waitFor();
    expect(await finding.textContent()).match(place);
  }

  it('a duel is watched from its ended page and from the list of matches, verified, shared and kept', async () => {
    const players = [await guest(stage), await guest(stage)] as const;
    const ended = await playOut(await contest('DUEL', players), 1);
    const [winner] = players.filter((_, seat) => seat === ended.winner || ended.winner === -1);
    const page = await watch(players[0], ended, LIGHT);
    await stepThrough(page);
    await page.getByText(new RegExp(`^(${winner?.name} won, |Draw, )\\d to \\d pairs`)).waitFor();
    expect(await page.locator('.player .points').allTextContents()).deep.equal(pairsIn(ended));
    await page.getByText('the server published the fingerprint').waitFor();
    await page.getByRole('button', { name: 'Verify' }).click();
    await page.getByText('Valid. Every move was played again').waitFor();
    await checkAccessibility(page, 'the replay of a duel');

    const [picture] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Share image' }).click(),
    ]);
    const bytes = readFileSync(await picture.path());
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).deep.equal([1080, 1080]);
    await refuse(
      page,
      ({ replay }) => Object.assign(lastMove(replay), { at: lastMove(replay).at + 1 }),
      /events\[\d+\]/,
    );

    await page.getByRole('link', { name: 'Freeplay' }).click();
    await page.getByRole('link', { name: `Flip Match Duel with ${players[1].name}` }).click();
    await page.getByRole('slider', { name: 'Move' }).waitFor();
    const other = await watch(players[1], ended, DARK);
    await checkAccessibility(other, 'the replay of a duel');
  });

  it('an abandoned game is told move by move, and a miss stays in its own frame', async () => {
    const page = await stage.visitor(DESK, '/flip');
    await page.getByRole('radio', { name: 'Animals' }).check();
    await page.getByRole('button', { name: 'Play solo' }).click();
    await untilStatus(page, 'Flip a card!');
    const memory = new Memory(4);
    let misses = 0;
    while (misses === 0) misses += (await takeTurn(page, memory)) ? 0 : 1;
    await flipFirst(page, memory, memory.first());
    await page.getByRole('button', { name: 'Quit' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Quit' }).click();
    await untilStatus(page, 'No result');
    await page.getByRole('link', { name: 'Watch the replay' }).click();
    await page.getByText('The match was abandoned.', { exact: true }).waitFor();
    await page.getByRole('button', { name: /left:/ }).waitFor();
    await page.getByRole('button', { name: /no match/ }).click();
    expect(await page.locator('[data-kind="missed"]').count(), 'both cards of the miss').equal(2);
    await page.locator('body').press('ArrowRight');
    expect(await page.locator('[data-kind="missed"]').count()).equal(0);
    expect(await page.locator('[data-kind="up"]').count()).equal(1);
  });

  it('a solo game is watched with what lay underneath, by keys also while the switch has the focus', async () => {
    const player = await guest(stage);
    const ended = await playOut([await solo(player)], 2);
    for (const look of [DARK, LIGHT]) {
      const page = await watch(player, ended, look);
      if (look === DARK) await stepThrough(page);
      const { replay } = await exported(page);
      await page.locator('body').press('Home');
      const open = page.getByLabel('Show hidden cards');
      await open.focus();
      await open.press('Space');
      expect(await labelsOn(page)).deep.equal(underneath(replay.initial));
      await open.press('ArrowRight');
      expect((await kindsOn(page)).filter((kind) => kind !== 'under')).deep.equal(['up']);
      await checkAccessibility(page, 'the replay of a solo game, hidden cards shown');
      await refuse(page, ({ replay: { initial } }) => swapTwo(initial.cards), /replay\.initial/);
    }
  });

  it('a team match is watched with its passes and hints, on any width', async () => {
    const players = [await guest(stage), await guest(stage)] as const;
    const ended = await playOut(await team(players), 3);
    for (const look of [DARK, LIGHT]) {
      const page = await watch(players[1], ended, look);
      if (look === LIGHT) await stepThrough(page);
      await page.getByText(/^Completed in \d+:\d\d: [\d,]+ points\.$/).waitFor();
      expect(await page.locator('.player .points').allTextContents()).deep.equal(pairsIn(ended));
      await checkAccessibility(page, 'the replay of a team match');
      await refuse(page, ({ replay }) => rename(replay), /events\[1\]/);
    }
    const narrow = await openAs(stage, players[0], NARROW, `/replay/${ended.id}`);
    await narrow.getByRole('slider', { name: 'Move' }).waitFor();
    await checkWidth(narrow, 'the replay of a team match');
    await checkTargets(narrow, 'the replay of a team match');
    await narrow.goto(`${stage.url}/m/${ended.id}`);
    await narrow.getByRole('link', { name: 'Watch the replay' }).waitFor();
    await checkWidth(narrow, 'a team match, ended');
    await checkTargets(narrow, 'a team match, ended');
  });

  it('a race shows no card before both runs are over: the page says so, and opens by itself', async () => {
    const players = [await guest(stage), await guest(stage)] as const;
    const [first, second] = await contest('SPEED_RACE', players);
    if (first === undefined || second === undefined) throw new Error('two runs');
    const ended = await playOut([first], 4);
    const pages: Page[] = [];
    for (const look of [DARK, LIGHT]) {
      const page = await openAs(stage, players[0], look, `/m/${ended.id}`);
      await page.getByRole('button', { name: 'Verify' }).click();
      await page.getByText('The race goes on. Ask again when both runs are over.').waitFor();
      await checkAccessibility(page, 'a race, one run ended');
      await page.getByRole('link', { name: 'Watch the replay' }).click();
      await untilStatus(page, 'Not over yet');
      await page.getByText('of a race, when both runs are over').waitFor();
      await checkAccessibility(page, 'a replay that is not to be seen yet');
      pages.push(page);
    }
    await playOut([second], 5);
    for (const page of pages) {
      await page.getByRole('slider', { name: 'Move' }).waitFor();
      await page.getByRole('button', { name: 'Verify' }).click();
      await page.getByText('Valid. Every move was played again').waitFor();
      await checkAccessibility(page, 'the replay of a race');
    }
    const page = await watch(players[0], ended, LIGHT);
    await stepThrough(page);
    await refuse(page, ({ replay: { initial } }) => Object.assign(initial, { seed: '1' }), /replay\.initial/);
  });
});

/** Presses the keys that lead from the start to the end: each is one step that is told, and the last shows the end again. */
async function stepThrough(page: Page): Promise<void> {
  const end = await shownOn(page);
  const slider = page.getByRole('slider', { name: 'Move' });
  const last = Number(await slider.getAttribute('max'));
  await page.locator('body').press('Home');
  expect(new Set(await kindsOn(page)), 'at first all cards are hidden').deep.equal(new Set(['hidden']));
  const told: string[] = [];
  for (let at = 1; at <= last; at++) {
    await page.locator('body').press('ArrowRight');
    told.push((await page.locator('.side [role="status"]').textContent()) ?? '');
  }
  expect(await slider.inputValue()).equal(String(last));
  expect(await shownOn(page)).deep.equal(end);
  for (const [index, text] of told.entries())
    expect(text).match(new RegExp(`^Move ${index + 1} of ${last}: .+, after`));
}

/** What is to be seen of each card, and who found it. */
async function shownOn(page: Page): Promise<readonly string[]> {
  const owners = await page
    .getByRole('gridcell')
    .evaluateAll((cells) => cells.map((cell) => cell.querySelector('.owner')?.getAttribute('data-seat') ?? ''));
  const labels = await labelsOn(page);
  return labels.map((label, cell) => `${label.replace(/, found by .*/, '')} ${owners[cell]}`);
}

function labelsOn(page: Page): Promise<string[]> {
  return page.getByRole('gridcell').evaluateAll((cells) => cells.map((cell) => cell.getAttribute('aria-label') ?? ''));
}

function kindsOn(page: Page): Promise<string[]> {
  return page.getByRole('gridcell').evaluateAll((cells) => cells.map((cell) => cell.getAttribute('data-kind') ?? ''));
}

function underneath({ size, theme, cards }: FlipReveal): string[] {
  return cards.map((item, cell) => `${coordinateOf(size, cell)}: ${themeById(theme)?.items[item]?.name}, still hidden`);
}

/** The file that the page gives away: valid for the command too. */
async function exported(page: Page): Promise<Proof> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export' }).click(),
  ]);
  const file = await download.path();
  expect((await verifyFiles({ file, replay: undefined, keys: undefined })).ok).equal(true);
  return JSON.parse(readFileSync(file, 'utf8'));
}

function lastMove({ events }: Replay) {
  const move = events.findLast(({ kind }) => kind === 'moved');
  if (move === undefined) throw new Error('no move');
  return move;
}

/** Puts somebody else on the leader's seat. */
function rename({ events }: Replay): void {
  const data = events[1]?.data;
  if (data === undefined || !('seats' in data)) throw new Error('nobody sits');
  Object.assign(data.seats[0] ?? {}, { name: 'somebody-else' });
}

/** Exchanges the first card with the first that is unlike it. */
function swapTwo(cards: readonly number[]): void {
  const other = cards.findIndex((item) => item !== cards[0]);
  Object.assign(cards, { 0: cards[other], [other]: cards[0] });
}

function pairsIn({ state }: Snapshot): string[] {
  return (state as unknown as { pairs: number[] }).pairs.map(String);
}

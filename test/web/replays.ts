import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import type { Download, Page } from 'playwright-core';
import { verifyFiles } from '../../server/cli/proof.ts';
import { DESK, type Stage, seatTwo, untilStatus } from './browser.ts';
import { firstWinsIn } from './playing.ts';

async function downloadBy(page: Page, press: () => Promise<void>): Promise<Download> {
  const [download] = await Promise.all([page.waitForEvent('download'), press()]);
  return download;
}

export function replays(on: () => Stage): void {
  /** A finished match, and the page of its loser. */
  async function finished(): Promise<Page> {
    const [first, second] = await seatTwo(on(), 'Gravity Four Online');
    await firstWinsIn(first, second);
    await untilStatus(second, / won$/);
    return second;
  }

  it('step, scrub, play and jump through a match, by mouse and by keys', async () => {
    const page = await finished();
    await page.getByRole('link', { name: 'Watch again' }).click();
    const slider = page.getByRole('slider', { name: 'Move' });
    await slider.waitFor();
    const discs = page.locator('.board .disc');
    expect(await discs.count(), 'it opens at the end').equal(7);
    expect(await page.locator('.win-line').count()).equal(1);

    const [board, side] = await Promise.all(['.board', '.side'].map((part) => page.locator(part).boundingBox()));
    expect((board?.x ?? 0) + (board?.width ?? 0), 'the board ends before what is beside it').below(side?.x ?? 0);

    await page.getByRole('button', { name: 'One move back' }).click();
    expect(await discs.count()).equal(6);
    await page.getByRole('button', { name: '2 5: column 5' }).click();
    expect(await discs.count()).equal(2);
    await slider.fill('4');
    expect(await discs.count()).equal(4);
    expect(await slider.getAttribute('aria-valuetext')).equal('move 4 of 7, column 5');

    await page.locator('h1').click();
    for (const [key, count] of [
      ['Home', 0],
      ['ArrowRight', 1],
      ['ArrowLeft', 0],
      ['End', 7],
    ] as const) {
      await page.locator('body').press(key);
      expect(await discs.count(), key).equal(count);
    }

    await page.getByLabel('Speed').selectOption('4');
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await page.getByRole('button', { name: 'Pause' }).waitFor();
    await page.getByRole('button', { name: 'Play', exact: true }).waitFor();
    expect(await discs.count(), 'it plays from the start to the end').equal(7);
  });

  it('verify it in the page, keep it as a file that the command verifies too, and find where a forged one differs', async () => {
    const page = await finished();
    await page.getByRole('link', { name: 'Watch again' }).click();
    await page.getByRole('button', { name: 'Verify' }).click();
    await page.getByText('Valid. Every move was played again').waitFor();
    const download = await downloadBy(page, () => page.getByRole('button', { name: 'Export' }).click());
    const file = await download.path();
    expect(await verifyFiles({ file, replay: undefined, keys: undefined })).deep.equal({
      ok: true,
      line: 'valid, key unknown',
    });

    const stranger = await on().visitor(DESK, '/replay');
    const show = (text: string) =>
      stranger.locator('input[type=file]').setInputFiles({
        name: 'replay.json',
        mimeType: 'application/json',
        buffer: Buffer.from(text),
      });
    const text = readFileSync(file, 'utf8');
    await show('{"neither": 1}');
    await stranger.getByText('That file holds no replay.').waitFor();
    await show(text);
    await stranger.getByRole('button', { name: 'Verify' }).click();
    await stranger.getByText('Valid. Every move was played again').waitFor();

    const forged = JSON.parse(text);
    const move = forged.replay.events.findLast((event: { kind: string }) => event.kind === 'moved');
    move.action = 6;
    await stranger.goto(`${on().url}/replay`);
    await show(JSON.stringify(forged));
    await stranger.getByRole('button', { name: 'Verify' }).click();
    await stranger.getByText(/Not valid: replay\.events\[\d+\]/).waitFor();
  });

  it('share a picture of it, and save the receipt from the list of matches', async () => {
    const page = await finished();
    await page.getByRole('link', { name: 'Watch again' }).click();
    const picture = await downloadBy(page, () => page.getByRole('button', { name: 'Share image' }).click());
    const bytes = readFileSync(await picture.path());
    expect(bytes.toString('latin1', 1, 4)).equal('PNG');
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).deep.equal([1080, 1080]);

    await page.getByRole('link', { name: 'Freeplay' }).click();
    const receipt = await downloadBy(page, () =>
      page.getByRole('button', { name: /^Save the receipt of Gravity Four/ }).click(),
    );
    const verdict = await verifyFiles({ file: await receipt.path(), replay: undefined, keys: undefined });
    expect(verdict.ok).equal(true);
    await page.getByRole('link', { name: /Gravity Four.*Lost/ }).click();
    await page.getByRole('slider', { name: 'Move' }).waitFor();
  });
}

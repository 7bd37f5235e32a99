import { expect } from 'chai';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { DESK, openStage, PHONE, type Stage, status, untilStatus } from './browser.ts';
import { checkAccessibility, checkTargets, checkWidth } from './everyone.ts';
import { card, flipFirst, flipSecond, Memory, takeTurn } from './memory.ts';

const MY_TURN = 'YOUR TURN - Flip a card!';
/** Long enough for a busy machine to make its moves in, short enough to be waited for. */
const IDLE_SECONDS = 20;

describe('Flip Match in real browsers', function () {
  // Several pages beside a server, on a machine that may be busy.
  this.timeout(240_000);

  let stage: Stage;

  before(async function () {
    const opened = await openStage({ TEAM_IDLE_SECONDS: `${IDLE_SECONDS}` });
    if (opened === null) this.skip();
    stage = opened;
  });
  after(() => stage?.close());
  afterEach(async () => {
    await stage.clear();
    expect(stage.complaints.splice(0), 'complaints of pages, and requests to other hosts').deep.equal([]);
  });

  const nameOf = async (page: Page): Promise<string> => {
    const name = page.locator('.name-button span', { hasText: /\w{3}/ });
    await name.waitFor();
    return (await name.textContent()) ?? '';
  };
  const visit = (page: Page, path: string) => page.goto(stage.url + path);

  async function challenge(page: Page, opponent: string, mode: 'duel' | 'race'): Promise<void> {
    await visit(page, `/flip/${mode}`);
    await page.getByLabel('Your opponent’s name').fill(opponent);
    await page.getByRole('radio', { name: 'Animals' }).check();
    await page.getByRole('button', { name: 'Send the challenge' }).click();
    await page.getByRole('heading', { name: 'Challenge sent' }).waitFor();
    await page.getByRole('link', { name: 'Your challenges' }).click();
    await page.getByRole('heading', { name: 'Waiting for an answer' }).waitFor();
  }

  /** Two at one duel; the challenger, who begins, comes first. */
  async function duel(one: BrowserContextOptions, other = one): Promise<{ pages: [Page, Page]; names: string[] }> {
    const challenger = await stage.visitor(one);
    const rival = await stage.visitor(other);
    const names = [await nameOf(challenger), await nameOf(rival)];
    await challenge(challenger, names[1] ?? '', 'duel');
    await rival.getByRole('link', { name: 'Notifications, 1 unread' }).click();
    await rival.getByRole('link', { name: /challenges you to a duel/ }).click();
    await rival.getByRole('button', { name: `Accept the challenge of ${names[0]}` }).click();
    await untilStatus(rival, `Waiting for ${names[0]} to play...`);
    await challenger.getByRole('link', { name: /^To the board/ }).click();
    await untilStatus(challenger, MY_TURN);
    return { pages: [challenger, rival], names };
  }

  it('two play a duel by challenge to its end, each seeing the other’s flips, without hints', async () => {
    const { pages, names } = await duel(PHONE, DESK);
    const memory = new Memory(4);
    for (const page of pages) expect(await page.getByRole('button', { name: /Hint/ }).count()).equal(0);

    await recordKinds(pages[1]);
    await flipFirst(pages[0], memory, 'A1');
    const told = await card(pages[1], 'A1').getAttribute('aria-label');
    expect(told, 'the first card is shown to both').match(/^A1: .+, face up$/);
    await flipSecond(pages[0], memory, 'A1', 'B1');

    for (let turn = 1; memory.pairsLeft > 0; turn++) {
      const [mover, waiter] = turn % 2 === 0 ? pages : [pages[1], pages[0]];
      await untilStatus(mover, MY_TURN);
      await untilStatus(waiter, `Waiting for ${names[turn % 2]} to play...`);
      await takeTurn(mover, memory);
    }
    for (const page of pages) {
      await untilStatus(page, /^(You won|Draw|.+ won)$/);
      await page.getByRole('table', { name: 'Your Score' }).getByRole('row', { name: 'Base 1,000' }).waitFor();
      expect(await page.locator('.owner[data-seat="0"], .owner[data-seat="1"]').count()).equal(16);
    }
    const [first, second] = await Promise.all(pages.map(labels));
    expect(first).deep.equal(second);
    expect(await visibleFor(pages[1]), 'a miss stays visible for 1.2 s or until the next flip').satisfy(
      (spans: { ms: number; cut: boolean }[]) => spans.length > 0 && spans.every(({ ms, cut }) => cut || ms >= 1_150),
    );

    await visit(pages[0], '/flip/leaderboards/duel');
    for (const name of names) await pages[0].getByRole('rowheader', { name }).waitFor();
  });

  it('one quits a duel after a question, and may not flip out of turn', async () => {
    const { pages, names } = await duel(DESK);
    const [challenger, rival] = pages;
    await flipFirst(challenger, new Memory(4), 'A1');
    await rival.getByLabel('Type a coordinate').fill('b2');
    await rival.getByRole('button', { name: 'Flip', exact: true }).click();
    await rival.getByText(`Waiting for ${names[0]} to play.`, { exact: true }).waitFor();
    await rival.getByRole('button', { name: 'Quit' }).click();
    await rival.getByRole('dialog').getByRole('button', { name: 'Quit' }).click();
    await untilStatus(rival, `${names[0]} won`);
    await untilStatus(challenger, 'You won');
    await challenger.getByText(`${names[1]} forfeited`).waitFor();
  });

  it('one asked to leave a duel for a new challenge stays, or leaves it', async () => {
    const { pages, names } = await duel(DESK);
    await flipFirst(pages[0], new Memory(4), 'A1');
    const third = await stage.visitor();
    await nameOf(third);
    await challenge(third, names[1] ?? '', 'duel');
    await visit(pages[1], '/flip/challenges');
    const accept = pages[1].getByRole('button', { name: /^Accept the challenge/ });
    await accept.click();
    await pages[1].getByRole('heading', { name: `Leave your duel with ${names[0]}?` }).waitFor();
    await pages[1].getByRole('button', { name: 'Stay' }).click();
    await accept.click();
    await pages[1].getByRole('button', { name: 'Leave it' }).click();
    await untilStatus(pages[1], /^Waiting for /);
    await untilStatus(pages[0], 'You won');
  });

  it('three play as a team, with chat, a pass, a hint and one who loses the network', async () => {
    const leader = await stage.visitor({ ...DESK, colorScheme: 'dark' }, '/flip/team');
    await leader.getByRole('button', { name: 'Open a party' }).click();
    const link = new URL(await leader.getByLabel('Send this link to your friends').inputValue());
    const second = await stage.visitor(PHONE, link.pathname);
    await second.getByText(/^Waiting for .* to start/).waitFor();
    const third = await stage.visitor(DESK, link.pathname);
    await third.getByText(/^Waiting for .* to start/).waitFor();
    const team = [leader, second, third];
    const names = await Promise.all(team.map(nameOf));
    await leader.getByText('3 players: 8x8, 32 pairs').waitFor();
    await checkAccessibility(leader, 'a party, its leader');
    await leader.getByRole('button', { name: 'Start Team Snap' }).click();
    await untilStatus(leader, MY_TURN);
    for (const page of [second, third]) await untilStatus(page, `It's ${names[0]}'s turn.`);

    await second.getByLabel('Say to your party').fill('I begin at the top.');
    await second.getByLabel('Say to your party').press('Enter');
    await leader.getByText(`${names[1]}: I begin at the top.`).waitFor();
    await third.getByText(`${names[1]}: I begin at the top.`).waitFor();

    const memory = new Memory(8);
    await flipFirst(leader, memory, 'A1');
    expect(await leader.getByRole('button', { name: 'Pass' }).isDisabled(), 'no pass with a card up').equal(true);
    await leader.getByRole('button', { name: 'Hint (3 left)' }).click();
    const hinted = third.locator('[data-kind="hint"]');
    await hinted.waitFor();
    const mate = ((await hinted.getAttribute('aria-label')) ?? '').slice(0, 2);
    expect(await flipSecond(leader, memory, 'A1', mate), 'the hint was right').equal(true);
    await second.getByText('Team Progress: 1/32 pairs found').waitFor();
    expect(await status(leader), 'a match gives another turn').equal(MY_TURN);

    await leader.getByRole('button', { name: 'Pass' }).click();
    await untilStatus(second, MY_TURN);
    await third.getByText(`${names[0]} passed.`).waitFor();

    await third.context().setOffline(true);
    while (await takeTurn(second, memory)) await untilStatus(second, MY_TURN);
    await untilStatus(leader, `It's ${names[2]}'s turn.`);
    await leader.getByText('Away, skipped').waitFor({ timeout: 3_000 * IDLE_SECONDS });
    await untilStatus(leader, MY_TURN);
    await third.context().setOffline(false);
    await leader.getByText('Away, skipped').waitFor({ state: 'detached' });
    await checkAccessibility(third, 'a team match');

    await second.getByRole('button', { name: 'Quit' }).click();
    await second.getByRole('dialog').getByRole('button', { name: 'Quit' }).click();
    await leader.getByText('Left', { exact: true }).waitFor();
  });

  it('a race is run by one in a browser and one at the text console', async () => {
    const runner = await stage.visitor(PHONE);
    const name = await nameOf(runner);
    const origin = stage.url;
    const typist = stage.server.client({ origin });
    const say = async (text: string) => (await typist.flip.command(text)).text;
    const { name: other } = await typist.session();

    expect(await say(`challenge ${name} to memory snap race`)).contain(`You have challenged ${name}`);
    await runner.getByRole('link', { name: 'Notifications, 1 unread' }).waitFor();
    await visit(runner, '/flip/challenges');
    await runner.getByRole('button', { name: `Accept the challenge of ${other}` }).click();
    await untilStatus(runner, 'Flip a card!');
    await runner.getByText(`${other}: Not started yet`).waitFor();

    await say('start');
    await runByConsole(say);
    expect(await say('race status'))
      .match(/Your Score: [\d,]+ \(Completed in/)
      .and.contain(`${name}: Still playing...`);
    await runner.getByText(`${other}: Completed`).waitFor();
    const rival = await runner.locator('.rival strong').textContent();
    expect(rival, 'the score stays hidden until both are done').equal(`${other}: Completed`);

    const memory = new Memory(4);
    while (memory.pairsLeft > 0) await takeTurn(runner, memory);
    await untilStatus(runner, /^Your Score: [\d,]+$/);
    await runner.getByRole('link', { name: 'Race status' }).click();
    await runner.getByText(/^(Won|Lost|Draw) [\d,]+ to [\d,]+$/).waitFor();
    expect(await say('race status')).match(new RegExp(`${name}: [\\d,]+ \\(Completed in`));
  });

  it('one completes a solo game by keyboard and typed coordinates, with a hint, and challenges a friend to beat it', async () => {
    const page = await stage.visitor(DESK, '/flip');
    const friend = await stage.visitor(DESK);
    const names = [await nameOf(page), await nameOf(friend)];
    await page.getByRole('radio', { name: 'Space' }).check();
    await page.getByRole('button', { name: 'Play solo' }).click();
    await untilStatus(page, 'Flip a card!');
    await page.getByText(/Board: 4x4 EASY \(Space\)/).waitFor();

    await card(page, 'A1').focus();
    for (const key of ['ArrowRight', 'ArrowDown', 'Enter']) await page.keyboard.press(key);
    await page.getByRole('gridcell', { name: /^B2: .+, face up$/ }).waitFor();
    await page.getByText(/^You: B2 .+\. Find its mate!$/).waitFor();
    await page.getByRole('button', { name: 'Hint (3 left)' }).click();
    const hint = (await page.locator('[data-kind="hint"]').getAttribute('aria-label'))?.slice(0, 2) ?? '';
    // Typed while the board has the focus.
    await card(page, 'B2').focus();
    await page.keyboard.type(hint.toLowerCase());
    await page.keyboard.press('Enter');
    await page.getByText(/- match!$/).waitFor();

    const memory = new Memory(4);
    memory.find('B2', hint);
    while (memory.pairsLeft > 0) await takeTurn(page, memory);
    await untilStatus(page, /^Your Score: [\d,]+$/);
    await page.getByRole('row', { name: 'Hints used −50' }).waitFor();

    await page.getByRole('button', { name: 'Challenge a friend to beat your score' }).click();
    await page.getByLabel('Your opponent’s name').fill(names[1] ?? '');
    await page.getByRole('button', { name: 'Send the challenge' }).click();
    await page.getByRole('heading', { name: 'Challenge sent' }).waitFor();
    await friend.getByText(new RegExp(`^${names[0]} challenges you to a race: beat [\\d,]+ points\\.$`)).waitFor();
    await visit(page, '/flip/leaderboards/solo');
    await page.getByRole('rowheader', { name: names[0] ?? '' }).waitFor();
  });

  it('friends ask, accept, invite to a party, remove and block', async () => {
    const one = await stage.visitor(DESK, '/flip/friends');
    const other = await stage.visitor(PHONE, '/flip/friends');
    const names = [await nameOf(one), await nameOf(other)];
    await one.getByLabel('The name of a player').fill(names[1] ?? '');
    await one.getByRole('button', { name: 'Ask to be friends' }).click();
    await other.getByRole('button', { name: `Accept: ${names[0]}` }).click();
    await one.getByRole('link', { name: `Duel ${names[1]}` }).waitFor();
    await one.getByText('Online').waitFor();
    await checkAccessibility(one, 'friends');

    await visit(one, '/flip/team');
    await one.getByRole('button', { name: 'Open a party' }).click();
    await one.getByRole('button', { name: `Invite ${names[1]}` }).click();
    await visit(other, '/flip/team');
    await other.locator('.invitation').getByRole('button', { name: 'Join' }).click();
    await one.getByRole('button', { name: `Make leader: ${names[1]}` }).click();
    await other.getByRole('button', { name: 'Start Team Snap' }).waitFor();
    await other.getByRole('button', { name: `Remove ${names[0]} from the party` }).click();
    await one.getByText('You need to be in a party with 2-4 players to start Team Snap.').waitFor();

    await visit(one, '/flip/friends');
    await one.getByRole('button', { name: `More about ${names[1]}` }).click();
    await one.getByRole('button', { name: 'Block', exact: true }).click();
    await one.getByRole('button', { name: `Unblock: ${names[1]}` }).waitFor();
    await visit(other, `/flip/duel/${names[0]}`);
    await other.getByRole('button', { name: 'Send the challenge' }).click();
    await other.getByRole('alert').filter({ hasText: /\w/ }).waitFor();
  });

  it('preferences are kept, and what one may see of oneself is there', async () => {
    const page = await stage.visitor(DESK, '/flip/me');
    await page.getByText('0 of 8, 0 points').waitFor();
    await page.getByRole('radio', { name: /^Medium/ }).check();
    await page.getByRole('radio', { name: 'Flowers' }).check();
    await page.getByRole('radio', { name: 'Friends only' }).check();
    await page.getByText('Kept for your next games.').waitFor();
    await visit(page, '/flip');
    await page.locator('input[name="difficulty"]:checked + span', { hasText: 'Medium' }).waitFor();
    await page.locator('input[name="board-theme"]:checked + span', { hasText: 'Flowers' }).waitFor();
  });

  const PAGES = [
    ['', 'Flip Match'],
    ['/duel', 'Duel a friend'],
    ['/race', 'Speed Race'],
    ['/team', 'Party'],
    ['/challenges', 'Challenges'],
    ['/friends', 'Friends'],
    ['/notices', 'Notifications'],
    ['/leaderboards/duel', 'Leaderboards'],
    ['/leaderboards/team-snap', 'Leaderboards'],
    ['/me', 'You'],
  ] as const;

  for (const [look, options] of [
    ['dark, phone', { ...PHONE, colorScheme: 'dark' }],
    ['light, desk', { ...DESK, colorScheme: 'light' }],
  ] as const) {
    it(`every page is without a violation that axe-core finds, empty and in use (${look})`, async () => {
      const { pages, names } = await duel(options);
      const memory = new Memory(4);
      await checkAccessibility(pages[0], 'a duel, my turn');
      await checkAccessibility(pages[1], 'a duel, their turn');
      await takeTurn(pages[0], memory);
      await checkAccessibility(pages[0], 'a duel, after a turn');
      await pages[1].getByRole('button', { name: 'Quit' }).click();
      await checkAccessibility(pages[1], 'a duel, quitting');
      await pages[1].getByRole('dialog').getByRole('button', { name: 'Quit' }).click();
      await untilStatus(pages[1], `${names[0]} won`);
      await checkAccessibility(pages[1], 'a duel, ended');
      await pages[1].getByRole('link', { name: 'Flip Match menu' }).click();
      const fresh = await stage.visitor(options);
      for (const page of [pages[0], fresh]) {
        for (const [path, heading] of PAGES) {
          await visit(page, `/flip${path}`);
          await untilStatus(page, heading);
          await settled(page);
          await checkAccessibility(page, `/flip${path}`);
        }
      }
    });
  }

  it('every page fits 320 px without scrolling sideways, with targets of 44 px', async () => {
    const page = await stage.visitor({ ...PHONE, viewport: { width: 320, height: 640 } });
    for (const [path, heading] of PAGES) {
      await visit(page, `/flip${path}`);
      await untilStatus(page, heading);
      await settled(page);
      await checkWidth(page, `/flip${path}`);
      await checkTargets(page, `/flip${path}`);
    }
    await visit(page, '/flip');
    await page.getByRole('radio', { name: /^Hard/ }).check();
    await page.getByRole('button', { name: 'Play solo' }).click();
    await untilStatus(page, 'Flip a card!');
    await checkWidth(page, 'a board of 8x8');
    await checkTargets(page, 'a board of 8x8');
  });
});

/** What a page reads has arrived. */
async function settled(page: Page): Promise<void> {
  await page
    .getByText(/(is|are) being read\.$/)
    .first()
    .waitFor({ state: 'detached' });
}

async function labels(page: Page): Promise<string[]> {
  const cells = await page.getByRole('gridcell').all();
  const texts = await Promise.all(cells.map((cell) => cell.getAttribute('aria-label')));
  return texts.map((text) => (text ?? '').replace(/, found by .*/, ''));
}

/** Notes in the page how long each missed card is to be seen, and whether the next flip has cut that short. */
async function recordKinds(page: Page): Promise<void> {
  await page.evaluate(`{
    const since = new Map();
    window.missed = [];
    new MutationObserver((changes) => {
      for (const { target, oldValue } of changes) {
        if (target.dataset.kind === 'missed') since.set(target, performance.now());
        else if (oldValue === 'missed' && since.has(target)) {
          const cut = document.querySelector('[data-kind="up"]') !== null;
          window.missed.push({ ms: performance.now() - since.get(target), cut });
        }
      }
    }).observe(document.querySelector('.board'), { subtree: true, attributeFilter: ['data-kind'], attributeOldValue: true });
  }`);
}

function visibleFor(page: Page): Promise<{ ms: number; cut: boolean }[]> {
  return page.evaluate<{ ms: number; cut: boolean }[]>('window.missed');
}

/** Plays a 4x4 board to its end by typing coordinates and reading the board that comes back. */
async function runByConsole(say: (text: string) => Promise<string>): Promise<void> {
  const memory = new Memory(4);
  while (memory.pairsLeft > 0) {
    const first = memory.first();
    memory.see(first, itemAt(await say(first), first));
    const second = memory.second(first);
    const reply = await say(second);
    const turn = new RegExp(`Last turn: ${first} (\\S+), ${second} (\\S+) - (match!|no match)`).exec(reply);
    memory.see(second, turn?.[2] ?? '');
    if (turn?.[3] === 'match!' || reply.includes('Your Score')) memory.find(first, second);
  }
}

/** The short code at a place of the drawn board. */
function itemAt(drawn: string, place: string): string {
  const row = drawn.split('\n').find((line) => line.startsWith(`${place.slice(1)} |`)) ?? '';
  return row.split('|')[place.charCodeAt(0) - 64]?.trim() ?? '';
}

import { expect } from 'chai';
import { openStage, type Stage } from './browser.ts';
import { everyone } from './everyone.ts';
import { local } from './local.ts';
import { playing } from './playing.ts';
import { replays } from './replays.ts';
import { robust } from './robust.ts';

/** One server and one browser for all of it: starting them takes longer than most tests. */
describe('The browser client, in real browsers', function () {
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

  describe('to play', () => playing(() => stage));
  describe('to watch again', () => replays(() => stage));
  describe('on one device', () => local(() => stage));
  describe('whatever happens', () => robust(() => stage));
  describe('for everyone', () => everyone(() => stage));
});

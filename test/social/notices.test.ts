import { OPERATIONS } from '@freeplay/shared/protocol/http';
import { expect } from 'chai';
import { accepted, type Somebody, Town } from './guests.ts';

const DAY = 86_400_000;

describe('Notifications', () => {
  let town: Town;

  before(async () => {
    town = await Town.open();
  });
  after(() => town.server.stop());

  const ids = async (of: Somebody, after?: number) => (await of.notices(after)).items.map(({ id }) => id);
  /** As many people ask for friendship, one after the other. */
  const askedBy = async (ann: Somebody, count: number) => {
    const others = await town.people(count);
    for (const other of others) accepted(await other.befriend('request', ann));
    return others;
  };

  it('are numbered from 1 in the order in which they came, oldest first', async () => {
    const ann = await town.somebody();
    const others = await askedBy(ann, 3);
    const { unread, items } = await ann.notices();
    expect(unread).to.equal(3);
    expect(items.map(({ id, data }) => [id, data.name])).to.deep.equal(others.map(({ name }, i) => [i + 1, name]));
    expect(await ids(ann, 1)).to.deep.equal([2, 3]);
    expect(await ids(ann, 3)).to.deep.equal([]);
  });

  it('count as unread until they are acknowledged, all up to one', async () => {
    const ann = await town.somebody();
    await askedBy(ann, 3);
    expect(await ann.ack(2)).to.deep.include({ unread: 1 });
    expect((await ann.ack(2)).items.map(({ id }) => id)).to.deep.equal([3]);
    expect((await ann.ack(1)).unread).to.equal(1);
    expect(await ann.ack(3)).to.deep.equal({ unread: 0, items: [] });
    await askedBy(ann, 1);
    expect((await ann.notices()).unread).to.equal(1);
  });

  it('come without a gap when 20 come at one moment', async () => {
    const ann = await town.somebody();
    const others = await town.people(20);
    for (const reply of await Promise.all(others.map((other) => other.befriend('request', ann)))) accepted(reply);
    expect(await ids(ann)).to.deep.equal(Array.from({ length: 20 }, (_, i) => i + 1));
  });

  it("are each player's own", async () => {
    const [ann, bob] = await town.people(2);
    await askedBy(ann, 1);
    expect(await bob.notices()).to.deep.equal({ unread: 0, items: [] });
    const malformed = [{ ack: -1 }, { ack: 'all' }, {}];
    for (const json of malformed) expect((await ann.call('ackNotices', json)).status).to.equal(400);
    const path = `${OPERATIONS.readNotices.path}?after=last`;
    expect((await town.server.send({ path, token: ann.guest.token })).status).to.equal(400);
  });

  it('are kept for 30 days', async () => {
    const ann = await town.somebody();
    await askedBy(ann, 1);
    town.server.clock.jump(29 * DAY);
    await town.server.clock.advance(600_000);
    expect(await ids(ann)).to.deep.equal([1]);
    town.server.clock.jump(DAY);
    await town.server.clock.advance(600_000);
    while ((await ids(ann)).length > 0); // The sweep runs in the background.
    await askedBy(ann, 1);
    expect(await ids(ann)).to.deep.equal([2]);
  });
});

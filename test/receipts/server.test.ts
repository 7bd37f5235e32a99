import { createHash } from 'node:crypto';
import { GAMES, RULES_HASH } from '@freeplay/shared/games';
import { canonical } from '@freeplay/shared/proof';
import { Failure } from '@freeplay/shared/protocol/http';
import { chainOf, type Receipt, verify } from '@freeplay/shared/receipt';
import { expect } from 'chai';
import { randomFrom } from '../games/support.ts';
import { Player, shown } from '../support/player.ts';
import { startService, type TestService } from '../support/service.ts';
import { CLOCKS, pairUp, person, SWEEP_MS, shown as seen, signer, sitDown, World } from '../support/world.ts';
import { askReceipt, keysOf, moveOn, proofFrom, sit } from './doors.ts';
import { mutated } from './mutation.ts';

const MATCHES = 36;

describe('receipts over HTTP', function () {
  this.timeout(120_000);
  const random = randomFrom(36);
  let service: TestService;

  before(async () => {
    service = await startService();
  });
  after(() => service.stop());

  async function refusedWith(answer: Response): Promise<string> {
    return Failure.parse(await answer.json()).error;
  }

  it(`of ${MATCHES} random matches verify under the keys that are served, and altered copies do not`, async () => {
    const keys = await keysOf(service.url);
    for (let count = 0; count < MATCHES; count++) {
      const table = await sit(service.url, GAMES[count % GAMES.length]?.id ?? '', `match ${count}`);
      const plies = count % 3 === 0 ? random(20) : Number.POSITIVE_INFINITY;
      for (let ply = 0; ply < plies && (await moveOn(table, random)); ply++);
      await table.players[random(2) === 0 ? 0 : 1].act(table.room, { kind: 'leave' });
      const { receipt, replay, text } = await proofFrom(table.players[0], table.room);
      expect(text, 'the canonical text').to.equal(canonical(receipt));
      expect(verify(receipt, replay, keys)).to.deep.equal({ ok: true, key: 'known' });
      expect((await proofFrom(table.players[1], table.room)).text, 'the same for both').to.equal(text);
      const { copy, path } = mutated({ receipt, replay }, random);
      const altered = copy as { receipt: unknown; replay: unknown };
      expect(verify(altered.receipt, altered.replay, keys), path).to.include({ ok: false });
    }
  });

  it('come with the end, also of a room that was given up before play', async () => {
    const ann = await Player.open(service.url, 'ann');
    const { id } = shown(await ann.enter({ mode: 'public', game: 'five' }));
    const early = await askReceipt(ann, id);
    expect([early.status, await refusedWith(early)]).to.deep.equal([409, 'wrong-status']);
    shown(await ann.act(id, { kind: 'leave' }));
    const { receipt, replay } = await proofFrom(ann, id);
    expect(receipt.match).to.deep.include({ status: 'cancelled', players: [ann.player, null], startedAt: 0 });
    expect(verify(receipt, replay, await keysOf(service.url))).to.include({ ok: true });
  });

  it('are for participants only', async () => {
    const [ann, eve] = [await Player.open(service.url, 'ann'), await Player.open(service.url, 'eve')];
    const { id } = shown(await ann.enter({ mode: 'public', game: 'five' }));
    shown(await ann.act(id, { kind: 'leave' }));
    expect((await askReceipt(eve, id)).status).to.equal(404);
    expect((await askReceipt(ann, 'AAAAAAAAAAAAAAAAAAAAAA')).status).to.equal(404);
  });

  it('are signed with a key that says who it is, and anybody may ask for it', async () => {
    const [key, ...others] = await keysOf(service.url);
    expect(others).to.deep.equal([]);
    const hash = createHash('sha256')
      .update(Buffer.from(key?.key ?? '', 'hex'))
      .digest('hex');
    expect(key).to.include({ kid: hash.slice(0, 16), until: 0 });
  });
});

describe('a match that ends by itself', () => {
  const KEYS = [{ kid: signer.kid, key: signer.key, from: 0, until: 0 }];
  let world: World;

  beforeEach(async () => {
    world = await World.open();
  });
  afterEach(() => world.close());

  async function receiptOf(room: string): Promise<Receipt> {
    return JSON.parse((await world.journal.receipt(room)) ?? 'null');
  }

  it('has its receipt in the same commit, whichever clock it was, and whether or not anybody looked', async () => {
    const process = world.start({ clocks: { ...CLOCKS, match: CLOCKS.turn + 20_000 } });
    const waiting = seen(await process.lobby.enter(person('zoe'), { mode: 'public', game: 'five' })).id;
    const pending = await pairUp(process, 'reversi', ['cat', 'dan']);
    const timed = await sitDown(process, 'gravity', ['ann', 'bob']);
    const expired = await sitDown(process, 'boxes', ['eve', 'fay']);
    await world.clock.advance(30_000);
    seen(await expired.move(0));
    await world.clock.advance(CLOCKS.queue + SWEEP_MS);
    const rooms = { waiting, pending: pending.room, timed: timed.room, expired: expired.room };
    const reasons = { waiting: 'queue-expired', pending: 'ready-expired', timed: 'timeout', expired: 'match-expired' };
    for (const name of ['waiting', 'pending', 'timed', 'expired'] as const) {
      const { match } = await receiptOf(rooms[name]);
      expect(match.result, name).to.include({ reason: reasons[name] });
      expect(match.chain).to.have.length((await world.log(rooms[name])).length + 1);
    }
    for (const { players, room, server } of [pending, timed, expired]) {
      const answer = await server.lobby.replay(players[0], room);
      expect(answer.ok && verify(await receiptOf(room), answer.replay, KEYS)).to.deep.equal({ ok: true, key: 'known' });
    }
  });

  it('keeps one chain through any number of restarts', async () => {
    const table = await sitDown(world.start());
    for (const action of [0, 1, 0, 1, 0, 1, 0]) {
      await world.restart();
      table.server = world.start();
      seen(await table.move(action));
    }
    const { match } = await receiptOf(table.room);
    const answer = await table.server.lobby.replay(table.players[0], table.room);
    expect(answer.ok && verify(await receiptOf(table.room), answer.replay, KEYS)).to.include({ ok: true });
    expect(match.result).to.include({ reason: 'line', winner: 0 });
  });

  it('goes with its match when that is old', async () => {
    const table = await sitDown(world.start());
    seen(await table.act(0, { kind: 'leave' }));
    expect(await world.journal.receipt(table.room)).to.be.a('string');
    expect(await world.journal.sweep(world.clock.now() + 1, 10)).to.equal(1);
    expect(await world.journal.receipt(table.room)).to.equal(null);
  });

  for (const [title, known] of [
    ['have changed', true],
    ['are of a game that this build does not know', false],
  ] as const) {
    it(`says what is known, and no more, when its rules ${title}`, async () => {
      const table = await sitDown(world.start());
      seen(await table.move(3));
      await world.restart();
      table.server = world.start({
        rulesOf: (game) => (game === 'gravity' ? (known ? 'f'.repeat(64) : null) : (RULES_HASH[game] ?? null)),
        ...(!known && { rules: () => null }),
      });
      expect(await table.look()).to.include({ status: 'void', reason: 'rules-changed' });
      const receipt = await receiptOf(table.room);
      const { match } = receipt;
      expect(match).to.deep.include({ status: 'void', finalHash: null, rules: RULES_HASH.gravity });
      expect(match.result).to.include({ reason: 'rules-changed', winner: null, scores: null, plies: 1 });
      expect(match.chain).to.deep.equal(chainOf(match, null, await world.log(table.room)));
      const answer = await table.server.lobby.receipt(table.players[0], table.room);
      expect(answer).to.deep.equal({ ok: true, receipt });
    });
  }

  it('of rules that are not those of this build is told so', async () => {
    const old = world.start({ rulesOf: () => 'a'.repeat(64) });
    const table = await sitDown(old);
    await world.restart();
    table.server = world.start();
    await table.look();
    const answer = await table.server.lobby.replay(table.players[0], table.room);
    const verdict = answer.ok && verify(await receiptOf(table.room), answer.replay, KEYS);
    expect(verdict).to.deep.equal({
      ok: false,
      at: 'replay.rules',
      message: 'these are not the rules of this build',
    });
  });
});

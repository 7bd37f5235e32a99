import { createPrivateKey } from 'node:crypto';
import { canonical } from '@freeplay/shared/proof';
import { chainOf, isSigned, link, replayed, sign, verify } from '@freeplay/shared/receipt';
import { expect } from 'chai';
import { extend, hashesOf, startChain } from '../../server/receipts/chain.ts';
import { signerOf } from '../../server/receipts/signer.ts';
import { randomFrom } from '../games/support.ts';
import { type Proof, proofOf, randomMatch } from './matches.ts';
import { type Mutation, mutated } from './mutation.ts';

const MATCHES = 1000;
/** Altered ones of each. */
const COPIES = 2;
const SEED = '4f'.repeat(32);
const PKCS8 = Buffer.from(`302e020100300506032b657004220420${SEED}`, 'hex');

const signer = signerOf(createPrivateKey({ key: PKCS8, format: 'der', type: 'pkcs8' }));
const KEYS = [{ kid: signer.kid, key: signer.key, from: 0, until: 0 }];

/** The field that a verdict must name for a mutation, or what holds it: an event is named whole, and so is a signature. */
function mustName({ path, what }: Mutation): (at: string) => boolean {
  const event = /^replay\.events\[(\d+)\]/.exec(path);
  // Taken out of a list, or put in: what follows has moved, and what is equal there cannot be told from it.
  const moves = (what === 'none' || what === 'one too many') && /\[\d+\]$|\.extra$/.test(path);
  if (event !== null) {
    const index = Number(event[1]);
    return (at) => at.startsWith(`replay.events[${index}]`) || (moves && /^replay\.events\[(\d+)\]/.test(at));
  }
  return (at) => at !== '' && (path.startsWith(at) || (moves && at.startsWith(path.replace(/\[\d+\]$|\.extra$/, ''))));
}

describe(`the receipts of ${MATCHES} random matches`, function () {
  this.timeout(300_000);
  const random = randomFrom(20_261);
  const reasons = new Map<string, number>();
  const parts = new Map<string, number>();

  function holdRefused(proof: Proof, name: string): void {
    const mutation = mutated(proof, random);
    const { receipt, replay } = mutation.copy as Proof;
    const verdict = verify(receipt, replay, KEYS);
    const about = `${name}: ${mutation.what} at ${mutation.path}: ${JSON.stringify(verdict)}`;
    expect(verdict.ok, about).to.equal(false);
    if (!verdict.ok) expect(mustName(mutation)(verdict.at), about).to.equal(true);
    const [part = ''] = mutation.path.split(/(?<=^\w+\.\w+)\b/);
    parts.set(part, (parts.get(part) ?? 0) + 1);
  }

  it('verify, and of each copies with one field altered are refused with the place named', () => {
    for (let count = 0; count < MATCHES; count++) {
      const match = randomMatch(random);
      const proof = proofOf(match, signer);
      const { reason } = match.state;
      reasons.set(reason ?? '', (reasons.get(reason ?? '') ?? 0) + 1);
      expect(verify(proof.receipt, proof.replay, KEYS), match.state.id).to.deep.equal({ ok: true, key: 'known' });
      expect(verify(proof.receipt, proof.replay, null)).to.deep.equal({ ok: true, key: 'unknown' });

      for (let copy = 0; copy < COPIES; copy++) holdRefused(proof, `${match.state.id} (${reason})`);
    }
  });

  it('have ended in every way that a match of two can, and were altered in every part', () => {
    const ways = ['line', 'count', 'timeout', 'resigned', 'left', 'ready-expired', 'queue-expired', 'match-expired'];
    expect([...reasons.keys()]).to.include.members([...ways, 'rules-changed']);
    expect([...parts.keys()]).to.include.members([
      ...['receipt.match', 'receipt.signature', 'replay.events', 'replay.initial'],
    ]);
  });

  it('are refused under keys that are not trusted, or not for that time', () => {
    const match = randomMatch(randomFrom(7));
    const { receipt, replay } = proofOf(match, signer);
    const { endedAt } = match.state;
    const key = { kid: signer.kid, key: signer.key };
    const at = 'receipt.signature.key';
    expect(verify(receipt, replay, [])).to.include({ ok: false, at });
    expect(verify(receipt, replay, [{ ...key, from: 0, until: endedAt - 1 }])).to.include({ ok: false, at });
    expect(verify(receipt, replay, [{ ...key, from: endedAt + 1, until: 0 }])).to.include({ ok: false, at });
    expect(verify(receipt, replay, [{ ...key, from: endedAt, until: endedAt }])).to.include({ ok: true });
  });

  it('say nothing of positions where the rules were not known to who ended the match', () => {
    const random = randomFrom(3);
    for (;;) {
      const match = randomMatch(random);
      if (match.state.reason !== 'rules-changed') continue;
      const { receipt, replay } = proofOf(match, signer);
      expect(receipt.match.finalHash).to.equal(null);
      expect(receipt.match.result).to.include({ reason: 'rules-changed', scores: null });
      expect(verify(receipt, replay, KEYS), 'under those rules').to.include({ ok: true });
      break;
    }
  });
});

describe('what the server makes with its own tools', () => {
  const random = randomFrom(11);

  it('is the hash chain of the pure rules, however the log is cut', () => {
    for (let count = 0; count < 50; count++) {
      const { rules, events, state } = randomMatch(random);
      const initial = rules.initial(state.position);
      const texts = events.map(canonical);
      const cut = random(texts.length + 1);
      const start = startChain(state, initial);
      const before = extend(start, texts.slice(0, cut));
      extend(before, ['an append that failed']);
      const chain = hashesOf(extend(before, texts.slice(cut)));
      expect(chain).to.deep.equal(chainOf(state, initial, events));
      expect(chain.at(-1)).to.equal(link(chain.at(-2) ?? '', texts.at(-1) ?? ''));
    }
  });

  it('is the receipt of the pure signer, byte for byte', () => {
    for (let count = 0; count < 20; count++) {
      const { receipt } = proofOf(randomMatch(random), signer);
      const pure = sign(receipt.match, Buffer.from(SEED, 'hex'));
      expect(signer.receipt(receipt.match)).to.equal(canonical(pure));
      expect(isSigned(pure)).to.equal(true);
    }
  });
});

describe('a replay by itself', () => {
  it('is played again while its match goes on too', () => {
    const { state, events } = randomMatch(randomFrom(5));
    const ended = replayed(proofOf(randomMatch(randomFrom(5)), signer).replay);
    expect(ended.ok && ended.state.game).to.equal(state.game);
    expect(ended.ok && ended.state.revision).to.equal(events.length);
  });

  it('is refused with its place, and never with an exception', () => {
    for (const junk of [null, 7, 'x', [], {}, { game: 'five' }, { events: [null] }]) {
      expect(replayed(junk), JSON.stringify(junk)).to.include({ ok: false });
    }
  });
});

import { expect } from 'chai';
import fc from 'fast-check';
import { LIMIT_KINDS, type LimitKind, type LimitRules, type Limits } from '../../server/limits/port.ts';
import { ManualClock } from '../support/clock.ts';

export const RULES: LimitRules = {
  action: { max: 3, window: 60_000 },
  room: { max: 2, window: 3_600_000 },
  session: { max: 1, window: 3_600_000 },
  read: { max: 0, window: 60_000 },
};

/** What every implementation of the limits must do, on a clock that the test moves. */
export function limitsContract(name: string, make: (rules: LimitRules, clock: ManualClock) => Promise<Limits>): void {
  describe(`Limits: ${name}`, () => {
    let clock: ManualClock;
    let limits: Limits;

    beforeEach(async () => {
      clock = new ManualClock();
      limits = await make(RULES, clock);
    });

    const granted = async (kind: LimitKind, key: string, times: number) => {
      const verdicts = [];
      for (let i = 0; i < times; i += 1) verdicts.push((await limits.take(kind, key)).ok);
      return verdicts.filter((ok) => ok).length;
    };

    for (const kind of LIMIT_KINDS.filter((kind) => RULES[kind].max > 0)) {
      it(`grants ${RULES[kind].max} of ${kind} in a window, and as many again in the next`, async () => {
        const { max, window } = RULES[kind];
        expect(await granted(kind, 'a', max + 5)).to.equal(max);
        await clock.advance(window - 1);
        expect(await limits.take(kind, 'a')).to.deep.equal({ ok: false, retryAfter: 1 });
        await clock.advance(1);
        expect(await granted(kind, 'a', max + 5)).to.equal(max);
      });
    }

    it('says in whole seconds when to come back, and keeps that word', async () => {
      await granted('action', 'a', 3);
      await clock.advance(58_400);
      expect(await limits.take('action', 'a')).to.deep.equal({ ok: false, retryAfter: 2 });
      await clock.advance(2000);
      expect((await limits.take('action', 'a')).ok).to.equal(true);
    });

    it('starts a window with its first take, not with the clock', async () => {
      await clock.advance(59_000);
      await granted('action', 'a', 3);
      await clock.advance(2000);
      expect((await limits.take('action', 'a')).ok).to.equal(false);
    });

    it('counts each key and each kind by itself', async () => {
      await granted('action', 'a', 4);
      expect(await granted('action', 'b', 4)).to.equal(3);
      expect(await granted('room', 'a', 4)).to.equal(2);
    });

    it('takes a maximum of 0 for unlimited', async () => {
      expect(await granted('read', 'a', 1000)).to.equal(1000);
    });

    it('grants no more than the maximum to simultaneous takes', async () => {
      const verdicts = await Promise.all(Array.from({ length: 50 }, () => limits.take('action', 'a')));
      expect(verdicts.filter(({ ok }) => ok)).to.have.length(3);
    });

    it('agrees with a slow count of every take since the window of its key began', async () => {
      const step = fc.record({ key: fc.constantFrom('a', 'b', 'c'), wait: fc.integer({ min: 0, max: 40_000 }) });
      await fc.assert(
        fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
          const hand = new ManualClock();
          const fast = await make(RULES, hand);
          const takes = new Map<string, number[]>();
          for (const { key, wait } of steps) {
            await hand.advance(wait);
            const now = hand.now();
            let past = takes.get(key) ?? [];
            if (past[0] === undefined || now - past[0] >= 60_000) past = [];
            const ok = past.length < 3;
            takes.set(key, ok ? [...past, now] : past);
            expect((await fast.take('action', key)).ok).to.equal(ok);
          }
        }),
        { numRuns: 60 },
      );
    });
  });
}

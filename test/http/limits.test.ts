import { expect } from 'chai';
import { memoryLimits } from '../../server/limits/memory.ts';
import { ManualClock } from '../support/clock.ts';
import { limitsContract, RULES } from './limits-contract.ts';

limitsContract('in memory', async (rules, clock) => memoryLimits(rules, clock));

describe('Limits in memory', () => {
  it('keep a bounded number of keys: the window that ends first is forgotten first', async () => {
    const limits = memoryLimits(RULES, new ManualClock(), 2);
    await limits.take('session', 'first');
    await limits.take('session', 'second');
    await limits.take('session', 'third');
    expect((await limits.take('session', 'second')).ok).to.equal(false);
    expect((await limits.take('session', 'third')).ok).to.equal(false);
    expect((await limits.take('session', 'first')).ok).to.equal(true);
  });

  it('forget windows that have ended before any that still runs', async () => {
    const clock = new ManualClock();
    const limits = memoryLimits(RULES, clock, 2);
    await limits.take('session', 'old');
    await clock.advance(RULES.session.window - 1000);
    await limits.take('session', 'running');
    await clock.advance(1000);
    await limits.take('session', 'new');
    expect((await limits.take('session', 'running')).ok).to.equal(false);
    expect((await limits.take('session', 'new')).ok).to.equal(false);
  });
});

import { assert } from 'chai';
import { EPOCH, ManualClock } from '../support/clock.ts';

describe('the manual clock', () => {
  it('fires timers in the order of their instants, then of their arming, each at its own', async () => {
    const clock = new ManualClock();
    const fired: [string, number][] = [];
    const arm = (name: string, ms: number) => clock.after(ms, () => fired.push([name, clock.now() - EPOCH]));
    arm('late', 20);
    arm('first', 10);
    arm('second', 10);
    arm('past', -5);
    arm('beyond', 31);
    const cancel = arm('never', 15);
    cancel();
    await clock.advance(30);
    assert.deepEqual(fired, [
      ['past', 0],
      ['first', 10],
      ['second', 10],
      ['late', 20],
    ]);
    assert.deepEqual([clock.now(), clock.monotonic(), clock.armed], [EPOCH + 30, 30, 1]);
  });

  it('lets what a timer sets off run before the next one, timers that it arms included', async () => {
    const clock = new ManualClock();
    const order: string[] = [];
    clock.after(10, async () => {
      for (let i = 0; i < 50; i++) await null;
      order.push('settled');
      clock.after(5, () => order.push(`armed at ${clock.monotonic()}`));
    });
    clock.after(20, () => order.push('next'));
    await clock.advance(20);
    assert.deepEqual(order, ['settled', 'armed at 15', 'next']);
  });

  it('sets the wall apart from the time that passes', async () => {
    const clock = new ManualClock();
    let fired = 0;
    clock.after(10, () => fired++);
    clock.jump(1000);
    assert.deepEqual([clock.now(), clock.monotonic(), fired], [EPOCH + 1000, 0, 0]);
    clock.jump(-2000);
    await clock.advanceTo(EPOCH - 990);
    assert.deepEqual([clock.monotonic(), fired], [10, 1]);
  });
});

import { describe, expect, test } from 'vitest';
import { createRetries } from './create-retries.ts';
import type { ServiceEvent } from './service-event.ts';

/** Work that fails until it is let through. */
function blocked() {
  let isOpen = false;
  let done = 0;
  return {
    open: () => (isOpen = true),
    done: () => done,
    async work(): Promise<void> {
      if (!isOpen) throw new Error('no room');
      done += 1;
    },
  };
}

describe('createRetries', () => {
  test('what fails is reported once, kept, and done once as soon as it can be', async () => {
    const events: ServiceEvent[] = [];
    const retries = createRetries((event) => events.push(event));
    const one = blocked();
    for (let count = 0; count < 3; count += 1) await retries.attempt('one', () => one.work());
    expect(events).toMatchObject([{ kind: 'fault', doing: 'one', error: { message: 'no room' } }]);
    await expect(retries.run()).rejects.toThrow('Still not done: one.');
    one.open();
    await retries.run();
    await retries.run();
    expect(one.done()).toBe(1);
  });

  test('what still fails does not keep the rest from being done', async () => {
    const retries = createRetries(() => {});
    const [first, second] = [blocked(), blocked()];
    await retries.attempt('first', () => first.work());
    await retries.attempt('second', () => second.work());
    second.open();
    await expect(retries.run()).rejects.toThrow('Still not done: first.');
    expect(second.done()).toBe(1);
  });

  test('what succeeds by another attempt is not done again', async () => {
    const retries = createRetries(() => {});
    const one = blocked();
    await retries.attempt('one', () => one.work());
    one.open();
    await retries.attempt('one', () => one.work());
    await retries.run();
    expect(one.done()).toBe(1);
  });
});

import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { fakeClock } from '../../testing/fake-clock.ts';
import { clockContract } from '../../../test-kit/contracts/clock-contract.ts';
import { systemClock } from './waiting.ts';

const dayMs = 24 * 60 * 60 * 1_000;

describe('systemClock', () => {
  test.each(clockContract)('$name', async ({ run }) => {
    await expect(
      run({ clock: systemClock(), pass: (durationMs) => setTimeout(durationMs + 10) }),
    ).resolves.toBeUndefined();
  });

  describe('over months', () => {
    beforeEach(() => void vi.useFakeTimers());
    afterEach(() => void vi.useRealTimers());

    test('a delay longer than Node’s timers can be ends to the millisecond, and can be cancelled on the way', () => {
      const onEnd = vi.fn<() => void>();
      const onCancelled = vi.fn<() => void>();
      const clock = systemClock();
      clock.after(60 * dayMs, onEnd);
      const cancel = clock.after(60 * dayMs, onCancelled);
      vi.advanceTimersByTime(50 * dayMs);
      cancel();
      vi.advanceTimersByTime(10 * dayMs - 1);
      expect(onEnd).not.toHaveBeenCalled();
      vi.advanceTimersByTime(1);
      expect(onEnd).toHaveBeenCalledOnce();
      vi.advanceTimersByTime(100 * dayMs);
      expect(onEnd).toHaveBeenCalledOnce();
      expect(onCancelled).not.toHaveBeenCalled();
    });
  });
});

describe('fakeClock', () => {
  test.each(clockContract)('$name', async ({ run }) => {
    const clock = fakeClock();
    const pass = async (durationMs: number) => clock.advance(durationMs);
    await expect(run({ clock, pass })).resolves.toBeUndefined();
  });
});

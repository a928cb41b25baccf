import { describe, expect, test } from 'vitest';
import { operationContext } from '../../../test/support/operation-context.ts';
import { memoryLedger } from '../billing/memory-ledger.ts';
import { fakeClock } from '../../testing/fake-clock.ts';
import { runCall } from './run-call.ts';

const account = 'ada';
const priced = {
  credits: 5,
  pageUrl: undefined,
  request: { operation: 'extract' as const },
  toResult: (result: string) => ({ result }),
};

function open(maxCallMs = 120_000) {
  const clock = fakeClock();
  const ledger = memoryLedger({ accounts: { [account]: 20 } });
  return { clock, ledger, context: operationContext({ clock, ledger, maxCallMs }) };
}

describe('runCall', () => {
  test('the receipt says what the call cost, what is left and how long it took', async () => {
    const { clock, context } = open();
    const done = await runCall(priced, { account }, context, async () => {
      clock.advance(1_234.4);
      return 'done';
    });
    expect(done).toEqual({
      result: 'done',
      creditsUsed: 5,
      creditsRemaining: 15,
      requestId: expect.any(String),
      latencyMs: 1_234,
    });
  });

  test('a repeated call gives the receipt of the first one, and what is left by now', async () => {
    const { ledger, context } = open();
    const call = { account, idempotencyKey: 'k' };
    const first = await runCall(priced, call, context, async () => 'done');
    await ledger.grant(account, 100);
    const second = await runCall(priced, call, context, async () => 'not done');
    expect(second).toEqual({ ...first, creditsRemaining: 115 });
  });

  test('a caller may narrow the deadline and not widen it', async () => {
    for (const [timeoutMs, endsMs] of [
      [999_000, 120_000],
      [1_000, 1_000],
    ] as const) {
      const { clock, context } = open();
      const { promise: started, resolve } = Promise.withResolvers<AbortSignal>();
      const call = runCall(priced, { account, timeoutMs }, context, (signal) => {
        resolve(signal);
        return new Promise(() => {});
      });
      const signal = await started;
      clock.advance(endsMs - 1);
      expect(signal.aborted).toBe(false);
      clock.advance(1);
      await expect(call).rejects.toMatchObject({ details: { reason: 'timed_out' } });
    }
  });
});

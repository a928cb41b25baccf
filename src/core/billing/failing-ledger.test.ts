import { describe, expect, test } from 'vitest';
import {
  account,
  billingOf,
  charge,
  contextWith,
  pass,
} from '../../../test/support/charge-call.ts';
import type { Ledger } from '../../runtime/contracts/ledger.ts';
import { fakeClock } from '../../testing/fake-clock.ts';
import { memoryLedger } from './memory-ledger.ts';
import { runBilled } from './create-billing.ts';

/** A ledger whose named methods reject until `recover` is called, before or after they did their work. */
function failing(methods: readonly (keyof Ledger)[], { afterwards = false } = {}) {
  const inner = memoryLedger({ accounts: { [account]: 100 } });
  let isDown = true;
  const ledger: Ledger = { ...inner };
  for (const name of methods) {
    const method = inner[name] as (...input: readonly unknown[]) => Promise<unknown>;
    const broken = async (...input: readonly unknown[]): Promise<unknown> => {
      if (!isDown) return method(...input);
      if (afterwards) await method(...input);
      throw new Error('the ledger cannot be reached');
    };
    Object.assign(ledger, { [name]: broken });
  }
  return { inner, ledger, recover: () => (isDown = false) };
}

describe('a ledger that fails for a while', () => {
  test('has its holds freed once it works again: those of calls that failed, and of calls whose post failed', async () => {
    const clock = fakeClock();
    const { inner, ledger, recover } = failing(['post', 'void']);
    const context = contextWith(0, { clock, ledger });
    const calls = [
      charge(5, { account }, context, async () => 'done'),
      charge(5, { account }, context, () => Promise.reject(new Error('page is down'))),
    ];
    for (const { status } of await Promise.allSettled(calls)) expect(status).toBe('rejected');
    expect(await inner.balance(account)).toEqual({ balance: 100, held: 10 });
    await pass(clock, 1_000);
    expect(await inner.balance(account)).toEqual({ balance: 100, held: 10 });
    recover();
    await pass(clock, 2_000);
    expect(await inner.balance(account)).toEqual({ balance: 100, held: 0 });
  });

  test('has a hold freed that it made although it reported a failure', async () => {
    const clock = fakeClock();
    const { inner, ledger } = failing(['hold'], { afterwards: true });
    const call = charge(5, { account }, contextWith(0, { clock, ledger }), async () => 'done');
    await expect(call).rejects.toThrow('cannot be reached');
    expect(await inner.balance(account)).toEqual({ balance: 100, held: 0 });
  });

  test('hands the result out that it charged although it reported a failure, also under a key', async () => {
    const { inner, ledger } = failing(['post'], { afterwards: true });
    const context = contextWith(0, { ledger });
    const call = charge(5, { account }, context, async () => 'done');
    expect(await call).toEqual({ result: 'done', creditsRemaining: 95 });
    const keyed = {
      account,
      kind: 'call',
      credits: 5,
      idempotencyKey: 'once',
      request: 'lamp',
      timeoutMs: 1_000,
      signals: [],
      work: async () => ({ credits: 5, value: 'kept' }),
    } as const;
    const parts = { billing: billingOf(context), clock: context.clock };
    for (const creditsRemaining of [90, 90])
      expect(await runBilled(keyed, parts)).toEqual({ value: 'kept', creditsRemaining });
    expect(await inner.balance(account)).toEqual({ balance: 90, held: 0 });
  });

  test('that broke off before it made a hold is asked to free it once', async () => {
    const clock = fakeClock();
    const { inner, ledger } = failing(['hold']);
    let tries = 0;
    const counting: Ledger = {
      ...ledger,
      void(holdId) {
        tries += 1;
        return inner.void(holdId);
      },
    };
    const context = contextWith(0, { clock, ledger: counting });
    const call = charge(5, { account }, context, async () => 'done');
    await expect(call).rejects.toThrow('cannot be reached');
    await pass(clock, 60_000);
    expect(tries).toBe(1);
  });

  test('is tried for an hour, and not for ever', async () => {
    const clock = fakeClock();
    const { inner, ledger, recover } = failing(['void']);
    let tries = 0;
    const counting: Ledger = {
      ...ledger,
      void(holdId) {
        tries += 1;
        return ledger.void(holdId);
      },
    };
    const call = charge(5, { account }, contextWith(0, { clock, ledger: counting }), () =>
      Promise.reject(new Error('page is down')),
    );
    await expect(call).rejects.toMatchObject({ code: 'internal_error' });
    for (let minute = 0; minute < 90; minute += 1) await pass(clock, 60_000);
    const triedFor = tries;
    expect(triedFor).toBeLessThan(80);
    recover();
    await pass(clock, 60 * 60_000);
    expect(tries).toBe(triedFor);
    expect(await inner.balance(account)).toEqual({ balance: 100, held: 5 });
  });
});

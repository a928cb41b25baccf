import { describe, expect, test } from 'vitest';
import {
  account,
  billingOf,
  charge,
  closing,
  contextWith,
  pass,
  unlimited,
} from '../../../test/support/charge-call.ts';
import type { Ledger } from '../../runtime/contracts/ledger.ts';
import type { Clock } from '../../runtime/contracts/clock.ts';
import { fakeClock, type FakeClock } from '../../testing/fake-clock.ts';
import { memoryLedger } from './memory-ledger.ts';
import { ledgerBilling } from './ledger-billing.ts';
import { runBilled } from './create-billing.ts';

function hanging(): {
  readonly work: (signal: AbortSignal) => Promise<string>;
  readonly started: Promise<AbortSignal>;
} {
  const { promise: started, resolve } = Promise.withResolvers<AbortSignal>();
  return {
    started,
    work: (signal) => {
      resolve(signal);
      // A part that ignores its signal.
      return new Promise(() => {});
    },
  };
}

/** What a call that was not waited for rejected with. */
function messageOf([outcome]: readonly PromiseSettledResult<unknown>[]): string {
  return outcome?.status === 'rejected' ? String(outcome.reason) : 'fulfilled';
}

describe('runBilled', () => {
  test('work that succeeds is posted, and what is left excludes other holds', async () => {
    const context = contextWith(20);
    await context.ledger.hold({ id: 'another call', account, credits: 3 });
    const charged = await charge(5, { account }, context, async () => 'done');
    expect(charged).toEqual({ result: 'done', creditsRemaining: 12 });
    expect(await context.ledger.balance(account)).toEqual({ balance: 15, held: 3 });
  });

  test('work that fails costs nothing', async () => {
    const context = contextWith(5);
    const failed = charge(5, { account }, context, () => Promise.reject(new Error('page is down')));
    await expect(failed).rejects.toThrow('page is down');
    expect(await context.ledger.balance(account)).toEqual({ balance: 5, held: 0 });
  });

  test('work that the credits do not cover is not begun', async () => {
    const context = contextWith(4);
    let begun = false;
    const refused = charge(5, { account }, context, async () => (begun = true));
    await expect(refused).rejects.toMatchObject({
      code: 'insufficient_credits',
      details: { balance: 4, required: 5 },
    });
    expect(begun).toBe(false);
  });

  test('at the deadline the call fails even where the work ignores its signal, and costs nothing', async () => {
    const clock = fakeClock();
    const context = contextWith(5, { clock });
    const { work, started } = hanging();
    const call = charge(5, { account, timeoutMs: 1_000 }, context, work);
    const signal = await started;
    clock.advance(999);
    expect(signal.aborted).toBe(false);
    clock.advance(1);
    await expect(call).rejects.toMatchObject({
      code: 'validation_failed',
      details: { reason: 'timed_out' },
    });
    expect(signal.aborted).toBe(true);
    expect(await context.ledger.balance(account)).toEqual({ balance: 5, held: 0 });
  });

  test('a change of the wall clock ends no call', async () => {
    const clock = fakeClock();
    const context = contextWith(5, { clock });
    const { work, started } = hanging();
    const leaver = new AbortController();
    const call = charge(5, { account, signal: leaver.signal, timeoutMs: 1_000 }, context, work);
    const signal = await started;
    clock.setWallClock(clock.nowMs() + 86_400_000);
    expect(signal.aborted).toBe(false);
    leaver.abort(new Error('enough'));
    await expect(call).rejects.toThrow('enough');
  });

  test('an aborted call rejects with the caller’s own reason and costs nothing', async () => {
    const context = contextWith(5);
    const { work, started } = hanging();
    const leaver = new AbortController();
    const call = charge(5, { account, signal: leaver.signal }, context, work);
    const signal = await started;
    const reason = { mine: true };
    leaver.abort(reason);
    await expect(call).rejects.toBe(reason);
    expect(signal.reason).toBe(reason);
    expect(await context.ledger.balance(account)).toEqual({ balance: 5, held: 0 });
  });

  test('a signal that aborted before the call begins nothing', async () => {
    const context = contextWith(5);
    const call = charge(
      5,
      { account, signal: AbortSignal.abort('no') },
      context,
      async () => 'done',
    );
    await expect(call).rejects.toBe('no');
  });

  test('work that is done after the deadline is never posted, even where no timer could fire', async () => {
    let blockedMs = 0;
    const clock = fakeClock();
    // The event loop was blocked: time has gone by, and no timer has fired.
    const blocked: Clock = { ...clock, monotonicMs: () => clock.monotonicMs() + blockedMs };
    const context = contextWith(5, { clock: blocked });
    const call = charge(5, { account, timeoutMs: 1_000 }, context, async () => {
      blockedMs = 1_000;
      return 'late';
    });
    await expect(call).rejects.toMatchObject({
      code: 'validation_failed',
      details: { reason: 'timed_out' },
    });
    expect(await context.ledger.balance(account)).toEqual({ balance: 5, held: 0 });
  });

  test('a value that is kept only after the deadline, because it is large, is never posted', async () => {
    let blockedMs = 0;
    const clock = fakeClock();
    const blocked: Clock = { ...clock, monotonicMs: () => clock.monotonicMs() + blockedMs };
    const ledger = memoryLedger({ accounts: { [account]: 5 } });
    const billing = ledgerBilling({
      ledger,
      clock: blocked,
      createId: () => 'hold',
      limitsOf: () => unlimited,
      closing,
    });
    const call = runBilled(
      {
        account,
        kind: 'call',
        credits: 5,
        idempotencyKey: 'k',
        request: {},
        timeoutMs: 1_000,
        signals: [],
        work: async () => ({
          credits: 5,
          value: {
            get large() {
              blockedMs = 1_000;
              return 'x';
            },
          },
        }),
      },
      { billing, clock: blocked },
    );
    await expect(call).rejects.toMatchObject({ details: { reason: 'timed_out' } });
    expect(await ledger.balance(account)).toEqual({ balance: 5, held: 0 });
  });

  test('work that comes late, after the abort, is never posted', async () => {
    const context = contextWith(5);
    const { promise, resolve } = Promise.withResolvers<string>();
    const { promise: started, resolve: start } = Promise.withResolvers<void>();
    const leaver = new AbortController();
    const call = charge(5, { account, signal: leaver.signal }, context, () => {
      start();
      return promise;
    });
    await started;
    leaver.abort('no');
    resolve('late');
    await expect(call).rejects.toBe('no');
    expect(await context.ledger.balance(account)).toEqual({ balance: 5, held: 0 });
  });

  test('a refused hold gives its share of the minute back', async () => {
    const context = contextWith(4, { limits: { requestsPerMinute: 1, inFlight: 1 } });
    const call = () => charge(5, { account }, context, async () => 'done');
    await expect(call()).rejects.toMatchObject({ code: 'insufficient_credits' });
    await context.ledger.grant(account, 1);
    expect(await call()).toMatchObject({ result: 'done' });
    await expect(call()).rejects.toMatchObject({ code: 'rate_limited' });
  });

  test('a ledger that throws at once leaves no call in flight, and nothing of the minute used', async () => {
    const inner = memoryLedger({ accounts: { [account]: 5 } });
    let isBroken = true;
    const broken: Ledger = {
      ...inner,
      hold(request) {
        if (isBroken) throw new Error('no ledger');
        return inner.hold(request);
      },
    };
    const limits = { requestsPerMinute: 1, inFlight: 1 };
    const context = contextWith(0, { ledger: broken, limits });
    const call = () => charge(5, { account }, context, async () => 'done');
    await expect(call()).rejects.toThrow('no ledger');
    isBroken = false;
    expect(await call()).toMatchObject({ result: 'done' });
  });

  test('100 calls at once on credit for 10 spend exactly that', async () => {
    const context = contextWith(50);
    const calls = Array.from({ length: 100 }, () =>
      charge(5, { account }, context, () => Promise.resolve('done')),
    );
    const outcomes = await Promise.allSettled(calls);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
    expect(await context.ledger.balance(account)).toEqual({ balance: 0, held: 0 });
  });

  test('a hold that the ledger grants after the deadline is freed when it comes', async () => {
    const clock: FakeClock = fakeClock();
    const inner = memoryLedger({ accounts: { [account]: 5 } });
    const { promise: asked, resolve: onAsked } = Promise.withResolvers<void>();
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const { promise: voided, resolve: onVoid } = Promise.withResolvers<void>();
    const slow: Ledger = {
      ...inner,
      hold: async (request) => {
        onAsked();
        await released;
        return inner.hold(request);
      },
      void: async (holdId) => {
        const left = await inner.void(holdId);
        onVoid();
        return left;
      },
    };
    const context = contextWith(0, { clock, ledger: slow });
    let isBegun = false;
    const call = charge(5, { account, timeoutMs: 1_000 }, context, async () => (isBegun = true));
    await asked;
    clock.advance(1_000);
    await expect(call).rejects.toMatchObject({ details: { reason: 'timed_out' } });
    release();
    await voided;
    expect(isBegun).toBe(false);
    expect(await inner.balance(account)).toEqual({ balance: 5, held: 0 });
  });

  test('a call that ends while its limits are looked up holds nothing', async () => {
    const inner = memoryLedger({ accounts: { [account]: 5 } });
    let holds = 0;
    const ledger: Ledger = {
      ...inner,
      hold(request) {
        holds += 1;
        return inner.hold(request);
      },
    };
    const leaver = new AbortController();
    const billing = ledgerBilling({
      ledger,
      clock: fakeClock(),
      createId: () => 'hold',
      limitsOf() {
        leaver.abort('no');
        return unlimited;
      },
      closing,
    });
    const opened = billing.open({ account, kind: 'call', credits: 5, signal: leaver.signal });
    await expect(opened).rejects.toBe('no');
    expect(holds).toBe(0);
  });

  test('a refused hold is not freed: there is none', async () => {
    const inner = memoryLedger({ accounts: { [account]: 4 } });
    let freed = 0;
    const ledger: Ledger = {
      ...inner,
      void(holdId) {
        freed += 1;
        return inner.void(holdId);
      },
    };
    const call = charge(5, { account }, contextWith(0, { ledger }), async () => 'done');
    await expect(call).rejects.toMatchObject({ code: 'insufficient_credits' });
    expect(freed).toBe(0);
  });

  test('a hold is named after its call where that is said', async () => {
    const billing = billingOf(contextWith(10));
    const names: string[] = [];
    for (const callName of [undefined, 'scrape'] as const) {
      const asked = { account, kind: 'call', callName, credits: 1, signal: closing } as const;
      const opened = await billing.open(asked);
      if (opened.state === 'open') names.push(opened.bill.id);
    }
    expect(names).toEqual(['hold-1', 'scrape-hold-2']);
  });

  test('without an idempotency key a value need not be one that can be kept', async () => {
    const { result } = await charge(5, { account }, contextWith(5), async () => structuredClone);
    expect(result).toBe(structuredClone);
  });

  test('with one key the work is done once, and another request with it is a conflict', async () => {
    const context = contextWith(20);
    let works = 0;
    const pay = (request: unknown) =>
      runBilled(
        {
          account,
          kind: 'call',
          credits: 5,
          idempotencyKey: 'k',
          request,
          timeoutMs: 1_000,
          signals: [],
          work: async () => ({ credits: 5, value: `work ${(works += 1)}` }),
        },
        { billing: billingOf(context), clock: context.clock },
      );
    const first = { value: 'work 1', creditsRemaining: 15 };
    await expect(pay({ a: 1, b: 2 })).resolves.toEqual(first);
    await expect(pay({ b: 2, a: 1 })).resolves.toEqual(first);
    await expect(pay({ a: 2 })).rejects.toMatchObject({ code: 'conflict' });
    expect(works).toBe(1);
  });

  test('work may hold more while it has time left, and not after', async () => {
    const clock = fakeClock();
    const context = contextWith(20, { clock });
    const pay = (isLate: boolean) =>
      runBilled(
        {
          account,
          kind: 'run',
          credits: 5,
          idempotencyKey: undefined,
          request: undefined,
          timeoutMs: 1_000,
          signals: [],
          async work(_signal, bill) {
            if (isLate) clock.advance(1_000);
            await bill.extend(3);
            return { credits: 8, value: 'done' };
          },
        },
        { billing: billingOf(context), clock },
      );
    await expect(pay(false)).resolves.toEqual({ value: 'done', creditsRemaining: 12 });
    await expect(pay(true)).rejects.toMatchObject({ details: { reason: 'timed_out' } });
    expect(await context.ledger.balance(account)).toEqual({ balance: 12, held: 0 });
  });

  test.each(['deadline', 'abort'])(
    'the ledger is asked for no more credits after the %s',
    async (end) => {
      let blockedMs = 0;
      const clock = fakeClock();
      // No timer fires: the event loop is blocked.
      const blocked: Clock = { ...clock, monotonicMs: () => clock.monotonicMs() + blockedMs };
      const inner = memoryLedger({ accounts: { [account]: 20 } });
      const extended: number[] = [];
      const ledger: Ledger = {
        ...inner,
        async extend(id, credits) {
          extended.push(credits);
          return inner.extend(id, credits);
        },
      };
      const context = contextWith(0, { clock: blocked, ledger });
      const leaver = new AbortController();
      const call = runBilled(
        {
          account,
          kind: 'run',
          credits: 5,
          idempotencyKey: undefined,
          request: undefined,
          timeoutMs: 1_000,
          signals: [leaver.signal],
          async work(_signal, bill) {
            await bill.extend(3);
            if (end === 'abort') leaver.abort(new Error('left'));
            else blockedMs = 1_000;
            await bill.extend(4);
            return { credits: 12, value: 'done' };
          },
        },
        { billing: billingOf(context), clock: blocked },
      );
      await expect(call).rejects.toThrow(end === 'abort' ? 'left' : 'time');
      expect(extended).toEqual([3]);
      expect(await ledger.balance(account)).toEqual({ balance: 20, held: 0 });
    },
  );

  test('no result is handed out when its post fails', async () => {
    const inner = memoryLedger({ accounts: { [account]: 5 } });
    const broken: Ledger = { ...inner, post: () => Promise.reject(new Error('disk full')) };
    const call = charge(5, { account }, contextWith(0, { ledger: broken }), async () => 'done');
    await expect(call).rejects.toThrow('disk full');
    expect(await inner.balance(account)).toEqual({ balance: 5, held: 0 });
  });

  test.each(['deadline', 'abort'])(
    'what a post charges after the %s is given back, and no result handed out',
    async (end) => {
      const clock = fakeClock();
      const inner = memoryLedger({ accounts: { [account]: 20 } });
      const { promise: asked, resolve: ask } = Promise.withResolvers<void>();
      const { promise: open, resolve: unlock } = Promise.withResolvers<void>();
      const locked: Ledger = {
        ...inner,
        async post(holdId, credits) {
          ask();
          await open;
          return inner.post(holdId, credits);
        },
      };
      const caller = new AbortController();
      const call = charge(
        5,
        { account, timeoutMs: 1_500, signal: caller.signal },
        contextWith(0, { clock, ledger: locked }),
        async () => 'done',
      );
      const outcome = Promise.allSettled([call]);
      await asked;
      if (end === 'abort') caller.abort(new Error('left'));
      else clock.advance(1_500);
      await pass(clock, 0);
      await pass(clock, 1_000);
      expect(messageOf(await outcome)).toContain(end === 'abort' ? 'left' : 'given up after');
      unlock();
      await pass(clock, 0);
      expect(await inner.balance(account)).toEqual({ balance: 20, held: 0 });
    },
  );

  test.each(['post', 'void'] as const)(
    'a ledger whose %s never settles ends no call later than a second after its deadline',
    async (method) => {
      const clock = fakeClock();
      const inner = memoryLedger({ accounts: { [account]: 20 } });
      const { promise: asked, resolve: ask } = Promise.withResolvers<void>();
      const stuck: Ledger = {
        ...inner,
        [method]: () => {
          ask();
          return new Promise(() => {});
        },
      };
      const context = contextWith(0, { clock, ledger: stuck });
      const call = charge(5, { account, timeoutMs: 1_500 }, context, async () => {
        if (method === 'void') throw new Error('page is down');
        return 'done';
      });
      const outcome = Promise.allSettled([call]);
      await asked;
      await pass(clock, method === 'void' ? 0 : 1_500);
      await pass(clock, 1_000);
      expect(messageOf(await outcome)).toContain(
        method === 'void' ? 'page is down' : 'given up after',
      );
    },
  );

  test('when even freeing the hold fails, neither error is lost', async () => {
    const inner = memoryLedger({ accounts: { [account]: 5 } });
    const broken: Ledger = { ...inner, void: () => Promise.reject(new Error('disk full')) };
    const call = charge(5, { account }, contextWith(0, { ledger: broken }), () =>
      Promise.reject(new Error('page is down')),
    );
    await expect(call).rejects.toMatchObject({
      code: 'internal_error',
      cause: { errors: [{ message: 'page is down' }, { message: 'disk full' }] },
    });
  });
});

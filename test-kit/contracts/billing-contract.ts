import assert from 'node:assert/strict';
import type { Bill, Billing, BillRequest } from '../../src/runtime/contracts/billing.ts';
import type { RateLimits } from '../../src/runtime/contracts/store/request-store.ts';
import type { Balance } from '../../src/runtime/contracts/ledger.ts';
import { type ContractCheck, refusalOf, toChecks } from './contract-check.ts';

/** A billing, with what its checks need beside it. */
export interface BillingStage {
  readonly billing: Billing;
  /** Creates an account that may spend credits and resolves to its id; without `limits` it has no rate limits. */
  openAccount(account: { readonly credits: number; readonly limits?: RateLimits }): Promise<string>;
  /** Resolves to the balance that the billing's ledger has. */
  balance(account: string): Promise<Balance>;
  /** Moves the billing's clock forward by milliseconds. */
  advance(durationMs: number): void;
}

const dayMs = 24 * 60 * 60 * 1_000;
const keyed = { idempotency: { key: 'k', digest: 'd' } };

/** The checks of every `Billing`. Each check takes a new stage. */
export const billingContract: readonly ContractCheck<BillingStage>[] = toChecks({
  'a bill holds its price, is charged by its commit, and frees the rest': async (stage) => {
    const account = await stage.openAccount({ credits: 10 });
    const bill = await openBill(stage, { account, credits: 4 });
    assert.equal(bill.creditsRemaining, 6);
    assert.deepEqual(await stage.balance(account), { balance: 10, held: 4 });
    const receipt = await bill.commit({ credits: 3, value: 'v' });
    assert.deepEqual(receipt, { creditsRemaining: 7 });
    assert.deepEqual(await stage.balance(account), { balance: 7, held: 0 });
  },
  'a bill that is released costs nothing': async (stage) => {
    const account = await stage.openAccount({ credits: 10 });
    await (await openBill(stage, { account, credits: 4 })).release();
    assert.deepEqual(await stage.balance(account), { balance: 10, held: 0 });
  },
  'a bill is extended page by page, and charged once': async (stage) => {
    const account = await stage.openAccount({ credits: 10 });
    const bill = await openBill(stage, { account, kind: 'run', credits: 2 });
    await bill.extend(2);
    await bill.extend(2);
    assert.deepEqual(await stage.balance(account), { balance: 10, held: 6 });
    await bill.commit({ credits: 4, value: 'two pages' });
    assert.deepEqual(await stage.balance(account), { balance: 6, held: 0 });
  },
  'a bill that is extended beyond what is left stays as it is': async (stage) => {
    const account = await stage.openAccount({ credits: 3 });
    const bill = await openBill(stage, { account, kind: 'run', credits: 2 });
    const error = await refusalOf(bill.extend(2), 'insufficient_credits');
    assert.deepEqual(error.details, { balance: 1, required: 2 });
    await bill.commit({ credits: 2, value: 'one page' });
    assert.deepEqual(await stage.balance(account), { balance: 1, held: 0 });
  },
  'no more than the bill holds is charged, and the bill can still be released': async (stage) => {
    const account = await stage.openAccount({ credits: 10 });
    const bill = await openBill(stage, { account, credits: 4, ...keyed });
    await assert.rejects(bill.commit({ credits: 5, value: 'v' }), RangeError);
    await bill.release();
    assert.deepEqual(await stage.balance(account), { balance: 10, held: 0 });
    await openBill(stage, { account, credits: 4, ...keyed });
  },
  'a bill beyond what is left is refused, and uses up neither the minute nor a place in flight nor the key':
    async (stage) => {
      const limits = { requestsPerMinute: 1, inFlight: 1 };
      const account = await stage.openAccount({ credits: 3, limits });
      for (const kind of ['call', 'run'] as const) {
        const error = await refusalOf(
          openBill(stage, { account, kind, credits: 4, ...keyed }),
          'insufficient_credits',
        );
        assert.deepEqual(error.details, { balance: 3, required: 4 });
      }
      const other = { key: 'k', digest: 'another request' };
      await openBill(stage, { account, credits: 3, idempotency: other });
    },
  'of many bills at once exactly those are opened that the credits cover': async (stage) => {
    const account = await stage.openAccount({ credits: 50 });
    const bills = Array.from({ length: 100 }, () => openBill(stage, { account, credits: 5 }));
    const outcomes = await Promise.allSettled(bills);
    assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 10);
    assert.deepEqual(await stage.balance(account), { balance: 50, held: 50 });
  },
  'the bills of an account are limited by the minute first, and the minute slides': async (
    stage,
  ) => {
    const limits = { requestsPerMinute: 1, inFlight: 1 };
    const account = await stage.openAccount({ credits: 10, limits });
    await openBill(stage, { account, kind: 'run' });
    assert.deepEqual((await refusalOf(openBill(stage, { account }), 'rate_limited')).details, {
      reason: 'rate_limit_per_min',
      limitPerMin: 1,
      retryAfterSeconds: 60,
    });
    const another = await stage.openAccount({ credits: 10, limits });
    await openBill(stage, { account: another });
    stage.advance(60_000);
    await openBill(stage, { account });
  },
  'a call is in flight until its bill is closed, a run only until its bill is open': async (
    stage,
  ) => {
    const limits = { requestsPerMinute: 1_000, inFlight: 1 };
    const account = await stage.openAccount({ credits: 10, limits });
    await openBill(stage, { account, kind: 'run' });
    for (const close of ['commit', 'release'] as const) {
      const bill = await openBill(stage, { account });
      const error = await refusalOf(openBill(stage, { account, kind: 'run' }), 'rate_limited');
      assert.equal(error.details.reason, 'max_concurrent_requests');
      await (close === 'commit' ? bill.commit({ credits: 1, value: 'v' }) : bill.release());
    }
    await openBill(stage, { account });
  },
  'the same key with the same request recalls the first value, free of charge and of limits, for 24 hours':
    async (stage) => {
      const limits = { requestsPerMinute: 1, inFlight: 1 };
      const account = await stage.openAccount({ credits: 10, limits });
      const first = await openBill(stage, { account, credits: 4, ...keyed });
      await first.commit({ credits: 4, value: { name: 'Lamp' } });
      const again = { ...toRequest({ account, credits: 4, ...keyed }) };
      const recalled = { state: 'recalled', value: { name: 'Lamp' }, creditsRemaining: 6 };
      assert.deepEqual(await stage.billing.open(again), recalled);
      stage.advance(dayMs - 1);
      assert.deepEqual(await stage.billing.open(again), recalled);
      stage.advance(1);
      await openBill(stage, { account, credits: 4, ...keyed });
    },
  'the same key with another request is a conflict': async (stage) => {
    const account = await stage.openAccount({ credits: 10 });
    const bill = await openBill(stage, { account, ...keyed });
    const other = { account, idempotency: { key: 'k', digest: 'another request' } };
    await refusalOf(openBill(stage, other), 'conflict');
    await bill.commit({ credits: 1, value: 'v' });
    await refusalOf(openBill(stage, other), 'conflict');
    assert.deepEqual(await stage.balance(account), { balance: 9, held: 0 });
  },
  'each account has keys of its own': async (stage) => {
    for (let accounts = 0; accounts < 2; accounts += 1) {
      const account = await stage.openAccount({ credits: 10 });
      const bill = await openBill(stage, { account, ...keyed });
      await bill.commit({ credits: 1, value: 'v' });
    }
  },
  'requests with one key wait for the first one, and recall its value': async (stage) => {
    const account = await stage.openAccount({ credits: 10 });
    const first = await openBill(stage, { account, ...keyed });
    const others = Array.from({ length: 3 }, () =>
      stage.billing.open(toRequest({ account, ...keyed })),
    );
    await first.commit({ credits: 1, value: 'v' });
    for (const opened of await Promise.all(others)) {
      assert.deepEqual(opened, { state: 'recalled', value: 'v', creditsRemaining: 9 });
    }
  },
  'a request that waits for another with its key can be given up': async (stage) => {
    const account = await stage.openAccount({ credits: 10 });
    const first = await openBill(stage, { account, ...keyed });
    const leaver = new AbortController();
    const second = openBill(stage, { account, ...keyed, signal: leaver.signal });
    const reason = new Error('changed my mind');
    leaver.abort(reason);
    await assert.rejects(second, reason);
    await first.release();
    await openBill(stage, { account, ...keyed });
  },
  'a bill that is released keeps nothing: the next request with its key is the first again, whatever it asks for':
    async (stage) => {
      const account = await stage.openAccount({ credits: 10 });
      const first = await openBill(stage, { account, ...keyed });
      const second = openBill(stage, { account, ...keyed });
      await first.release();
      await (await second).release();
      await openBill(stage, { account, idempotency: { key: 'k', digest: 'another request' } });
    },
  'what is kept is a copy: no caller changes what another one is given': async (stage) => {
    const account = await stage.openAccount({ credits: 10 });
    const bill = await openBill(stage, { account, ...keyed });
    const value = toValue();
    await bill.commit({ credits: 1, value });
    spoil(value);
    for (let calls = 0; calls < 2; calls += 1) {
      const opened = await stage.billing.open(toRequest({ account, ...keyed }));
      assert.ok(opened.state === 'recalled');
      assert.deepEqual(opened.value, toValue());
      spoil(opened.value);
    }
  },
  'what is thrown before the post is what the commit rejects with: nothing is charged, and the bill can be released':
    async (stage) => {
      for (const idempotency of [undefined, keyed.idempotency]) {
        const account = await stage.openAccount({ credits: 10 });
        const bill = await openBill(stage, { account, credits: 4, idempotency });
        const late = new Error('late');
        const beforePost = (): void => {
          throw late;
        };
        await assert.rejects(bill.commit({ credits: 4, value: 'v', beforePost }), late);
        assert.deepEqual(await stage.balance(account), { balance: 10, held: 4 });
        await bill.release();
        assert.deepEqual(await stage.balance(account), { balance: 10, held: 0 });
      }
    },
  'a value that cannot be copied is refused before anything is charged': async (stage) => {
    const account = await stage.openAccount({ credits: 10 });
    const bill = await openBill(stage, { account, ...keyed });
    await assert.rejects(bill.commit({ credits: 1, value: { call() {} } }), TypeError);
    await bill.release();
    assert.deepEqual(await stage.balance(account), { balance: 10, held: 0 });
  },
});

function toValue(): { readonly items: object[]; readonly pdf: Uint8Array } {
  return { items: [{ name: 'Lamp' }], pdf: Uint8Array.of(1, 2, 3) };
}

function toRequest(request: Partial<BillRequest>): BillRequest {
  return {
    account: undefined,
    kind: 'call',
    credits: 1,
    signal: new AbortController().signal,
    ...request,
  };
}

async function openBill({ billing }: BillingStage, request: Partial<BillRequest>): Promise<Bill> {
  const opened = await billing.open(toRequest(request));
  assert.equal(opened.state, 'open');
  return opened.bill;
}

/** Changes all that a caller could change, and takes the bytes away as a transfer to a worker does. */
function spoil(value: unknown): void {
  assert.ok(typeof value === 'object' && value !== null);
  assert.ok('items' in value && Array.isArray(value.items) && 'pdf' in value);
  value.items.length = 0;
  assert.ok(value.pdf instanceof Uint8Array);
  structuredClone(value.pdf, { transfer: [value.pdf.buffer] });
}

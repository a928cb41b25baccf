import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { eachStore } from '../../test/support/each-store.ts';
import { createIdempotency } from '../core/billing/create-idempotency.ts';
import { createRetryQueue } from '../core/billing/create-retry-queue.ts';
import type { Store } from '../runtime/contracts/store/store.ts';
import { billingContract, type BillingStage } from '../../test-kit/contracts/billing-contract.ts';
import { fakeClock } from '../testing/fake-clock.ts';
import { storeBilling } from './store-billing.ts';
import { defaultPlan } from '../storage/stores/account-rules.ts';

function openStage(store: Store): BillingStage {
  const clock = fakeClock();
  return {
    billing: storeBilling({
      store,
      clock,
      idempotency: createIdempotency({
        store: store.idempotency,
        clock,
        forget: (_reference, work) => work(),
      }),
      createId: randomUUID,
      retries: createRetryQueue({ clock, report: () => {} }),
    }),
    async openAccount({ credits, limits }) {
      const unlimited = { requestsPerMinute: 1_000, inFlight: 1_000 };
      const { id } = await store.accounts.create({
        id: randomUUID(),
        plan: { ...defaultPlan, ...(limits ?? unlimited) },
        credits,
        emailVerified: true,
        nowMs: clock.nowMs(),
      });
      return id;
    },
    balance: (account) => store.ledger.balance(account),
    advance: (durationMs) => clock.advance(durationMs),
  };
}

eachStore((openStore) => {
  test('a bill whose hold another process has recovered is released without an error', async () => {
    const store = openStore();
    const stage = openStage(store);
    const account = await stage.openAccount({ credits: 10 });
    const { signal } = new AbortController();
    const opened = await stage.billing.open({ account, kind: 'call', credits: 4, signal });
    const bill = opened.state === 'open' ? opened.bill : undefined;
    await store.ledger.void(bill?.id ?? '');
    await expect(bill?.release()).resolves.toBeUndefined();
    expect(await store.ledger.balance(account)).toEqual({ balance: 10, held: 0 });
  });

  test.each(billingContract)('$name', async ({ run }) => {
    await expect(run(openStage(openStore()))).resolves.toBeUndefined();
  });
});

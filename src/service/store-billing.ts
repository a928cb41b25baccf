import { createBilling } from '../billing/create-billing.ts';
import type { Idempotency } from '../billing/create-idempotency.ts';
import type { Retries } from '../billing/create-retries.ts';
import type { Billing } from '../contracts/billing.ts';
import type { Clock } from '../contracts/clock.ts';
import type { Store } from '../contracts/store/store.ts';
import { requireSpender } from './require-account.ts';

export interface StoreBillingOptions {
  readonly store: Store;
  readonly clock: Clock;
  /** On the same store. */
  readonly idempotency: Idempotency;
  readonly createId: () => string;
  readonly retries: Retries;
}

/**
 * Billing on a store: what is kept under an idempotency key is written in the transaction that posts the hold, so that no
 * crash makes a second try pay again. An account has to be in good standing, and its plan says its limits, which hold for
 * all processes together.
 */
export function storeBilling({ store, clock, retries, ...parts }: StoreBillingOptions): Billing {
  return createBilling({
    ...parts,
    ledger: store.ledger,
    isShared: true,
    // The hold is the place in flight: it is freed where the hold ends, also by the recovery of a process that died.
    admit: async (request) => ({
      balance: await store.admissions.admit({ ...request, nowMs: clock.nowMs() }),
      leave() {},
    }),
    requireLimits: async (account = '') => (await requireSpender(account, { store, clock })).plan,
    // The retries report to the operator; the caller learns what became of the work.
    free: async (id, work) => void (await retries.attempt(`void hold ${id}`, work)),
  });
}

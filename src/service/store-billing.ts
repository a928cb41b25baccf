import { createBilling } from '../core/billing/create-billing.ts';
import type { Bill, Billing, OpenedBill } from '../runtime/contracts/billing.ts';
import { type ServiceContext, requireSpender } from './service-context.ts';

/** The idempotency is on the same store. */
interface StoreBillingOptions extends Pick<
  ServiceContext,
  'store' | 'clock' | 'idempotency' | 'retries'
> {
  readonly createId: () => string;
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

/** Billing whose bills can be waited for. */
export interface WatchedBilling extends Billing {
  /** Resolves once every bill that was asked for is charged, released or refused, also those of calls that did not wait for theirs. */
  untilSettled(): Promise<void>;
}

/** The same billing, watched from the moment a bill is asked for to its end. */
export function watchBilling(billing: Billing): WatchedBilling {
  const unsettled = new Set<Promise<void>>();

  function begin(): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    unsettled.add(promise);
    return () => {
      unsettled.delete(promise);
      resolve();
    };
  }

  async function open(request: Parameters<Billing['open']>[0]): Promise<OpenedBill> {
    const settle = begin();
    try {
      const opened = await billing.open(request);
      if (opened.state === 'open') return { ...opened, bill: toWatched(opened.bill, settle) };
      settle();
      return opened;
    } catch (error) {
      settle();
      throw error;
    }
  }

  return {
    open,
    async untilSettled() {
      while (unsettled.size > 0) await Promise.all(unsettled);
    },
  };
}

function toWatched(bill: Bill, settle: () => void): Bill {
  return {
    ...bill,
    async commit(charge) {
      const charged = await bill.commit(charge);
      // One that failed is followed by a release.
      settle();
      return charged;
    },
    async release() {
      try {
        await bill.release();
      } finally {
        settle();
      }
    },
  };
}

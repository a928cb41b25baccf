import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Bill, BillRequest } from '../../runtime/contracts/billing.ts';
import type { Ledger } from '../../runtime/contracts/ledger.ts';
import { memoryLedger } from './memory-ledger.ts';
import {
  billingContract,
  type BillingStage,
} from '../../../test-kit/contracts/billing-contract.ts';
import { fakeClock } from '../../testing/fake-clock.ts';
import type { RateLimits } from '../../runtime/contracts/store/request-store.ts';
import { ledgerBilling } from './ledger-billing.ts';

const unlimited: RateLimits = { requestsPerMinute: Infinity, inFlight: Infinity };

function openStage(maxSavedBytes?: number): BillingStage {
  const ledger = memoryLedger({ openingCredits: 0 });
  const clock = fakeClock();
  const limits = new Map<string | undefined, RateLimits>();
  const billing = ledgerBilling({
    ledger,
    clock,
    createId: randomUUID,
    limitsOf: (account) => limits.get(account) ?? unlimited,
    closing: new AbortController().signal,
    ...(maxSavedBytes === undefined ? {} : { maxSavedBytes }),
  });
  return {
    billing,
    async openAccount({ credits, limits: own }) {
      const account = `account-${limits.size}`;
      limits.set(account, own ?? unlimited);
      await ledger.grant(account, credits);
      return account;
    },
    balance: (account) => ledger.balance(account),
    advance: (durationMs) => clock.advance(durationMs),
  };
}

describe('ledgerBilling', () => {
  test.each(billingContract)('$name', async ({ run }) => {
    await expect(run(openStage())).resolves.toBeUndefined();
  });

  test('what is kept is bounded in bytes: the oldest goes first, and what is larger is not kept', async () => {
    const stage = openStage(1_000_000);
    const { billing } = stage;
    const account = await stage.openAccount({ credits: 100 });
    const toRequest = (key: string): BillRequest => ({
      account,
      kind: 'call',
      credits: 1,
      idempotency: { key, digest: 'd' },
      signal: new AbortController().signal,
    });
    const pay = async (key: string, bytes: number): Promise<void> => {
      const opened = await billing.open(toRequest(key));
      if (opened.state !== 'open') throw new Error('Expected a new key.');
      await opened.bill.commit({ credits: 1, value: new Uint8Array(bytes) });
    };
    const isKept = async (key: string): Promise<boolean> => {
      const opened = await billing.open(toRequest(key));
      if (opened.state === 'open') await opened.bill.release();
      return opened.state === 'recalled';
    };
    for (const key of ['a', 'b', 'c']) await pay(key, 300_000);
    expect([await isKept('a'), await isKept('b'), await isKept('c')]).toEqual([false, true, true]);
    await pay('d', 900_000);
    expect([await isKept('d'), await isKept('c')]).toEqual([false, true]);
  });

  test('requests without an account are the process’s own', async () => {
    const { billing } = openStage();
    const opened = billing.open({
      account: undefined,
      kind: 'call',
      credits: 1,
      signal: new AbortController().signal,
    });
    await expect(opened).rejects.toMatchObject({ code: 'insufficient_credits' });
  });

  test('a hold that was closed elsewhere is no hold to free: that is said', async () => {
    const { ledger, open } = openLedger();
    const bill = await open();
    await ledger.void(bill.id);
    await expect(bill.release()).rejects.toMatchObject({ code: 'conflict' });
  });

  test('a hold that could not be freed is tried once more on closing, and not after', async () => {
    const { clock, voided, closing, open } = openLedger({ isDown: true });
    const bill = await open();
    await expect(bill.release()).rejects.toThrow('cannot be reached');
    expect(voided).toEqual([bill.id]);
    closing.abort();
    await new Promise((resolve) => setImmediate(resolve));
    expect(voided).toEqual([bill.id, bill.id]);
    clock.advance(60_000);
    await new Promise((resolve) => setImmediate(resolve));
    expect(voided).toHaveLength(2);
  });
});

/** Billing on a ledger that notes which holds it is asked to free, and that does not free them while it is down. */
function openLedger({ isDown = false } = {}) {
  const inner = memoryLedger({ openingCredits: 10 });
  const voided: string[] = [];
  const ledger: Ledger = {
    ...inner,
    async void(id) {
      voided.push(id);
      if (isDown) throw new Error('the ledger cannot be reached');
      return inner.void(id);
    },
  };
  const closing = new AbortController();
  const clock = fakeClock();
  const billing = ledgerBilling({
    ledger,
    clock,
    createId: randomUUID,
    limitsOf: () => unlimited,
    closing: closing.signal,
  });
  const open = async (): Promise<Bill> => {
    const { signal } = new AbortController();
    const opened = await billing.open({ account: 'ada', kind: 'call', credits: 5, signal });
    if (opened.state !== 'open') throw new TypeError('Expected an open bill.');
    return opened.bill;
  };
  return { ledger, voided, closing, clock, open };
}

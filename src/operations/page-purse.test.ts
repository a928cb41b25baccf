import { expect, test } from 'vitest';
import type { Ledger } from '../contracts/ledger.ts';
import { memoryLedger } from '../ledgers/memory-ledger.ts';
import { createLedgerPurse, type DeliveredRun } from './page-purse.ts';

const account = 'acme';
const start = { pages: 0, items: 0 };

function delivered(pages: number): DeliveredRun {
  const result = { pages: [], mode: 'replay', drift: 0, warnings: [] } as const;
  return { pages, items: pages, clampedByCredits: false, result };
}

function openPurse(changes: Partial<Ledger> = {}) {
  const ledger = memoryLedger({ accounts: { [account]: 10 } });
  let id = 0;
  const purse = createLedgerPurse({
    ledger: { ...ledger, ...changes },
    account,
    pagePrice: 2,
    createId: () => `hold-${(id += 1)}`,
  });
  return { purse, ledger };
}

test('what was held beyond the pages that came is freed', async () => {
  const { purse, ledger } = openPurse();
  for (let page = 0; page < 3; page += 1) await purse.holdPage(start);
  expect(await purse.post(delivered(2))).toEqual({ creditsUsed: 4, creditsRemaining: 6 });
  expect(await ledger.balance(account)).toEqual({ balance: 6, held: 0 });
});

test('a charge that fails half-way is taken back as a whole', async () => {
  const whole = memoryLedger({ accounts: { [account]: 10 } });
  const broken: Partial<Ledger> = {
    ...whole,
    post: (id, credits) =>
      id === 'hold-2' ? Promise.reject(new Error('The disk is full.')) : whole.post(id, credits),
  };
  const { purse } = openPurse(broken);
  for (let page = 0; page < 3; page += 1) await purse.holdPage(start);
  await expect(purse.post(delivered(3))).rejects.toThrow('The disk is full.');
  expect(await whole.balance(account)).toEqual({ balance: 10, held: 0 });
  await purse.void();
  expect(await whole.balance(account)).toEqual({ balance: 10, held: 0 });
});

test('a hold that the ledger grants after the run was given up is freed', async () => {
  const whole = memoryLedger({ accounts: { [account]: 10 } });
  const gate = Promise.withResolvers<void>();
  const slow: Partial<Ledger> = {
    ...whole,
    hold: (request) => gate.promise.then(() => whole.hold(request)),
  };
  const { purse } = openPurse(slow);
  const late = purse.holdPage(start);
  await purse.void();
  gate.resolve();
  await late;
  expect(await whole.balance(account)).toEqual({ balance: 10, held: 0 });
});

test('a free page can always be paid for', async () => {
  const ledger = memoryLedger({ accounts: { [account]: 0 } });
  const purse = createLedgerPurse({ ledger, account, pagePrice: 0, createId: () => 'hold' });
  expect(await purse.affordablePages(20)).toEqual({ pages: 20, isClamped: false });
});

import { describe, expect, test } from 'vitest';
import { ledgerContract } from '../testing/contracts/ledger-contract.ts';
import { memoryLedger } from './memory-ledger.ts';

describe('memoryLedger', () => {
  test.each(ledgerContract)('$name', async ({ run }) => {
    await expect(run(memoryLedger({ openingCredits: 0 }))).resolves.toBeUndefined();
  });

  test('without options use is counted and never refused', async () => {
    const ledger = memoryLedger();
    const { balance } = await ledger.balance('anyone');
    await ledger.hold({ id: 'h', account: 'anyone', credits: 5 });
    const left = await ledger.post('h', 5);
    expect(left).toEqual({ balance: balance - 5, held: 0 });
  });

  test('with accounts named, every other one has nothing', async () => {
    const ledger = memoryLedger({ accounts: { ada: 7 } });
    expect(await ledger.balance('ada')).toEqual({ balance: 7, held: 0 });
    expect(await ledger.balance('toString')).toEqual({ balance: 0, held: 0 });
  });

  test('a grant beyond what a number holds exactly is refused', async () => {
    const ledger = memoryLedger();
    await expect(ledger.grant('ada', 1)).rejects.toThrow(RangeError);
  });
});

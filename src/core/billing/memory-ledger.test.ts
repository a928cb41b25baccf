import { describe, expect, test } from 'vitest';
import { ledgerContract } from '../../../test-kit/contracts/ledger-contract.ts';
import { memoryLedger } from './memory-ledger.ts';

describe('memoryLedger', () => {
  test.each(ledgerContract)('$name', async ({ run }) => {
    await expect(run(memoryLedger({ openingCredits: 0 }))).resolves.toBeUndefined();
  });

  test('without options nothing is refused, and what is left is no made-up number', async () => {
    const ledger = memoryLedger();
    expect(await ledger.balance('anyone')).toEqual({ balance: Infinity, held: 0 });
    expect(await ledger.hold({ id: 'h', account: 'anyone', credits: 5 })).toEqual({
      balance: Infinity,
      held: 5,
    });
    expect(await ledger.post('h', 5)).toEqual({ balance: Infinity, held: 0 });
    expect(await ledger.grant('anyone', 1)).toEqual({ balance: Infinity, held: 0 });
  });

  test('a closed hold is remembered among 10,000 others, then unknown, and refused either way', async () => {
    const ledger = memoryLedger();
    const close = async (id: string) => {
      await ledger.hold({ id, account: 'ada', credits: 1 });
      await ledger.void(id);
    };
    await close('first');
    for (let other = 1; other < 10_000; other += 1) await close(`other ${other}`);
    await expect(ledger.void('first')).rejects.toMatchObject({ code: 'conflict' });
    await close('last');
    await expect(ledger.void('first')).rejects.toMatchObject({ code: 'not_found' });
  });

  test('with accounts named, every other one has nothing', async () => {
    const ledger = memoryLedger({ accounts: { ada: 7 } });
    expect(await ledger.balance('ada')).toEqual({ balance: 7, held: 0 });
    expect(await ledger.balance('toString')).toEqual({ balance: 0, held: 0 });
  });

  test('a grant beyond what a number holds exactly is refused', async () => {
    const ledger = memoryLedger({ openingCredits: Number.MAX_SAFE_INTEGER });
    await expect(ledger.grant('ada', 1)).rejects.toThrow(RangeError);
  });

  test('credits that are no whole numbers are refused, with the option that holds them', async () => {
    for (const openingCredits of [-1, 0.5, Number.NaN]) {
      expect(() => memoryLedger({ openingCredits })).toThrow(/`openingCredits`/);
    }
    for (const credits of [-1, 0.5, Infinity]) {
      expect(() => memoryLedger({ accounts: { ada: credits } })).toThrow(/`accounts\.ada`/);
    }
    const unlimited = memoryLedger({ openingCredits: Infinity });
    expect(await unlimited.balance('ada')).toEqual({ balance: Infinity, held: 0 });
    for (const credits of [0.5, Number.NaN]) {
      await expect(unlimited.grant('ada', credits)).rejects.toThrow('whole numbers');
    }
  });
});

import assert from 'node:assert/strict';
import type { Ledger } from '../../contracts/ledger.ts';
import type { ContractCheck } from '../contract-check.ts';
import { refusalOf } from '../contract-check.ts';

const account = 'contract-account';

/** The checks of every `Ledger`. Each takes a ledger in which no account has credits. */
export const ledgerContract: readonly ContractCheck<Ledger>[] = [
  {
    name: 'an account that was never granted anything has nothing',
    run: async (ledger) => {
      assert.deepEqual(await ledger.balance(account), { balance: 0, held: 0 });
    },
  },
  {
    name: 'a hold sets credits aside without spending them',
    run: async (ledger) => {
      await ledger.grant(account, 10);
      assert.deepEqual(await hold(ledger, 'h1', 4), { balance: 10, held: 4 });
    },
  },
  {
    name: 'a hold beyond what is left is refused, and the error says how much is left',
    run: async (ledger) => {
      await ledger.grant(account, 10);
      await hold(ledger, 'h1', 7);
      const error = await refusalOf(hold(ledger, 'h2', 4));
      assert.equal(error.code, 'insufficient_credits');
      assert.deepEqual(error.details, { balance: 3, required: 4 });
      assert.deepEqual(await ledger.balance(account), { balance: 10, held: 7 });
    },
  },
  {
    name: 'a hold can be raised while it is open, and is posted or freed as a whole',
    run: async (ledger) => {
      await ledger.grant(account, 10);
      await hold(ledger, 'h1', 2);
      assert.deepEqual(await ledger.extend('h1', 2), { balance: 10, held: 4 });
      assert.deepEqual(await ledger.extend('h1', 3), { balance: 10, held: 7 });
      assert.deepEqual(await ledger.post('h1', 6), { balance: 4, held: 0 });
      await hold(ledger, 'h2', 1);
      await ledger.extend('h2', 2);
      assert.deepEqual(await ledger.void('h2'), { balance: 4, held: 0 });
    },
  },
  {
    name: 'a hold that is raised beyond what is left stays as it is',
    run: async (ledger) => {
      await ledger.grant(account, 10);
      await hold(ledger, 'h1', 7);
      const error = await refusalOf(ledger.extend('h1', 4));
      assert.equal(error.code, 'insufficient_credits');
      assert.deepEqual(error.details, { balance: 3, required: 4 });
      assert.deepEqual(await ledger.balance(account), { balance: 10, held: 7 });
      await assert.rejects(ledger.post('h1', 8), RangeError);
      assert.deepEqual(await ledger.post('h1', 7), { balance: 3, held: 0 });
    },
  },
  {
    name: 'neither a hold that is posted or void nor an unknown one can be raised',
    run: async (ledger) => {
      await ledger.grant(account, 10);
      await hold(ledger, 'h1', 1);
      await ledger.post('h1', 1);
      await hold(ledger, 'h2', 1);
      await ledger.void('h2');
      assert.equal((await refusalOf(ledger.extend('h1', 1))).code, 'conflict');
      assert.equal((await refusalOf(ledger.extend('h2', 1))).code, 'conflict');
      assert.equal((await refusalOf(ledger.extend('unknown', 1))).code, 'not_found');
      assert.deepEqual(await ledger.balance(account), { balance: 9, held: 0 });
    },
  },
  {
    name: 'of many raises at once exactly those succeed that the credits cover',
    run: async (ledger) => {
      await ledger.grant(account, 51);
      await hold(ledger, 'h1', 1);
      const raises = Array.from({ length: 100 }, () => ledger.extend('h1', 5));
      const outcomes = await Promise.allSettled(raises);
      assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 10);
      assert.deepEqual(await ledger.balance(account), { balance: 51, held: 51 });
    },
  },
  {
    name: 'posting charges what was posted and frees the rest of the hold',
    run: async (ledger) => {
      await ledger.grant(account, 10);
      await hold(ledger, 'h1', 7);
      assert.deepEqual(await ledger.post('h1', 5), { balance: 5, held: 0 });
    },
  },
  {
    name: 'no more than the hold can be posted',
    run: async (ledger) => {
      await ledger.grant(account, 10);
      await hold(ledger, 'h1', 4);
      await assert.rejects(ledger.post('h1', 5), RangeError);
      assert.deepEqual(await ledger.balance(account), { balance: 10, held: 4 });
    },
  },
  {
    name: 'voiding charges nothing',
    run: async (ledger) => {
      await ledger.grant(account, 10);
      await hold(ledger, 'h1', 4);
      assert.deepEqual(await ledger.void('h1'), { balance: 10, held: 0 });
    },
  },
  ...(['post', 'void'] as const).flatMap((first) =>
    (['post', 'void'] as const).map((second) => ({
      name: `a hold is closed once: ${second} after ${first} is a conflict and changes nothing`,
      run: async (ledger: Ledger) => {
        await ledger.grant(account, 10);
        await hold(ledger, 'h1', 4);
        const after = await close(ledger, first, 'h1');
        assert.equal((await refusalOf(close(ledger, second, 'h1'))).code, 'conflict');
        assert.deepEqual(await ledger.balance(account), after);
      },
    })),
  ),
  {
    name: 'an unknown hold can be neither posted nor voided',
    run: async (ledger) => {
      assert.equal((await refusalOf(ledger.post('unknown', 1))).code, 'not_found');
      assert.equal((await refusalOf(ledger.void('unknown'))).code, 'not_found');
    },
  },
  {
    name: 'an id serves for one hold only, also after it was closed',
    run: async (ledger) => {
      await ledger.grant(account, 10);
      await hold(ledger, 'h1', 1);
      assert.equal((await refusalOf(hold(ledger, 'h1', 1))).code, 'conflict');
      await ledger.void('h1');
      assert.equal((await refusalOf(hold(ledger, 'h1', 1))).code, 'conflict');
    },
  },
  {
    name: 'of many holds at once exactly those succeed that the credits cover',
    run: async (ledger) => {
      await ledger.grant(account, 50);
      const holds = Array.from({ length: 100 }, (_, index) => hold(ledger, `h${index}`, 5));
      const outcomes = await Promise.allSettled(holds);
      assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 10);
      assert.deepEqual(await ledger.balance(account), { balance: 50, held: 50 });
    },
  },
  {
    name: 'accounts do not touch each other',
    run: async (ledger) => {
      await ledger.grant(account, 10);
      await ledger.grant('another', 3);
      await hold(ledger, 'h1', 10);
      await ledger.post('h1', 10);
      assert.deepEqual(await ledger.balance('another'), { balance: 3, held: 0 });
    },
  },
  {
    name: 'credits can be taken back, but not those that are held',
    run: async (ledger) => {
      await ledger.grant(account, 10);
      await hold(ledger, 'h1', 4);
      assert.equal((await refusalOf(ledger.grant(account, -7))).code, 'insufficient_credits');
      assert.deepEqual(await ledger.grant(account, -6), { balance: 4, held: 4 });
    },
  },
  {
    name: 'credits are whole numbers',
    run: async (ledger) => {
      await ledger.grant(account, 10);
      await assert.rejects(ledger.grant(account, 0.5), RangeError);
      for (const credits of [-1, 0.5, Number.NaN, Infinity]) {
        await assert.rejects(hold(ledger, `h${credits}`, credits), RangeError);
      }
      await hold(ledger, 'h1', 4);
      for (const credits of [-1, 0.5, Number.NaN]) {
        await assert.rejects(ledger.post('h1', credits), RangeError);
        await assert.rejects(ledger.extend('h1', credits), RangeError);
      }
      assert.deepEqual(await ledger.balance(account), { balance: 10, held: 4 });
    },
  },
];

function hold(ledger: Ledger, id: string, credits: number): ReturnType<Ledger['hold']> {
  return ledger.hold({ id, account, credits });
}

function close(ledger: Ledger, how: 'post' | 'void', id: string): ReturnType<Ledger['post']> {
  return how === 'post' ? ledger.post(id, 1) : ledger.void(id);
}

import assert from 'node:assert/strict';
import type { Ledger } from '../../src/runtime/contracts/ledger.ts';
import { type ContractCheck, refusalOf, toChecks } from './contract-check.ts';

const account = 'contract-account';

/** The checks of every `Ledger`. Each takes a ledger in which no account has credits. */
export const ledgerContract: readonly ContractCheck<Ledger>[] = toChecks({
  'an account that was never granted anything has nothing': async (ledger) => {
    assert.deepEqual(await ledger.balance(account), { balance: 0, held: 0 });
  },
  'a hold sets credits aside without spending them': async (ledger) => {
    await ledger.grant(account, 10);
    assert.deepEqual(await hold(ledger, 'h1', 4), { balance: 10, held: 4 });
  },
  'a hold beyond what is left is refused, and the error says how much is left': async (ledger) => {
    await ledger.grant(account, 10);
    await hold(ledger, 'h1', 7);
    const error = await refusalOf(hold(ledger, 'h2', 4), 'insufficient_credits');
    assert.deepEqual(error.details, { balance: 3, required: 4 });
    assert.deepEqual(await ledger.balance(account), { balance: 10, held: 7 });
  },
  'a hold can be raised while it is open, and is posted or freed as a whole': async (ledger) => {
    await ledger.grant(account, 10);
    await hold(ledger, 'h1', 2);
    assert.deepEqual(await ledger.extend('h1', 2), { balance: 10, held: 4 });
    assert.deepEqual(await ledger.extend('h1', 3), { balance: 10, held: 7 });
    assert.deepEqual(await ledger.post('h1', 6), { balance: 4, held: 0 });
    await hold(ledger, 'h2', 1);
    await ledger.extend('h2', 2);
    assert.deepEqual(await ledger.void('h2'), { balance: 4, held: 0 });
  },
  'a hold that is raised beyond what is left stays as it is': async (ledger) => {
    await ledger.grant(account, 10);
    await hold(ledger, 'h1', 7);
    const error = await refusalOf(ledger.extend('h1', 4), 'insufficient_credits');
    assert.deepEqual(error.details, { balance: 3, required: 4 });
    assert.deepEqual(await ledger.balance(account), { balance: 10, held: 7 });
    await assert.rejects(ledger.post('h1', 8), RangeError);
    assert.deepEqual(await ledger.post('h1', 7), { balance: 3, held: 0 });
  },
  'neither a hold that is posted or void nor an unknown one can be raised': async (ledger) => {
    await ledger.grant(account, 10);
    await hold(ledger, 'h1', 1);
    await ledger.post('h1', 1);
    await hold(ledger, 'h2', 1);
    await ledger.void('h2');
    await refusalOf(ledger.extend('h1', 1), 'conflict');
    await refusalOf(ledger.extend('h2', 1), 'conflict');
    await refusalOf(ledger.extend('unknown', 1), 'not_found');
    assert.deepEqual(await ledger.balance(account), { balance: 9, held: 0 });
  },
  'of many raises at once exactly those succeed that the credits cover': async (ledger) => {
    await ledger.grant(account, 51);
    await hold(ledger, 'h1', 1);
    const raises = Array.from({ length: 100 }, () => ledger.extend('h1', 5));
    const outcomes = await Promise.allSettled(raises);
    assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 10);
    assert.deepEqual(await ledger.balance(account), { balance: 51, held: 51 });
  },
  'posting charges what was posted and frees the rest of the hold': async (ledger) => {
    await ledger.grant(account, 10);
    await hold(ledger, 'h1', 7);
    assert.deepEqual(await ledger.post('h1', 5), { balance: 5, held: 0 });
  },
  'what other holds set aside stays held': async (ledger) => {
    await ledger.grant(account, 10);
    await hold(ledger, 'h1', 2);
    await hold(ledger, 'h2', 3);
    await hold(ledger, 'h3', 4);
    assert.deepEqual(await ledger.post('h1', 2), { balance: 8, held: 7 });
    assert.deepEqual(await ledger.void('h2'), { balance: 8, held: 4 });
  },
  'nothing can be held, and nothing of a hold charged: free work has a hold as well': async (
    ledger,
  ) => {
    assert.deepEqual(await hold(ledger, 'h1', 0), { balance: 0, held: 0 });
    assert.deepEqual(await ledger.post('h1', 0), { balance: 0, held: 0 });
    await ledger.grant(account, 10);
    await hold(ledger, 'h2', 4);
    assert.deepEqual(await ledger.post('h2', 0), { balance: 10, held: 0 });
  },
  'no more than the hold can be posted': async (ledger) => {
    await ledger.grant(account, 10);
    await hold(ledger, 'h1', 4);
    await assert.rejects(ledger.post('h1', 5), RangeError);
    assert.deepEqual(await ledger.balance(account), { balance: 10, held: 4 });
  },
  'voiding charges nothing': async (ledger) => {
    await ledger.grant(account, 10);
    await hold(ledger, 'h1', 4);
    assert.deepEqual(await ledger.void('h1'), { balance: 10, held: 0 });
  },
  ...Object.fromEntries(
    (['post', 'void'] as const).flatMap((first) =>
      (['post', 'void'] as const).map((second) => [
        `a hold is closed once: ${second} after ${first} is a conflict and changes nothing`,
        async (ledger: Ledger) => {
          await ledger.grant(account, 10);
          await hold(ledger, 'h1', 4);
          const after = await close(ledger, first, 'h1');
          await refusalOf(close(ledger, second, 'h1'), 'conflict');
          assert.deepEqual(await ledger.balance(account), after);
        },
      ]),
    ),
  ),
  'an unknown hold can be neither posted nor voided': async (ledger) => {
    await refusalOf(ledger.post('unknown', 1), 'not_found');
    await refusalOf(ledger.void('unknown'), 'not_found');
  },
  'an id serves for one hold only, also after it was closed': async (ledger) => {
    await ledger.grant(account, 10);
    await hold(ledger, 'h1', 1);
    await refusalOf(hold(ledger, 'h1', 1), 'conflict');
    await ledger.void('h1');
    await refusalOf(hold(ledger, 'h1', 1), 'conflict');
  },
  'of many holds at once exactly those succeed that the credits cover': async (ledger) => {
    await ledger.grant(account, 50);
    const holds = Array.from({ length: 100 }, (_, index) => hold(ledger, `h${index}`, 5));
    const outcomes = await Promise.allSettled(holds);
    assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 10);
    assert.deepEqual(await ledger.balance(account), { balance: 50, held: 50 });
  },
  'accounts do not touch each other': async (ledger) => {
    await ledger.grant(account, 10);
    await ledger.grant('another', 3);
    await hold(ledger, 'h1', 10);
    await ledger.post('h1', 10);
    assert.deepEqual(await ledger.balance('another'), { balance: 3, held: 0 });
  },
  'credits can be taken back, but not those that are held': async (ledger) => {
    await ledger.grant(account, 10);
    await hold(ledger, 'h1', 4);
    await refusalOf(ledger.grant(account, -7), 'insufficient_credits');
    assert.deepEqual(await ledger.grant(account, -6), { balance: 4, held: 4 });
  },
  'credits are whole numbers': async (ledger) => {
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
});

function hold(ledger: Ledger, id: string, credits: number): ReturnType<Ledger['hold']> {
  return ledger.hold({ id, account, credits });
}

function close(ledger: Ledger, how: 'post' | 'void', id: string): ReturnType<Ledger['post']> {
  return how === 'post' ? ledger.post(id, 1) : ledger.void(id);
}

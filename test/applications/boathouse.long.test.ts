import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createGleaner, type Gleaner } from '../../src/index.ts';
import { isGleanerError } from '../../src/runtime/errors/gleaner-error.ts';
import { memoryLedger } from '../../src/core/billing/memory-ledger.ts';
import { serveApplication, type ServedApplication } from '../support/serve-application.ts';

const account = 'harbour';
const ledger = memoryLedger({ accounts: { [account]: 10 } });
let gleaner: Gleaner;
let desk: ServedApplication;

beforeAll(() => {
  gleaner = createGleaner({ egress: { allowPrivate: ['127.0.0.1/32'] }, ledger });
});
beforeEach(async () => {
  desk = await serveApplication('boathouse');
  return () => desk.close();
});
afterAll(() => gleaner.close());

const click = (selector: string, members: object = {}): object => ({
  type: 'click',
  selectors: [selector],
  ...members,
});
const change = (selector: string, value: string): object => ({
  type: 'change',
  selectors: [selector],
  value,
});
const readGuests = {
  type: 'customStep',
  name: 'extract',
  parameters: { items: 'tbody tr', fields: { guest: { selectors: '.guest' } } },
};

/** Runs steps behind the log-in. */
async function run(
  values: Readonly<Record<string, string>>,
  ...steps: readonly object[]
): Promise<{ readonly guests: readonly unknown[]; readonly warnings: readonly string[] }> {
  const navigation = { type: 'navigation', url: `${desk.origin}/desk`, title: 'Desk' };
  const { result } = await gleaner.runRecipe(
    {
      title: 'Desk',
      steps: [
        { type: 'navigate', url: `${desk.origin}/login` },
        change('#user', '{{user}}'),
        change('#password', '{{password}}'),
        click('main button', { assertedEvents: [navigation] }),
        ...steps,
      ],
    },
    { account, variables: { user: 'marit@boathouse.example', ...values } },
  );
  const guests = result.pages.flatMap(({ items }) => items.map((item) => item['guest']));
  return { guests, warnings: result.warnings };
}

const right = { password: 'oarlock-and-thole' };
const rejection = (ran: Promise<unknown>): Promise<unknown> =>
  ran.then(
    () => 'it completed',
    (error: unknown) => error,
  );

test('a deletion without an answer is dismissed, and told; a confirmed one is done', async () => {
  const kept = await run(right, click('aria/Delete 1002'), readGuests);
  expect(kept).toEqual({
    guests: ['Ines Okafor', 'Tom Brandvold', 'Rosa Quint'],
    warnings: [
      'Step 5 (click): the page asked "Delete booking 1002 of Tom Brandvold?" (confirm), which was dismissed; "dialog" in the step answers it.',
    ],
  });
  expect(desk.asked).not.toContain('POST /bookings/1002/delete');
  const done = await run(right, click('aria/Delete 1002', { dialog: 'accept' }), readGuests);
  expect(done).toEqual({ guests: ['Ines Okafor', 'Rosa Quint'], warnings: [] });
});

test('an error page behind a link fails the run, which costs nothing', async () => {
  const before = await ledger.balance(account);
  const error = await rejection(run(right, readGuests, click('text/Reports'), readGuests));
  expect(error).toMatchObject({
    code: 'validation_failed',
    details: { reason: 'fetch_failed', pageStatus: 500 },
  });
  expect(await ledger.balance(account)).toEqual(before);
});

test('a refused log-in fails by name, without the values that were typed', async () => {
  const before = await ledger.balance(account);
  const error = await rejection(run({ password: 'thwart-and-gunwale' }, readGuests));
  expect(isGleanerError(error, 'validation_failed') && error.message).toBe(
    'Step 4 (click) should have led to /desk and led to /login: the log-in was refused. Check the variables user and password.',
  );
  expect(error).toMatchObject({ details: { reason: 'login_required' } });
  expect(await ledger.balance(account)).toEqual(before);
});

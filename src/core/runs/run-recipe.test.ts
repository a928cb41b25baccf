import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { inspect } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';
import { shopRecipe } from '../../../test/support/shop-recipe.ts';
import { makeFingerprint } from '../../../test/support/make-fingerprint.ts';
import { operationContext, type ContextChanges } from '../../../test/support/operation-context.ts';
import { stubBrowser, type StubReplay } from '../../../test/support/stub-browser.ts';
import type { Ledger } from '../../runtime/contracts/ledger.ts';
import type { RawItem } from '../../runtime/contracts/recipe/replay.ts';
import { GleanerError, isGleanerError } from '../../runtime/errors/gleaner-error.ts';
import { memoryLedger } from '../billing/memory-ledger.ts';
import { toTargetFingerprint } from '../../recipes/healing/target-fingerprint.ts';
import { fakeClock } from '../../testing/fake-clock.ts';
import { runRecipe } from './run-recipe.ts';
import type { RunProgress, RunRecipeOptions } from './recipe-run.ts';

const account = 'acme';
const item = (name: string, price: string): RawItem => ({ name: [name], price: [price] });
const threePages = [
  [item('Lamp', '€ 89.50'), item('Mug', '€ 9.00')],
  [item('Throw', '€ 120.00')],
  [item('Can', '€ 24.90')],
];

function setUp(replay: StubReplay, credits = 100, changes: ContextChanges = {}) {
  const ledger = memoryLedger({ accounts: { [account]: credits } });
  const browser = stubBrowser(replay);
  const context = operationContext({ browser, ledger, ...changes });
  const run = (options: RunRecipeOptions = {}, recipe: unknown = shopRecipe()) =>
    runRecipe(recipe, { account, ...options }, context);
  return { run, browser, balance: () => ledger.balance(account) };
}

const rejection = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => {
      throw new Error('It resolved.');
    },
    (error: unknown) => error,
  );

/** Runs a recipe whose browser keeps a file before each page. */
function keep(pages: StubReplay['pages']) {
  const folder = mkdtempSync(path.join(tmpdir(), 'downloads-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const beforePage: StubReplay['beforePage'] = async (_number, { files }) => {
    files.downloads?.admit('download');
    const file = { step: '/steps/0', kind: 'download', name: 'hunter2.csv' } as const;
    await files.downloads?.keep({ ...file, url: undefined, content: Buffer.from('a,b') });
    expect(readdirSync(folder)).toHaveLength(1);
  };
  const files = { uploads: undefined, downloads: folder };
  const { run } = setUp({ pages, beforePage }, 100, { files });
  return { ended: run({ variables: { query: 'hunter2' } }), list: () => readdirSync(folder) };
}

describe('a run', () => {
  test('brings typed items page by page, and costs 2 credits for each page', async () => {
    const { run, balance } = setUp({ pages: threePages });
    const ended = await run();
    expect(ended).toMatchObject({
      runStatus: 'completed',
      pagesExtracted: 3,
      itemsExtracted: 4,
      creditsUsed: 6,
      creditsRemaining: 94,
      effectiveCap: 20,
      clampedByCredits: false,
      end: 'no_next',
    });
    expect(ended.result.pages[0]).toEqual({
      url: 'https://shop.test/?page=1',
      items: [
        { name: 'Lamp', price: 89.5 },
        { name: 'Mug', price: 9 },
      ],
    });
    expect(ended.id).toMatch(/^[0-9A-Za-z]{11}$/);
    expect(await balance()).toEqual({ balance: 94, held: 0 });
  });

  test('says what of its recipe was left out', async () => {
    const { run } = setUp({ pages: threePages });
    const { title, variables, steps } = shopRecipe();
    const foreign = { type: 'customStep', name: 'lighthouse' };
    const given = [foreign, ...(steps as readonly unknown[])];
    const { result } = await run({}, { title, variables, steps: given, timeout: 90_000 });
    expect(result.warnings.slice(0, 2)).toEqual([
      'The recipe: the timeout 90000 is taken as 30000 ms, the longest there is.',
      'Step 1 (lighthouse): "lighthouse" is a custom step of another tool and was left out.',
    ]);
  });

  describe('that keeps files', () => {
    test('lists them beside its result, without values of variables in their names', async () => {
      const { ended, list } = keep(threePages.slice(0, 1));
      const { files, result } = await ended;
      expect(files).toEqual([
        expect.objectContaining({ step: '/steps/0', bytes: 3, name: list()[0] }),
      ]);
      expect(list()).toEqual([expect.stringMatching(/^[0-9a-f]{16}-_query_\.csv$/)]);
      expect(Object.keys(result)).toEqual(['pages', 'mode', 'drift', 'warnings']);
    });

    test('keeps none when it fails', async () => {
      const { ended, list } = keep([[]]);
      await expect(ended).rejects.toMatchObject({ details: { reason: 'no_items' } });
      expect(list()).toEqual([]);
    });
  });

  test('holds a page before it is loaded, and never more than one ahead', async () => {
    const held: number[] = [];
    const { run, balance } = setUp({
      pages: threePages,
      beforePage: async () => void held.push((await balance()).held),
    });
    await run();
    expect(held).toEqual([2, 4, 6]);
  });

  test('has one hold, which is extended by each page and posted once; nothing is read or given back afterwards', async () => {
    const inner = memoryLedger({ accounts: { [account]: 100 } });
    const calls: string[] = [];
    const ledger: Ledger = {
      name: 'recorded',
      hold: (request) => (calls.push(`hold ${request.credits}`), inner.hold(request)),
      extend: (id, credits) => (calls.push(`extend ${credits}`), inner.extend(id, credits)),
      post: (id, credits) => (calls.push(`post ${credits}`), inner.post(id, credits)),
      void: (id) => (calls.push('void'), inner.void(id)),
      balance: () => Promise.reject(new Error('no look at the ledger')),
      grant: () => Promise.reject(new Error('no grant')),
    };
    const { run } = setUp({ pages: threePages }, 0, { ledger });
    expect(await run()).toMatchObject({ creditsUsed: 6, creditsRemaining: 94 });
    expect(calls).toEqual(['hold 2', 'extend 2', 'extend 2', 'post 6']);
  });

  test('that is refused for want of credits uses up neither its minute nor a place in flight', async () => {
    const ledger = memoryLedger({ accounts: { [account]: 1 } });
    const limits = { requestsPerMinute: 1, inFlight: 1 };
    const { run } = setUp({ pages: threePages }, 0, { ledger, limitsOf: () => limits });
    expect(isGleanerError(await rejection(run()), 'insufficient_credits')).toBe(true);
    await ledger.grant(account, 99);
    expect(await run()).toMatchObject({ runStatus: 'completed' });
    expect(isGleanerError(await rejection(run()), 'rate_limited')).toBe(true);
  });

  test('that ends after its deadline costs nothing, even where no timer could fire', async () => {
    let blockedMs = 0;
    const inner = fakeClock();
    const clock = { ...inner, monotonicMs: () => inner.monotonicMs() + blockedMs };
    const { run, balance } = setUp(
      { pages: threePages, beforePage: (number) => void (blockedMs = number * 300_000) },
      100,
      { clock },
    );
    expect(await rejection(run())).toMatchObject({ details: { reason: 'timed_out' } });
    expect(await balance()).toEqual({ balance: 100, held: 0 });
  });

  test('ends where the credits end, keeps what it has, and says so', async () => {
    const { run, balance } = setUp({ pages: threePages }, 5);
    const ended = await run();
    expect(ended).toMatchObject({ pagesExtracted: 2, effectiveCap: 2, clampedByCredits: true });
    expect(ended.result.warnings.join(' ')).toMatch(/credits/);
    expect(await balance()).toEqual({ balance: 1, held: 0 });
  });

  test('ends where credits that were there at first have gone meanwhile', async () => {
    const ledger = memoryLedger({ accounts: { [account]: 100 } });
    const spendRest = async () => {
      const { balance, held } = await ledger.balance(account);
      await ledger.hold({ id: 'another call', account, credits: balance - held });
    };
    const { run } = setUp(
      { pages: threePages, beforePage: (number) => (number === 1 ? spendRest() : undefined) },
      0,
      { ledger },
    );
    const ended = await run();
    expect(ended).toMatchObject({ pagesExtracted: 1, end: 'stopped', clampedByCredits: true });
    expect(await ledger.balance(account)).toEqual({ balance: 98, held: 98 });
  });

  test('that the recipe itself ends says so, and not that credits or the run did', async () => {
    const recipe = shopRecipe();
    const steps = (recipe['steps'] as object[]).with(2, {
      type: 'customStep',
      name: 'paginate',
      parameters: { next: ['a.next'], maxPages: 2 },
    });
    const { run } = setUp({ pages: threePages.slice(0, 2), report: { end: 'max_pages' } });
    const { result, effectiveCap } = await run({}, { ...recipe, steps });
    expect(effectiveCap).toBe(20);
    expect(result.warnings).toContain(
      'Pagination ended after 2 pages: that is "maxPages" of the recipe\'s paginate step (2). There may be more items.',
    );
  });

  test('does not begin without credits for one page', async () => {
    const { run, browser, balance } = setUp({ pages: threePages }, 1);
    expect(isGleanerError(await rejection(run()), 'insufficient_credits')).toBe(true);
    expect(browser.requests).toHaveLength(0);
    expect(await balance()).toEqual({ balance: 1, held: 0 });
  });

  test('that brings no item fails and costs nothing', async () => {
    const said = 'Step 2 (extract) found no item on https://shop.test/: "li" matches 0 elements.';
    const { run, balance } = setUp({ pages: [[]], report: { warnings: [said] } });
    const error = await rejection(run());
    expect(error).toMatchObject({
      code: 'validation_failed',
      message: `No items extracted: the recipe ran to its end and found none. ${said}`,
      details: { reason: 'no_items' },
    });
    expect(await balance()).toEqual({ balance: 100, held: 0 });
  });

  test('that breaks on its third page costs nothing', async () => {
    const { run, balance } = setUp({
      pages: threePages,
      beforePage: (number) => {
        if (number === 3) throw new Error('The page broke.');
      },
    });
    expect(await rejection(run())).toMatchObject({ message: 'The page broke.' });
    expect(await balance()).toEqual({ balance: 100, held: 0 });
  });

  test('that is aborted between pages rejects with the caller’s reason and costs nothing', async () => {
    const leaver = new AbortController();
    const reason = new Error('no longer wanted');
    const { run, balance } = setUp({
      pages: threePages,
      beforePage: (number) => {
        if (number === 2) leaver.abort(reason);
      },
    });
    expect(await rejection(run({ signal: leaver.signal }))).toBe(reason);
    expect(await balance()).toEqual({ balance: 100, held: 0 });
  });

  test('ends after 15 minutes of the monotonic clock, whatever the wall clock does', async () => {
    const clock = fakeClock();
    const { promise: never } = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    const { run, balance } = setUp(
      {
        pages: threePages,
        beforePage: (number) => {
          if (number !== 2) return undefined;
          begun.resolve();
          return never;
        },
      },
      100,
      { clock },
    );
    const failed = rejection(run());
    await begun.promise;
    clock.advance(15 * 60_000 - 1);
    const early = await Promise.race([failed, Promise.resolve('still running')]);
    expect(early).toBe('still running');
    clock.advance(1);
    expect(await failed).toMatchObject({
      code: 'validation_failed',
      details: { reason: 'timed_out' },
    });
    expect(await balance()).toEqual({ balance: 100, held: 0 });
  });

  test('visits no more pages than its caller, its plan, or the engine allows', async () => {
    const many = Array.from({ length: 30 }, (_, index) => [item(`Lamp ${index}`, '€ 1.00')]);
    const { run } = setUp({ pages: many });
    expect(await run({ maxPages: 2 })).toMatchObject({ pagesExtracted: 2, end: 'max_pages' });
    const ended = await run({ maxPages: 25 });
    expect(ended).toMatchObject({ pagesExtracted: 20, effectiveCap: 20 });
    expect(ended.result.warnings.join(' ')).toMatch(/20 pages/);
  });

  test('reports how far it has come, and survives a callback that throws', async () => {
    const seen: RunProgress[] = [];
    const { run } = setUp({ pages: threePages });
    await run({
      onProgress: (progress) => {
        seen.push(progress);
        throw new Error('The watcher broke.');
      },
    });
    expect(seen.map(({ pages, items }) => [pages, items])).toEqual([
      [0, 0],
      [1, 2],
      [2, 3],
      [3, 4],
    ]);
    expect(seen[0]?.step).toEqual({ path: '/steps/0', type: 'navigate' });
  });
});

describe('items', () => {
  test('that break their schema are left out and reported by page, item and path', async () => {
    const { run } = setUp({
      pages: [[item('Lamp', '€ 89.50')], [item('Mug', 'sold out'), item('Can', '€ 24.90')]],
    });
    const schema = {
      type: 'object',
      required: ['price'],
      properties: { price: { type: 'number' } },
    };
    const ended = await run({}, shopRecipe({ schema }));
    expect(ended.result.pages.map(({ items }) => items.length)).toEqual([1, 1]);
    const warning = ended.result.warnings.find((warning) => warning.includes('left out')) ?? '';
    expect(warning).toMatch(/^Page 2 .*item 1: left out/);
    expect(warning).toMatch(/price/);
  });

  test('with the same problem are reported in one line', async () => {
    const lamps = Array.from({ length: 39 }, (_item, index) => item(`Lamp ${index}`, 'sold out'));
    const { run } = setUp({ pages: [[item('Mug', '€ 9.00'), ...lamps]] });
    const { result } = await run();
    const warnings = result.warnings.filter((warning) => warning.includes('/price of'));
    expect(warnings).toEqual([
      expect.stringMatching(
        /^Page 1 \(.*\): \/price of 39 items is not one number, e\.g\. item 2\.$/,
      ),
    ]);
  });

  test('that lack a field are kept, and the field is reported by page, item and path', async () => {
    const { run } = setUp({ pages: [[{ name: ['Lamp'] }]] });
    const { result } = await run();
    expect(result.pages[0]?.items).toEqual([{ name: 'Lamp' }]);
    expect(result.warnings.join(' ')).toMatch(/Page 1 .*item 1: \/price was not found/);
  });

  test('of which nothing was found are none', async () => {
    const { run } = setUp({ pages: [[{}, item('Lamp', '€ 1.00')]] });
    expect(await run()).toMatchObject({ itemsExtracted: 1 });
  });
});

describe('variables', () => {
  test('reach the browser, and their values reach neither results nor messages where they are secret', async () => {
    const { run, browser } = setUp({
      pages: [[item('Welcome, hunter2-secret', '€ 1.00')]],
      report: { warnings: ['Typed hunter2-secret, searched for teapot.'] },
    });
    const ended = await run({ variables: { query: 'teapot', password: 'hunter2-secret' } });
    const [first] = browser.requests[0]?.recipe.steps ?? [];
    expect(first).toMatchObject({ type: 'navigate', url: 'https://shop.test/?q=teapot' });
    expect(JSON.stringify(ended)).not.toMatch(/hunter2|teapot/);
    expect(ended.result.warnings).toContain('Typed {{password}}, searched for {{query}}.');
  });

  test('that are secret are taken out of items where the page shows them as a number', async () => {
    const { run } = setUp({
      pages: [[item('Order 123,456', '€ 123,456'), item('Lamp', '€ 5.00')]],
    });
    const ended = await run({ variables: { query: 'teapot', password: '123456' } });
    expect(ended.result.pages[0]?.items).toEqual([
      { name: 'Order {{password}}', price: '{{password}}' },
      { name: 'Lamp', price: 5 },
    ]);
  });

  test('are taken out of errors, causes included', async () => {
    const { run } = setUp({
      pages: threePages,
      beforePage: () => {
        throw new GleanerError('service_unavailable', 'Nothing at #hunter2-secret.', {
          cause: new Error('hunter2-secret'),
        });
      },
    });
    const error = await rejection(run({ variables: { password: 'hunter2-secret' } }));
    expect(inspect(error)).not.toMatch(/hunter2/);
  });

  test('that are unknown, and everything else that is wrong, are reported at once', async () => {
    const { run } = setUp({ pages: threePages });
    const error = await rejection(
      run({ variables: { qeury: 'x' }, headers: { Host: 'evil.test' }, maxPages: 0 }),
    );
    expect(error).toMatchObject({ code: 'invalid_request' });
    const paths = isGleanerError(error, 'invalid_request')
      ? error.details.issues.map(({ path }) => path)
      : [];
    expect(paths).toEqual(
      expect.arrayContaining(['/variables/qeury', '/headers/Host', '/maxPages']),
    );
  });

  test.each([
    ['no object', null, {}, ''],
    ['an account that JSON cannot say', { account: 1n }, {}, '/account'],
    ['a recipe that JSON cannot say', {}, { timeout: 1n }, '/timeout'],
  ])('that are %s are refused', async (_, options, change, path) => {
    const given = options as unknown as RunRecipeOptions;
    const context = operationContext({ browser: stubBrowser({ pages: threePages }) });
    await expect(runRecipe({ ...shopRecipe(), ...change }, given, context)).rejects.toMatchObject({
      code: 'invalid_request',
      details: { issues: [{ path }] },
    });
  });
});

describe('what a run learns', () => {
  const fingerprints = { version: 1, targets: {} } as const;

  test('is given to the next run of the same recipe, and to no other', async () => {
    const learnt = { ...fingerprints, targets: {} };
    const { run, browser } = setUp({ pages: threePages, report: { fingerprints: learnt } });
    await run();
    await run();
    await run({}, shopRecipe({ items: ['article'] }));
    expect(browser.requests.map((request) => request.fingerprints)).toEqual([
      undefined,
      learnt,
      undefined,
    ]);
  });

  test('is given to runs of the same account alone', async () => {
    const learnt = { ...fingerprints, targets: {} };
    const ledger = memoryLedger({ accounts: { [account]: 100, default: 100 } });
    const replay = { pages: threePages, report: { fingerprints: learnt } };
    const { run, browser } = setUp(replay, 0, { ledger });
    await run();
    await run({ account: 'default' });
    await run({ account: undefined });
    await run();
    expect(browser.requests.map((request) => request.fingerprints)).toEqual([
      undefined,
      undefined,
      undefined,
      learnt,
    ]);
  });

  test('is kept up to so many bytes for all recipes: those of large ones go with the next', async () => {
    const element = makeFingerprint({ row: 'x'.repeat(1_000) });
    const known = { element, rivals: [element, element, element], unique: [] };
    const paths = Array.from({ length: 600 }, (_, index) => `/steps/${index}/selectors`);
    const learnt = {
      ...fingerprints,
      targets: Object.fromEntries(paths.map((path) => [path, known])),
    };
    const recipes = ['a', 'b', 'c', 'd', 'e'].map((tag) => shopRecipe({ items: [tag] }));
    const { run, browser } = setUp({ pages: threePages, report: { fingerprints: learnt } });
    for (const recipe of recipes) await run({}, recipe);
    const isKnown = async (recipe: object | undefined): Promise<boolean> => {
      await run({}, recipe);
      return browser.requests.at(-1)?.fingerprints !== undefined;
    };
    expect([await isKnown(recipes[4]), await isKnown(recipes[0])]).toEqual([true, false]);
  });

  test('is given to a recipe that comes as text, too', async () => {
    const { run, browser } = setUp({ pages: threePages });
    await run({ fingerprints }, JSON.stringify(shopRecipe()));
    expect(browser.requests[0]?.fingerprints).toEqual(fingerprints);
  });
});

describe('a field that no item of any page has', () => {
  const [priced, unpriced] = [item('Lamp', '€ 89.50'), { name: ['Mug'], price: ['on request'] }];
  const target = {
    path: '/steps/1/parameters/fields/price/selectors',
    purpose: 'field',
    uses: 2,
    missing: 0,
    lost: [],
    servedBy: 'first',
    healed: undefined,
    likeness: 1,
    changed: [],
    misshapen: 0,
    count: undefined,
  } as const;

  test('counts as drift where its selectors lead somewhere, and is explained', async () => {
    const { run } = setUp({ pages: [[unpriced], [unpriced]], report: { targets: [target] } });
    const { result } = await run();
    expect(result.drift).toBe(1);
    expect(result.warnings).toContain(
      'Step 2, field "price": no item of any page has a value for it.',
    );
  });

  test('is none where one item of one page has it', async () => {
    const { run } = setUp({ pages: [[unpriced], [priced]], report: { targets: [target] } });
    expect((await run()).result.drift).toBe(0);
  });

  test('counts where it is optional only if an earlier run found it', async () => {
    const fields = {
      name: { selectors: ['h2'] },
      price: { selectors: ['.price'], type: 'number', optional: true },
    };
    const known = toTargetFingerprint(makeFingerprint(), [], 'field');
    const { run } = setUp({ pages: [[{ name: ['Mug'] }]] });
    const drifts = [{}, { [target.path]: known }].map(async (targets) => {
      const { result } = await run(
        { fingerprints: { version: 1, targets } },
        shopRecipe({ fields }),
      );
      return result.drift;
    });
    expect(await Promise.all(drifts)).toEqual([0, 1]);
  });
});

test('a run whose holds cannot be freed reports both faults', async () => {
  const ledger = memoryLedger({ accounts: { [account]: 100 } });
  const broken = { ...ledger, void: () => Promise.reject(new Error('The disk is full.')) };
  const { run } = setUp({ pages: [[]] }, 0, { ledger: broken });
  const error = await rejection(run());
  expect(error).toMatchObject({ code: 'internal_error' });
  expect(inspect(error, { depth: 8 })).toMatch(/No items extracted/);
  expect(inspect(error, { depth: 8 })).toMatch(/The disk is full/);
});

test('an engine without a browser says what to do', async () => {
  const context = operationContext({ browser: undefined });
  expect(await rejection(runRecipe(shopRecipe(), {}, context))).toMatchObject({
    code: 'service_unavailable',
    message: expect.stringMatching(/`browser: false`/),
  });
});

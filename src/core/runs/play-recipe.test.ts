import { describe, expect, test } from 'vitest';
import { operationContext } from '../../../test/support/operation-context.ts';
import { shopRecipe } from '../../../test/support/shop-recipe.ts';
import { stubBrowser, type StubReplay } from '../../../test/support/stub-browser.ts';
import type { FollowedPage } from '../../runtime/contracts/recipe/replay.ts';
import { memoryLedger } from '../billing/memory-ledger.ts';
import { runRecipe } from './run-recipe.ts';
import type { RunProgress, RunRecipeOptions } from './recipe-run.ts';

const account = 'acme';
const linkedTo = (name: string, stock: string): FollowedPage => ({
  url: `https://shop.test/item/${name}`,
  language: 'de',
  texts: { stock: [stock], manual: [`/manuals/${name}.pdf`] },
});
const items = [{ name: ['Lamp'] }, { name: ['Mug'] }, { name: ['Can'] }];
const [lamp, mug] = [linkedTo('lamp', '1.200 Stück'), linkedTo('mug', '7')];
const follow = {
  link: 'a',
  fields: {
    stock: { selectors: '.stock', type: 'number' },
    manual: { selectors: 'a.manual', type: 'url' },
  },
};

function setUp(replay: StubReplay, credits: number, followedPage: number, parameters = {}) {
  const ledger = memoryLedger({ accounts: { [account]: credits } });
  const context = operationContext({ browser: stubBrowser(replay), ledger });
  const prices = { ...context.prices, followedPage };
  const recipe = shopRecipe({ fields: { name: { selectors: 'h2' } }, follow, ...parameters });
  const run = (options: RunRecipeOptions = {}) =>
    runRecipe(recipe, { account, ...options }, { ...context, prices });
  return { run, balance: () => ledger.balance(account) };
}

describe('pages that items link to', () => {
  test('add typed values, read by the address and the language of their own pages', async () => {
    const { run } = setUp({ pages: [items], linked: [[lamp, undefined, mug]] }, 100, 0);
    const ended = await run();
    expect(ended.result.pages[0]?.items).toEqual([
      { name: 'Lamp', stock: 1200, manual: 'https://shop.test/manuals/lamp.pdf' },
      { name: 'Mug' },
      { name: 'Can', stock: 7, manual: 'https://shop.test/manuals/mug.pdf' },
    ]);
    expect(ended.result.warnings).toEqual([]);
  });

  test('cost nothing by themselves, and are no pages of the run', async () => {
    const { run, balance } = setUp({ pages: [items], linked: [[lamp, mug, lamp]] }, 100, 0);
    expect(await run()).toMatchObject({ pagesExtracted: 1, itemsExtracted: 3, creditsUsed: 2 });
    expect(await balance()).toEqual({ balance: 98, held: 0 });
  });

  test('cost what the embedder says, once each, and only those that were read', async () => {
    const { run, balance } = setUp({ pages: [items], linked: [[lamp, undefined, lamp]] }, 100, 3);
    expect(await run()).toMatchObject({ pagesExtracted: 1, creditsUsed: 5 });
    expect(await balance()).toEqual({ balance: 95, held: 0 });
  });

  test('cost nothing where their item breaks its schema and is left out', async () => {
    const schema = { type: 'object', required: ['name', 'stock'] };
    const { run } = setUp({ pages: [items], linked: [[lamp, undefined, mug]] }, 100, 3, {
      schema: { ...schema, properties: { stock: { maximum: 100 } } },
    });
    const ended = await run();
    expect(ended.result.pages[0]?.items).toMatchObject([{ name: 'Can', stock: 7 }]);
    expect(ended.creditsUsed).toBe(5);
    expect(ended.result.warnings.join(' ')).toMatch(/stock/);
  });

  test('are opened no more where the credits end, and the run says so', async () => {
    const { run, balance } = setUp({ pages: [items], linked: [[lamp, mug]] }, 5, 2);
    const ended = await run();
    expect(ended).toMatchObject({ pagesExtracted: 1, creditsUsed: 4, clampedByCredits: true });
    expect(ended.result.pages[0]?.items.map((item) => Object.keys(item).length)).toEqual([3, 1, 1]);
    expect(await balance()).toEqual({ balance: 1, held: 0 });
  });

  test('show in the progress', async () => {
    const seen: RunProgress[] = [];
    const { run } = setUp({ pages: [items], linked: [[lamp, mug]] }, 100, 0);
    await run({ onProgress: (progress) => void seen.push(progress) });
    expect(seen.flatMap(({ follow }) => follow ?? [])).toEqual([
      { done: 1, of: 2 },
      { done: 2, of: 2 },
    ]);
    expect(seen.at(-1)).toMatchObject({ items: 3, follow: undefined });
  });
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from '../../contracts/browser.ts';
import { type FixtureSite, serveFixtureSite } from '../../testing/serve-fixture-site.ts';
import { loopbackBrowser, replaySteps } from '../../../test/support/replay.ts';

let site: FixtureSite;
let browser: Browser;

beforeAll(async () => {
  site = await serveFixtureSite();
  browser = loopbackBrowser();
});

afterAll(async () => {
  await browser.close?.();
  await site.close();
});

const products = {
  items: 'li.product-card:not(.promo)',
  fields: {
    name: { selectors: ['h3'] },
    url: { selectors: ['a.product-link'], type: 'url' },
    price: { selectors: ['.price-none', '.price-now'], type: 'number' },
  },
};

function extract(parameters: unknown): unknown {
  return { type: 'customStep', name: 'extract', parameters };
}

test('the items of a page come in order, each with its fields', async () => {
  const { items, pages, end, targets } = await replaySteps(browser, [
    { type: 'navigate', url: `${site.url}/shop/` },
    extract(products),
  ]);
  expect(end).toBe('no_pagination');
  expect(pages.map(({ number, url }) => [number, url])).toEqual([[1, `${site.url}/shop/`]]);
  expect(items).toHaveLength(12);
  expect(items[0]).toEqual({
    name: expect.any(String),
    url: expect.stringMatching(new RegExp(`^${site.url}/shop/product/[a-z-]+/$`)),
    price: expect.stringMatching(/^£\d+\.\d\d$/),
  });
  expect(targets.map(({ purpose, servedBy, healed }) => [purpose, servedBy, healed])).toEqual([
    ['items', 'first', undefined],
    ['field', 'first', undefined],
    ['field', 'first', undefined],
    ['field', 'alternative', '.price-now'],
  ]);
});

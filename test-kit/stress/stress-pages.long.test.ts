import { beforeAll, describe, expect, test } from 'vitest';
import { realBrowserOptions } from '../../test/support/real-browser.ts';
import { applyHealing, isGleanerError } from '../../src/index.ts';
import { type AnsweringTapOptions, closedEgress } from '../../src/testing/cassette/browser-taps.ts';
import { type StressPagesOptions, replayRedesigned, stressPages } from './stress-pages.ts';
import { createChromiumBrowser } from '../../src/browser/create-chromium-browser.ts';

const browser = realBrowserOptions();

function listing(page: number): string {
  const names = [
    ['Brass desk lamp', 'Copper floor lamp', 'Cedar table', 'Willow basket', 'Wool throw'],
    ['Slate board', 'Oak stool', 'Linen apron', 'Clay jug', 'Iron hook'],
  ][page - 1];
  const cards = names?.map(
    (
      name,
      at,
    ) => `<article class="card"><div class="top"><h2 class="name"><a href="/p/${page}${at}">${name}</a></h2></div>
    <p class="text">Made by hand in the harbour, and sent within two days.</p>
    <span class="price">£${page * 10 + at * 3}.50</span></article>`,
  );
  const next = page === 1 ? '<a class="next" rel="next" href="/shop?page=2">Next page</a>' : '';
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Shop</title></head><body>
    <header class="head"><a href="/">Harbour shop</a><nav><a href="/shop">All products</a> <a href="/help">Help</a></nav></header>
    <main><h1>All products</h1><div class="grid">${cards?.join('') ?? ''}</div><div class="pages">${next}</div></main>
    <footer><p>Quay 4, since 1920</p></footer></body></html>`;
}

/** Answers two pages of a shop. */
function openPages(): AnsweringTapOptions['answer'] {
  return async ({ url }) => {
    const page = url === 'http://shop.example/shop?page=2' ? 2 : 1;
    if (page === 1 && url !== 'http://shop.example/shop') throw new Error(`no ${url}`);
    const headers = { 'content-type': 'text/html' };
    return { url, status: 200, headers, body: Buffer.from(listing(page)) };
  };
}

const recipe = {
  title: 'Shop',
  steps: [
    { type: 'navigate', url: 'http://shop.example/shop' },
    {
      type: 'customStep',
      name: 'extract',
      parameters: {
        items: ['.card'],
        fields: {
          name: { selectors: ['.name'] },
          price: { selectors: ['.price'], type: 'number' },
          url: { selectors: ['.name a'], attribute: 'href', type: 'url' },
        },
      },
    },
    { type: 'customStep', name: 'paginate', parameters: { next: ['a.next', 'aria/Next page'] } },
  ],
};

/** As the recorder of a hurried person leaves it: by what stands where. */
const weak = {
  title: 'Shop',
  steps: [
    recipe.steps[0],
    {
      type: 'customStep',
      name: 'extract',
      parameters: {
        items: ['main > div:nth-of-type(1) > article'],
        fields: {
          name: { selectors: ['div.top > h2.name'] },
          price: { selectors: ['span.price:nth-of-type(1)'], type: 'number' },
        },
      },
    },
  ],
};

/** The recipe with what a good run learnt. */
let robust: unknown;
beforeAll(async () => {
  const chromium = createChromiumBrowser(browser, closedEgress(), []);
  const replayed = await replayRedesigned({
    browser: chromium,
    recipe,
    variables: undefined,
    maxPages: undefined,
    allowExpressions: false,
    answer: openPages(),
    nowMs: Date.now(),
    script: undefined,
    signal: undefined,
  });
  if ('error' in replayed) throw new Error(replayed.error);
  robust = await applyHealing(recipe, replayed.run);
  await chromium.close();
});

function stress(given: unknown, options: Partial<StressPagesOptions> = {}) {
  return stressPages({
    recipe: given,
    openPages,
    nowMs: Date.now(),
    redesigns: 12,
    seed: 7,
    stepTimeoutMs: 1_500,
    chromium: browser,
    ...options,
  });
}

describe('a stress test', () => {
  test('lets a robust recipe pass, and shows which redesigns it did not stand', async () => {
    const { healed, wrong, counts, worst, warnings, drift } = await stress(robust);
    expect(healed).toBeGreaterThanOrEqual(0.9);
    expect(wrong).toBe(0);
    // Some redesigns broke its selectors.
    expect(counts.healed).toBeGreaterThanOrEqual(3);
    expect(drift.highest).toBeGreaterThan(0.2);
    expect(worst).toHaveLength(counts.refused);
    expect(warnings).toEqual([]);
  });

  test('catches a weak recipe, and says that it has no fingerprints', async () => {
    const result = await stress(weak);
    expect(result.healed).toBeLessThanOrEqual(0.6);
    expect(result.counts.healed).toBe(0);
    const [first] = result.worst;
    expect(first?.mutations.length).toBe(1);
    expect(first?.error).toContain('No items extracted');
    expect(result.warnings).toEqual([expect.stringContaining('has no fingerprints')]);
  });

  test('fails where the recipe fails on the pages as they were recorded', async () => {
    const lost = JSON.parse(JSON.stringify(recipe).replaceAll('.card', '.lost')) as unknown;
    const failed = await stress(lost).catch((error: unknown) => error);
    expect(isGleanerError(failed, 'validation_failed') && failed.message).toContain(
      'The recipe fails on the pages as they were recorded, so nothing can be compared: No items',
    );
  });

  test('gives what was measured when it is interrupted', async () => {
    const controller = new AbortController();
    const result = await stress(robust, {
      signal: controller.signal,
      concurrency: 1,
      onProgress: ({ done }) => done === 2 && controller.abort(),
    });
    expect(Object.values(result.counts).reduce((sum, count) => sum + count)).toBe(2);
    expect(result.redesigns).toBe(12);
  });
});

import { expect, test } from 'vitest';
import type { Extractor } from '../../src/runtime/contracts/extractor.ts';
import { createGleaner } from '../../src/index.ts';

const rows = Array.from({ length: 30 }, (_, at) => ({
  name: `Lamp number ${at + 1}`,
  price: at + 20.5,
}));
const html = `<h1>Lamps</h1><div class="grid">${rows
  .map(({ name, price }) => `<div class="card"><h2>${name}</h2><p>£${price}0</p></div>`)
  .join('')}</div>`;
const schema = {
  type: 'object',
  properties: {
    products: {
      type: 'array',
      items: {
        type: 'object',
        properties: { name: { type: 'string' }, price: { type: 'number' } },
      },
    },
  },
} as const;
const prompt = 'All products on this page with name and price';

/** Gives back the first records of the page, as a model does that does not read on. */
function firstOnly(count: number): Extractor {
  return {
    name: 'first only',
    extract: async () => ({ value: { products: rows.slice(0, count) }, usage: [], warnings: [] }),
  };
}

test('an extractor that returns 12 of 30 cards is told by name and number', async () => {
  await using gleaner = createGleaner({ extractor: firstOnly(12) });
  const { warnings, lists } = await gleaner.extract({
    html,
    prompt,
    schema,
    include: ['evidence'],
  });
  expect(warnings).toEqual([
    '`products` has 12 of the 30 that the page shows; without an item: 18 left out (the first: "Lamp number 13 £32.50").',
  ]);
  expect(lists).toEqual([
    {
      path: '/products',
      returned: 12,
      shown: 30,
      skipped: [{ reason: 'left out', count: 18, snippet: 'Lamp number 13 £32.50' }],
    },
  ]);
});

test('one that returns all of them is not, and lists come with the evidence alone', async () => {
  await using gleaner = createGleaner({ extractor: firstOnly(30) });
  const { warnings, lists } = await gleaner.extract({ html, prompt, schema });
  expect(warnings).toEqual([]);
  expect(lists).toBeUndefined();
});

test('without a model the list is held against the page as well', async () => {
  await using gleaner = createGleaner();
  const { result, lists } = await gleaner.extract({ html, prompt, schema, include: ['evidence'] });
  expect(result).toEqual({ products: rows });
  expect(lists).toMatchObject([{ path: '/products', returned: 30, shown: 30, skipped: [] }]);
});

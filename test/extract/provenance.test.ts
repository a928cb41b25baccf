import { expect, test } from 'vitest';
import { createGleaner, verifyEvidence } from '../../src/index.ts';

const schema = {
  type: 'object',
  properties: {
    name: { type: 'string' },
    price: { type: 'number' },
    prep_time: { type: 'integer' },
    cook_time: { type: 'integer' },
    total_time: { type: 'integer' },
  },
};

async function extract(html: string, properties: readonly string[]) {
  const gleaner = createGleaner({ threads: 0, browser: false });
  try {
    return await gleaner.extract({
      html,
      url: 'https://shop.example/a',
      prompt: 'What the page is about',
      schema: {
        ...schema,
        properties: Object.fromEntries(
          Object.entries(schema.properties).filter(([name]) => properties.includes(name)),
        ),
      },
      include: ['evidence'],
    });
  } finally {
    await gleaner.close();
  }
}

const recipe = {
  '@context': 'https://schema.org',
  '@type': 'Recipe',
  name: 'Bread',
  prepTime: 'PT15M',
  cookTime: 'PT30M',
};

test('a value that was worked out is inferred, though the same number stands on the page', async () => {
  const html = `<html lang="en"><head><script type="application/ld+json">${JSON.stringify(recipe)}</script></head>
<body><main><h1>Bread</h1><p>Makes 45 slices. Total: 45 cents a slice.</p></main></body></html>`;
  const extraction = await extract(html, ['name', 'prep_time', 'cook_time', 'total_time']);
  expect(extraction.result).toMatchObject({ prep_time: 15, cook_time: 30, total_time: 45 });
  expect(extraction.evidence?.find(({ path }) => path === '/total_time')).toMatchObject({
    status: 'inferred',
    rule: 'sum',
    snippet: expect.stringContaining('PT'),
  });
  expect((await verifyEvidence(html, extraction)).ok).toBe(true);
});

test('a value has the place that it was read from, not one with the same digit', async () => {
  const html = `<html lang="en-GB"><body><main><h1>i3Fresh 3 in one</h1><p>3 of 3 like it</p><table><tr><th>Price</th><td>£3.00</td></tr></table></main></body></html>`;
  const extraction = await extract(html, ['price']);
  expect(extraction.result).toEqual({ price: 3 });
  expect(extraction.evidence).toMatchObject([
    { path: '/price', snippet: expect.stringContaining('£3.00') },
  ]);
  expect((await verifyEvidence(html, extraction)).ok).toBe(true);
});

test('a value that was changed after it was read has no claim on the place', async () => {
  const html = `<html lang="en-GB"><body><main><h1>Lamp</h1><table><tr><th>Price</th><td>£89.50</td></tr></table></main></body></html>`;
  const extraction = await extract(html, ['price']);
  const { ok } = await verifyEvidence(html, { ...extraction, result: { price: 12.34 } });
  expect(ok).toBe(false);
});

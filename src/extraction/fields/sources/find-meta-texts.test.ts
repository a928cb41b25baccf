import { expect, test } from 'vitest';
import { extractFields, text } from '../../../../test/support/extract-fields.ts';

const meta = (name: string, content: string): string =>
  `<meta property="${name}" content="${content}">`;

test.each([
  ['Price', { price: 12 }],
  ['Pages', {}],
])('the first fact of a preview is the price where its label says so: %s', (label, expected) => {
  const card = meta('twitter:label1', label) + meta('twitter:data1', '12.00');
  const { value } = extractFields(`${card}<h1>Oak lamp</h1>`, { price: { type: 'number' } });
  expect(value).toEqual(expected);
});

test('the currency of an amount stands beside it', () => {
  const amount = meta('product:price:amount', '12.50') + meta('product:price:currency', 'GBP');
  expect(
    extractFields(`${amount}<h1>Oak lamp</h1>`, { price: { type: 'number' }, currency: text })
      .value,
  ).toEqual({ price: 12.5, currency: 'GBP' });
});

test('the title for previews loses the name of the site', () => {
  const head = meta('og:site_name', 'Reed Works') + meta('og:title', 'Oak lamp | Reed Works');
  expect(extractFields(`${head}<p>Made of oak.</p>`, { title: text }).value).toEqual({
    title: 'Oak lamp',
  });
});

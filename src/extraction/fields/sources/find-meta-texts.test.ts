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

test('what a journal tells of an article is read by the names that it has there', () => {
  const told = {
    publisher: 'Coast Press',
    doi: '10.1000/xyz',
    issn: '1234-5679',
    journal_title: 'Journal of Coasts',
    firstpage: '12',
    pdf_url: 'https://a.example/x.pdf',
  };
  const head = Object.entries(told).map(([name, said]) => meta(`citation_${name}`, said));
  const names = ['publisher', 'doi', 'issn', 'journal', 'firstPage', 'pdfUrl'];
  const fields = Object.fromEntries(names.map((name) => [name, text]));
  const { value } = extractFields(`${head.join('')}<h1>On tides</h1>`, fields);
  expect(value).toEqual(
    Object.fromEntries(Object.values(told).map((said, at) => [names[at], said])),
  );
});

import { describe, expect, test } from 'vitest';
import { extract, listing, read, shop } from '../../../test/support/kettle-pages.ts';

const talks = (days: readonly string[]): string =>
  `<html lang="en"><h1>Talks</h1><table><tr><th>Title</th><th>Date</th></tr>${days
    .map((day, at) => `<tr><td>Talk ${at}</td><td>${day}</td></tr>`)
    .join('')}</table></html>`;

const headed = (title: string, heads: string, rows: string): string =>
  `<h2>${title}</h2><table><tr>${heads}</tr>${rows}</table>`;

describe('fields', () => {
  test('a day of a table stays as it is written where nothing tells its month', () => {
    expect(extract(talks(['3/4/2024', '5/4/2024']), 'the table of talks')).toMatchObject({
      tables: [[{ Date: '3/4/2024' }, { Date: '5/4/2024' }]],
    });
    expect(extract(talks(['3/4/2024', '25/4/2024']), 'the table of talks')).toMatchObject({
      tables: [[{ Date: '2024-04-03' }, { Date: '2024-04-25' }]],
    });
  });

  test('of several tables with the asked columns one is read, and the others are told', () => {
    const { value, cuts } = read(
      `<h1>Garden</h1>${headed('Seeds', '<th>Item<th>Depth', '<tr><td>Pea<td>3<tr><td>Bean<td>4')}` +
        headed('Bulbs', '<th>Depth<th>Item', '<tr><td>9<td>Tulip<tr><td>8<td>Iris'),
      'All items with item and depth',
    );
    expect(JSON.stringify(value)).toContain('Bean');
    expect(cuts).toEqual([
      'The page has 2 tables with these columns, under "Seeds", "Bulbs": one was read.',
    ]);
  });

  test('the nouns of a prompt become fields', () => {
    expect(extract(shop, 'Extract the product name, the price and the capacity.')).toEqual({
      product_name: 'Blue kettle',
      price: 24.5,
      currency: 'GBP',
      capacity: '1.7 l',
    });
  });

  test.each([
    ['What is the price of the blue kettle?', { price: 24.5, currency: 'GBP' }],
    ['how much does it cost', { cost: 24.5, currency: 'GBP' }],
    ['Was ist der Preis?', { preis: 24.5, currency: 'GBP' }],
    ['Donne-moi le prix, s’il te plaît', { prix: 24.5, currency: 'GBP' }],
    ['Quiero el precio', { precio: 24.5, currency: 'GBP' }],
    ['提取价格', { 价格: 24.5, currency: 'GBP' }],
    ['Was kostet es?', { preis: 24.5, currency: 'GBP' }],
    ['título y precio', { título: 'Blue kettle', precio: 24.5, currency: 'GBP' }],
    ['the shipping cost', { shipping_cost: 3.9, currency: 'GBP' }],
  ])('%s', (prompt, expected) => {
    expect(extract(shop, prompt)).toEqual(expected);
  });

  test('words that name nothing on the page are listed beside what was found', () => {
    expect(read(shop, 'The price and the chemical formula')).toMatchObject({
      value: { price: 24.5 },
      unmatched: ['chemical formula'],
    });
  });

  test('what stands below a heading is a field of its name', () => {
    const page = `<main><h1>Blue kettle</h1><p>Boils.</p><div><h2>Care instructions</h2></div><p>Descale it.</p><p>Dry it.</p>
      <h2>In the box</h2><ul><li>A kettle</li><li>A lid</li></ul><h3>Not in the box</h3><p>Tea</p><h2>Empty</h2></main><footer>Imprint</footer>`;
    expect(extract(page, 'The care instructions')).toEqual({
      care_instructions: 'Descale it.\nDry it.',
    });
    expect(extract(page, 'What is in the box, and what does it cost?')).toEqual({
      in_the_box: 'A kettle\nA lid\nNot in the box\nTea',
    });
    expect(read(page, 'Empty').needsModel).toContain('"empty"');
    expect(
      extract('<h1>Kettle</h1><h2>Parts</h2><ul><li>A kettle</li><li>A lid</li></ul>', 'Parts'),
    ).toEqual({ parts: ['A kettle', 'A lid'] });
  });

  test('a name that asks for thought is a field where the page has a label of that name', () => {
    const page = '<h1>Report</h1><dl><dt>Summary</dt><dd>All is well.</dd></dl>';
    expect(extract(page, 'The summary')).toEqual({ summary: 'All is well.' });
    expect(read(shop, 'The summary').needsModel).toContain('"summary"');
  });

  test('the text of an article is a field', () => {
    const first = 'The bridge was opened on Friday after five years of work on both of its piers.';
    const second = 'It carries four lanes and a path, and has been paid for by the two counties.';
    const page = `<nav><a href="/">Home</a></nav><article><h1>Bridge opens</h1><p>${first}</p><p>${second}</p></article>`;
    expect(extract(page, 'full text of the article')).toEqual({
      full_text: `${first}\n${second}`,
    });
  });

  test('a number of things is a field where the page states it', () => {
    const page = '<h1>A book</h1><dl><dt>Pages</dt><dd>320</dd></dl>';
    expect(extract(page, 'How many pages?')).toEqual({ pages: '320' });
    expect(read(listing, 'How many kettles are there?').needsModel).toBeDefined();
  });
});

describe('the end of a name', () => {
  const cup = `<html lang="en"><h1>Cup</h1><p>Last updated: 2024-05-01</p><dl><dt>Care</dt><dd>Hand wash</dd><dt>Argued</dt><dd>2019-03-04</dd></dl></html>`;

  test.each([
    ['last updated date', { last_updated: '2024-05-01' }],
    ['care instructions', { care: 'Hand wash' }],
    ['argued date and care', { argued: '2019-03-04', care: 'Hand wash' }],
  ])('is no value of its own: %s', (prompt, expected) => {
    const { value, missing } = read(cup, prompt);
    expect(value).toEqual(expected);
    expect(missing).toEqual([]);
  });

  test.each(['care, instructions', 'title price'])('%s are two names', (prompt) => {
    expect(read(cup, prompt).missing).toHaveLength(1);
  });
});

test('of what is left out nothing says that the first was taken', () => {
  const html = `<html lang="en"><title>Best oak</title><meta property="og:title" content="Oaks of the year"><h1>Best oak</h1><p>By Ida Holt</p></html>`;
  const { missing, cuts } = read(html, 'product name, author');
  expect(missing).toEqual([{ pointer: '/product_name', required: false }]);
  expect(cuts).toEqual([]);
});

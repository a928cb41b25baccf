import { expect, test } from 'vitest';
import { readPage } from '../../page/read-page.ts';
import type { ContentQuery } from '../../runtime/contracts/extractor.ts';
import type { PageReading } from '../../page/page-reading.ts';
import { type ContentChunk, chunkContent } from './chunk-content.ts';

function selectContent(reading: PageReading, query: ContentQuery): ContentChunk {
  const [chunk] = chunkContent(reading, query);
  if (chunk === undefined) throw new TypeError('There is always a chunk.');
  return chunk;
}

const schema = {
  type: 'object',
  properties: { name: { type: 'string' }, price: { type: 'string' }, sku: { type: 'string' } },
};
const noise = Array.from(
  { length: 300 },
  (_, index) => `<p>Visitor ${index} told us how the weather was on the day of the visit.</p>`,
).join('');
const menu = `<nav><ul>${'<li><a href="/x">Garden furniture</a></li>'.repeat(5)}</ul></nav>`;
const product =
  '<main><h1>Brass lamp</h1><table><tr><th>Model<th>Price</tr><tr><td>Small<td>€ 89</tr></table>' +
  '<p class="sku">LX-4471</p></main>';
const whole = { html: `<title>Shop</title>${menu}${product}`, url: 'https://shop.example/lamp' };
const long = { html: `<title>Shop</title>${menu}${noise}${product}${noise}`, url: whole.url };

test('a page that fits is sent whole, in its order, below its address and title', () => {
  const content = selectContent(readPage(whole), { prompt: 'the product', budgetTokens: 1_000 });
  expect(content.omittedTokens).toBe(0);
  expect(content.text.split('\n')).toEqual([
    'URL: https://shop.example/lamp',
    'Title: Shop',
    '[page]',
    ...Array.from({ length: 5 }, () => 'Garden furniture'),
    '# Brass lamp',
    'Model | Price',
    'Small | € 89',
    'LX-4471',
  ]);
});

test('what is struck out or chosen is marked', () => {
  const html =
    '<p>Was <del><b>£</b>20 </del>now £15</p><select><option>S<option selected>M<option>L</select>' +
    '<label><input type="checkbox" checked> Gift <s>box</s> wrap</label>';
  const page = readPage({ html, url: 'https://shop.example/lamp' });
  const { text } = selectContent(page, { prompt: 'the product', budgetTokens: 1_000 });
  expect(text.split('[page]\n')[1]?.split('\n')).toEqual([
    'Was ~~£20~~ now £15',
    'S | [x] M | L',
    '[x] Gift ~~box~~ [x] wrap',
  ]);
});

test('a page that does not fit is cut to what was asked for, with marks where something is missing', () => {
  const content = selectContent(readPage(long), { prompt: 'Find it', schema, budgetTokens: 100 });
  expect(content.tokens).toBeLessThanOrEqual(100);
  expect(content.tokens).toBe(Math.ceil(content.text.length / 4));
  expect(content.omittedTokens).toBeGreaterThan(1_000);
  for (const kept of ['# Brass lamp', 'Model | Price\nSmall | € 89', 'LX-4471', '\n...\n']) {
    expect(content.text).toContain(kept);
  }
});

test.each([50, 200, 1_000, 5_000])('a budget of %i tokens holds and is used', (budgetTokens) => {
  const content = selectContent(readPage(long), { prompt: 'price', schema, budgetTokens });
  expect(content.tokens).toBeLessThanOrEqual(budgetTokens);
  expect(content.tokens).toBeGreaterThan(budgetTokens * 0.8);
});

test('a row is never sent without the header of its table', () => {
  const rows = Array.from({ length: 200 }, (_, index) => `<tr><td>M${index}<td>${index} €</tr>`);
  const html = `<table><tr><th>Model<th>Price per piece</tr>${rows.join('')}</table>`;
  const { text } = selectContent(readPage({ html, url: whole.url }), {
    prompt: 'price',
    budgetTokens: 60,
  });
  expect(text).toMatch(/M\d+ \| \d+ €/);
  expect(text).toContain('Model | Price per piece');
});

test('reduced content leaves out what stands idle even where all of it would fit', () => {
  const query = { prompt: 'product', schema, budgetTokens: 1_000 };
  const { text } = selectContent(readPage(whole), { ...query, reduce: true });
  expect(text).toContain('LX-4471');
  expect(text).not.toContain('Garden furniture');
});

test('a long text that stands twice is sent once and leads back to both places', () => {
  const text = 'A lamp of solid brass, made by hand in a small workshop.';
  const html = `<p id="a">${text}</p>${noise}<p id="b">${text}</p>`;
  const content = selectContent(readPage({ html, url: whole.url }), {
    prompt: 'brass lamp',
    budgetTokens: 200,
  });
  const lines = content.lines.filter((line) => line.text === text);
  expect(lines).toHaveLength(1);
  expect(new Set(lines[0]?.sources.map(({ node }) => node)).size).toBe(2);
});

test('every line of the page leads back to a node', () => {
  const { lines } = selectContent(readPage(long), { prompt: 'x', schema, budgetTokens: 400 });
  const ofPage = lines.filter(({ kind }) => kind !== 'frame');
  expect(ofPage.length).toBeGreaterThan(5);
  for (const { sources } of ofPage) expect(sources.length).toBeGreaterThan(0);
});

test('an address is a short reference when addresses are asked for, and left out when not', () => {
  const page = { html: '<p><a href="../b?q=1">Manual</a></p>', url: 'https://shop.example/a/x' };
  const query = { prompt: 'the manual', budgetTokens: 500 };
  expect(selectContent(readPage(page), query).text).not.toContain('@L');
  const content = selectContent(readPage(page), { ...query, prompt: 'link to the manual' });
  expect(content.text).toContain('Manual {@L1}');
  expect(content.links.get('@L1')?.url).toBe('https://shop.example/b?q=1');
});

test('a reference never has a name that the page writes itself, with its sign or without', () => {
  const html =
    '<p><a href="/b">Manual</a> <a href="/c">Map</a></p><p>Write to @L1, not @L12. Size L2.</p>';
  const page = { html, url: 'https://shop.example/' };
  const { links } = selectContent(readPage(page), { prompt: 'all links', budgetTokens: 500 });
  expect([...links].map(([name, { url }]) => [name, url])).toEqual([
    ['@L3', 'https://shop.example/b'],
    ['@L4', 'https://shop.example/c'],
  ]);
});

test('a number that only stands in an address is shown with the link', () => {
  const page = { html: '<p><a href="/doc/4471-b">Opinion</a></p>', url: 'https://court.example/' };
  const { text } = selectContent(readPage(page), { prompt: 'cases', budgetTokens: 500 });
  expect(text).toContain('Opinion {4471-b}');
});

test('layout is kept on request: levels of headings and of lists', () => {
  const page = { html: '<h2>A</h2><ul><li>b<ul><li>c</ul></ul>', url: 'https://a.example/' };
  const query = { prompt: 'x', budgetTokens: 500, keepLayout: true };
  expect(selectContent(readPage(page), query).text).toContain('## A\nb\n  c');
});

test('words from outside are no properties', () => {
  const page = { html: '<p class="constructor __proto__">x</p>'.repeat(50), url: whole.url };
  const query = { prompt: 'constructor toString __proto__', budgetTokens: 20, reduce: true };
  expect(selectContent(readPage(page), query).tokens).toBeGreaterThan(0);
});

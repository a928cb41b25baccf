import { expect, test } from 'vitest';
import { readPage } from '../../page/read-page.ts';
import { chunkContent } from './chunk-content.ts';

const url = 'https://court.example/opinions';
const list = {
  type: 'array',
  items: { type: 'object', properties: { case: { type: 'string' }, date: { type: 'string' } } },
};
const single = { type: 'object', properties: { case: { type: 'string' } } };
const months = ['May', 'June', 'July'].map((month) => {
  const rows = Array.from(
    { length: 60 },
    (_, index) => `<tr><td>${month} case no. ${index} of the people<td>${month} ${index}</tr>`,
  );
  return `<h2>${month}</h2><table><tr><th>Case<th>Date</tr>${rows.join('')}</table>`;
});
const listing = readPage({
  html: `<title>Opinions</title><h1>Opinions</h1>${months.join('')}`,
  url,
});
const query = { prompt: 'every case', schema: list, budgetTokens: 500, maxParts: 8 };

test('a page that fits is one part', () => {
  const chunks = chunkContent(listing, { ...query, budgetTokens: 20_000 });
  expect(chunks).toMatchObject([{ index: 0, count: 1, omittedTokens: 0 }]);
});

test('records are sent in parts that hold the budget, every one of them exactly once', () => {
  const chunks = chunkContent(listing, query);
  expect(chunks.length).toBeGreaterThan(3);
  for (const { tokens } of chunks) expect(tokens).toBeLessThanOrEqual(500);
  const rows = chunks.flatMap(({ lines }) => lines.filter(({ kind }) => kind === 'row'));
  expect(new Set(rows.map(({ text }) => text)).size).toBe(180);
  expect(rows).toHaveLength(180);
});

test('every part says which one it is and repeats what is open where it starts', () => {
  const chunks = chunkContent(listing, query);
  chunks.forEach(({ text, lines, index, count }) => {
    expect(text).toContain(`Part ${index + 1} of ${count}`);
    expect(text).toContain(`URL: ${url}\nTitle: Opinions`);
    const first = lines.find(({ kind }) => kind === 'row')?.text ?? '';
    const month = first.slice(0, first.indexOf(' '));
    expect(text).toContain(`# Opinions\n# ${month}\nCase | Date\n${first}`);
  });
});

test('a part ends before a heading where one stands in its last quarter', () => {
  const sections = Array.from(
    { length: 12 },
    (_, index) => `<h2>Part ${index}</h2><p>${'word '.repeat(60)}${index}</p>`,
  );
  const reading = readPage({ html: sections.join(''), url });
  const chunks = chunkContent(reading, { ...query, budgetTokens: 400 });
  expect(chunks.length).toBeGreaterThan(2);
  for (const { lines } of chunks) {
    expect(lines.find(({ kind }) => kind !== 'frame')?.kind).toBe('heading');
  }
});

test('a single object is answered from one best selection', () => {
  const chunks = chunkContent(listing, { ...query, schema: single });
  expect(chunks).toHaveLength(1);
  expect(chunks[0]?.omittedTokens).toBeGreaterThan(0);
});

test('nothing is dropped where dropping was forbidden', () => {
  const repeated = '<nav><a href="/">Home page of this court</a></nav>'.repeat(3);
  const reading = readPage({ html: `${repeated}<p>${'Long text. '.repeat(300)}</p>`, url });
  const chunks = chunkContent(reading, { ...query, schema: single, reduce: false });
  expect(chunks.length).toBeGreaterThan(1);
  const text = chunks.map((chunk) => chunk.text).join('\n');
  expect(text.match(/Home page of this court/g)).toHaveLength(3);
  expect(text.match(/Long text\./g)).toHaveLength(300);
  expect(chunks[0]?.omittedTokens).toBe(0);
});

test('the number of parts is bounded, and what is left out is said', () => {
  const chunks = chunkContent(listing, { ...query, reduce: false, maxParts: 2 });
  expect(chunks).toHaveLength(2);
  expect(chunks[0]?.omittedTokens).toBeGreaterThan(500);
});

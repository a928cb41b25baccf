import { describe, expect, test } from 'vitest';
import { findNode } from '../page/tree/node-path.ts';
import { readText } from '../page/text/node-text.ts';
import { readPage } from '../page/read-page.ts';
import type { PageReading } from '../page/page-reading.ts';
import { findEvidence } from './find-evidence.ts';

const shop = `<!doctype html><html lang="en"><head><title>Shop</title>
<meta property="og:site_name" content="Harbour Shop">
<script type="application/ld+json">{"@type":"Product","name":"Brass lamp","offers":{"price":"89.50","priceCurrency":"GBP"}}</script></head>
<body><nav><a href="/lamps">Lamps</a></nav>
<main><h1>Brass lamp</h1><p>Price: £89.50</p><p>Listed on <time datetime="2026-03-12">12 March 2026</time></p>
<table><tr><th>Name</th><th>Price</th><th>Stock</th></tr>
<tr><td>Red shade</td><td>£5.00</td><td>few</td></tr>
<tr><td>Blue shade</td><td>£1,205.00</td><td>few</td></tr></table></main></body></html>`;

const reading = readPage({ html: shop, url: 'https://shop.example/lamp' });
const noWarning = (warning: string): never => {
  throw new TypeError(warning);
};
const locate = (value: unknown, page: PageReading, warn: (warning: string) => void = noWarning) =>
  findEvidence({ value, inferred: [] }, page, warn);
const find = (answer: unknown) => locate(answer, reading);

describe('findEvidence', () => {
  test('a value is traced to the node that shows it', () => {
    const [evidence] = find({ name: 'Brass lamp' });
    expect(evidence).toMatchObject({
      path: '/name',
      status: 'supported',
      kind: 'text',
      snippet: 'Brass lamp',
    });
    const node = findNode(reading.document, (evidence as { node: string }).node);
    expect(node === undefined ? undefined : readText(node)).toBe('Brass lamp');
  });

  test('numbers are found however the page writes them', () => {
    expect(find({ a: 89.5, b: 1205 })).toMatchObject([
      { path: '/a', status: 'supported', snippet: 'Price: £89.50' },
      { path: '/b', status: 'normalised', rule: 'number', snippet: 'Blue shade | £1,205.00 | few' },
    ]);
  });

  test('a number inside a longer number is no evidence', () => {
    expect(find([9.5, 205, 89, 20])).toMatchObject([
      { status: 'unsupported' },
      { status: 'unsupported' },
      { status: 'unsupported' },
      { status: 'unsupported' },
    ]);
  });

  test.each(['512', '1,12', 'x5.12'])('nor at the very start of a page: 12 in %j', (text) => {
    const page = readPage({ html: `<p>${text}</p><p>and more</p>`, url: 'https://a.example/' });
    expect(locate(12, page)).toEqual([{ path: '', status: 'unsupported' }]);
  });

  test('an ISO date is found in an attribute or spelled out', () => {
    const [exact] = find({ day: '2026-03-12' });
    expect(exact).toMatchObject({ status: 'supported' });
    const spelled = readPage({ html: '<p>am 3. Mai 2025 in Ulm</p>', url: 'https://a.example/' });
    expect(locate('2025-05-03', { ...spelled, language: 'de' })).toMatchObject([
      { path: '', status: 'normalised', snippet: 'am 3. Mai 2025 in Ulm' },
    ]);
  });

  test('what people do not see is reported with its kind and place', () => {
    expect(find({ currency: 'GBP', shop: 'Harbour Shop' })).toMatchObject([
      { kind: 'structured-data', pointer: '/offers/priceCurrency' },
      { kind: 'meta', attribute: 'content' },
    ]);
  });

  test('of equal values the one beside the record’s other values is reported', () => {
    const rows = find([
      { name: 'Red shade', stock: 'few' },
      { name: 'Blue shade', stock: 'few' },
    ]);
    expect(
      rows.map((entry) => (entry.status === 'unsupported' ? undefined : entry.snippet)),
    ).toEqual([
      'Red shade | £5.00 | few',
      'Red shade | £5.00 | few',
      'Blue shade | £1,205.00 | few',
      'Blue shade | £1,205.00 | few',
    ]);
  });

  test('a value that the page does not say is flagged', () => {
    expect(find({ name: 'Silver lamp', sku: 'LL-1' })).toEqual([
      { path: '/name', status: 'unsupported' },
      { path: '/sku', status: 'unsupported' },
    ]);
  });

  test('case, spaces and typographic quotes make no difference', () => {
    const page = readPage({
      html: '<p>The  “Harbour”\u00a0Lamp’s shade</p>',
      url: 'https://a.example/',
    });
    expect(locate('the "harbour" lamp\'s shade', page)).toMatchObject([{ status: 'normalised' }]);
  });

  test('yes, no and nothing have no place in a page', () => {
    expect(find({ a: true, b: null, c: '', d: [] })).toEqual([]);
  });

  test('an absolute address is found in the relative one that the page has', () => {
    expect(find({ link: 'https://shop.example/lamps' })).toMatchObject([
      { status: 'normalised', kind: 'attribute', attribute: 'href', snippet: '/lamps' },
    ]);
  });

  test('names with special characters are pointers', () => {
    expect(find({ 'a/b': { '~': 'Brass lamp' } })).toMatchObject([{ path: '/a~1b/~0' }]);
  });

  test('a value that stands on the page a hundred thousand times is looked up once', () => {
    const page = readPage({ html: '<p>a b </p>'.repeat(90_000), url: 'https://a.example/' });
    const answer = Array.from({ length: 5_000 }, () => 'a b');
    const reports = locate(answer, page);
    expect(reports).toHaveLength(5_000);
    expect(reports.every(({ status }) => status === 'supported')).toBe(true);
  });

  test('of too many values the first are looked up, and a warning says so', () => {
    const warnings: string[] = [];
    const answer = Array.from({ length: 6_000 }, () => 'Brass lamp');
    const reports = locate(answer, reading, (warning) => warnings.push(warning));
    expect(reports).toHaveLength(5_000);
    expect(warnings).toEqual([expect.stringMatching(/^Evidence was looked up for a part/)]);
  });

  test('values whose words stand everywhere take no more than a limit, and the rest is not called missing', () => {
    const words = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
    const page = readPage({
      html: `<p>${`${words.join(' ')} `.repeat(50_000)}`,
      url: 'https://a.example/',
    });
    // Each value is two words of the page that never follow each other.
    const answer = Array.from({ length: 4_000 }, (_, at) => ({
      value: `${words[(at % 7) + 1]} ${words[at % 7]} ${'b a '.repeat(at % 300)}a`,
    }));
    const warnings: string[] = [];
    const reports = locate(answer, page, (warning) => warnings.push(warning));
    expect(reports.length).toBeGreaterThan(10);
    expect(reports.length).toBeLessThan(4_000);
    expect(warnings).toHaveLength(1);
  });

  test('what is deeper than any answer is not looked up', () => {
    let deep: unknown = 'Brass lamp';
    for (let depth = 0; depth < 100_000; depth += 1) deep = [deep];
    expect(find({ name: 'Brass lamp', deep })).toMatchObject([
      { path: '/name', status: 'supported' },
    ]);
  });
});

import { describe, expect, test } from 'vitest';
import { findNode } from '../../page/tree/node-path.ts';
import { readText } from '../../page/tree/node-text.ts';
import { readPage } from '../../page/read-page.ts';
import type { PageReading } from '../../page/page-reading.ts';
import { toKnownPlaces } from './answer-leaves.ts';
import { findEvidence } from './find-evidence.ts';
import { workRatioOf } from '../../../test/support/work-ratio-of.ts';

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
const toPage = (html: string) => readPage({ html, url: 'https://a.example/' });

const statuses = (answer: unknown, html: string) =>
  locate(answer, toPage(html)).map(({ status }) => status);
const card = (name: string, price: string): string => `<li><h2>${name}</h2><p>${price}</p></li>`;

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
      { path: '/a', status: 'normalised', rule: 'number', snippet: 'Price: £89.50' },
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
    expect(locate(12, page)).toEqual([{ path: '', status: 'unsupported', confidence: 'unsure' }]);
  });

  test('an ISO date is found in an attribute or spelled out', () => {
    const [exact] = find({ day: '2026-03-12' });
    expect(exact).toMatchObject({
      status: 'normalised',
      rule: 'date',
      snippet: 'Listed on 12 March 2026',
    });
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
      { path: '/name', status: 'unsupported', confidence: 'unsure' },
      { path: '/sku', status: 'unsupported', confidence: 'unsure' },
    ]);
  });

  test('case, spaces and typographic quotes make no difference', () => {
    const page = readPage({
      html: '<p>The  “Harbour”\u00a0Lamp’s shade</p>',
      url: 'https://a.example/',
    });
    expect(locate('the "harbour" lamp\'s shade', page)).toMatchObject([{ status: 'normalised' }]);
  });

  test('nothing has no place in a page', () => {
    expect(find({ b: null, c: '', d: [] })).toEqual([]);
  });

  test('yes and no are found where the page says so of the property', () => {
    const page = toPage('<dl><dt>Dishwasher safe</dt><dd>Yes</dd><dt>Fragile</dt><dd>No</dd></dl>');
    expect(locate({ dishwasherSafe: true, fragile: false, foldable: true }, page)).toMatchObject([
      { status: 'normalised', rule: 'yes or no', snippet: 'Dishwasher safe: Yes' },
      { status: 'normalised', rule: 'yes or no', snippet: 'Fragile: No' },
      { status: 'unsupported' },
    ]);
  });

  test.each<[string, string, unknown, string]>([
    ['number', '<p>Preis: 1.299,00 €</p>', { price: 1299 }, '1.299,00'],
    ['number', '<p>Price: 1 ½ cups</p>', { price: 1.5 }, '1 ½'],
    ['currency', '<p>Preis: 24,50 €</p>', { currency: 'EUR' }, '€'],
    ['currency', '<p>Preis: 24,50 €</p>', { price: '24.50 EUR' }, '24,50'],
    ['date', '<p>Erschienen am 3. Mai 2025</p>', { date: '2025-05-03' }, '3. Mai 2025'],
    ['date', '<p>Published 05/03/2025</p>', { date: '2025-05-03T00:00:00Z' }, '05/03/2025'],
    ['duration', '<p>Total time: 1 hour 15 min</p>', { totalTime: 75 }, '1 hour 15 min'],
    ['duration', '<p>Total time: 1 hour 15 min</p>', { totalTime: 'PT1H15M' }, '1 hour 15 min'],
    ['percent', '<p>Discount: 25 %</p>', { discount: 0.25 }, '25'],
    ['unit', '<p>Population: 3.5 million</p>', { population: 3_500_000 }, '3.5'],
    ['enum', '<p>Availability: Out of stock</p>', { availability: 'OutOfStock' }, 'Out of stock'],
    [
      'enum',
      '<table><tr><td>A can for people who water in the evening and mean it<br>Availability: In stock<br>Weight: 1.9 kg, empty</td></tr></table>',
      { availability: 'InStock' },
      'In stock',
    ],
    ['enum', '<p>Condition: Nearly new</p>', { condition: 'nearly_new' }, 'Nearly new'],
    ['white space', '<p>Weight: 45kg</p>', { weight: '45 kg' }, '45kg'],
    [
      'white space',
      '<p>Brass lamp</p><p>of a captain</p>',
      { a: 'Brass lamp of a captain' },
      'Brass lamp',
    ],
    [
      'punctuation',
      '<p>It’s a “lamp” for a desk</p>',
      { text: 'It\'s a "lamp" for a desk' },
      'It’s',
    ],
    ['case', '<p>SMITH V. JONES AND OTHERS</p>', { name: 'Smith v. Jones and others' }, 'SMITH'],
  ])('a value in another form is normalised by %s: %s', (rule, html, value, start) => {
    const page = toPage(`<html lang="en"><body><h1>A page</h1>${html}</body></html>`);
    const [entry] = locate(value, page);
    expect(entry).toMatchObject({ status: 'normalised', rule });
    const { node = '', start: from = 0 } = entry?.status === 'normalised' ? entry : {};
    const cited = findNode(page.document, node);
    const text = cited === undefined ? '' : readText(cited);
    expect(text.slice(from, from + start.length)).toBe(start);
  });

  test('an offset counts in the text of its node', () => {
    const page = toPage('<p>The  price  today: <b>  now 24.50 pounds</b></p>');
    const [entry] = locate({ price: 24.5 }, page);
    const { node, start, end } = entry as { node: string; start: number; end: number };
    const cited = findNode(page.document, node);
    expect(cited === undefined ? '' : readText(cited).slice(start, end)).toBe('24.50');
  });

  test('a value of several texts stands in the smallest element around them', () => {
    const page = toPage('<h1>Lamps</h1><p id="l">The <b>brass</b> lamp of a captain</p>');
    expect(locate({ text: 'The brass lamp of a captain' }, page)).toMatchObject([
      { status: 'supported', node: '#l', start: 0, end: 27 },
    ]);
  });

  test.each([
    'Why is that not a backup?',
    '$25.00 Off your order',
    '[Vocabulary] for learners',
    'Bolt 5/8 "',
    'Banque (Suisse)',
  ])('the marks with which a value begins or ends belong to its place: %s', (title) => {
    expect(locate({ title }, toPage(`<h1>${title}</h1>`))).toMatchObject([
      { status: 'supported', start: 0, end: title.length },
    ]);
  });

  test('marks that the page does not have are no part of the place', () => {
    expect(locate({ title: 'A brass lamp;' }, toPage('<h1>A brass lamp.</h1>'))).toMatchObject([
      { status: 'normalised', rule: 'punctuation', start: 0, end: 12 },
    ]);
  });

  test('the place of a value of several lines ends where the last of them does', () => {
    const lines = ['No issues here at all.', 'We moved it.', 'The post is in Opinions. Bye.'];
    const page = toPage(`<div id="post">${lines.join('<br><br>')}</div>`);
    const text = lines.join(' ').replace(' Bye.', '');
    expect(locate({ text }, page)).toMatchObject([
      {
        status: 'normalised',
        rule: 'white space',
        node: '#post',
        start: 0,
        end: text.length,
        snippet: lines.join('\n'),
      },
    ]);
  });

  test('ligatures and soft hyphens make no difference', () => {
    const page = toPage('<p>Ein o\uFB03ce mit Hand\u00ADlampe dabei</p>');
    expect(locate({ text: 'Ein office mit Handlampe dabei' }, page)).toMatchObject([
      { status: 'normalised', rule: 'punctuation' },
    ]);
  });

  test('a text of a script without spaces is found within a line', () => {
    const page = toPage('<p>本店は東京都渋谷区にあります。</p>');
    expect(locate({ city: '東京都渋谷区' }, page)).toMatchObject([{ status: 'supported' }]);
  });

  test('a short number is no evidence where neither its name nor its record is near', () => {
    const text = 'Of all that we do, we are proud of 5 things. '.repeat(3);
    const page = toPage(
      `<h1>Brass lamp of a captain</h1><p>Rating: 4</p>${`<p>${text}</p>`.repeat(9)}`,
    );
    const name = 'Brass lamp of a captain';
    expect(locate({ name, rating: 5 }, page)[1]).toEqual({
      path: '/rating',
      status: 'unsupported',
      confidence: 'unsure',
    });
    expect(locate({ name, rating: 4 }, page)[1]).toMatchObject({ status: 'supported' });
  });

  test('a value of another record is not taken for one of a row’s', () => {
    const rows = Array.from(
      { length: 20 },
      (_, at) =>
        `<tr><td>Lamp of captain ${'ABCDEFGHIJKLMNOPQRST'[at]}onrad</td><td>${at + 11}</td></tr>`,
    );
    const page = toPage(`<table><tr><th>Name</th><th>Stock</th></tr>${rows.join('')}</table>`);
    const reports = locate(
      [
        { name: 'Lamp of captain Bonrad', stock: 12 },
        { name: 'Lamp of captain Conrad', stock: 13 },
      ],
      page,
    );
    expect(reports.map((entry) => (entry.status === 'unsupported' ? '' : entry.snippet))).toEqual([
      'Lamp of captain Bonrad | 12',
      'Lamp of captain Bonrad | 12',
      'Lamp of captain Conrad | 13',
      'Lamp of captain Conrad | 13',
    ]);
  });

  test('a value that the extractor worked out is inferred, by its rule', () => {
    const inferred = [{ path: '/totalTime', rule: 'sum' }];
    const page = toPage('<p>Prep 10 min</p><p>Bake 35 min</p>');
    expect(findEvidence({ value: { totalTime: 45 }, inferred }, page, noWarning)).toEqual([
      { path: '/totalTime', status: 'inferred', rule: 'sum', confidence: 'unsure' },
    ]);
  });

  test('of equal places the one that the extractor read comes first', () => {
    const page = toPage('<p>Brass lamp, small</p><ul><li id="own">Brass lamp, small</li></ul>');
    const node = findNode(page.document, '#own');
    const sources = new Map(node === undefined ? [] : [['/name', { node }]]);
    const value = { name: 'Brass lamp, small' };
    const known = toKnownPlaces({ value, sources });
    expect(findEvidence({ value, inferred: [], known }, page, noWarning)).toMatchObject([
      { status: 'supported', node: '#own/text(1)' },
    ]);
  });

  test('a number or a day that was read in data stands there among other things, and nowhere else', () => {
    const data = { '@type': 'Recipe', yield: '4 servings', day: 'Thu, 09/25/2025 - 11:38' };
    const page = toPage(`<script type="application/ld+json">${JSON.stringify(data)}</script>`);
    const value = { servings: 4, day: '2025-09-25' };
    const [entity] = page.structuredData.entities;
    const sources = new Map(
      Object.entries({ '/servings': 'yield', '/day': 'day' }).flatMap(([path, name]) => {
        const stated = entity?.properties.get(name)?.[0];
        return stated === undefined ? [] : [[path, stated.source] as const];
      }),
    );
    const known = toKnownPlaces({ value, sources });
    expect(findEvidence({ value, inferred: [], known }, page, noWarning)).toMatchObject([
      { status: 'supported', pointer: '/yield', start: 0, end: 1 },
      { status: 'normalised', rule: 'date', pointer: '/day', start: 5, end: 15 },
    ]);
    expect(locate({ servings: 4 }, page)).toMatchObject([{ status: 'unsupported' }]);
  });

  test.each<[string, string, string, string, object]>([
    ['language', 'lang', '', 'en-US', { status: 'supported', start: 0, end: 5 }],
    ['link', 'href', '>a', 'https://a.example/x', { status: 'normalised', rule: 'absolute URL' }],
  ])('a %s that was read from %s stands in that', (name, attribute, below, said, expected) => {
    const page = toPage(
      '<html lang="en-US"><body><p>See <a href="/x">/x</a> or <a href="/x">here</a>',
    );
    const node = findNode(page.document, below === '' ? 'html' : 'html>body>p>a:nth-of-type(2)');
    const value = { [name]: said };
    const sources = new Map(node === undefined ? [] : [[`/${name}`, { node, attribute }]]);
    const known = toKnownPlaces({ value, sources });
    expect(findEvidence({ value, inferred: [], known }, page, noWarning)).toMatchObject([
      { ...expected, attribute },
    ]);
  });

  test('an address of a link element or a set of pictures is found, one of nowhere is not', () => {
    const page = toPage(
      '<link rel="canonical" href="/lamp"><img src="/s.png" srcset="/m.png 1x, /l.png 2x">',
    );
    const urls = ['lamp', 'l.png', 'xl.png', 'page'].map((name) => `https://a.example/${name}`);
    expect(locate(urls, { ...page, url: 'https://a.example/page' })).toMatchObject([
      { status: 'normalised', rule: 'absolute URL', attribute: 'href' },
      { status: 'normalised', rule: 'absolute URL', attribute: 'srcset' },
      { status: 'unsupported' },
      { status: 'inferred', rule: 'page address' },
    ]);
  });

  test.each([
    ['a set', '<img srcset="/b-1.jpg 1x, /b-2.jpg 2x" alt="side view">', 'b-1.jpg'],
    [
      'a choice of files',
      '<picture><source srcset="/b.webp"><img alt="side view"></picture>',
      'b.webp',
    ],
  ])('the text of a picture is found beside its address in %s', (_, picture, file) => {
    const page = toPage(`<main>${picture}<img src="/c.jpg" alt="front view"></main>`);
    const images = [
      { url: `https://a.example/${file}`, alt: 'side view' },
      { url: 'https://a.example/c.jpg', alt: 'front view' },
    ];
    const found = locate({ images }, { ...page, url: 'https://a.example/page' });
    expect(found.map(({ status }) => status)).toEqual(
      images.flatMap(() => ['normalised', 'supported']),
    );
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

  test('links that all read the same, in one paragraph, take no work in the square of their number', () => {
    const places = Array.from({ length: 1_000 }, (_, at) => at);
    const page = toPage(places.map((at) => `<a href="/${at}">more</a>`).join(' '));
    const answer = places.map((at) => ({ name: 'more', url: `https://a.example/${at}` }));
    // 26 where the names around each place are read once, 1,075 where they are read for each value.
    expect(workRatioOf(() => locate(answer, page))).toBeLessThan(300);
  });

  test('what is deeper than any answer is not looked up', () => {
    let deep: unknown = 'Brass lamp';
    for (let depth = 0; depth < 100_000; depth += 1) deep = [deep];
    expect(find({ name: 'Brass lamp', deep })).toMatchObject([
      { path: '/name', status: 'supported' },
    ]);
  });
});

const statusOf = (html: string, date: string) => locate({ date }, toPage(html))[0]?.status;

describe('short texts', () => {
  const cards = `<ul>${card('Ash lamp', '£10.00')}${card('Elm lamp', '£20.00')}</ul>`;

  test.for<[string, string, unknown]>([
    [
      'in a list under its heading',
      '<h2>Makers</h2><ul><li>Alder</li><li>Birch</li><li>Cedar</li></ul>',
      { makers: ['Alder', 'Birch', 'Cedar'] },
    ],
    [
      'in a list under its label',
      '<p>Colors:</p><ul><li>Red</li><li>Green</li></ul>',
      { colors: ['Red', 'Green'] },
    ],
    [
      'that describe one term',
      '<dl><dt>Colors</dt><dd>Red</dd><dd>Green</dd><dd>Blue</dd></dl>',
      { colors: ['Red', 'Green', 'Blue'] },
    ],
  ])('%s are there for a reason', ([, html, answer]) => {
    expect(new Set(statuses(answer, html))).toEqual(new Set(['supported']));
  });

  test('of another list are not', () => {
    const html =
      '<h2>Makers</h2><ul><li>Alder</li></ul><h2>Colors</h2><ul><li>Red</li><li>Blue</li></ul>';
    expect(statuses({ makers: ['Alder', 'Blue'] }, html)).toEqual(['supported', 'unsupported']);
  });

  test('over the prices of their cards are there, and no others', () => {
    const elm = { name: 'Elm lamp', price: 20 };
    const lamps = { lamps: [{ name: 'Ash lamp', price: 10 }, elm] };
    expect(statuses(lamps, cards)).toEqual(['supported', 'normalised', 'supported', 'normalised']);
    const other = `<p>Ours: Oak lamp</p>${'<p>More of the shop.</p>'.repeat(5)}${cards}`;
    const [name] = statuses({ lamps: [{ name: 'Oak lamp', price: 10 }, elm] }, other);
    expect(name).toBe('unsupported');
  });
});

describe('the order of day and month', () => {
  const pages: readonly (readonly [string, string, string])[] = [
    ['its language', '<html lang="en-GB"><p>Date: 05/03/2025</p>', '2025-03-05'],
    ['its language', '<html lang="de"><p>Date: 05/03/2025</p>', '2025-03-05'],
    ['its language', '<html lang="en-US"><p>Date: 03/05/2025</p>', '2025-03-05'],
    ['another date', '<p>Date: 05/03/2025</p><p>Date: 17/03/2025</p>', '2025-03-05'],
    [
      'another date',
      '<html lang="en-US"><p>Date: 05/03/2025</p><p>Date: 17/03/2025</p>',
      '2025-03-05',
    ],
  ];

  test.each(pages)('of a page is that of %s: %s', (_, html, day) => {
    expect(statusOf(html, day)).toBe('normalised');
    expect(statusOf(html, '2025-05-03')).toBe('unsupported');
  });

  test('is open where nothing on the page tells it', () => {
    const html = '<html lang="en"><p>Date: 05/03/2025</p>';
    expect(statusOf(html, '2025-03-05')).toBe('normalised');
    expect(statusOf(html, '2025-05-03')).toBe('normalised');
  });
});

import { type Browser, chromium, type Page, selectors } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { realBrowserOptions, realBrowserPath } from '../../../test/support/real-browser.ts';
import { callFrame, registerEngine } from '../../browser/call-page.ts';
import { parseSelector } from '../../recipes/format/parse-selector.ts';
import type { AskPage, ListDraft } from './list-draft.ts';
import { proposeList } from './propose-draft.ts';
import { type DraftTable, readTable } from './read-table.ts';

let browser: Browser;
let page: Page;

beforeAll(async () => {
  await registerEngine(selectors);
  const chromiumSandbox = realBrowserOptions().sandbox ?? process.getuid?.() !== 0;
  browser = await chromium.launch({ executablePath: realBrowserPath(), chromiumSandbox });
  page = await (await browser.newContext({ offline: true })).newPage();
});

afterAll(() => browser.close());

const limits = { signal: AbortSignal.timeout(120_000), timeoutMs: 60_000 };
const ask: AskPage = (name, input) => callFrame(page.mainFrame(), name, input, limits);

/** The list that a click on the first match brings. */
function propose(css: string | readonly string[]): Promise<ListDraft | undefined> {
  const { selector } = parseSelector(css);
  return proposeList(ask, { at: { selector: selector?.parts ?? [] } });
}

/** The table that a click on the first match brings. */
async function click(html: string, css: string): Promise<DraftTable> {
  await page.setContent(html);
  const draft = await propose(css);
  if (draft === undefined) throw new Error('Nothing is repeated there.');
  return readTable(ask, draft);
}

interface Kind {
  /** What goes wrong on such pages. */
  readonly reason: string;
  readonly html: string;
  readonly click: string;
  readonly rows: readonly Readonly<Record<string, unknown>>[];
}

const card = (name: string, price: number) =>
  `<div class="tile"><h3>${name}</h3><span class="price">£${price}.00</span></div>`;
const lamps = ['Lamp', 'Chair', 'Desk', 'Rug'].map((title, at) => ({ title, price: at + 1 }));
const tiles = lamps.map(({ title, price }) => card(title, price));

const kinds: readonly Kind[] = [
  {
    reason: 'the rows of a grid are repeated too, and hold nothing of their own',
    html: `<div class="row">${tiles[0]}${tiles[1]}</div><div class="row">${tiles[2]}${tiles[3]}</div>`,
    click: '.price',
    rows: lamps,
  },
  {
    reason: 'adverts stand between the items',
    html: `<div>${tiles[0]}<div class="ad"><p>Buy now</p></div>${tiles[1]}<div class="tile sponsored"><h3>Best lamp</h3><span class="price">£9.00</span></div>${tiles[2]}${tiles[3]}</div>`,
    click: 'div:nth-child(3) .price',
    rows: lamps,
  },
  {
    reason: 'two lists of one make stand side by side, each with much of its own beside it',
    html: `<div class="column"><p>${'Words about what sells best. '.repeat(8)}</p><ul>${tiles.map((one) => `<li>${one}</li>`).join('')}</ul></div>
      <aside><h2>Seen before</h2><ol><li><b>Other</b> <i>thing</i></li><li><b>More</b> <i>things</i></li></ol></aside>`,
    click: 'li .price',
    rows: lamps,
  },
  {
    reason: 'items hold lists of words of their own',
    html: `<ul>${lamps.map(({ title, price }) => `<li><h3>${title}</h3><span class="price">£${price}.00</span><ul class="tags"><li>new</li><li>red ${title}</li></ul></li>`).join('')}</ul>`,
    click: '.tags li',
    rows: lamps.map((row) => ({ ...row, tags: ['new', `red ${row.title}`] })),
  },
  {
    reason:
      'the first cell of each row is a heading, and the first row names the columns without saying so',
    html: `<table><tr><td>Town</td><td>People</td></tr><tr><th>Ash</th><td>120</td></tr><tr><th>Elm</th><td>80</td></tr><tr><th>Oak</th><td>900</td></tr></table>`,
    click: 'tr:nth-child(3) td',
    rows: [
      { town: 'Ash', people: 120 },
      { town: 'Elm', people: 80 },
      { town: 'Oak', people: 900 },
    ],
  },
  {
    reason: 'a table for each month stands in a section of its own',
    html: ['May', 'June']
      .map(
        (month, at) =>
          `<section class="month"><h2>${month}</h2><table><tr><th>Town</th><th>Rain</th></tr><tr><td>Ash ${month}</td><td>${at + 1}</td></tr><tr><td>Elm ${month}</td><td>${at + 5}</td></tr></table></section>`,
      )
      .join(''),
    click: 'td',
    rows: [
      { town: 'Ash May', rain: 1 },
      { town: 'Elm May', rain: 5 },
      { town: 'Ash June', rain: 2 },
      { town: 'Elm June', rain: 6 },
    ],
  },
  {
    reason:
      'a list goes on over tables of one make, each with its title, and one of them has one row',
    html: `<table><tr><td>Before 1900</td><td>1901</td></tr></table>${[
      [
        'May',
        '<tr><td>Ash</td><td>1</td><td>dry</td></tr><tr><td>Elm</td><td>5</td><td>wet</td></tr>',
      ],
      ['June', '<tr><td>Oak</td><td>2</td><td>dry</td></tr>'],
    ]
      .map(
        ([month, rows]) =>
          `<table><tr><td colspan="3">Rain in ${month}</td></tr><tr><td>Town</td><td>Rain</td><td>Note</td></tr>${rows}</table><p> </p>`,
      )
      .join('')}`,
    click: 'table:nth-of-type(3) tr:nth-child(3) td:nth-child(2)',
    rows: [
      { town: 'Ash', rain: 1, note: 'dry' },
      { town: 'Elm', rain: 5, note: 'wet' },
      { town: 'Oak', rain: 2, note: 'dry' },
    ],
  },
  {
    reason: 'tables with the same columns stand under headings of their own',
    html: ['May', 'June']
      .map(
        (month, at) =>
          `<h2>${month}</h2><table><tr><th>Town</th><th>Rain</th></tr><tr><td>Ash ${month}</td><td>${at + 1}</td></tr><tr><td>Elm ${month}</td><td>${at + 5}</td></tr></table>`,
      )
      .join(''),
    click: 'td',
    rows: [
      { town: 'Ash May', rain: 1 },
      { town: 'Elm May', rain: 5 },
    ],
  },
  {
    reason: 'few records have many parts of one value each, told by their classes',
    html: ['Ash', 'Elm', 'Oak']
      .map(
        (name, at) =>
          `<article><div class="name"><a href="/${name}">${name}</a></div><div class="planted"><span>${at + 1}/5/2019</span></div><div class="kind"><span>Broad ${name} leaves</span></div><div class="number"><span>${at + 31}</span></div></article>`,
      )
      .join(''),
    click: 'article:nth-of-type(3) .kind span',
    rows: ['Ash', 'Elm', 'Oak'].map((name, at) => ({
      name,
      planted: `${at + 1}/5/2019`,
      kind: `Broad ${name} leaves`,
      number: at + 31,
    })),
  },
  {
    reason:
      'words stand out in the sentences of some items, and every other item has a class for its stripe',
    html: `<div>${['Ash', 'Elm', 'Oak', 'Yew']
      .map(
        (name, at) =>
          `<p${at % 2 === 0 ? ' class="odd"' : ''}><a>${name}</a> a tree ${at === 1 ? 'that has <em>many</em> <b>uses</b> in boats, <i>and</i> grows very <sup>old</sup>' : 'of the wood'}</p>`,
      )
      .join('')}</div>`,
    click: 'p:nth-child(2) em',
    rows: ['Ash', 'Elm', 'Oak', 'Yew'].map((name, at) => ({
      description: `${name} a tree ${at === 1 ? 'that has many uses in boats, and grows very old' : 'of the wood'}`,
    })),
  },
  {
    reason: 'the lines of each record begin with the same labels',
    html: ['Ash', 'Elm', 'Oak', 'Yew']
      .map(
        (name, at) =>
          `<dl class="tree"><dt>Name</dt><dd>${name}</dd><dt>Height</dt><dd>${at + 10}</dd>${at === 2 ? '' : `<dt>Found</dt><dd>2024-05-0${at + 1}</dd>`}</dl>`,
      )
      .join(''),
    click: 'dd',
    rows: [
      { name: 'Ash', height: 10, found: '2024-05-01' },
      { name: 'Elm', height: 11, found: '2024-05-02' },
      { name: 'Oak', height: 12 },
      { name: 'Yew', height: 13, found: '2024-05-04' },
    ],
  },
];

test.each(kinds)('the whole list is found where $reason', async ({ html, click: css, rows }) => {
  expect((await click(html, css)).rows).toEqual(rows);
});

test('items and values in shadow roots are found', async () => {
  await page.setContent('<main><shop-list></shop-list></main>');
  await page.evaluate(() => {
    const list = document.querySelector('shop-list')?.attachShadow({ mode: 'open' });
    if (list === undefined) return;
    for (const name of ['Lamp', 'Chair', 'Desk']) {
      const item = document.createElement('div');
      item.className = 'tile';
      list.append(item);
      item.attachShadow({
        mode: 'open',
      }).innerHTML = `<h3>${name}</h3><p class="stock">${name.length} left</p>`;
    }
  });
  const draft = await propose(['shop-list', '.tile']);
  if (draft === undefined) throw new Error('Nothing is repeated there.');
  expect((await readTable(ask, draft)).rows).toEqual([
    { title: 'Lamp', stock: 4 },
    { title: 'Chair', stock: 5 },
    { title: 'Desk', stock: 4 },
  ]);
});

test('a click into the shadow root of one of many elements finds all of them', async () => {
  await page.setContent('<main><shop-grid></shop-grid></main>');
  await page.evaluate(() => {
    const grid = document.querySelector('shop-grid')?.attachShadow({ mode: 'open' });
    if (grid === undefined) return;
    for (const name of ['Lamp', 'Chair', 'Desk']) {
      const root = document.createElement('shop-card').attachShadow({ mode: 'open' });
      root.innerHTML = `<h3>${name}</h3><p class="stock">${name.length} left</p>`;
      grid.append(root.host);
    }
  });
  const draft = await propose(['shop-grid', 'shop-card:nth-child(2)', '.stock']);
  if (draft === undefined) throw new Error('Nothing is repeated there.');
  expect((await readTable(ask, draft)).rows).toEqual([
    { title: 'Lamp', stock: 4 },
    { title: 'Chair', stock: 5 },
    { title: 'Desk', stock: 4 },
  ]);
});

test('a list of more than 5,000 blocks is refused with a sentence, and a short one on the same page is found', async () => {
  const blocks = Array.from({ length: 5_001 }, (_none, at) => `<div><b>${at}</b></div>`).join('');
  await page.setContent(
    `<main>${blocks}</main><ul><li>One <b>1</b></li><li>Two <b>2</b></li></ul>`,
  );
  await expect(propose('div:nth-child(9) b')).rejects.toThrow(
    'More than 5,000 blocks stand beside one another there',
  );
  expect((await propose('li b'))?.selectors[0]).toEqual({ selector: 'li', count: 2 });
});

test('names come from what the page states of the values in JSON-LD', async () => {
  const entities = lamps.map(({ title, price }) => ({
    '@type': 'Product',
    sku: `A-${price}`,
    name: title,
  }));
  const html = `<script type="application/ld+json">${JSON.stringify(entities)}</script><ul>${lamps.map(({ title, price }) => `<li><b>${title}</b> <i>A-${price}</i></li>`).join('')}</ul>`;
  expect((await click(html, 'i')).rows).toEqual(
    lamps.map(({ title, price }) => ({ name: title, sku: `A-${price}` })),
  );
});

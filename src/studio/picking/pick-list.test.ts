import { type Browser, chromium, type Page, selectors } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { realBrowserOptions, realBrowserPath } from '../../../test/support/real-browser.ts';
import { callFrame, registerEngine } from '../../browser/call-page.ts';
import { parseSelector } from '../../recipes/format/parse-selector.ts';
import { type AskPage, type ListDraft, dropField, renameField, retypeField } from './list-draft.ts';
import {
  addField,
  includeKind,
  proposeList,
  proposePage,
  setItemSelectors,
} from './propose-draft.ts';
import { readTable } from './read-table.ts';

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

function at(css: string) {
  const { selector } = parseSelector(css);
  if (selector === undefined) throw new Error(`No selector: ${css}`);
  return { selector: selector.parts };
}

async function pick(html: string, css: string): Promise<ListDraft> {
  await page.setContent(html);
  const draft = await proposeList(ask, { at: at(css) });
  if (draft === undefined) throw new Error('Nothing is repeated there.');
  return draft;
}

function card(name: string, price: string, more = ''): string {
  return `<li class="card"><a href="/p/${name}"><img src="/${name}.png"><h3>${name}</h3></a><p class="price">${price}</p>${more}</li>`;
}

function cut(name: string, former: string, price: string): string {
  return card(name, `<s class="price">${former}</s> <b class="price">${price}</b>`);
}

const shop = `<html lang="en"><nav><ul><li><a href="/">Home</a></li><li><a href="/all">All</a></li></ul></nav>
  <ul class="grid">${card('Lamp', '£12.50')}${card('Chair', '£80.00', '<p class="stock">Last one</p>')}
  <li class="card promo"><a href="/ad"><h3>Gift cards</h3></a><p class="sponsored">Advert</p></li>
  ${card('Desk', '£140.00')}${card('Rug', '£33.00')}</ul>`;

describe('a list of cards', () => {
  test('is proposed by a click into one of them, with what a run brings of it', async () => {
    const draft = await pick(shop, '.price');
    const { rows, fields } = await readTable(ask, draft);
    expect(rows.map((row) => [row['title'], row['price']])).toEqual([
      ['Lamp', 12.5],
      ['Chair', 80],
      ['Desk', 140],
      ['Rug', 33],
    ]);
    expect(fields.find(({ name }) => name === 'stock')).toMatchObject({
      filled: 1,
      missing: [0, 2, 3],
    });
  });

  test('has the price that is to be paid under that name, and the one that is struck out as the former one', async () => {
    const draft = await pick(
      `<ul>${cut('Lamp', '£20.00', '£12.50')}${cut('Chair', '£90.00', '£80.00')}${cut('Desk', '£150.00', '£140.00')}</ul>`,
      'h3',
    );
    const { rows } = await readTable(ask, draft);
    expect(rows.map((row) => [row['price'], row['former_price']])).toEqual([
      [12.5, 20],
      [80, 90],
      [140, 150],
    ]);
  });

  test('takes a near miss in, and leaves it out again', async () => {
    const draft = await pick(shop, '.price');
    expect(draft.kinds).toMatchObject([{ marks: { length: 4 } }, { label: 'li.card.promo' }]);
    const wide = await includeKind(ask, draft, 1, true);
    expect((await readTable(ask, wide)).rows).toHaveLength(5);
    const narrow = await includeKind(ask, wide, 1, false);
    expect((await readTable(ask, narrow)).rows).toHaveLength(4);
  });
});

describe('selectors of items that a person writes', () => {
  test('lead to the items whose fields are found anew, with what stands beside them', async () => {
    const draft = renameField(await pick(shop, 'nav a'), 'title', 'name');
    const written = await setItemSelectors(ask, draft, ['.gone', '.card:has(.price)']);
    expect(written.selectors).toEqual([
      { selector: '.gone', count: 0 },
      { selector: '.card:has(.price)', count: 4 },
    ]);
    expect(written.kinds).toMatchObject([
      { marks: { length: 4 }, isIncluded: true },
      { label: 'li.card.promo', marks: { length: 1 }, isIncluded: false },
    ]);
    expect((await readTable(ask, written)).rows[0]).toMatchObject({ price: 12.5 });
  });

  test('still know their near misses, which are taken in by a click', async () => {
    const written = await setItemSelectors(ask, await pick(shop, '.price'), ['.card:has(.stock)']);
    expect(written.kinds).toMatchObject([
      { marks: { length: 1 } },
      { label: 'li.card', marks: { length: 3 } },
      { label: 'li.card.promo' },
    ]);
    const wide = await includeKind(ask, written, 1, true);
    expect((await readTable(ask, wide)).rows.map((row) => row['title'])).toEqual([
      'Lamp',
      'Chair',
      'Desk',
      'Rug',
    ]);
  });

  test('make a list of a page that was one item', async () => {
    await page.setContent(shop);
    const written = await setItemSelectors(ask, await proposePage(ask), ['.card']);
    expect((await readTable(ask, written)).rows).toHaveLength(5);
  });

  test('are refused with a sentence where they lead nowhere or cannot be read', async () => {
    const draft = await pick(shop, '.price');
    const refusal = (selectors: readonly string[]) =>
      setItemSelectors(ask, draft, selectors).catch((error: unknown) => String(error));
    expect(await refusal([])).toContain('The items need 1 to 10 selectors.');
    expect(await refusal(['.gone'])).toContain(
      'The selector matches nothing on this page: ".gone".',
    );
    expect(await refusal(['css/'])).toContain('The selector "css/" of the items is empty');
  });
});

test('a draft is edited, and a field that was dropped stays away', async () => {
  const draft = await pick(shop, '.price');
  const named = retypeField(renameField(draft, 'price', 'cost'), 'cost', 'string');
  const edited = dropField(named, 'stock');
  const changed = await includeKind(ask, edited, 1, true);
  const names = changed.fields.map(({ name }) => name);
  expect(names).toContain('cost');
  expect(names).not.toContain('stock');
  expect((await readTable(ask, changed)).rows[0]).toMatchObject({ cost: '£12.50' });
});

test('a field is added by an element in any of the items', async () => {
  const draft = await pick(shop, '.price');
  const bare = dropField({ ...draft, dropped: [] }, 'price');
  const added = await addField(ask, bare, at('li:nth-child(5) .price'));
  expect(added?.fields.at(-1)).toMatchObject({ name: 'price', type: 'number', isAdded: true });
});

test('a page that is one item has the fields that it names', async () => {
  await page.setContent(`<h1>Lamp</h1><p>Some words.</p><dl><dt>Colour</dt><dd>Red</dd></dl>
    <table><tr><th>Weight</th><td>2 kg</td></tr></table>`);
  const draft = await proposePage(ask);
  const { rows } = await readTable(ask, draft);
  expect(rows).toEqual([{ title: 'Lamp', colour: 'Red', weight: 2 }]);
});

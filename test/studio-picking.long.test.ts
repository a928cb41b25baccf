import { readFileSync } from 'node:fs';
import { type Browser as Chromium, chromium, type Page, selectors } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callFrame, registerEngine } from '../src/browser/call-page.ts';
import type { Browser } from '../src/runtime/contracts/browser.ts';
import { parseSelector } from '../src/recipes/format/parse-selector.ts';
import type { AskPage, ListDraft } from '../src/studio/picking/list-draft.ts';
import { findPagination, tryPagination } from '../src/studio/picking/find-pagination.ts';
import { proposeList } from '../src/studio/picking/propose-draft.ts';
import { readTable } from '../src/studio/picking/read-table.ts';
import { type FixtureSite, serveFixtureSite } from '../test-kit/index.ts';
import { realBrowserOptions, realBrowserPath } from './support/real-browser.ts';
import { loopbackBrowser, replaySteps } from './support/replay.ts';

let site: FixtureSite;
let chrome: Chromium;
let page: Page;
let browser: Browser;

beforeAll(async () => {
  site = await serveFixtureSite();
  await registerEngine(selectors);
  const chromiumSandbox = realBrowserOptions().sandbox ?? process.getuid?.() !== 0;
  chrome = await chromium.launch({ executablePath: realBrowserPath(), chromiumSandbox });
  page = await chrome.newPage();
  browser = loopbackBrowser(1);
});

afterAll(async () => {
  await browser.close?.();
  await chrome.close();
  await site[Symbol.asyncDispose]();
});

const limits = { signal: AbortSignal.timeout(120_000), timeoutMs: 30_000 };
const ask: AskPage = (name, input) => callFrame(page.mainFrame(), name, input, limits);

function readExpected(name: string): unknown {
  const file = new URL(`../fixtures/expected/${name}.json`, import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8'));
}

async function click(path: string, css: string): Promise<ListDraft> {
  await page.goto(site.url + path);
  const { selector } = parseSelector(css);
  const draft = await proposeList(ask, { at: { selector: selector?.parts ?? [] } });
  if (draft === undefined) throw new Error('Nothing is repeated there.');
  return draft;
}

interface Listing {
  readonly pages: readonly (readonly { readonly name: string; readonly price: number }[])[];
}

interface Table {
  readonly rows: readonly (readonly string[])[];
}

interface Forum {
  readonly posts: readonly { readonly author: string }[];
}

test('a click on a price of the shop brings its first page, and the way on the second one', async () => {
  const draft = await click('/shop/', '.product-card:nth-child(3) .price');
  const expected = (readExpected('listing') as Listing).pages;
  const { rows } = await readTable(ask, draft);
  expect(rows.map((row) => row['title'])).toEqual(expected[0]?.map(({ name }) => name));
  const tried = await tryPagination({
    draft,
    found: await findPagination(ask, draft),
    before: [{ type: 'navigate', url: `${site.url}/shop/` }],
    async replay(steps) {
      const { pages } = await replaySteps(browser, steps);
      return pages.map(({ collections }) => collections.flatMap(({ items }) => items));
    },
  });
  expect(Object.keys(tried?.parameters ?? {})).toEqual(['next']);
  expect(tried?.rows.map((row) => String(row['title']))).toEqual(
    expected.slice(0, 2).flatMap((items) => items.map(({ name }) => name)),
  );
});

test('a click on a cell of a table brings its rows', async () => {
  const [, , rainfall] = readExpected('tables') as readonly Table[];
  const draft = await click('/tables/rainfall.html', 'tbody tr:nth-child(2) td:last-child');
  const { rows } = await readTable(ask, draft);
  expect(rows).toHaveLength(rainfall?.rows.length ?? 0);
});

test('a click on a post of the forum brings all of its posts', async () => {
  const { posts } = readExpected('forum') as Forum;
  const draft = await click('/forum/', '#post-802');
  const { rows } = await readTable(ask, draft);
  expect(rows).toHaveLength(posts.length);
  const said = rows.map((row) => JSON.stringify(row));
  for (const [index, { author }] of posts.entries()) expect(said[index]).toContain(author);
});

import { type Browser, chromium, type Page, selectors } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { realBrowserOptions, realBrowserPath } from '../../test/support/real-browser.ts';
import { callFrame, registerEngine } from '../browser/call-page.ts';
import type { AskPage } from './picking/list-draft.ts';
import { rankLists } from './suggest-recipe.ts';

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

const links = Array.from(
  { length: 40 },
  (_none, at) => `<li><a href="/part/${at}">Part of the shop ${at}</a> <b>new</b></li>`,
).join('');
const goods = ['Lamp', 'Chair', 'Desk', 'Rug']
  .map(
    (name, at) =>
      `<li><h3>${name} made of oak</h3> <b>£${at}5</b> <i>Sent within ${at} days</i></li>`,
  )
  .join('');

test('a list in the content comes before a longer one in the navigation', async () => {
  await page.setContent(`<nav><ul>${links}</ul></nav><main><ul>${goods}</ul></main>`);
  const ranked = await rankLists(ask, '');
  expect(ranked.map(({ rows }) => rows.length)).toEqual([4, 40]);
});

test('a list that has words of the prompt comes before one that says more', async () => {
  const people = ['Ann Ash', 'Bo Birch'].map((name) => `<li><h3>${name}</h3><i>weaver</i></li>`);
  await page.setContent(`<main><ul>${goods}</ul><ol>${people.join('')}</ol></main>`);
  const [first] = await rankLists(ask, '');
  expect(first?.rows).toHaveLength(4);
  const [named] = await rankLists(ask, 'the weavers called Ann, Ash, Birch');
  expect(named?.rows).toHaveLength(2);
});

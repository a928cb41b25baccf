import { type Browser as Chromium, chromium, type Page, selectors } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { realBrowserOptions, realBrowserPath } from '../../../test/support/real-browser.ts';
import { loopbackBrowser, replaySteps } from '../../../test/support/replay.ts';
import { type ServedPages, servePages } from '../../../test/support/serve-pages.ts';
import { callFrame, registerEngine } from '../../browser/call-page.ts';
import type { Browser } from '../../runtime/contracts/browser.ts';
import { parseSelector } from '../../recipes/format/parse-selector.ts';
import type { AskPage } from './list-draft.ts';
import {
  type FoundPagination,
  type TriedPagination,
  findPagination,
  tryPagination,
} from './find-pagination.ts';
import { proposeList } from './propose-draft.ts';

const perPage = 5;
const pages = 3;

function list(number: number, more: string, script = ''): string {
  const items = Array.from({ length: perPage }, (_none, at) =>
    item((number - 1) * perPage + at + 1),
  );
  return `<!doctype html><html lang="en"><title>Finds</title><style>li { height: 220px }</style>
    <main><ul id="list">${items.join('')}</ul>${more}</main><script>
    let shown = ${number * perPage};
    const append = () => {
      for (let at = 0; at < 5 && shown < 15; at += 1) {
        shown += 1;
        document.querySelector('#list').insertAdjacentHTML('beforeend',
          \`${item('${shown}')}\`);
      }
    };
    ${script}</script></html>`;
}

function item(number: number | string): string {
  return `<li><a href="/find/${number}">Find ${number}</a> <b class="price">£${number}.50</b></li>`;
}

const sites: Readonly<Record<string, (page: number) => string>> = {
  '/next': (page) =>
    list(page, page < pages ? `<nav><a href="?page=${page + 1}">Next</a></nav>` : ''),
  '/more': () =>
    list(
      1,
      '<button type="button">Show more</button>',
      `document.querySelector('button').onclick = append;`,
    ),
  '/scroll': () =>
    list(
      1,
      '',
      `addEventListener('scroll', () => {
      if (scrollY + innerHeight >= document.documentElement.scrollHeight - 10) setTimeout(append, 30);
    });`,
    ),
  '/numbers': (page) =>
    list(
      page,
      `<nav class="pagination">${[1, 2, 3].map((at) => (at === page ? `<span class="current">${at}</span>` : `<a href="?page=${at}">${at}</a>`)).join(' ')}</nav>`,
    ),
  '/whole': () => list(1, '<p>Showing 5 of 5</p>'),
  '/trap': () => list(1, '<nav><a href="?page=1&amp;again=yes">Next</a></nav>'),
};

let served: ServedPages;
let chrome: Chromium;
let page: Page;
let browser: Browser;

beforeAll(async () => {
  served = await servePages(({ pathname, searchParams }) =>
    sites[pathname]?.(Number(searchParams.get('page') ?? 1)),
  );
  await registerEngine(selectors);
  const chromiumSandbox = realBrowserOptions().sandbox ?? process.getuid?.() !== 0;
  chrome = await chromium.launch({ executablePath: realBrowserPath(), chromiumSandbox });
  page = await chrome.newPage();
  browser = loopbackBrowser(1);
});

afterAll(async () => {
  await browser.close?.();
  await chrome.close();
  await served.close();
});

interface Outcome {
  readonly found: readonly FoundPagination[];
  readonly tried: TriedPagination | undefined;
}

async function paginate(path: string): Promise<Outcome> {
  const url = served.origin + path;
  await page.goto(url);
  const limits = { signal: AbortSignal.timeout(60_000), timeoutMs: 30_000 };
  const ask: AskPage = (name, input) => callFrame(page.mainFrame(), name, input, limits);
  const { selector } = parseSelector('li:nth-child(2) .price');
  const draft = await proposeList(ask, {
    at: { selector: selector?.parts ?? [] },
  });
  if (draft === undefined) throw new Error('No list was found.');
  const found = await findPagination(ask, draft);
  const tried = await tryPagination({
    draft,
    found,
    before: [{ type: 'navigate', url }],
    async replay(steps) {
      const { pages } = await replaySteps(browser, steps);
      return pages.map(({ collections }) => collections.flatMap(({ items }) => items));
    },
  });
  return { found, tried };
}

test.each([
  ['/next', 'next', 'A link to the next page stands beside the list: "Next".'],
  ['/more', 'loadMore', 'A button for more stands behind the list: "Show more".'],
  ['/scroll', 'scroll', 'No link or button leads on; the page may load more as it is scrolled.'],
  [
    '/numbers',
    'urlTemplate',
    'The address of page 2 differs from this one by the number of the page.',
  ],
])('the way on is found and brings the rows of the second page: %s', async (path, kind, reason) => {
  const { tried } = await paginate(path);
  expect(tried?.reason).toBe(reason);
  expect(Object.keys(tried?.parameters ?? {})).toEqual([kind]);
  expect(tried?.rows.map((row) => row['price'])).toEqual(
    Array.from({ length: 2 * perPage }, (_none, at) => [`£${at + 1}.50`]),
  );
});

test('a list that says it is whole has no way on', async () => {
  expect((await paginate('/whole')).found).toEqual([]);
});

test('a link that brings the same rows again is no way on', async () => {
  const { found, tried } = await paginate('/trap');
  expect(found).toHaveLength(1);
  expect(tried).toBeUndefined();
});

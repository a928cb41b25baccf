import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from '../../../runtime/contracts/browser.ts';
import { loopbackBrowser, type Replay, replaySteps } from '../../../../test/support/replay.ts';
import { type ServedPages, servePages } from '../../../../test/support/serve-pages.ts';

const last = 4;
const rows = 3;

interface Site {
  /** The number of the page whose items come; the asked one where it is left out. */
  readonly shows?: (page: number) => number;
  readonly above?: (page: number) => string;
  readonly pager?: (page: number) => string;
  /** The status of the first response to a page. */
  readonly status?: (page: number) => number;
  readonly refusals?: number;
}

const leadOn = (page: number): string =>
  page < last ? `<a class="go" href="?page=${page + 1}">Next</a>` : '';
const numbered = (page: number): string => `<b aria-current="page">${page}</b>`;

const sites: Readonly<Record<string, Site>> = {
  'first match leads here': {
    pager: (page) => {
      const here = `<a class="go" href="?page=${page}">This one</a>`;
      const first = page === 1 ? '<a class="go" href="">This one</a>' : here;
      return page < last ? `${first}<a class="go" href="?page=${page + 1}">Older ones</a>` : first;
    },
  },
  'repeats a numbered page': {
    shows: (page) => (page === 3 ? 2 : page),
    pager: (page) => numbered(page) + leadOn(page) + (page > 1 ? '<a href="?page=1">1</a>' : ''),
  },
  'repeats a numbered page by script': {
    pager: () =>
      `<b id="at" aria-current="page">1</b><a href="?page=1">1</a><button id="go" class="go">Next</button><script>
        let page = 1;
        go.onclick = () => {
          page += 1;
          at.textContent = page;
          go.disabled = page === ${last};
          if (page === 3) return;
          for (const [i, item] of document.querySelectorAll('.item').entries()) item.textContent = 'Reed ' + ((page - 1) * ${rows} + i + 1);
        };
      </script>`,
  },
  'repeats a page': { shows: (page) => (page === 3 ? 2 : page), pager: leadOn },
  'begins again': {
    pager: (page) => `<a class="go" href="?page=${(page % last) + 1}">Next</a>`,
  },
  'stays at its last page': {
    shows: (page) => Math.min(page, last),
    pager: (page) => `<a class="go" href="?page=${page + 1}">Next</a>`,
  },
  'refuses once': { pager: leadOn, refusals: 1, status: (page) => (page === 3 ? 429 : 200) },
  'fails once': { pager: leadOn, refusals: 1, status: (page) => (page === 2 ? 503 : 200) },
  'fails twice': { pager: leadOn, refusals: 2, status: (page) => (page === 3 ? 500 : 200) },
  'has lost a page': { pager: leadOn, refusals: 1, status: (page) => (page === 3 ? 404 : 200) },
};

const refusals = new Map<string, number>();
let pages: ServedPages;
let browser: Browser;

beforeAll(async () => {
  pages = await servePages(({ pathname, searchParams }) => {
    const name = decodeURIComponent(pathname.slice(1));
    const site = sites[name] ?? {};
    const page = Number(searchParams.get('page') ?? 1);
    const status = site.status?.(page) ?? 200;
    const refused = refusals.get(name) ?? 0;
    if (status !== 200 && refused < (site.refusals ?? 0)) {
      refusals.set(name, refused + 1);
      return { status, body: '<!doctype html><title>Error</title><p>Not now</p>' };
    }
    return toPage(site, page);
  });
  browser = loopbackBrowser();
});

afterAll(async () => {
  await browser.close?.();
  await pages.close();
});

test.concurrent('of two matches the one that leads on is followed', async () => {
  const { items, warnings } = await run('first match leads here');
  expect([namesOf(items), warnings]).toEqual([reeds(1, 2, 3, 4), []]);
});

test.concurrent.each([
  ['repeats a numbered page', 'page 3 showed only items'],
  ['repeats a numbered page by script', 'page 3 showed only items'],
  ['repeats a page', 'a page between the last two of 3 showed only items'],
])('a list that goes on behind a page of known items is read on: %s', async (site, warning) => {
  const { items, warnings } = await run(site);
  expect(namesOf(items)).toEqual(reeds(1, 2, 4));
  expect(warnings).toEqual([expect.stringContaining(warning)]);
});

test.concurrent.each(['begins again', 'stays at its last page'])(
  'a list that shows nothing but known items any more has ended: %s',
  async (site) => {
    const { items, warnings, end } = await run(site);
    expect([namesOf(items), warnings, end]).toEqual([reeds(1, 2, 3, 4), [], 'same_page']);
  },
);

test.concurrent.each(['refuses once', 'fails once'])(
  'a next page that a site %s is asked for again',
  async (site) => {
    const { items, warnings, end } = await run(site);
    expect([namesOf(items), warnings, end]).toEqual([reeds(1, 2, 3, 4), [], 'no_next']);
  },
);

test.concurrent.each(['fails twice', 'has lost a page'])(
  'a next page that does not come is no natural end: %s',
  async (site) => {
    const { items, end } = await run(site);
    expect([namesOf(items), end]).toEqual([reeds(1, 2), 'page_error']);
  },
);

async function run(site: string): Promise<Replay> {
  return replaySteps(browser, [
    { type: 'navigate', url: `${pages.origin}/${encodeURIComponent(site)}` },
    {
      type: 'customStep',
      name: 'extract',
      parameters: { items: '.item', fields: { name: { selectors: ':scope' } } },
    },
    { type: 'customStep', name: 'paginate', parameters: { next: '.go' } },
  ]);
}

function toPage({ shows, above, pager }: Site, page: number): string {
  const shown = shows?.(page) ?? page;
  const items = reeds(shown).map((name) => `<li class="item">${name}</li>`);
  return `<!doctype html><html lang="en"><title>Reeds</title>${above?.(page) ?? ''}<ul>${items.join('')}</ul><nav class="pager">${pager?.(page) ?? ''}</nav></html>`;
}

function reeds(...shown: readonly number[]): readonly string[] {
  return shown.flatMap((page) =>
    Array.from({ length: rows }, (_, index) => `Reed ${(page - 1) * rows + index + 1}`),
  );
}

function namesOf(items: Replay['items']): readonly (string | undefined)[] {
  return items.map((item) => item['name']);
}

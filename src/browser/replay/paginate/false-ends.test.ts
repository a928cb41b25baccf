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
  'loads its rows late': {
    pager: (page) =>
      leadOn(page) +
      `<script>
        const names = [];
        for (const item of document.querySelectorAll('.item')) { names.push(item.textContent); item.textContent = 'Loading…'; }
        setTimeout(() => { for (const item of document.querySelectorAll('.item')) item.textContent = names.shift(); }, ${page === 1 ? 0 : 1_500});
      </script>`,
  },
  'loads its rows late by script': {
    pager: () =>
      `<button id="go" class="go">Next</button><script>
        let page = 1;
        const items = [...document.querySelectorAll('.item')];
        go.onclick = () => {
          page += 1;
          go.disabled = page === ${last};
          for (const item of items) item.textContent = 'Loading data ...';
          setTimeout(() => { for (const [i, item] of items.entries()) item.textContent = 'Reed ' + ((page - 1) * ${rows} + i + 1); }, 3_500);
        };
      </script>`,
  },
  'never loads its rows': {
    pager: (page) =>
      leadOn(page) +
      (page < 3
        ? ''
        : "<script>for (const item of document.querySelectorAll('.item')) item.textContent = 'Loading…';</script>"),
  },
  'cut titles': { above: () => '<p class="item"><a href="/docks">Loading…</a></p>' },
  'repeats a page': { shows: (page) => (page === 3 ? 2 : page), pager: leadOn },
  'begins again': {
    pager: (page) => `<a class="go" href="?page=${(page % last) + 1}">Next</a>`,
  },
  'stays at its last page': {
    shows: (page) => Math.min(page, last),
    pager: (page) => `<a class="go" href="?page=${page + 1}">Next</a>`,
  },
  'counts on behind its last page': {
    shows: (page) => Math.min(page, last),
    pager: (page) =>
      `${numbered(page)}<a href="?page=1">1</a><a class="go" href="?page=${page + 1}">Next</a>`,
  },
  'ends with a repeated page': {
    shows: (page) => Math.min(page, last - 1),
    pager: (page) =>
      `${numbered(page)}<a href="?page=1">1</a>${leadOn(page) || '<button class="go" disabled>Next</button>'}`,
  },
  'refuses once': { pager: leadOn, refusals: 1, status: (page) => (page === 3 ? 429 : 200) },
  'fails once': { pager: leadOn, refusals: 1, status: (page) => (page === 2 ? 503 : 200) },
  'fails twice': { pager: leadOn, refusals: 2, status: (page) => (page === 3 ? 500 : 200) },
  'has lost a page': { pager: leadOn, refusals: 1, status: (page) => (page === 3 ? 404 : 200) },
};

/** A box of pages by their numbers, of which a script opens the chosen one. */
function box(count: number, attributes: string, toLabel = (page: number) => String(page)): Site {
  const options = Array.from({ length: count }, (_, i) => `<option>${toLabel(i + 1)}</option>`);
  return { above: () => `<p>Go to <select ${attributes}>${options.join('')}</select></p>` };
}

const above = (html: string): Site => ({ above: () => html });

/** Lists of three items that say that there are more, and what is told of them. */
const goingOn: Readonly<Record<string, readonly [site: Site, told: string]>> = {
  'a total': [above('<p>57 results</p>'), 'item 3 of 57'],
  'a total beside the title': [
    above('<header><h1>Reeds</h1><span><b>1,057</b> results</span></header>'),
    'item 3 of 1057',
  ],
  'a total for a question': [above('<h1>57 results for “reed”</h1>'), 'item 3 of 57'],
  'a total of things': [above('<div>Showing 57 marsh plants</div>'), 'item 3 of 57'],
  'things that were found': [above('<div>57 plants found</div>'), 'item 3 of 57'],
  'a total in German': [above('<p>1.057 Treffer</p>'), 'item 3 of 1057'],
  'a total in Japanese': [above('<p>全57件</p>'), 'item 3 of 57'],
  'a total before a filter': [
    above('<h1>Reeds</h1><p>57 results</p><aside><h3>Colour</h3><p>Green</p></aside>'),
    'item 3 of 57',
  ],
  'a total behind the list': [{ pager: () => '<p>57 results</p>' }, 'item 3 of 57'],
  'a box of pages': [box(5, 'name="page"'), 'page 1, but the page shows that there are 5'],
  'a long box of pages': [
    box(90, 'aria-label="Page"'),
    'page 1, but the page shows that there are 90',
  ],
  'a box that counts': [
    box(5, '', (page) => `Page ${page} of 5`),
    'page 1, but the page shows that there are 5',
  ],
};

/** Lists of three items beside numbers that are no totals of theirs. */
const whole: Readonly<Record<string, Site>> = {
  'as many as there are': above('<p>3 results</p>'),
  'a year': above('<p>Results 2024</p><p>2024 results</p><p>2023 results</p>'),
  'a year that is asked for': above('<h1>Results for 1984</h1>'),
  'a price': above('<p>Found 57 € cheaper</p><p>$57</p>'),
  'counts of parts': above('<ul><li>57 results in Books</li><li>12 results in Films</li></ul>'),
  'counts of tabs': above('<p>57 results</p><p>12 results</p>'),
  'a size of pages': above(
    '<p>Show 20 per page</p><p>Showing 20 per page</p><p>20 results per page</p>',
  ),
  'an estimate': above('<p>About 57 results</p><p>over 1,000 results</p><p>57+ results</p>'),
  'a total of another list': above('<p>57 results</p><h2>Advertised</h2>'),
  'a total under another heading': above('<section><h2>News</h2><p>57 results</p></section>'),
  'a total behind another heading': { pager: () => '<h2>News</h2><p>57 results</p>' },
  'people who look': above('<p>57 people viewing</p><p>57 reviews</p><p>57 sold</p>'),
  'a hidden total': above('<p hidden>57 results</p>'),
  'a button with a total': above('<button>Show 57 results</button>'),
  'a table of contents': above(
    '<p><a href="#a">1 Plants</a></p><p><a href="#b"><span>8 Results</span></a></p>',
  ),
  'a box of amounts': box(5, 'name="quantity"'),
  'a box of page sizes': box(3, 'name="page-size"', (page) => String(page * 10)),
  'a box of one page': box(1, 'name="page"'),
};

const refusals = new Map<string, number>();
let pages: ServedPages;
let browser: Browser;

beforeAll(async () => {
  pages = await servePages(({ pathname, searchParams }) => {
    const name = decodeURIComponent(pathname.slice(1));
    const site = sites[name] ?? goingOn[name]?.[0] ?? whole[name] ?? {};
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

test.concurrent.each([
  [
    'counts on behind its last page',
    reeds(1, 2, 3, 4),
    'the list is complete if page 4 is its last',
  ],
  ['ends with a repeated page', reeds(1, 2, 3), 'page 4 showed only items of the pages before it'],
])('what known items at the end may mean is told once: %s', async (site, names, told) => {
  const { items, warnings } = await run(site);
  expect(namesOf(items)).toEqual(names);
  expect(warnings).toEqual([expect.stringContaining(told)]);
});

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

test.concurrent.each(['loads its rows late', 'loads its rows late by script'])(
  'rows that say that they are loaded are waited for: a list that %s',
  async (site) => {
    const { items, warnings } = await run(site);
    expect([namesOf(items), warnings]).toEqual([reeds(1, 2, 3, 4), []]);
  },
);

test.concurrent('rows that are never loaded are told', async () => {
  const { items, warnings } = await run('never loads its rows', [paginate], 2_000);
  expect(namesOf(items)).toEqual(reeds(1, 2));
  expect(warnings.join()).toContain('3 items in view stayed without content');
});

test.concurrent('a cut title that begins like a notice is an item', async () => {
  const { items } = await run('cut titles', []);
  expect(namesOf(items)).toEqual(['Loading…', ...reeds(1)]);
});

const paginate = { type: 'customStep', name: 'paginate', parameters: { next: '.go' } };
const scroll = { type: 'customStep', name: 'paginate', parameters: { scroll: true } };

test.concurrent.each(Object.entries(goingOn))(
  'a list that says that there is more is reported: %s',
  async (site, [, told]) => {
    const { warnings } = await run(site, []);
    expect(warnings).toEqual([expect.stringContaining(`(extract) ended at ${told}`)]);
  },
);

test.concurrent('a pagination that ends before what the page says is reported', async () => {
  const { warnings, end } = await run('a total', [scroll]);
  expect([warnings, end]).toEqual([
    [expect.stringContaining('(paginate) ended at item 3 of 57')],
    'no_new_items',
  ]);
});

test.concurrent.each(Object.keys(whole))('a number is no total of the list: %s', async (site) => {
  expect((await run(site, [])).warnings).toEqual([]);
});

async function run(
  site: string,
  further: readonly unknown[] = [paginate],
  timeoutMs = 20_000,
): Promise<Replay> {
  const steps = [
    { type: 'navigate', url: `${pages.origin}/${encodeURIComponent(site)}` },
    {
      type: 'customStep',
      name: 'extract',
      parameters: { items: '.item', fields: { name: { selectors: ':scope' } } },
    },
    ...further,
  ];
  return replaySteps(browser, steps, { timeoutMs });
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

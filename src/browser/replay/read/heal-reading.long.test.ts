import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from '../../../runtime/contracts/browser.ts';
import type { RecipeFingerprints } from '../../../runtime/contracts/recipe/fingerprint.ts';
import { loopbackBrowser, type Replay, replaySteps } from '../../../../test/support/replay.ts';
import { type ServedPages, servePages } from '../../../../test/support/serve-pages.ts';

let pages: ServedPages;
let browser: Browser;
let fingerprints: RecipeFingerprints;

beforeAll(async () => {
  pages = await servePages(({ pathname, searchParams }) => {
    const [, design = ''] = pathname.split('/');
    return designs[design]?.(Number(searchParams.get('page') ?? 1));
  });
  browser = loopbackBrowser();
  ({ fingerprints } = await run('before'));
});

afterAll(async () => {
  await browser.close?.();
  await pages.close();
});

const goods = [
  ['Brass lamp', '£12.50', 'Lumen'],
  ['Oak stool', '£48.00', 'Ferry'],
  ['Wool throw', '£31.25', 'Moss'],
  ['Slate bowl', '£9.90', 'Ferry'],
] as const;

interface Names {
  readonly item: string;
  readonly title: string;
  readonly price: string;
  readonly next: string;
}

function shop({ item, title, price, next }: Names, wrap = (html: string) => html) {
  return (page: number): string => {
    const cards = goods.map(
      ([name, cost, brand], index) =>
        `<li class="${item}">${wrap(`<h3 class="${title}"><a href="/goods/${page}-${index}">${name} ${page}</a></h3><p class="brand">by ${brand}</p><p class="${price}">${cost}</p>`)}<button>Add to basket</button></li>`,
    );
    const pager = page < 3 ? `<a class="${next}" href="?page=${page + 1}">Next page</a>` : '';
    return `<!doctype html><html lang="en"><title>Shop</title><nav><a href="/a">About us</a> <a href="/b">Journal</a></nav><main><h1>All goods</h1><ul class="goods">${cards.join('')}</ul><div class="pager">${page > 1 ? '<a class="previous" href="?page=1">First page</a>' : ''}${pager}</div></main><footer>Returns within 30 days</footer></html>`;
  };
}

const before = { item: 'card', title: 'title', price: 'price', next: 'next' };
const designs: Readonly<Record<string, (page: number) => string>> = {
  before: shop(before),
  renamed: shop({ item: 'x-1', title: 't-9', price: 'amount', next: 'forth' }),
  wrapped: shop(
    { ...before, item: 'tile', price: 'cost' },
    (html) => `<div><div>${html}</div></div>`,
  ),
  // The old name of the link went over to another one.
  taken: (page) =>
    shop({ ...before, next: 'forth' })(page).replace('<a href="/b">', '<a class="next" href="/b">'),
  // The price is the first paragraph now.
  unbranded: (page) => shop(before)(page).replaceAll(/<p class="brand">[^<]*<\/p>/g, ''),
  stocked: () => stocked('stock'),
  restocked: () => stocked('x-7'),
  'sold-out': () => stocked('stock').replaceAll(/<p class="stock">[^<]*<\/p>/g, ''),
  standings: () => standings('th'),
  'standings-of-cells': () => standings('td'),
  gone: () => '<!doctype html><title>Shop</title><main><h1>Closed</h1><p>We moved away.</p></main>',
};

async function run(
  design: string,
  known?: RecipeFingerprints,
  limits: { readonly timeoutMs?: number } = {},
): Promise<Replay> {
  const fields = { title: { selectors: '.title a' }, price: { selectors: '.price' } };
  const steps = [
    { type: 'navigate', url: `${pages.origin}/${design}` },
    { type: 'customStep', name: 'extract', parameters: { items: 'li.card', fields } },
    { type: 'customStep', name: 'paginate', parameters: { next: 'a.next' } },
  ];
  return replaySteps(browser, steps, { fingerprints: known, ...limits });
}

const all = [1, 2, 3].flatMap((page) =>
  goods.map(([name, price]) => ({ title: `${name} ${page}`, price })),
);

test('a good run leaves fingerprints, and nothing is healed by them', async () => {
  const { items, targets, fingerprints: again } = await run('before', fingerprints);
  expect(items).toEqual(all);
  expect(Object.keys(fingerprints.targets)).toHaveLength(4);
  expect(fingerprints.targets['/steps/1/parameters/items']?.count).toBe(4);
  expect(again).toEqual(fingerprints);
  expect(targets.map(({ servedBy, likeness }) => `${servedBy} ${likeness}`)).toEqual(
    Array(4).fill('first 1'),
  );
});

test.each(['renamed', 'wrapped'])(
  'items, fields and the way on are known again (%s), and what to look for next time is reported',
  async (design) => {
    const { items, targets } = await run(design, fingerprints);
    expect(items).toEqual(all);
    const healed = targets.filter(({ servedBy }) => servedBy === 'likeness');
    expect(healed.length).toBeGreaterThanOrEqual(2);
    for (const { healed: selector, likeness } of healed) {
      expect(selector).toEqual(expect.any(String));
      expect(likeness).toBeLessThan(1);
    }
  },
);

test('without fingerprints nothing is guessed', async () => {
  const { items, targets } = await run('renamed', undefined, { timeoutMs: 1_000 });
  expect(items).toEqual([]);
  expect(targets).toMatchObject([{ purpose: 'items', servedBy: 'nothing', missing: 1 }]);
});

test('a name that has gone over to something else does not lead there', async () => {
  const { items, targets } = await run('taken', fingerprints);
  expect(items).toEqual(all);
  expect(targets).toContainEqual(
    expect.objectContaining({ purpose: 'action', servedBy: 'likeness' }),
  );
});

test('a page that is another one brings nothing', async () => {
  const { items, end } = await run('gone', fingerprints, { timeoutMs: 1_000 });
  expect(items).toEqual([]);
  expect(end).toBe('empty_page');
});

function readMaker(design: string, known?: RecipeFingerprints): Promise<Replay> {
  const fields = { maker: { selectors: 'p' }, title: { selectors: 'h3' } };
  const steps = [
    { type: 'navigate', url: `${pages.origin}/${design}` },
    { type: 'customStep', name: 'extract', parameters: { items: 'li', fields } },
  ];
  return replaySteps(browser, steps, { fingerprints: known });
}

test('a field whose selectors lead to what was another value is left out and reported', async () => {
  const learnt = await readMaker('before');
  expect(learnt.items[0]).toEqual({ title: 'Brass lamp 1', maker: 'by Lumen' });
  const { items, warnings } = await readMaker('unbranded', learnt.fingerprints);
  expect(items.map(({ title, maker }) => [title, maker])).toEqual(
    goods.map(([name]) => [`${name} 1`, undefined]),
  );
  expect(warnings.filter((warning) => warning.includes('maker'))).toEqual([
    'Step 2 (extract): the selectors of the field "maker" lead to what was another element when they were learnt. The field is left out; record it anew.',
  ]);
});

/** Goods of which all but the first say how many there are. */
function stocked(className: string): string {
  const items = goods.map(([name, price], index) => {
    const stock = index === 0 ? '' : `<p class="${className}">${index + 3} in stock</p>`;
    return `<li class="item"><h2 class="title">${name}</h2><p class="price">${price}</p>${stock}</li>`;
  });
  return `<!doctype html><ul>${items.join('')}</ul>`;
}

function readStocked(path: string, known?: RecipeFingerprints): Promise<Replay> {
  const fields = {
    title: { selectors: '.title' },
    price: { selectors: '.price' },
    stock: { selectors: '.stock', optional: true },
  };
  const steps = [
    { type: 'navigate', url: `${pages.origin}/${path}` },
    { type: 'customStep', name: 'extract', parameters: { items: '.item', fields } },
  ];
  return replaySteps(browser, steps, { fingerprints: known });
}

test('an optional field that no item seems to have is searched where an earlier run had it', async () => {
  const learnt = await readStocked('stocked');
  const stock = goods.map((_good, index) => (index === 0 ? undefined : `${index + 3} in stock`));
  expect(learnt.items.map((item) => item['stock'])).toEqual(stock);
  const healed = await readStocked('restocked', learnt.fingerprints);
  expect(healed.items.map((item) => item['stock'])).toEqual(stock);
  expect((await readStocked('restocked')).items[1]).toEqual({
    title: 'Oak stool',
    price: '£48.00',
  });
  const gone = await readStocked('sold-out', learnt.fingerprints);
  expect(gone.items[1]).toEqual({ title: 'Oak stool', price: '£48.00' });
  expect(gone.warnings).toEqual([]);
});

/** The standings of a league, whose teams stand in a heading cell or in a cell like any other. */
function standings(teamTag: string): string {
  const rows = [
    ['Harbour', 12, 9],
    ['Uplands', 11, 8],
    ['Ferrymen', 7, 10],
  ].map(
    ([team, won, lost]) =>
      `<tr><${teamTag}>${team}</${teamTag}><td>${won}</td><td>${lost}</td></tr>`,
  );
  return `<!doctype html><table><thead><tr><th>Team</th><th>Won</th><th>Lost</th></tr></thead><tbody>${rows.join('')}</tbody></table>`;
}

function readStandings(path: string): readonly unknown[] {
  return [
    { type: 'navigate', url: `${pages.origin}/${path}` },
    {
      type: 'customStep',
      name: 'extract',
      parameters: {
        items: 'tbody tr',
        fields: {
          won: { selectors: 'td:nth-of-type(1)' },
          lost: { selectors: 'td:nth-of-type(2)' },
        },
      },
    },
  ];
}

test('a column whose place another column has taken is read where its heading stands now', async () => {
  const learnt = await replaySteps(browser, readStandings('standings'));
  expect(learnt.items[0]).toEqual({ won: '12', lost: '9' });
  const known = { fingerprints: learnt.fingerprints };
  const { items, warnings } = await replaySteps(
    browser,
    readStandings('standings-of-cells'),
    known,
  );
  expect(items[0]).toEqual({ won: '12', lost: '9' });
  expect(warnings).toEqual([]);
});

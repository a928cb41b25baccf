import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RecipeFingerprints } from '../../../runtime/contracts/recipe/fingerprint.ts';
import type { Browser } from '../../../runtime/contracts/browser.ts';
import { measureDrift } from '../../../recipes/run/measure-drift.ts';
import { loopbackBrowser, type Replay, replaySteps } from '../../../../test/support/replay.ts';
import { type ServedPages, servePages } from '../../../../test/support/serve-pages.ts';

const perPage = 4;
const last = 3;

/** How a page of the shop leads on; `variant` is a name of these. */
const pagers: Readonly<Record<string, (page: number) => string>> = {
  learnt: (page) =>
    page < last
      ? `<nav class="pages"><a class="next" rel="next" href="?page=${page + 1}">Next page</a></nav>`
      : '',
  renamed: (page) =>
    page < last
      ? `<nav class="foot"><a class="pager__next" rel="next" href="?page=${page + 1}">Next</a></nav>`
      : '',
  'renamed later': (page) =>
    page === 1
      ? '<a class="next" href="?page=2">Next</a>'
      : page < last
        ? `<a class="onward" href="?page=${page + 1}">Next</a>`
        : '',
  'without any': () => '',
  'with its count': () => `<p>Showing 1 to 4: 4 of 4 lamps</p>`,
  disabled: () => '<button class="go-on" disabled>Next</button>',
  'a page of two': () => '',
};

let pages: ServedPages;
let browser: Browser;
let known: RecipeFingerprints;

beforeAll(async () => {
  pages = await servePages(({ pathname, searchParams }) => {
    const variant = decodeURIComponent(pathname.slice(1));
    const page = Number(searchParams.get('page') ?? 1);
    const count = variant === 'a page of two' ? 2 : perPage;
    const items = Array.from({ length: count }, (_, index) => (page - 1) * perPage + index + 1)
      .map((n) => `<li class="item"><a class="name" href="/lamp/${n}">Lamp ${n}</a></li>`)
      .join('');
    return `<!doctype html><html lang="en"><title>Lamps</title><main><h1>Lamps</h1><ul>${items}</ul>${pagers[variant]?.(page) ?? ''}</main></html>`;
  });
  browser = loopbackBrowser();
  known = (await run('learnt', '.next')).fingerprints;
});

afterAll(async () => {
  await browser.close?.();
  await pages.close();
});

function run(variant: string, next: string, fingerprints?: RecipeFingerprints): Promise<Replay> {
  const steps = [
    { type: 'navigate', url: `${pages.origin}/${encodeURIComponent(variant)}` },
    {
      type: 'customStep',
      name: 'extract',
      parameters: { items: '.item', fields: { name: { selectors: '.name' } } },
    },
    { type: 'customStep', name: 'paginate', parameters: { next } },
  ];
  return replaySteps(browser, steps, { fingerprints });
}

describe('a next link that earlier runs found', () => {
  test('is found again under another class and another name', async () => {
    const { items, end, targets } = await run('renamed', '.next', known);
    expect([items.length, end]).toEqual([12, 'no_next']);
    expect(targets.find(({ path }) => path.endsWith('/next'))).toMatchObject({
      servedBy: 'likeness',
      healed: expect.anything(),
    });
    expect(measureDrift(targets).drift).toBeGreaterThan(0);
  });

  test('and is healed so that the next run knows it', async () => {
    const first = await run('renamed', '.next', known);
    const healed = first.targets.find(({ path }) => path.endsWith('/next'))?.healed;
    const second = await run('renamed', String(healed), first.fingerprints);
    expect([second.items.length, second.warnings]).toEqual([12, []]);
    expect(second.targets.find(({ path }) => path.endsWith('/next'))).toMatchObject({
      servedBy: 'first',
      likeness: 1,
    });
  });

  test('and that no page shows is drift, and reported', async () => {
    const { items, warnings, targets } = await run('without any', '.next', known);
    expect(items).toHaveLength(4);
    expect(warnings).toEqual([
      'Step 3 (paginate) found nothing by ".next" on any page, as earlier runs did: 4 items of page 1 only. Check its selectors; where the list has one page only, the step is not needed.',
    ]);
    const { drift, explanations } = measureDrift(targets);
    expect(drift).toBeGreaterThanOrEqual(0.5);
    expect(explanations).toContain('Step 3, next: not found.');
  });

  test.each(['a page of two', 'with its count', 'disabled'])(
    'is not missed on a page that is the only one: %s',
    async (variant) => {
      const { warnings, targets } = await run(variant, '.next', known);
      expect(warnings).toEqual([]);
      expect(targets.filter(({ servedBy }) => servedBy === 'nothing')).toEqual([]);
    },
  );
});

describe('a next link that was never seen', () => {
  test('is reported with the way that the page shows', async () => {
    const { items, warnings } = await run('learnt', '.nexxt');
    expect(items).toHaveLength(4);
    expect(warnings).toEqual([
      expect.stringMatching(
        /^Step 3 \(paginate\) found nothing by "\.nexxt" on any page: 4 items of page 1 only\. But the page shows a link to a next page \("Next page"\), e\.g\. by \{"next":\[".+"\]\}\.$/,
      ),
    ]);
  });

  test('is reported without one', async () => {
    const { warnings } = await run('without any', '.next');
    expect(warnings).toEqual([
      expect.stringContaining('4 items of page 1 only. Check its selectors'),
    ]);
  });

  test.each(['with its count', 'disabled'])(
    'is not missed where the page is whole: %s',
    async (variant) => {
      expect((await run(variant, '.next')).warnings).toEqual([]);
    },
  );
});

test('a way that is visible where the pagination ends is reported', async () => {
  const { items, end, warnings } = await run('renamed later', '.next');
  expect([items.length, end]).toEqual([8, 'no_next']);
  expect(warnings).toEqual([
    expect.stringMatching(
      /^Step 3 \(paginate\) ended, but the page shows a link to a next page \("Next"\), e\.g\. by .+: there may be more items\.$/,
    ),
  ]);
});

test('the last page of a list whose next link was there is its natural end', async () => {
  const { items, warnings } = await run('learnt', '.next', known);
  expect([items.length, warnings]).toEqual([12, []]);
});

import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { loopbackBrowser, replaySteps } from '../../../../test/support/replay.ts';
import {
  type PageRoute,
  servePages,
  type ServedPages,
} from '../../../../test/support/serve-pages.ts';
import { isGleanerError } from '../../../errors/gleaner-error.ts';

const browser = loopbackBrowser();
const sites: ServedPages[] = [];
afterEach(async () => {
  for (const site of sites.splice(0)) await site.close();
});
afterAll(() => browser.close?.());

async function serve(route: PageRoute): Promise<ServedPages> {
  const site = await servePages(route);
  sites.push(site);
  return site;
}

const fields = { name: { selectors: '.name' } };
const price = { price: { selectors: '.price' } };

/** The steps that read a list at `/` with what is followed. */
function listSteps(origin: string, follow: object, ...more: readonly object[]): readonly object[] {
  const parameters = { items: 'li', fields, follow };
  return [
    { type: 'navigate', url: `${origin}/` },
    { type: 'customStep', name: 'extract', parameters },
    ...more,
  ];
}

const rowOf = (id: number | string, link = `<a href="/item/${id}">more</a>`): string =>
  `<li><span class="name">Item ${id}</span> ${link}</li>`;
const rowsOf = (...ids: readonly (number | string)[]): string =>
  ids.map((id) => rowOf(id)).join('');
const pageOf = (path: string): string =>
  `<h1>${path}</h1><p class="price">${path.split('/').at(-1)}.50</p>`;

function replayList(site: ServedPages, follow: object = { link: 'a', fields: price }) {
  return replaySteps(browser, listSteps(site.origin, follow));
}

async function failureOf(promise: Promise<unknown>): Promise<unknown> {
  const error: unknown = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return isGleanerError(error)
    ? { code: error.code, ...error.details, message: error.message }
    : error;
}

describe('the pages that items link to', () => {
  test('add their fields to their items', async () => {
    const site = await serve(({ pathname }) =>
      pathname === '/' ? rowsOf(1, 2, 3) : pageOf(pathname),
    );
    const replay = await replayList(site);
    expect(replay.items).toEqual([
      { name: 'Item 1', price: '1.50' },
      { name: 'Item 2', price: '2.50' },
      { name: 'Item 3', price: '3.50' },
    ]);
    expect(replay.warnings).toEqual([]);
    expect(replay.pages[0]?.collections[0]?.followed[1]?.url).toBe(`${site.origin}/item/2`);
    const prices = replay.targets.find(({ path }) =>
      path.endsWith('/follow/fields/price/selectors'),
    );
    expect(prices).toMatchObject({ uses: 3, missing: 0, servedBy: 'first' });
  });

  test('are seen logged in, and steps are taken on them before and between readings', async () => {
    const seen: string[] = [];
    const site = await serve(({ pathname }) => {
      if (pathname === '/') {
        return { headers: { 'set-cookie': 'session=known; HttpOnly' }, body: rowsOf(1, 2) };
      }
      seen.push(pathname);
      return `<h1>${pathname}</h1><p id="text">-</p>
        <button id="a" onclick="document.querySelector('#text').textContent = 'size of ${pathname}'">Size</button>
        <button id="b" onclick="document.querySelector('#text').textContent = 'terms of ${pathname}'">Terms</button>`;
    });
    const replay = await replayList(site, {
      link: 'a',
      steps: [
        { type: 'click', selectors: '#a' },
        {
          type: 'customStep',
          name: 'extract',
          parameters: { fields: { size: { selectors: '#text' } } },
        },
        { type: 'click', selectors: '#b' },
      ],
      fields: { terms: { selectors: '#text' } },
    });
    expect(replay.items).toEqual([
      { name: 'Item 1', size: 'size of /item/1', terms: 'terms of /item/1' },
      { name: 'Item 2', size: 'size of /item/2', terms: 'terms of /item/2' },
    ]);
  });

  test('are opened once each, whichever items link to them', async () => {
    const site = await serve(({ pathname }) =>
      pathname === '/' ? rowsOf('a', 'b', 'a', 'b', 'a') : pageOf(pathname),
    );
    const replay = await replayList(site);
    expect(replay.items.map((item) => item['price'])).toEqual([
      'a.50',
      'b.50',
      'a.50',
      'b.50',
      'a.50',
    ]);
    expect(site.asked).toEqual(['/', '/item/a', '/item/b']);
    const followed = replay.pages[0]?.collections[0]?.followed ?? [];
    expect(new Set(followed).size).toBe(2);
  });

  test('that cannot be read leave their items as the list has them, with the reason', async () => {
    const login =
      '<title>Sign in</title><h1>Sign in</h1><form><input name="u"><input type="password" name="p"><button>Sign in</button></form>';
    const site = await serve(({ pathname }) => {
      if (pathname === '/') return rowsOf(1, 2, 3, 4, 5, 6);
      if (pathname === '/home') return '<h1>Welcome</h1>';
      if (pathname === '/login') return login;
      if (pathname === '/item/2') return { status: 404, body: '<h1>Not found</h1>' };
      if (pathname === '/item/3') return { status: 302, headers: { location: '/login?to=3' } };
      if (pathname === '/item/4') return { status: 302, headers: { location: '/' } };
      if (pathname === '/item/5') return { headers: { 'content-type': 'application/zip' } };
      return pageOf(pathname);
    });
    const replay = await replayList(site, { link: 'a', fields: { title: { selectors: 'h1' } } });
    expect(replay.items).toEqual([
      { name: 'Item 1', title: '/item/1' },
      { name: 'Item 2' },
      { name: 'Item 3' },
      { name: 'Item 4' },
      { name: 'Item 5' },
      { name: 'Item 6', title: '/item/6' },
    ]);
    const told = replay.warnings.join('\n');
    for (const expected of [
      'Page 1, item 2 (/item/2) lacks the fields of its page: Step 2 (extract) got HTTP status 404.',
      /item 3 \(\/item\/3\).* found a page that is shown only after logging in/,
      /item 4 \(\/item\/4\).* was sent back to the list\./,
      /item 5 \(\/item\/5\).* leads to a download/,
    ]) {
      expect(told).toMatch(expected);
    }
  });

  test('fail the run when none of them can be read, with the reason of the first', async () => {
    const site = await serve(({ pathname }) =>
      pathname === '/' ? rowsOf(1, 2) : { status: 410, body: 'gone' },
    );
    expect(await failureOf(replayList(site))).toMatchObject({
      code: 'validation_failed',
      reason: 'fetch_failed',
      pageStatus: 410,
      message: expect.stringMatching(
        /^None of the pages .*\(2 pages opened\)\. Step 2 \(extract\)/,
      ),
    });
  });
});

describe('links that lead to no page', () => {
  test('are told with what is wrong with them, and nothing is opened', async () => {
    const site = await serve(({ pathname }) =>
      pathname !== '/'
        ? pageOf(pathname)
        : [
            rowOf(1),
            rowOf(2, '<a class="link" onclick="open()">more</a>'),
            rowOf(3, '<a href="#reviews">more</a>'),
            rowOf(4, '<a href="mailto:a@b.example">more</a>'),
            rowOf(5, ''),
            rowOf(6, '<button data-href="/item/6">more</button>'),
            rowOf(7, '<a href="/item/7#reviews" target="_blank"><b>more</b></a>'),
          ].join(''),
    );
    const replay = await replayList(site, { link: ['a', 'button'], fields: price });
    expect(replay.items.map((item) => item['price'])).toEqual([
      '1.50',
      undefined,
      undefined,
      undefined,
      undefined,
      '6.50',
      '7.50',
    ]);
    expect([...site.asked].sort()).toEqual(['/', '/item/1', '/item/6', '/item/7']);
    const told = replay.warnings.join('\n');
    expect(told).toMatch(/item 2 lacks .* its link has no href, data-href or formaction/);
    expect(told).toMatch(/item 3 lacks .* its link leads to the page of the list itself/);
    expect(told).toMatch(/item 4 lacks .* its link begins with "mailto:"/);
    expect(told).toMatch(/item 5 lacks .* no element for its link was found/);
  });

  test('may be the item itself, or a link around the selected element', async () => {
    const site = await serve(({ pathname }) =>
      pathname === '/'
        ? '<a class="card" href="/item/1"><span class="name">One</span></a><a class="card" href="/item/2"><span class="name">Two</span></a>'
        : pageOf(pathname),
    );
    for (const link of [':scope', '.name']) {
      const parameters = { items: '.card', fields, follow: { link, fields: price } };
      const replay = await replaySteps(browser, [
        { type: 'navigate', url: `${site.origin}/` },
        { type: 'customStep', name: 'extract', parameters },
      ]);
      expect(replay.items.map((item) => item['price'])).toEqual(['1.50', '2.50']);
    }
  });
});

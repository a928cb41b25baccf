import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { loopbackBrowser, replaySteps } from '../../../test/support/replay.ts';
import { type PageRoute, servePages, type ServedPages } from '../../../test/support/serve-pages.ts';
import { isGleanerError } from '../../runtime/errors/gleaner-error.ts';

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

/** The steps that read a list with what is followed. */
function listSteps(origin: string, follow: object, path = '/'): readonly object[] {
  const parameters = { items: 'li', fields, follow };
  return [
    { type: 'navigate', url: origin + path },
    { type: 'customStep', name: 'extract', parameters },
  ];
}

const rowOf = (id: number | string, link = `<a href="/item/${id}">more</a>`): string =>
  `<li><span class="name">Item ${id}</span> ${link}</li>`;
const rowsOf = (...ids: readonly (number | string)[]): string =>
  ids.map((id) => rowOf(id)).join('');
const pageOf = (path: string): string =>
  `<h1>${path}</h1><p class="price">${path.split('/').at(-1)}.50</p>`;

/** What was asked for but the icon, which browsers ask for when they like. */
const pagesOf = ({ asked }: ServedPages): readonly string[] =>
  asked.filter((path) => path !== '/favicon.ico');

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
    expect(pagesOf(site)).toEqual(['/', '/item/a', '/item/b']);
    const followed = replay.pages[0]?.collections[0]?.followed ?? [];
    expect(new Set(followed).size).toBe(2);
  });

  test('that cannot be read leave their items as the list has them, with the reason', async () => {
    const login =
      '<title>Sign in</title><h1>Sign in</h1><form><input name="u"><input type="password" name="p"><button>Sign in</button></form>';
    const site = await serve(({ pathname }) => {
      if (pathname === '/list') return rowsOf(1, 2, 3, 4, 5, 6, 7);
      if (pathname === '/') return '<h1>Welcome</h1>';
      if (pathname === '/login') return login;
      if (pathname === '/item/2') return { status: 404, body: '<h1>Not found</h1>' };
      if (pathname === '/item/3') return { status: 302, headers: { location: '/login?to=3' } };
      if (pathname === '/item/4') return { status: 302, headers: { location: '/list' } };
      if (pathname === '/item/7') return { status: 301, headers: { location: '/' } };
      if (pathname === '/item/5') return { headers: { 'content-type': 'application/zip' } };
      return pageOf(pathname);
    });
    const follow = { link: 'a', fields: { title: { selectors: 'h1' } } };
    const replay = await replaySteps(browser, listSteps(site.origin, follow, '/list'));
    expect(replay.items).toEqual([
      { name: 'Item 1', title: '/item/1' },
      { name: 'Item 2' },
      { name: 'Item 3' },
      { name: 'Item 4' },
      { name: 'Item 5' },
      { name: 'Item 6', title: '/item/6' },
      { name: 'Item 7' },
    ]);
    const warned = replay.warnings.join('\n');
    for (const expected of [
      'Page 1, item 2 (/item/2) lacks the fields of its page: Step 2 (extract) got HTTP status 404.',
      /item 3 \(\/item\/3\).* found a page that is shown only after logging in/,
      /item 4 \(\/item\/4\).* was sent back to the list\./,
      /item 5 \(\/item\/5\).* leads to a download/,
      /item 7 \(\/item\/7\).* was sent to a home page\./,
    ]) {
      expect(warned).toMatch(expected);
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
  test('are reported with what is wrong with them, and nothing is opened', async () => {
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
    expect([...pagesOf(site)].sort()).toEqual(['/', '/item/1', '/item/6', '/item/7']);
    const warned = replay.warnings.join('\n');
    expect(warned).toMatch(/item 2 lacks .* its link has no href, data-href or formaction/);
    expect(warned).toMatch(/item 3 lacks .* its link leads to the page of the list itself/);
    expect(warned).toMatch(/item 4 lacks .* its link begins with "mailto:"/);
    expect(warned).toMatch(/item 5 lacks .* no element for its link was found/);
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

/** The numbers of the items from 1. */
const upTo = (count: number): readonly number[] => Array.from({ length: count }, (_, n) => n + 1);

describe('how many pages are opened', () => {
  test('is a hundred for one page of a list; the others are reported', async () => {
    const site = await serve(({ pathname }) =>
      pathname === '/' ? rowsOf(...upTo(200)) : pageOf(pathname),
    );
    const seen: string[] = [];
    const replay = await replaySteps(
      browser,
      listSteps(site.origin, { link: 'a', fields: price }),
      { onFollow: ({ path, done, of }) => void seen.push(`${path} ${done}/${of}`) },
    );
    expect(replay.items.filter((item) => item['price'] !== undefined)).toHaveLength(100);
    expect(replay.items).toHaveLength(200);
    expect(pagesOf(site)).toHaveLength(101);
    expect(replay.warnings).toEqual([
      'Page 1: 100 items lack the fields of their pages, e.g. item 101 (/item/101): at most 100 links are followed from one page.',
    ]);
    expect([seen[0], seen.at(-1)]).toEqual(['/steps/1 0/100', '/steps/1 100/100']);
  });

  test('is at most two at a time, the first one alone, also where pages open windows', async () => {
    const open = new Set<string>();
    const most: number[] = [];
    const asked = new Set<string>();
    const answers: (() => void)[] = [];
    const windows: string[] = [];
    const server = createServer((request, response) => {
      const { url = '/' } = request;
      response.setHeader('content-type', 'text/html');
      if (url === '/') response.end(rowsOf(...upTo(6)));
      else if (url === '/favicon.ico') response.end();
      else if (url.startsWith('/advert')) {
        windows.push(url);
        response.end('<h1>Advert</h1>');
      } else {
        open.add(url);
        asked.add(url);
        most.push(open.size);
        answers.push(() => {
          open.delete(url);
          response.end(
            `${pageOf(url)}<button onclick="window.open('/advert?of=${url}')">More</button>`,
          );
        });
        // The first and the last come alone, the others wait for each other; then there is time for one too many.
        if (asked.size === 1 || asked.size === 6 || open.size >= 2) {
          setTimeout(() => {
            for (const answer of answers.splice(0)) answer();
          }, 200);
        }
      }
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const replay = await replaySteps(
      browser,
      listSteps(`http://127.0.0.1:${port}`, {
        link: 'a',
        steps: [{ type: 'click', selectors: 'button' }],
        fields: price,
      }),
    );
    server.closeAllConnections();
    server.close();
    expect(replay.items.map((item) => item['price'])).toEqual(upTo(6).map((n) => `${n}.50`));
    expect(windows.length).toBeGreaterThan(0);
    expect(most[1]).toBe(1);
    expect(Math.max(...most)).toBe(2);
  });

  test('ends where no more are allowed; a page that could not be read leaves its place to another', async () => {
    let allowed = 2;
    const site = await serve(({ pathname }) => {
      if (pathname === '/') return rowsOf(1, 2, 3, 4);
      return pathname === '/item/1' ? { status: 404, body: 'gone' } : pageOf(pathname);
    });
    const replay = await replaySteps(
      browser,
      listSteps(site.origin, { link: 'a', fields: price }),
      { mayFollow: async () => (allowed -= 1) >= 0 },
    );
    expect(replay.items.map((item) => item['price'])).toEqual([
      undefined,
      '2.50',
      '3.50',
      undefined,
    ]);
    expect(replay.warnings.join()).toMatch(/item 4 \(\/item\/4\) .*: the credits allow no more\./);
  });

  test('an error of the embedder ends the replay unchanged', async () => {
    const error = new Error('books closed');
    const site = await serve(({ pathname }) => (pathname === '/' ? rowsOf(1) : pageOf(pathname)));
    const steps = listSteps(site.origin, { link: 'a', fields: price });
    const fail = () => Promise.reject(error);
    await expect(replaySteps(browser, steps, { mayFollow: fail })).rejects.toBe(error);
  });
});

describe('a site that wants less', () => {
  test('is given the time that it names, and one page at a time from then on', async () => {
    const starts: { readonly path: string; readonly atMs: number }[] = [];
    let refused = 0;
    const site = await serve(({ pathname }) => {
      if (pathname === '/') return rowsOf(1, 2, 3, 4);
      starts.push({ path: pathname, atMs: performance.now() });
      if (pathname === '/item/2' && refused === 0) {
        refused += 1;
        return { status: 429, headers: { 'retry-after': '2' }, body: 'slow down' };
      }
      return pageOf(pathname);
    });
    const replay = await replayList(site);
    expect(replay.items.map((item) => item['price'])).toEqual(['1.50', '2.50', '3.50', '4.50']);
    expect(replay.warnings).toEqual([]);
    const [first, again] = starts.filter(({ path }) => path === '/item/2');
    expect((again?.atMs ?? 0) - (first?.atMs ?? 0)).toBeGreaterThan(1_990);
  });

  test('is asked no more when it wants more time than there is', async () => {
    const site = await serve(({ pathname }) => {
      if (pathname === '/') return rowsOf(...upTo(6));
      if (pathname === '/item/1') return pageOf(pathname);
      return { status: 503, headers: { 'retry-after': '3600' }, body: 'maintenance' };
    });
    const replay = await replayList(site);
    expect(pagesOf(site).length).toBeLessThanOrEqual(4);
    expect(replay.items[0]).toEqual({ name: 'Item 1', price: '1.50' });
    const warned = replay.warnings.join('\n');
    expect(warned).toMatch(/was asked by HTTP status 503 to wait for more than 30 s\./);
    expect(warned).toMatch(/its site turned the pages before it away\./);
  });

  test('is asked no more after five obstacles in a row', async () => {
    const site = await serve(({ pathname }) => {
      if (pathname === '/') return rowsOf(...upTo(20));
      return { status: 403, body: '<title>Access denied</title><h1>Access denied</h1>' };
    });
    expect(await failureOf(replayList(site))).toMatchObject({ reason: 'page_blocked' });
    expect(pagesOf(site).length).toBeLessThanOrEqual(8);
  });
});

const card = (n: number): string => `<li><a href="/item/${n}" class="name">Item ${n}</a></li>`;

describe('the list', () => {
  test('goes on by its button as if nobody had left it', async () => {
    const site = await serve(({ pathname }) =>
      pathname !== '/'
        ? pageOf(pathname)
        : `<ul>${card(1)}${card(2)}</ul><button id="more">More</button><script>
          let n = 2;
          document.querySelector('#more').onclick = (event) => {
            for (let added = 0; added < 2; added += 1) {
              n += 1;
              document.querySelector('ul').insertAdjacentHTML('beforeend', '<li><a href="/item/' + n + '" class="name">Item ' + n + '</a></li>');
            }
            if (n >= 6) event.target.remove();
          };
        </script>`,
    );
    const replay = await replaySteps(browser, [
      ...listSteps(site.origin, { link: 'a', fields: price }),
      { type: 'customStep', name: 'paginate', parameters: { loadMore: '#more' } },
    ]);
    expect(replay.items).toEqual(upTo(6).map((n) => ({ name: `Item ${n}`, price: `${n}.50` })));
    expect(pagesOf(site).filter((path) => path === '/')).toHaveLength(1);
  });

  test('goes on scrolling where it was', async () => {
    const site = await serve(({ pathname }) =>
      pathname !== '/'
        ? pageOf(pathname)
        : `<style>li { height: 400px }</style><ul>${card(1)}${card(2)}${card(3)}</ul><div id="end"></div><script>
          let n = 3;
          new IntersectionObserver(([entry]) => {
            if (!entry.isIntersecting || n >= 9) return;
            setTimeout(() => {
              for (let added = 0; added < 3; added += 1) {
                n += 1;
                document.querySelector('ul').insertAdjacentHTML('beforeend', '<li><a href="/item/' + n + '" class="name">Item ' + n + '</a></li>');
              }
            }, 50);
          }).observe(document.querySelector('#end'));
        </script>`,
    );
    const replay = await replaySteps(browser, [
      ...listSteps(site.origin, { link: 'a', fields: price }),
      { type: 'customStep', name: 'paginate', parameters: { scroll: true } },
    ]);
    expect(replay.items).toEqual(upTo(9).map((n) => ({ name: `Item ${n}`, price: `${n}.50` })));
  });
});

describe('pages made by scripts', () => {
  test('are opened by the route in the fragment, and never read as the page before', async () => {
    const site = await serve(
      () => `<div id="app"></div><script>
        const show = () => setTimeout(() => {
          const id = location.hash.slice(7);
          document.querySelector('#app').innerHTML = id === ''
            ? '<li><span class="name">Item 1</span><a href="#/item/1">more</a></li><li><span class="name">Item 2</span><a href="#/item/2">more</a></li><li><span class="name">Item 3</span><a href="#/item/3">more</a></li>'
            : '<p class="price">' + id + '.50</p>';
        }, 100);
        addEventListener('hashchange', show);
        show();
      </script>`,
    );
    const replay = await replayList(site);
    expect(replay.items.map((item) => item['price'])).toEqual(['1.50', '2.50', '3.50']);
  });

  test('are waited for where one field comes after the others, and not again and again where none comes', async () => {
    const site = await serve(({ pathname }) => {
      if (pathname === '/') return rowsOf(...upTo(6));
      const id = pathname.slice(6);
      return `<h1>Item ${id}</h1><p id="price"></p><script>setTimeout(() => {
        document.querySelector('#price').innerHTML = '<b class="price">${id}.50</b>';
      }, 600)</script>`;
    });
    const title = { title: { selectors: 'h1' } };
    const late = await replayList(site, { link: 'a', fields: { ...title, ...price } });
    expect(late.items.map((item) => item['price'])).toEqual(upTo(6).map((n) => `${n}.50`));
    const never = await replayList(site, {
      link: 'a',
      fields: { ...title, never: { selectors: '.never' } },
    });
    expect(never.items.map((item) => item['title'])).toEqual(upTo(6).map((n) => `Item ${n}`));
    expect(never.warnings.join()).toMatch(/does not have `never`/);
  });

  test('answer dialogs and waits each for themselves', async () => {
    const site = await serve(({ pathname }) => {
      if (pathname === '/') return rowsOf(...upTo(4));
      if (pathname === '/stock') return { body: 'in stock' };
      return `<h1>${pathname}</h1><button>Stock</button><p class="stock">?</p><script>
        document.querySelector('button').onclick = async () => {
          if (!confirm('Ask the store?')) return;
          const reply = await fetch('/stock');
          document.querySelector('.stock').textContent = (await reply.text()) + ' of ${pathname}';
        };
      </script>`;
    });
    const replay = await replayList(site, {
      link: 'a',
      steps: [
        { type: 'click', selectors: 'button', dialog: 'accept' },
        { type: 'customStep', name: 'wait', parameters: { for: 'change' } },
      ],
      fields: { stock: { selectors: '.stock' } },
    });
    expect(replay.items.map((item) => item['stock'])).toEqual(
      upTo(4).map((n) => `in stock of /item/${n}`),
    );
    expect(replay.warnings).toEqual([]);
  });

  test('that hang cost their own items alone', async () => {
    const site = await serve(({ pathname }) => {
      if (pathname === '/') return rowsOf(1, 2, 3);
      const script = pathname === '/item/2' ? 'for (;;);' : '';
      return `${pageOf(pathname)}<button onclick="${script}">Show</button>`;
    });
    const follow = { link: 'a', steps: [{ type: 'click', selectors: 'button' }], fields: price };
    const replay = await replaySteps(browser, listSteps(site.origin, follow), { timeoutMs: 4_000 });
    expect(replay.items.map((item) => item['price'])).toEqual(['1.50', undefined, '3.50']);
    expect(replay.warnings.join()).toMatch(
      /item 2 \(\/item\/2\) .*Step 2(?:\.1)? \((?:click|extract)\) got no reply from its page/,
    );
  });
});

describe('a redesign', () => {
  const follow = { link: '.more', fields: { price: { selectors: '.price' } } };
  const before = {
    list: (n: number): string =>
      `<li><span class="name">Item ${n}</span> <a class="more" href="/item/${n}">Details</a></li>`,
    page: (n: string): string =>
      `<main><h1>Item ${n}</h1><dl><dt>Author</dt><dd>Ada Berg</dd><dt>Price</dt><dd class="price">${n}2.50</dd></dl></main>`,
  };

  test('is healed in the link and on the pages, and reported by the path of each', async () => {
    let isNew = false;
    const site = await serve(({ pathname }) => {
      if (pathname === '/') {
        const list = upTo(3).map(before.list).join('');
        return `<ul>${isNew ? list.replaceAll('class="more"', 'class="item__link"') : list}</ul>`;
      }
      const page = before.page(pathname.slice(6));
      return isNew ? page.replace('class="price"', 'class="offer"') : page;
    });
    const steps = listSteps(site.origin, follow);
    const first = await replaySteps(browser, steps);
    expect(first.items.map((item) => item['price'])).toEqual(['12.50', '22.50', '32.50']);
    isNew = true;
    const second = await replaySteps(browser, steps, { fingerprints: first.fingerprints });
    expect(second.items).toEqual(first.items);
    const healed = second.targets.filter(({ servedBy }) => servedBy === 'likeness');
    expect(healed.map(({ path }) => path)).toEqual([
      '/steps/1/parameters/follow/link',
      '/steps/1/parameters/follow/fields/price/selectors',
    ]);
  });
});

test('an abort ends the following at once', async () => {
  const ended = new AbortController();
  const site = await serve(({ pathname }) => {
    if (pathname === '/') return rowsOf(...upTo(20));
    if (pathname === '/item/3') setTimeout(() => ended.abort(new Error('enough')), 10);
    return pageOf(pathname);
  });
  const steps = listSteps(site.origin, { link: 'a', fields: price });
  await expect(replaySteps(browser, steps, { signal: ended.signal })).rejects.toThrow('enough');
  const asked = pagesOf(site).length;
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(pagesOf(site).length).toBeLessThanOrEqual(asked + 1);
});

import { once } from 'node:events';
import { describe, expect, test, vi } from 'vitest';
import { handMadePdf } from '../../../test/support/hand-made-pdf.ts';
import { operationContext } from '../../../test/support/operation-context.ts';
import { stubFetcher } from '../../../test/support/stub-fetcher.ts';
import type { Browser } from '../../runtime/contracts/browser.ts';
import type { Cache, CachedPage } from '../../runtime/contracts/cache.ts';
import type { PageRequest } from '../../runtime/contracts/fetcher.ts';
import { GleanerError } from '../../runtime/errors/gleaner-error.ts';
import { readPdf } from '../../page/documents/pdf/read-pdf.ts';
import { fakeClock } from '../../testing/fake-clock.ts';
import { loadPage, type LoadPageContext, openPage } from './open-page.ts';

vi.mock('../../page/documents/pdf/read-pdf.ts', { spy: true });

const shell = '<!doctype html><div id="root"></div><script src="/app.js"></script>';
const rendered = '<!doctype html><h1>Brass lamp</h1><p>A lamp for reading at night.</p>';
const { signal } = new AbortController();
const request: PageRequest = { url: 'https://shop.example/', headers: {}, stealth: false, signal };

function refuse(): Promise<never> {
  return Promise.reject(new TypeError('It renders, and no more.'));
}

/** A browser that renders every page to `html`, where it starts at all. */
function renderingBrowser(html = rendered): Browser & { canStart: boolean } {
  return {
    canStart: true,
    name: 'stub',
    printPdf: refuse,
    replay: refuse,
    async renderPage({ url }) {
      if (!this.canStart) throw new GleanerError('service_unavailable', 'No browser started.');
      return { url, status: 200, headers: {}, body: Buffer.from(html), isRendered: true };
    },
  };
}

async function load(
  context: LoadPageContext,
  { allowShell, maxAge = 60 }: { readonly allowShell: boolean; readonly maxAge?: number },
): Promise<{ readonly text: string; readonly warnings: readonly string[] }> {
  const { session, warnings } = await loadPage(
    { request, maxAge, allowShell, options: {} },
    context,
  );
  const served = { form: 'served', images: 'keep', mainOnly: false } as const;
  const { content } = await session.ask('scrape', served);
  session.close();
  return { text: content, warnings };
}

describe('a JavaScript shell', () => {
  test.each([60, 0])(
    'that was read as served is not kept (maxAge %d): once a browser starts, the page is rendered',
    async (maxAge) => {
      const browser = renderingBrowser();
      const context = operationContext({ fetcher: stubFetcher(shell), browser });
      browser.canStart = false;
      const served = await load(context, { allowShell: true, maxAge });
      expect(served.text).toBe(shell);
      expect(served.warnings).toEqual([expect.stringContaining('read as it was served')]);
      browser.canStart = true;
      const page = await load(context, { allowShell: false });
      expect([page.text, page.warnings]).toEqual([rendered, []]);
    },
  );

  test('that was read for its data is not kept either', async () => {
    const data = `${shell}<script type="application/ld+json">{"@type": "Product"}</script>`;
    const fetcher = stubFetcher(data);
    const context = operationContext({ fetcher, browser: undefined });
    for (const _try of [1, 2]) {
      const { warnings } = await load(context, { allowShell: false });
      expect(warnings).toEqual([expect.stringContaining('read as it was served')]);
    }
    expect(fetcher.requests).toHaveLength(2);
  });

  test('is kept as it was rendered', async () => {
    const fetcher = stubFetcher(shell);
    const context = operationContext({ fetcher, browser: renderingBrowser() });
    for (const allowShell of [true, false]) {
      expect((await load(context, { allowShell })).text).toBe(rendered);
    }
    expect(fetcher.requests).toHaveLength(1);
  });

  test('reaches no concurrent caller who does not take it', async () => {
    const fetcher = stubFetcher(shell);
    const context = operationContext({ fetcher, browser: undefined });
    const wishes = [true, false, true, false];
    const outcomes = await Promise.allSettled(
      wishes.map((allowShell) => load(context, { allowShell })),
    );
    expect(outcomes.map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'fulfilled',
      'rejected',
    ]);
    // Concurrent callers with the same request share one fetch.
    expect(fetcher.requests).toHaveLength(2);
  });
});

test.each([
  ['rendered by the browser', shell],
  ['fetched as rendered', undefined],
])('a page %s loses its notices for browsers without scripts', async (_, served) => {
  const notice = '<noscript>Turn scripts on to read this page.</noscript>';
  const page = `${rendered}${notice}`;
  const fetcher =
    served === undefined
      ? stubFetcher({ body: Buffer.from(page), isRendered: true })
      : stubFetcher(served);
  const context = operationContext({ fetcher, browser: renderingBrowser(page) });
  for (const maxAge of [60, undefined]) {
    const { session } = await loadPage(
      { request, maxAge, allowShell: false, options: {} },
      context,
    );
    const question = { form: 'markdown', images: 'alt', mainOnly: false } as const;
    const { content } = await session.ask('scrape', question);
    session.close();
    expect(content).toBe('# Brass lamp\n\nA lamp for reading at night.\n');
  }
});

test('callers who share a fetch get bytes of their own', async () => {
  const context = operationContext({ fetcher: stubFetcher(rendered) });
  const loaded = await Promise.all([
    loadPage({ request, maxAge: 60, allowShell: false, options: {} }, context),
    loadPage({ request, maxAge: 60, allowShell: true, options: {} }, context),
    loadPage({ request, maxAge: 60, allowShell: false, options: {} }, context),
  ]);
  for (const { page, session } of loaded) {
    session.close();
    expect(new TextDecoder().decode(page.body)).toBe(rendered);
    structuredClone(page.body, { transfer: [page.body.buffer as ArrayBuffer] });
  }
});

/** Two pages, of which the second has no text: a warning says so. */
const halfScanned = handMadePdf([
  '<< /Type /Catalog /Pages 2 0 R >>',
  '<< /Type /Pages /Kids [3 0 R 6 0 R] /Count 2 >>',
  '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 5 0 R /Resources << /Font << /F1 4 0 R >> >> >>',
  '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
  { entries: '', bytes: Buffer.from('BT /F1 12 Tf 72 700 Td (Brass lamp) Tj ET') },
  '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] >>',
]);

test.each([undefined, 0, 60])(
  'a PDF that is fetched is read once, and warns once (maxAge %s)',
  async (maxAge) => {
    vi.mocked(readPdf).mockClear();
    const fetcher = stubFetcher({
      body: halfScanned,
      headers: { 'content-type': 'application/pdf' },
    });
    const { warnings, session, contentType } = await loadPage(
      { request, maxAge, allowShell: false, options: {} },
      operationContext({ fetcher }),
    );
    session.close();
    expect(contentType).toBe('pdf');
    expect(warnings).toEqual([expect.stringContaining('Pages of the PDF without text')]);
    expect(readPdf).toHaveBeenCalledTimes(1);
  },
);

test('a claim that comes when the caller has left is released, so that others need not wait for it', async () => {
  const caller = new AbortController();
  const events: string[] = [];
  const released = Promise.withResolvers<void>();
  const { cache } = operationContext({});
  const claiming = {
    ...cache,
    get: async () => undefined,
    async claim(_key: string, flight: AbortSignal) {
      const left = once(flight, 'abort');
      caller.abort(new Error('left'));
      await left;
      events.push('claimed');
      return {
        async release() {
          events.push('released');
          released.resolve();
        },
      };
    },
  };
  const fetcher = stubFetcher(rendered);
  const loading = loadPage(
    { request: { ...request, signal: caller.signal }, maxAge: 60, allowShell: false, options: {} },
    operationContext({ fetcher, cache: claiming }),
  );
  await expect(loading).rejects.toThrow('left');
  await released.promise;
  expect(events).toEqual(['claimed', 'released']);
  expect(fetcher.requests).toEqual([]);
});

/** A cache that keeps what it is told in a map that tests look into. */
function openCache(more: Partial<Cache> = {}): Cache & { readonly kept: Map<string, CachedPage> } {
  const kept = new Map<string, CachedPage>();
  return {
    name: 'map',
    kept,
    get: async (key) => kept.get(key),
    set: async (key, entry) => void kept.set(key, entry),
    ...more,
  };
}

interface Loading {
  readonly maxAge?: number | undefined;
  readonly change?: Partial<PageRequest>;
}

async function loadLamp(
  context: LoadPageContext,
  { maxAge, change }: Loading = {},
): Promise<{ readonly warnings: readonly string[]; readonly body: string }> {
  const { page, session, warnings } = await loadPage(
    { request: { ...request, ...change }, maxAge, allowShell: false, options: {} },
    context,
  );
  session.close();
  return { warnings, body: new TextDecoder().decode(page.body) };
}

describe('the cache', () => {
  test('is neither read nor filled without a maximum age', async () => {
    const get = vi.fn(async () => undefined);
    const cache = openCache({ get });
    const context = operationContext({ fetcher: stubFetcher(rendered), cache });
    await loadLamp(context);
    expect([get.mock.calls, [...cache.kept]]).toEqual([[], []]);
  });

  test('is filled and not read where the page may have no age', async () => {
    const get = vi.fn(async () => undefined);
    const cache = openCache({ get });
    const clock = fakeClock();
    const fetcher = stubFetcher(rendered);
    const context = operationContext({ fetcher, cache, clock });
    await loadLamp(context, { maxAge: 0 });
    await loadLamp(context, { maxAge: 0 });
    expect(get).not.toHaveBeenCalled();
    expect(fetcher.requests).toHaveLength(2);
    expect([...cache.kept.values()]).toMatchObject([{ fetchedAtMs: clock.nowMs() }]);
  });

  test.each([
    [0, 1],
    [9_999, 1],
    [10_000, 2],
    // The wall clock was set back: how old the page is, nobody knows.
    [-1, 2],
  ])('hands out a page of %d ms where it may be 10 s old: %d fetches', async (ageMs, fetches) => {
    const cache = openCache();
    const clock = fakeClock();
    const fetcher = stubFetcher(rendered);
    const context = operationContext({ fetcher, cache, clock });
    expect(await loadLamp(context, { maxAge: 10 })).toEqual({ body: rendered, warnings: [] });
    for (const [key, entry] of cache.kept)
      cache.kept.set(key, { ...entry, fetchedAtMs: clock.nowMs() - ageMs });
    expect(await loadLamp(context, { maxAge: 10 })).toEqual({ body: rendered, warnings: [] });
    expect(fetcher.requests).toHaveLength(fetches);
  });

  test.each([
    ['stealth', { stealth: true }],
    ['a proxy', { proxy: { country: 'de' } }],
    ['headers', { headers: { 'accept-language': 'de' } }],
    ['a query', { url: 'https://shop.example/?q=lamp' }],
    ['a fragment', { url: 'https://shop.example/#lamp' }],
  ])('is passed over for a page that is asked for with %s', async (_, change) => {
    const cache = openCache();
    const fetcher = stubFetcher(rendered);
    const context = operationContext({ fetcher, cache });
    await loadLamp(context, { maxAge: 60, change: change as Partial<PageRequest> });
    await loadLamp(context, { maxAge: 60, change: change as Partial<PageRequest> });
    expect([fetcher.requests.length, cache.kept.size]).toEqual([2, 0]);
  });

  test('keeps pages apart by who fetches them and who runs their scripts', async () => {
    const cache = openCache();
    const keyOf = async (parts: Parameters<typeof operationContext>[0], url?: string) => {
      await loadLamp(operationContext({ cache, ...parts }), {
        maxAge: 0,
        ...(url === undefined ? {} : { change: { url } }),
      });
      return [...cache.kept.keys()].at(-1);
    };
    const fetcher = stubFetcher(rendered);
    expect(await keyOf({ fetcher, browser: undefined })).toBe('stub+ https://shop.example/');
    expect(await keyOf({ fetcher, browser: renderingBrowser() })).toBe(
      'stub+stub https://shop.example/',
    );
    const other = { ...stubFetcher(rendered), name: 'other' };
    expect(await keyOf({ fetcher: other, browser: undefined }, 'HTTPS://Shop.example:443')).toBe(
      'other+ https://shop.example/',
    );
  });

  test('that cannot be read or written costs a warning and a fetch, and no call', async () => {
    const broken = openCache({
      get: () => Promise.reject(new Error('The disk is gone.')),
      set: () => Promise.reject(new Error('The disk is full.')),
    });
    const fetcher = stubFetcher(rendered);
    const { body, warnings } = await loadLamp(operationContext({ fetcher, cache: broken }), {
      maxAge: 60,
    });
    expect(body).toBe(rendered);
    expect(warnings).toEqual([
      'The cache could not be read, so the page was fetched: The disk is gone.',
      'The page could not be kept in the cache: The disk is full.',
    ]);
  });

  test('keeps nothing of a page that is refused', async () => {
    const cache = openCache();
    const fetcher = stubFetcher({ status: 404, body: Buffer.from('<h1>Not found</h1>') });
    const context = operationContext({ fetcher, cache });
    await expect(loadLamp(context, { maxAge: 60 })).rejects.toMatchObject({
      code: 'validation_failed',
    });
    expect(cache.kept.size).toBe(0);
  });
});

const claiming = (entry: CachedPage | undefined, released: string[] = []) =>
  openCache({
    claim: async (key) => ({
      ...(entry === undefined ? {} : { entry }),
      release: async () => void released.push(key),
    }),
  });
const pageOf = (html: string): CachedPage['page'] => ({
  url: request.url,
  status: 200,
  headers: {},
  body: Buffer.from(html),
});

describe('a claim to fetch a page', () => {
  test('hands out what another process has kept meanwhile, and is released', async () => {
    const clock = fakeClock();
    const released: string[] = [];
    const cache = claiming({ page: pageOf(rendered), fetchedAtMs: clock.nowMs() }, released);
    const fetcher = stubFetcher('<h1>Another lamp</h1>');
    const context = operationContext({ fetcher, cache, clock, browser: undefined });
    expect(await loadLamp(context, { maxAge: 60 })).toEqual({ body: rendered, warnings: [] });
    expect([fetcher.requests, released]).toEqual([[], ['stub+ https://shop.example/']]);
  });

  test('with a page that is too old leads to a fetch, and is released after it', async () => {
    const clock = fakeClock();
    const released: string[] = [];
    const old = { page: pageOf('<h1>Old lamp</h1>'), fetchedAtMs: clock.nowMs() - 60_000 };
    const context = operationContext({
      fetcher: stubFetcher(rendered),
      cache: claiming(old, released),
      clock,
    });
    expect((await loadLamp(context, { maxAge: 60 })).body).toBe(rendered);
    expect(released).toHaveLength(1);
  });

  test('that fails, or cannot be released, costs nothing but the fetch', async () => {
    const failing = openCache({ claim: () => Promise.reject(new Error('No claim.')) });
    const stuck = openCache({
      claim: async () => ({ release: () => Promise.reject(new Error('Stuck.')) }),
    });
    for (const cache of [failing, stuck]) {
      const context = operationContext({ fetcher: stubFetcher(rendered), cache });
      expect(await loadLamp(context, { maxAge: 60 })).toEqual({ body: rendered, warnings: [] });
    }
  });
});

const leading = (target: string): string =>
  `<meta http-equiv="refresh" content="0; url=${target}"><p>One moment …</p>`;

describe('a page that leads on', () => {
  test('takes headers along within its origin, and to no other', async () => {
    const fetcher = stubFetcher(({ url }) =>
      url.endsWith('/start')
        ? leading('/next')
        : url.endsWith('/next')
          ? leading('https://other.example/there')
          : url.startsWith('https://other')
            ? leading('https://shop.example/back')
            : rendered,
    );
    const change = { url: 'https://shop.example/start', headers: { 'x-key': 'k' } };
    expect((await loadLamp(operationContext({ fetcher }), { change })).body).toBe(rendered);
    expect(fetcher.requests.map(({ url, headers }) => [url, headers['x-key']])).toEqual([
      ['https://shop.example/start', 'k'],
      ['https://shop.example/next', 'k'],
      ['https://other.example/there', undefined],
      ['https://shop.example/back', undefined],
    ]);
    expect(new Set(fetcher.requests.map(({ chain }) => chain)).size).toBe(1);
  });

  test.each([
    [10, undefined],
    [11, 'The page leads on more than 10 times.'],
  ])('%d times ends with %s', async (times, message) => {
    const fetcher = stubFetcher(({ url }) => {
      const at = Number(new URL(url).pathname.slice(1));
      return at < times ? leading(`/${at + 1}`) : rendered;
    });
    const loading = loadLamp(operationContext({ fetcher }), {
      change: { url: 'https://shop.example/0' },
    }).then(
      () => undefined,
      (error: Error) => error.message,
    );
    expect(await loading).toBe(message);
  });
});

const open = (html: string, allowEmpty: boolean) =>
  openPage(
    {
      origin: { kind: 'html', html, url: request.url },
      headers: {},
      stealth: false,
      proxy: undefined,
      maxAge: undefined,
      parseMode: 'accurate',
      includeTags: undefined,
      excludeTags: undefined,
      keepCollapsed: false,
      reduceContent: false,
      allowEmpty,
    },
    operationContext({}),
    signal,
    async ({ warnings }) => warnings,
  );

describe('a page without text', () => {
  test('is refused, or handed on with a warning to who takes it', async () => {
    await expect(open('<body></body>', false)).rejects.toMatchObject({
      code: 'validation_failed',
      details: { reason: 'empty_page' },
    });
    expect(await open('<body></body>', true)).toEqual([
      'The page shows nothing to read; its markup comes as it is.',
    ]);
    expect(await open('<p>A lamp.</p>', true)).toEqual([]);
  });
});

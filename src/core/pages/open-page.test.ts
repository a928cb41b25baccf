import { describe, expect, test, vi } from 'vitest';
import { handMadePdf } from '../../../test/support/hand-made-pdf.ts';
import {
  loadLamp,
  openCache,
  pageOf,
  rendered,
  renderingBrowser,
  request,
  shell,
} from '../../../test/support/load-lamp.ts';
import { operationContext } from '../../../test/support/operation-context.ts';
import { stubFetcher } from '../../../test/support/stub-fetcher.ts';
import type { PageRequest } from '../../runtime/contracts/fetcher.ts';
import { GleanerError } from '../../runtime/errors/gleaner-error.ts';
import { readPdf } from '../../page/documents/pdf/read-pdf.ts';
import { fakeClock } from '../../testing/fake-clock.ts';
import type { PageSession } from '../page-session/page-question.ts';
import { loadPage, type LoadPageContext, type OpenedPage, openPage } from './open-page.ts';

vi.mock('../../page/documents/pdf/read-pdf.ts', { spy: true });

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

function load206(
  range: string | undefined,
  headers: PageRequest['headers'] = {},
): Promise<{ readonly body: string }> {
  const fetcher = stubFetcher({
    status: 206,
    headers: {
      'content-type': 'text/html',
      ...(range === undefined ? {} : { 'content-range': range }),
    },
    body: Buffer.from(rendered),
  });
  return loadLamp(operationContext({ fetcher }), { change: { headers } });
}

describe('a page that comes with status 206', () => {
  test.each([
    'bytes 0-499/50000',
    'bytes 0-499/*',
    'bytes 500-999/1000',
    'bytes */1000',
    'nonsense',
    undefined,
  ])('and the range %j is refused as a part of it', async (range) => {
    await expect(load206(range)).rejects.toMatchObject({
      code: 'validation_failed',
      message: expect.stringContaining('a part of the page') as string,
      details: { reason: 'fetch_failed', pageStatus: 206 },
    });
  });

  test('is read where that is all of it, or a part was asked for', async () => {
    expect((await load206('bytes 0-499/500')).body).toBe(rendered);
    expect((await load206('bytes 0-499/50000', { range: 'bytes=0-499' })).body).toBe(rendered);
  });
});

describe('a page that reloads itself', () => {
  const cookie = { 'content-type': 'text/html', 'set-cookie': 'seen=1' };
  const reload = { headers: cookie, body: Buffer.from(`${leading('')}${rendered}`) };

  test('for a cookie is fetched once more, and then is as it is', async () => {
    const fetcher = stubFetcher(reload);
    const { body } = await loadLamp(operationContext({ fetcher }));
    expect(body).toBe(reload.body.toString());
    expect(fetcher.requests).toHaveLength(2);
  });

  test('is fetched once more at the end of a way, too', async () => {
    const fetcher = stubFetcher(({ url }) =>
      url.endsWith('/lamp')
        ? fetcher.requests.length === 2
          ? reload
          : rendered
        : leading('/lamp'),
    );
    expect((await loadLamp(operationContext({ fetcher }))).body).toBe(rendered);
    expect(fetcher.requests).toHaveLength(3);
  });
});

describe('a page that a browser has rendered', () => {
  const more = `${leading('https://shop.example/other')}${rendered}`;

  test('is read as it is, and leads nowhere', async () => {
    const fetcher = stubFetcher({ body: Buffer.from(more), isRendered: true });
    expect((await loadLamp(operationContext({ fetcher }))).body).toBe(more);
    const served = stubFetcher(shell);
    const context = operationContext({ fetcher: served, browser: renderingBrowser(more) });
    expect((await loadLamp(context)).body).toBe(more);
    expect([fetcher.requests.length, served.requests.length]).toEqual([1, 1]);
  });

  test('is refused where it is an error', async () => {
    const browser = {
      ...renderingBrowser(),
      renderPage: async () => ({ ...pageOf('<h1>Not found</h1>'), status: 404 }),
    };
    const context = operationContext({ fetcher: stubFetcher(shell), browser });
    await expect(loadLamp(context)).rejects.toMatchObject({ details: { pageStatus: 404 } });
  });

  test('too late for its caller is given up with the reason of the caller', async () => {
    const caller = new AbortController();
    const browser = {
      ...renderingBrowser(),
      async renderPage(): Promise<never> {
        caller.abort(new Error('left'));
        throw new GleanerError('service_unavailable', 'The browser was closed.');
      },
    };
    const context = operationContext({ fetcher: stubFetcher(shell), browser });
    const loading = loadLamp(context, { change: { signal: caller.signal } });
    await expect(loading).rejects.toThrow('left');
  });
});

describe('a JavaScript shell that cannot be rendered', () => {
  test.each([
    ['no browser', undefined, { details: { reason: 'browser_needed' } }],
    [
      'a browser that does not start',
      new GleanerError('service_unavailable', 'No browser started.'),
      {
        code: 'service_unavailable',
        message:
          'The page shows nothing before its scripts have run in a browser. No browser started.',
        cause: { message: 'No browser started.' },
      },
    ],
    ['a fault of the browser', new TypeError('No such page.'), { message: 'No such page.' }],
  ])('for %s is refused with that', async (_, fault, refusal) => {
    const browser =
      fault === undefined
        ? undefined
        : { ...renderingBrowser(), renderPage: () => Promise.reject(fault) };
    const context = operationContext({ fetcher: stubFetcher(shell), browser });
    await expect(loadLamp(context)).rejects.toMatchObject(refusal);
  });
});

/** A context that counts the sessions which are open, and does `afterAnswer` after each answer. */
function watched(
  changes: Parameters<typeof operationContext>[0],
  afterAnswer: () => void = () => {},
) {
  const context = operationContext(changes);
  const sessions = new Set<PageSession>();
  const events: string[] = [];
  const watch = (session: PageSession): PageSession => {
    sessions.add(session);
    return {
      async ask(kind, question) {
        const answer = await session.ask(kind, question);
        afterAnswer();
        return answer;
      },
      get warnings() {
        return session.warnings;
      },
      close() {
        sessions.delete(session);
        session.close();
      },
    };
  };
  const pages: LoadPageContext['pages'] = {
    ...context.pages,
    open: (source, options, abort, foreseen) =>
      watch(context.pages.open(source, options, abort, foreseen)),
    reopen: (source, options, abort) => watch(context.pages.reopen(source, options, abort)),
    warm: () => void events.push('warm'),
  };
  return { context: { ...context, pages }, sessions, events };
}

describe('the session of a page', () => {
  test.each([
    ['leads on', ({ url }: PageRequest) => (url.endsWith('/next') ? rendered : leading('/next'))],
    ['is rendered', () => shell],
  ])('that %s is closed before the next is handed out', async (_, answer) => {
    for (const maxAge of [undefined, 0, 60]) {
      const { context, sessions } = watched({
        fetcher: stubFetcher(answer),
        browser: renderingBrowser(),
      });
      const loaded = await loadPage({ request, maxAge, allowShell: false, options: {} }, context);
      expect(sessions.size).toBe(1);
      loaded.session.close();
      expect(sessions.size).toBe(0);
    }
  });

  test.each([
    ['of a shell', shell, undefined],
    ['of a thread that dies', rendered, fail],
  ])('is closed where the page is refused because %s', async (_, html, afterAnswer) => {
    const changes = { fetcher: stubFetcher(html), browser: undefined };
    const { context, sessions } = watched(changes, afterAnswer);
    await expect(loadLamp(context, { maxAge: 60 })).rejects.toThrow(Error);
    expect(sessions.size).toBe(0);
  });

  test('is closed where a page of the cache cannot be read', async () => {
    const clock = fakeClock();
    const entry = { page: pageOf(rendered), fetchedAtMs: clock.nowMs() };
    const cache = openCache({ get: async () => entry });
    const { context, sessions } = watched({ cache, clock }, fail);
    await expect(loadLamp(context, { maxAge: 60 })).rejects.toThrow('The thread died.');
    expect(sessions.size).toBe(0);
  });

  test('is closed when the work has ended, well or not', async () => {
    const { context, sessions } = watched({});
    const work = vi.fn(async () => sessions.size);
    expect(await open('<p>A lamp.</p>', false, { context, work })).toBe(1);
    await expect(open('<p>A lamp.</p>', false, { context, work: fail })).rejects.toThrow(Error);
    expect(sessions.size).toBe(0);
    const dying = watched({}, fail);
    await expect(open('<p>A lamp.</p>', false, { context: dying.context, work })).rejects.toThrow(
      'The thread died.',
    );
    expect([dying.sessions.size, work.mock.calls.length]).toEqual([0, 1]);
  });

  test('has a thread on its way before the page comes', async () => {
    const { context, events } = watched({
      fetcher: stubFetcher(() => {
        events.push('fetch');
        return rendered;
      }),
    });
    await loadLamp(context);
    expect(events).toEqual(['warm', 'fetch']);
  });
});

test('a page whose caller has left by the time it was checked is not kept', async () => {
  const caller = new AbortController();
  const cache = openCache();
  const { context } = watched({ fetcher: stubFetcher(rendered), cache }, () =>
    caller.abort(new Error('left')),
  );
  const loading = loadLamp(context, { maxAge: 0, change: { signal: caller.signal } });
  await expect(loading).rejects.toThrow('left');
  expect(cache.kept.size).toBe(0);
});

describe('a document', () => {
  const headers = { 'content-type': 'application/pdf' };

  test('comes with its bytes, a page without', async () => {
    const fetcher = stubFetcher({ body: halfScanned, headers });
    const work = async ({ file, contentType, facts, request: asked }: OpenedPage) => [
      file === undefined ? undefined : Buffer.from(file).equals(halfScanned),
      contentType,
      facts.url,
      asked?.url,
    ];
    const { url } = request;
    const context = operationContext({ fetcher });
    expect(await open({ url }, false, { context, work })).toEqual([true, 'pdf', url, url]);
    for (const maxAge of [undefined, 0, 60]) {
      const served = operationContext({ fetcher: stubFetcher(rendered) });
      const question = { context: served, work, maxAge };
      expect(await open({ url }, false, question)).toEqual([undefined, 'html', url, url]);
    }
    expect(await open('<p>A lamp.</p>', false, { work })).toEqual([
      undefined,
      'html',
      url,
      undefined,
    ]);
  });

  test('that comes with an error is not read', async () => {
    vi.mocked(readPdf).mockClear();
    const fetcher = stubFetcher({ body: halfScanned, headers, status: 400 });
    await expect(loadLamp(operationContext({ fetcher }))).rejects.toMatchObject({
      code: 'validation_failed',
      details: { pageStatus: 400 },
    });
    expect(readPdf).not.toHaveBeenCalled();
  });

  test('without any text is refused, and not kept', async () => {
    const cache = openCache();
    const scanned = handMadePdf([
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] >>',
    ]);
    const fetcher = stubFetcher({ body: scanned, headers });
    await expect(
      loadLamp(operationContext({ fetcher, cache }), { maxAge: 60 }),
    ).rejects.toMatchObject({ details: { reason: 'empty_page', pageStatus: 200 } });
    expect(cache.kept.size).toBe(0);
  });
});

describe('a page without text', () => {
  test('is read where its head states what it is about, and not where that names the site alone', async () => {
    const price = '<meta property="product:price:amount" content="89.50">';
    const title = '<meta property="og:title" content="Lamp">';
    const body = '<body><div id="root"></div></body>';
    expect(await open(title + price + body, false, { work: toWarnings })).toEqual([]);
    await expect(open(title + body, false, { work: toWarnings })).rejects.toMatchObject({
      details: { reason: 'empty_page' },
    });
  });

  test('is refused, or handed on with a warning to who takes it', async () => {
    await expect(open('<body></body>', false, { work: toWarnings })).rejects.toMatchObject({
      code: 'validation_failed',
      details: { reason: 'empty_page' },
    });
    expect(await open('<body></body>', true, { work: toWarnings })).toEqual([
      'The page shows nothing to read; its markup comes as it is.',
    ]);
    expect(await open('<p>A lamp.</p>', true, { work: toWarnings })).toEqual([]);
  });
});

interface Opening<Result> {
  readonly work: (opened: OpenedPage) => Promise<Result>;
  readonly context?: LoadPageContext;
  readonly maxAge?: number | undefined;
}

function open<Result>(
  page: string | { readonly url: string },
  allowEmpty: boolean,
  { work, context = operationContext({}), maxAge }: Opening<Result>,
): Promise<Result> {
  const fields = {
    origin:
      typeof page === 'string'
        ? ({ kind: 'html', html: page, url: request.url } as const)
        : ({ kind: 'url', url: page.url } as const),
    headers: {},
    stealth: false,
    proxy: undefined,
    maxAge,
    parseMode: 'accurate',
    includeTags: undefined,
    excludeTags: undefined,
    keepCollapsed: false,
    reduceContent: false,
    allowEmpty,
  } as const;
  return openPage(fields, context, request.signal, work);
}

async function toWarnings({ warnings }: OpenedPage): Promise<readonly string[]> {
  return warnings;
}

function fail(): never {
  throw new Error('The thread died.');
}

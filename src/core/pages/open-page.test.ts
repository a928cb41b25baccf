import { once } from 'node:events';
import { describe, expect, test, vi } from 'vitest';
import { handMadePdf } from '../../../test/support/hand-made-pdf.ts';
import { operationContext } from '../../../test/support/operation-context.ts';
import { stubFetcher } from '../../../test/support/stub-fetcher.ts';
import type { Browser } from '../../runtime/contracts/browser.ts';
import type { PageRequest } from '../../runtime/contracts/fetcher.ts';
import { GleanerError } from '../../runtime/errors/gleaner-error.ts';
import { readPdf } from '../../page/documents/pdf/read-pdf.ts';
import { loadPage, type LoadPageContext } from './open-page.ts';

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

import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Browser } from '../../runtime/contracts/browser.ts';
import type { ReplayRequest } from '../../runtime/contracts/recipe/replay.ts';
import {
  type FixtureSite,
  serveFixtureSite,
} from '../../../test-kit/fixture-site/serve-fixture-site.ts';
import { loopbackBrowser, replaySteps } from '../../../test/support/replay.ts';
import { type ServedPages, servePages } from '../../../test/support/serve-pages.ts';
import { traceBrowsers } from '../../../test/support/trace-browsers.ts';
import { waitOptions } from '../../../test/support/wait-options.ts';

const traces = traceBrowsers();
let site: FixtureSite;
let pages: ServedPages;
let browser: Browser;

beforeAll(async () => {
  site = await serveFixtureSite();
  pages = await servePages(({ pathname }) => {
    if (pathname === '/hangs') {
      return '<!doctype html><p class="name">Here</p><script>setTimeout(() => { while (true); }, 50)</script>';
    }
    return pathname === '/silent' ? undefined : '<!doctype html><p class="name">Here</p>';
  });
  browser = loopbackBrowser();
});

afterAll(async () => {
  await browser.close?.();
  await pages.close();
  await site.close();
  traces.remove();
});

const products = {
  items: 'li.product-card:not(.promo)',
  fields: {
    name: { selectors: ['h3'] },
    url: { selectors: ['a.product-link'], type: 'url' },
    price: { selectors: ['.price-none', '.price-now'], type: 'number' },
  },
};

function extract(parameters: unknown): unknown {
  return { type: 'customStep', name: 'extract', parameters };
}

function open(path: string): unknown {
  return { type: 'navigate', url: pages.origin + path };
}

const extractName = extract({ fields: { name: { selectors: ['.name'] } } });

describe('a replay', () => {
  test('brings the items of a page in order, each with its fields', async () => {
    const { items, pages, end, targets } = await replaySteps(browser, [
      { type: 'navigate', url: `${site.url}/shop/` },
      extract(products),
    ]);
    expect(end).toBe('no_pagination');
    expect(pages).toMatchObject([{ number: 1, url: `${site.url}/shop/`, language: 'en-GB' }]);
    expect(items).toHaveLength(12);
    expect(items[0]).toEqual({
      name: expect.any(String),
      url: expect.stringMatching(new RegExp(`^${site.url}/shop/product/[a-z-]+/$`)),
      price: expect.stringMatching(/^£\d+\.\d\d$/),
    });
    expect(targets.map(({ purpose, servedBy, healed }) => [purpose, servedBy, healed])).toEqual([
      ['items', 'first', undefined],
      ['field', 'first', undefined],
      ['field', 'first', undefined],
      ['field', 'alternative', '.price-now'],
    ]);
  });

  test('goes through a shop to its end', async () => {
    const mayGoOn = vi.fn<ReplayRequest['mayGoOn']>().mockResolvedValue(true);
    const { items, end } = await replaySteps(
      browser,
      [
        { type: 'navigate', url: `${site.url}/shop/` },
        extract(products),
        { type: 'customStep', name: 'paginate', parameters: { next: ['a.next'] } },
      ],
      { mayGoOn },
    );
    expect(new Set(items.map(({ url }) => url)).size).toBe(60);
    expect(end).toBe('no_next');
    // Asked before every hop, and before no other.
    expect(mayGoOn).toHaveBeenCalledTimes(4);
  });

  test.each([
    ['a plain error', new Error('The ledger is down.')],
    ['an error that calls itself a time-out', new DOMException('late', 'TimeoutError')],
    ['a programming mistake', new TypeError('x is not a function')],
  ])('passes %s of a callback on as it is', async (_name, error) => {
    const steps = [
      { type: 'navigate', url: `${site.url}/shop/` },
      extract(products),
      { type: 'customStep', name: 'paginate', parameters: { next: ['a.next'] } },
    ];
    const fail = () => Promise.reject(error);
    await expect(replaySteps(browser, steps, { onPage: fail })).rejects.toBe(error);
    await expect(replaySteps(browser, steps, { mayGoOn: fail })).rejects.toBe(error);
  });

  test('ends where it may not go on, and at its cap', async () => {
    const steps = [
      { type: 'navigate', url: `${site.url}/shop/` },
      extract(products),
      { type: 'customStep', name: 'paginate', parameters: { next: ['a.next'] } },
    ];
    const stopped = await replaySteps(browser, steps, { mayGoOn: async () => false });
    expect([stopped.end, stopped.pages.length]).toEqual(['stopped', 1]);
    const capped = await replaySteps(browser, steps, { maxPages: 2 });
    expect([capped.end, capped.pages.length]).toEqual(['max_pages', 2]);
  });

  test('gives what an extractor is to read as HTML', async () => {
    const { pages } = await replaySteps(browser, [
      { type: 'navigate', url: `${site.url}/shop/` },
      extract({ prompt: 'all products', items: 'li.product-card' }),
      extract({ prompt: 'the heading' }),
    ]);
    const [items, page] = pages[0]?.collections.map(({ html }) => html) ?? [];
    expect(items).toMatch(/^<li class="product-card"/);
    expect(page).toContain('<h1>All products</h1>');
  });
});

describe('a replay that fails', () => {
  test('of a page that hangs ends at the time-out of its step', async () => {
    const steps = [
      open('/hangs'),
      { type: 'click', selectors: ['.late'], offsetX: 1, offsetY: 1, timeout: 1_000 },
    ];
    await expect(replaySteps(browser, steps)).rejects.toMatchObject({
      code: 'validation_failed',
      details: { reason: 'timed_out' },
    });
  });

  test('of a server that says nothing ends at the time-out of its step', async () => {
    const steps = [{ type: 'navigate', url: `${pages.origin}/silent`, timeout: 500 }];
    await expect(replaySteps(browser, steps)).rejects.toMatchObject({
      message: 'Step 1 (navigate) got no page within 0.5 s.',
      details: { reason: 'timed_out' },
    });
  });

  test.each(['/silent', '/hangs'])('%s: an abort ends it at once', async (path) => {
    const controller = new AbortController();
    const outcome = replaySteps(
      browser,
      [open(path), { type: 'waitForElement', selectors: ['.never'], timeout: 30_000 }],
      {
        signal: controller.signal,
        onStep(_path, type) {
          if (type === 'waitForElement' || path === '/silent') controller.abort('enough');
        },
      },
    ).catch((error: unknown) => error);
    expect(await outcome).toBe('enough');
    // Chromium keeps one for the next page.
    await vi.waitFor(() => expect(countRenderers()).toBeLessThanOrEqual(1), waitOptions);
  });

  test.each([
    ['at work', '/page'],
    ['while its page is on the way', '/silent'],
  ])(
    'by a renderer that is killed %s is reported as a fault of the browser, and the next one works',
    async (_when, path) => {
      const askedBefore = pages.asked.length;
      const outcome = replaySteps(browser, [
        open(path),
        { type: 'waitForElement', selectors: ['.never'], timeout: 30_000 },
      ]).catch((error: unknown) => error);
      const isOver = vi.fn<() => void>();
      void outcome.then(isOver);
      await vi.waitFor(() => {
        for (const [id, command] of traces.processes()) {
          if (
            command.includes('--type=renderer') &&
            pages.asked.slice(askedBefore).includes(path)
          ) {
            process.kill(id, 'SIGKILL');
          }
        }
        expect(isOver).toHaveBeenCalled();
      }, waitOptions);
      expect(await outcome).toMatchObject({ code: 'service_unavailable' });
      expect((await replaySteps(browser, [open('/page'), extractName])).items).toEqual([
        { name: 'Here' },
      ]);
    },
  );
});

function countRenderers(): number {
  return [...traces.processes().values()].filter((command) => command.includes('--type=renderer'))
    .length;
}

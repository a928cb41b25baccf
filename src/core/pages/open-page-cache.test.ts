import { once } from 'node:events';
import { describe, expect, test, vi } from 'vitest';
import {
  loadLamp,
  openCache,
  pageOf,
  rendered,
  renderingBrowser,
  request,
} from '../../../test/support/load-lamp.ts';
import { operationContext } from '../../../test/support/operation-context.ts';
import { stubFetcher } from '../../../test/support/stub-fetcher.ts';
import type { CachedPage, PageClaim } from '../../runtime/contracts/cache.ts';
import type { PageRequest } from '../../runtime/contracts/fetcher.ts';
import { fakeClock } from '../../testing/fake-clock.ts';
import { loadPage } from './open-page.ts';

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
    ['leads on later', '<meta http-equiv="refresh" content="6; url=/next">', 'leads on to another'],
    ['reloads itself', '<meta http-equiv="refresh" content="2">', 'reloads itself'],
  ])('says once of a page that %s what its fetch said', async (_, sign, warning) => {
    const fetcher = stubFetcher(`${sign}${rendered}`);
    const context = operationContext({ fetcher, cache: openCache() });
    for (const maxAge of [undefined, 0, 60, 60]) {
      const { warnings } = await loadLamp(context, { maxAge });
      expect(warnings).toEqual([expect.stringContaining(warning)]);
    }
    expect(fetcher.requests).toHaveLength(2);
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

  test('that gives `null`, as stores do for what they do not have, has no page', async () => {
    const none = null as unknown as undefined;
    const cache = openCache({
      get: async () => none,
      claim: async () => ({ entry: none, release: async () => {} }) as unknown as PageClaim,
    });
    const fetcher = stubFetcher(rendered);
    const context = operationContext({ fetcher, cache });
    expect(await loadLamp(context, { maxAge: 60 })).toEqual({ body: rendered, warnings: [] });
    expect(fetcher.requests).toHaveLength(1);
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

test('a cache that fails with a text costs a warning with that text', async () => {
  // A cache of the embedder's own may reject with anything.
  const cache = openCache({ set: vi.fn().mockRejectedValue('no room') });
  const { warnings } = await loadLamp(operationContext({ fetcher: stubFetcher(rendered), cache }), {
    maxAge: 60,
  });
  expect(warnings).toEqual(['The page could not be kept in the cache: no room']);
});

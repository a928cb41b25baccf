import { request } from 'undici';
import { describe, expect, test } from 'vitest';
import { chromiumBrowser } from '../src/browser/chromium-browser.ts';
import { memoryCache } from '../src/core/pages/memory-cache.ts';
import { createEgress } from '../src/network/egress/create-egress.ts';
import { httpFetcher } from '../src/network/fetchers/http-fetcher.ts';
import { serve } from '../src/web/http/index.ts';
import { memoryLedger } from '../src/core/billing/memory-ledger.ts';
import { memoryQueue } from '../src/storage/queues/memory-queue.ts';
import { sqliteStore } from '../src/storage/stores/sqlite-store.ts';
import { createService } from '../src/service/create-service.ts';
import { createGleaner } from '../src/core/engine/create-gleaner.ts';
import type { GleanerLimits } from '../src/core/engine/gleaner-options.ts';

const names: readonly (keyof GleanerLimits)[] = [
  'requestsPerMinute',
  'inFlight',
  'callMs',
  'runMs',
  'runPages',
  'pageBytes',
  'pageMs',
];
const bad: readonly unknown[] = [Number.NaN, -1, 0, 1.5, -Infinity, '5', null];

describe('the numbers among the options', () => {
  test.each(names)('`limits.%s` that is no whole number above 0 is refused by its name', (name) => {
    for (const value of bad) {
      expect(() => createGleaner({ limits: { [name]: value } })).toThrow(
        new RegExp(`^Expected \`limits\\.${name}\` to be a whole number of .*1 or more`),
      );
    }
  });

  test.each(names)('`limits.%s` may be as large as it likes, or Infinity', async (name) => {
    for (const value of [1, 2 ** 40, Infinity, undefined]) {
      const gleaner = createGleaner({ limits: { [name]: value } });
      await expect(gleaner.close()).resolves.toBeUndefined();
    }
  });

  /** Each entry point that takes numbers, with one number among its options. */
  const entryPoints: readonly (readonly [
    name: string,
    open: (value: number) => unknown,
    least: number,
    mayBeInfinite: boolean,
  ])[] = [
    ...(
      ['extract', 'extractStealth', 'scrape', 'scrapeStealth', 'runPage', 'followedPage'] as const
    ).map(
      (name) =>
        [
          `prices.${name}`,
          (value: number) => createGleaner({ prices: { [name]: value } }),
          0,
          false,
        ] as const,
    ),
    ['busyTimeoutMs', (busyTimeoutMs) => sqliteStore({ folder: 'none', busyTimeoutMs }), 0, false],
    ['maxBytes', (maxBytes) => sqliteStore({ folder: 'none', maxBytes }), 1, false],
    ['maxBytes', (maxBytes) => memoryCache({ maxBytes }), 1, false],
    ['timeoutMs', (timeoutMs) => httpFetcher({ timeoutMs }), 1, true],
    ['firstByteTimeoutMs', (firstByteTimeoutMs) => httpFetcher({ firstByteTimeoutMs }), 1, true],
    ['maxWireBytes', (maxWireBytes) => httpFetcher({ maxWireBytes }), 1, true],
    ['maxBytes', (maxBytes) => httpFetcher({ maxBytes }), 1, true],
    ['maxRedirects', (maxRedirects) => httpFetcher({ maxRedirects }), 0, true],
    ['lookupTimeoutMs', (lookupTimeoutMs) => createEgress({ lookupTimeoutMs }), 1, false],
    ['connectTimeoutMs', (connectTimeoutMs) => createEgress({ connectTimeoutMs }), 1, false],
    [
      'connectTimeoutMs',
      (connectTimeoutMs) => createGleaner({ egress: { connectTimeoutMs } }),
      1,
      false,
    ],
    ['maxContexts', (maxContexts) => chromiumBrowser({ maxContexts }), 1, true],
    ['idleMs', (idleMs) => chromiumBrowser({ idleMs }), 0, false],
    ['concurrency', (concurrency) => memoryQueue({ concurrency }), 1, true],
    ['openingCredits', (openingCredits) => memoryLedger({ openingCredits }), 0, true],
    ['accounts.ada', (ada) => memoryLedger({ accounts: { ada } }), 0, false],
  ];

  test.each(entryPoints)(
    '`%s` of a part is refused by its name unless it is a number of its unit',
    (name, open, least, mayBeInfinite) => {
      const wrong = [Number.NaN, -1, least - 1, 1.5, -Infinity, '5', null];
      for (const value of mayBeInfinite ? wrong : [...wrong, Infinity]) {
        expect(() => open(value as number)).toThrow(
          new RegExp(`^Expected \`${name.replace('.', '\\.')}\` to be a whole number of \\w+`),
        );
      }
      for (const value of mayBeInfinite ? [least, 1_000, Infinity] : [least, 1_000]) {
        expect(() => open(value)).not.toThrow();
      }
    },
  );

  test.each([
    'headersTimeoutMs',
    'requestTimeoutMs',
    'idleTimeoutMs',
    'maxHeaderBytes',
    'maxHeaders',
    'maxConnections',
  ])('`limits.%s` of a server is refused by its name', async (name) => {
    for (const value of bad) {
      const opening = serve({ handler: async () => new Response(), limits: { [name]: value } });
      await expect(opening).rejects.toThrow(`Expected \`limits.${name}\` to be a whole number of`);
    }
  });

  test('a server’s port and its grace are refused by their names, and the grace may be without an end', async () => {
    for (const port of [Number.NaN, -1, 65_536, 80.5]) {
      await expect(serve({ handler: async () => new Response(), port })).rejects.toThrow(
        'Expected `port` to be',
      );
    }
    const { promise: asked, resolve: ask } = Promise.withResolvers<void>();
    const { promise: gate, resolve: open } = Promise.withResolvers<void>();
    const server = await serve({
      async handler() {
        ask();
        await gate;
        return new Response('late');
      },
    });
    await expect(server.close({ graceMs: Number.NaN })).rejects.toThrow('Expected `graceMs`');
    const response = request(server.url);
    await asked;
    const closing = server.close({ graceMs: Infinity });
    // Node fires a timer of more than 25 days after 1 ms, so before this one, which began later and takes longer.
    await new Promise((resolve) => setTimeout(resolve, 2));
    open();
    expect(await (await response).body.text()).toBe('late');
    await closing;
  });

  test('the message names the value', () => {
    expect(() => createGleaner({ limits: { callMs: 0.5 } })).toThrow(
      'Expected `limits.callMs` to be a whole number of milliseconds, 1 or more, or Infinity, got 0.5.',
    );
    expect(() => createGleaner({ limits: { callMs: '9' as unknown as number } })).toThrow(
      'got a string.',
    );
  });

  test('a call without an end ends when it is done, and a deadline that is none is refused', async () => {
    const gleaner = createGleaner({ limits: { callMs: Infinity } });
    const input = { html: '<h1>A lamp</h1>', prompt: 'the title' };
    for (const timeoutMs of [undefined, Infinity, 60 * 24 * 60 * 60 * 1_000]) {
      expect(await gleaner.extract(input, { timeoutMs })).toMatchObject({ creditsUsed: 5 });
    }
    for (const timeoutMs of [Number.NaN, 0, -1, '5' as unknown as number]) {
      for (const attempt of [
        () => gleaner.extract(input, { timeoutMs }),
        () => gleaner.runRecipe({}, { timeoutMs }),
      ]) {
        await expect(attempt()).rejects.toThrow('Expected a number of milliseconds above 0');
      }
    }
    await gleaner.close();
  });

  test('a service’s own are refused by their names, too', () => {
    for (const value of bad) {
      const wrong = value as number;
      expect(() => createService({ webhookTimeoutMs: wrong })).toThrow('`webhookTimeoutMs`');
      expect(() => createService({ plan: { inFlight: wrong } })).toThrow('`plan.inFlight`');
      expect(() => createService({ plan: { requestsPerMinute: wrong } })).toThrow(
        '`plan.requestsPerMinute`',
      );
      expect(() => createService({ plan: { pagesPerRun: wrong } })).toThrow('`plan.pagesPerRun`');
    }
    expect(() => createService({ plan: { runsPerMonth: -1 } })).toThrow('`plan.runsPerMonth`');
    expect(() => createService({ retention: { runDays: Number.NaN } })).toThrow(
      '`retention.runDays`',
    );
  });

  test('a plan without an end is refused: a store keeps numbers alone', () => {
    expect(() => createService({ plan: { inFlight: Infinity } })).toThrow('`plan.inFlight`');
  });

  test('a service’s drain may be without an end, and is refused when it is no time', async () => {
    const service = createService();
    await expect(service.close({ drainMs: Number.NaN })).rejects.toThrow('`drainMs`');
    await service.close({ drainMs: Infinity });
  });
});

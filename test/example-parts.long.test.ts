import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setImmediate, setTimeout } from 'node:timers/promises';
import {
  createEgress,
  createGleaner,
  httpFetcher,
  memoryLedger,
  modelExtractor,
  systemClock,
} from 'gleaner';
import { memoryStore } from 'gleaner/service';
import {
  browserContract,
  cacheContract,
  clockContract,
  extractorContract,
  fakeClock,
  fetcherContract,
  ledgerContract,
  markdownWriterContract,
  queueContract,
  storeContract,
} from 'gleaner/testing';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { measuredBrowser, type BrowserTask } from '../examples/parts/browser.ts';
import { folderCache } from '../examples/parts/cache.ts';
import { specificationReader } from '../examples/parts/cheerio.ts';
import { correctedClock } from '../examples/parts/clock.ts';
import { classExtractor } from '../examples/parts/extractor.ts';
import { politeFetcher } from '../examples/parts/fetcher.ts';
import { bookingLedger, type Booking } from '../examples/parts/ledger.ts';
import { addressedMarkdown, markedTurndown } from '../examples/parts/markdown.ts';
import { functionModel } from '../examples/parts/model.ts';
import { boundedQueue } from '../examples/parts/queue.ts';
import { shopCards } from '../examples/parts/selectors.ts';
import { auditedStore } from '../examples/parts/store.ts';
import { defaultPlan } from '../src/storage/stores/account-rules.ts';
import { realBrowser } from './support/real-browser.ts';
import { stubFetcher } from './support/stub-fetcher.ts';

const page = '<h1 class="big title">Blue kettle</h1><p class="price">£24.50</p>';
const schema = {
  type: 'object',
  properties: { name: { type: 'string' }, price: { type: 'number' } },
};
const kettle = { name: 'Blue kettle', price: 24.5 };
const egress = createEgress({ allowPrivate: ['127.0.0.0/8'] });

describe('fetcher', () => {
  test.each(fetcherContract)('$name', async ({ run }) => {
    const fetcher = httpFetcher({ egress });
    await expect(run(politeFetcher(fetcher, { gapMs: 1 }))).resolves.toBeUndefined();
    await fetcher.close?.();
  });

  test('leaves a host the gap between two requests, and other hosts alone', async () => {
    const clock = fakeClock();
    const stub = stubFetcher(page);
    const fetcher = politeFetcher(stub, { gapMs: 50, clock });
    const { signal } = new AbortController();
    const fetch = (url: string) => fetcher.fetch({ url, headers: {}, stealth: false, signal });
    const first = fetch('https://a.example/1');
    const second = fetch('https://a.example/2');
    await Promise.all([first, fetch('https://b.example/')]);
    clock.advance(49);
    await setImmediate();
    expect(stub.requests.map(({ url }) => url)).toEqual([
      'https://a.example/1',
      'https://b.example/',
    ]);
    clock.advance(1);
    await second;
    expect(stub.requests.at(-1)?.url).toBe('https://a.example/2');
  });

  test('a request that is aborted while it waits ends with the reason, and is not made', async () => {
    const clock = fakeClock();
    const stub = stubFetcher(page);
    const fetcher = politeFetcher(stub, { gapMs: 50, clock });
    const controller = new AbortController();
    const { signal } = controller;
    const fetch = (url: string) => fetcher.fetch({ url, headers: {}, stealth: false, signal });
    await fetch('https://a.example/1');
    const second = fetch('https://a.example/2');
    controller.abort('enough');
    await expect(second).rejects.toBe('enough');
    clock.advance(50);
    await setImmediate();
    expect(stub.requests.map(({ url }) => url)).toEqual(['https://a.example/1']);
  });
});

describe('browser', () => {
  const tasks: BrowserTask[] = [];
  const browser = realBrowser({ egress });
  afterAll(() => browser.close?.());

  test.each(browserContract)('$name', async ({ run }) => {
    await expect(
      run(measuredBrowser(browser, (task) => tasks.push(task))),
    ).resolves.toBeUndefined();
  });

  test('reports tasks that succeeded and tasks that failed', () => {
    expect(new Set(tasks.map(({ succeeded }) => succeeded))).toEqual(new Set([true, false]));
  });
});

describe('cache', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'gleaner-cache-'));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  test.each(cacheContract)('$name', async ({ run }) => {
    await expect(run(folderCache(folder))).resolves.toBeUndefined();
  });
});

describe('ledger', () => {
  test.each(ledgerContract)('$name', async ({ run }) => {
    const ledger = bookingLedger(memoryLedger({ accounts: {} }), () => {});
    await expect(run(ledger)).resolves.toBeUndefined();
  });

  test('hands on what a call of an engine cost', async () => {
    const bookings: Booking[] = [];
    const ledger = bookingLedger(memoryLedger({ accounts: { acme: 500 } }), (booking) =>
      bookings.push(booking),
    );
    await using gleaner = createGleaner({ ledger });
    await gleaner.extract({ html: page, prompt: 'The kettle' }, { account: 'acme' });
    expect(bookings).toMatchObject([{ kind: 'post', credits: 5 }]);
  });
});

describe('clock', () => {
  test.each(clockContract)('$name', async ({ run }) => {
    const clock = correctedClock(systemClock(), 90_000);
    await expect(
      run({ clock, pass: (durationMs) => setTimeout(durationMs + 10) }),
    ).resolves.toBeUndefined();
  });

  test('is ahead by the offset', () => {
    const clock = correctedClock(systemClock(), 90_000);
    expect(clock.nowMs() - Date.now()).toBeGreaterThan(89_000);
  });
});

describe('extractor', () => {
  test.each(extractorContract)('$name', async ({ run }) => {
    await expect(run(classExtractor({ price: 'price' }))).resolves.toBeUndefined();
  });

  test('its texts become what the schema asks for', async () => {
    await using gleaner = createGleaner({
      extractor: classExtractor({ name: 'title', price: 'price' }),
    });
    const { result } = await gleaner.extract({ html: page, prompt: 'The kettle', schema });
    expect(result).toEqual(kettle);
  });
});

describe('extractor by selectors', () => {
  test.each(extractorContract)('$name', async ({ run }) => {
    await expect(run(shopCards())).resolves.toBeUndefined();
  });

  test('reads the cards of a page', async () => {
    await using gleaner = createGleaner({ extractor: shopCards() });
    const html = `<div class="card"><h3>Blue kettle</h3><a href="/blue">More</a><b class="price">£24.50</b></div>
      <div class="card"><h3>Red kettle</h3><a href="/red">More</a><b class="price">£26.00</b><i class="tag">new</i></div>`;
    const { result } = await gleaner.extract({ html, url: 'https://shop.example/', prompt: 'x' });
    expect(result).toEqual({
      items: [
        { name: 'Blue kettle', price: 24.5, url: 'https://shop.example/blue', tags: [] },
        { name: 'Red kettle', price: 26, url: 'https://shop.example/red', tags: ['new'] },
      ],
    });
  });
});

describe('extractor over cheerio', () => {
  test.each(extractorContract)('$name', async ({ run }) => {
    await expect(run(specificationReader())).resolves.toBeUndefined();
  });

  test('reads pairs of terms and definitions', async () => {
    await using gleaner = createGleaner({ extractor: specificationReader() });
    const html = `<h1>Blue kettle</h1><dl class="specification"><dt>Capacity</dt><dd>1.7 l</dd><dt>Colour</dt><dd>blue</dd></dl>`;
    const { result } = await gleaner.extract({ html, url: 'https://shop.example/', prompt: 'x' });
    expect(result).toEqual({
      name: 'Blue kettle',
      url: 'https://shop.example/',
      specification: { Capacity: '1.7 l', Colour: 'blue' },
    });
  });
});

describe.each([
  ['turndown', markedTurndown, 'A ==blue== kettle'],
  ['our own, changed', addressedMarkdown, 'Source: <https://shop.example/>'],
])('Markdown writer: %s', (_name, create, expected) => {
  test.each(markdownWriterContract)('$name', async ({ run }) => {
    await expect(run(create())).resolves.toBeUndefined();
  });

  test('writes what a scrape asks for', async () => {
    await using gleaner = createGleaner({ markdown: create() });
    const { markdown } = await gleaner.scrape({
      html: '<h1>Kettles</h1><p>A <mark>blue</mark> kettle</p>',
      url: 'https://shop.example/',
      format: 'markdown',
    });
    expect(markdown).toContain(expected);
    expect(markdown).toContain('# Kettles');
  });
});

describe('model', () => {
  test.each(extractorContract)('an extractor with it: $name', async ({ run }) => {
    const model = functionModel('scripted', async () => JSON.stringify(kettle));
    await expect(run(modelExtractor({ model }))).resolves.toBeUndefined();
  });

  test('is asked with the page', async () => {
    const prompts: string[] = [];
    const model = functionModel('scripted', async (prompt) => {
      prompts.push(prompt);
      return JSON.stringify(kettle);
    });
    await using gleaner = createGleaner({ model });
    const { result } = await gleaner.extract({ html: page, prompt: 'The kettle', schema });
    expect(result).toEqual(kettle);
    expect(prompts.join()).toContain('£24.50');
  });
});

describe('store', () => {
  test.each(storeContract)('$name', async ({ run }) => {
    await expect(run(auditedStore(memoryStore(), () => {}))).resolves.toBeUndefined();
  });

  test('reports each change of an account', async () => {
    const reports: string[] = [];
    const store = auditedStore(memoryStore(), ({ id }, kind) => reports.push(`${kind} ${id}`));
    const acme = { id: 'acme', plan: defaultPlan, credits: 0, emailVerified: true };
    await store.accounts.create({ ...acme, nowMs: 0 });
    await store.accounts.change({ id: 'acme', change: { kind: 'suspend' }, nowMs: 1 });
    expect(reports).toEqual(['create acme', 'suspend acme']);
  });
});

describe('queue', () => {
  test.each(queueContract)('$name', async ({ run }) => {
    await expect(run(boundedQueue)).resolves.toBeUndefined();
  });
});

import { describe, expect, test } from 'vitest';
import {
  createGleaner,
  GleanerError,
  memoryCache,
  memoryLedger,
  type Cache,
  type Gleaner,
  type GleanerOptions,
} from '../../src/index.ts';
import { fakeClock, type FakeClock } from '../../src/testing/fake-clock.ts';
import { until } from '../support/open-service.ts';
import { lampPage, stubFetcher, type StubFetcher } from '../support/stub-fetcher.ts';

const url = 'https://shop.example/lamp';
const prompt = 'The name of the lamp';
const account = 'ada';

interface Bench {
  readonly gleaner: Gleaner;
  readonly fetcher: StubFetcher;
  readonly clock: FakeClock;
}

function bench(options: GleanerOptions = {}, fetcher: StubFetcher = stubFetcher(lampPage)): Bench {
  const clock = fakeClock();
  const gleaner = createGleaner({
    fetcher,
    clock,
    ledger: memoryLedger({ accounts: { [account]: 1_000 } }),
    ...options,
  });
  return { gleaner, fetcher, clock };
}

const call = (gleaner: Gleaner, input: object = {}, options: object = {}) =>
  gleaner.extract({ url, prompt, ...input }, { account, ...options });

describe('the URL cache', () => {
  test('without maxAge it is neither read nor written', async () => {
    const { gleaner, fetcher } = bench();
    await call(gleaner);
    await call(gleaner, { maxAge: 3_600 });
    await call(gleaner);
    expect(fetcher.requests).toHaveLength(3);
  });

  test('maxAge 0 does not read it, but writes it', async () => {
    const { gleaner, fetcher } = bench();
    await call(gleaner, { maxAge: 0 });
    await call(gleaner, { maxAge: 0 });
    expect(fetcher.requests).toHaveLength(2);
    await call(gleaner, { maxAge: 60 });
    expect(fetcher.requests).toHaveLength(2);
  });

  test('a page is taken while it is younger than maxAge, and costs the same', async () => {
    const { gleaner, fetcher, clock } = bench();
    await call(gleaner, { maxAge: 60 });
    clock.advance(59_999);
    const hit = await call(gleaner, { maxAge: 60 });
    expect(hit.creditsUsed).toBe(5);
    expect(fetcher.requests).toHaveLength(1);
    clock.advance(1);
    await call(gleaner, { maxAge: 60 });
    expect(fetcher.requests).toHaveLength(2);
  });

  test('a page from the future is not trusted: the wall clock was set back', async () => {
    const { gleaner, fetcher, clock } = bench();
    await call(gleaner, { maxAge: 60 });
    clock.setWallClock(clock.nowMs() - 3_600_000);
    await call(gleaner, { maxAge: 60 });
    expect(fetcher.requests).toHaveLength(2);
  });

  test('the URL is normalised', async () => {
    const { gleaner, fetcher } = bench();
    await call(gleaner, { maxAge: 60 });
    await call(gleaner, { url: 'HTTPS://Shop.Example:443/a/../lamp', maxAge: 60 });
    expect(fetcher.requests).toHaveLength(1);
  });

  test.each([
    ['stealth', { stealth: true }],
    ['custom headers', { headers: { Cookie: 'session=1' } }],
    ['a query', { url: `${url}?id=1` }],
    ['an empty query', { url: `${url}?` }],
    ['a fragment', { url: `${url}#price` }],
  ])('%s keeps a page out of it, in both directions', async (_what, input) => {
    const { gleaner, fetcher } = bench();
    await call(gleaner, { maxAge: 60 });
    await call(gleaner, { ...input, maxAge: 60 });
    await call(gleaner, { ...input, maxAge: 60 });
    expect(fetcher.requests).toHaveLength(3);
    await call(gleaner, { maxAge: 60 });
    expect(fetcher.requests).toHaveLength(3);
  });

  test.each([
    ['a failed fetch', { status: 500, body: new TextEncoder().encode(lampPage) }],
    [
      'a block page',
      { status: 403, headers: { 'content-type': 'text/html', 'cf-mitigated': 'challenge' } },
    ],
  ])('%s is never written', async (_what, page) => {
    const { gleaner, fetcher } = bench(
      {},
      stubFetcher(() => page),
    );
    for (let tries = 0; tries < 2; tries += 1) {
      await expect(call(gleaner, { maxAge: 60 })).rejects.toMatchObject({
        code: 'validation_failed',
      });
    }
    expect(fetcher.requests).toHaveLength(2);
  });

  test('parallel misses of one page fetch it once, and each call pays', async () => {
    const { gleaner, fetcher } = bench();
    const calls = Array.from({ length: 5 }, () => call(gleaner, { maxAge: 60 }));
    const answers = await Promise.all(calls);
    expect(fetcher.requests).toHaveLength(1);
    expect(answers.reduce((sum, { creditsUsed }) => sum + creditsUsed, 0)).toBe(25);
  });

  test('a cache that does not work is reported, and does not fail the call', async () => {
    const broken: Cache = {
      name: 'broken',
      get: () => Promise.reject(new Error('no connection')),
      set: () => Promise.reject(new Error('no connection')),
    };
    const { gleaner } = bench({ cache: broken });
    const { warnings } = await call(gleaner, { maxAge: 60 });
    expect(warnings.filter((warning) => warning.includes('no connection'))).toHaveLength(2);
  });

  test('two engines may share one', async () => {
    const cache = memoryCache();
    const first = bench({ cache });
    const second = bench({ cache });
    await call(first.gleaner, { maxAge: 60 });
    await call(second.gleaner, { maxAge: 60 });
    expect(second.fetcher.requests).toHaveLength(0);
  });
});

describe('credits', () => {
  test('a call costs 5, with stealth 10, and says what is left', async () => {
    const { gleaner } = bench();
    expect(await call(gleaner)).toMatchObject({ creditsUsed: 5, creditsRemaining: 995 });
    expect(await call(gleaner, { stealth: true })).toMatchObject({
      creditsUsed: 10,
      creditsRemaining: 985,
    });
  });

  test('prices are one table that the embedder may change', async () => {
    const { gleaner } = bench({ prices: { extract: 1 } });
    expect(await call(gleaner, { stealth: true })).toMatchObject({ creditsUsed: 6 });
  });

  test('a call that is not covered is refused before the page is fetched', async () => {
    const { gleaner, fetcher } = bench({ ledger: memoryLedger({ accounts: { [account]: 4 } }) });
    await expect(call(gleaner)).rejects.toMatchObject({
      code: 'insufficient_credits',
      details: { balance: 4, required: 5 },
    });
    expect(fetcher.requests).toHaveLength(0);
  });

  test('without a ledger of one’s own nothing is refused', async () => {
    const gleaner = createGleaner({ fetcher: stubFetcher(lampPage) });
    expect(await gleaner.extract({ url, prompt })).toMatchObject({ creditsUsed: 5 });
    await gleaner.close();
  });
});

describe('caps', () => {
  test('an account makes 60 calls a minute', async () => {
    const { gleaner, clock } = bench();
    for (let calls = 0; calls < 60; calls += 1) await call(gleaner);
    await expect(call(gleaner)).rejects.toMatchObject({
      code: 'rate_limited',
      details: { reason: 'rate_limit_per_min', limitPerMin: 60, retryAfterSeconds: 60 },
    });
    clock.advance(60_000);
    await call(gleaner);
  });

  test('an account has 5 calls under way', async () => {
    const { promise, resolve } = Promise.withResolvers<string>();
    const { gleaner } = bench(
      {},
      stubFetcher(() => promise),
    );
    const calls = Array.from({ length: 5 }, () => call(gleaner));
    await expect(call(gleaner)).rejects.toMatchObject({
      code: 'rate_limited',
      details: { reason: 'max_concurrent_requests', maxConcurrent: 5 },
    });
    resolve(lampPage);
    await Promise.all(calls);
  });

  test('the process’s own calls, without an account, have no caps unless it sets some', async () => {
    const own = createGleaner({ fetcher: stubFetcher(lampPage), clock: fakeClock() });
    for (let calls = 0; calls < 70; calls += 1) await own.extract({ url, prompt });
    await own.close();
    const capped = createGleaner({
      fetcher: stubFetcher(lampPage),
      limits: { requestsPerMinute: 1 },
    });
    await capped.extract({ url, prompt });
    await expect(capped.extract({ url, prompt })).rejects.toMatchObject({ code: 'rate_limited' });
    await capped.close();
  });
});

test('without a ledger nothing limits what is left', async () => {
  const gleaner = createGleaner({ fetcher: stubFetcher(lampPage) });
  const extraction = await gleaner.extract({ url, prompt });
  expect(extraction).toMatchObject({ creditsUsed: 5, creditsRemaining: Infinity });
  expect(await gleaner.creditsRemaining()).toBe(Infinity);
  await gleaner.close();
});

describe('idempotency keys', () => {
  test('the same key and input give the first answer again, not charged twice', async () => {
    const { gleaner, fetcher } = bench();
    const first = await call(gleaner, {}, { idempotencyKey: 'k' });
    const second = await call(gleaner, {}, { idempotencyKey: 'k' });
    expect(second).toEqual(first);
    expect(fetcher.requests).toHaveLength(1);
    expect(await gleaner.creditsRemaining(account)).toBe(995);
  });

  test('the same key with another input is a conflict', async () => {
    const { gleaner } = bench();
    const schema = { type: 'object', properties: { name: { type: 'string' } } };
    await call(gleaner, { schema }, { idempotencyKey: 'k' });
    for (const other of [{ schema, maxAge: 1 }, {}, { schema: { ...schema, title: 'Lamp' } }]) {
      await expect(call(gleaner, other, { idempotencyKey: 'k' })).rejects.toMatchObject({
        code: 'conflict',
      });
    }
  });

  test('the order of members is no other input', async () => {
    const { gleaner, fetcher } = bench();
    const [name, price] = [{ type: 'string' }, { type: 'string', title: 'Price' }];
    const one = { type: 'object', properties: { name, price } };
    const other = {
      properties: { price: { title: 'Price', type: 'string' }, name },
      type: 'object',
    };
    const first = await call(gleaner, { schema: one }, { idempotencyKey: 'k' });
    expect(await call(gleaner, { schema: other }, { idempotencyKey: 'k' })).toEqual(first);
    expect(fetcher.requests).toHaveLength(1);
  });

  test('what one caller does to a result is not seen by the next one with its key', async () => {
    const { gleaner } = bench();
    const schema = { type: 'object', properties: { name: { type: 'string' } } };
    const results = [];
    for (let calls = 0; calls < 3; calls += 1) {
      const { result } = await call(gleaner, { schema }, { idempotencyKey: 'k' });
      results.push(structuredClone(result));
      Object.assign(result as object, { name: 'changed' });
    }
    expect(results[0]).not.toEqual({ name: 'changed' });
    expect(results[1]).toEqual(results[0]);
    expect(results[2]).toEqual(results[0]);
  });

  test('a failed first try is not remembered', async () => {
    let tries = 0;
    const fetcher = stubFetcher(() => {
      tries += 1;
      return tries === 1 ? { status: 500 } : lampPage;
    });
    const { gleaner } = bench({}, fetcher);
    await expect(call(gleaner, {}, { idempotencyKey: 'k' })).rejects.toMatchObject({
      code: 'validation_failed',
    });
    expect(await call(gleaner, {}, { idempotencyKey: 'k' })).toMatchObject({ creditsUsed: 5 });
  });
});

const hanging = () => stubFetcher(() => new Promise<never>(() => {}));

describe('abort and close', () => {
  test('an aborted call rejects with the caller’s reason and costs nothing', async () => {
    const { gleaner } = bench({}, hanging());
    const leaver = new AbortController();
    const running = call(gleaner, {}, { signal: leaver.signal });
    leaver.abort('changed my mind');
    await expect(running).rejects.toBe('changed my mind');
    expect(await gleaner.creditsRemaining(account)).toBe(1_000);
  });

  test('close ends the calls under way, refuses new ones, and can be called twice', async () => {
    const { gleaner } = bench({}, hanging());
    const running = Promise.allSettled([call(gleaner)]);
    await Promise.all([gleaner.close(), gleaner.close()]);
    expect(await running).toMatchObject([{ reason: { code: 'service_unavailable' } }]);
    await expect(call(gleaner)).rejects.toMatchObject({ code: 'service_unavailable' });
    expect(await gleaner.creditsRemaining(account)).toBe(1_000);
  });

  test('parts that were passed in are not closed', async () => {
    let closed = false;
    const fetcher = { ...stubFetcher(lampPage), close: async () => void (closed = true) };
    await createGleaner({ fetcher }).close();
    expect(closed).toBe(false);
  });
});

describe('an error of a page names it first, without what is secret in its address', () => {
  const secret = 'https://shop.example/lamp/7?token=canary';
  const shown = 'https://shop.example/lamp/7?[redacted]: ';

  test.each([
    ['an error status', { status: 404 }, `${shown}The page answered with HTTP status 404.`],
    ['a block page', { status: 403, headers: { 'cf-mitigated': 'challenge' } }, shown],
    [
      'a picture',
      { headers: { 'content-type': 'image/png' }, body: Buffer.from('\u0089PNG') },
      shown,
    ],
    ['an empty page', { body: Buffer.from('<p></p>') }, shown],
  ])('%s', async (_what, page, message) => {
    const { gleaner } = bench(
      {},
      stubFetcher(() => page),
    );
    const outcomes = await Promise.allSettled([
      gleaner.extract({ url: secret, prompt }, { account }),
      gleaner.scrape({ url: secret, format: 'markdown' }, { account }),
    ]);
    for (const outcome of outcomes) {
      const { message: told } = (outcome as { readonly reason: Error }).reason;
      expect(told.slice(0, message.length)).toBe(message);
      expect(told).not.toContain('canary');
    }
  });

  test('the deadline', async () => {
    const hanging = stubFetcher(() => new Promise<never>(() => {}));
    const { gleaner, clock } = bench({}, hanging);
    const late = gleaner.extract({ url: secret, prompt }, { account, timeoutMs: 500 });
    const [failed] = await Promise.all([
      late.catch((error: unknown) => error),
      until(() => hanging.requests.length === 1).then(() => clock.advance(500)),
    ]);
    expect(failed).toMatchObject({
      message: `${shown}The call was given up after 500 ms. Ask for less, or allow more with \`timeoutMs\`.`,
      details: { reason: 'timed_out' },
    });
  });

  test('but not the reason of a signal of the caller, which comes back as it is', async () => {
    const reason = new GleanerError('validation_failed', 'Mine.', {
      details: { reason: 'timed_out' },
    });
    const { gleaner } = bench();
    const call = { account, signal: AbortSignal.abort(reason) };
    await expect(gleaner.extract({ url: secret, prompt }, call)).rejects.toBe(reason);
  });

  test('a page that the caller gave has no address', async () => {
    const { gleaner } = bench();
    await expect(gleaner.extract({ html: '<p></p>', prompt }, { account })).rejects.toThrow(
      /^Nothing to read is left/,
    );
  });
});

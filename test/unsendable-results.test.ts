import { describe, expect, test } from 'vitest';
import type { Extractor } from '../src/runtime/contracts/extractor.ts';
import { createHttpHandler } from '../src/web/http/index.ts';
import { createGleaner, isGleanerError, memoryLedger } from '../src/index.ts';
import type { Service } from '../src/service/create-service.ts';
import { addCustomer, lampInput, openService } from './support/open-service.ts';
import { lampPage, stubFetcher } from './support/stub-fetcher.ts';

/** What an extractor of one's own may give by mistake. */
function own(value: unknown, more: object = {}): Extractor {
  return {
    name: 'own',
    async extract() {
      return { value, usage: [], warnings: [], ...more };
    },
  };
}

function cycle(): object {
  const one: { self?: object } = {};
  one.self = { one };
  return one;
}

function nested(depth: number): object {
  let value = {};
  for (let level = 0; level < depth; level += 1) value = { a: value };
  return value;
}

const values: readonly (readonly [what: string, value: unknown])[] = [
  ['holds itself', cycle()],
  ['is a list that holds itself', [cycle()]],
  ['holds a BigInt', { price: 10n }],
  ['is a function', () => 1],
  ['holds a function', { price: () => 1 }],
  ['holds a symbol', { price: Symbol('price') }],
  ['is nested 10,000 deep', nested(10_000)],
  ['has 10 million values', { items: Array.from({ length: 10_000_000 }, () => 1) }],
  ['holds NaN', { price: Number.NaN }],
  ['holds a Map', { prices: new Map([['a', 1]]) }],
  ['has a getter', Object.defineProperty({}, 'a', { get: () => 1, enumerable: true })],
  // oxlint-disable-next-line no-sparse-arrays -- this is what is tested
  ['has a list with holes', { items: [1, , 3] }],
  ['is null', null],
  ['is nothing', undefined],
];

const schema = { type: 'object' } as const;
const account = 'ada';

describe('a result that JSON cannot hold is refused before it is charged', () => {
  test.each(values)('where it %s', async (_what, value) => {
    for (const input of [lampInput, { ...lampInput, schema }]) {
      const ledger = memoryLedger({ accounts: { [account]: 100 } });
      await using gleaner = createGleaner({
        ledger,
        fetcher: stubFetcher(lampPage),
        extractor: own(value),
      });
      const error: unknown = await gleaner.extract(input, { account }).catch((e: unknown) => e);
      expect(isGleanerError(error, 'validation_failed')).toBe(true);
      expect(await ledger.balance(account)).toEqual({ balance: 100, held: 0 });
    }
  });

  test('over HTTP it is a 422, whatever it is', async () => {
    for (const [, value] of values) {
      const { service } = openService({ gleaner: { extractor: own(value) } });
      await using _closed = service;
      const { status, credits } = await ask(service, service);
      expect(status).toBe(422);
      expect(credits).toEqual({ balance: 100, held: 0 });
    }
  });

  test('over HTTP the response is written before the charge: where that fails, the call does', async () => {
    const { service } = openService();
    await using _closed = service;
    const spoiling: Service = {
      ...service,
      extract: (input, call) =>
        service.extract(input, {
          ...call,
          beforeCharge: (result) =>
            call.beforeCharge?.({ ...Object(result), result: { price: 10n } }),
        }),
    };
    const { status, body, credits } = await ask(service, spoiling);
    expect(status).toBe(422);
    expect(body).toMatchObject({ error: { details: { reason: 'page_too_large' } } });
    expect(credits).toEqual({ balance: 100, held: 0 });
  });

  test('over HTTP a page that says something 5,000 levels deep is no fault of ours, and charged only where it is sent', async () => {
    const deep = `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`;
    const page = `<script type="application/ld+json">${deep}</script>${lampPage}`;
    const { service } = openService({ fetcher: stubFetcher(page) });
    await using _closed = service;
    const { status, credits } = await ask(service, service, '/v1/scrape', {
      website_url: lampInput.url,
    });
    expect([200, 422]).toContain(status);
    expect(credits).toEqual({ balance: status === 200 ? 99 : 100, held: 0 });
  });
});

describe('what an extractor of one’s own says beside its value is bounded', () => {
  test('warnings that are no texts are left out, and of very many the first are kept', async () => {
    const warnings = [7, 'one', 'x'.repeat(10_000), ...Array.from({ length: 5_000 }, () => 'more')];
    const usage = [{ model: 'm', inputTokens: 'many' }, null];
    await using gleaner = createGleaner({
      fetcher: stubFetcher(lampPage),
      extractor: own({ price: 1 }, { warnings, usage }),
    });
    const extracted = await gleaner.extract({ ...lampInput, include: ['usage'] });
    expect(extracted.warnings.length).toBeLessThan(110);
    expect(extracted.warnings.slice(0, 2)).toEqual(['one', `${'x'.repeat(1_000)}…`]);
    expect(extracted.warnings.at(-1)).toBe('The extractor had 4903 more warnings.');
    expect(extracted.usage).toEqual([
      { model: 'm', inputTokens: undefined, outputTokens: undefined },
      { model: '', inputTokens: undefined, outputTokens: undefined },
    ]);
  });

  test.each([
    ['nothing', undefined],
    ['a value without lists', { value: {} }],
  ])('%s instead of an extraction is a mistake that names the extractor', async (_what, given) => {
    const ledger = memoryLedger({ accounts: { [account]: 100 } });
    await using gleaner = createGleaner({
      ledger,
      fetcher: stubFetcher(lampPage),
      extractor: { name: 'own', extract: async () => given as never },
    });
    const call = gleaner.extract(lampInput, { account });
    await expect(call).rejects.toThrow('the extractor "own"');
    expect(await ledger.balance(account)).toEqual({ balance: 100, held: 0 });
  });
});

async function ask(
  service: Service,
  served: Service,
  path = '/v1/smartscraper',
  json: object = { website_url: lampInput.url, user_prompt: 'the price' },
) {
  const { account: customer } = await addCustomer(service);
  const { key } = await service.keys.create({ account: customer, label: 'test' });
  const response = await createHttpHandler(served)(
    new Request(`http://api.test${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': key },
      body: JSON.stringify(json),
    }),
  );
  const { credits } = await service.accounts.get(customer);
  return { status: response.status, body: await response.json(), credits };
}

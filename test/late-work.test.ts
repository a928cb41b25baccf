import { describe, expect, test } from 'vitest';
import type { Extractor } from '../src/runtime/contracts/extractor.ts';
import { createHttpHandler } from '../src/web/http/index.ts';
import type { CallOptions } from '../src/core/operations/operation-context.ts';
import { createGleaner, memoryLedger, type GleanerOptions } from '../src/index.ts';
import { systemClock } from '../src/runtime/signals/waiting.ts';
import { addCustomer, item, lampInput, openService, untilEnded } from './support/open-service.ts';
import { shopRecipe } from './support/shop-recipe.ts';
import { stubBrowser } from './support/stub-browser.ts';
import { lampPage, stubFetcher } from './support/stub-fetcher.ts';

const deadlineMs = 50;
const { url } = lampInput;

/** Keeps the event loop busy past the deadline, so that neither its timer nor an abort is noticed. */
function block(): void {
  const endMs = performance.now() + 2 * deadlineMs;
  while (performance.now() < endMs);
}

function blockingExtractor(): Extractor {
  return {
    name: 'blocking',
    async extract() {
      block();
      return { value: { price: 51.77 }, usage: [], warnings: [] };
    },
  };
}

const blockingFetcher = () =>
  stubFetcher(() => {
    block();
    return lampPage;
  });

/** Blocks while its last page is collected: all that is left to do is to charge. */
const blockingBrowser = (pages: number) =>
  stubBrowser({
    pages: Array.from({ length: pages }, (_, page) => [item(`Lamp ${page}`)]),
    beforePage: (number) => (number === pages ? block() : undefined),
  });

const late = { code: 'validation_failed', details: { reason: 'timed_out' } };
const untouched = { balance: 100, held: 0 };

/** What blocks, and what calls it: through any entry point it has the deadline of the engine. */
const limits = { callMs: deadlineMs, runMs: deadlineMs };

describe('work that ends after its deadline is not charged, although no timer could fire', () => {
  const account = 'ada';

  function openEngine(options: GleanerOptions) {
    const ledger = memoryLedger({ accounts: { [account]: 100, default: 100 } });
    return { ledger, gleaner: createGleaner({ ledger, limits, ...options }) };
  }

  test.each<readonly [how: string, call: CallOptions]>([
    ['with an account', { account }],
    ['without one', {}],
    ['with an idempotency key', { account, idempotencyKey: 'k' }],
  ])('a call of the library %s', async (_how, call) => {
    const extracting = openEngine({
      extractor: blockingExtractor(),
      fetcher: stubFetcher(lampPage),
    });
    await expect(extracting.gleaner.extract(lampInput, call)).rejects.toMatchObject(late);
    const scraping = openEngine({ fetcher: blockingFetcher() });
    await expect(scraping.gleaner.scrape({ url }, call)).rejects.toMatchObject(late);
    for (const { ledger } of [extracting, scraping]) {
      expect(await ledger.balance(call.account ?? 'default')).toEqual(untouched);
    }
  });

  test.each([1, 2])('a run of the library with %i pages', async (pages) => {
    const { ledger, gleaner } = openEngine({ browser: blockingBrowser(pages) });
    await expect(gleaner.runRecipe(shopRecipe(), { account })).rejects.toMatchObject(late);
    expect(await ledger.balance(account)).toEqual(untouched);
  });

  test('a hop of a run is not even held', async () => {
    const { ledger, gleaner } = openEngine({
      browser: stubBrowser({ pages: [[item('Lamp')], [item('Lamp')]], beforePage: block }),
    });
    let held = 0;
    const extend = ledger.extend.bind(ledger);
    ledger.extend = (...hop) => {
      held += 1;
      return extend(...hop);
    };
    await expect(gleaner.runRecipe(shopRecipe(), { account })).rejects.toMatchObject(late);
    expect(held).toBe(0);
  });

  test('a call of a service', async () => {
    for (const idempotencyKey of [undefined, 'k']) {
      const { service } = openService({
        gleaner: { clock: systemClock(), limits, extractor: blockingExtractor() },
      });
      const { account: customer } = await addCustomer(service);
      const call = { account: customer, idempotencyKey };
      await expect(service.extract(lampInput, call)).rejects.toMatchObject(late);
      expect((await service.accounts.get(customer)).credits).toEqual(untouched);
    }
  });

  test('a run of a service', async () => {
    const { service } = openService({
      browser: blockingBrowser(2),
      gleaner: { clock: systemClock(), limits },
    });
    await using _closed = service;
    const { account: customer, recipeId } = await addCustomer(service);
    await service.start();
    const run = await service.dispatchRun({ account: customer, recipeId });
    const ended = await untilEnded(service, { account: customer, id: run.id });
    expect(ended).toMatchObject({ status: 'failed', error: expect.stringContaining('timed out') });
    expect((await service.accounts.get(customer)).credits).toEqual(untouched);
  });

  test.each([
    ['/v1/smartscraper', { website_url: url, user_prompt: 'the price' }],
    ['/v1/scrape', { website_url: url }],
  ])('a request over HTTP: POST %s', async (path, body) => {
    const { service } = openService({
      fetcher: path.endsWith('scrape') ? blockingFetcher() : stubFetcher(lampPage),
      gleaner: { clock: systemClock(), limits, extractor: blockingExtractor() },
    });
    const { account: customer } = await addCustomer(service);
    const { key } = await service.keys.create({ account: customer, label: 'test' });
    const headers = { 'content-type': 'application/json', 'x-api-key': key };
    const response = await createHttpHandler(service)(
      new Request(`http://api.test${path}`, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
      }),
    );
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({ error: { details: { reason: 'timed_out' } } });
    expect((await service.accounts.get(customer)).credits).toEqual(untouched);
  });
});

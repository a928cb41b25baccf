import process from 'node:process';
import { createHttpHandler, serve } from '../../src/web/http/index.ts';
import { createGleaner } from '../../src/index.ts';
import { createService, memoryStore, postgresStore, sqliteStore } from '../../src/service/index.ts';
import { plainModel } from '../support/plain-model.ts';
import { shopRecipe } from '../support/shop-recipe.ts';
import { stubBrowser } from '../support/stub-browser.ts';
import { lampPage } from '../support/stub-fetcher.ts';

/**
 * A server to put a load on, with made-up pages and answers. Takes a folder or the URL of a database to keep its books in;
 * without one they are kept in memory. Tells its address on a line of JSON; at the end of its input the state of its books, and what went
 * wrong that nobody caught.
 */
const [place] = process.argv.slice(2);
const uncaught: string[] = [];
process.on('uncaughtException', (error) => uncaught.push(String(error)));
process.on('unhandledRejection', (error) => uncaught.push(String(error)));

const body = new TextEncoder().encode(lampPage);
const model = plainModel(() => '{"price":51.77}');
const store = openStore();
const gleaner = createGleaner({
  model,
  browser: stubBrowser({ pages: [[{ name: ['Lamp'], price: ['1'] }]] }),
  fetcher: {
    name: 'stub',
    fetch: async ({ url }) => ({
      url,
      status: 200,
      headers: { 'content-type': 'text/html; charset=utf-8' },
      body,
    }),
  },
});
const service = createService({ store, gleaner });
await service.start();
const credits = 1_000_000_000;
const plan = { requestsPerMinute: 10_000_000, inFlight: 10_000 };
const { id: account } = await service.accounts.create({ credits, plan });
const { key } = await service.keys.create({ account, label: 'load' });
const { id: recipeId } = await service.recipes.put({ account, document: shopRecipe() });
const { id: runId } = await service.dispatchRun({ account, recipeId });
while ((await service.getRun({ account, id: runId })).completedAtMs === undefined) {
  await new Promise(setImmediate);
}
const server = await serve({ handler: createHttpHandler(service) });

const { balance: before } = await store.ledger.balance(account);
console.log(JSON.stringify({ url: server.url, key, runId }));
process.stdin.resume();
await new Promise((resolve) => process.stdin.once('end', resolve));
await service.close({ drainMs: 1_000 });
const { balance, held } = await store.ledger.balance(account);
await server.close({ graceMs: 100 });
await gleaner.close();
await store.close();
console.log(JSON.stringify({ spent: before - balance, held, uncaught }));

function openStore(): ReturnType<typeof memoryStore> {
  if (place === undefined) return memoryStore();
  return place.startsWith('postgres:')
    ? postgresStore({ connectionString: place })
    : sqliteStore({ folder: place });
}

import process from 'node:process';
import { createGleaner } from 'gleaner';
import { createHttpHandler, serve } from 'gleaner/http';
import { createService, memoryStore } from 'gleaner/service';
import { deadlineMs } from '../attack/hostile-page.ts';
import { plainModel } from '../support/plain-model.ts';

/**
 * The built server in a process of its own, which fetches its pages from loopback. Prints its URL and a key as a line of
 * JSON, and ends with its input.
 */
const gleaner = createGleaner({
  browser: false,
  egress: { allowPrivate: ['127.0.0.1/32'] },
  limits: { callMs: deadlineMs },
  model: plainModel(() => '{"name":"Brass lamp","price":51.77}'),
});
const store = memoryStore();
const service = createService({ store, gleaner });
await service.start();
const plan = { requestsPerMinute: 10_000_000, inFlight: 10_000 };
const { id: account } = await service.accounts.create({ credits: 1_000_000_000, plan });
const { key } = await service.keys.create({ account, label: 'attack' });
const server = await serve({ handler: createHttpHandler(service) });
console.log(JSON.stringify({ url: server.url, key }));
process.stdin.resume();
await new Promise((resolve) => process.stdin.once('end', resolve));
await service.close({ drainMs: 0 });
await server.close({ graceMs: 100 });
await gleaner.close();
await store.close();

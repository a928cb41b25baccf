import { expect, test } from 'vitest';
import { GleanerError } from '../../src/runtime/errors/gleaner-error.ts';
import type { Store } from '../../src/runtime/contracts/store/store.ts';
import { memoryStore } from '../../src/storage/stores/sqlite-store.ts';
import { serveReceiver } from '../support/serve-receiver.ts';
import { shopRecipe } from '../support/shop-recipe.ts';
import { stubFetcher } from '../support/stub-fetcher.ts';
import { item, openService, until, untilEnded } from '../support/open-service.ts';

/** Each stands where something of a customer’s is nobody else’s business. */
const canaries = {
  webhookHeader: 'canary-webhook-header',
  accountHeader: 'canary-account-header',
  webhookPath: 'canary-webhook-path',
  password: 'canary-password-of-run',
  query: 'canary-query-of-run',
  pageText: 'canary-page-text',
  pageUrl: 'canary-url-token',
  requestHeader: 'canary-request-header',
  prompt: 'canary-prompt-text',
  receiver: 'canary-receiver-answer',
  storePath: 'canary-store-path',
} as const;

/** Everything an error says, its causes included. */
function readAll(value: unknown): string {
  if (!(value instanceof Error)) return JSON.stringify(value) ?? '';
  const { message, stack = '', cause } = value;
  const details = 'details' in value ? readAll(value.details) : '';
  return [message, stack, details, cause === undefined ? '' : readAll(cause)].join('\n');
}

test('no secret reaches an error, an event or a view, whatever goes wrong', async () => {
  const receiver = await serveReceiver(() => ({
    status: 500,
    headers: { 'x-canary': canaries.receiver },
  }));
  const inner = memoryStore();
  let isBroken = false;
  const failing = <Value>(work: () => Promise<Value>): Promise<Value> =>
    isBroken
      ? Promise.reject(new GleanerError('service_unavailable', `No room at ${canaries.storePath}.`))
      : work();
  const store: Store = {
    ...inner,
    runs: { ...inner.runs, advance: (input) => failing(() => inner.runs.advance(input)) },
  };
  let failure: unknown;
  const { service, events, clock } = openService({
    store,
    fetcher: stubFetcher({ status: 403, body: Buffer.from(`<p>${canaries.pageText}</p>`) }),
    replay: {
      pages: [[item('Lamp')], [item('Lamp')]],
      beforePage() {
        if (failure !== undefined) throw failure;
      },
    },
    gleaner: { egress: { allowPrivate: receiver.allowPrivate } },
  });
  await service.start();
  const { id: account } = await service.accounts.create({
    credits: 100,
    plan: { requestsPerMinute: 1_000 },
  });
  const { key } = await service.keys.create({ account, label: 'l' });
  const url = `${receiver.url}/${canaries.webhookPath}`;
  const webhook = { url, headers: { authorization: canaries.webhookHeader } };
  await service.accounts.setWebhook(account, {
    url,
    headers: { 'x-account': canaries.accountHeader },
  });
  const { id: recipeId } = await service.recipes.put({ account, document: shopRecipe(), webhook });
  const { id: plain } = await service.recipes.put({ account, document: shopRecipe() });
  const variables = { password: canaries.password, query: canaries.query };

  const errors: unknown[] = [];
  const views: unknown[] = [];
  const collect = async (work: () => Promise<unknown>): Promise<void> => {
    await work().then(
      (view) => views.push(view),
      (error: unknown) => errors.push(error),
    );
  };
  const input = {
    url: `https://shop.test/?token=${canaries.pageUrl}`,
    prompt: canaries.prompt,
    headers: { cookie: canaries.requestHeader },
  };
  const calls = [
    () => service.extract(input, { account }),
    () => service.extract({ ...input, headers: { host: canaries.requestHeader } }, { account }),
    () => service.extract({ ...input, stealth: 1 as never }, { account, idempotencyKey: 'k' }),
    () => service.scrape({ url: input.url, headers: input.headers }, { account }),
    () => service.accounts.setWebhook(account, { ...webhook, events: ['x' as never] }),
    () =>
      service.accounts.setWebhook(account, {
        url: `ftp://${canaries.webhookPath}/`,
        headers: { 'x-y': `${canaries.webhookHeader}\n` },
      }),
    () => service.recipes.put({ account, document: { steps: [canaries.pageText] } }),
    () => service.keys.authenticate(`${key}x`),
    () => service.keys.authenticate(key),
    () =>
      service.dispatchRun({
        account,
        recipeId,
        variables: { ...variables, other: canaries.query },
      }),
    () => service.dispatchRun({ account, recipeId: 'unknown', variables }),
  ];
  for (const call of calls) await collect(call);
  const failures = [
    undefined,
    new Error(`unexpected: ${canaries.storePath}`),
    new GleanerError('internal_error', `inside ${canaries.storePath}`),
    new GleanerError('service_unavailable', `no browser at ${canaries.storePath}`),
    new GleanerError('validation_failed', `nothing at ${input.url} for ${canaries.password}`, {
      details: { reason: 'target_not_found' },
    }),
  ];
  for (const recipe of [recipeId, plain]) {
    for (const [index, thrown] of [...failures, 'broken'].entries()) {
      isBroken = thrown === 'broken';
      failure = thrown === 'broken' ? undefined : thrown;
      const { id } = await service.dispatchRun({ account, recipeId: recipe, variables });
      await collect(() => untilEnded(service, { account, id }));
      await collect(() => service.cancelRun({ account, id }));
      await until(async () => {
        const [delivery] = await service.listDeliveries({ account, runId: id });
        return delivery?.completedAtMs !== undefined;
      });
      clock.advance(index);
    }
  }
  views.push(
    await service.accounts.get(account),
    await service.accounts.list(),
    await service.recipes.list({ account }),
    await service.recipes.get({ account, id: recipeId }),
    await service.listRuns({ account }),
    await service.usage(account),
    await service.keys.list(account),
  );
  const deliveries = await service.listDeliveries({ account });
  await service.close();
  await receiver.close();

  expect(errors.length).toBeGreaterThan(20);
  expect(deliveries.length).toBe(12);
  // Faults are for the operator: they may say what the store said, but nothing of a customer’s.
  const told = events.map((event) =>
    'error' in event ? { ...event, error: readAll(event.error) } : event,
  );
  const { webhookPath, storePath, pageUrl, ...always } = canaries;
  const text = [...errors, ...views, ...told].map(readAll).join('\n');
  const leaks = Object.entries({ ...always, key }).filter(([, canary]) => text.includes(canary));
  expect(leaks).toEqual([]);
  // Its owner is shown where a webhook goes; events and errors do not tell.
  const outside = [...errors, ...told].map(readAll).join('\n');
  expect(outside).not.toContain(webhookPath);
  const inside = [...views, ...deliveries].map(readAll).join('\n');
  expect(inside).not.toContain(storePath);
  expect(readAll(deliveries)).not.toContain(canaries.webhookHeader);
  // A receiver is told of runs alone.
  for (const { body } of receiver.requests) {
    for (const canary of [canaries.password, canaries.query, storePath]) {
      expect(body).not.toContain(canary);
    }
  }
  expect(outside).not.toContain(pageUrl);
});

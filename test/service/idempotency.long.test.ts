import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { RunQueue } from '../../src/runtime/contracts/run-queue.ts';
import type { Store } from '../../src/runtime/contracts/store/store.ts';
import { memoryQueue } from '../../src/storage/queues/memory-queue.ts';
import { memoryStore } from '../../src/storage/stores/sqlite-store.ts';
import { eachStore, useFolder } from '../support/each-store.ts';
import { stubBrowser } from '../support/stub-browser.ts';
import { lampPage, stubFetcher } from '../support/stub-fetcher.ts';
import { addCustomer, createGate, lampInput, openService, until } from '../support/open-service.ts';

/** A browser whose PDFs are never the same twice. */
const printer = () => ({
  ...stubBrowser({ pages: [] }),
  printPdf: async () => new Uint8Array(randomBytes(1_000)),
});

eachStore((openStore) => {
  test('a repeated extraction gives the first answer, free of charge and without work', async () => {
    const { service, fetcher } = openService({ store: openStore() });
    const { account } = await addCustomer(service);
    const call = { account, idempotencyKey: 'k1' };
    const first = await service.extract(lampInput, call);
    expect(first).toMatchObject({ creditsUsed: 5, creditsRemaining: 95 });
    expect(await service.extract(lampInput, call)).toEqual(first);
    expect(fetcher.requests.length).toBe(1);
    expect(await service.creditsRemaining(account)).toBe(95);
  });

  test('a repeated scrape gives the very bytes of the first PDF', async () => {
    const { service } = openService({ store: openStore(), browser: printer() });
    const { account } = await addCustomer(service);
    const call = { account, idempotencyKey: 'k1' };
    const input = { url: lampInput.url, format: 'pdf' } as const;
    const first = await service.scrape(input, call);
    const second = await service.scrape(input, call);
    expect(first.pdf?.length).toBe(1_000);
    expect(Buffer.compare(Buffer.from(second.pdf ?? []), Buffer.from(first.pdf ?? []))).toBe(0);
    expect(second).toEqual(first);
    expect(await service.creditsRemaining(account)).toBe(99);
  });

  test('a repeated dispatch gives the first run, whatever the order of its variables, and holds one page', async () => {
    const { service } = openService({ store: openStore() });
    const { account, recipeId } = await addCustomer(service, { plan: { runsPerMonth: 1 } });
    const dispatch = (variables: Record<string, string>) =>
      service.dispatchRun({ account, recipeId, idempotencyKey: 'k1', variables });
    const first = await dispatch({ query: 'a', password: 'b' });
    expect(await dispatch({ password: 'b', query: 'a' })).toEqual(first);
    expect(await service.creditsRemaining(account)).toBe(98);
    await expect(dispatch({ password: 'a', query: 'b' })).rejects.toMatchObject({
      code: 'conflict',
    });
  });

  test('a dispatch whose run could not be queued is not remembered, and the end of its run is reported', async () => {
    const inner = memoryQueue();
    let isBroken = true;
    const queue: RunQueue = {
      ...inner,
      push: (id) => (isBroken ? Promise.reject(new Error('no queue')) : inner.push(id)),
    };
    const { service, events } = openService({ store: openStore(), options: { queue } });
    const { account, recipeId } = await addCustomer(service);
    await service.accounts.setWebhook(account, { url: 'https://hooks.example/' });
    const input = { account, recipeId, idempotencyKey: 'k1' };
    await expect(service.dispatchRun(input)).rejects.toThrow('no queue');
    expect(events).toMatchObject([{ kind: 'run', status: 'failed' }]);
    expect(await service.listDeliveries({ account })).toMatchObject([{ event: 'failed' }]);
    expect(await service.creditsRemaining(account)).toBe(100);
    isBroken = false;
    const run = await service.dispatchRun(input);
    expect(run.status).toBe('queued');
    expect(await service.dispatchRun(input)).toEqual(run);
    expect(await service.creditsRemaining(account)).toBe(98);
  });

  test('the same request in another order of its members is the same request', async () => {
    const { service, fetcher } = openService({ store: openStore() });
    const { account } = await addCustomer(service);
    const call = { account, idempotencyKey: 'k1' };
    const [name, price] = [{ type: 'string' }, { type: 'string', description: 'with currency' }];
    const first = await service.extract(
      { ...lampInput, schema: { type: 'object', properties: { name, price } } },
      call,
    );
    const second = await service.extract(
      {
        prompt: lampInput.prompt,
        schema: {
          properties: { price: { description: 'with currency', type: 'string' }, name },
          type: 'object',
        },
        url: lampInput.url,
      },
      call,
    );
    expect(second).toEqual(first);
    expect(fetcher.requests.length).toBe(1);
  });

  test('the run of the first dispatch is given again when its recipe is gone by then', async () => {
    const { service } = openService({ store: openStore() });
    const { account, recipeId } = await addCustomer(service);
    const input = { account, recipeId, idempotencyKey: 'k1' };
    const first = await service.dispatchRun(input);
    await service.recipes.delete({ account, id: recipeId });
    expect(await service.dispatchRun(input)).toEqual(first);
  });

  test('the same key with another input is a conflict, also across kinds of calls', async () => {
    const { service } = openService({ store: openStore() });
    const { account, recipeId } = await addCustomer(service);
    const call = { account, idempotencyKey: 'k1' };
    await service.extract(lampInput, call);
    for (const other of [
      () => service.extract({ ...lampInput, prompt: 'the name' }, call),
      () => service.extract({ ...lampInput, stealth: true }, call),
      () => service.scrape({ url: lampInput.url }, call),
      () => service.dispatchRun({ recipeId, ...call }),
    ]) {
      await expect(other()).rejects.toMatchObject({ code: 'conflict' });
    }
    expect(await service.creditsRemaining(account)).toBe(95);
  });

  test('ten calls at once with one key do the work once, are charged once and get one answer', async () => {
    const gate = createGate();
    const fetcher = stubFetcher(async () => {
      await gate.wait();
      return lampPage;
    });
    const { service } = openService({ store: openStore(), fetcher });
    const { account } = await addCustomer(service, { plan: { inFlight: 1 } });
    const call = { account, idempotencyKey: 'k1' };
    const calls = Array.from({ length: 10 }, () => service.extract(lampInput, call));
    await until(() => fetcher.requests.length === 1);
    const other = service.extract({ ...lampInput, prompt: 'x' }, call);
    await expect(other).rejects.toMatchObject({ code: 'conflict' });
    gate.open();
    const answers = await Promise.all(calls);
    expect(new Set(answers.map(({ requestId }) => requestId)).size).toBe(1);
    expect(fetcher.requests.length).toBe(1);
    expect(await service.creditsRemaining(account)).toBe(95);
  });

  test('a failed first try is not kept, and a call that waited for it tries itself', async () => {
    let asked = 0;
    const gate = createGate();
    const fetcher = stubFetcher(async () => {
      asked += 1;
      if (asked > 1) return lampPage;
      await gate.wait();
      return { status: 503 };
    });
    const { service } = openService({ store: openStore(), fetcher });
    const { account } = await addCustomer(service);
    const call = { account, idempotencyKey: 'k1' };
    const first = service.extract(lampInput, call);
    const second = service.extract(lampInput, call);
    await until(() => asked === 1);
    gate.open();
    await expect(first).rejects.toMatchObject({ code: 'validation_failed' });
    expect(await second).toMatchObject({ creditsUsed: 5, creditsRemaining: 95 });
    // Not even its input is: another one may take the key of a failed try.
    const failed = { account, idempotencyKey: 'k2' };
    await expect(service.extract({ html: '', prompt: 'x' }, failed)).rejects.toMatchObject({
      code: 'validation_failed',
    });
    expect(await service.extract(lampInput, failed)).toMatchObject({ creditsUsed: 5 });
  });

  test('a caller who waits for another’s first try may leave', async () => {
    const gate = createGate();
    const fetcher = stubFetcher(async () => {
      await gate.wait();
      return lampPage;
    });
    const { service } = openService({ store: openStore(), fetcher });
    const { account } = await addCustomer(service);
    const call = { account, idempotencyKey: 'k1' };
    const first = service.extract(lampInput, call);
    const leaving = new AbortController();
    const second = service.extract(lampInput, { ...call, signal: leaving.signal });
    leaving.abort(new Error('gone'));
    await expect(second).rejects.toThrow('gone');
    gate.open();
    expect(await first).toMatchObject({ creditsUsed: 5 });
  });

  test('a key is kept for 24 hours, and is each account’s own', async () => {
    const { service, clock, fetcher } = openService({ store: openStore() });
    const { account } = await addCustomer(service);
    const { account: other } = await addCustomer(service);
    const call = { account, idempotencyKey: 'k1' };
    const first = await service.extract(lampInput, call);
    const strangers = await service.extract(lampInput, { ...call, account: other });
    expect(strangers.requestId).not.toBe(first.requestId);
    clock.advance(24 * 60 * 60 * 1_000 - 1);
    await service.extract(lampInput, call);
    expect(fetcher.requests.length).toBe(2);
    clock.advance(1);
    await service.extract(lampInput, call);
    expect(fetcher.requests.length).toBe(3);
    expect(await service.creditsRemaining(account)).toBe(90);
  });
});

test('a key has at most 255 characters', async () => {
  const { service } = openService();
  const { account, recipeId } = await addCustomer(service);
  const fits = { account, idempotencyKey: 'k'.repeat(255) };
  const isTooLong = { account, idempotencyKey: 'k'.repeat(256) };
  await service.extract(lampInput, fits);
  const refusal = { code: 'invalid_request' };
  await expect(service.extract(lampInput, isTooLong)).rejects.toMatchObject(refusal);
  await expect(service.dispatchRun({ recipeId, ...isTooLong })).rejects.toMatchObject(refusal);
});

test('what cannot be forgotten does not hide what was wrong with the call', async () => {
  const store = memoryStore();
  const { service, events } = openService({ store });
  const { account } = await addCustomer(service, { credits: 0 });
  store.idempotency.forget = () => Promise.reject(new Error('disk on fire'));
  const call = { account, idempotencyKey: 'k1' };
  await expect(service.extract(lampInput, call)).rejects.toMatchObject({
    code: 'insufficient_credits',
  });
  expect(events).toMatchObject([
    { kind: 'fault', doing: expect.stringMatching(/^forget idempotency key [\w+/]{8}$/) },
  ]);
});

test('a key that could not be forgotten is forgotten as soon as the store lets it', async () => {
  const inner = memoryStore();
  let isFull = true;
  const store: Store = {
    ...inner,
    idempotency: {
      ...inner.idempotency,
      forget: (reference) =>
        isFull ? Promise.reject(new Error('disk full')) : inner.idempotency.forget(reference),
    },
  };
  const { service, clock } = openService({ store });
  await service.start();
  const { account } = await addCustomer(service, { credits: 0 });
  const call = { account, idempotencyKey: 'k1' };
  await expect(service.extract(lampInput, call)).rejects.toMatchObject({
    code: 'insufficient_credits',
  });
  await service.accounts.grant(account, 5);
  await expect(service.extract(lampInput, call)).rejects.toMatchObject({ code: 'conflict' });
  isFull = false;
  const extraction = await until(() => {
    clock.advance(1_000);
    return service.extract(lampInput, call).catch(() => undefined);
  });
  expect(extraction).toMatchObject({ creditsUsed: 5 });
  await service.close();
});

describe('on one folder', () => {
  const { openStore } = useFolder();

  test('an answer outlives the process that gave it', async () => {
    const store = openStore();
    const before = openService({ store, browser: printer() });
    const { account, recipeId } = await addCustomer(before.service);
    const extraction = { account, idempotencyKey: 'k1' };
    const scraping = { account, idempotencyKey: 'k2' };
    const dispatch = { account, recipeId, idempotencyKey: 'k3' };
    const pdf = { url: lampInput.url, format: 'pdf' } as const;
    const first = await before.service.extract(lampInput, extraction);
    const firstPdf = await before.service.scrape(pdf, scraping);
    const { id } = await before.service.dispatchRun(dispatch);
    await store.close();
    const after = openService({ store: openStore() });
    const spendable = await after.service.creditsRemaining(account);
    const { result, requestId } = await after.service.extract(lampInput, extraction);
    expect({ result, requestId }).toEqual({ result: first.result, requestId: first.requestId });
    const secondPdf = await after.service.scrape(pdf, scraping);
    expect(Buffer.from(secondPdf.pdf ?? [])).toEqual(Buffer.from(firstPdf.pdf ?? []));
    expect((await after.service.dispatchRun(dispatch)).id).toBe(id);
    expect(after.fetcher.requests.length).toBe(0);
    expect(await after.service.creditsRemaining(account)).toBe(spendable);
  });

  test('while another process is at the first try, the second one is a conflict', async () => {
    const gate = createGate();
    const fetcher = stubFetcher(async () => {
      await gate.wait();
      return lampPage;
    });
    const one = openService({ store: openStore(), fetcher });
    const other = openService({ store: openStore() });
    const { account } = await addCustomer(one.service);
    const call = { account, idempotencyKey: 'k1' };
    const first = one.service.extract(lampInput, call);
    await until(() => fetcher.requests.length === 1);
    await expect(other.service.extract(lampInput, call)).rejects.toMatchObject({
      code: 'conflict',
    });
    gate.open();
    const { requestId } = await first;
    expect(await other.service.extract(lampInput, call)).toMatchObject({ requestId });
  });
});

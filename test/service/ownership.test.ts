import { expect, test } from 'vitest';
import type { Delivery } from '../../src/runtime/contracts/store/delivery-store.ts';
import type { Store } from '../../src/runtime/contracts/store/store.ts';
import { GleanerError } from '../../src/runtime/errors/gleaner-error.ts';
import { memoryStore } from '../../src/storage/stores/sqlite-store.ts';
import { serveReceiver } from '../support/serve-receiver.ts';
import { lampPage, stubFetcher } from '../support/stub-fetcher.ts';
import {
  addCustomer,
  createGate,
  item,
  lampInput,
  openService,
  until,
} from '../support/open-service.ts';

/** A store whose ownership ends when the test says so. */
function losableStore(): { readonly store: Store; readonly lose: () => void } {
  let lease = new AbortController();
  return {
    store: { ...memoryStore(), ownership: () => lease.signal },
    lose() {
      const lost = lease;
      lease = new AbortController();
      lost.abort(
        new GleanerError('service_unavailable', 'The store was out of reach for too long.'),
      );
    },
  };
}

test('a call under way ends with service_unavailable and is not charged; the next one works', async () => {
  const { store, lose } = losableStore();
  const gate = createGate();
  let isHeld = true;
  const fetcher = stubFetcher(async () => {
    if (isHeld) await gate.wait();
    return lampPage;
  });
  const { service } = openService({ store, fetcher });
  const { account } = await addCustomer(service);
  const call = service.extract(lampInput, { account });
  void until(() => fetcher.requests.length > 0).then(lose);
  await expect(call).rejects.toMatchObject({ code: 'service_unavailable' });
  isHeld = false;
  gate.open();
  expect(await service.accounts.get(account)).toMatchObject({ credits: { balance: 100, held: 0 } });
  expect(await service.extract(lampInput, { account })).toMatchObject({ creditsUsed: 5 });
  await service.close();
});

test('a run under way stops its browser, and its end is left to those that recover it', async () => {
  const { store, lose } = losableStore();
  const signals: AbortSignal[] = [];
  const { service, events } = openService({
    store,
    replay: {
      pages: [[item('A')], [item('B')]],
      beforePage: (_number, { signal }) =>
        new Promise((_resolve, reject) => {
          signals.push(signal);
          signal.addEventListener('abort', () => reject(signal.reason as Error));
        }),
    },
  });
  await service.start();
  const { account, recipeId } = await addCustomer(service);
  const { id } = await service.dispatchRun({ account, recipeId });
  await until(() => signals.length > 0);
  lose();
  expect(signals[0]?.aborted).toBe(true);
  // The slot is free again: nothing is at work when the service closes without a drain.
  await service.close({ drainMs: 0 });
  expect(await store.runs.find({ account, id })).toMatchObject({
    status: 'running',
    creditsUsed: 0,
  });
  expect(events.filter(({ kind }) => kind === 'run' || kind === 'fault')).toEqual([]);
});

test('a webhook that was claimed is not posted once the claim is lost', async () => {
  const receiver = await serveReceiver();
  const { store, lose } = losableStore();
  const { deliveries } = store;
  let claims = 0;
  const losing: Store = {
    ...store,
    deliveries: {
      ...deliveries,
      async claim(request) {
        const claimed = await deliveries.claim(request);
        if (claimed !== undefined && ++claims === 1) lose();
        return claimed;
      },
    },
  };
  const { service } = openService({
    store: losing,
    gleaner: { egress: { allowPrivate: receiver.allowPrivate } },
  });
  await service.start();
  const { account, recipeId } = await addCustomer(service);
  await service.recipes.setWebhook({ account, id: recipeId }, { url: receiver.url });
  const ended: Delivery[] = [];
  for (let count = 0; count < 2; count += 1) {
    const { id: runId } = await service.dispatchRun({ account, recipeId });
    const delivery = await until(async () => {
      const [last] = await service.listDeliveries({ account, runId });
      return last?.completedAtMs !== undefined && last;
    });
    ended.push(delivery);
  }
  expect(ended).toMatchObject([
    { state: 'failed', error: 'The service was cut off from its store before it could post.' },
    { state: 'delivered', responseStatus: 204 },
  ]);
  expect(receiver.requests).toHaveLength(1);
  await service.close();
  await receiver.close();
});

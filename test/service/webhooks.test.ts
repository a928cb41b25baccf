import { afterEach, expect, test } from 'vitest';
import { advice } from '../../src/runtime/errors/advice.ts';
import { GleanerError } from '../../src/runtime/errors/gleaner-error.ts';
import type { Service } from '../../src/service/create-service.ts';
import { memoryStore } from '../../src/storage/stores/sqlite-store.ts';
import { eachStore } from '../support/each-store.ts';
import { serveHostileServers } from '../support/serve-hostile-servers.ts';
import { serveReceiver, type Receiver, type ReceiverAnswer } from '../support/serve-receiver.ts';
import { shopRecipe } from '../support/shop-recipe.ts';
import {
  addCustomer,
  item,
  openService,
  until,
  untilEnded,
  type OpenServiceOptions,
} from '../support/open-service.ts';

const receivers: Receiver[] = [];
afterEach(async () => {
  await Promise.all(receivers.splice(0).map((receiver) => receiver.close()));
});

async function receive(answer?: () => ReceiverAnswer): Promise<Receiver> {
  const receiver = await serveReceiver(answer);
  receivers.push(receiver);
  return receiver;
}

/** A service that may reach the receiver. */
async function openWith(receiver: Receiver, given: OpenServiceOptions = {}) {
  const opened = openService({
    ...given,
    gleaner: { egress: { allowPrivate: receiver.allowPrivate }, ...given.gleaner },
  });
  await opened.service.start();
  return opened;
}

/** The delivery of a run, once its attempt is over. */
function untilAttempted(service: Service, account: string, runId: string) {
  return until(async () => {
    const [delivery] = await service.listDeliveries({ account, runId });
    return delivery?.completedAtMs !== undefined && delivery;
  });
}

async function runOnce(service: Service, account: string, recipeId: string) {
  const { id } = await service.dispatchRun({ account, recipeId });
  await untilEnded(service, { account, id });
  return id;
}

eachStore((openStore) => {
  test('a completed run is posted, flat and to the letter', async () => {
    const receiver = await receive();
    const { service } = await openWith(receiver, {
      store: openStore(),
      replay: { pages: [[item('A'), item('B')], [item('C')]], report: { warnings: ['Slow.'] } },
    });
    const { account } = await addCustomer(service);
    const headers = { Authorization: 'Bearer s3cret', 'content-TYPE': 'text/plain', 'X-Own': '1' };
    const { id: recipeId } = await service.recipes.put({
      account,
      document: shopRecipe(),
      webhook: { url: `${receiver.url}?token=t`, headers },
    });
    const runId = await runOnce(service, account, recipeId);
    const delivery = await untilAttempted(service, account, runId);
    expect(delivery).toMatchObject({ state: 'delivered', responseStatus: 204, event: 'completed' });
    const [request] = receiver.requests;
    expect(receiver.requests.length).toBe(1);
    expect(request).toMatchObject({ method: 'POST', url: '/hook?token=t' });
    expect(request?.headers).toMatchObject({
      'content-type': 'application/json',
      authorization: 'Bearer s3cret',
      'x-own': '1',
    });
    expect(JSON.parse(request?.body ?? '')).toStrictEqual({
      event: 'completed',
      timestamp: '2026-01-01T00:00:00.000Z',
      run_id: runId,
      recipe_id: recipeId,
      status: 'completed',
      pages_extracted: 2,
      items_extracted: 3,
      credits_used: 4,
      mode: 'replay',
      drift: 0,
      warnings: ['Slow.'],
      error: '',
    });
    await service.close();
  });

  test('a failed and a cancelled run have no mode, no drift and an error', async () => {
    const receiver = await receive();
    const { service } = await openWith(receiver, {
      store: openStore(),
      replay: {
        pages: [[]],
        beforePage: (_page, { recipe }) =>
          recipe.title === 'waits' ? new Promise(() => {}) : undefined,
      },
    });
    const { account, recipeId } = await addCustomer(service);
    await service.accounts.setWebhook(account, { url: receiver.url });
    const failed = await runOnce(service, account, recipeId);
    await untilAttempted(service, account, failed);
    const document = { ...shopRecipe(), title: 'waits' };
    const { id: waiting } = await service.recipes.put({ account, document });
    const { id: cancelled } = await service.dispatchRun({ account, recipeId: waiting });
    await service.cancelRun({ account, id: cancelled });
    await untilAttempted(service, account, cancelled);
    const common = { items_extracted: 0, credits_used: 0, mode: '', drift: 0, warnings: [] };
    expect(receiver.requests.map(({ body }) => JSON.parse(body) as unknown)).toMatchObject([
      { ...common, event: 'failed', status: 'failed', run_id: failed, error: 'no items extracted' },
      { ...common, event: 'cancelled', status: 'cancelled', error: 'cancelled by its owner' },
    ]);
    await service.close();
  });

  test('errors and warnings of a run advise no option of the library', async () => {
    const receiver = await receive();
    const { service } = await openWith(receiver, {
      store: openStore(),
      replay: {
        beforePage(_page, { recipe }) {
          if (recipe.title !== 'fails') return;
          throw new GleanerError('forbidden', `The page is private. ${advice.allowPrivate}`);
        },
        report: { warnings: [`It took long. ${advice.allowMoreTime}`] },
      },
    });
    const { account, recipeId } = await addCustomer(service);
    await service.accounts.setWebhook(account, { url: receiver.url });
    const document = { ...shopRecipe(), title: 'fails' };
    const { id: failing } = await service.recipes.put({ account, document });
    for (const id of [recipeId, failing]) {
      await untilAttempted(service, account, await runOnce(service, account, id));
    }
    expect(receiver.requests.map(({ body }) => JSON.parse(body) as unknown)).toMatchObject([
      { status: 'completed', warnings: ['It took long. Ask for less.'], error: '' },
      { status: 'failed', warnings: [], error: 'The page is private.' },
    ]);
    await service.close();
  });

  test('only the events of the list are sent, and the recipe’s own webhook goes before the account’s', async () => {
    const receiver = await receive();
    const { service } = await openWith(receiver, { store: openStore() });
    const { account, recipeId: plain } = await addCustomer(service);
    await service.accounts.setWebhook(account, { url: `${receiver.url}/account` });
    const put = async (events: readonly ('completed' | 'failed')[]) => {
      const webhook = { url: `${receiver.url}/recipe`, events };
      return (await service.recipes.put({ account, document: shopRecipe(), webhook })).id;
    };
    const ofCompleted = await put(['completed']);
    const ofFailed = await put(['failed']);
    for (const recipeId of [plain, ofCompleted, ofFailed]) {
      await runOnce(service, account, recipeId);
    }
    await service.accounts.setWebhook(account, undefined);
    await runOnce(service, account, plain);
    await service.close();
    expect(receiver.requests.map(({ url }) => url)).toEqual(['/hook/account', '/hook/recipe']);
    expect((await service.listDeliveries({ account })).length).toBe(2);
  });

  test('what is not 2xx is logged with its status and never sent again; a redirect is not followed', async () => {
    for (const status of [200, 299, 302, 404, 500]) {
      const receiver = await receive(() => ({ status, headers: { location: '/elsewhere' } }));
      const { service, clock } = await openWith(receiver, { store: openStore() });
      const { account, recipeId } = await addCustomer(service);
      await service.accounts.setWebhook(account, { url: receiver.url });
      const delivery = await untilAttempted(
        service,
        account,
        await runOnce(service, account, recipeId),
      );
      expect(delivery).toMatchObject({
        state: status < 300 ? 'delivered' : 'failed',
        responseStatus: status,
      });
      clock.advance(60_000);
      await service.close();
      expect(receiver.requests.length).toBe(1);
    }
  });
});

test('the end of a run that a schedule began is posted as well', async () => {
  const receiver = await receive();
  const { service, clock } = await openWith(receiver);
  const { account, recipeId } = await addCustomer(service);
  await service.accounts.setWebhook(account, { url: receiver.url });
  await service.schedules.put({ account, recipeId, cron: '* * * * *' });
  const [run] = await until(async () => {
    const runs = await service.listRuns({ account });
    // Not while its webhook is under way, which has ten seconds.
    if (runs.length === 0) clock.advance(1_000);
    return runs.length > 0 && runs;
  });
  const [request] = await until(() => receiver.requests.length === 1 && receiver.requests);
  expect(JSON.parse(request?.body ?? '')).toMatchObject({
    event: 'completed',
    run_id: run?.id,
    recipe_id: recipeId,
  });
  await service.close();
});

test('a receiver that says nothing is given up after 10 seconds, the rest of the log is readable', async () => {
  const receiver = await receive(() => 'silence');
  const { service, clock } = await openWith(receiver);
  const { account, recipeId } = await addCustomer(service);
  await service.accounts.setWebhook(account, { url: receiver.url });
  const id = await runOnce(service, account, recipeId);
  await until(() => receiver.requests.length === 1);
  clock.advance(9_999);
  const [attempted] = await service.listDeliveries({ account });
  expect(attempted?.state).toBe('attempted');
  clock.advance(1);
  expect(await untilAttempted(service, account, id)).toMatchObject({
    state: 'failed',
    error: 'The receiver did not answer within 10 s.',
  });
  await service.close();
});

test.each(['endless line breaks before the response', 'endless 103 responses', 'endless headers'])(
  'a receiver that sends %s is cut off: no time passes, and its attempt has failed',
  async (name) => {
    const served = await serveHostileServers();
    const { service } = openService({ gleaner: { egress: { allowPrivate: served.allowPrivate } } });
    await service.start();
    const { account, recipeId } = await addCustomer(service);
    await service.accounts.setWebhook(account, { url: served.urlOf(name) });
    const id = await runOnce(service, account, recipeId);
    const delivery = await untilAttempted(service, account, id);
    expect(delivery.state).toBe('failed');
    await service.close();
    await served.close();
  },
);

test('the 10 seconds count names and connections, too', async () => {
  let asked = false;
  const { service, clock } = openService({
    gleaner: {
      egress: {
        lookup() {
          asked = true;
          return new Promise(() => {});
        },
        lookupTimeoutMs: 600_000,
      },
    },
  });
  await service.start();
  const { account, recipeId } = await addCustomer(service);
  await service.accounts.setWebhook(account, { url: 'https://hooks.example/' });
  const id = await runOnce(service, account, recipeId);
  await until(() => asked);
  clock.advance(10_000);
  expect(await untilAttempted(service, account, id)).toMatchObject({ state: 'failed' });
  await service.close();
});

test('a private address is refused when it is set, and when a name leads to it', async () => {
  const receiver = await receive();
  const { service } = openService({
    gleaner: { egress: { lookup: async () => [{ address: '127.0.0.1', family: 4 }] } },
  });
  await service.start();
  const { account, recipeId } = await addCustomer(service);
  for (const url of [
    receiver.url,
    'http://[::1]/',
    'ftp://hooks.example/',
    'http://u:p@x.example/',
  ]) {
    await expect(service.accounts.setWebhook(account, { url })).rejects.toMatchObject({
      code: 'invalid_request',
    });
    await expect(
      service.recipes.put({ account, document: shopRecipe(), webhook: { url } }),
    ).rejects.toMatchObject({ code: 'invalid_request' });
  }
  const { port } = new URL(receiver.url);
  await service.accounts.setWebhook(account, { url: `http://rebound.example:${port}/hook` });
  const id = await runOnce(service, account, recipeId);
  const delivery = await untilAttempted(service, account, id);
  expect(delivery.state).toBe('failed');
  expect(delivery.error).not.toContain('127.0.0.1');
  expect(receiver.requests).toEqual([]);
  await service.close();
});

test('webhooks are sent by those who serve: who only changes something leaves them waiting', async () => {
  const receiver = await receive();
  const store = memoryStore();
  const changing = openService({ store });
  const { account, recipeId } = await addCustomer(changing.service);
  const serving = await openWith(receiver, { store });
  await serving.service.accounts.setWebhook(account, { url: receiver.url });
  const { id } = await changing.service.dispatchRun({ account, recipeId });
  await changing.service.cancelRun({ account, id });
  await changing.service.close();
  const [waiting] = await serving.service.listDeliveries({ account });
  expect(waiting?.state).toBe('pending');
  serving.clock.advance(1_000);
  expect(await untilAttempted(serving.service, account, id)).toMatchObject({ state: 'delivered' });
  await serving.service.close();
  expect(receiver.requests.length).toBe(1);
});

test('many processes on one store send each event once', async () => {
  const receiver = await receive();
  const store = memoryStore();
  const serving = await Promise.all([1, 2, 3].map(() => openWith(receiver, { store })));
  const { account, recipeId } = await addCustomer(serving[0]?.service ?? never());
  await serving[0]?.service.accounts.setWebhook(account, { url: receiver.url });
  const { service } = openService({ store });
  for (let count = 0; count < 20; count += 1) {
    const { id } = await service.dispatchRun({ account, recipeId });
    await service.cancelRun({ account, id });
    await service.accounts.setPlan(account, { requestsPerMinute: 1_000 });
  }
  for (const { clock } of serving) clock.advance(1_000);
  await until(() => receiver.requests.length === 20);
  await Promise.all(serving.map((one) => one.service.close()));
  const ids = receiver.requests.map(({ body }) => (JSON.parse(body) as { run_id: string }).run_id);
  expect(new Set(ids).size).toBe(20);
});

test('an attempt whose end the store could not keep is recorded as soon as it can, and not made again', async () => {
  const receiver = await receive();
  const inner = memoryStore();
  let isFull = true;
  const { service, clock, events } = await openWith(receiver, {
    store: {
      ...inner,
      deliveries: {
        ...inner.deliveries,
        finish: (outcome) =>
          isFull ? Promise.reject(new Error('no room')) : inner.deliveries.finish(outcome),
      },
    },
  });
  const { account, recipeId } = await addCustomer(service);
  await service.accounts.setWebhook(account, { url: receiver.url });
  const runId = await runOnce(service, account, recipeId);
  await until(() => events.some(({ kind }) => kind === 'fault'));
  expect(await service.listDeliveries({ account })).toMatchObject([{ state: 'attempted' }]);
  // It was made, and the operator heard of it, with whose it was.
  expect(events.filter(({ kind }) => kind === 'delivery')).toMatchObject([
    { account, runId, recipeId, status: 204, error: undefined },
  ]);
  isFull = false;
  await until(async () => {
    clock.advance(1_000);
    const [delivery] = await service.listDeliveries({ account });
    return delivery?.state === 'delivered';
  });
  await service.close();
  expect(receiver.requests.length).toBe(1);
});

test('an attempt whose end the store refuses until the service closes is recorded then', async () => {
  const receiver = await receive();
  const inner = memoryStore();
  let isFull = true;
  const { service, events } = await openWith(receiver, {
    store: {
      ...inner,
      deliveries: {
        ...inner.deliveries,
        finish: (outcome) =>
          isFull ? Promise.reject(new Error('no room')) : inner.deliveries.finish(outcome),
      },
    },
  });
  const { account, recipeId } = await addCustomer(service);
  await service.accounts.setWebhook(account, { url: receiver.url });
  await runOnce(service, account, recipeId);
  await until(() => events.some(({ kind }) => kind === 'fault'));
  isFull = false;
  await service.close();
  expect(await service.listDeliveries({ account })).toMatchObject([{ state: 'delivered' }]);
});

function never(): never {
  throw new Error('It is there.');
}

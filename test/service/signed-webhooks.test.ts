import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { fakeClock } from '../../src/testing/fake-clock.ts';
import { eachStore } from '../support/each-store.ts';
import { addCustomer, openService, until } from '../support/open-service.ts';
import { serveReceiver, type ReceivedRequest, type Receiver } from '../support/serve-receiver.ts';

const receivers: Receiver[] = [];
afterEach(async () => {
  await Promise.all(receivers.splice(0).map((receiver) => receiver.close()));
});

const secret = `whsec_${Buffer.from('0123456789abcdefghijklmnopqrstuv').toString('base64')}`;

type Verify = (headers: object, body: string, secret: string) => boolean;

/** The verifier of the guide, as it is printed there. */
async function loadVerifier(): Promise<Verify> {
  const guide = path.join(import.meta.dirname, '..', '..', 'docs', 'SERVICE.md');
  const block = /## Verifying a webhook[^]*?```js\n([^]*?)```/.exec(
    readFileSync(guide, 'utf8'),
  )?.[1];
  const loaded: unknown = await import(`data:text/javascript,${encodeURIComponent(block ?? '')}`);
  return (loaded as { readonly isGenuine: Verify }).isGenuine;
}

/** A service of now, whose webhooks may reach a receiver, and an account with a recipe. */
async function open(store?: Parameters<typeof openService>[0]) {
  const receiver = await serveReceiver();
  receivers.push(receiver);
  const opened = openService({
    clock: fakeClock(Date.now()),
    gleaner: { egress: { allowPrivate: receiver.allowPrivate } },
    ...store,
  });
  await opened.service.start();
  return { ...opened, receiver, ...(await addCustomer(opened.service)) };
}

async function receive(
  { service, receiver, account, recipeId }: Awaited<ReturnType<typeof open>>,
  count = 1,
): Promise<ReceivedRequest> {
  await service.dispatchRun({ account, recipeId });
  await until(() => receiver.requests.length === count);
  const request = receiver.requests[count - 1];
  if (request === undefined) throw new Error('Nothing came.');
  return request;
}

eachStore((openStore) => {
  test('a delivery names itself and its moment, and is signed where the webhook has a secret', async () => {
    const isGenuine = await loadVerifier();
    const stage = await open({ store: openStore() });
    const { service, account, receiver, clock } = stage;
    // Not known to the owner of the secret: what another one makes up does not get through.
    const headers = {
      'Webhook-Id': 'forged',
      'WEBHOOK-TIMESTAMP': '1',
      'webhook-Signature': 'v1,x',
    };
    await service.accounts.setWebhook(account, { url: receiver.url, headers });
    const plain = await receive(stage);
    const [delivery] = await service.listDeliveries({ account });
    expect(plain.headers).toMatchObject({
      'webhook-id': delivery?.id,
      'webhook-timestamp': String(Math.floor(clock.nowMs() / 1_000)),
    });
    expect(plain.headers).not.toHaveProperty('webhook-signature');
    await service.accounts.setWebhook(account, { url: receiver.url, signingSecret: secret });
    const signed = await receive(stage, 2);
    expect(isGenuine(signed.headers, signed.body, secret)).toBe(true);
    expect(isGenuine(signed.headers, `${signed.body} `, secret)).toBe(false);
    expect(isGenuine({ ...signed.headers, 'webhook-id': 'other' }, signed.body, secret)).toBe(
      false,
    );
    expect(isGenuine(signed.headers, signed.body, secret.replace('MDEy', 'MDEz'))).toBe(false);
    const old = String(Number(signed.headers['webhook-timestamp']) - 301);
    expect(isGenuine({ ...signed.headers, 'webhook-timestamp': old }, signed.body, secret)).toBe(
      false,
    );
    expect(isGenuine(plain.headers, plain.body, secret)).toBe(false);
    await service.close();
  });
});

test('a secret is never shown again, stays while the origin does, and is removed by null', async () => {
  const stage = await open();
  const { service, account, recipeId, receiver, store } = stage;
  const { url } = receiver;
  const set = (signingSecret?: string | null, to = url) =>
    service.recipes.setWebhook({ account, id: recipeId }, { url: to, signingSecret });
  const kept = async () =>
    (await store.recipes.find({ account, id: recipeId }))?.webhook?.signingSecret;
  const view = await set(secret);
  expect(view.webhook).toEqual({ url, headers: [], events: [], isSigned: true });
  expect(JSON.stringify(await service.recipes.get({ account, id: recipeId }))).not.toContain(
    'whsec',
  );
  await set(undefined, `${url}/other`);
  expect(await kept()).toBe(secret);
  await set(null);
  expect(await kept()).toBeUndefined();
  await set(secret);
  await set(undefined, 'https://elsewhere.test/');
  expect(await kept()).toBeUndefined();
  await service.close();
});

test('a new version of a recipe keeps the secret and the headers of its webhook while the origin stays', async () => {
  const { service, store, account, recipeId, receiver } = await open();
  const { url } = receiver;
  const reference = { account, id: recipeId };
  const { document } = await service.recipes.getNewest(reference);
  const headers = { 'x-part': 'one' };
  const put = async (to: string) => {
    await service.recipes.put({ ...reference, document, webhook: { url: to } });
    return (await store.recipes.find(reference))?.webhook;
  };
  await service.recipes.setWebhook(reference, { url, signingSecret: secret, headers });
  expect(await put(`${url}/more`)).toMatchObject({ signingSecret: secret, headers });
  expect((await put('https://elsewhere.test/'))?.signingSecret).toBeUndefined();
  await service.close();
});

test('a trial of a webhook is signed as every delivery is', async () => {
  const isGenuine = await loadVerifier();
  const { service, account, receiver } = await open();
  await service.accounts.setWebhook(account, { url: receiver.url, signingSecret: secret });
  await service.testWebhook({ account });
  const [request] = receiver.requests;
  expect(isGenuine(request?.headers ?? {}, request?.body ?? '', secret)).toBe(true);
  await service.close();
});

test.each([
  '',
  'whsec_',
  'secret',
  `whsec_${'A'.repeat(30)}`,
  `whsec_${'A'.repeat(100)}`,
  'whsec_ä',
])('"%s" is no secret, and the refusal does not quote it', async (signingSecret) => {
  const { service } = openService();
  const { account } = await addCustomer(service);
  const attempt = service.accounts.setWebhook(account, {
    url: 'https://hooks.test/',
    signingSecret,
  });
  await expect(attempt).rejects.toMatchObject({
    code: 'invalid_request',
    details: {
      issues: [
        {
          path: '/signingSecret',
          message: 'Expected `whsec_` and 24 to 64 random bytes in Base64.',
        },
      ],
    },
  });
});

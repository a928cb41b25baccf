import { expect, onTestFinished, test } from 'vitest';
import { until } from '../support/open-service.ts';
import { serveReceiver } from '../support/serve-receiver.ts';
import { openDashboard } from './open-dashboard.ts';

test('a delivery shows request and answer, a trial both at once, and trials are few', async () => {
  const receiver = await serveReceiver(() => ({ status: 200 }));
  onTestFinished(() => receiver.close());
  const stage = await openDashboard({
    gleaner: { egress: { allowPrivate: receiver.allowPrivate } },
  });
  const { ask, service, recipeId } = stage;
  onTestFinished(() => service.close({ drainMs: 0 }));
  const body = { url: receiver.url, headers: { authorization: 'Bearer s3cret' } };
  expect((await ask('PUT /webhook', { body })).status).toBe(200);

  const trial = await ask('POST /webhook/test', { body: { recipeId } });
  expect(trial.body.data).toMatchObject({ responseStatus: 200, responseBody: 'thanks' });
  expect(receiver.requests[0]?.headers.authorization).toBe('Bearer s3cret');
  expect(receiver.requests[0]?.body).toBe(trial.body.data?.['requestBody']);
  expect(JSON.parse(receiver.requests[0]?.body ?? '')).toMatchObject({
    event: 'completed',
    run_id: 'test',
    recipe_id: recipeId,
    warnings: ['This is a test delivery.'],
  });

  await service.start();
  await ask('POST /recipes/{id}/runs', { parameters: { id: recipeId }, body: {} });
  const [delivery] = await until(async () => {
    const { data } = (await ask('GET /deliveries')).body;
    const all = data?.['deliveries'] as readonly { readonly id: string; readonly state: string }[];
    return all[0]?.state === 'delivered' && all;
  });
  const parameters = { id: delivery?.id ?? '' };
  const detail = await ask('GET /deliveries/{id}', { parameters });
  expect(detail.body.data).toMatchObject({ responseStatus: 200, responseBody: 'thanks' });
  expect(detail.body.data?.['requestBody']).toBe(receiver.requests[1]?.body);
  expect(detail.text + trial.text).not.toContain('s3cret');
  const { id: other } = await service.accounts.create();
  const foreign = await ask('GET /deliveries/{id}', {
    parameters,
    cookie: await stage.signIn(other),
  });
  expect(foreign.status).toBe(404);

  const statuses: number[] = [];
  for (let tries = 0; tries < 5; tries += 1) {
    statuses.push((await ask('POST /webhook/test', { body: {} })).status);
  }
  expect(statuses).toEqual([200, 200, 200, 200, 429]);
});

import { expect, test } from 'vitest';
import { item } from '../support/open-service.ts';
import { shopRecipe } from '../support/shop-recipe.ts';
import { until } from '../support/open-service.ts';
import { openDashboard, type Answer } from './open-dashboard.ts';
import { xssPayloads } from './xss-payloads.ts';

/** What keeps a browser from taking an answer for a page. */
function checkInert({ headers, status, text }: Answer): void {
  expect(headers.get('content-type')).toBe('application/json');
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(() => JSON.parse(text) as unknown).not.toThrow();
  expect(status).toBeLessThan(500);
}

test('a hundred texts of markup come back as JSON text, letter for letter', async () => {
  expect(new Set(xssPayloads).size).toBe(100);
  const plan = { keys: 100, schedules: 100, dashboardCallsPerMinute: 10_000 };
  const { ask, service, account } = await openDashboard({ options: { plan } });
  for (const payload of xssPayloads) {
    // Labels are one line; a text with another kind of line break is one all the same.
    const made = await ask('POST /keys', { body: { label: payload } });
    checkInert(made);
    expect(made.body.data?.['label']).toBe(payload);
    const document = { ...shopRecipe(), title: payload };
    const put = await ask('POST /recipes', { body: { document } });
    checkInert(put);
    const id = String(put.body.data?.['id']);
    const got = await ask('GET /recipes/{id}', { parameters: { id } });
    expect(got.body.data).toMatchObject({ document: { title: payload } });
    const parameters = { id, revision: '2' };
    const steps = [
      ...(shopRecipe().steps as readonly object[]),
      { type: 'navigate', url: 'https://shop.test/', title: payload },
    ];
    checkInert(
      await ask('PUT /recipes/{id}', { parameters, body: { document: { ...document, steps } } }),
    );
    const version = await ask('GET /recipes/{id}/versions/{revision}', { parameters });
    checkInert(version);
    expect(version.body.data).toMatchObject({ document: { title: payload } });
    const query = { from: '1', to: '2' };
    checkInert(await ask('GET /recipes/{id}/compare', { parameters, query }));
    for (const answer of [
      await ask('GET /recipes/{id}', { parameters: { id: encodeURIComponent(payload) } }),
      await ask('GET /runs', { query: { recipeId: payload } }),
      await ask('GET /runs', { query: { status: payload } }),
      await ask('POST /keys', { body: { [payload]: payload } }),
      await ask('PUT /webhook', { body: { url: payload } }),
      await ask('POST /ticks', { body: { cron: payload, timeZone: payload } }),
      await ask('POST /scrape', { body: { website_url: payload } }),
    ]) {
      checkInert(answer);
    }
  }
  const keys = await ask('GET /keys');
  checkInert(keys);
  const listed = keys.body.data?.['keys'] as readonly { readonly label: string }[] | undefined;
  expect(listed?.map(({ label }) => label)).toEqual(xssPayloads);
  const recipes = await service.recipes.list({ account, limit: 200 });
  expect(recipes).toHaveLength(101);
});

test('items, warnings and titles of pages come back as they are', async () => {
  const pages = [xssPayloads.map((payload) => item(payload))];
  const stage = await openDashboard({ replay: { pages } });
  await stage.service.start();
  const { body } = await stage.ask('POST /recipes/{id}/runs', {
    parameters: { id: stage.recipeId },
    body: {},
  });
  const id = String(body.data?.['id']);
  const run = await until(async () => {
    const answer = await stage.ask('GET /runs/{id}', { parameters: { id } });
    return answer.body.data?.['status'] === 'completed' && answer;
  });
  checkInert(run);
  for (const payload of xssPayloads)
    expect(run.text).toContain(JSON.stringify(payload.trim()).slice(1, -1));
  await stage.service.close({ drainMs: 0 });
});

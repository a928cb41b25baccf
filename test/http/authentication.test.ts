import { expect, test } from 'vitest';
import { eachWay } from './open-stage.ts';

const places = [
  { path: '/v1/smartscraper', json: { website_url: 'https://shop.test/', user_prompt: 'price' } },
  { path: '/v1/scrape', json: { website_url: 'https://shop.test/' } },
  { path: '/v1/smartbrowse/recipes/x/run' },
  { path: '/v1/smartbrowse/runs/x' },
  { path: '/v1/smartbrowse/usage' },
] as const;

eachWay((openStage) => {
  test.each(places)('$path needs a key', async (place) => {
    const { ask } = await openStage();
    const { status, body } = await ask({ ...place, key: null });
    expect(status).toBe(401);
    expect(body.error).toEqual({ code: 'unauthorized', message: expect.any(String) });
  });

  test.each([
    ['an empty one', ''],
    ['one of another shape', 'Bearer me'],
    ['one with a typo', 'svc_live_00000000000000000000000000000000'],
    ['a longer one', `svc_live_${'a'.repeat(4_000)}`],
  ])('a key that is %s gets the answer of a missing one', async (_name, key) => {
    const { ask } = await openStage();
    const missing = await ask({ path: '/v1/smartbrowse/usage', key: null });
    const wrong = await ask({ path: '/v1/smartbrowse/usage', key });
    expect(wrong.status).toBe(401);
    expect(wrong.body.error).toEqual(missing.body.error);
  });

  test('a key has the form of the contract, and is sent in X-API-Key alone', async () => {
    const { ask, key } = await openStage();
    expect(key).toMatch(/^svc_live_[0-9A-Za-z]{32}$/);
    const path = '/v1/smartbrowse/usage';
    expect((await ask({ path })).status).toBe(200);
    const bearer = await ask({ path, key: null, headers: { authorization: `Bearer ${key}` } });
    expect(bearer.status).toBe(401);
    expect((await ask({ path: `${path}?x-api-key=${key}`, key: null })).status).toBe(401);
  });

  test('a revoked key fails on the very next request, and another key of the account goes on', async () => {
    const { ask, service, account, key } = await openStage();
    const path = '/v1/smartbrowse/usage';
    expect((await ask({ path })).status).toBe(200);
    const other = await service.keys.create({ account, label: 'next' });
    const own = (await service.keys.list(account)).find(({ last4 }) => key.endsWith(last4));
    await service.keys.revoke({ account, id: own?.id ?? '' });
    expect((await ask({ path })).status).toBe(401);
    expect((await ask({ path, key: other.key })).status).toBe(200);
  });

  test('the key comes before the body: one that is no JSON is not even looked at', async () => {
    const { ask } = await openStage();
    const raw = '{'.repeat(2_000_000);
    const headers = { 'content-type': 'application/json' };
    const { status } = await ask({ path: '/v1/scrape', raw, headers, key: null });
    expect(status).toBe(401);
  });

  test('the keys of a deleted account are refused', async () => {
    const { ask, service, account } = await openStage();
    await service.accounts.requestDeletion(account);
    expect((await ask({ path: '/v1/smartbrowse/usage' })).status).toBe(200);
    await service.accounts.confirmDeletion(account);
    expect((await ask({ path: '/v1/smartbrowse/usage' })).status).toBe(401);
  });
});

import { expect, test } from 'vitest';
import { createHttpHandler } from '../../src/web/http/index.ts';
import { eachWay } from './open-stage.ts';
import { openService } from '../support/open-service.ts';

eachWay((openStage) => {
  test.each([
    '/',
    '/v1',
    '/v1/',
    '/v2/scrape',
    '/v1/smartbrowse/runs',
    '/v1/smartbrowse/runs/a/b',
    '/v1/%zz',
    '//v1/scrape',
    '/V1/scrape',
    '/v1/scrape/',
  ])('a path that is none is not found: %s', async (path) => {
    const { ask } = await openStage();
    const { status, body } = await ask({ path, key: null });
    expect(status).toBe(404);
    expect(body.error.code).toBe('not_found');
  });

  test.each([
    ['GET', '/v1/smartscraper', 'POST'],
    ['PUT', '/v1/scrape', 'POST'],
    ['DELETE', '/v1/smartbrowse/runs/x', 'GET, HEAD'],
    ['POST', '/v1/smartbrowse/usage', 'GET, HEAD'],
    ['PATCH', '/v1/smartbrowse/recipes/x/run', 'POST'],
    ['OPTIONS', '/v1/scrape', 'POST'],
    ['POST', '/v1/openapi.json', 'GET, HEAD'],
    ['POST', '/docs', 'GET, HEAD'],
  ])('%s %s is not allowed, and the answer says what is', async (method, path, allow) => {
    const { ask } = await openStage();
    const { status, headers, body } = await ask({ method, path, key: null });
    expect(status).toBe(405);
    expect(headers.get('allow')).toBe(allow);
    expect(body.error.code).toBe('invalid_request');
  });

  test('ids are percent-decoded, and opaque', async () => {
    const { ask } = await openStage();
    for (const [id, name] of [
      ['a%2Fb', 'a/b'],
      ['%C3%A9', 'é'],
      ['%zz', '%zz'],
      ['a+b', 'a+b'],
      ['%F0%9F%92%A1', '💡'],
      ['__proto__', '__proto__'],
      ['x'.repeat(3_000), 'x'.repeat(100)],
    ]) {
      const { status, body } = await ask({ path: `/v1/smartbrowse/runs/${id}` });
      expect(status).toBe(404);
      expect(body.error.code).toBe('not_found');
      expect(body.error.message).toContain(name);
    }
  });

  test('a query changes nothing', async () => {
    const { ask } = await openStage();
    expect((await ask({ path: '/v1/smartbrowse/usage?a=b&__proto__=c' })).status).toBe(200);
  });
});

async function showPage(): Promise<Response> {
  return new Response('a page');
}

test.each(['/V1', '/V1/scrape', '/v1/scrap', '/v1'])(
  'a path below /v1 is never that of a dashboard, whatever the case of its letters: %s',
  async (path) => {
    const { service } = openService();
    const handler = createHttpHandler(service, { fallback: showPage });
    const response = await handler(new Request(`http://api.test${path}`));
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ status: 'error', error: { code: 'not_found' } });
    expect(await (await handler(new Request('http://api.test/v10'))).text()).toBe('a page');
  },
);

test('HEAD is GET without the body', async () => {
  const { service } = openService();
  const handler = createHttpHandler(service);
  const response = await handler(new Request('http://api.test/healthz', { method: 'HEAD' }));
  expect(response.status).toBe(200);
  expect(response.headers.get('x-request-id')).not.toBeNull();
  expect(await response.text()).toBe('');
});

test('the answers may not be kept by caches between', async () => {
  const { service } = openService();
  const response = await createHttpHandler(service)(new Request('http://api.test/v1/scrape'));
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(response.headers.get('x-content-type-options')).toBe('nosniff');
});

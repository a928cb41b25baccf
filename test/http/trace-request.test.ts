import { expect, test } from 'vitest';
import { createHttpHandler } from '../../src/web/http/index.ts';
import { addCustomer, openService } from '../support/open-service.ts';
import { keepSpans } from '../support/keep-spans.ts';
import { stubFetcher } from '../support/stub-fetcher.ts';

test('each request is a span with its route and status, under the caller’s trace', async () => {
  const spans = keepSpans();
  const { service } = openService({ fetcher: stubFetcher(() => Promise.reject(new Error('no'))) });
  const { account } = await addCustomer(service);
  const { key } = await service.keys.create({ account, label: 'test' });
  const handler = createHttpHandler(service);
  const headers = { 'x-api-key': key, 'content-type': 'application/json' };
  const usage = await handler(
    new Request('http://api.test/v1/smartbrowse/usage?token=a', {
      headers: { ...headers, traceparent: '00-abc-def-01' },
    }),
  );
  await handler(
    new Request('http://api.test/v1/scrape', {
      method: 'POST',
      headers,
      body: JSON.stringify({ website_url: 'https://shop.test/' }),
    }),
  );
  await handler(new Request('http://api.test/nowhere'));
  expect(spans.filter(({ name }) => /^[A-Z]+ /.test(name))).toEqual([
    {
      name: 'GET /smartbrowse/usage',
      parent: '00-abc-def-01',
      isEnded: true,
      status: undefined,
      attributes: {
        'http.request.method': 'GET',
        'http.route': '/smartbrowse/usage',
        'http.response.status_code': 200,
        'gleaner.request_id': usage.headers.get('x-request-id'),
      },
    },
    expect.objectContaining({ name: 'POST /scrape', status: { code: 2 }, isEnded: true }),
    expect.objectContaining({ name: 'GET unknown', status: undefined, isEnded: true }),
  ]);
});

test('without a provider the requests are answered all the same', async () => {
  const { service } = openService();
  const response = await createHttpHandler(service)(new Request('http://api.test/healthz'));
  expect(response.status).toBe(200);
});

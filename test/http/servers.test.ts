import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serve as serveHono } from '@hono/node-server';
import { Agent, request } from 'undici';
import { afterEach, expect, test } from 'vitest';
import type { Service } from '../../src/service/index.ts';
import { createExpressApp } from '../../examples/servers/express.ts';
import { createFastifyApp } from '../../examples/servers/fastify.ts';
import { createHonoApp } from '../../examples/servers/hono.ts';
import { createRouteHandlers } from '../../examples/servers/next.ts';
import { createNodeServer } from '../../examples/servers/node-http.ts';
import { addCustomer, openService, until } from '../support/open-service.ts';
import { lampPage, stubFetcher } from '../support/stub-fetcher.ts';
import { createOpenApiDocument } from '../../src/web/http/index.ts';
import { checkEnvelope, createContractCheck } from './check-answer.ts';

const { checkDocumented } = createContractCheck(createOpenApiDocument());
const closings: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closings.splice(0).toReversed()) await close();
});

async function listen(server: Server): Promise<string> {
  if (!server.listening) {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  }
  closings.push(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const servers: Readonly<Record<string, (service: Service) => Promise<string>>> = {
  'node:http': (service) => listen(createNodeServer(service)),
  Hono: (service) =>
    listen(
      serveHono({ fetch: createHonoApp(service).fetch, port: 0, hostname: '127.0.0.1' }) as Server,
    ),
  Express: (service) => listen(createExpressApp(service).listen(0, '127.0.0.1')),
  Fastify: async (service) => {
    const app = await createFastifyApp(service);
    closings.push(() => app.close());
    return app.listen({ port: 0, host: '127.0.0.1' });
  },
};

async function open(fetcher = stubFetcher(lampPage)) {
  const { service } = openService({ fetcher });
  const { account } = await addCustomer(service);
  const { key } = await service.keys.create({ account, label: 'test' });
  const dispatcher = new Agent();
  closings.push(() => dispatcher.destroy());
  return { service, account, key, dispatcher };
}

const scrape = JSON.stringify({ website_url: 'https://shop.test/' });

test.each(Object.keys(servers))('the contract mounts in %s', async (name) => {
  const { service, key, dispatcher } = await open();
  const url = (await servers[name]?.(service)) ?? '';
  for (const [method, path, headers, body, expected] of [
    ['GET', '/v1/smartbrowse/usage', { 'x-api-key': key }, null, 200],
    ['POST', '/v1/scrape', { 'x-api-key': key, 'content-type': 'application/json' }, scrape, 200],
    ['POST', '/v1/scrape', { 'x-api-key': key, 'content-type': 'application/json' }, '{', 400],
    ['POST', '/v1/scrape', { 'x-api-key': key, 'content-type': 'text/plain' }, scrape, 400],
    ['POST', '/v1/scrape', { 'content-type': 'application/json' }, scrape, 401],
    ['GET', '/v1/smartbrowse/runs/a%2Fb', { 'x-api-key': key }, null, 404],
    ['GET', '/v1/nowhere', {}, null, 404],
    ['DELETE', '/v1/scrape', {}, null, 405],
  ] as const) {
    const response = await request(url + path, { dispatcher, method, headers, body });
    const text = await response.body.text();
    expect([method, path, response.statusCode]).toEqual([method, path, expected]);
    const answer = {
      status: response.statusCode,
      headers: new Headers(
        Object.entries(response.headers).map(([header, value]) => [header, String(value)]),
      ),
      text,
      body: JSON.parse(text),
    };
    checkEnvelope(answer);
    checkDocumented(method, path, answer);
  }
});

test.each(Object.keys(servers))('in %s the work ends when the client leaves', async (name) => {
  const signals: AbortSignal[] = [];
  const fetcher = stubFetcher(({ signal }) => {
    signals.push(signal);
    return new Promise(() => {});
  });
  const { service, account, key, dispatcher } = await open(fetcher);
  const url = (await servers[name]?.(service)) ?? '';
  const leaving = new AbortController();
  const asked = request(`${url}/v1/scrape`, {
    dispatcher,
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: scrape,
    signal: leaving.signal,
  });
  await until(() => signals.length === 1);
  leaving.abort();
  await expect(asked).rejects.toThrow('abort');
  await until(() => signals[0]?.aborted);
  await until(async () => (await service.creditsRemaining(account)) === 100);
  expect(signals[0]?.aborted).toBe(true);
});

test.each(['Hono', 'Express', 'Fastify'])('in %s other routes stay your own', async (name) => {
  const { service, dispatcher } = await open();
  const url = (await servers[name]?.(service)) ?? '';
  const response = await request(url, { dispatcher });
  expect(await response.body.text()).toBe('My own page');
});

test('the contract is a route handler of Next.js: a Request in, a Response out', async () => {
  const { service, key } = await open();
  const { GET, POST } = createRouteHandlers(service);
  const headers = { 'x-api-key': key, 'content-type': 'application/json' };
  const usage = await GET(new Request('https://app.test/v1/smartbrowse/usage', { headers }));
  expect(usage.status).toBe(200);
  const page = await POST(
    new Request('https://app.test/v1/scrape', { method: 'POST', headers, body: scrape }),
  );
  expect(await page.json()).toMatchObject({ status: 'completed', credits_used: 1 });
});

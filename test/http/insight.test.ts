import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { request } from 'undici';
import { expect, test } from 'vitest';
import { createLog } from '../../src/cli/options/run-service.ts';
import {
  createHttpHandler,
  createMetrics,
  serveMetrics,
  type RequestRecord,
} from '../../src/web/http/index.ts';
import { GleanerError, type Page } from '../../src/index.ts';
import { memoryStore, sqliteStore, type ServiceEvent } from '../../src/service/index.ts';
import { scriptedModel } from '../../test-kit/scripted-model.ts';
import { addCustomer, openService, until, untilEnded } from '../support/open-service.ts';
import { lampPage, stubFetcher } from '../support/stub-fetcher.ts';
import { defaultPlan } from '../../src/storage/stores/account-rules.ts';

function recordLog() {
  const lines: string[] = [];
  const sink = { write: (text: string | Uint8Array) => lines.push(String(text)) };
  const log = createLog({
    environment: {},
    input: Readable.from([]),
    output: sink,
    messages: sink,
    signal: new AbortController().signal,
  });
  return { log, lines };
}

/** Each stands for a secret; none holds any of the others. */
const canaries = Object.fromEntries(
  [
    'authorization',
    'cookie',
    'userInfo',
    'query',
    'webhookHeader',
    'webhookPath',
    'variable',
    'pageText',
    'prompt',
    'idempotencyKey',
    'wrongKey',
  ].map((name, index) => [name, `Canary${index}x${name}`]),
) as Readonly<Record<string, string>>;

/** Asks in every way that ends in an error, and gives all that was logged and answered. */
async function takeEveryErrorPath(): Promise<{
  readonly logged: string;
  readonly answered: string;
  readonly codes: ReadonlySet<string>;
  readonly key: string;
}> {
  const { log, lines } = recordLog();
  const page = lampPage.replace('reading', canaries['pageText'] ?? '');
  const leak = new Error(
    `GET https://me:${canaries['userInfo']}@shop.test/?token=${canaries['query']} broke: authorization: Bearer ${canaries['authorization']}`,
    { cause: new Error(`cookie: session=${canaries['cookie']}`) },
  );
  const outcomes: readonly (() => Promise<never> | Partial<Page>)[] = [
    () => Promise.reject(leak),
    () => {
      const message = `No way to https://shop.test/?${canaries['query']}`;
      return Promise.reject(new GleanerError('service_unavailable', message));
    },
    () => ({ status: 503, body: new TextEncoder().encode(page) }),
    () => ({ headers: { 'content-type': 'video/mp4' } }),
  ];
  let at = 0;
  const fetcher = stubFetcher(() => outcomes[at]?.() ?? page);
  const model = scriptedModel(() => ({ content: { price: canaries['pageText'] } }));
  const { service } = openService({
    fetcher,
    gleaner: { model },
    replay: {
      pages: [[]],
      beforePage() {
        throw leak;
      },
    },
    options: { onEvent: (event) => log.onEvent(event) },
  });
  const customer = await addCustomer(service, { credits: 1_000 });
  const { account, recipeId } = customer;
  const { key } = await service.keys.create({ account, label: 'test' });
  await service.accounts.setWebhook(account, {
    url: `https://hooks.invalid/${canaries['webhookPath']}`,
    headers: { authorization: `Bearer ${canaries['webhookHeader']}` },
  });
  const handler = createHttpHandler(service, { onRequest: (record) => log.onRequest(record) });
  const answers: string[] = [];
  const codes = new Set<string>();

  async function ask(to: string, body: object, headers: Record<string, string> = {}) {
    const response = await handler(
      new Request(`http://api.test${to}?access_token=${canaries['query']}`, {
        method: 'POST',
        headers: { 'x-api-key': key, 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      }),
    );
    const text = await response.text();
    const { error } = JSON.parse(text);
    // What the caller asked for is his.
    if (error !== undefined) answers.push(text, JSON.stringify([...response.headers]));
    codes.add(error?.code ?? 'none');
  }

  const asked = {
    website_url: 'https://shop.test/',
    user_prompt: canaries['prompt'],
    headers: {
      authorization: `Bearer ${canaries['authorization']}`,
      cookie: `session=${canaries['cookie']}`,
    },
  };
  const once = { 'idempotency-key': canaries['idempotencyKey'] ?? '' };
  const { user_prompt: _prompt, ...scraped } = asked;
  for (at = 0; at < outcomes.length; at += 1) {
    await ask('/v1/smartscraper', asked, once);
    await ask('/v1/scrape', scraped);
  }
  // The model's answer misses this one twice.
  await ask('/v1/smartscraper', {
    ...asked,
    output_schema: { properties: { price: { type: 'number' } } },
  });
  await ask('/v1/smartscraper', asked, once);
  await ask('/v1/scrape', scraped, once);
  await ask('/v1/scrape', {
    ...scraped,
    website_url: `https://me:${canaries['userInfo']}@shop.test/`,
  });
  await ask('/v1/scrape', { ...scraped, headers: { host: `${canaries['cookie']}` } });
  await ask('/v1/scrape', { ...scraped, headers: { 'x-a': `${canaries['cookie']}\n` } });
  await ask('/v1/scrape', scraped, { 'x-api-key': `svc_live_${canaries['wrongKey']}` });
  await ask('/v1/scrape', { ...scraped, format: 5 });
  await ask('/v1/nowhere', {});
  await ask('/v1/smartbrowse/recipes/none/run', {});
  const variables = { password: canaries['variable'] };
  await ask(`/v1/smartbrowse/recipes/${recipeId}/run`, { variables: { ...variables, none: 'x' } });
  await ask(`/v1/smartbrowse/recipes/${recipeId}/run`, { variables });
  await service.start();
  const [run] = await service.listRuns({ account });
  await untilEnded(service, { account, id: run?.id ?? '' });
  await until(async () => (await service.listDeliveries({ account }))[0]?.error);
  await service.accounts.setPlan(account, { requestsPerMinute: 1 });
  await ask('/v1/scrape', scraped);
  await service.accounts.requestDeletion(account);
  await ask('/v1/scrape', scraped);
  await service.accounts.cancelDeletion(account);
  await service.accounts.suspend(account);
  await ask('/v1/scrape', scraped);
  await service.close({ drainMs: 0 });
  log.onEvent({ kind: 'fault', doing: 'test', error: leak });
  log.write({ level: 'info', event: 'note', header: { 'x-api-key': key } });
  return { logged: lines.join(''), answered: answers.join('\n'), codes, key };
}

test('no secret gets into logs or answers on any way that ends in an error', async () => {
  const { logged, answered, codes, key } = await takeEveryErrorPath();
  expect([...codes].toSorted()).toEqual([
    'account_deletion_pending',
    'conflict',
    'forbidden',
    'internal_error',
    'invalid_request',
    'none',
    'not_found',
    'rate_limited',
    'service_unavailable',
    'unauthorized',
    'validation_failed',
  ]);
  const secrets = { key, ...canaries };
  const leaks = Object.entries(secrets).flatMap(([name, secret]) => [
    ...(logged.includes(secret) ? [`${name} in the logs`] : []),
    ...(answered.includes(secret) ? [`${name} in answers`] : []),
  ]);
  expect(Object.keys(secrets).length).toBe(12);
  expect(leaks).toEqual([]);
  // What was taken out did stand there.
  expect(logged).toContain('[redacted]');
});

test('a password with an `@` in it is taken out of a log whole', () => {
  const { log, lines } = recordLog();
  const error = new Error('No answer from postgres://gleaner:before@behind@db.example/runs');
  log.onEvent({ kind: 'fault', doing: 'test', error });
  expect(lines.join('')).toContain('postgres://[redacted]@db.example/runs');
  expect(lines.join('')).not.toContain('behind');
});

test('each request is one line of JSON, which has what an operator needs', async () => {
  const { log, lines } = recordLog();
  const { service } = openService();
  const { account } = await addCustomer(service);
  const { key } = await service.keys.create({ account, label: 'test' });
  const handler = createHttpHandler(service, { onRequest: (record) => log.onRequest(record) });
  const headers = { 'x-api-key': key };
  await handler(new Request('http://api.test/v1/smartbrowse/runs/abc?q=1', { headers }));
  await handler(new Request('http://api.test/v1/smartbrowse/usage', { headers }));
  expect(
    lines.map((line) => line.endsWith('\n') && line.indexOf('\n') === line.length - 1),
  ).toEqual([true, true]);
  const [missing, found] = lines.map((line) => JSON.parse(line));
  expect(missing).toEqual({
    time: expect.stringMatching(/Z$/),
    level: 'info',
    event: 'request',
    requestId: expect.any(String),
    method: 'GET',
    route: '/smartbrowse/runs/{id}',
    status: 404,
    code: 'not_found',
    durationMs: expect.any(Number),
    account,
  });
  expect(found).toMatchObject({ status: 200, route: '/smartbrowse/usage' });
});

test('what goes wrong is logged with where it was thrown, also where it is its own cause', () => {
  const { log, lines } = recordLog();
  const error: Error & { cause?: unknown } = new Error('broken\nin two');
  error.cause = error;
  const events: readonly ServiceEvent[] = [
    { kind: 'fault', doing: 'a thing', error },
    { kind: 'fault', doing: 'another', error: 'a text' },
    { kind: 'run', runId: 'r', account: 'a', status: 'failed', pages: 0, items: 0, error: 'none' },
  ];
  for (const event of events) log.onEvent(event);
  const [first, second, third] = lines.map((line) => JSON.parse(line));
  expect(first).toMatchObject({
    level: 'error',
    event: 'fault',
    doing: 'a thing',
    error: {
      name: 'Error',
      message: 'broken\nin two',
      stack: expect.stringContaining('insight.test'),
    },
  });
  expect(second).toMatchObject({ level: 'error', error: 'a text' });
  expect(third).toMatchObject({ level: 'info', event: 'run', error: 'none' });
});

test('a webhook and a tick that came to nothing are warnings; a webhook’s line says whose it was', () => {
  const { log, lines } = recordLog();
  const delivery = { deliveryId: 'd', account: 'a', runId: 'r', recipeId: 'p' } as const;
  const events: readonly ServiceEvent[] = [
    { kind: 'delivery', ...delivery, status: 204 },
    { kind: 'delivery', ...delivery, status: 500, error: 'The receiver answered with 500.' },
    { kind: 'tick', scheduleId: 's', error: 'insufficient_credits: none left' },
  ];
  for (const event of events) log.onEvent(event);
  const [delivered, failed, tick] = lines.map((line) => JSON.parse(line));
  expect(delivered).toMatchObject({ level: 'info', event: 'delivery', ...delivery });
  expect(failed).toMatchObject({ level: 'warn', event: 'delivery', ...delivery, status: 500 });
  expect(tick).toMatchObject({ level: 'warn', event: 'tick', scheduleId: 's' });
});

test('what is refused because the service shuts down is a warning without a stack', async () => {
  const { log, lines } = recordLog();
  const { service } = openService();
  const { account } = await addCustomer(service);
  const { key } = await service.keys.create({ account, label: 'test' });
  const handler = createHttpHandler(service, { onRequest: (record) => log.onRequest(record) });
  await service.close({ drainMs: 0 });
  const response = await handler(
    new Request('http://api.test/v1/smartscraper', {
      method: 'POST',
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      body: JSON.stringify({ website_url: 'https://shop.test/', user_prompt: 'the price' }),
    }),
  );
  expect(response.status).toBe(502);
  const [refused] = lines.map((line) => JSON.parse(line));
  expect(refused).toMatchObject({
    level: 'warn',
    status: 502,
    error: { code: 'service_unavailable', message: expect.stringContaining('shutting down') },
  });
  expect(refused.error).not.toHaveProperty('stack');
  // The same code from a part that fails is a fault, with its stack.
  log.onRequest({
    requestId: 'r',
    method: 'POST',
    route: '/smartscraper',
    status: 502,
    durationMs: 1,
    account,
    code: 'service_unavailable',
    error: new GleanerError('service_unavailable', 'The model could not be reached.'),
  });
  expect(JSON.parse(lines[1] ?? '')).toMatchObject({
    level: 'error',
    error: { stack: expect.stringContaining('insight.test') },
  });
});

test('a listener that throws changes no answer', async () => {
  const { service } = openService();
  const handler = createHttpHandler(service, {
    onRequest() {
      throw new Error('The disk of the logs is full.');
    },
  });
  expect((await handler(new Request('http://api.test/healthz'))).status).toBe(200);
});

test('the process is healthy without its store, and ready only with it', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'gleaner-http-'));
  const store = sqliteStore({ folder });
  const { service } = openService({ store });
  const handler = createHttpHandler(service);
  const statusOf = async (to: string) =>
    (await handler(new Request(`http://api.test${to}`))).status;
  expect([await statusOf('/healthz'), await statusOf('/readyz')]).toEqual([200, 200]);
  await store.close();
  expect([await statusOf('/healthz'), await statusOf('/readyz')]).toEqual([200, 503]);
  rmSync(folder, { recursive: true });
});

test('a service that is shutting down is not ready', async () => {
  const { service } = openService();
  await service.close({ drainMs: 0 });
  const response = await createHttpHandler(service)(new Request('http://api.test/readyz'));
  expect(response.status).toBe(503);
  expect(response.headers.get('x-request-id')).not.toBeNull();
});

test('a store that is out of reach is a 502 which says nothing of where it is', async () => {
  const store = memoryStore();
  const locked = new GleanerError('service_unavailable', 'The store file "/srv/x.db" is locked.');
  const { service } = openService({
    store: { ...store, accounts: { ...store.accounts, usage: () => Promise.reject(locked) } },
  });
  const account = await store.accounts.create({
    id: 'a',
    plan: {
      ...defaultPlan,
      requestsPerMinute: 1,
      inFlight: 1,
      runsPerMonth: 1,
      pagesPerRun: 1,
      schedulesAllowed: true,
      dashboardCallsPerMinute: 300,
    },
    credits: 10,
    emailVerified: true,
    nowMs: 0,
  });
  const { key } = await service.keys.create({ account: account.id, label: 'test' });
  const records: RequestRecord[] = [];
  const handler = createHttpHandler(service, { onRequest: (record) => records.push(record) });
  const response = await handler(
    new Request('http://api.test/v1/smartbrowse/usage', { headers: { 'x-api-key': key } }),
  );
  expect(response.status).toBe(502);
  expect(await response.text()).not.toContain('/srv');
  expect(records[0]).toMatchObject({ status: 502, error: locked, code: 'service_unavailable' });
});

test('records name the pages of the service by their path, and what is no path of it `unknown`', async () => {
  const { service } = openService();
  const records: RequestRecord[] = [];
  const handler = createHttpHandler(service, { onRequest: (record) => records.push(record) });
  for (const name of ['healthz', 'readyz', 'docs', 'nowhere']) {
    const { headers } = await handler(new Request(`http://api.test/${name}`));
    expect(headers.get('cache-control')).toBe('no-store');
  }
  expect(records.map(({ route }) => route)).toEqual(['/healthz', '/readyz', '/docs', 'unknown']);
});

test('a full disk is a 502 that costs nothing, and what was there stays', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'gleaner-http-'));
  const store = sqliteStore({ folder, maxBytes: 300_000 });
  const { service } = openService({ store });
  const { account } = await addCustomer(service, { plan: { requestsPerMinute: 100_000 } });
  const { key } = await service.keys.create({ account, label: 'test' });
  const handler = createHttpHandler(service);
  const statuses = new Map<number, number>();
  for (let number = 0; (statuses.get(502) ?? 0) === 0; number += 1) {
    const response = await handler(
      new Request('http://api.test/v1/scrape', {
        method: 'POST',
        headers: {
          'x-api-key': key,
          'content-type': 'application/json',
          'idempotency-key': `${number}`.padEnd(250, 'x'),
        },
        body: JSON.stringify({ website_url: `https://shop.test/${number}` }),
      }),
    );
    statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
    if (number > 200) break;
    if (response.status === 402) await service.accounts.grant(account, 100);
  }
  expect(statuses.get(502)).toBe(1);
  expect(statuses.has(500)).toBe(false);
  const { held } = await store.ledger.balance(account);
  expect(held).toBe(0);
  const usage = await handler(
    new Request('http://api.test/v1/smartbrowse/usage', { headers: { 'x-api-key': key } }),
  );
  expect(usage.status).toBe(200);
  await service.close({ drainMs: 0 });
  await store.close();
  rmSync(folder, { recursive: true });
});

test('numbers are served on a port of their own, by route and status, without names of clients', async () => {
  const metrics = await createMetrics();
  const { service } = openService({ options: { onEvent: (event) => metrics.onEvent(event) } });
  const { account, recipeId } = await addCustomer(service);
  const { key } = await service.keys.create({ account, label: 'test' });
  const handler = createHttpHandler(service, { onRequest: (record) => metrics.onRequest(record) });
  await service.start();
  const { id } = await service.dispatchRun({ account, recipeId });
  await untilEnded(service, { account, id });
  for (const to of ['/v1/smartbrowse/usage', '/v1/smartbrowse/usage', '/nowhere/at/all']) {
    await handler(new Request(`http://api.test${to}`, { headers: { 'x-api-key': key } }));
  }
  await handler(new Request('http://api.test/x', { method: 'BREW' }));
  const server = await serveMetrics({ metrics, port: 0 });
  const response = await request(`${server.url}/metrics`);
  const text = await response.body.text();
  expect(response.headers['content-type']).toContain('text/plain');
  const count = 'gleaner_http_request_duration_seconds_count';
  expect(text).toContain(`${count}{method="GET",route="/smartbrowse/usage",status="200"} 2`);
  expect(text).toContain(`${count}{method="GET",route="unknown",status="404"} 1`);
  expect(text).toContain(`${count}{method="other",route="unknown",status="404"} 1`);
  expect(text).toContain('gleaner_runs_total{status="completed"} 1');
  expect(text).toContain('gleaner_run_pages_total 1');
  expect(text).not.toContain(account);
  expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds \d/m);
  expect(text).toMatch(/^process_resident_memory_bytes [1-9]/m);
  expect(text).toMatch(/^gleaner_browser_processes \d/m);
  expect((await request(`${server.url}/other`)).statusCode).toBe(404);
  await server.close({ graceMs: 0 });
  await service.close();
  // And not on the port of the customers.
  expect((await handler(new Request('http://api.test/metrics'))).status).toBe(404);
});

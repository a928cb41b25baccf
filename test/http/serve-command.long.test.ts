import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DatabaseSync } from 'node:sqlite';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { execPath } from 'node:process';
import { Agent, request } from 'undici';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createService, sqliteStore, type Service } from '../../src/service/index.ts';
import { until } from '../support/open-service.ts';
import { lampPage } from '../support/stub-fetcher.ts';

const command = path.join(import.meta.dirname, '../../src/cli/gleaner.ts');
const closings: (() => unknown)[] = [];
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'gleaner-serve-'));
  closings.push(() => rmSync(folder, { recursive: true }));
});

afterEach(async () => {
  for (const close of closings.splice(0).toReversed()) await close();
});

/** `gleaner serve` as a process of its own. */
function start(environment: Readonly<Record<string, string>> = {}, port = '0') {
  const child = spawn(
    execPath,
    [command, 'serve', '--port', port, '--metrics-port', '0', '--data', folder, '--json'],
    { env: { PATH: process.env['PATH'], ...environment } },
  );
  const told = { output: '', messages: '' };
  child.stdout.on('data', (text) => (told.output += String(text)));
  child.stderr.on('data', (text) => (told.messages += String(text)));
  const ended = once(child, 'close').then(([code]) => code as number | null);
  closings.push(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  return { child, told, ended };
}

async function startListening(environment: Readonly<Record<string, string>> = {}) {
  const started = start(environment);
  const { told, ended } = started;
  await Promise.race([until(() => told.output.endsWith('\n')), ended]);
  const { url } = JSON.parse(told.output) as { readonly url: string };
  return { ...started, url };
}

/** Something done to the same folder beside the server. */
async function beside<Result>(work: (service: Service) => Promise<Result>): Promise<Result> {
  const store = sqliteStore({ folder });
  const service = createService({ store });
  try {
    return await work(service);
  } finally {
    await service.close({ drainMs: 0 });
    await store.close();
  }
}

/** A site that answers when it is told to. */
async function serveWhenTold() {
  const waiting: ServerResponse[] = [];
  const server = createServer((_request, response) => waiting.push(response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  closings.push(() => {
    server.close();
    server.closeAllConnections();
  });
  return {
    waiting,
    url: `http://127.0.0.1:${port}/lamp`,
    environment: { GLEANER_ALLOW_PRIVATE: `127.0.0.1/32:${port}` },
  };
}

function lines(text: string): readonly Record<string, unknown>[] {
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

test('a shutdown lets the request under way end, refuses new ones with 502, and leaves with 0', async () => {
  const site = await serveWhenTold();
  const { url, child, told, ended } = await startListening(site.environment);
  const { key } = await beside(async (service) => {
    const { id: account } = await service.accounts.create({ credits: 100 });
    return service.keys.create({ account, label: 'test' });
  });
  const dispatcher = new Agent();
  closings.push(() => dispatcher.close());
  const scrape = () =>
    request(`${url}/scrape`, {
      dispatcher,
      method: 'POST',
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      body: JSON.stringify({ website_url: site.url }),
    });
  const first = scrape();
  await until(() => site.waiting.length === 1);
  child.kill('SIGTERM');
  await until(() => told.messages.includes('"shutdown"'));
  const refused = await scrape();
  expect(refused.statusCode).toBe(502);
  expect(await refused.body.json()).toMatchObject({ error: { code: 'service_unavailable' } });
  site.waiting[0]?.writeHead(200, { 'content-type': 'text/html' }).end(lampPage);
  const answer = await first;
  expect(answer.statusCode).toBe(200);
  expect(await answer.body.json()).toMatchObject({ credits_used: 1, credits_remaining: 99 });
  expect(await ended).toBe(0);

  expect(told.output.trim().split('\n').length).toBe(1);
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/v1$/);
  expect(lines(told.messages).map(({ event }) => event)).toEqual([
    'listening',
    'shutdown',
    'request',
    'request',
  ]);
  expect(told.messages).not.toContain(key);
});

test('an idle server, with connections that are kept alive, leaves at once with 0', async () => {
  const { url, child, ended, told } = await startListening();
  const dispatcher = new Agent({ keepAliveTimeout: 60_000 });
  closings.push(() => dispatcher.close());
  const response = await request(url.replace('/v1', '/readyz'), { dispatcher });
  expect(response.statusCode).toBe(200);
  await response.body.dump();
  const [{ metricsUrl } = {}] = lines(told.messages);
  const numbers = await request(String(metricsUrl), { dispatcher });
  expect(await numbers.body.text()).toContain('gleaner_http_request_duration_seconds_count');
  child.kill('SIGINT');
  expect(await ended).toBe(0);
});

test('a second signal ends a shutdown that takes too long', async () => {
  const site = await serveWhenTold();
  const { url, child, told, ended } = await startListening(site.environment);
  const { key } = await beside(async (service) => {
    const { id: account } = await service.accounts.create({ credits: 100 });
    return service.keys.create({ account, label: 'test' });
  });
  const dispatcher = new Agent();
  closings.push(() => dispatcher.destroy());
  const first = request(`${url}/scrape`, {
    dispatcher,
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify({ website_url: site.url }),
  }).catch((error: unknown) => error);
  await until(() => site.waiting.length === 1);
  child.kill('SIGTERM');
  await until(() => told.messages.includes('"shutdown"'));
  child.kill('SIGTERM');
  expect(await ended).toBeNull();
  expect(await first).toBeInstanceOf(Error);
});

test('a store file of a newer version is refused with a message that says so, and left alone', async () => {
  await beside(async (service) => service.accounts.create());
  const database = new DatabaseSync(path.join(folder, 'gleaner.db'));
  database.exec('insert into versions values (99, 0)');
  database.close();
  const { ended, told } = start();
  expect(await ended).toBe(1);
  expect(told.output).toContain('version 99');
  expect(told.output).not.toContain('    at ');
});

test('a port that is taken ends the command with a message', async () => {
  const { port } = new URL((await startListening()).url);
  const { ended, told } = start({}, port);
  expect(await ended).toBe(1);
  expect(told.output).toContain(`port ${port}: another process listens there`);
  expect(told.output).not.toContain('    at ');
});

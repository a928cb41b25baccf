import { once } from 'node:events';
import { request as nodeRequest } from 'node:http';
import { type Socket, connect } from 'node:net';
import process from 'node:process';
import { afterEach, describe, expect, test } from 'vitest';
import {
  createHttpHandler,
  serve,
  type RequestRecord,
  type RunningServer,
  type ServerLimits,
} from '../../src/web/http/index.ts';
import { addCustomer, createGate, openService, until } from '../support/open-service.ts';
import { lampPage, stubFetcher } from '../support/stub-fetcher.ts';
import { attack, exchange, nonsense } from './attack.ts';

const closings: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closings.splice(0).toReversed()) await close();
});

async function open(limits: ServerLimits = {}, fetcher = stubFetcher(lampPage)) {
  const { service } = openService({ fetcher });
  const { account } = await addCustomer(service);
  const { key } = await service.keys.create({ account, label: 'test' });
  const records: RequestRecord[] = [];
  const handler = createHttpHandler(service, { onRequest: (record) => records.push(record) });
  const server = await serve({ handler, limits });
  closings.push(() => server.close({ graceMs: 0 }));
  return {
    service,
    account,
    key,
    fetcher,
    records,
    server,
    port: Number(new URL(server.url).port),
  };
}

/** A connection that is read as text. */
async function dial(port: number): Promise<{ socket: Socket; answer: () => string }> {
  const socket = connect(port, '127.0.0.1');
  socket.setEncoding('latin1');
  socket.on('error', () => undefined);
  let answer = '';
  socket.on('data', (text) => (answer += String(text)));
  await once(socket, 'connect');
  closings.push(async () => socket.destroy());
  return { socket, answer: () => answer };
}

function scrapeBytes(key: string, extra = ''): string {
  const body = JSON.stringify({ website_url: 'https://shop.test/' });
  return `POST /v1/scrape HTTP/1.1\r\nHost: a\r\nX-API-Key: ${key}\r\nContent-Type: application/json\r\n${extra}Content-Length: ${body.length}\r\n\r\n${body}`;
}

describe('requests that are none', () => {
  test.each(nonsense)('%s is refused in the envelope, and told once', async (_name, bytes) => {
    const { port, records } = await open();
    const answer = await exchange(port, bytes);
    const [head = '', body = ''] = answer.split('\r\n\r\n');
    expect(head).toMatch(/^HTTP\/1\.1 4\d\d /);
    const { status, request_id: id, error } = JSON.parse(body);
    expect(status).toBe('error');
    expect(error).toMatchObject({ code: expect.any(String), message: expect.any(String) });
    expect(head.toLowerCase()).toContain(`x-request-id: ${id}`);
    // Of a request that was understood up to some point, its own end is told as well.
    const told = records.filter(({ requestId }) => requestId === id);
    expect(told).toHaveLength(1);
    expect(told[0]).toMatchObject({
      status: Number(head.slice('HTTP/1.1 '.length).slice(0, 3)),
      code: error.code,
      account: undefined,
    });
  });

  test('a connection that breaks off without an answer is none to tell of', async () => {
    const { port, records } = await open();
    const { socket } = await dial(port);
    socket.write('GET /healthz HTTP/1.1\r\nHos');
    socket.resetAndDestroy();
    await exchange(port, 'GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
    // Node 22 reports a reset as the end of what was sent, which may be answered.
    const isTold = process.versions.node.startsWith('22.');
    expect(records.map(({ status }) => status)).toEqual(isTold ? [400, 200] : [200]);
  });

  test('around a function of somebody’s own they are refused all the same', async () => {
    const { service } = openService();
    const handler = createHttpHandler(service);
    const server = await serve({ handler: async (request) => handler(request) });
    closings.push(() => server.close({ graceMs: 0 }));
    const port = Number(new URL(server.url).port);
    expect(await exchange(port, 'nonsense\r\n\r\n')).toMatch(/^HTTP\/1\.1 400/);
    const bytes = 'GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n';
    expect(await exchange(port, bytes)).toMatch(/^HTTP\/1\.1 200/);
  });

  test('headers beyond the bytes that were allowed are refused by that number', async () => {
    const { port } = await open({ maxHeaderBytes: 2_000 });
    const bytes = `GET /healthz HTTP/1.1\r\nHost: a\r\nX: ${'a'.repeat(3_000)}\r\n\r\n`;
    expect(await exchange(port, bytes)).toMatch(/^HTTP\/1\.1 431 .*larger than 2000 bytes/s);
  });

  test('100 headers are not too many', async () => {
    const { port } = await open();
    const bytes = `GET /healthz HTTP/1.1\r\nHost: a\r\n${'X: a\r\n'.repeat(99)}\r\n`;
    expect(await exchange(port, bytes)).toMatch(/^HTTP\/1\.1 200/);
  });

  test('HTTP/1.0 works, without a host and without keeping the connection', async () => {
    const { port } = await open();
    const answer = await exchange(port, 'GET /healthz HTTP/1.0\r\n\r\n');
    expect(answer).toMatch(/^HTTP\/1\.1 200 .*connection: close/is);
  });

  test('nonsense behind a good request is answered after it', async () => {
    const { port, key, service, account } = await open();
    const { socket, answer } = await dial(port);
    socket.write(`${scrapeBytes(key)}nonsense\r\n\r\n`);
    await once(socket, 'end');
    expect([...answer().matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)).toEqual([
      '200',
      '400',
    ]);
    expect(await service.creditsRemaining(account)).toBe(99);
  });

  test('a request that hides in the body of another is not heard', async () => {
    const { port, key, records } = await open();
    const hidden = `GET /v1/smartbrowse/usage HTTP/1.1\r\nHost: a\r\nX-API-Key: ${key}\r\n\r\n`;
    await exchange(
      port,
      `POST /v1/scrape HTTP/1.1\r\nHost: a\r\nContent-Length: ${hidden.length}\r\n\r\n${hidden}`,
    );
    await exchange(
      port,
      `POST /v1/scrape HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n0\r\n\r\n${hidden}`,
    );
    expect(records.filter(({ route }) => route !== 'unknown')).toHaveLength(1);
  });
});

describe('slow clients', () => {
  test('headers that do not arrive in time end in a 408', async () => {
    const { port } = await open({ headersTimeoutMs: 100, requestTimeoutMs: 60_000 });
    const { socket, answer } = await dial(port);
    socket.write('POST /v1/scrape HTTP/1.1\r\nHost: a\r\n');
    await once(socket, 'end');
    expect(answer()).toMatch(/^HTTP\/1\.1 408 .*x-request-id: .*"code":"invalid_request"/is);
  });

  test('headers have no longer than the whole request', async () => {
    const { port } = await open({ requestTimeoutMs: 100 });
    const { socket, answer } = await dial(port);
    socket.write('POST /v1/scrape HTTP/1.1\r\nHost: a\r\n');
    await once(socket, 'end');
    expect(answer()).toMatch(/^HTTP\/1\.1 408 /);
  });

  test('a body that does not arrive in time ends in a 408, and is reported as the client’s fault', async () => {
    // The headers must be in time, on a busy machine too.
    const { port, key, records } = await open({ headersTimeoutMs: 1_000, requestTimeoutMs: 1_000 });
    const { socket, answer } = await dial(port);
    socket.write(scrapeBytes(key).slice(0, -5));
    await once(socket, 'end');
    expect(answer()).toMatch(/^HTTP\/1\.1 408 /);
    socket.destroy();
    const statuses = () => records.map(({ status }) => status).toSorted((a, b) => a - b);
    await until(() => records.length === 2);
    expect(statuses()).toEqual([408, 499]);
  });

  test('a client that never reads, nor sends, is cut off', async () => {
    const { port } = await open(
      { idleTimeoutMs: 200 },
      stubFetcher(() => new Promise(() => {})),
    );
    const { socket } = await dial(port);
    await once(socket, 'close');
    expect(socket.bytesRead).toBe(0);
  });

  test('beyond the number of connections the one goes that has kept us waiting the longest', async () => {
    const { port } = await open({ maxConnections: 3 });
    const slow = await dial(port);
    slow.socket.write('GET /healthz HTTP/1.1\r\n');
    await dial(port);
    await dial(port);
    const closed = once(slow.socket, 'close');
    expect(await exchange(port, 'GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n')).toMatch(/ 200 /);
    await closed;
  });

  test('a connection that is being worked for stays, and later ones are turned away', async () => {
    const gate = createGate();
    const fetcher = stubFetcher(async () => (await gate.wait(), lampPage));
    const { port, key } = await open({ maxConnections: 1 }, fetcher);
    const first = exchange(port, scrapeBytes(key));
    await until(() => fetcher.requests.length === 1);
    expect(await exchange(port, 'GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n')).toBe('');
    gate.open();
    expect(await first).toMatch(/^HTTP\/1\.1 200/);
  });

  test('malformed requests and slow sockets by the hundred leave good requests alone', async () => {
    const uncaught: unknown[] = [];
    const listener = (error: unknown) => uncaught.push(error);
    process.on('uncaughtException', listener);
    process.on('unhandledRejection', listener);
    const { server } = await open({ maxConnections: 200 });
    const report = await attack({ url: server.url, malformedRequests: 900, slowSockets: 250 });
    process.off('uncaughtException', listener);
    process.off('unhandledRejection', listener);
    expect(report.wrongAnswers).toEqual([]);
    expect(report.badStatuses).toEqual([]);
    expect(report.goodMs.length).toBeGreaterThan(0);
    expect(uncaught).toEqual([]);
  });
});

describe('large bodies', () => {
  test('one that says how large it is is refused before it is sent', async () => {
    const { port, key } = await open();
    const { socket, answer } = await dial(port);
    socket.write(
      `POST /v1/scrape HTTP/1.1\r\nHost: a\r\nX-API-Key: ${key}\r\nExpect: 100-continue\r\nContent-Length: 1048577\r\n\r\n`,
    );
    await until(() => answer().includes('}'));
    expect(answer()).toMatch(/^HTTP\/1\.1 413 /);
  });

  test('one in chunks without end is refused at a megabyte, and not read on', async () => {
    const { port, key } = await open();
    const { socket, answer } = await dial(port);
    socket.write(
      `POST /v1/scrape HTTP/1.1\r\nHost: a\r\nX-API-Key: ${key}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`,
    );
    const chunk = `10000\r\n${' '.repeat(65_536)}\r\n`;
    while (!socket.destroyed) {
      // What cannot be sent any more is what this is about.
      await new Promise<void>((resolve) => socket.write(chunk, () => resolve()));
    }
    expect(answer()).toMatch(/^HTTP\/1\.1 413 /);
    // What the connection takes while the answer is on its way, at most.
    expect(socket.bytesWritten).toBeLessThan(100 * 1_048_576);
  });

  test('a body without a key is not read', async () => {
    const { port } = await open();
    const { socket, answer } = await dial(port);
    socket.write('POST /v1/scrape HTTP/1.1\r\nHost: a\r\nContent-Length: 900000\r\n\r\n');
    await until(() => answer().includes('}'));
    expect(answer()).toMatch(/^HTTP\/1\.1 401 /);
  });
});

function postHead(lines: string): string {
  return `POST /v1/scrape HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n${lines}\r\n\r\n`;
}

describe('a refusal reaches a client that sends all of its body first', () => {
  const megabytes = 5;
  const body = Buffer.alloc(megabytes * 1_048_576, ' ');
  /** What came back on a connection that was read only after all was written. */
  async function sendAll(port: number, lines: string, sent: Buffer = body): Promise<string> {
    const socket = connect(port, '127.0.0.1');
    closings.push(async () => socket.destroy());
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    socket.pause();
    await new Promise((resolve) =>
      socket.write(Buffer.concat([Buffer.from(postHead(lines)), sent]), resolve),
    );
    let answer = '';
    socket
      .setEncoding('latin1')
      .on('data', (text) => (answer += String(text)))
      .resume();
    if (!socket.closed) await once(socket, 'close');
    return answer;
  }
  const chunked = Buffer.concat([
    Buffer.from(`${body.length.toString(16)}\r\n`),
    body,
    Buffer.from('\r\n0\r\n\r\n'),
  ]);
  const close = 'Connection: close\r\n';

  test.each([
    ['no key', 401, () => `${close}Content-Length: ${body.length}`, body],
    ['no key, in chunks', 401, () => `${close}Transfer-Encoding: chunked`, chunked],
    [
      'too large a body',
      413,
      (key: string) => `${close}X-API-Key: ${key}\r\nContent-Length: ${body.length}`,
      body,
    ],
    [
      'too large a body in chunks',
      413,
      (key: string) => `${close}X-API-Key: ${key}\r\nTransfer-Encoding: chunked`,
      chunked,
    ],
    ['two hosts', 400, () => `${close}Host: b\r\nContent-Length: ${body.length}`, body],
  ])('%s: %d, every time, and the connection is closed', async (_, status, toLines, sent) => {
    const { port, key } = await open();
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => sendAll(port, toLines(key), sent)),
    );
    for (const answer of answers) {
      expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} .*connection: close.*\\}$`, 'is'));
    }
  });

  test('a connection that is kept takes the next request after the refused one', async () => {
    const { port } = await open();
    const { socket, answer } = await dial(port);
    socket.write(Buffer.concat([Buffer.from(postHead(`Content-Length: ${body.length}`)), body]));
    socket.write('GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
    await once(socket, 'close');
    expect(answer()).toMatch(/^HTTP\/1\.1 401 .*HTTP\/1\.1 200 .*\}$/s);
  });

  test('the refusal does not wait for the body, which may never come', async () => {
    const { port } = await open();
    const { socket, answer } = await dial(port);
    socket.write(postHead(`${close}Content-Length: ${body.length}`));
    await until(() => answer().endsWith('}'));
    expect(answer()).toMatch(/^HTTP\/1\.1 401 /);
  });
});

describe('a client that leaves', () => {
  test('ends the work for it, and pays nothing', async () => {
    const signals: AbortSignal[] = [];
    const fetcher = stubFetcher(({ signal }) => {
      signals.push(signal);
      return new Promise(() => {});
    });
    const { port, key, service, account, records } = await open({}, fetcher);
    const { socket } = await dial(port);
    socket.write(scrapeBytes(key));
    const signal = await until(() => signals[0]);
    expect(await service.creditsRemaining(account)).toBe(99);
    expect(signal.aborted).toBe(false);
    socket.destroy();
    await until(() => signal.aborted);
    await until(async () => (await service.creditsRemaining(account)) === 100);
    // No fault of ours, and nobody there to be answered.
    expect(await until(() => records[0])).toMatchObject({ status: 499, error: undefined });
  });

  test('in the middle of its body is no fault', async () => {
    const { port, key, records } = await open();
    const { socket } = await dial(port);
    socket.write(scrapeBytes(key).slice(0, -5));
    await new Promise(setImmediate);
    socket.destroy();
    const left = await until(() => records.find(({ status }) => status === 499));
    expect(left.error).toBeUndefined();
  });

  test('in process, too: an aborted request is answered with 499', async () => {
    const { service } = openService({ fetcher: stubFetcher(() => new Promise(() => {})) });
    const { account } = await addCustomer(service);
    const { key } = await service.keys.create({ account, label: 'test' });
    const controller = new AbortController();
    const answer = createHttpHandler(service)(
      new Request('http://api.test/v1/scrape', {
        method: 'POST',
        headers: { 'x-api-key': key, 'content-type': 'application/json' },
        body: JSON.stringify({ website_url: 'https://shop.test/' }),
        signal: controller.signal,
      }),
    );
    await until(async () => (await service.creditsRemaining(account)) === 99);
    controller.abort('a text, and no error');
    expect((await answer).status).toBe(499);
    expect(await service.creditsRemaining(account)).toBe(100);
  });
});

test('a revoked key fails on a connection that was kept alive', async () => {
  const { port, key, service, account } = await open();
  const { socket, answer } = await dial(port);
  const usage = `GET /v1/smartbrowse/usage HTTP/1.1\r\nHost: a\r\nX-API-Key: ${key}\r\n\r\n`;
  socket.write(usage);
  await until(() => answer().endsWith('}'));
  const [own] = await service.keys.list(account);
  await service.keys.revoke({ account, id: own?.id ?? '' });
  socket.write(usage);
  await until(() => answer().includes('unauthorized'));
  expect([...answer().matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)).toEqual([
    '200',
    '401',
  ]);
});

describe('closing', () => {
  test('waits for the request under way, and keeps no connection', async () => {
    const gate = createGate();
    const fetcher = stubFetcher(async () => (await gate.wait(), lampPage));
    const { port, key, server } = await open({}, fetcher);
    const { socket, answer } = await dial(port);
    socket.write(scrapeBytes(key));
    await until(() => fetcher.requests.length === 1);
    const closed = server.close();
    gate.open();
    await closed;
    expect(answer()).toMatch(/^HTTP\/1\.1 200/);
    await expect(dial(port)).rejects.toThrow('ECONNREFUSED');
  });

  test('cuts what is left after its grace, and can be asked for twice', async () => {
    const fetcher = stubFetcher(() => new Promise(() => {}));
    const { port, key, server } = await open({}, fetcher);
    const { socket, answer } = await dial(port);
    socket.write(scrapeBytes(key));
    await until(() => fetcher.requests.length === 1);
    await Promise.all([server.close({ graceMs: 10 }), server.close()]);
    expect(answer()).toBe('');
  });

  test('a port that is taken is reported', async () => {
    const { server } = await open();
    const again: Promise<RunningServer> = serve({
      handler: async () => new Response(),
      port: Number(new URL(server.url).port),
    });
    await expect(again).rejects.toThrow('EADDRINUSE');
  });
});

test('a body larger than the socket takes at once arrives whole', async () => {
  const { server, key } = await open();
  const sent = nodeRequest(`${server.url}/v1/scrape`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
  });
  const padding = ' '.repeat(1_000_000);
  sent.end(`{"website_url":"https://shop.test/"${padding}}`);
  const [response] = await once(sent, 'response');
  expect(response.statusCode).toBe(200);
  response.resume();
});

test('await using closes the server, and a function around a handler is served too', async () => {
  const { service } = openService();
  const handler = createHttpHandler(service);
  let url: string;
  {
    await using server = await serve({ handler: (request) => handler(request) });
    ({ url } = server);
    expect(await statusOf(`${url}/healthz`)).toBe(200);
    expect(Object.keys(handler)).toEqual([]);
  }
  await expect(statusOf(`${url}/healthz`)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
});

/** One request on a connection of its own. */
async function statusOf(url: string): Promise<number> {
  const asked = nodeRequest(url, { agent: false }).end();
  const [response] = await once(asked, 'response');
  response.resume();
  return response.statusCode;
}

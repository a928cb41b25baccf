import { once } from 'node:events';
import { createServer as createHttpServer, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import {
  brotliCompressSync,
  constants,
  deflateRawSync,
  deflateSync,
  gzipSync,
  zstdCompressSync,
} from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { workRatioOfAsync } from '../../../test/support/work-ratio-of.ts';
import { hostileServers } from '../../../test/support/hostile-servers.ts';
import {
  serveHostileServers,
  type ServedHostileServers,
} from '../../../test/support/serve-hostile-servers.ts';
import type { Fetcher, PageRequest } from '../../runtime/contracts/fetcher.ts';
import { createEgress } from '../egress/create-egress.ts';
import { fetcherContract } from '../../../test-kit/contracts/fetcher-contract.ts';
import type { HttpFetcherOptions } from './create-http-fetcher.ts';
import { httpFetcher } from './http-fetcher.ts';

const mebibyte = 1_024 * 1_024;

const closers: (() => unknown)[] = [];
afterEach(async () => {
  await Promise.all(closers.splice(0).map((close) => close()));
});

describe('httpFetcher keeps the contract of fetchers', () => {
  test.each(fetcherContract)('$name', async ({ run }) => {
    await expect(run(createFetcher())).resolves.toBeUndefined();
  });
});

const half = (body: Buffer): Buffer => body.subarray(0, body.length >> 1);

describe('content encodings', () => {
  const text = 'hello '.repeat(1_000);
  test.each([
    ['gzip', gzipSync(text)],
    ['x-gzip', gzipSync(text)],
    ['deflate', deflateSync(text)],
    ['deflate', deflateRawSync(text)],
    ['br', brotliCompressSync(text)],
    ['zstd', zstdCompressSync(text)],
    ['GZIP, br', brotliCompressSync(gzipSync(text))],
    ['identity', Buffer.from(text)],
  ])('%s is removed', async (encoding, body) => {
    const url = await serveBody(body, { 'content-encoding': encoding });
    const page = await createFetcher().fetch(requestOf(url));
    expect(new TextDecoder().decode(page.body)).toBe(text);
  });

  const whole = '<p>row</p>'.repeat(2_000) + Math.random();
  test.each([
    ['gzip without its checksum', 'gzip', gzipSync(whole).subarray(0, -8)],
    ['gzip with half of its checksum', 'gzip', gzipSync(whole).subarray(0, -3)],
    ['zlib without its checksum', 'deflate', deflateSync(whole).subarray(0, -4)],
    ['two gzip files in a row', 'gzip', Buffer.concat([gzipSync(''), gzipSync(whole)])],
    ['gzip with padding behind it', 'gzip', Buffer.concat([gzipSync(whole), Buffer.alloc(64)])],
    ['text in an encoding that there is not', 'utf-8', Buffer.from(whole)],
    ['gzip in an encoding that there is not', 'none', gzipSync(whole)],
    ['gzip that nothing names', 'identity', gzipSync(whole)],
    ['gzip that is compressed a second time', 'gzip', gzipSync(gzipSync(whole))],
    ['gzip within brotli that nothing names', 'br', brotliCompressSync(gzipSync(whole))],
  ])('%s is the whole page', async (_name, encoding, body) => {
    const url = await serveBody(body, { 'content-encoding': encoding });
    const page = await createFetcher().fetch(requestOf(url));
    expect(new TextDecoder().decode(page.body)).toBe(whole);
  });

  test.each([
    ['gzip', half(gzipSync(whole))],
    ['gzip', Buffer.concat([gzipSync(whole), half(gzipSync(whole))])],
    ['deflate', half(deflateSync(whole))],
    ['deflate', half(deflateRawSync(whole))],
    ['br', half(brotliCompressSync(whole))],
    ['br, gzip', gzipSync(half(brotliCompressSync(whole)))],
  ])('a page that ends in the middle of its %s is refused', async (encoding, body) => {
    const url = await serveBody(body, { 'content-encoding': encoding });
    await expect(createFetcher().fetch(requestOf(url))).rejects.toMatchObject({
      ...failed('fetch_failed'),
      message: expect.stringContaining('in the middle of its compression') as string,
    });
  });

  const damaged = gzipSync(whole);
  damaged.writeUInt8(damaged.readUInt8(damaged.length - 6) ^ 0xff, damaged.length - 6);
  test.each([
    ['gzip', Buffer.from(whole)],
    ['deflate', Buffer.from(whole)],
    ['br', Buffer.from(whole)],
    ['zstd', Buffer.from(whole)],
    ['br, gzip', gzipSync(whole)],
    ['gzip', damaged],
  ])('a page that is no %s, or a damaged one, is refused as that', async (encoding, body) => {
    const url = await serveBody(body, { 'content-encoding': encoding });
    await expect(createFetcher().fetch(requestOf(url))).rejects.toMatchObject({
      ...failed('fetch_failed'),
      message: expect.stringContaining('cannot be decompressed') as string,
    });
  });

  test('a server that breaks off in the middle of a compressed page is no damage of it', async () => {
    const url = await serve((response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' });
      response.write(half(gzipSync(whole)), () => response.destroy());
    });
    await expect(createFetcher().fetch(requestOf(url))).rejects.toMatchObject({
      ...failed('fetch_failed'),
      message: expect.stringContaining('broke off') as string,
    });
  });

  test('a page of no bytes is empty, whatever it is said to be packed with', async () => {
    const url = await serveBody(Buffer.alloc(0), { 'content-encoding': 'gzip' });
    expect((await createFetcher().fetch(requestOf(url))).body).toHaveLength(0);
  });

  test.each([
    ['three encodings', 'gzip, gzip, gzip', 'unsupported_content'],
    ['an encoding that is not read', 'compress', 'unsupported_content'],
  ])('%s is refused', async (_name, encoding, reason) => {
    const url = await serveBody(Buffer.from('plain'), { 'content-encoding': encoding });
    await expect(createFetcher().fetch(requestOf(url))).rejects.toMatchObject(failed(reason));
  });
});

describe('limits', () => {
  let brotliBomb: Buffer;
  let gzipBomb: Buffer;
  beforeAll(() => {
    // Gzip lets streams stand one behind the other, so 16 times 64 MiB are one page of 1 GiB.
    const part = gzipSync(Buffer.alloc(64 * mebibyte));
    gzipBomb = Buffer.concat(Array.from({ length: 16 }, () => part));
    // The highest quality would need 800 bytes, and 40 seconds to get there.
    const params = { [constants.BROTLI_PARAM_QUALITY]: 1 };
    brotliBomb = brotliCompressSync(Buffer.alloc(1_024 * mebibyte), { params });
  });

  test.each([
    ['br', (): Buffer => brotliBomb],
    ['gzip', (): Buffer => gzipBomb],
    ['gzip, br', (): Buffer => brotliCompressSync(gzipBomb)],
  ])('1 GiB of zeros in %s ends at the limit, with little memory', async (encoding, body) => {
    const url = await serveBody(body(), { 'content-encoding': encoding });
    const before = process.memoryUsage.rss();
    await expect(createFetcher().fetch(requestOf(url))).rejects.toMatchObject(
      failed('page_too_large'),
    );
    expect(process.memoryUsage.rss() - before).toBeLessThan(200 * mebibyte);
  });

  test('a body is taken up to the limit and refused one byte later', async () => {
    const fetcher = createFetcher({ maxBytes: 1_000, maxWireBytes: 1_000 });
    const fits = await serveBody(Buffer.alloc(1_000, 'a'), {});
    expect((await fetcher.fetch(requestOf(fits))).body.length).toBe(1_000);
    const exceeds = await serve((response) => {
      response.write(Buffer.alloc(500, 'a'));
      response.end(Buffer.alloc(501, 'a'));
    });
    await expect(fetcher.fetch(requestOf(exceeds))).rejects.toMatchObject(failed('page_too_large'));
  });

  test('a body that announces more than the limit is not read at all', async () => {
    const url = await serveRaw((socket) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 99999999999\r\n\r\n');
    });
    await expect(createFetcher().fetch(requestOf(url))).rejects.toMatchObject(
      failed('page_too_large'),
    );
  });

  test('response headers beyond 16 KB are refused', async () => {
    const many = 'x: y\r\n'.repeat(4_000);
    const url = await serveRaw((socket) => socket.write(`HTTP/1.1 200 OK\r\n${many}\r\n`));
    await expect(createFetcher().fetch(requestOf(url))).rejects.toMatchObject(
      failed('page_too_large'),
    );
  });

  test('headers named like parts of an object are just headers', async () => {
    const url = await serveRaw((socket) =>
      socket.end('HTTP/1.1 200 OK\r\nconstructor: a\r\n__proto__: b\r\ncontent-length: 0\r\n\r\n'),
    );
    const { headers } = await createFetcher().fetch(requestOf(url));
    expect(Object.entries(headers)).toEqual([
      ['constructor', 'a'],
      ['__proto__', 'b'],
      ['content-length', '0'],
    ]);
  });

  test('a slow drip ends at the deadline, though something always comes', async () => {
    const url = await serve((response) => drip(response));
    await expect(createFetcher({ timeoutMs: 300 }).fetch(requestOf(url))).rejects.toMatchObject(
      failed('timed_out'),
    );
  });

  test('silence ends at the limit for the first byte', async () => {
    const url = await serve(() => {});
    const fetcher = createFetcher({ firstByteTimeoutMs: 100 });
    await expect(fetcher.fetch(requestOf(url))).rejects.toMatchObject(failed('timed_out'));
  });

  test('headers that come one by one do not put the first byte off', async () => {
    const url = await serveRaw((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      const timer = setInterval(() => socket.write('a: b\r\n'), 20);
      socket.on('close', () => clearInterval(timer));
    });
    const fetcher = createFetcher({ firstByteTimeoutMs: 200 });
    await expect(fetcher.fetch(requestOf(url))).rejects.toMatchObject(failed('timed_out'));
  });

  test.each([
    ['a body shorter than announced', 'HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nshort'],
    ['two lengths', 'HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab'],
    ['something else than HTTP', 'SSH-2.0-OpenSSH_9.2\r\n'],
    ['nothing', ''],
  ])('%s is a failed fetch', async (_name, answer) => {
    const url = await serveRaw((socket) => socket.end(answer));
    await expect(createFetcher().fetch(requestOf(url))).rejects.toMatchObject(
      failed('fetch_failed'),
    );
  });

  test('bytes beyond the announced length are no part of the page, nor of the next', async () => {
    const extra = 'HTTP/1.1 200 OK\r\ncontent-length: 4\r\n\r\nevil';
    const url = await serveRaw((socket) =>
      socket.write(`HTTP/1.1 200 OK\r\ncontent-length: 4\r\n\r\ngood${extra}`),
    );
    const fetcher = createFetcher();
    for (let index = 0; index < 3; index += 1) {
      const { body } = await fetcher.fetch(requestOf(url));
      expect(new TextDecoder().decode(body)).toBe('good');
    }
  });

  test('the caller’s headers follow a redirect within their origin, and none to another one', async () => {
    const seen: string[] = [];
    const other = await serve((response) => {
      seen.push(`elsewhere ${String(response.req.headers['x-token'])}`);
      response.end('there');
    });
    const url = await serve((response, path) => {
      seen.push(`${path} ${String(response.req.headers['x-token'])}`);
      response.writeHead(302, { location: path === '/' ? '/next' : other }).end();
    });
    await createFetcher().fetch({ ...requestOf(url), headers: { 'x-token': 'secret' } });
    expect(seen).toEqual(['/ secret', '/next secret', 'elsewhere undefined']);
  });

  test('more redirects than allowed are refused, as many are followed', async () => {
    const url = await serve((response, path) => {
      const left = Number(path.slice(1));
      if (left === 0) response.end('there');
      else response.writeHead(302, { location: `/${left - 1}` }).end();
    });
    const fetcher = createFetcher();
    expect((await fetcher.fetch(requestOf(`${url}10`))).status).toBe(200);
    await expect(fetcher.fetch(requestOf(`${url}11`))).rejects.toMatchObject(
      failed('fetch_failed'),
    );
  });
});

describe('a hostile server', () => {
  let served: ServedHostileServers;
  beforeAll(async () => {
    served = await serveHostileServers();
  });
  afterAll(() => served.close());

  test.each(hostileServers)('$name: the fetch ends with $ends', async ({ name, ends }) => {
    const fetcher = httpFetcher({
      egress: createEgress({ allowPrivate: served.allowPrivate }),
      // Only what lasts ends by time.
      timeoutMs: ends === 'timed_out' ? 400 : 30_000,
      firstByteTimeoutMs: ends === 'timed_out' ? 300 : 15_000,
    });
    closers.push(() => fetcher.close?.());
    const before = process.memoryUsage.rss();
    const end = await fetcher.fetch(requestOf(served.urlOf(name))).catch((error: unknown) => error);
    expect(end).toMatchObject(ends === 'page' ? { status: 200 } : failed(ends));
    expect(process.memoryUsage.rss() - before).toBeLessThan(200 * mebibyte);
  });

  test('that sends interim responses without end costs little', async () => {
    const fetcher = httpFetcher({ egress: createEgress({ allowPrivate: served.allowPrivate }) });
    closers.push(() => fetcher.close?.());
    // Loads the HTTP client.
    await fetcher.fetch(requestOf(served.urlOf('endless 100 responses'))).catch(() => {});
    for (const name of ['endless 103 responses', 'endless 102 responses']) {
      const work = await workRatioOfAsync(() =>
        expect(fetcher.fetch(requestOf(served.urlOf(name)))).rejects.toMatchObject(
          failed('fetch_failed'),
        ),
      );
      expect(work).toBeLessThan(60);
    }
  });

  test('is none that sends 16 interim responses before the page: others send one or two', async () => {
    const hint = 'HTTP/1.1 103 Early Hints\r\nlink: </a.css>; rel=preload\r\n\r\n';
    const url = await serveRaw((socket) =>
      socket.write(`${hint.repeat(16)}HTTP/1.1 200 OK\r\ncontent-length: 4\r\n\r\npage`),
    );
    const { body } = await createFetcher().fetch(requestOf(url));
    expect(new TextDecoder().decode(body)).toBe('page');
  });
});

describe('a redirect', () => {
  test.each([
    ['longer than 8 KB', `/${'a'.repeat(9_000)}`],
    ['to another scheme', 'file:///etc/passwd'],
    ['to a port of another protocol', 'http://127.0.0.1:25/'],
    ['with a password', 'http://user:password@127.0.0.1/'],
    ['to no URL', 'http://['],
  ])('%s is a failed fetch and no fault of the caller', async (_name, location) => {
    const url = await serve((response) => response.writeHead(302, { location }).end());
    await expect(createFetcher().fetch(requestOf(url))).rejects.toMatchObject(
      failed('fetch_failed'),
    );
  });

  test.each(['http://10.0.0.1/', 'http://user@10.0.0.1/', 'http://169.254.169.254/'])(
    'to %s is refused as that URL itself would be',
    async (location) => {
      const egress = createEgress({ allowPrivate: ['127.0.0.1/32'], lookup: neverAsked });
      const fetcher = httpFetcher({ egress });
      closers.push(() => fetcher.close?.());
      const url = await serve((response) => response.writeHead(302, { location }).end());
      await expect(fetcher.fetch(requestOf(url))).rejects.toMatchObject({
        code: 'invalid_request',
      });
    },
  );
});

describe('a redirect by the bytes of its header', () => {
  test.each([
    ['the same place twice leads there', ['/real', '/real'], '/real'],
    ['bytes of UTF-8 leads to them', ['/caf\xc3\xa9?q=\xc3\xa9'], '/caf%C3%A9?q=%C3%A9'],
    ['bytes of Latin-1 leads to them', ['/caf\xe9?q=\xe9'], '/caf%E9?q=%E9'],
  ])('with %s', async (_name, locations, path) => {
    const url = await serveRaw((socket, asked) => {
      const lines = asked === '/' ? locations.map((location) => `Location: ${location}`) : [];
      socket.write(redirectOf(lines), 'latin1');
    });
    const page = await createFetcher().fetch(requestOf(url));
    expect(page.url).toBe(new URL(path, url).href);
  });

  test('with two places is a failed fetch', async () => {
    const url = await serveRaw((socket) =>
      socket.write(redirectOf(['Location: /a', 'Location: /b'])),
    );
    await expect(createFetcher().fetch(requestOf(url))).rejects.toMatchObject({
      ...failed('fetch_failed'),
      message: 'The page redirects to several places at once.',
    });
  });
});

describe('connections', () => {
  test('one connection serves many pages of an origin, also after a redirect', async () => {
    const connections = new Set<Socket | null>();
    const url = await serve((response, path) => {
      connections.add(response.socket);
      if (path === '/') response.end('page');
      else response.writeHead(301, { location: '/', 'content-length': 5 }).end('moved');
    });
    const fetcher = createFetcher();
    for (const path of ['', 'a', '', 'b']) await fetcher.fetch(requestOf(url + path));
    expect(connections.size).toBe(1);
  });

  test('a kept connection that the server closed is replaced without a word', async () => {
    const connections = new Set<Socket | null>();
    const url = await serve((response) => {
      const { socket } = response;
      connections.add(socket);
      response.end('page', () => socket?.end());
    });
    const fetcher = createFetcher();
    for (let index = 0; index < 5; index += 1) {
      expect((await fetcher.fetch(requestOf(url))).status).toBe(200);
    }
    expect(connections.size).toBeGreaterThan(1);
  });

  test('aborting while the name is being looked up ends at once', async () => {
    const controller = new AbortController();
    const reason = new Error('enough');
    const lookup = (): Promise<never> => {
      queueMicrotask(() => controller.abort(reason));
      return new Promise(() => {});
    };
    const fetcher = httpFetcher({ egress: createEgress({ lookup }) });
    const promise = fetcher.fetch({
      ...requestOf('http://shop.example/'),
      signal: controller.signal,
    });
    await expect(promise).rejects.toBe(reason);
  });

  test('an abort at any moment rejects with its reason and leaves no connection open', async () => {
    const open = new Set<Socket>();
    const { url, server } = await serveWith((response) => {
      response.write('<p>a');
      setImmediate(() => response.end('b'));
    });
    server.on('connection', (socket) => {
      open.add(socket);
      socket.on('close', () => open.delete(socket));
    });
    const fetcher = createFetcher();
    let aborted = 0;
    for (let turns = 0; turns < 40; turns += 1) {
      const controller = new AbortController();
      const reason = new Error(`after ${turns} turns`);
      const outcome = fetcher.fetch({ ...requestOf(url), signal: controller.signal }).then(
        () => undefined,
        (error: unknown) => error,
      );
      for (let turn = 0; turn < turns % 20; turn += 1) {
        await new Promise((resolve) => void setImmediate(resolve));
      }
      controller.abort(reason);
      const error = await outcome;
      expect([undefined, reason]).toContain(error);
      if (error !== undefined) aborted += 1;
    }
    expect(aborted).toBeGreaterThan(0);
    await fetcher.close?.();
    await expect.poll(() => open.size).toBe(0);
  });
});

describe('request headers', () => {
  test('an ordinary request says that Gleaner asks', async () => {
    const headers = await headersSent({});
    expect(headers['user-agent']).toContain('Gleaner');
    expect(headers['accept']).toContain('text/html');
    expect(headers['accept-encoding']).toBe('gzip, deflate, br');
  });

  test('a stealth request looks like one of Chrome', async () => {
    const headers = await headersSent({ stealth: true });
    expect(headers['user-agent']).toMatch(/ Chrome\/\d+\.0\.0\.0 Safari/);
    expect(headers['sec-fetch-mode']).toBe('navigate');
    expect(JSON.stringify(headers)).not.toContain('Gleaner');
  });

  test("the caller's headers come before our own", async () => {
    const headers = await headersSent({ headers: { 'user-agent': 'mine', 'x-token': 'secret' } });
    expect(headers).toMatchObject({ 'user-agent': 'mine', 'x-token': 'secret' });
  });

  test('headers that belong to the connection are refused before anything is sent', async () => {
    const promise = headersSent({ headers: { host: 'other.example' } });
    await expect(promise).rejects.toMatchObject({
      code: 'invalid_request',
      details: { issues: [{ path: '/headers/host' }] },
    });
  });
});

function neverAsked(): Promise<never> {
  throw new Error('No name may be looked up here.');
}

function createFetcher(options: HttpFetcherOptions = {}): Fetcher {
  const egress = createEgress({ allowPrivate: ['127.0.0.0/8'] });
  const fetcher = httpFetcher({ egress, ...options });
  closers.push(() => fetcher.close?.());
  return fetcher;
}

async function headersSent(request: Partial<PageRequest>): Promise<Record<string, string>> {
  let seen: Record<string, string> = {};
  const { url, server } = await serveWith((response) => response.end('page'));
  server.on('request', ({ headers }) => {
    seen = headers as Record<string, string>;
  });
  await createFetcher().fetch({ ...requestOf(url), ...request });
  return seen;
}

function requestOf(url: string): PageRequest {
  return { url, headers: {}, stealth: false, signal: new AbortController().signal };
}

function failed(reason: string): object {
  return { code: 'validation_failed', details: { reason } };
}

type Answer = (response: ServerResponse, path: string) => void;

async function serveWith(
  answer: Answer,
): Promise<{ readonly url: string; readonly server: ReturnType<typeof createHttpServer> }> {
  const server = createHttpServer((request, response) => answer(response, request.url ?? ''));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, server };
}

async function serve(answer: Answer): Promise<string> {
  return (await serveWith(answer)).url;
}

function serveBody(body: Buffer, headers: Readonly<Record<string, string>>): Promise<string> {
  return serve((response) => response.writeHead(200, headers).end(body));
}

/** Answers each request with bytes of the test's own, HTTP or not. */
async function serveRaw(answer: (socket: Socket, path: string) => void): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createTcpServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('data', (head) => answer(socket, head.toString('latin1').split(' ', 2)[1] ?? ''));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  closers.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

/** A response of no bytes, of a redirect where a `Location` is among its lines. */
function redirectOf(lines: readonly string[]): string {
  const status = lines.length > 0 ? '302 Found' : '200 OK';
  return [`HTTP/1.1 ${status}`, 'Content-Length: 0', ...lines, '', ''].join('\r\n');
}

function drip(response: ServerResponse): void {
  const timer = setInterval(() => response.write('.'), 20);
  response.on('close', () => clearInterval(timer));
}

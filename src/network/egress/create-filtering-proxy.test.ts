import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type RequestListener } from 'node:http';
import { connect, createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createHostileServer } from '../../../test/support/serve-hostile-servers.ts';
import { createEgress } from './create-egress.ts';
import { createFilteringProxy, type FilteringProxy } from './create-filtering-proxy.ts';

const closers: (() => void)[] = [];

afterEach(() => {
  for (const close of closers.splice(0)) close();
});

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return address !== null && typeof address === 'object' ? address.port : 0;
}

async function serve(answer: RequestListener): Promise<number> {
  const server = createServer(answer);
  closers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return listen(server);
}

async function makeProxy(port: number, maxBytes = 1_000_000): Promise<FilteringProxy> {
  const proxy = await createFilteringProxy({
    egress: createEgress({
      allowPrivate: [`127.0.0.1/32:${port}`],
      lookup: async () => [{ address: '127.0.0.1', family: 4 }],
    }),
    ownHost: 'own.invalid',
    maxBytes,
  });
  closers.push(() => proxy.close());
  return proxy;
}

function credentialsOf({ username, password }: FilteringProxy): string {
  return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
}

interface AskOptions {
  readonly method?: string;
  readonly body?: string;
  readonly credentials?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

async function ask(
  proxy: FilteringProxy,
  url: string,
  options: AskOptions = {},
): Promise<IncomingMessage> {
  const sent = request({
    host: '127.0.0.1',
    port: proxy.port,
    path: url,
    method: options.method ?? 'GET',
    agent: false,
    headers: {
      host: 'set.by.client',
      'proxy-authorization': options.credentials ?? credentialsOf(proxy),
      ...options.headers,
    },
  });
  sent.end(options.body);
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  return answer;
}

async function openTunnel(
  proxy: FilteringProxy,
  authority: string,
  credentials = credentialsOf(proxy),
): Promise<{ readonly status: number | undefined; readonly socket: Socket }> {
  const sent = request({
    host: '127.0.0.1',
    port: proxy.port,
    path: authority,
    method: 'CONNECT',
    agent: false,
    headers: { 'proxy-authorization': credentials },
  });
  sent.end();
  const [{ statusCode }, socket] = (await once(sent, 'connect')) as [IncomingMessage, Socket];
  closers.push(() => socket.destroy());
  socket.on('error', () => {});
  return { status: statusCode, socket };
}

describe('requests in the clear', () => {
  test('go on to the host with their method, headers and body, and come back the same', async () => {
    let seen: readonly unknown[] = [];
    const port = await serve(async (incoming, response) => {
      const { method, url, headers } = incoming;
      seen = [method, url, headers['x-mine'], headers['proxy-authorization'], await text(incoming)];
      response.writeHead(201, { 'set-cookie': ['a=1', 'b=2'], 'x-their': 'yes' }).end('answer');
    });
    const proxy = await makeProxy(port);
    const answer = await ask(proxy, `http://127.0.0.1:${port}/a?b=c`, {
      method: 'POST',
      body: 'question',
      headers: { 'x-mine': 'yes' },
    });
    expect(seen).toEqual(['POST', '/a?b=c', 'yes', undefined, 'question']);
    expect(answer.statusCode).toBe(201);
    expect(answer.headers).toMatchObject({ 'set-cookie': ['a=1', 'b=2'], 'x-their': 'yes' });
    expect(await text(answer)).toBe('answer');
  });

  test('share connections that are kept, also one that the server closed meanwhile', async () => {
    const sockets = new Set<unknown>();
    const port = await serve((incoming, response) => {
      sockets.add(incoming.socket);
      response.end('x', () => {
        if (incoming.url === '/last') incoming.socket.destroy();
      });
    });
    const proxy = await makeProxy(port);
    for (const path of ['/1', '/2', '/last', '/after']) {
      expect(await text(await ask(proxy, `http://127.0.0.1:${port}${path}`))).toBe('x');
    }
    expect(sockets.size).toBe(2);
  });

  test('that break off in the middle break off here', async () => {
    const port = await serve((_incoming, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('half', () => response.destroy());
    });
    const proxy = await makeProxy(port);
    await expect(text(await ask(proxy, `http://127.0.0.1:${port}/`))).rejects.toThrow(
      /aborted|hang up/,
    );
  });

  test.each(['endless trailers', 'a chunk size that is no number'])(
    'that stop being HTTP in their middle break off here, and nothing else does: %s',
    async (name) => {
      const port = await listen(createHostileServer(name));
      const proxy = await makeProxy(port);
      await expect(ask(proxy, `http://127.0.0.1:${port}/`).then(text)).rejects.toThrow(
        /aborted|hang up/,
      );
    },
  );

  test('whose client leaves end at the server', async () => {
    const left = Promise.withResolvers<void>();
    const asked = Promise.withResolvers<void>();
    const port = await serve((_incoming, response) => {
      response.once('close', () => left.resolve());
      asked.resolve();
    });
    const proxy = await makeProxy(port);
    const sent = request({
      host: '127.0.0.1',
      port: proxy.port,
      path: `http://127.0.0.1:${port}/`,
      headers: { 'proxy-authorization': credentialsOf(proxy) },
    });
    sent.on('error', () => {}).end();
    await asked.promise;
    sent.destroy();
    await expect(left.promise).resolves.toBeUndefined();
  });
});

describe('tunnels', () => {
  test('carry bytes both ways, and end together', async () => {
    const server = createTcpServer((socket) => socket.pipe(socket));
    const port = await listen(server);
    closers.push(() => server.close());
    const { status, socket } = await openTunnel(await makeProxy(port), `127.0.0.1:${port}`);
    expect(status).toBe(200);
    socket.end('there and back');
    expect(await text(socket)).toBe('there and back');
  });

  test('lead where a name leads that passes, and nowhere else', async () => {
    const server = createTcpServer((socket) => socket.end('here'));
    const port = await listen(server);
    closers.push(() => server.close());
    const proxy = await makeProxy(port);
    expect((await openTunnel(proxy, `shop.example:${port}`)).status).toBe(200);
    expect((await openTunnel(proxy, `shop.example:${port + 1}`)).status).toBe(403);
    expect(proxy.findFailure(`https://shop.example:${port + 1}/`)).toMatchObject({
      code: 'invalid_request',
    });
  });
});

describe('what may not be reached', () => {
  test.each([
    'http://127.0.0.1:PORT/',
    'http://localhost:PORT/',
    'http://0x7f.1:PORT/',
    'http://[::1]:PORT/',
    'http://[::ffff:127.0.0.1]:PORT/',
    'http://user:pass@shop.example:PORT/',
    'https://127.0.0.1:PORT/',
    'ftp://127.0.0.1:PORT/',
    '/relative',
  ])('%s is refused', async (template) => {
    const server = createTcpServer();
    const connected = vi.fn<() => void>();
    server.on('connection', connected);
    const port = await listen(server);
    closers.push(() => server.close());
    const proxy = await makeProxy(1);
    const answer = await ask(proxy, template.replace('PORT', String(port)));
    expect(answer.statusCode).toBe(403);
    expect(await text(answer)).toBe('');
    expect(connected).not.toHaveBeenCalled();
  });

  test.each([
    '127.0.0.1:PORT',
    'localhost:PORT',
    '[::1]:PORT',
    '2130706433:PORT',
    'a@b:1',
    'x',
    '',
  ])('CONNECT %s is refused', async (template) => {
    const server = createTcpServer();
    const connected = vi.fn<() => void>();
    server.on('connection', connected);
    const port = await listen(server);
    closers.push(() => server.close());
    const proxy = await makeProxy(1);
    const { status } = await openTunnel(proxy, template.replace('PORT', String(port)));
    expect(status).toBe(403);
    expect(connected).not.toHaveBeenCalled();
  });
});

describe('the credentials', () => {
  test('are asked for by everything, and a wrong guess is no better than none', async () => {
    const connected = vi.fn<() => void>();
    const port = await serve((_incoming, response) => {
      connected();
      response.end();
    });
    const proxy = await makeProxy(port);
    for (const credentials of ['', 'Basic', credentialsOf({ ...proxy, password: 'guess' })]) {
      const answer = await ask(proxy, `http://127.0.0.1:${port}/`, { credentials });
      expect(answer.statusCode).toBe(407);
      const { status } = await openTunnel(proxy, `127.0.0.1:${port}`, credentials);
      expect(status).toBe(407);
    }
    expect(connected).not.toHaveBeenCalled();
  });

  test('can be shown to the proxy itself, which looks nothing up for it', async () => {
    const proxy = await makeProxy(1);
    expect((await ask(proxy, 'http://own.invalid/')).statusCode).toBe(204);
  });
});

describe('the limit of bytes', () => {
  test('ends everything when it is passed, and says why', async () => {
    const port = await serve((_incoming, response) => response.end('x'.repeat(2_000)));
    const proxy = await makeProxy(port, 5_000);
    const get = async (): Promise<string> => text(await ask(proxy, `http://127.0.0.1:${port}/`));
    expect(await get()).toHaveLength(2_000);
    proxy.startPage(1);
    expect(await get()).toHaveLength(2_000);
    expect(await get()).toHaveLength(2_000);
    expect(proxy.exceeded.aborted).toBe(false);
    await expect(get()).rejects.toThrow(/aborted|hang up/);
    expect(proxy.exceeded.reason).toMatchObject({ details: { reason: 'page_too_large' } });
  });

  test.each([
    'endless line breaks before the response',
    'endless leading zeros of a chunk size',
    'endless chunks of one byte',
    'endless headers',
  ])('counts what is no body: %s', async (name) => {
    const port = await listen(createHostileServer(name));
    const proxy = await makeProxy(port, 60_000);
    await expect(ask(proxy, `http://127.0.0.1:${port}/`).then(text)).rejects.toThrow(
      /aborted|hang up/,
    );
    expect(proxy.exceeded.reason).toMatchObject({ details: { reason: 'page_too_large' } });
  });

  test.each(['endless 103 responses', 'endless 102 responses'])(
    'is not waited for: %s',
    async (name) => {
      const port = await listen(createHostileServer(name));
      const proxy = await makeProxy(port, 1_000_000_000);
      const url = `http://127.0.0.1:${port}/`;
      expect((await ask(proxy, url)).statusCode).toBe(502);
      expect(proxy.findFailure(url)).toMatchObject({ details: { reason: 'fetch_failed' } });
    },
  );

  test('holds in tunnels, in both directions', async () => {
    const server = createTcpServer((socket) => socket.on('error', () => {}).resume());
    const port = await listen(server);
    closers.push(() => server.close());
    const proxy = await makeProxy(port, 100_000);
    const { socket } = await openTunnel(proxy, `127.0.0.1:${port}`);
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.write(Buffer.alloc(200_000));
    await closed;
    expect(proxy.exceeded.aborted).toBe(true);
  });
});

test('closing ends every connection, those under way included', async () => {
  const server = createTcpServer(() => {});
  const port = await listen(server);
  closers.push(() => server.close());
  const proxy = await makeProxy(port);
  const { socket } = await openTunnel(proxy, `127.0.0.1:${port}`);
  const closed = once(socket, 'close');
  proxy.close();
  await closed;
  const refused = once(connect(proxy.port, '127.0.0.1'), 'connect');
  await expect(refused).rejects.toMatchObject({ code: 'ECONNREFUSED' });
});

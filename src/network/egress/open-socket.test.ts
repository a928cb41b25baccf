import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, test } from 'vitest';
import { createHostileServer } from '../../../test/support/serve-hostile-servers.ts';
import { createEgress } from './create-egress.ts';

const closers: (() => void)[] = [];

afterEach(() => {
  for (const close of closers.splice(0)) close();
});

const never = new AbortController().signal;

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closers.push(() => server.close());
  const address = server.address();
  return address !== null && typeof address === 'object' ? address.port : 0;
}

/** Says which port it was reached at. */
function serveGreeting(): Promise<number> {
  return listen(createServer((socket) => socket.end('hello')));
}

interface UpstreamProxy {
  readonly port: number;
  /** What it was asked to connect to, with the credentials that came along. */
  readonly asked: string[];
}

async function serveHttpProxy(status = 200): Promise<UpstreamProxy> {
  const asked: string[] = [];
  const server = createHttpServer();
  server.on('connect', ({ url = '', headers }, client: Socket) => {
    asked.push(`${url} ${headers['proxy-authorization'] ?? 'nobody'}`);
    if (status === 200) {
      const upstream = connect(Number(url.split(':').at(-1)), '127.0.0.1');
      client.write('HTTP/1.1 200 OK\r\n\r\n');
      client.pipe(upstream).pipe(client);
    } else client.end(`HTTP/1.1 ${status} No\r\n\r\n`);
  });
  return { port: await listen(server), asked };
}

/** RFC 1928 and 1929, as far as a test needs it: one packet a message. */
async function serveSocksProxy(): Promise<UpstreamProxy> {
  const asked: string[] = [];
  const server = createServer((client) => {
    let user = 'nobody';
    let step = 0;
    client.on('error', () => {});
    const onData = (packet: Buffer): void => {
      step += 1;
      if (step === 1) client.write(packet.includes(2, 2) ? '\x05\x02' : '\x05\x00');
      if (step === 1 && !packet.includes(2, 2)) step = 2;
      else if (step === 2) {
        const nameLength = packet[1] ?? 0;
        user = `${packet.toString('latin1', 2, 2 + nameLength)}:${packet.toString('latin1', 3 + nameLength)}`;
        client.write('\x01\x00');
      } else if (step === 3) {
        const address = packet[3] === 1 ? [...packet.subarray(4, 8)].join('.') : 'a name';
        const port = packet.readUInt16BE(packet.length - 2);
        asked.push(`${address}:${port} ${user}`);
        client.off('data', onData);
        client.write(Buffer.from([5, 0, 0, 1, 0, 0, 0, 0, 0, 0]));
        client.pipe(connect(port, '127.0.0.1')).pipe(client);
      }
    };
    client.on('data', onData);
  });
  return { port: await listen(server), asked };
}

const lookup = async (hostname: string) =>
  hostname === 'nowhere.example' ? [] : [{ address: '127.0.0.1', family: 4 } as const];

describe('a proxy of the embedder', () => {
  test.each(['http', 'socks5'] as const)(
    'over %s is asked for the address that was checked, with its credentials',
    async (scheme) => {
      const target = await serveGreeting();
      const proxy = scheme === 'http' ? await serveHttpProxy() : await serveSocksProxy();
      const egress = createEgress({
        proxy: `${scheme}://ada:s%40fe@127.0.0.1:${proxy.port}`,
        allowPrivate: [`127.0.0.1/32:${target}`],
        lookup,
      });
      const destination = { hostname: 'shop.example', port: target, tls: false };
      expect(await text(await egress.connect(destination, never))).toBe('hello');
      const credentials =
        scheme === 'http' ? `Basic ${Buffer.from('ada:s@fe').toString('base64')}` : 'ada:s@fe';
      expect(proxy.asked).toEqual([`127.0.0.1:${target} ${credentials}`]);
    },
  );

  test('does not change where may be connected to', async () => {
    const proxy = await serveHttpProxy();
    const egress = createEgress({ proxy: `http://127.0.0.1:${proxy.port}`, lookup });
    for (const hostname of ['127.0.0.1', 'localhost', 'inside.example']) {
      const refused = egress.connect({ hostname, port: 80, tls: false }, never);
      await expect(refused).rejects.toMatchObject({ code: 'invalid_request' });
    }
    expect(proxy.asked).toEqual([]);
  });

  test('that refuses is reported with its status, and without its address or its credentials', async () => {
    const target = await serveGreeting();
    const proxy = await serveHttpProxy(407);
    const egress = createEgress({
      proxy: `http://ada:secret@127.0.0.1:${proxy.port}`,
      allowPrivate: [`127.0.0.1/32:${target}`],
    });
    const refused = egress.connect({ hostname: '127.0.0.1', port: target, tls: false }, never);
    await expect(refused).rejects.toMatchObject({
      details: { reason: 'fetch_failed' },
      message: expect.stringMatching(/^The proxy answered with HTTP status 407: (?!.*secret)/),
    });
  });

  test('that says nothing is given up in time', async () => {
    const target = await serveGreeting();
    const silent = await listen(createServer((socket) => socket.on('error', () => {}).resume()));
    for (const scheme of ['http', 'socks5']) {
      const egress = createEgress({
        proxy: `${scheme}://127.0.0.1:${silent}`,
        allowPrivate: [`127.0.0.1/32:${target}`],
        connectTimeoutMs: 100,
      });
      const late = egress.connect({ hostname: '127.0.0.1', port: target, tls: false }, never);
      await expect(late).rejects.toMatchObject({ code: 'validation_failed' });
    }
  });

  test.each([
    'endless status line',
    'endless line breaks before the response',
    'endless headers',
    'endless 103 responses',
    'endless 102 responses',
  ])('that responds with %s is cut off before its time is over', async (name) => {
    const target = await serveGreeting();
    const egress = createEgress({
      proxy: `http://127.0.0.1:${await listen(createHostileServer(name))}`,
      allowPrivate: [`127.0.0.1/32:${target}`],
      connectTimeoutMs: 1_000_000,
    });
    const cutOff = egress.connect({ hostname: '127.0.0.1', port: target, tls: false }, never);
    await expect(cutOff).rejects.toMatchObject({ details: { reason: 'fetch_failed' } });
  });

  test.each(['proxy.example:8080', 'ftp://proxy.example', 'http://proxy.example/path', ''])(
    '%s is no proxy',
    (proxy) => {
      expect(() => createEgress({ proxy })).toThrow(TypeError);
    },
  );
});

describe('a proxy of the caller', () => {
  test('takes the place of the embedder’s, when it may be reached', async () => {
    const target = await serveGreeting();
    const [own, callers] = [await serveHttpProxy(), await serveSocksProxy()];
    const egress = createEgress({
      proxy: `http://127.0.0.1:${own.port}`,
      allowPrivate: [`127.0.0.1/32:${target}`, `127.0.0.1/32:${callers.port}`],
    });
    const socket = await egress.connect(
      {
        hostname: '127.0.0.1',
        port: target,
        tls: false,
        proxy: `socks5://127.0.0.1:${callers.port}`,
      },
      never,
    );
    expect(await text(socket)).toBe('hello');
    expect([own.asked, callers.asked.length]).toEqual([[], 1]);
  });

  test('on a private network is refused like any other address', async () => {
    const target = await serveGreeting();
    const callers = await serveHttpProxy();
    const egress = createEgress({ allowPrivate: [`127.0.0.1/32:${target}`] });
    const destination = { hostname: '127.0.0.1', port: target, tls: false };
    for (const proxy of [`http://127.0.0.1:${callers.port}`, 'no proxy']) {
      await expect(egress.connect({ ...destination, proxy }, never)).rejects.toMatchObject({
        code: 'invalid_request',
      });
    }
    expect(callers.asked).toEqual([]);
  });
});

import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Server } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createEgress, type EgressOptions } from '../src/network/egress/create-egress.ts';
import type { Lookup, ResolvedAddress } from '../src/network/egress/public-addresses.ts';
import { httpFetcher } from '../src/network/fetchers/http-fetcher.ts';

// The canary stands where no page may reach: it listens on loopback, IPv4 and IPv6, and counts who connects.
let canaries: readonly Server[] = [];
let canaryPort = 0;
let connects = 0;
// A page that may be reached, and sends its visitor to the canary.
let redirector: Server;
let redirectorPort = 0;

beforeAll(async () => {
  redirector = createHttpServer((request, response) => {
    const to = new URL(request.url ?? '/', 'http://redirector.example').searchParams.get('to');
    if (to === null) response.end('page');
    // As servers do it: the bytes of UTF-8, as they are.
    else response.writeHead(302, { location: Buffer.from(to).toString('latin1') }).end();
  });
  redirectorPort = await listen(redirector, '127.0.0.1', 0);
  const canary = createCanary();
  canaryPort = await listen(canary, '127.0.0.1', 0);
  const canarySix = createCanary();
  // A machine without IPv6 has nothing to reach there either.
  await listen(canarySix, '::1', canaryPort).catch(() => 0);
  canaries = [canary, canarySix];
});

beforeEach(() => {
  connects = 0;
});

afterAll(() => {
  for (const server of [...canaries, redirector]) server.close();
});

const spellings: readonly string[] = (
  '127.0.0.1 127.1 127.0.1 2130706433 0x7f000001 0x7F.1 0x7f.0.0.1 0177.0.0.1 0177.1 017700000001 ' +
  '0177.0x0.0.1 00000177.0.0.1 127.0.0.01 127.0.0.1. 0x7f.1. 2130706433. 127.0.0.2 127.127.127.127 ' +
  '127.255.255.254 0 0.0.0.0 0x0 00 0.0 0.0.0.1 0. 000.000.000.000 [::1] [0:0:0:0:0:0:0:1] ' +
  '[0000:0000:0000:0000:0000:0000:0000:0001] [::0001] [::] [0::0] [::127.0.0.1] [::7f00:1] ' +
  '[::ffff:127.0.0.1] [::ffff:7f00:1] [::FFFF:7F00:0001] [0:0:0:0:0:ffff:127.0.0.1] ' +
  '[::ffff:0:127.0.0.1] [::ffff:0.0.0.0] [64:ff9b::127.0.0.1] [64:ff9b::7f00:1] ' +
  '[64:ff9b:1::7f00:1] [2002:7f00:1::] [2001:0:7f00:1::] [fe80::1] [fc00::1] [fd00:ec2::254] ' +
  '[fec0::1] [ff02::1] [100::1] [2001:db8::1] [3fff::1] [5f00::1] [::ffff:10.0.0.1] localhost ' +
  'LOCALHOST localhost. foo.localhost a.b.localhost. loc%61lhost printer.local wiki.internal ' +
  'metadata.google.internal intranet intranet. x.. ①②⑦.⓪.⓪.① １２７.０.０.１ 127。0。0。1 127．0．0．1 127｡1 ' +
  'ⓛⓞⓒⓐⓛⓗⓞⓢⓣ %31%32%37.0.0.1 %30 0x7f%2e1 ｌｏｃａｌｈｏｓｔ lo\u00adcalhost 127\t.0.0.1 10.0.0.1 10.1 ' +
  '172.16.0.1 172.31.255.255 192.168.0.1 192.168.257 3232235777 169.254.169.254 0xa9fea9fe ' +
  '2852039166 169.254.43518 [::ffff:169.254.169.254] 100.64.0.1 192.0.0.192 198.18.0.1 224.0.0.1 ' +
  '240.0.0.1 255.255.255.255 user@127.0.0.1 example.com@127.0.0.1 example.com:80@127.0.0.1 '
)
  .trim()
  .split(' ');

test('there are enough spellings to speak of', () => {
  expect(new Set(spellings).size).toBeGreaterThanOrEqual(75);
});

// Whatever a name resolves to: the system's resolver is never asked in these tests.
const outside: ResolvedAddress = { address: '93.184.216.34', family: 4 };
const inside: ResolvedAddress = { address: '127.0.0.1', family: 4 };
const toLoopback = answering([inside]);

describe('no spelling of a place inside reaches the canary', () => {
  test.each(spellings)('%s as URL', async (host) => {
    await expect(fetchWith({ lookup: toLoopback }, canaryUrl(host))).rejects.toMatchObject(refused);
    expect(connects).toBe(0);
  });

  test.each(spellings)('%s as redirect', async (host) => {
    const from = `http://127.0.0.1:${redirectorPort}/?to=${encodeURIComponent(canaryUrl(host))}`;
    const options = { lookup: toLoopback, allowPrivate: [`127.0.0.1/32:${redirectorPort}`] };
    await expect(fetchWith(options, from)).rejects.toMatchObject(refused);
    expect(connects).toBe(0);
  });

  test('without the guard, the same spellings do reach it', async () => {
    const allowPrivate = ['127.0.0.0/8', '::1/128'];
    for (const host of spellings) {
      // Only what leads to the canary itself; the others would leave the machine.
      const url = URL.canParse(canaryUrl(host)) ? new URL(canaryUrl(host)) : undefined;
      const leadsToCanary =
        url?.hostname === '127.0.0.1' || url?.hostname.endsWith('localhost') === true;
      if (!leadsToCanary || url?.username !== '') continue;
      await fetchWith({ lookup: toLoopback, allowPrivate }, url.href).catch(() => {});
    }
    expect(connects).toBeGreaterThanOrEqual(25);
  });
});

describe('names', () => {
  test.each<readonly [string, readonly ResolvedAddress[]]>([
    ['only inside', [inside]],
    ['outside, then inside', [outside, inside]],
    ['inside, then outside', [inside, outside]],
    ['ten outside, the last inside', [...Array.from({ length: 10 }, () => outside), inside]],
    ['IPv6 loopback', [{ address: '::1', family: 6 }]],
    ['IPv4 inside IPv6', [{ address: '::ffff:127.0.0.1', family: 6 }]],
    ['an address with a zone', [{ address: 'fe80::1%lo', family: 6 }]],
    ['something that is no address', [{ address: 'localhost', family: 4 }]],
    ['a short spelling', [{ address: '127.1', family: 4 }]],
  ])('a name whose answer is %s is refused', async (_name, addresses) => {
    const lookup = answering(addresses);
    const url = `http://shop.example:${canaryPort}/`;
    await expect(fetchWith({ lookup }, url)).rejects.toMatchObject(refused);
    expect(connects).toBe(0);
  });

  test.each([1, 2, 3, 4])('a name rebound on answer %i never reaches the canary', async (turn) => {
    let asked = 0;
    // The allowed place and the canary differ by port only, so the canary's port is what the name is asked for.
    const lookup = (): Promise<readonly ResolvedAddress[]> => {
      asked += 1;
      return Promise.resolve([asked === turn ? inside : { address: '127.0.0.9', family: 4 }]);
    };
    const egress = createEgress({ lookup, allowPrivate: ['127.0.0.9/32'] });
    const answers: string[] = [];
    for (let index = 1; index <= 4; index += 1) {
      const signal = AbortSignal.timeout(5_000);
      const destination = { hostname: 'shop.example', port: canaryPort, tls: false };
      const socket = await egress.connect(destination, signal).catch((error: { code: string }) => {
        answers.push(error.code);
      });
      socket?.destroy();
    }
    expect(asked).toBe(4);
    expect(answers[turn - 1]).toBe('invalid_request');
    expect(answers.filter((code) => code === 'invalid_request')).toHaveLength(1);
    expect(connects).toBe(0);
  });

  test('an answer that reads otherwise once it was checked never reaches the canary', async () => {
    for (let checked = 1; checked <= 6; checked += 1) {
      let reads = 0;
      const answer: ResolvedAddress = {
        get address() {
          reads += 1;
          return reads > checked ? '127.0.0.1' : '127.0.0.9';
        },
        family: 4,
      };
      const options = { lookup: answering([answer]), allowPrivate: ['127.0.0.9/32'] };
      await expect(fetchWith(options, canaryUrl('shop.example'))).rejects.toMatchObject({
        details: { reason: 'fetch_failed' },
      });
    }
    expect(connects).toBe(0);
  });

  test('the address that is connected to is the one that was checked: a fetch asks for it once', async () => {
    let asked = 0;
    const lookup = (): Promise<readonly ResolvedAddress[]> => {
      asked += 1;
      return Promise.resolve([inside]);
    };
    const allowPrivate = [`127.0.0.1/32:${redirectorPort}`];
    const fetcher = httpFetcher({ egress: createEgress({ lookup, allowPrivate }) });
    const url = `http://shop.example:${redirectorPort}/`;
    for (let index = 0; index < 3; index += 1) {
      const page = await fetcher.fetch({ url, headers: {}, stealth: false, signal: never() });
      expect(page.status).toBe(200);
    }
    await fetcher.close?.();
    // Pages two and three came over the connection of the first.
    expect(asked).toBe(1);
  });

  test('a name for use inside a network passes only when all its addresses are listed', async () => {
    const allowPrivate = [`127.0.0.1/32:${redirectorPort}`];
    const url = `http://wiki.internal:${redirectorPort}/`;
    const lookup = answering([inside]);
    await expect(fetchWith({ lookup, allowPrivate }, url)).resolves.toMatchObject({ status: 200 });
    const mixed = answering([inside, outside]);
    await expect(fetchWith({ lookup: mixed, allowPrivate }, url)).rejects.toMatchObject(refused);
  });

  test.each([
    ['fails', (): Promise<never> => Promise.reject(new Error('ENOTFOUND')), 'fetch_failed'],
    ['is empty', (): Promise<[]> => Promise.resolve([]), 'fetch_failed'],
    ['never comes', (): Promise<never> => new Promise(() => {}), 'timed_out'],
  ])('a lookup that %s is a failed page', async (_name, lookup, reason) => {
    const options = { lookup, lookupTimeoutMs: 50 };
    await expect(fetchWith(options, 'http://shop.example/')).rejects.toMatchObject({
      code: 'validation_failed',
      details: { reason },
    });
  });

  test('no error shows the address that a name leads to', async () => {
    const closed = createTcpServer();
    const port = await listen(closed, '127.0.0.1', 0);
    closed.close();
    const url = `http://shop.example:${port}/`;
    for (const allowPrivate of [[], ['127.0.0.0/8']]) {
      const error: unknown = await fetchWith({ lookup: toLoopback, allowPrivate }, url).catch(
        (reason: unknown) => reason,
      );
      expect(error).toBeInstanceOf(Error);
      const { message, details, cause } = error as Error & { details: unknown };
      const shown = `${message} ${JSON.stringify(details)} ${String(cause)} ${JSON.stringify(cause)}`;
      expect(shown).not.toContain('127.0.0.1');
    }
  });
});

describe('TLS', () => {
  test('the server is asked for by its name, though the address is pinned', async () => {
    const hello = Promise.withResolvers<string>();
    const server = createTcpServer((socket) => {
      socket.on('error', () => {});
      socket.once('data', (data) => {
        hello.resolve(data.toString('latin1'));
        socket.destroy();
      });
    });
    const port = await listen(server, '127.0.0.1', 0);
    const options = { lookup: toLoopback, allowPrivate: ['127.0.0.0/8'] };
    await expect(fetchWith(options, `https://shop.example:${port}/`)).rejects.toMatchObject({
      details: { reason: 'fetch_failed' },
    });
    // The name stands in clear in the first message of a TLS handshake.
    expect(await hello.promise).toContain('shop.example');
    server.close();
  });

  test('a server that accepts and then stays silent does not hold a connection attempt for ever', async () => {
    const server = createTcpServer((socket) => void socket.on('error', () => {}));
    const port = await listen(server, '127.0.0.1', 0);
    const options = { lookup: toLoopback, allowPrivate: ['127.0.0.0/8'], connectTimeoutMs: 100 };
    await expect(fetchWith(options, `https://shop.example:${port}/`)).rejects.toMatchObject({
      details: { reason: 'timed_out' },
    });
    server.close();
  });
});

const refused = { code: 'invalid_request', details: { issues: [{ path: '/url' }] } };

function answering(addresses: readonly ResolvedAddress[]): Lookup {
  return () => Promise.resolve(addresses);
}

function canaryUrl(host: string): string {
  return `http://${host}:${canaryPort}/`;
}

function never(): AbortSignal {
  return new AbortController().signal;
}

async function fetchWith(options: EgressOptions, url: string): Promise<{ status: number }> {
  const fetcher = httpFetcher({ egress: createEgress(options) });
  try {
    return await fetcher.fetch({ url, headers: {}, stealth: false, signal: never() });
  } finally {
    await fetcher.close?.();
  }
}

function createCanary(): Server {
  return createTcpServer((socket) => {
    connects += 1;
    socket.on('error', () => {});
    socket.destroy();
  });
}

async function listen(server: Server, host: string, port: number): Promise<number> {
  server.listen(port, host);
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

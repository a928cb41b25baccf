import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { createEgress, createGleaner, httpFetcher } from '../src/index.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
});

interface Site {
  readonly origin: string;
  /** Path, cookies and the header `x-key` of each request. */
  readonly asked: string[];
}

async function serve(
  answer: (path: string, cookie: string, response: ServerResponse) => unknown,
): Promise<Site> {
  const asked: string[] = [];
  const server = createServer((request: IncomingMessage, response) => {
    const { cookie = '', 'x-key': key = '' } = request.headers;
    asked.push([request.url, cookie, key].join(' ').trim());
    response.setHeader('content-type', 'text/html; charset=utf-8');
    answer(request.url ?? '/', cookie, response);
  });
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

const text = 'The lamp of the harbour stands by the quay and is lit at night. '.repeat(4);
const page = `<!doctype html><h1>Harbour lamp</h1><p>${text}</p>`;
const wait = (head: string): string => `<!doctype html>${head}<h1>Please wait</h1>`;
const refresh = (content: string): string => `<meta http-equiv="refresh" content="${content}">`;

function scrape(url: string, headers: Record<string, string> = {}) {
  const gleaner = createGleaner({ browser: false, egress: { allowPrivate: ['127.0.0.1/32'] } });
  return gleaner.scrape({ url, format: 'markdown', headers });
}

describe('a page that leads on to another by itself', () => {
  test.each([
    ['a refresh', wait(refresh('0;url=/page'))],
    ['a refresh after five seconds', wait(refresh('5; url=page'))],
    ['a script', wait('<script>location.replace("/page")</script>')],
  ])('%s is followed, and costs no more', async (_name, first) => {
    const { origin, asked } = await serve((path, _cookie, response) =>
      response.end(path === '/page' ? page : first),
    );
    const { markdown, creditsUsed } = await scrape(`${origin}/`);
    expect(markdown).toContain('# Harbour lamp');
    expect(creditsUsed).toBe(1);
    expect(asked).toEqual(['/', '/page']);
  });

  test('a Refresh header is followed as well', async () => {
    const { origin } = await serve((path, _cookie, response) => {
      if (path === '/') response.setHeader('refresh', '0; url=/page');
      response.end(path === '/page' ? page : wait(''));
    });
    expect((await scrape(`${origin}/`)).markdown).toContain('# Harbour lamp');
  });

  test('a page that leads on later is read, with a word', async () => {
    const { origin, asked } = await serve((_path, _cookie, response) =>
      response.end(refresh('30;url=/other') + page),
    );
    const { markdown, warnings } = await scrape(`${origin}/`);
    expect(markdown).toContain('# Harbour lamp');
    expect(warnings).toContainEqual(expect.stringContaining('leads on to another after 30 s'));
    expect(asked).toEqual(['/']);
  });

  test('a page that reloads itself for a cookie that came with it is fetched once more', async () => {
    const { origin, asked } = await serve((_path, cookie, response) => {
      response.setHeader('set-cookie', 'seen=1');
      response.end(cookie === '' ? wait(refresh('0')) : refresh('3') + page);
    });
    const { markdown, warnings } = await scrape(`${origin}/`);
    expect(markdown).toContain('# Harbour lamp');
    expect(warnings).toContainEqual(expect.stringContaining('reloads itself after 3 s'));
    expect(asked).toEqual(['/', '/ seen=1']);
  });

  test('a page that only its scripts leave is no page without a browser', async () => {
    const { origin } = await serve((_path, _cookie, response) =>
      response.end(wait('<script>document.cookie = "ok=1"; location.reload()</script>')),
    );
    await expect(scrape(`${origin}/`)).rejects.toMatchObject({
      details: { reason: 'browser_needed' },
    });
  });

  test('a page that reloads itself now and then is read once, without a word', async () => {
    const { origin, asked } = await serve((_path, _cookie, response) =>
      response.end(refresh('300') + page),
    );
    expect((await scrape(`${origin}/`)).warnings).toEqual([]);
    expect(asked).toEqual(['/']);
  });

  test('an error page is an error, wherever it leads', async () => {
    const { origin } = await serve((path, _cookie, response) => {
      response.statusCode = path === '/' ? 404 : 200;
      response.end(path === '/' ? wait(refresh('0;url=/page')) : page);
    });
    await expect(scrape(`${origin}/`)).rejects.toMatchObject({ details: { pageStatus: 404 } });
  });

  test('two pages that lead to each other end after as many hops as redirects', async () => {
    const { origin, asked } = await serve((path, _cookie, response) =>
      response.end(wait(refresh(`0;url=${path === '/a' ? '/b' : '/a'}`))),
    );
    await expect(scrape(`${origin}/a`)).rejects.toMatchObject({
      code: 'validation_failed',
      details: { reason: 'fetch_failed' },
    });
    expect(asked).toHaveLength(11);
  });

  test('none leads where the guard refuses', async () => {
    const { origin } = await serve((_path, _cookie, response) =>
      response.end(wait(refresh('0;url=http://169.254.169.254/latest/'))),
    );
    await expect(scrape(`${origin}/`)).rejects.toMatchObject({ code: 'invalid_request' });
  });

  test('the caller’s headers stay with the origin they were meant for', async () => {
    const other = await serve((_path, _cookie, response) => response.end(page));
    const { origin, asked } = await serve((path, _cookie, response) =>
      response.end(wait(refresh(path === '/' ? '0;url=/next' : `0;url=${other.origin}/page`))),
    );
    await scrape(`${origin}/`, { 'X-Key': 'secret' });
    expect(asked).toEqual(['/  secret', '/next  secret']);
    expect(other.asked).toEqual(['/page']);
  });
});

describe('cookies that a fetch is given', () => {
  test('hold on its own way, by redirects and refreshes, and are gone with the next fetch', async () => {
    const { origin, asked } = await serve((path, cookie, response) => {
      if (path === '/' && cookie === '') {
        response.writeHead(302, { location: '/set', 'set-cookie': 'a=1; Path=/' }).end();
      } else if (path === '/set') {
        response.setHeader('set-cookie', ['b=2; Path=/', 'c=3; Path=/deep']);
        response.end(wait(refresh('0;url=/')));
      } else response.end(page);
    });
    expect((await scrape(`${origin}/`)).markdown).toContain('# Harbour lamp');
    expect(asked).toEqual(['/', '/set a=1', '/ a=1; b=2']);
    await scrape(`${origin}/`);
    expect(asked[3]).toBe('/');
  });

  test('go to no other host, nor over plain HTTP where they are secure', async () => {
    const other = await serve((_path, _cookie, response) => response.end(page));
    const elsewhere = other.origin.replace('127.0.0.1', '127.0.0.2');
    const { origin, asked } = await serve((path, _cookie, response) => {
      response.setHeader('set-cookie', ['a=1; Path=/', 's=2; Secure', 'd=3; Domain=example.com']);
      const location = path === '/' ? '/next' : elsewhere;
      response.writeHead(302, { location }).end();
    });
    const fetcher = httpFetcher({ egress: createEgress({ allowPrivate: ['127.0.0.0/8'] }) });
    const { signal } = new AbortController();
    const request = { url: `${origin}/`, headers: {}, stealth: false, signal };
    await fetcher.fetch(request).catch(() => {});
    await fetcher.close?.();
    expect(asked).toEqual(['/', '/next a=1']);
  });

  test('stand beside the caller’s own, and win by name', async () => {
    const { origin, asked } = await serve((path, _cookie, response) => {
      if (path !== '/') return response.end(page);
      return response.writeHead(302, { location: '/page', 'set-cookie': 'a=2' }).end();
    });
    await scrape(`${origin}/`, { Cookie: 'a=1; own=x' });
    expect(asked).toEqual(['/ a=1; own=x', '/page own=x; a=2']);
  });
});

import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { chromium, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { BrowsingOptions, BrowsingSession } from '../src/browser/session/browsing.ts';
import { watchMemory } from '../src/browser/launch/launch-browser.ts';
import { raceSignal } from '../src/runtime/signals/waiting.ts';
import { realBrowserPath } from './support/real-browser.ts';
import { realBrowsing, type RealBrowsing } from './support/real-browsing.ts';
import { waitOptions } from './support/wait-options.ts';

const watchedOnLinux = 'the memory of renderers is watched on Linux alone';
const servers = new Set<Server>();
let browsing: RealBrowsing;

beforeAll(() => {
  browsing = realBrowsing({
    allowPrivate: ['127.0.0.0/8'],
    lookup: async () => [{ address: '127.0.0.1', family: 4 }],
  });
});

afterAll(async () => {
  await browsing.close();
});

afterEach(() => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
  servers.clear();
});

async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  servers.add(server);
  await once(server, 'listening');
  const address = server.address();
  return `http://127.0.0.1:${address !== null && typeof address === 'object' ? address.port : ''}`;
}

function html(body: string): RequestListener {
  return (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(body);
  };
}

/** Answers with the page at `/`, and with nothing much elsewhere; remembers who asked for what. */
async function serveLogged(body: string): Promise<{ origin: string; log: IncomingMessage[] }> {
  const log: IncomingMessage[] = [];
  const origin = await serve((request, response) => {
    log.push(request);
    if (request.url === '/') html(body)(request, response);
    else response.writeHead(200, { 'access-control-allow-origin': '*' }).end('x');
  });
  return { origin, log };
}

const never = new AbortController().signal;

function visit<Result>(
  options: BrowsingOptions,
  work: (session: BrowsingSession) => Promise<Result>,
  signal = never,
): Promise<Result> {
  return browsing.withSession(options, signal, work);
}

async function expectNextToWork(): Promise<void> {
  const origin = await serve(html('<title>next</title>'));
  const title = visit({}, async ({ page }) => {
    await page.goto(origin);
    return page.title();
  });
  await expect(title).resolves.toBe('next');
}

describe("the caller's headers", () => {
  test('go to their own origin, subresources included, and to no other', async () => {
    const other = await serveLogged('<p>other');
    const otherOrigin = other.origin.replace('127.0.0.1', 'other.example');
    const own =
      await serveLogged(`<script src="/script"></script><script src="${otherOrigin}/script"></script>
      <iframe src="${otherOrigin}/frame"></iframe><script>fetch('/data'); fetch('${otherOrigin}/data')</script>`);
    const values = {
      authorization: 'Bearer secret',
      'X-Token': 'secret',
      cookie: 'session=secret',
    };
    await visit({ headers: { url: own.origin, values } }, async ({ page }) => {
      await page.goto(own.origin, { waitUntil: 'load' });
      await vi.waitFor(() => expect(own.log.length).toBeGreaterThanOrEqual(3), waitOptions);
      await vi.waitFor(() => expect(other.log.length).toBeGreaterThanOrEqual(3), waitOptions);
    });
    for (const { headers, url } of own.log.filter(({ url }) => url !== '/favicon.ico')) {
      expect([url, headers.authorization, headers['x-token'], headers.cookie]).toEqual([
        url,
        'Bearer secret',
        'secret',
        'session=secret',
      ]);
    }
    expect(JSON.stringify(other.log.map(({ rawHeaders }) => rawHeaders))).not.toContain('secret');
  });

  test('with a cookie keep other ports of the same host out, whose cookies would be the same', async () => {
    const other = await serveLogged('<p>other');
    const own = await serveLogged(`<script src="${other.origin}/script"></script><p>x`);
    const headers = { url: own.origin, values: { cookie: 'session=secret' } };
    await visit({ headers }, async ({ page }) => {
      await page.goto(own.origin, { waitUntil: 'load' });
      expect(other.log).toEqual([]);
      await page.goto(other.origin, { waitUntil: 'load' });
    });
    expect(other.log.length).toBeGreaterThan(0);
    expect(JSON.stringify(other.log.map(({ rawHeaders }) => rawHeaders))).not.toContain('secret');
  });

  test('that cannot be sent are refused before anything is asked for', async () => {
    const headers = { url: 'https://shop.example', values: { host: 'other.example' } };
    await expect(visit({ headers }, async () => {})).rejects.toMatchObject({
      code: 'invalid_request',
    });
  });
});

describe('images, media and fonts', () => {
  const body = `<style>@font-face { font-family: f; src: url(/font) } p { font-family: f }</style><p>x
    <img src="/a.png"><img src="/b?image"><video src="/c.mp4" preload="auto"></video><audio src="/d" preload="auto"></audio>`;

  async function visitedBy(options: BrowsingOptions): Promise<readonly string[]> {
    const { origin, log } = await serveLogged(`${body}<link rel="stylesheet" href="/style">`);
    await visit(options, async ({ page }) => {
      await page.goto(origin, { waitUntil: 'load' });
      await page.evaluate('document.fonts.ready.then(() => true)');
    });
    return log
      .map(({ url = '' }) => url)
      .filter((url) => url !== '/favicon.ico')
      .sort();
  }

  test('are not loaded, by whatever name they come', async () => {
    expect(await visitedBy({})).toEqual(['/', '/style']);
  });

  test('are loaded where they are wanted', async () => {
    expect(await visitedBy({ load: ['image', 'media', 'font'] })).toEqual(
      expect.arrayContaining(['/', '/a.png', '/b?image', '/c.mp4', '/d', '/font', '/style']),
    );
  });

  test('are not loaded by popups either', async () => {
    const { origin, log } = await serveLogged('<p>x');
    await visit({}, async (session) => {
      const { page, context } = session;
      await page.goto(origin);
      const opened = context.waitForEvent('page');
      await page.evaluate("void window.open('about:blank')");
      const popup = await opened;
      await session.devtools(popup);
      await popup.goto(origin);
      await popup.evaluate(
        "new Promise((done) => { const i = new Image(); i.onerror = done; i.src = '/late.png' })",
      );
    });
    expect(log.map(({ url }) => url)).not.toContain('/late.png');
  });
});

describe('a session', () => {
  test('leaves nothing to the next: no cookies, no storage', async () => {
    const { origin } = await serveLogged('<p>x');
    const read = (): Promise<unknown> =>
      visit({}, async ({ page }) => {
        await page.goto(origin);
        return page.evaluate(`(() => { const before = document.cookie + localStorage.length;
          document.cookie = 'a=1'; localStorage.setItem('a', '1'); return before })()`);
      });
    expect([await read(), await read()]).toEqual(['0', '0']);
  });

  test('says what may not be navigated to', async () => {
    await visit({}, async (session) => {
      for (const url of [
        'file:///etc/passwd',
        'chrome://version',
        'javascript:1',
        'http://10.0.0.1',
      ]) {
        expect(() => session.parseUrl(url)).toThrow(
          expect.objectContaining({ code: 'invalid_request' }),
        );
      }
    });
  });

  test('refuses downloads, service workers and permissions', async () => {
    const origin = await serve((request, response) => {
      if (request.url === '/file') {
        response.writeHead(200, { 'content-disposition': 'attachment' }).end('x');
      } else html('<a href="/file" download>x</a>')(request, response);
    });
    await visit({}, async ({ page }) => {
      await page.goto(origin);
      const download = page.waitForEvent('download');
      await page.evaluate('document.links[0].click()');
      expect(await (await download).failure()).not.toBeNull();
      const states = await page.evaluate(`Promise.all(['geolocation', 'notifications', 'camera']
        .map(async (name) => (await navigator.permissions.query({ name })).state))`);
      expect(states).not.toContain('granted');
      await page.evaluate("navigator.serviceWorker.register('/worker.js').catch(() => {})");
      expect(
        await page.evaluate('navigator.serviceWorker.getRegistrations().then((all) => all.length)'),
      ).toBe(0);
    });
  });

  test('ends when a page asks for more than 500 resources', async () => {
    const origin = await serve(
      html(`<script>
      for (let i = 0; i < 600; i += 1) fetch('/' + i).catch(() => {})</script>`),
    );
    const long = visit({}, async ({ page, signal }) => {
      await page.goto(origin, { waitUntil: 'commit' });
      await raceSignal(new Promise(() => {}), signal);
    });
    await expect(long).rejects.toMatchObject({ details: { reason: 'page_too_heavy' } });
  });

  test.each([
    ['sets its fragment', 'location.hash = round'],
    ['replaces its address', "history.replaceState(null, '', '?' + round)"],
    ['pushes addresses', "history.pushState(null, '', '?' + round)"],
    ['loads itself anew', 'location.reload()'],
    ['goes on to other pages', "location.href = '/?' + Date.now()"],
  ])('a page that %s wins no further 500 requests', async (_name, again) => {
    const origin = await serve(
      html(`<script>(async () => {
        const loads = Number(localStorage.loads ?? 0);
        for (let round = loads; round < 10; round += 1) {
          localStorage.loads = round + 1;
          for (let i = 0; i < 100; i += 1) await fetch('/' + i).catch(() => {});
          ${again};
        }
        document.title = 'unlimited';
      })()</script>`),
    );
    const visited = visit({}, async ({ page }) => {
      await page.goto(origin, { waitUntil: 'commit' });
      await page.waitForFunction("document.title === 'unlimited'", undefined, { timeout: 0 });
    });
    await expect(visited).rejects.toMatchObject({ details: { reason: 'page_too_heavy' } });
  });

  test('a new page by the work itself has 500 requests of its own', async () => {
    const origin = await serve(
      html(`<script>(async () => {
        for (let i = 0; i < 400; i += 1) await fetch('/' + i).catch(() => {});
        document.title = 'loaded';
      })()</script>`),
    );
    const titles = await visit({}, async ({ page, ...session }) => {
      const seen: string[] = [];
      for (const path of ['/', '/next']) {
        session.startPage();
        await page.goto(origin + path, { waitUntil: 'commit' });
        await page.waitForFunction("document.title === 'loaded'");
        seen.push(await page.title());
      }
      return seen;
    });
    expect(titles).toEqual(['loaded', 'loaded']);
  });

  test('ends when a page loads more than 50 MB', async () => {
    const chunk = Buffer.alloc(1_048_576);
    const origin = await serve((request, response) => {
      if (request.url === '/')
        html("<script>fetch('/endless').then((r) => r.arrayBuffer())</script>")(request, response);
      else {
        const more = (): void => {
          while (!response.destroyed && response.write(chunk));
        };
        response.on('drain', more);
        more();
      }
    });
    const long = visit({}, async ({ page, signal }) => {
      await page.goto(origin, { waitUntil: 'commit' });
      await raceSignal(new Promise(() => {}), signal);
    });
    await expect(long).rejects.toMatchObject({ details: { reason: 'page_too_large' } });
    await expectNextToWork();
  });

  test('blames the browser for errors of Playwright alone', async () => {
    const late = visit({}, ({ page }) => page.locator('p').click({ timeout: 1 }));
    await expect(late).rejects.toMatchObject({
      code: 'service_unavailable',
      cause: expect.any(Error),
    });
    const own = new Error('Timeout 1ms exceeded.');
    await expect(visit({}, () => Promise.reject(own))).rejects.toBe(own);
  });

  test('on a page that never lets go ends with its signal, and the next one works', async () => {
    const origin = await serve(html('<script>while (true) {}</script>'));
    const controller = new AbortController();
    const stuck = visit(
      {},
      async ({ page }) => {
        const opening = page.goto(origin, { timeout: 0 });
        controller.abort('enough');
        await opening;
      },
      controller.signal,
    );
    await expect(stuck).rejects.toBe('enough');
    await expectNextToWork();
  });

  test('whose scripts fill their memory fails because of the page, and the next one works', async ({
    skip,
  }) => {
    skip(process.platform !== 'linux', watchedOnLinux);
    const origin = await serve(
      html('<script>const all = []; for (;;) all.push(new Array(1_000_000).fill(1));</script>'),
    );
    const filled = visit({}, ({ page }) => page.goto(origin, { timeout: 0 }));
    await expect(filled).rejects.toMatchObject({
      code: 'validation_failed',
      message: expect.stringContaining('memory'),
      details: { reason: 'page_too_heavy' },
    });
    await expectNextToWork();
  });

  test('whose renderer crashes fails, and the next one works', async () => {
    const crashed = visit({}, ({ page }: { readonly page: Page }) => page.goto('chrome://crash'));
    await expect(crashed).rejects.toMatchObject({ code: 'service_unavailable' });
    await expectNextToWork();
  });
});

test('a renderer that holds too much is ended', async ({ skip }) => {
  skip(process.platform !== 'linux', watchedOnLinux);
  const browser = await chromium.launch({
    executablePath: realBrowserPath(),
    chromiumSandbox: false,
  });
  const onExceeded = vi.fn<() => void>();
  const stop = watchMemory({ browser, maxBytes: 200 * 1_048_576, onExceeded });
  try {
    const page = await browser.newPage();
    const crashed = page.waitForEvent('crash');
    const filling = page
      .evaluate(
        'globalThis.held = Array.from({ length: 40 }, () => new Uint8Array(1e7).fill(1)); 0',
      )
      .catch(() => {});
    await crashed;
    await filling;
    expect(onExceeded).toHaveBeenCalled();
  } finally {
    stop();
    await browser.close();
  }
});

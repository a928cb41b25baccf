import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Browser } from '../src/runtime/contracts/browser.ts';
import type { Page } from '../src/runtime/contracts/fetcher.ts';
import { createEgress } from '../src/network/egress/create-egress.ts';
import { browserFetcher } from '../src/network/fetchers/http-fetcher.ts';
import { createGleaner, type GleanerOptions } from '../src/index.ts';
import { fetcherContract } from '../test-kit/contracts/fetcher-contract.ts';
import { realBrowser, realBrowserOptions } from './support/real-browser.ts';
import { stubBrowser } from './support/stub-browser.ts';
import { stubFetcher } from './support/stub-fetcher.ts';
import { useFixtureSite } from './support/use-fixture-site.ts';

const { urlOf, egress } = useFixtureSite();
const servers = new Set<Server>();
let browser: Browser;

beforeAll(() => {
  browser = realBrowser({
    idleMs: 60_000,
    maxContexts: 4,
    egress: createEgress({ allowPrivate: ['127.0.0.0/8'] }),
  });
});

afterAll(async () => {
  await browser.close?.();
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

const never = new AbortController().signal;

function render(
  url: string,
  request: Partial<Parameters<Browser['renderPage']>[0]> = {},
): Promise<Page> {
  return browser.renderPage({ url, headers: {}, stealth: false, signal: never, ...request });
}

function html(body: string): RequestListener {
  return (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(body);
  };
}

function textOf({ body }: Page): string {
  return new TextDecoder().decode(body);
}

/** What a browser makes of a document is no longer what was sent; everything else holds. */
const notByteByByte: ReadonlySet<string> = new Set([
  'a page comes with its URL, status, headers in lower case and every byte',
  'content encodings are removed from the body',
  'an HTTP error status is a page',
]);

describe('the fetcher contract', () => {
  test.each(fetcherContract.filter(({ name }) => !notByteByByte.has(name)))(
    '$name',
    async ({ run }) => {
      await expect(run(browserFetcher({ browser }))).resolves.toBeUndefined();
    },
  );
});

describe('a rendered page', () => {
  test('is what its scripts made of it, with the status and headers of the answer', async () => {
    const page = await render(urlOf('/app/'));
    expect(textOf(page)).toContain('<h1>Weather stations</h1>');
    expect(page).toMatchObject({ url: urlOf('/app/'), status: 200, isRendered: true });
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
  });

  test('with an error status is a page', async () => {
    const origin = await serve((_request, response) => {
      response.writeHead(404, { 'content-type': 'text/html', 'x-their': 'yes' }).end('<p>Gone');
    });
    const page = await render(origin);
    expect([page.status, page.headers['x-their']]).toEqual([404, 'yes']);
    expect(textOf(page)).toContain('<p>Gone</p>');
  });

  test('shows what stands in open shadow roots, slots filled', async () => {
    const origin = await serve(
      html(`<x-card><b slot="name">Lamp</b> and more</x-card><script>
        customElements.define('x-card', class extends HTMLElement {
          constructor() {
            super();
            this.attachShadow({ mode: 'open' }).innerHTML =
              '<style>b { color: red }</style><p>Name: <slot name="name"></slot><i><slot></slot></i></p>';
          }
        })</script>`),
    );
    expect(textOf(await render(origin))).toContain(
      '<x-card><p>Name: <b slot="name">Lamp</b><i> and more</i></p></x-card>',
    );
  });

  test('is waited for while data is on its way, and not for ever while something always moves', async () => {
    const origin = await serve((request, response) => {
      if (request.url === '/data') setTimeout(() => response.end('late'), 1_000);
      else {
        html(`<p>${'text '.repeat(40)}</p><p id="a"></p><p id="b"></p><script>
          setInterval(() => { b.textContent = Date.now() }, 50);
          fetch('/data').then((r) => r.text()).then((t) => { a.textContent = t });
        </script>`)(request, response);
      }
    });
    expect(textOf(await render(origin))).toContain('<p id="a">late</p>');
  });

  test('where a script led elsewhere is the page it led to', async () => {
    const origin = await serve((request, response) => {
      const isEnd = request.url === '/end';
      html(isEnd ? `<p>The end` : `<script>location = '/end'</script>`)(request, response);
    });
    const page = await render(origin);
    expect([page.url, textOf(page)]).toEqual([`${origin}/end`, expect.stringContaining('The end')]);
  });

  test.each([
    ['application/pdf', '%PDF-1.4 not a real one'],
    ['application/json', '{"a": [1, 2]}'],
    ['text/csv', 'a;b\n1;2'],
    ['application/octet-stream', '\0\u0001\u0002'],
  ])('that is %s comes byte by byte', async (type, content) => {
    const origin = await serve((_request, response) => {
      response.writeHead(200, { 'content-type': type, 'content-disposition': 'attachment' });
      response.end(content);
    });
    const page = await render(origin);
    expect(textOf(page)).toBe(content);
    expect(page.headers['content-type']).toBe(type);
  });

  test('that names its type twice is rendered', async () => {
    const origin = await serve((_request, response) => {
      const type = ['Content-Type', 'text/html'] as const;
      response.writeHead(200, [...type, ...type]);
      response.end('<p>Before<script>document.querySelector("p").textContent = "After"</script>');
    });
    const page = await render(origin);
    expect([page.isRendered, textOf(page)]).toEqual([true, expect.stringContaining('After')]);
  });

  test('never comes from where the guard does not lead, redirects included', async () => {
    const guarded = realBrowser({
      egress: createEgress({ allowPrivate: [`127.0.0.1/32:${new URL(urlOf('/')).port}`] }),
    });
    const other = await serve(html('<p>private'));
    const origin = await serve((_request, response) =>
      response.writeHead(302, { location: other }).end(),
    );
    for (const url of [
      other,
      origin,
      'file:///etc/passwd',
      'chrome://version',
      'data:text/html,x',
    ]) {
      const refused = guarded.renderPage({ url, headers: {}, stealth: false, signal: never });
      await expect(refused).rejects.toMatchObject({ code: 'invalid_request' });
    }
    await guarded.close?.();
  });
});

async function scrapeApp(options: GleanerOptions, format: 'markdown' | 'html' = 'markdown') {
  const gleaner = createGleaner({ egress: egress(), ...options });
  try {
    return await gleaner.scrape({ url: urlOf('/app/'), format });
  } finally {
    await gleaner.close();
  }
}

describe('a page that needs its scripts', () => {
  test('is rendered without being asked to', async () => {
    const { markdown, warnings } = await scrapeApp({ browser: realBrowserOptions() });
    expect(markdown).toContain('# Weather stations');
    expect(warnings).toEqual([]);
  });

  test('fails without a browser, with the way out, instead of giving what is said to those without scripts', async () => {
    await expect(scrapeApp({ browser: false })).rejects.toMatchObject({
      code: 'validation_failed',
      details: { reason: 'browser_needed' },
    });
    await expect(
      scrapeApp({ browser: { executablePath: '/nowhere/chrome' } }),
    ).rejects.toMatchObject({
      code: 'service_unavailable',
      message: expect.stringMatching(
        /^The page shows nothing before its scripts .*"\/nowhere\/chrome"/,
      ),
    });
  });

  test('comes as served where that is wanted and no browser is there, and says so', async () => {
    const page = await scrapeApp({ browser: false }, 'html');
    expect(page.html).toContain('<div id="root"></div>');
    expect(page.warnings).toEqual([expect.stringContaining('read as it was served')]);
  });

  test.each([
    ['a short page', '<h1>Hello</h1><p>Short.</p><script src="/count.js"></script>'],
    ['a page without scripts', '<div id="root">Soon.</div>'],
    [
      'a list',
      `<div id="app">${'<a href="/x">x</a>'.repeat(9)}</div><script src="/a.js"></script>`,
    ],
    ['a form', '<div id="app"><form><input name="q"></form></div><script src="/a.js"></script>'],
  ])('is not %s', async (_what, body) => {
    const gleaner = createGleaner({
      fetcher: stubFetcher(body),
      browser: stubBrowser({ pages: [] }),
    });
    const page = await gleaner.scrape({ url: 'https://shop.example/' });
    expect(page.html).toBe(body);
  });

  test('that was rendered by the fetcher is not rendered again', async () => {
    const shell = '<div id="root"></div><script src="/a.js"></script>';
    const fetcher = stubFetcher({ body: Buffer.from(shell), isRendered: true });
    const gleaner = createGleaner({ fetcher, browser: stubBrowser({ pages: [] }) });
    expect((await gleaner.scrape({ url: 'https://shop.example/' })).html).toBe(shell);
  });

  test('but carries its data in its markup is read from that where there is no browser', async () => {
    const body = `<div id="root"></div><script src="/a.js"></script>
      <script type="application/ld+json">{"@type": "Product", "name": "Brass lamp"}</script>`;
    const gleaner = createGleaner({ fetcher: stubFetcher(body), browser: false });
    const schema = { type: 'object', properties: { name: { type: 'string' } } };
    const { result, warnings } = await gleaner.extract({
      url: 'https://shop.example/',
      prompt: 'The product’s name',
      schema,
    });
    expect(result).toEqual({ name: 'Brass lamp' });
    expect(warnings).toContainEqual(expect.stringContaining('read as it was served'));
  });
});

describe('a proxy for one request', () => {
  test('is used by the fetcher and by the browser, and must be one that may be reached', async () => {
    const asked: string[] = [];
    const proxy = createServer();
    servers.add(proxy);
    proxy.on('connect', ({ url = '' }, client: Socket) => {
      asked.push(url);
      const target = connect(Number(url.split(':').at(-1)), '127.0.0.1');
      client.write('HTTP/1.1 200 OK\r\n\r\n');
      client.on('error', () => target.destroy()).on('close', () => target.destroy());
      target.on('error', () => client.destroy());
      client.pipe(target).pipe(client);
    });
    proxy.listen(0, '127.0.0.1');
    await once(proxy, 'listening');
    const address = proxy.address();
    const port = address !== null && typeof address === 'object' ? address.port : 0;
    const [sitePort = ''] = egress().allowPrivate ?? [];
    const input = {
      url: urlOf('/app/'),
      format: 'markdown',
      proxy: `http://127.0.0.1:${port}`,
    } as const;

    const gleaner = createGleaner({
      egress: { allowPrivate: [sitePort, `127.0.0.1/32:${port}`] },
      browser: realBrowserOptions(),
    });
    const { markdown } = await gleaner.scrape(input);
    expect(markdown).toContain('# Weather stations');
    const host = new URL(urlOf('/')).host;
    // Once by the fetcher, and again by the browser that rendered the shell.
    expect(asked.length).toBeGreaterThanOrEqual(2);
    expect(new Set(asked)).toEqual(new Set([host]));
    await gleaner.close();

    const strict = createGleaner({ egress: { allowPrivate: [sitePort] }, browser: false });
    await expect(strict.scrape(input)).rejects.toMatchObject({ code: 'invalid_request' });
    await strict.close();
  });
});

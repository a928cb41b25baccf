import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { chromium, type BrowserServer } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chromiumBrowser } from '../src/browser/chromium-browser.ts';
import { createEgress } from '../src/network/egress/create-egress.ts';
import { advice } from '../src/runtime/errors/advice.ts';
import { realBrowserPath } from './support/real-browser.ts';

let remote: BrowserServer;
let site: Server;
let url: string;
let privateUrl: string;
const asked: string[] = [];

beforeAll(async () => {
  remote = await chromium.launchServer({
    executablePath: realBrowserPath(),
    chromiumSandbox: false,
    host: '127.0.0.1',
  });
  site = createServer((request, response) => {
    const { host = '', 'x-token': token } = request.headers;
    asked.push(`${host.split(':')[0]}${request.url} ${String(token)}`);
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end(`<p>made by</p><img src="/a.png"><img src="/image"><script>
      fetch('${privateUrl}/fetch', { mode: 'no-cors' }).catch(() => {}).then(() => {
        document.querySelector('p').textContent += ' its scripts' })</script>`);
  }).listen(0, '127.0.0.1');
  await once(site, 'listening');
  const address = site.address();
  const port = address !== null && typeof address === 'object' ? address.port : '';
  url = `http://127.0.0.1:${port}/`;
  privateUrl = `http://localhost:${port}`;
});

afterAll(async () => {
  site.closeAllConnections();
  site.close();
  await remote.close();
});

describe('a browser that runs elsewhere', () => {
  test('renders, and asks for nothing that the guard refuses', async () => {
    const browser = chromiumBrowser({
      playwrightUrl: remote.wsEndpoint(),
      // The name leads to an address that is not in the list.
      egress: createEgress({
        allowPrivate: ['127.0.0.1/32'],
        lookup: async () => [{ address: '127.0.0.2', family: 4 }],
      }),
    });
    const request = {
      headers: { 'x-token': 'mine' },
      stealth: false,
      signal: AbortSignal.timeout(50_000),
    };
    const page = await browser.renderPage({ ...request, url });
    expect(Buffer.from(page.body).toString()).toContain('<p>made by its scripts</p>');
    expect(asked.filter((line) => !line.includes('favicon'))).toEqual(['127.0.0.1/ mine']);
    const refused = browser.renderPage({ ...request, url: `${privateUrl}/` });
    await expect(refused).rejects.toMatchObject({ code: 'invalid_request' });
    await browser.close?.();
  });

  test('that cannot be reached is reported by its host, without what may be a secret', async () => {
    for (const options of [
      { cdpUrl: 'http://127.0.0.1:1/?token=secret' },
      { playwrightUrl: 'ws://127.0.0.1:1/?token=secret' },
    ]) {
      const browser = chromiumBrowser(options);
      const signal = AbortSignal.timeout(50_000);
      const failed = browser.renderPage({ url, headers: {}, stealth: false, signal });
      await expect(failed).rejects.toMatchObject({
        code: 'service_unavailable',
        message: `The browser at 127.0.0.1:1 could not be connected to. ${advice.checkEndpoint}`,
      });
      expect(browser.listEndpoints()).toMatchObject([{ host: '127.0.0.1:1', state: 'down' }]);
      await browser.close();
    }
  });

  test('is named in one way', () => {
    expect(() => chromiumBrowser({ cdpUrl: 'http://a:1', playwrightUrl: 'ws://a:1' })).toThrow(
      TypeError,
    );
  });

  test.each([
    [{ cdpUrl: [] }, 'Expected `cdpUrl` to be a URL, or a list of 1 to 100 URLs.'],
    [
      { cdpUrl: 'a:9222?token=secret' },
      /^Expected `cdpUrl` to be an absolute URL with http:\/\/, /,
    ],
    [
      { cdpUrl: ['http://a:1', 'ftp://b:2'] },
      'Expected `cdpUrl[1]` to be an absolute URL with http://, https://, ws:// or wss://.',
    ],
    [
      { playwrightUrl: ['http://a:1'] },
      'Expected `playwrightUrl[0]` to be an absolute URL with ws:// or wss://.',
    ],
    [
      { cdpUrl: ['http://a:1', 'http://a:1/'] },
      'Expected `cdpUrl[1]` to be another browser than those before it.',
    ],
  ])('%o is refused by name, without its value', (options, message) => {
    expect(() => chromiumBrowser(options)).toThrow(TypeError);
    expect(() => chromiumBrowser(options)).toThrow(message);
  });
});

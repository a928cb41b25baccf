import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { realBrowsing, type RealBrowsing } from './support/real-browsing.ts';

let browsing: RealBrowsing;
let site: Server;
let origin: string;
const asked = new Map<string, IncomingHttpHeaders>();

beforeAll(async () => {
  site = createServer(({ url = '', headers }, response) => {
    asked.set(url, headers);
    const type = url.endsWith('.js') ? 'text/javascript' : 'text/html';
    response.writeHead(200, { 'content-type': type });
    response.end(url.endsWith('.js') ? `postMessage(${signs})` : '<p>x');
  }).listen(0, '127.0.0.1');
  await once(site, 'listening');
  const address = site.address();
  origin = `http://127.0.0.1:${address !== null && typeof address === 'object' ? address.port : ''}`;
});

afterAll(() => {
  site.closeAllConnections();
  site.close();
});

interface Signs {
  readonly userAgent: string;
  readonly brands: readonly { readonly brand: string; readonly version: string }[];
  readonly languages: readonly string[];
  readonly platform: string;
}

const signs =
  '({ userAgent: navigator.userAgent, brands: navigator.userAgentData.brands, languages: navigator.languages, platform: navigator.platform })';

// One with patchright where it is installed, as it is for these tests, and one for those who have not got it.
describe.each(['with patchright-core', 'without patchright-core'])('stealth %s', (name) => {
  beforeAll(() => {
    if (name.startsWith('without')) {
      vi.doMock('patchright-core', () => {
        throw new Error('not installed');
      });
    }
    browsing = realBrowsing({ allowPrivate: ['127.0.0.0/8'] });
  });

  afterAll(async () => {
    await browsing.close();
    vi.doUnmock('patchright-core');
  });

  test('looks the same in requests, pages and workers, and like no driven browser', async () => {
    asked.clear();
    const seen = await browsing.withSession(
      { stealth: true },
      new AbortController().signal,
      async ({ page }) => {
        await page.goto(`${origin}/`);
        return page.evaluate<{
          page: Signs;
          worker: Signs;
          isDriven: boolean;
          versions: readonly { readonly version: string }[];
          sizes: readonly number[];
        }>(`(async () => ({
          page: ${signs},
          worker: await new Promise((done) => { new Worker('/worker.js').onmessage = ({ data }) => done(data) }),
          isDriven: navigator.webdriver,
          versions: (await navigator.userAgentData.getHighEntropyValues(['fullVersionList'])).fullVersionList,
          sizes: [innerWidth, innerHeight, screen.width, screen.height],
        }))()`);
      },
    );
    expect(seen.page.userAgent).toMatch(
      /^Mozilla\/5\.0 \([^)]+\) AppleWebKit\/537\.36 \(KHTML, like Gecko\) Chrome\/(\d+)\.0\.0\.0 Safari\/537\.36$/,
    );
    expect(seen.worker).toEqual(seen.page);
    expect(seen.isDriven).toBe(false);
    expect(seen.page.languages).toEqual(['en-US', 'en']);
    expect(seen.sizes).toEqual([1_920, 945, 1_920, 1_080]);
    const hints = seen.page.brands.map(({ brand, version }) => `"${brand}";v="${version}"`);
    expect(asked.get('/')).toMatchObject({
      'user-agent': seen.page.userAgent,
      'sec-ch-ua': hints.join(', '),
      'accept-language': 'en-US,en;q=0.9',
    });
    expect(asked.get('/worker.js')?.['user-agent']).toBe(seen.page.userAgent);
    // The detailed versions name the same major ones.
    expect(seen.versions.map(({ version }) => version.split('.')[0])).toEqual(
      seen.page.brands.map(({ version }) => version),
    );
  });
});

test('without stealth a browser says that it is automated', async () => {
  browsing = realBrowsing({ allowPrivate: ['127.0.0.0/8'] });
  const seen = browsing.withSession({}, new AbortController().signal, async ({ page }) => {
    await page.goto(`${origin}/`);
    return page.evaluate('[navigator.userAgent, navigator.webdriver]');
  });
  await expect(seen).resolves.toEqual([expect.stringContaining('HeadlessChrome'), true]);
  await browsing.close();
});

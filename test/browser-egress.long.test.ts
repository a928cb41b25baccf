import { setTimeout } from 'node:timers/promises';
import { chromium, type BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { checkGuard } from '../src/browser/launch/launch-browser.ts';
import { realBrowserPath } from './support/real-browser.ts';
import { realBrowsing, type RealBrowsing } from './support/real-browsing.ts';
import { serveHostileSite, type HostileSite } from './support/serve-hostile-site.ts';
import { waitOptions } from './support/wait-options.ts';

const name = 'rebinding.example';
let site: HostileSite;
let browsing: RealBrowsing;
/** Addresses of the name, answer by answer: it passes the first check, and leads to the canary ever after. */
let answers = 0;

beforeAll(async () => {
  site = await serveHostileSite(name);
  browsing = realBrowsing({
    allowPrivate: [`127.0.0.1/32:${site.port}`],
    lookup: async () => {
      answers += 1;
      return [{ address: '127.0.0.1', family: 4 }];
    },
  });
});

afterAll(async () => {
  await browsing.close();
  site.close();
});

/** Opens every page, and gives the ways back that the browser itself says were tried. */
async function openAll(
  context: BrowserContext,
  hasTriedAll: (tried: ReadonlySet<string>) => boolean,
): Promise<ReadonlySet<string>> {
  const tried = new Set<string>();
  context.on('request', (request) => {
    const { port, pathname } = new URL(request.url());
    if (port === String(site.canaryPort)) tried.add(pathname);
  });
  await Promise.all(
    site.pages.map(async (url) => {
      const page = await context.newPage();
      await page.goto(url, { waitUntil: 'commit' }).catch(() => {});
      await page.waitForLoadState('load', { timeout: 3_000 }).catch(() => {});
    }),
  );
  await vi.waitFor(() => expect(hasTriedAll(tried)).toBe(true), waitOptions);
  return tried;
}

describe('pages with scripts, in every way they can try', () => {
  test.each([
    ['refused', false],
    ['kept', true],
  ])(
    'reach nothing on loopback but what the embedder opened, with downloads %s',
    async (_, keepsDownloads) => {
      const tried = await browsing.withSession(
        { load: ['image', 'media', 'font'], keepsDownloads },
        new AbortController().signal,
        async ({ context }) => {
          const ways = await openAll(context, ({ size }) => size >= 60 && answers > 0);
          // What is on its way has time to arrive. A slow machine can only make this miss something, not fail.
          await setTimeout(1_500);
          return ways;
        },
      );
      expect([...site.reached]).toEqual([]);
      expect(site.connections()).toBe(0);
      // The positive side: they did try.
      expect(tried.size).toBeGreaterThanOrEqual(60);
    },
  );

  test('would reach it in a browser without the guard', async () => {
    const browser = await chromium.launch({
      executablePath: realBrowserPath(),
      chromiumSandbox: false,
      args: [`--host-resolver-rules=MAP ${name} 127.0.0.1`],
    });
    try {
      await openAll(await browser.newContext(), () => site.reached.size >= 90);
      expect(site.reached.size).toBeGreaterThanOrEqual(90);
    } finally {
      await browser.close();
    }
  });
});

describe('the check at the start', () => {
  test('refuses a browser whose pages get past the guard', async () => {
    const browser = await chromium.launch({
      executablePath: realBrowserPath(),
      chromiumSandbox: false,
      args: ['--host-resolver-rules=MAP proxy.invalid 127.0.0.1'],
    });
    try {
      await expect(
        checkGuard({ browser, proxyHost: 'proxy.invalid', isStealth: false }),
      ).rejects.toMatchObject({
        code: 'service_unavailable',
        message: expect.stringContaining('past the guard'),
      });
    } finally {
      await browser.close();
    }
  });
});

import { chromium } from 'playwright-core';
import { expect, test } from 'vitest';
import { createHttpHandler, serve } from '../../src/web/http/index.ts';
import { openService } from '../support/open-service.ts';
import { realBrowserOptions } from '../support/real-browser.ts';

test('the page of the API shows every endpoint, asks no other server, and runs nothing but its own script', async () => {
  const { service } = openService();
  const server = await serve({ handler: createHttpHandler(service) });
  const { executablePath, sandbox } = realBrowserOptions();
  const browser = await chromium.launch({
    ...(executablePath === undefined ? {} : { executablePath }),
    chromiumSandbox: sandbox !== false && process.getuid?.() !== 0,
  });
  try {
    const page = await browser.newPage();
    const faults: string[] = [];
    const asked: string[] = [];
    page.on('console', (message) => faults.push(message.text()));
    page.on('pageerror', (error) => faults.push(error.message));
    page.on('request', (request) => asked.push(request.url()));
    await page.goto(`${server.url}/docs`);
    await page.waitForSelector('details:nth-of-type(6), h2 + details');
    expect(await page.locator('summary code').allTextContents()).toEqual([
      '/v1/smartscraper',
      '/v1/scrape',
      '/v1/smartbrowse/recipes/{id}/run',
      '/v1/smartbrowse/runs/{id}',
      '/v1/smartbrowse/usage',
      'your URL',
    ]);
    expect(asked).toEqual([`${server.url}/docs`, `${server.url}/v1/openapi.json`]);
    expect(faults).toEqual([]);
    await page.evaluate(() => {
      for (const box of document.querySelectorAll('details')) box.open = true;
    });
    // What has nothing to show has no heading for it, and no value is an empty box.
    expect(await page.locator('tbody:not(:has(tr))').count()).toBe(0);
    expect(await page.locator('code:empty').count()).toBe(0);
    // On a telephone no short name of a field is broken, and the page is no wider than the screen.
    await page.setViewportSize({ width: 360, height: 640 });
    const broken = await page.locator('td:first-child code').evaluateAll((names) =>
      names
        .filter(({ textContent }) => textContent.length <= 30)
        .filter((name) => name.getClientRects().length > 1)
        .map((name) => name.textContent),
    );
    expect(broken).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    // The policy holds: what is put into the page does not run.
    await page.evaluate(() => {
      const script = document.createElement('script');
      script.textContent = 'document.title = "injected"';
      document.body.append(script);
    });
    expect(await page.title()).toBe('Web extraction');
    expect(faults.join()).toContain('Content Security Policy');
  } finally {
    await browser.close();
    await server.close({ graceMs: 0 });
  }
});

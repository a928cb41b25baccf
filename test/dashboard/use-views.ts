import { rmSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { chromium, type Browser, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { realBrowserOptions } from '../support/real-browser.ts';
import { buildFrontEnd } from './build-front-end.ts';
import { createFakeDashboard, type FakeDashboard } from './fake-dashboard.ts';

type PageOptions = NonNullable<Parameters<Browser['newContext']>[0]>;

/** The built front end in a real Chromium, with made-up answers. */
export interface UsedViews {
  readonly origin: string;
  /** Of the built front end. */
  readonly folder: () => string;
  /** A new one for each test. */
  readonly dashboard: () => FakeDashboard;
  /** Opens an address of the front end in a browser window of its own. */
  readonly open: (address: string, options?: PageOptions) => Promise<Page>;
  /** As `open`, once the view with this title shows what it has read. */
  readonly openView: (address: string, title: string, options?: PageOptions) => Promise<Page>;
  /** Goes to a view and waits for what it reads. */
  readonly show: (page: Page, address: string, title: string) => Promise<void>;
}

/**
 * Opens views for the tests of a file. A test fails where a page does what it must not: console messages, reports of its policy,
 * requests elsewhere, dialogs of the browser.
 */
export function useViews(): UsedViews {
  const origin = 'https://dashboard.invalid';
  let folder = '';
  let browser: Browser | undefined;
  let dashboard: FakeDashboard | undefined;
  let faults: string[] = [];

  beforeAll(async () => {
    folder = buildFrontEnd();
    const { executablePath = '', sandbox } = realBrowserOptions();
    browser = await chromium.launch({
      executablePath,
      chromiumSandbox: sandbox !== false && process.getuid?.() !== 0,
    });
  });

  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true });
  });

  beforeEach(() => {
    faults = [];
    dashboard = createFakeDashboard(folder);
  });

  afterEach(async () => {
    for (const context of browser?.contexts() ?? []) await context.close();
    if (faults.length > 0) throw new Error(faults.join('\n'));
  });

  function requireDashboard(): FakeDashboard {
    if (dashboard === undefined) throw new Error('The dashboard runs only while tests do.');
    return dashboard;
  }

  async function open(address: string, options: PageOptions = {}): Promise<Page> {
    if (browser === undefined) throw new Error('The browser runs only while tests do.');
    const viewport = { width: 1_280, height: 900 };
    const context = await browser.newContext({ viewport, reducedMotion: 'reduce', ...options });
    const page = await context.newPage();
    // A limit against hangs and no measure of speed.
    page.setDefaultTimeout(110_000);
    page.on('pageerror', (error) => faults.push(String(error)));
    page.on('console', (message) => {
      // The browser writes a line for every answer that is a failure.
      if (!message.text().startsWith('Failed to load resource')) faults.push(message.text());
    });
    page.on('dialog', (dialog) => {
      faults.push(`dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
    await page.route('**/*', async (route) => {
      const request = route.request();
      if (!request.url().startsWith(origin)) {
        faults.push(`request: ${request.url()}`);
        return route.abort();
      }
      const response = await requireDashboard().handler(
        new Request(request.url(), {
          method: request.method(),
          ...(request.postData() === null ? {} : { body: request.postData() }),
        }),
      );
      return route.fulfill({
        status: response.status,
        headers: Object.fromEntries(response.headers),
        body: Buffer.from(await response.arrayBuffer()),
      });
    });
    await page.goto(`${origin}/${address}`);
    return page;
  }

  return {
    origin,
    folder: () => folder,
    dashboard: requireDashboard,
    open,
    async openView(address, title, options) {
      const page = await open(address, options);
      await untilShown(page, title);
      return page;
    },
    async show(page, address, title) {
      await page.goto(`${origin}/${address}`);
      await untilShown(page, title);
    },
  };
}

async function untilShown(page: Page, title: string): Promise<void> {
  await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor();
  await page.locator('.skeleton').first().waitFor({ state: 'detached' });
}

/** Keeps a picture for people where `GLEANER_TEST_PICTURES` names a folder. */
export async function takePicture(page: Page, name: string): Promise<void> {
  const pictures = process.env['GLEANER_TEST_PICTURES'];
  if (pictures === undefined) return;
  await page.screenshot({ path: path.join(pictures, `${name}.png`), fullPage: true });
}

/** The addresses and titles of all views of an account, and of the operator. */
export const allViews = {
  account: [
    ['', 'Overview'],
    ['#/keys', 'Keys'],
    ['#/recipes', 'Recipes'],
    ['#/recipes/Rc7dP2wQz1k', 'Books of the shop'],
    ['#/runs', 'Runs'],
    ['#/runs/7hGk2LmPq9X', 'Run 7hGk2LmPq9X'],
    ['#/schedules', 'Schedules'],
    ['#/webhooks', 'Webhooks'],
    ['#/playground', 'Playground'],
    ['#/settings', 'Settings'],
    ['#/nowhere', 'Nothing here'],
  ],
  operator: [
    ['', 'Service'],
    ['#/accounts', 'Accounts'],
    ['#/accounts/acc_4Tz81', 'Account acc_4Tz81'],
  ],
} as const;

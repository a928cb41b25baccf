import { rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import process from 'node:process';
import { chromium, type Browser, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import type { Mail } from '../../src/runtime/contracts/mailer.ts';
import { createDashboard, type DashboardHandler } from '../../src/web/dashboard/index.ts';
import { toNodeListener } from '../../src/web/http/index.ts';
import {
  addCustomer,
  openService,
  until,
  type OpenService,
  type OpenServiceOptions,
} from '../support/open-service.ts';
import { realBrowserOptions } from '../support/real-browser.ts';
import { buildFrontEnd } from './build-front-end.ts';

/** A service that works, with a customer and its dashboard at an origin. */
export interface OpenJourney extends OpenService {
  readonly origin: string;
  readonly account: string;
  readonly recipeId: string;
  readonly mails: readonly Mail[];
}

export interface UsedJourney {
  /** Only while a test runs. */
  readonly open: () => OpenJourney;
  /** A window of a browser that nobody has signed in with. */
  readonly openPage: () => Promise<Page>;
  /** Signs in as a person does: asks for a link, opens it from the e-mail, presses. */
  readonly signIn: () => Promise<Page>;
}

/**
 * For each test of a file a service of its own behind a server on loopback, and one Chromium for all. A test fails where a page
 * writes to the console.
 */
export function useJourney(options: () => OpenServiceOptions = () => ({})): UsedJourney {
  let folder = '';
  let browser: Browser | undefined;
  let journey: OpenJourney | undefined;
  let closeServer: (() => Promise<unknown>) | undefined;
  let mails: Mail[] = [];
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

  beforeEach(async () => {
    [mails, faults] = [[], []];
    const opened = openService(options());
    const { service, clock } = opened;
    const customer = await addCustomer(service, { email: 'ada@shop.test' });
    await service.start();
    let handler: DashboardHandler | undefined;
    const server = createServer(
      toNodeListener(async (request) => (await handler?.(request)) ?? new Response()),
    );
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const mailer = { name: 'test', send: async (mail: Mail) => void mails.push(mail) };
    handler = createDashboard(service, { origin, mailer, folder, clock });
    journey = { ...opened, ...customer, origin, mails };
    closeServer = () => {
      server.closeAllConnections();
      return new Promise((resolve) => {
        server.close(resolve);
      });
    };
  });

  afterEach(async () => {
    for (const context of browser?.contexts() ?? []) await context.close();
    await closeServer?.();
    await journey?.service.close({ drainMs: 0 });
    if (faults.length > 0) throw new Error(faults.join('\n'));
  });

  function open(): OpenJourney {
    if (journey === undefined) throw new Error('The service runs only while tests do.');
    return journey;
  }

  async function openPage(): Promise<Page> {
    if (browser === undefined) throw new Error('The browser runs only while tests do.');
    const page = await browser.newPage({ reducedMotion: 'reduce' });
    // A limit against hangs and no measure of speed.
    page.setDefaultTimeout(110_000);
    page.on('pageerror', (error) => faults.push(String(error)));
    page.on('console', (message) => {
      // The browser writes a line for every answer that is a refusal: no sign-in, another version, a wrong expression, no session.
      if (!/\b(?:400|401|404|409)\b/.test(message.text())) faults.push(message.text());
    });
    return page;
  }

  /** The address in the e-mail after so many. */
  async function readLink(after: number): Promise<string> {
    const mail = await until(() => mails[after]);
    return /https?:\S+/.exec(mail.text)?.[0] ?? '';
  }

  return {
    open,
    openPage,
    async signIn() {
      const page = await openPage();
      const before = mails.length;
      await page.goto(open().origin);
      await page.getByLabel('E-mail address').fill('ada@shop.test');
      await page.getByRole('button', { name: 'Send the link' }).click();
      await page.goto(await readLink(before));
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
      return page;
    },
  };
}

/** Goes to a view by the navigation. */
export async function go(page: Page, name: string): Promise<void> {
  await page.getByRole('navigation').getByRole('link', { name }).click();
  await page.getByRole('heading', { level: 1, name }).waitFor();
}

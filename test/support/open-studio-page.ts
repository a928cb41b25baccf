import process from 'node:process';
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';
import { createEgress } from '../../src/network/egress/create-egress.ts';
import { createGleaner, type Gleaner } from '../../src/core/engine/create-gleaner.ts';
import { serve } from '../../src/web/http/index.ts';
import type { StudioHandler, StudioRecipes, StudioStart } from '../../src/web/studio/index.ts';
import { createStudio, createStudioToken } from '../../src/web/studio/index.ts';
import { realBrowser, realBrowserOptions } from './real-browser.ts';

interface Point {
  readonly x: number;
  readonly y: number;
}

/** A person's own browser, and studios that are used in it. */
export interface StudioStage {
  /** The engine that the studios show pages with; it reaches loopback. */
  readonly gleaner: Gleaner;
  /** Opens the page of a new studio. */
  open(options?: OpenPageOptions): Promise<Page>;
  /** Resolves to where the middle of an element of a site stands in a page of the studio's usual size. */
  locate(url: string, selector: string): Promise<Point>;
  /** Resolves to a page's picture, as a JPEG in Base64. */
  takePicture(html: string): Promise<string>;
  /** Throws what a page did that it must not do: console messages, reports of its policy, requests elsewhere, dialogs. */
  checkFaults(): void;
  /** Closes what `open` has opened. */
  clear(): Promise<void>;
  close(): Promise<void>;
}

export interface OpenPageOptions extends BrowserContextOptions {
  readonly start?: StudioStart;
  readonly recipes?: StudioRecipes;
  /** Answers in the place of a real studio. */
  readonly handler?: StudioHandler;
}

/** Starts both browsers. `folder` holds the built front end. */
export async function openStudioStage(folder: string): Promise<StudioStage> {
  const egress = { allowPrivate: ['127.0.0.1/32'] };
  const shown = realBrowser({ egress: createEgress(egress), idleMs: 60_000 });
  const gleaner = createGleaner({ browser: shown, egress });
  const { executablePath = '', sandbox } = realBrowserOptions();
  const browser: Browser = await chromium.launch({
    executablePath,
    chromiumSandbox: sandbox !== false && process.getuid?.() !== 0,
  });
  const faults: string[] = [];
  const servers: { close(options: { readonly graceMs: number }): Promise<void> }[] = [];

  async function clear(): Promise<void> {
    await Promise.all(browser.contexts().map((context) => context.close()));
    await Promise.all(servers.splice(0).map((server) => server.close({ graceMs: 0 })));
  }

  return {
    gleaner,
    async open({ start = {}, recipes, handler, ...options } = {}) {
      const token = createStudioToken();
      const studio = handler ?? createStudio({ gleaner, token, start, recipes, folder });
      const server = await serve({ handler: studio });
      servers.push(server);
      const viewport = { width: 1_440, height: 900 };
      const context = await browser.newContext({ viewport, reducedMotion: 'reduce', ...options });
      const page = await context.newPage();
      page.setDefaultTimeout(20_000);
      page.on('pageerror', (error) => faults.push(String(error)));
      page.on('console', (message) => {
        // The browser writes a line for every answer that is a failure, such as that there is no session yet.
        if (!message.text().startsWith('Failed to load resource')) faults.push(message.text());
      });
      page.on('dialog', (dialog) => {
        faults.push(`dialog: ${dialog.message()}`);
        void dialog.dismiss();
      });
      page.on('request', (request) => {
        const url = request.url();
        const isOwn = url.startsWith(`${server.url}/`) || /^(?:data|blob):/.test(url);
        if (!isOwn) faults.push(`request: ${url}`);
      });
      await page.goto(`${server.url}/?token=${token}`);
      return page;
    },
    async locate(url, selector) {
      const page = await browser.newPage({ viewport: { width: 1_280, height: 800 } });
      await page.goto(url);
      const box = await page.locator(selector).first().boundingBox();
      await page.close();
      if (box === null) throw new Error(`${url} does not show ${selector}.`);
      return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    },
    async takePicture(html) {
      const page = await browser.newPage({ viewport: { width: 1_280, height: 800 } });
      await page.setContent(html);
      const bytes = await page.screenshot({ type: 'jpeg', quality: 70 });
      await page.close();
      return bytes.toString('base64');
    },
    checkFaults() {
      const found = faults.splice(0);
      if (found.length > 0) throw new Error(found.join('\n'));
    },
    clear,
    async close() {
      await clear();
      await browser.close();
      await gleaner.close();
      await shown.close?.();
    },
  };
}

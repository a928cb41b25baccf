import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import pLimit, { type LimitFunction } from 'p-limit';
import type { Browser as PlaywrightBrowser } from 'playwright-core';
import type { Browser } from '../contracts/browser.ts';
import type { Egress } from '../egress/create-egress.ts';
import type { ChromiumBrowserOptions } from './chromium-browser-options.ts';
import { createBrowserPool, type BrowserPool } from './session/browser-pool.ts';
import { createBrowsing, type Browsing } from './session/browsing.ts';
import type { SessionTap } from './session/session-tap.ts';
import type { RemoteEndpoint } from './launch/remote-endpoint.ts';
import { launchBrowser } from './launch/launch-browser.ts';
import { printContextOptions, printPdf } from './render/print-pdf.ts';
import { renderPage } from './render/render-page.ts';
import { GleanerError } from '../errors/gleaner-error.ts';
import { loadPlaywright } from './launch/load-playwright.ts';

/** The same limits as for a page that is fetched without a browser. */
const renderLimits = { timeoutMs: 30_000, maxBytes: 10 * 1_048_576 };

/** A browser whose sessions can be tapped. */
export interface TappableBrowser extends Required<Browser> {
  /** Returns the same browser with sessions of its own, whose pages request through the tap. Closing either closes both. */
  withTap(tap: SessionTap): Required<Browser>;
  /** Sessions that people work in, guarded like those of runs: in a process of their own, as many as are asked for. */
  readonly interactive: Browsing;
}

/**
 * Creates the browser that `chromiumBrowser` loads on its first use; `remote` is a browser that already runs. Opens
 * nothing.
 */
export function createChromiumBrowser(
  options: ChromiumBrowserOptions,
  egress: Egress,
  remote: RemoteEndpoint | undefined,
): TappableBrowser {
  const { executablePath, sandbox, maxContexts, idleMs = 5_000 } = options;
  const contexts = pLimit(maxContexts ?? availableParallelism());
  // Only these browsers can resolve this random name, to loopback. RFC 2606 reserves `.invalid`: no host has such a
  // name.
  const proxyHost = `${randomBytes(12).toString('hex')}.invalid`;
  const createPool = (stealth: boolean, limit: LimitFunction): BrowserPool =>
    createBrowserPool({
      launch: (onMemoryExceeded) =>
        remote === undefined
          ? launchBrowser({ executablePath, sandbox, proxyHost, stealth, onMemoryExceeded })
          : connectBrowser(remote),
      limit,
      idleMs,
    });
  const pool = createPool(false, contexts);
  const stealthPool = createPool(true, contexts);
  // People stay for minutes: no run waits for them, and a page that takes their browser down takes no run with it.
  const interactivePool = createPool(false, pLimit(Infinity));
  const interactive = createBrowsing({
    pool: interactivePool,
    stealthPool: interactivePool,
    egress,
    proxyHost: remote === undefined ? proxyHost : undefined,
  });

  function withTap(tap: SessionTap | undefined): Required<Browser> {
    const browsing = createBrowsing({
      pool,
      // A browser that already runs cannot be restarted with the flags that make it look like a visitor's.
      stealthPool: remote === undefined ? stealthPool : pool,
      egress,
      proxyHost: remote === undefined ? proxyHost : undefined,
      tap,
    });
    return {
      name: 'chromium',
      prints: true,
      printPdf: (request) =>
        pool.withContext(printContextOptions, request.signal, (context, signal) =>
          printPdf(request, context, signal),
        ),
      async replay(request) {
        // Loaded on first use: most processes never replay a recipe.
        const { replayRecipe } = await import('./replay/replay-recipe.ts');
        return replayRecipe(request, browsing);
      },
      renderPage(request) {
        const { url, headers, stealth, proxy, signal } = request;
        const hasHeaders = Object.keys(headers).length > 0;
        return browsing.withSession(
          { stealth, proxy, ...(hasHeaders ? { headers: { url, values: headers } } : {}) },
          signal,
          (session) => renderPage(request, session, renderLimits),
        );
      },
      async close() {
        await Promise.all([pool.close(), stealthPool.close(), interactivePool.close()]);
      },
    };
  }

  return { ...withTap(undefined), withTap, interactive };
}

/** Milliseconds; the same limit as for starting a browser. */
const timeout = 30_000;

/** Connects to a browser that already runs; closing the result ends the connection and our contexts, not the browser. */
async function connectBrowser(endpoint: RemoteEndpoint): Promise<PlaywrightBrowser> {
  const playwright = await loadPlaywright(false);
  try {
    return endpoint.cdpUrl === undefined
      ? await playwright.connect(endpoint.playwrightUrl, { timeout })
      : await playwright.connectOverCDP(endpoint.cdpUrl, { timeout });
  } catch (cause) {
    const option = endpoint.cdpUrl === undefined ? 'playwrightUrl' : 'cdpUrl';
    // The message leaves the endpoint out: its URL often carries a token.
    throw new GleanerError(
      'service_unavailable',
      `The remote browser could not be connected to: check \`${option}\`, and whether it runs.`,
      { cause },
    );
  }
}

import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import pLimit, { type LimitFunction } from 'p-limit';
import type { Browser } from '../contracts/browser.ts';
import type { Egress } from '../egress/create-egress.ts';
import type { ChromiumBrowserOptions } from './chromium-browser-options.ts';
import { createBrowserPool, limitContexts, type BrowserPool } from './session/browser-pool.ts';
import { createBrowsing, type Browsing } from './session/browsing.ts';
import type { SessionTap } from './session/session-tap.ts';
import { connectBrowser } from './remote/connect-browser.ts';
import { createEndpointPool } from './remote/create-endpoint-pool.ts';
import { createEndpoints } from './remote/create-endpoints.ts';
import type { RemoteEndpoint } from './remote/parse-endpoints.ts';
import { probeEndpoint } from './remote/probe-endpoint.ts';
import { watchAnswers } from './remote/watch-answers.ts';
import { launchBrowser } from './launch/launch-browser.ts';
import { printContextOptions, printPdf } from './render/print-pdf.ts';
import { renderPage } from './render/render-page.ts';

/** The same limits as for a page that is fetched without a browser. */
const renderLimits = { timeoutMs: 30_000, maxBytes: 10 * 1_048_576 };

/** Milliseconds to connect to the only browser: the same limit as for starting one. */
const connectTimeoutMs = 30_000;
/** Milliseconds to connect to one of several: another one is waiting. */
const connectOneTimeoutMs = 8_000;
const probeTimeoutMs = 5_000;

/** A browser whose sessions can be tapped. */
export interface TappableBrowser extends Required<Browser> {
  /** Returns the same browser with sessions of its own, whose pages request through the tap. Closing either closes both. */
  withTap(tap: SessionTap): Required<Browser>;
  /** Sessions that people work in, guarded like those of runs: in a process of their own, as many as are asked for. */
  readonly interactive: Browsing;
}

/**
 * Creates the browser that `chromiumBrowser` loads on its first use; `remotes` are browsers that already run, used in place
 * of one on this machine. Opens nothing.
 */
export function createChromiumBrowser(
  options: ChromiumBrowserOptions,
  egress: Egress,
  remotes: readonly RemoteEndpoint[],
): TappableBrowser {
  const { executablePath, sandbox, maxContexts, idleMs = 5_000 } = options;
  const contexts = pLimit(maxContexts ?? availableParallelism());
  // Only these browsers can resolve this random name, to loopback. RFC 2606 reserves `.invalid`: no host has such a
  // name.
  const proxyHost = `${randomBytes(12).toString('hex')}.invalid`;
  const isRemote = remotes.length > 0;
  const endpoints = createEndpoints({
    remotes,
    probe: (remote) => probeEndpoint(remote, probeTimeoutMs),
  });
  const createLocalPool = (stealth: boolean): BrowserPool =>
    createBrowserPool({
      launch: ({ onMemoryExceeded }) =>
        launchBrowser({ executablePath, sandbox, proxyHost, stealth, onMemoryExceeded }),
      idleMs,
    });
  const createRemotePool = (): BrowserPool =>
    createEndpointPool({
      endpoints,
      createPool: (endpoint, onLost) =>
        createBrowserPool({
          async launch({ onSilent }) {
            const timeoutMs = endpoints.count === 1 ? connectTimeoutMs : connectOneTimeoutMs;
            const browser = await connectBrowser(endpoint.remote, timeoutMs);
            endpoint.noteUp();
            watchAnswers(browser, onSilent);
            return browser;
          },
          idleMs,
          host: endpoint.remote.host,
          onLost,
        }),
    });
  const createPool = (stealth: boolean, limit: LimitFunction): BrowserPool =>
    limitContexts(isRemote ? createRemotePool() : createLocalPool(stealth), limit);
  const pool = createPool(false, contexts);
  const stealthPool = createPool(true, contexts);
  // People stay for minutes: no run waits for them, and a page that takes their browser down takes no run with it.
  const interactivePool = createPool(false, pLimit(Infinity));
  const interactive = createBrowsing({
    pool: interactivePool,
    stealthPool: interactivePool,
    egress,
    proxyHost: isRemote ? undefined : proxyHost,
  });

  function withTap(tap: SessionTap | undefined): Required<Browser> {
    const browsing = createBrowsing({
      pool,
      // A browser that already runs cannot be restarted with the flags that make it look like a visitor's.
      stealthPool: isRemote ? pool : stealthPool,
      egress,
      proxyHost: isRemote ? undefined : proxyHost,
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
      listEndpoints: () => endpoints.list(),
      async close() {
        await Promise.all([pool.close(), stealthPool.close(), interactivePool.close()]);
      },
    };
  }

  return { ...withTap(undefined), withTap, interactive };
}

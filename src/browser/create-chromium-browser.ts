import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import pLimit, { type LimitFunction } from 'p-limit';
import type { Browser } from '../runtime/contracts/browser.ts';
import type { Egress } from '../network/egress/create-egress.ts';
import type { ChromiumBrowserOptions, RemoteEndpoint } from './chromium-browser-options.ts';
import {
  type BrowserPool,
  type ContextWork,
  createBrowserPool,
  limitContexts,
} from './session/browser-pool.ts';
import { type Browsing, type SessionTap, createBrowsing } from './session/browsing.ts';
import {
  type Endpoint,
  type Endpoints,
  connectBrowser,
  createEndpoints,
  toAddressedUrl,
  watchAnswers,
} from './launch/remote-endpoints.ts';
import { launchBrowser } from './launch/launch-browser.ts';
import { printContextOptions, printPdf } from './render/print-pdf.ts';
import { renderPage } from './render/render-page.ts';
import http from 'node:http';
import https from 'node:https';
import type { BrowserContextOptions } from 'playwright-core';
import { GleanerError } from '../runtime/errors/gleaner-error.ts';

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

/**
 * Resolves when the browser at the endpoint answers: to the question for its version, or to the opening of a WebSocket, which
 * is closed at once. Rejects otherwise. Opens no DevTools session: in a browser that others work in, a session stops each
 * new page until it knows of it.
 */
export async function probeEndpoint(
  { option, url }: RemoteEndpoint,
  timeoutMs: number,
): Promise<void> {
  const target = new URL(await toAddressedUrl(url));
  const isSocket = target.protocol.startsWith('ws');
  const { request } = /^(?:wss|https):$/.test(target.protocol) ? https : http;
  target.protocol = target.protocol.replace('ws', 'http');
  if (!isSocket && option === 'cdpUrl') {
    target.pathname = `${target.pathname.replace(/\/$/, '')}/json/version`;
  }
  await new Promise<void>((resolve, reject) => {
    const probe = request(target, {
      agent: false,
      signal: AbortSignal.timeout(timeoutMs),
      ...(isSocket ? { headers: socketHeaders } : {}),
    });
    probe.once('error', reject);
    probe.once('upgrade', (_response, socket) => {
      socket.destroy();
      resolve();
    });
    probe.once('response', (response) => {
      response.destroy();
      const { statusCode = 0 } = response;
      if (!isSocket && statusCode === 200) resolve();
      else reject(new Error(`It answered with status ${statusCode}.`));
    });
    probe.end();
  });
}

/** RFC 6455, section 4.1; the key is the one of its example, since nothing is sent through the socket. */
const socketHeaders = {
  connection: 'Upgrade',
  upgrade: 'websocket',
  'sec-websocket-version': '13',
  'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
};

export interface CreateEndpointPoolInput {
  readonly endpoints: Endpoints;
  /** Creates the pool of one browser, which reports each loss with the error that its work gets. */
  readonly createPool: (endpoint: Endpoint, onLost: (error: unknown) => void) => BrowserPool;
}

/**
 * Creates a pool over browsers that run elsewhere. Work goes to the one that is up and has the fewest contexts of this process;
 * work that has not begun is repeated in another one when its browser is lost. Work that has begun fails with
 * `service_unavailable`, as with one browser: its pages may have acted on what they show.
 */
export function createEndpointPool({
  endpoints,
  createPool,
}: CreateEndpointPoolInput): BrowserPool {
  const losses = new WeakSet<object>();
  const pools = new Map<Endpoint, BrowserPool>();

  function requirePool(endpoint: Endpoint): BrowserPool {
    const known = pools.get(endpoint);
    if (known !== undefined) return known;
    const pool = createPool(endpoint, (error) => {
      if (error instanceof Error) {
        losses.add(error);
        endpoint.noteDown(error.message);
      }
    });
    pools.set(endpoint, pool);
    return pool;
  }

  async function withContext<Result>(
    options: BrowserContextOptions,
    signal: AbortSignal,
    task: ContextWork<Result>,
  ): Promise<Result> {
    const tried = new Set<Endpoint>();
    const problems: Error[] = [];
    for (;;) {
      const endpoint = endpoints.listByLoad().find((candidate) => !tried.has(candidate));
      if (endpoint === undefined) throw noneLeft(problems);
      tried.add(endpoint);
      let hasBegun = false;
      endpoint.contextsOpen += 1;
      try {
        return await requirePool(endpoint).withContext(options, signal, (context, inner) =>
          task(context, inner, () => {
            hasBegun = true;
          }),
        );
      } catch (error) {
        if (hasBegun || !(error instanceof Error) || !losses.has(error)) throw error;
        problems.push(error);
      } finally {
        endpoint.contextsOpen -= 1;
      }
    }
  }

  return {
    withContext,
    async close() {
      endpoints.close();
      await Promise.all([...pools.values()].map((pool) => pool.close()));
    },
  };
}

/** One browser's own error says it all; of several each is named. */
function noneLeft(problems: readonly Error[]): Error {
  const [first] = problems;
  if (first !== undefined && problems.length === 1) return first;
  return new GleanerError(
    'service_unavailable',
    `None of ${problems.length} browsers can be used. ${problems.map(({ message }) => message).join(' ')}`,
    { cause: new AggregateError(problems) },
  );
}

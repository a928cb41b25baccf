import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { type Egress, portOf, parseProxy } from '../../network/egress/create-egress.ts';
import {
  type FilteringProxy,
  createFilteringProxy,
} from '../../network/egress/create-filtering-proxy.ts';

/** Controls what the pages of one session may request from the network. */
export interface SessionGuard {
  readonly contextOptions: BrowserContextOptions;
  /** Aborts, with the reason, when the pages have loaded more than a limit allows. */
  readonly exceeded: AbortSignal;
  /** Rejects for a URL that may not be requested; `undefined` when a proxy decides. */
  readonly checkUrl: ((url: string) => Promise<void>) | undefined;
  /** Starts guarding; call it before the first navigation. */
  begin(context: BrowserContext, page: Page): Promise<void>;
  findFailure(url: string): unknown;
  /** Counts anew, with what the given number of pages may load. */
  startPage(pages: number): void;
  close(): void;
}

interface CreateProxyGuardInput {
  readonly egress: Egress;
  readonly upstream: string | undefined;
  readonly proxyHost: string;
  readonly maxBytes: number;
  /** Whether Patchright drives the browser: it pauses every request and authenticates at the proxy by itself. */
  readonly isStealth: boolean;
}

/** Creates the guard for a browser on this machine: all traffic goes through a filtering proxy made for the session. */
export async function createProxyGuard(input: CreateProxyGuardInput): Promise<SessionGuard> {
  const { egress, upstream, proxyHost, maxBytes, isStealth } = input;
  const proxy = await createFilteringProxy({ egress, upstream, ownHost: proxyHost, maxBytes });
  const credentials = { username: proxy.username, password: proxy.password };
  return {
    contextOptions: {
      proxy: { server: `http://${proxyHost}:${proxy.port}`, ...(isStealth ? credentials : {}) },
    },
    exceeded: proxy.exceeded,
    checkUrl: undefined,
    async begin(context, page) {
      if (!isStealth) await authenticateProxy({ context, page, proxy, proxyHost });
    },
    findFailure: (url) => proxy.findFailure(url),
    startPage: (pages) => proxy.startPage(pages),
    close: () => proxy.close(),
  };
}

/** Number of failed requests whose errors one session keeps. */
const maxFailuresKept = 500;

/**
 * Creates the guard for a browser on another machine, which cannot reach a proxy here: the URLs that its pages request
 * are resolved and checked here, but fetched by the browser. The browser may resolve a name to another address;
 * workers, WebSockets and WebRTC are not checked.
 */
export function createRemoteGuard(egress: Egress, upstream: string | undefined): SessionGuard {
  const ended = new AbortController();
  const failures = new Map<string, unknown>();
  return {
    contextOptions: upstream === undefined ? {} : { proxy: toPlaywrightProxy(upstream) },
    exceeded: ended.signal,
    async checkUrl(text) {
      if (/^(?:data|blob|about):/i.test(text)) return;
      try {
        const url = egress.parseUrl(text);
        await egress.resolve({ hostname: url.hostname, port: portOf(url) }, ended.signal);
      } catch (error) {
        if (failures.size < maxFailuresKept) failures.set(text, error);
        throw error;
      }
    },
    begin: async () => {},
    findFailure: (url) => failures.get(url),
    startPage() {},
    close: () => ended.abort(new Error('The session has ended.')),
  };
}

function toPlaywrightProxy(value: string): {
  readonly server: string;
  readonly username: string;
  readonly password: string;
} {
  const { kind, hostname, port, username, password } = parseProxy(value);
  return { server: `${kind}://${hostname}:${port}`, username, password };
}

interface AuthenticateProxyInput {
  readonly context: BrowserContext;
  /** Blank. */
  readonly page: Page;
  readonly proxy: Pick<FilteringProxy, 'username' | 'password'>;
  readonly proxyHost: string;
}

/**
 * Gives the context the credentials of its proxy by sending one request that ends at the proxy. Playwright's `proxy`
 * option pauses every request of every page to authenticate: 5 to 20 % fewer pages a second, measured.
 */
async function authenticateProxy({
  context,
  page,
  proxy: { username, password },
  proxyHost,
}: AuthenticateProxyInput): Promise<void> {
  const devtools = await context.newCDPSession(page);
  devtools.on('Fetch.authRequired', ({ requestId, authChallenge }) => {
    const isOurs = authChallenge.source === 'Proxy';
    const response = isOurs ? 'ProvideCredentials' : 'Default';
    void devtools
      .send('Fetch.continueWithAuth', {
        requestId,
        authChallengeResponse: { response, ...(isOurs ? { username, password } : {}) },
      })
      .catch(ignoreEndedPage);
  });
  devtools.on('Fetch.requestPaused', ({ requestId }) => {
    void devtools.send('Fetch.continueRequest', { requestId }).catch(ignoreEndedPage);
  });
  await devtools.send('Fetch.enable', {
    handleAuthRequests: true,
    patterns: [{ urlPattern: `http://${proxyHost}/*` }],
  });
  await devtools.send('Runtime.evaluate', {
    expression: `fetch('http://${proxyHost}/', { mode: 'no-cors' }).then(() => true)`,
    awaitPromise: true,
  });
  await devtools.detach();
}

/** The page was closed, and its request with it. */
function ignoreEndedPage(): void {}

import type { BrowserContext, Page } from 'playwright-core';
import type { FilteringProxy } from '../../egress/filtering-proxy/create-filtering-proxy.ts';

export interface GreetProxyInput {
  readonly context: BrowserContext;
  /** Blank. */
  readonly page: Page;
  readonly proxy: Pick<FilteringProxy, 'username' | 'password'>;
  readonly proxyHost: string;
}

/**
 * Tells the context the credentials of its proxy, by one request that the proxy answers for itself. Playwright's own way
 * would stop every request of every page for it: 5 to 20 % fewer pages a second, measured.
 */
export async function greetProxy({
  context,
  page,
  proxy: { username, password },
  proxyHost,
}: GreetProxyInput): Promise<void> {
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

/** The page went away, and its request with it. */
function ignoreEndedPage(): void {}

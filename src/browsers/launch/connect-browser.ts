import type { Browser as PlaywrightBrowser } from 'playwright-core';
import { GleanerError } from '../../errors/gleaner-error.ts';
import { loadPlaywright } from './load-playwright.ts';
import type { RemoteEndpoint } from './remote-endpoint.ts';

/** As long as a browser may take to start. */
const timeout = 30_000;

/** Connects to a browser that runs already; closing it ends the connection and our contexts, not the browser. */
export async function connectBrowser(endpoint: RemoteEndpoint): Promise<PlaywrightBrowser> {
  const playwright = await loadPlaywright(false);
  try {
    return endpoint.cdpUrl === undefined
      ? await playwright.connect(endpoint.playwrightUrl, { timeout })
      : await playwright.connectOverCDP(endpoint.cdpUrl, { timeout });
  } catch (cause) {
    const option = endpoint.cdpUrl === undefined ? 'playwrightUrl' : 'cdpUrl';
    // The endpoint itself often carries a token.
    throw new GleanerError(
      'service_unavailable',
      `The remote browser could not be connected to: check \`${option}\`, and whether it runs.`,
      { cause },
    );
  }
}

import type { Browser } from '../contracts/browser.ts';
import { createEgress } from '../egress/create-egress.ts';
import type { ChromiumBrowserOptions } from './create-chromium-browser.ts';
import type { RemoteEndpoint } from './launch/remote-endpoint.ts';

/**
 * A Chrome or Chromium of this machine, driven by Playwright. Loads and opens nothing until it is used.
 *
 * @example
 * const gleaner = createGleaner({ browser: chromiumBrowser() });
 *
 * @throws TypeError for both of `cdpUrl` and `playwrightUrl`.
 */
export function chromiumBrowser(options: ChromiumBrowserOptions = {}): Browser {
  const egress = options.egress ?? createEgress();
  const remote = toEndpoint(options);
  let loading: Promise<Browser> | undefined;

  function load(): Promise<Browser> {
    return (loading ??= import('./create-chromium-browser.ts').then(({ createChromiumBrowser }) =>
      createChromiumBrowser(options, egress, remote),
    ));
  }

  return {
    name: 'chromium',
    printPdf: async (request) => (await load()).printPdf(request),
    replay: async (request) => (await load()).replay(request),
    renderPage: async (request) => (await load()).renderPage(request),
    async close() {
      await (await loading)?.close?.();
    },
  };
}

function toEndpoint({ cdpUrl, playwrightUrl }: ChromiumBrowserOptions): RemoteEndpoint | undefined {
  if (cdpUrl !== undefined && playwrightUrl !== undefined) {
    throw new TypeError('Expected one of `cdpUrl` and `playwrightUrl`, got both.');
  }
  if (cdpUrl !== undefined) return { cdpUrl };
  return playwrightUrl === undefined ? undefined : { playwrightUrl };
}

import type { Browser } from '../runtime/contracts/browser.ts';
import { createEgress, egressRule } from '../network/egress/create-egress.ts';
import {
  type OptionRules,
  aFlag,
  aText,
  anything,
  checkOptions,
} from '../runtime/errors/option-checks.ts';
import { longestTimerMs } from '../runtime/signals/waiting.ts';
import {
  type ChromiumBrowserOptions,
  type RemoteEndpoint,
  parseEndpoints,
} from './chromium-browser-options.ts';
import type { TappableBrowser } from './create-chromium-browser.ts';
import type { Browsing } from './session/browsing.ts';

/** A browser that the code that created it must close, by `close()` or `await using`. */
export type ChromiumBrowser = Required<Browser> & AsyncDisposable;

const optionRules: OptionRules<ChromiumBrowserOptions> = {
  executablePath: aText,
  cdpUrl: anything,
  playwrightUrl: anything,
  egress: egressRule,
  sandbox: aFlag,
  maxContexts: { unit: 'contexts', least: 1, mayBeInfinite: true },
  idleMs: { unit: 'milliseconds', least: 0, most: longestTimerMs, mayBeInfinite: false },
};

/**
 * Creates a browser: a Chrome or Chromium on this machine or, by its endpoint, on another one, driven by Playwright.
 * Nothing is loaded or started before its first use. Without `playwright-core` or a browser, that use rejects with
 * `service_unavailable`.
 *
 * @example
 * await using browser = chromiumBrowser();
 * const gleaner = createGleaner({ browser });
 *
 * @throws TypeError that names the first option that cannot be used, and when both `cdpUrl` and `playwrightUrl` are given.
 */
export function chromiumBrowser(options: ChromiumBrowserOptions = {}): ChromiumBrowser {
  const remotes = checkChromiumOptions(options);
  const egress = options.egress ?? createEgress();
  let loading: Promise<TappableBrowser> | undefined;
  let loaded: TappableBrowser | undefined;
  let isClosed = false;

  async function load(): Promise<TappableBrowser> {
    loading ??= import('./create-chromium-browser.ts').then(({ createChromiumBrowser }) =>
      createChromiumBrowser(options, egress, remotes),
    );
    const browser = await loading;
    loaded = browser;
    // `close` was called before the first use: close the browser now, so that it refuses work like any closed browser.
    if (isClosed) await browser.close();
    return browser;
  }

  async function close(): Promise<void> {
    isClosed = true;
    await (await loading)?.close();
  }

  const browser: ChromiumBrowser = {
    name: 'chromium',
    prints: true,
    printPdf: async (request) => (await load()).printPdf(request),
    replay: async (request) => (await load()).replay(request),
    renderPage: async (request) => (await load()).renderPage(request),
    listEndpoints: () =>
      loaded?.listEndpoints() ??
      remotes.map(({ host }) => ({ host, state: 'untried', contextsOpen: 0 })),
    close,
    [Symbol.asyncDispose]: close,
  };
  browsingSlots.set(browser, async () => (await load()).interactive);
  return browser;
}

/** Throws a `TypeError` as `chromiumBrowser` does; returns the browsers that the options name. */
export function checkChromiumOptions(options: ChromiumBrowserOptions): readonly RemoteEndpoint[] {
  checkOptions('chromiumBrowser', options, optionRules);
  return parseEndpoints(options);
}

/** Loads the sessions for people of each browser that `chromiumBrowser` returned. No entry point exports it. */
export const browsingSlots: WeakMap<object, () => Promise<Browsing>> = new WeakMap();

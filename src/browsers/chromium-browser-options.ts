import type { Egress } from '../egress/create-egress.ts';

/** Which Chrome or Chromium is used, and how. */
export interface ChromiumBrowserOptions {
  /**
   * Path of the browser's executable. @default an installed Chrome or Chromium, else the one that Playwright
   * installed
   */
  readonly executablePath?: string | undefined;
  /**
   * DevTools endpoint of a running browser (`http://host:9222`, `ws://…`), used instead of one on this machine, or a list
   * of them: work goes to the one with the fewest contexts, and to another one while it is lost. Its pages are guarded less:
   * see docs/BROWSER.md. Never take the endpoint from a caller: that browser sees all pages and headers.
   */
  readonly cdpUrl?: string | readonly string[] | undefined;
  /** Endpoint (`ws://…`) of a Playwright server of the same version, or a list of them, used like `cdpUrl`. */
  readonly playwrightUrl?: string | readonly string[] | undefined;
  /** Decides which hosts pages may connect to. @default createEgress() */
  readonly egress?: Egress | undefined;
  /**
   * Whether Chromium runs with its own sandbox. @default true, unless the process runs as root, where Chromium cannot
   * use it
   */
  readonly sandbox?: boolean | undefined;
  /** Contexts (runs, prints) open at once, in all browsers together; further ones wait. @default the number of CPU cores */
  readonly maxContexts?: number | undefined;
  /** Milliseconds without work after which the browser ends; the next work starts it again. @default 5_000 */
  readonly idleMs?: number | undefined;
}

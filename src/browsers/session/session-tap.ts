import type { BrowserContext, Page } from 'playwright-core';

/**
 * Stands between the pages of sessions and what they request: a recording listens here, and its replay answers here. It adds to the
 * guard and takes nothing from it: what it does not answer goes the guarded way.
 */
export interface SessionTap {
  /** Called with each new context before its first page. */
  openContext(context: BrowserContext): Promise<void>;
  /** Called with each page: before its first use, or as soon as another page has opened it. */
  openPage(context: BrowserContext, page: Page): Promise<void>;
  /** Called before a context closes; waits for what is still read from it. */
  closeContext(context: BrowserContext): Promise<void>;
  /** Returns why a URL was not answered. */
  findFailure(url: string): Error | undefined;
}

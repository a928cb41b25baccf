import type { Page } from './fetcher.ts';

/** A page with the moment it was fetched, from which its age is computed. */
export interface CachedPage {
  /** As fetched; its body is still in bytes. */
  readonly page: Page;
  /** Wall clock, milliseconds since 1970. */
  readonly fetchedAtMs: number;
}

/** What came of the wish to fetch a page. */
export interface PageClaim {
  /** The page that another process has kept meanwhile: there is nothing to fetch. */
  readonly entry?: CachedPage;
  /** Lets others fetch the page; called in any case, after the page was kept or could not be. */
  release(): Promise<void>;
}

/**
 * Keeps fetched pages by key. A cache copies the bytes that it is given and those that it hands out, so that a caller who
 * changes or transfers a body changes nothing in the cache. It only stores: its caller decides which pages are kept and how
 * old they may be. A `get` or `set` that rejects never fails a call; it becomes a warning.
 */
export interface Cache {
  /** Short and stable, e.g. `memory`. */
  readonly name: string;
  /** Resolves to a copy of the page last set under the key, or to `undefined`; a cache may forget a page at any time. */
  get(key: string): Promise<CachedPage | undefined>;
  /** Keeps a copy of the page under the key, in place of an earlier one. */
  set(key: string, entry: CachedPage): Promise<void>;
  /**
   * Makes processes that share the cache fetch a missing page once: resolves at once for the first caller, and for others when
   * that one has released the page, or has had it for longer than a fetch takes. Rejects with the signal's reason.
   */
  claim?(key: string, signal: AbortSignal): Promise<PageClaim>;
  /** Called only on a cache that the engine created itself. */
  close?(): Promise<void>;
}

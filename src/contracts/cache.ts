import type { Page } from './fetcher.ts';

/** A page with the moment it was fetched, from which its age is computed. */
export interface CachedPage {
  /** As fetched; its body is still in bytes. */
  readonly page: Page;
  /** Wall clock, milliseconds since 1970. */
  readonly fetchedAtMs: number;
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
  /** Called only on a cache that the engine created itself. */
  close?(): Promise<void>;
}

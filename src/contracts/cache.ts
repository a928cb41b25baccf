import type { Page } from './fetcher.ts';

/** A page with the moment it was fetched, from which its age is computed. */
export interface CachedPage {
  readonly page: Page;
  /** Wall clock, milliseconds since 1970. */
  readonly fetchedAtMs: number;
}

/**
 * Keeps fetched pages by key, by value: it copies the bytes it is given and those it hands out, so that a body that is
 * changed or transferred outside changes nothing here. It only stores: which pages may be kept, and how old they may be,
 * is decided by its caller.
 */
export interface Cache {
  readonly name: string;
  /** A copy of the page last set under the key, or `undefined`; a cache may forget at any time. */
  get(key: string): Promise<CachedPage | undefined>;
  set(key: string, entry: CachedPage): Promise<void>;
  close?(): Promise<void>;
}

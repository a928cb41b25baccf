import type { Page } from './fetcher.ts';

/** A page with the moment it was fetched, from which its age is told. */
export interface CachedPage {
  readonly page: Page;
  /** Wall clock, milliseconds since 1970. */
  readonly fetchedAtMs: number;
}

/** Keeps fetched pages by key. It only stores: which pages may be kept, and how old they may be, is decided above it. */
export interface Cache {
  readonly name: string;
  /** The page last set under the key, or `undefined`; a cache may forget at any time. */
  get(key: string): Promise<CachedPage | undefined>;
  set(key: string, entry: CachedPage): Promise<void>;
  close?(): Promise<void>;
}

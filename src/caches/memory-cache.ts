import { LRUCache } from 'lru-cache';
import type { Cache, CachedPage } from '../contracts/cache.ts';

export interface MemoryCacheOptions {
  /**
   * Bytes of page bodies and headers kept, least recently used leave first.
   * @default 64 MiB: about 600 pages of the median raw size (110 KB) in a process that does other things too.
   */
  readonly maxBytes?: number;
}

/** Bytes that an entry takes beside its body: key, URL, header table. */
const entryOverheadBytes = 2_048;

/** A page cache that lives as long as the process. */
export function memoryCache(options: MemoryCacheOptions = {}): Cache {
  const entries = new LRUCache<string, CachedPage>({
    maxSize: options.maxBytes ?? 64 * 1024 * 1024,
    sizeCalculation: ({ page }) => page.body.byteLength + entryOverheadBytes,
  });
  return {
    name: 'memory',
    async get(key) {
      return entries.get(key);
    },
    async set(key, entry) {
      entries.set(key, entry);
    },
  };
}

import type { LRUCache } from 'lru-cache';
import type { Cache, CachedPage } from '../../runtime/contracts/cache.ts';
import { type OptionRules, checkOptions } from '../../runtime/errors/option-checks.ts';

/** The size of a memory cache. */
export interface MemoryCacheOptions {
  /**
   * Most bytes of page bodies and headers; the least recently used pages are removed first.
   * @default 64 MiB: about 600 pages of the median raw size (110 KB) in a process that does other things too.
   */
  readonly maxBytes?: number;
}

const optionRules: OptionRules<MemoryCacheOptions> = {
  maxBytes: { unit: 'bytes', least: 1, mayBeInfinite: false },
};

/** Bytes that an entry takes beside its body: key, URL, header table. */
const entryOverheadBytes = 2_048;

/**
 * Creates a page cache in the memory of this process.
 *
 * @throws TypeError where `maxBytes` is no whole number above 0, or another option is given.
 */
export function memoryCache(options: MemoryCacheOptions = {}): Cache {
  checkOptions('memoryCache', options, optionRules);
  const { maxBytes = 64 * 1024 * 1024 } = options;
  let loading: Promise<LRUCache<string, CachedPage>> | undefined;

  // Importing lru-cache costs 3 MB, which a process without a cached page does not need.
  async function load(): Promise<LRUCache<string, CachedPage>> {
    const lru = await import('lru-cache');
    return new lru.LRUCache({
      maxSize: maxBytes,
      sizeCalculation: ({ page }) => page.body.byteLength + entryOverheadBytes,
    });
  }

  return {
    name: 'memory',
    async get(key) {
      const entry = (await (loading ??= load())).get(key);
      return entry === undefined ? undefined : copyEntry(entry);
    },
    async set(key, entry) {
      const copy = copyEntry(entry);
      (await (loading ??= load())).set(key, copy);
    },
  };
}

function copyEntry({ page, fetchedAtMs }: CachedPage): CachedPage {
  return { page: { ...page, body: new Uint8Array(page.body) }, fetchedAtMs };
}

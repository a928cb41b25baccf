import { describe, expect, test } from 'vitest';
import { cacheContract } from '../testing/cache-contract.ts';
import { memoryCache } from './memory-cache.ts';

describe('memoryCache', () => {
  test.each(cacheContract)('$name', ({ run }) => run(memoryCache()));

  test('the least recently used pages leave when the bytes run out', async () => {
    const cache = memoryCache({ maxBytes: 30_000 });
    const page = (size: number) => ({
      fetchedAtMs: 0,
      page: { url: 'https://example.com/', status: 200, headers: {}, body: new Uint8Array(size) },
    });
    await cache.set('a', page(10_000));
    await cache.set('b', page(10_000));
    await cache.get('a');
    await cache.set('c', page(10_000));
    const kept = await Promise.all(['a', 'b', 'c'].map((key) => cache.get(key)));
    expect(kept.map((entry) => entry !== undefined)).toEqual([true, false, true]);
  });
});

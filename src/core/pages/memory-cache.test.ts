import { describe, expect, test } from 'vitest';
import type { CachedPage } from '../../runtime/contracts/cache.ts';
import { cacheContract } from '../../../test-kit/contracts/cache-contract.ts';
import { memoryCache } from './memory-cache.ts';

const page = (size: number): CachedPage => ({
  fetchedAtMs: 0,
  page: { url: 'https://example.com/', status: 200, headers: {}, body: new Uint8Array(size) },
});

describe('memoryCache', () => {
  test.each(cacheContract)('$name', async ({ run }) => {
    await expect(run(memoryCache())).resolves.toBeUndefined();
  });

  test('the least recently used pages leave when the bytes run out', async () => {
    const cache = memoryCache({ maxBytes: 30_000 });
    await cache.set('a', page(10_000));
    await cache.set('b', page(10_000));
    await cache.get('a');
    await cache.set('c', page(10_000));
    const kept = await Promise.all(['a', 'b', 'c'].map((key) => cache.get(key)));
    expect(kept.map((entry) => entry !== undefined)).toEqual([true, false, true]);
  });

  test.each([0, -1, 1.5, Number.NaN])('a size of %d bytes is refused by name', (maxBytes) => {
    expect(() => memoryCache({ maxBytes })).toThrow(
      `Expected \`maxBytes\` to be a whole number of bytes, 1 or more, got ${maxBytes}.`,
    );
  });
});

import assert from 'node:assert/strict';
import type { Cache, CachedPage } from '../../src/runtime/contracts/cache.ts';
import { type ContractCheck, toChecks } from './contract-check.ts';

/** The checks of every `Cache`. */
export const cacheContract: readonly ContractCheck<Cache>[] = toChecks({
  'an unknown key has no page': async (cache) => {
    assert.equal(await cache.get('unknown'), undefined);
  },
  'a page comes back as it was set: status, headers, every byte and the moment it was fetched':
    async (cache) => {
      const entry = entryOf(
        'first',
        Uint8Array.from({ length: 256 }, (_, byte) => byte),
      );
      await cache.set('key', entry);
      assert.deepEqual(await cache.get('key'), entry);
    },
  'bytes that were given in or handed out may be changed and transferred: the page stays as it was set':
    async (cache) => {
      const entry = entryOf('first', new Uint8Array([1, 2, 3]));
      await cache.set('key', entry);
      entry.page.body.fill(9);
      const handedOut = await cache.get('key');
      assert.deepEqual(handedOut?.page.body, new Uint8Array([1, 2, 3]));
      const { buffer } = handedOut.page.body;
      assert.ok(buffer instanceof ArrayBuffer);
      structuredClone(buffer, { transfer: [buffer] });
      assert.deepEqual((await cache.get('key'))?.page.body, new Uint8Array([1, 2, 3]));
    },
  'the last page set under a key is the one that comes back': async (cache) => {
    await cache.set('key', entryOf('first', new Uint8Array([1])));
    await cache.set('key', entryOf('second', new Uint8Array([2])));
    assert.equal((await cache.get('key'))?.page.url, 'https://example.com/second');
  },
  'of two callers that claim a page one fetches it, and the other gets it; a cache may have no claims':
    async (cache) => {
      if (cache.claim === undefined) return;
      const { signal } = new AbortController();
      const first = await cache.claim('claimed', signal);
      assert.equal(first.entry, undefined);
      const second = cache.claim('claimed', signal);
      await cache.set('claimed', entryOf('claimed', new Uint8Array([1])));
      await first.release();
      const other = await second;
      assert.equal(other.entry?.page.url, 'https://example.com/claimed');
      await other.release();
    },
  'where the first could not fetch the page, the next one is to fetch it': async (cache) => {
    if (cache.claim === undefined) return;
    const { signal } = new AbortController();
    const first = await cache.claim('missed', signal);
    const second = cache.claim('missed', signal);
    await first.release();
    const other = await second;
    assert.equal(other.entry, undefined);
    await other.release();
  },
  'who waits for a claim leaves with the reason of the signal': async (cache) => {
    if (cache.claim === undefined) return;
    const held = await cache.claim('held', new AbortController().signal);
    const leaving = new AbortController();
    const waiting = cache.claim('held', leaving.signal);
    const reason = new Error('The caller has left.');
    leaving.abort(reason);
    await assert.rejects(waiting, reason);
    await held.release();
  },
  'a page that a browser rendered comes back as one': async (cache) => {
    const { page, ...rest } = entryOf('rendered', new Uint8Array([1]));
    await cache.set('key', { ...rest, page: { ...page, isRendered: true } });
    assert.equal((await cache.get('key'))?.page.isRendered, true);
  },
  'keys are distinguished exactly, whatever characters they hold and however long they are': async (
    cache,
  ) => {
    const long = `https://example.com/?q=${'a'.repeat(2_000)}`;
    const keys = ['a', 'A', 'a/', 'a b', '__proto__', 'é', 'e\u0301', '', long, `${long}b`];
    for (const [at, key] of keys.entries())
      await cache.set(key, entryOf(`of-${at}`, new Uint8Array([1])));
    for (const [at, key] of keys.entries())
      assert.equal((await cache.get(key))?.page.url, `https://example.com/of-${at}`);
  },
});

function entryOf(name: string, body: Uint8Array): CachedPage {
  return {
    fetchedAtMs: 1_700_000_000_123,
    page: {
      url: `https://example.com/${name}`,
      status: 200,
      headers: { 'content-type': 'text/html; charset=utf-8' },
      body,
    },
  };
}

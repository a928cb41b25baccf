import { expect, test } from 'vitest';
import type { Cache } from '../../runtime/contracts/cache.ts';
import { fakeClock } from '../../testing/fake-clock.ts';
import { claimPage, keepPage, readCache, releaseClaim } from './ask-cache.ts';

const never = (): Promise<never> => new Promise(() => {});
const throwing = (): never => {
  throw new Error('The connection is gone.');
};
const stuck: Cache = { name: 'stuck', get: never, set: never };
const entry = {
  page: { url: 'https://shop.example/', status: 200, headers: {}, body: new Uint8Array() },
  fetchedAtMs: 0,
};

test('a cache that does not answer holds up a call for two seconds, and that is told', async () => {
  const clock = fakeClock();
  const warnings: string[] = [];
  const read = readCache('lamp', { cache: stuck, clock }, warnings);
  clock.advance(2_000);
  expect(await read).toBeUndefined();
  expect(warnings).toEqual([
    'The cache could not be read, so the page was fetched: it did not answer within 2 s.',
  ]);
  const kept = keepPage('lamp', entry, { cache: stuck, clock });
  clock.advance(2_000);
  expect(await kept).toEqual([
    'The page could not be kept in the cache: it did not answer within 2 s.',
  ]);
});

test('a page whose bytes a cache has lost is fetched, and that is told', async () => {
  const kept = JSON.parse(JSON.stringify(entry)) as typeof entry;
  const warnings: string[] = [];
  const cache = { ...stuck, name: 'text', get: async () => kept };
  expect(await readCache('lamp', { cache, clock: fakeClock() }, warnings)).toBeUndefined();
  expect(warnings.join('')).toContain('the cache "text" to resolve to');
});

test('a claim that cannot be released, or throws at once, fails no call', async () => {
  const clock = fakeClock();
  const context = { cache: stuck, clock };
  await releaseClaim({ release: throwing }, context);
  const released = releaseClaim({ release: never }, context);
  clock.advance(2_000);
  await released;
  const { signal } = new AbortController();
  const claiming = { ...context, cache: { ...stuck, claim: throwing } };
  expect(await claimPage('lamp', signal, claiming)).toBeUndefined();
});

import type { Cache, CachedPage, PageClaim } from '../../runtime/contracts/cache.ts';
import { checkPage } from './check-page.ts';
import type { Clock } from '../../runtime/contracts/clock.ts';

interface CacheContext {
  readonly cache: Cache;
  readonly clock: Clock;
}

/** Milliseconds that a call waits for its cache: a page is fetched in less. */
const patienceMs = 2_000;

/** The page of a key; where the cache fails or does not answer, `undefined` and a warning. */
export async function readCache(
  key: string,
  { cache, clock }: CacheContext,
  warnings: string[],
): Promise<CachedPage | undefined> {
  try {
    // Stores say `null` where there is nothing, and a cache may hand that on.
    const entry = (await inTime(() => cache.get(key), clock)) ?? undefined;
    if (entry !== undefined) checkPage(entry.page, `the cache "${cache.name}"`);
    return entry;
  } catch (error) {
    warnings.push(`The cache could not be read, so the page was fetched: ${messageOf(error)}`);
    return undefined;
  }
}

/** Keeps a page; returns the warning where the cache fails or does not answer. */
export async function keepPage(
  key: string,
  entry: CachedPage,
  { cache, clock }: CacheContext,
): Promise<readonly string[]> {
  try {
    await inTime(() => cache.set(key, entry), clock);
    return [];
  } catch (error) {
    return [`The page could not be kept in the cache: ${messageOf(error)}`];
  }
}

/** Waits for its turn to fetch a page; without a turn, or where the cache fails, each process fetches for itself. */
export async function claimPage(
  key: string,
  signal: AbortSignal,
  { cache }: CacheContext,
): Promise<PageClaim | undefined> {
  try {
    return await cache.claim?.(key, signal);
  } catch {
    return undefined;
  }
}

/** Lets others fetch the page. A claim that could not be released ends by itself. */
export async function releaseClaim(
  claim: PageClaim | undefined,
  { clock }: CacheContext,
): Promise<void> {
  try {
    await inTime(async () => claim?.release(), clock);
  } catch {
    // Others wait for it in vain for as long as a fetch takes.
  }
}

/** Settles like `ask`, or rejects where that takes too long. */
async function inTime<Value>(ask: () => Promise<Value>, clock: Clock): Promise<Value> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const cancel = clock.after(patienceMs, () =>
    reject(new Error(`it did not answer within ${patienceMs / 1_000} s.`)),
  );
  try {
    return await Promise.race([ask(), late]);
  } finally {
    cancel();
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { execPath } from 'node:process';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { openPostgres } from '../../test/support/open-postgres.ts';
import type { CachedPage } from '../runtime/contracts/cache.ts';
import type { Fetcher } from '../runtime/contracts/fetcher.ts';
import { createGleaner } from '../core/engine/create-gleaner.ts';
import { cacheContract } from '../../test-kit/contracts/cache-contract.ts';
import { postgresCache, type PostgresCacheOptions } from './postgres-cache.ts';

const megabyte = 1_048_576;
const run = promisify(execFile);
const database = openPostgres();

const open = (schema: string, options: Partial<PostgresCacheOptions> = {}) =>
  postgresCache({ connectionString: database.url(), schema, ...options });

const pageOf = (body: Uint8Array): CachedPage => ({
  fetchedAtMs: 1_700_000_000_000,
  page: { url: 'https://example.com/', status: 200, headers: {}, body },
});

describe('postgresCache', () => {
  test.each(cacheContract)('$name', async ({ run: check }) => {
    await using cache = open('contract');
    await expect(check(cache)).resolves.toBeUndefined();
  });

  test('processes that start together on an empty database share what each of them keeps', async () => {
    await using own = open('shared');
    const script = `
      import { postgresCache } from ${JSON.stringify(path.join(import.meta.dirname, 'postgres-cache.ts'))};
      const cache = postgresCache({
        connectionString: ${JSON.stringify(database.url())}, schema: 'shared' });
      const page = { url: 'https://example.com/', status: 200, headers: {}, body: Buffer.from('from the other process') };
      await cache.set('theirs', { fetchedAtMs: 5, page });
      await cache.close();`;
    await Promise.all([
      own.set('ours', pageOf(Buffer.from('from this one'))),
      run(execPath, ['--input-type=module', '-e', script]),
    ]);
    const theirs = await own.get('theirs');
    expect(Buffer.from(theirs?.page.body ?? []).toString()).toBe('from the other process');
    expect(theirs?.fetchedAtMs).toBe(5);
  });

  test('the bytes on disk stay within the bound; pages that are asked for stay, and the oldest others leave', async () => {
    const maxBytes = 16 * megabyte;
    await using cache = open('bounded', { maxBytes });
    const size = 400_000;
    const kept: (CachedPage | undefined)[] = [];
    // Bytes that do not compress: 90 pages are twice the bound.
    for (let page = 0; page < 90; page += 1) {
      await cache.set(`page ${page}`, pageOf(randomBytes(size)));
      if (page % 3 === 0) kept.push(await cache.get('page 0'));
    }
    const rows = await database.query(
      `select sum(pg_total_relation_size(c.oid)) as bytes from pg_class c
       join pg_namespace n on n.oid = c.relnamespace where n.nspname = 'bounded' and c.relkind = 'r'`,
    );
    expect(Number(rows[0]?.['bytes'])).toBeLessThan(maxBytes + 2 * size);
    expect(Number(rows[0]?.['bytes'])).toBeGreaterThan(maxBytes / 2);
    expect(kept).not.toContain(undefined);
    expect(await cache.get('page 1')).toBeUndefined();
    expect(await cache.get('page 89')).toBeDefined();
  });

  test('a page that fills a quarter of an eighth is not kept, and empties nothing', async () => {
    await using cache = open('bounded', { maxBytes: 16 * megabyte });
    await cache.set('small', pageOf(Buffer.from('small')));
    await cache.set('large', pageOf(randomBytes(2 * megabyte)));
    expect(await cache.get('large')).toBeUndefined();
    expect(await cache.get('small')).toBeDefined();
  });

  test('a page is not handed out beyond the bound in age, and is removed when others are kept', async () => {
    await using cache = open('aged', { maxAgeMs: 60_000 });
    await cache.set('old', pageOf(Buffer.from('old')));
    await database.query(`update aged.cached_pages set kept_at = kept_at - 59000`);
    expect(await cache.get('old')).toBeDefined();
    await database.query(`update aged.cached_pages set kept_at = kept_at - 2000`);
    expect(await cache.get('old')).toBeUndefined();
    // Each eighth is begun by a page that finds the newest one older than a seventh of the bound.
    for (let eighth = 0; eighth < 8; eighth += 1) {
      await database.query(`update aged.cached_pages_state set began_at = began_at - 10000`);
      await cache.set(`young ${eighth}`, pageOf(Buffer.from('young')));
    }
    const rows = await database.query(
      `select count(*) from aged.cached_pages where key = sha256('old')`,
    );
    expect(rows[0]?.['count']).toBe('0');
    expect(await cache.get('young 7')).toBeDefined();
  });

  test('its pages are in unlogged tables: nothing is written to the log, and a crash empties the cache', async () => {
    await using cache = open('contract');
    await cache.get('any');
    const rows = await database.query(
      `select distinct c.relpersistence from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where n.nspname = 'contract' and c.relkind = 'r' and c.relname ~ '_(?:\\d+|claims)$'`,
    );
    expect(rows).toEqual([{ relpersistence: 'u' }]);
  });

  test('engines in several processes fetch a missing page once', async () => {
    let fetches = 0;
    const bothAsk = Promise.withResolvers<void>();
    const fetcher: Fetcher = {
      name: 'stub',
      async fetch({ url }) {
        fetches += 1;
        await bothAsk.promise;
        const body = Buffer.from('<title>Lamp</title><h1>Lamp</h1><p>A lamp of brass.</p>');
        return { url, status: 200, headers: { 'content-type': 'text/html' }, body };
      },
    };
    await using first = open('flight');
    await using second = open('flight');
    await Promise.all([first.get('any'), second.get('any')]);
    await using one = createGleaner({ fetcher, cache: first, browser: false });
    await using other = createGleaner({ fetcher, cache: second, browser: false });
    const input = { url: 'https://example.com/lamp', format: 'markdown', maxAge: 60 } as const;
    const asked = [one.scrape(input), other.scrape(input)];
    await expect
      .poll(() => database.query('select key from flight.cached_pages_claims'))
      .toHaveLength(1);
    bothAsk.resolve();
    const results = await Promise.all(asked);
    expect(results.map(({ markdown }) => markdown)).toEqual([
      results[0]?.markdown,
      results[0]?.markdown,
    ]);
    expect(fetches).toBe(1);
    expect(await database.query('select key from flight.cached_pages_claims')).toEqual([]);
  });

  test('while the database is away pages are fetched, with a warning that names no address', async () => {
    const fetcher: Fetcher = {
      name: 'stub',
      fetch: async ({ url }) => ({
        url,
        status: 200,
        headers: { 'content-type': 'text/html' },
        body: Buffer.from('<title>Lamp</title><h1>Lamp</h1><p>A lamp of brass.</p>'),
      }),
    };
    await using cache = postgresCache({ connectionString: 'postgres://user:secret@127.0.0.1:1/x' });
    await using gleaner = createGleaner({ fetcher, cache, browser: false });
    const { markdown, warnings } = await gleaner.scrape({
      url: 'https://example.com/lamp',
      format: 'markdown',
      maxAge: 60,
    });
    expect(markdown).toContain('A lamp of brass.');
    expect(warnings).toEqual([
      'The cache could not be read, so the page was fetched: Its database does not answer.',
      'The page could not be kept in the cache: Its database does not answer.',
    ]);
  });

  test('a kept page that was damaged is fetched again, with a warning', async () => {
    await using cache = open('damaged');
    await cache.set('page', pageOf(Buffer.from('whole')));
    await database.query(`update damaged.cached_pages set size = size + 1`);
    await expect(cache.get('page')).rejects.toThrow('A kept page has lost its end.');
    await cache.set('page', pageOf(Buffer.from('again')));
    expect(Buffer.from((await cache.get('page'))?.page.body ?? []).toString()).toBe('again');
  });

  test.each([
    [{ maxBytes: 1_000 }, 'Expected `maxBytes` to be a whole number of bytes, 16777216 or more'],
    [{ maxAgeMs: 1 }, 'Expected `maxAgeMs` to be a whole number of milliseconds, 1000 or more'],
    [{ schema: 'Robert"); drop table' }, 'Expected `schema` to be up to 63 lower-case letters'],
    [{ connectionString: 'mysql://x' }, 'Expected `connectionString` to be a URL like postgres://'],
  ])('%o is refused by name', (options, message) => {
    expect(() => open('refused', options)).toThrow(message);
  });
});

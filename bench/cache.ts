import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { env } from 'node:process';
import { Command } from 'commander';
import { Pool } from 'pg';
import { memoryCache } from '../src/core/pages/memory-cache.ts';
import { loadPacker, postgresCache } from '../src/storage/postgres-cache.ts';
import type { Cache, CachedPage } from '../src/runtime/contracts/cache.ts';
import { createEgress } from '../src/network/egress/create-egress.ts';
import { httpFetcher } from '../src/network/fetchers/http-fetcher.ts';
import { startPostgres } from '../test/support/start-postgres.ts';
import { createPages } from './cache/create-pages.ts';
import { type Figure, toMedianFigure } from './run-bench.ts';

/** What a page costs from memory, from Postgres and from a server on loopback; and what it costs to keep one where all is full. */
const options = new Command('bench:cache')
  .description('Pages from the shared cache, against those in memory and a fetch over loopback.')
  .option(
    '--database-url <url>',
    'the database (DATABASE_URL); without it one is started',
    env['DATABASE_URL'],
  )
  .option('--rounds <n>', 'measured rounds', Number, 15)
  .option('--pages <n>', 'pages a round', Number, 60)
  .option('--callers <n>', 'callers at once', Number, 16)
  .option('--json', 'print one JSON object last')
  .parse()
  .opts<{ databaseUrl?: string; rounds: number; pages: number; callers: number; json?: boolean }>();

/** A hit may take this share of a fetch from a site that answers after 50 ms, which few do. */
const ratioTarget = 0.2;
const siteMs = 50;
const server = options.databaseUrl === undefined ? await startPostgres() : undefined;
const connectionString = options.databaseUrl ?? server?.url ?? '';

const schema = `bench_cache_${process.pid}`;
const pages = createPages(options.pages);
const site = createServer(({ url = '' }, response) => {
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
  const [, isFar, index] = /^\/(far\/)?(\d+)$/.exec(url) ?? [];
  const { body } = pages[Number(index)]?.page ?? {};
  if (isFar === undefined) response.end(body);
  else setTimeout(() => response.end(body), siteMs);
}).listen(0, '127.0.0.1');
await once(site, 'listening');
const origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
const fetcher = httpFetcher({ egress: createEgress({ allowPrivate: ['127.0.0.1/32'] }) });
const memory = memoryCache({ maxBytes: 512 * 1_048_576 });
const shared = postgresCache({ connectionString, schema, maxBytes: 64 * 1_048_576 });
const pool = new Pool({ connectionString, max: 4 });

const ways: Readonly<Record<string, (index: number, entry: CachedPage) => Promise<unknown>>> = {
  'memory hit': (index) => memory.get(String(index)),
  'Postgres hit': (index) => shared.get(String(index)),
  'fetch over loopback': (index) => fetchPage(`${origin}/${index}`),
  'fetch from a site of 50 ms': (index) => fetchPage(`${origin}/far/${index}`),
  'Postgres set': (index, entry) => shared.set(String(index), entry),
};
const names = Object.keys(ways);

const alone = new Map<string, number[]>(names.map((name) => [name, []]));
const together = new Map<string, number[]>(names.map((name) => [name, []]));
try {
  await fill(memory);
  await fill(shared);
  for (let round = -2; round < options.rounds; round += 1) {
    for (const name of names) {
      const one = await timePages(name, 1);
      const many = await timePages(name, options.callers);
      if (round < 0) continue;
      alone.get(name)?.push(one);
      together.get(name)?.push(many);
    }
  }
  const figures = {
    ...Object.fromEntries(
      names.flatMap((name) => [
        [`${name}, ms, 1 caller`, toMedianFigure(alone.get(name) ?? [])],
        [
          `${name}, pages a second, ${options.callers} callers`,
          toMedianFigure((together.get(name) ?? []).map((ms) => 1_000 / ms)),
        ],
      ]),
    ),
    'Postgres hit / fetch from a site of 50 ms, 1 caller': toMedianFigure(
      (alone.get('Postgres hit') ?? []).map(
        (ms, round) => ms / (alone.get('fetch from a site of 50 ms')?.[round] ?? Number.NaN),
      ),
      ratioTarget,
      true,
    ),
    ...(await measureFull()),
  };
  for (const [name, { value, spread, target }] of Object.entries(figures)) {
    const range = spread.map((bound) => bound.toFixed(2)).join(', ');
    console.log(
      `${name.padEnd(58)} ${value.toFixed(2)} [${range}]${target === null ? '' : `  target ≤ ${target}`}`,
    );
  }
  if (options.json === true) console.log(JSON.stringify({ bench: 'cache', figures }));
} finally {
  await shared.close();
  await pool.query(`drop schema if exists ${schema} cascade`);
  await pool.end();
  await server?.remove();
  site.close();
  site.closeAllConnections();
}

async function fill(cache: Cache): Promise<void> {
  for (const [index, entry] of pages.entries()) await cache.set(String(index), entry);
}

function fetchPage(url: string): Promise<unknown> {
  const signal = AbortSignal.timeout(30_000);
  return fetcher.fetch({ url, headers: {}, stealth: false, signal });
}

/** Milliseconds a page. */
async function timePages(name: string, callers: number): Promise<number> {
  const startedMs = performance.now();
  let next = 0;
  await Promise.all(
    Array.from({ length: callers }, async () => {
      for (let index = next++; index < pages.length; index = next++) {
        const entry = pages[index];
        if (entry !== undefined) await ways[name]?.(index, entry);
      }
    }),
  );
  return (performance.now() - startedMs) / pages.length;
}

/**
 * Keeps twice as many pages as fit, in our segments and in one table that deletes its oldest pages by an index, in turns.
 */
async function measureFull(): Promise<Record<string, Figure>> {
  const bound = 64 * 1_048_576;
  const packer = await loadPacker();
  const sizes = await Promise.all(
    pages.map(async ({ page }) => (await packer.pack(page)).body.length),
  );
  const bytes = sizes.reduce((sum, size) => sum + size, 0) / sizes.length;
  const count = Math.ceil((2 * bound) / bytes);
  await pool.query(`create unlogged table ${schema}.peer
    (key bytea primary key, used_at bigint not null, head text not null, body bytea not null)`);
  await pool.query(`alter table ${schema}.peer alter column body set storage external`);
  await pool.query(`create index on ${schema}.peer (used_at)`);
  let kept = 0;
  const peer = async (index: number): Promise<void> => {
    const entry = pages[index % pages.length];
    if (entry === undefined) return;
    const page = await packer.pack(entry.page);
    const key = createHash('sha256').update(`peer ${index}`).digest();
    await pool.query({
      name: 'keep',
      text: `insert into ${schema}.peer values ($1, $2, $3, $4)`,
      values: [key, index, page.head, page.body],
    });
    kept += page.body.byteLength;
    if (kept <= bound) return;
    kept -= bytes;
    await pool.query({
      name: 'remove',
      text: `delete from ${schema}.peer where key in
        (select key from ${schema}.peer order by used_at limit 1 for update skip locked)`,
    });
  };
  const ours = async (index: number): Promise<void> => {
    const entry = pages[index % pages.length];
    if (entry !== undefined) await shared.set(`full ${index}`, entry);
  };
  const rates = { ours: [] as number[], peer: [] as number[] };
  const step = 200;
  for (let from = 0; from < count; from += step) {
    for (const [name, work] of Object.entries({ ours, peer })) {
      const startedMs = performance.now();
      let next = from;
      await Promise.all(
        Array.from({ length: 4 }, async () => {
          for (let index = next++; index < from + step; index = next++) await work(index);
        }),
      );
      rates[name as keyof typeof rates].push((step * 1_000) / (performance.now() - startedMs));
    }
  }
  const disk = async (pattern: string): Promise<number> => {
    const { rows } = await pool.query<{ bytes: string }>(
      `select coalesce(sum(pg_total_relation_size(c.oid)), 0) as bytes from pg_class c
       join pg_namespace n on n.oid = c.relnamespace
       where n.nspname = $1 and c.relname ~ $2 and c.relkind = 'r'`,
      [schema, pattern],
    );
    return Number(rows[0]?.bytes) / bound;
  };
  return {
    'kept a second where full, segments': toMedianFigure(rates.ours),
    'kept a second where full, one table that deletes': toMedianFigure(rates.peer),
    'disk / bound, segments': toMedianFigure([await disk('^cached_pages')], 1, true),
    'disk / bound, one table that deletes': toMedianFigure([await disk('^peer$')]),
  };
}

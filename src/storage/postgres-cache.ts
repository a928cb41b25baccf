import { createHash, randomUUID } from 'node:crypto';
import type { Cache, CachedPage, PageClaim } from '../runtime/contracts/cache.ts';
import type { Page } from '../runtime/contracts/fetcher.ts';
import { type OptionRules, checkOptions } from '../runtime/errors/option-checks.ts';
import { GleanerError, isGleanerError } from '../runtime/errors/gleaner-error.ts';
import {
  type PostgresOptions,
  postgresRules,
  resolvePostgresOptions,
  schemaRule,
} from './postgres/postgres-options.ts';
import { loadOnce, pause } from '../runtime/signals/waiting.ts';
import type { Postgres } from './postgres/create-postgres.ts';

/** Where a shared cache keeps its pages, and how many of them. */
export interface PostgresCacheOptions extends PostgresOptions {
  /** Schema of the tables: lower-case letters, digits and `_`. Created where it is missing. @default `gleaner` */
  readonly schema?: string;
  /**
   * Most bytes on the database's disk, indexes included; the oldest eighth is removed at once, and pages in it that are still
   * asked for are kept. A page that takes more than a thirty-second of it is not kept. @default 1 GiB: about 20_000 pages of 240 KB, which take a fifth of that compressed
   */
  readonly maxBytes?: number;
  /**
   * Milliseconds after which a kept page is not handed out any more; it is removed with its eighth, while others are kept.
   * @default 7 days
   */
  readonly maxAgeMs?: number;
}

/** A cache that the code that created it must close, by `close()` or `await using`. */
export type PostgresCache = Required<Cache> & AsyncDisposable;

const megabyte = 1_048_576;

const optionRules: OptionRules<PostgresCacheOptions> = {
  ...postgresRules,
  schema: schemaRule,
  // The largest page that is kept then takes 512 KB: some 2.5 MB of HTML.
  maxBytes: { unit: 'bytes', least: 16 * megabyte, mayBeInfinite: false },
  maxAgeMs: { unit: 'milliseconds', least: 1_000, mayBeInfinite: false },
};

/**
 * Tables that the pages are spread over by the time they are kept. One is emptied at once when they are full: more keep the
 * cache fuller, and every look-up asks the index of each.
 */
const segmentCount = 8;
/** A page that is this many generations old when it is asked for is kept anew: the next but three is removed. */
const oldGenerations = segmentCount / 2;

/** A page that takes longer to come from the cache than from its site is no gain; a store waits longer. */
const cacheTimeouts = {
  maxConnections: 4,
  connectTimeoutMs: 1_000,
  statementTimeoutMs: 2_000,
  lockTimeoutMs: 1_000,
} as const;

/**
 * Creates a page cache that any number of processes share, in PostgreSQL 15 or newer, by the package `pg`. The database is
 * asked by the first use; while it is away, every call rejects at once, and the engine fetches its pages. The tables are
 * unlogged: a crash of the database empties the cache.
 *
 * @throws TypeError where an option cannot be used.
 */
export function postgresCache(options: PostgresCacheOptions): PostgresCache {
  checkOptions('postgresCache', options, optionRules);
  const { schema = 'gleaner', maxBytes = 1_024 * megabyte, maxAgeMs = 7 * 86_400_000 } = options;
  const database = resolvePostgresOptions({ ...cacheTimeouts, ...options });
  const segmentBytes = Math.floor(maxBytes / segmentCount);
  /** The last page of a segment still has room in it, so that all of them together stay within the bound. */
  const largestBytes = segmentBytes / 4;
  const sql = toStatements(schema);
  const claimant = randomUUID();
  const renewals = new Set<Promise<unknown>>();
  let isOpened = false;

  const connect = loadOnce(async () => {
    isOpened = true;
    const { createPostgres } = await import('./postgres/create-postgres.ts');
    return createPostgres(database);
  });
  const open = loadOnce(async () => {
    const [postgres, packer] = await Promise.all([connect(), loadPacker()]);
    await createTables(postgres, schema);
    return { postgres, packer };
  });

  async function run(statement: string, values: readonly unknown[]) {
    const { postgres } = await open();
    return postgres.read((connection) => connection.run(statement, values));
  }

  async function find(key: Buffer): Promise<CachedPage | undefined> {
    const { rows } = await run(sql.find, [key, maxAgeMs]);
    // The columns of the statement.
    const row = rows[0] as PageRow | undefined;
    if (row === undefined) return undefined;
    if (row.newest - row.generation >= oldGenerations) renew(key, row.generation);
    const { packer } = await open();
    return { page: await packer.unpack(row), fetchedAtMs: row.fetched_at };
  }

  /** In the background: the caller has the page. */
  function renew(key: Buffer, generation: number): void {
    // A page that was not kept anew is fetched again later.
    const work = run(sql.renew, [key, generation])
      .catch(() => {})
      .finally(() => renewals.delete(work));
    renewals.add(work);
  }

  async function keep(key: Buffer, { page, fetchedAtMs }: CachedPage): Promise<void> {
    const { packer } = await open();
    const { head, size, body } = await packer.pack(page);
    // Pages of this size would leave room for few others.
    if (body.byteLength > largestBytes) return;
    const { rows } = await run(sql.keep, [key, fetchedAtMs, head, size, body]);
    // The columns of the statement.
    const row = rows[0] as KeptRow | undefined;
    if (row === undefined) return;
    const isOld = row.now - row.began_at > maxAgeMs / (segmentCount - 1);
    if (row.bytes > segmentBytes - largestBytes || isOld) await advance(row.generation);
  }

  /**
   * Empties the oldest segment for the next generation; the first of several processes does it. So nothing is looked for to be
   * removed, nothing is left to be vacuumed, and the disk space is bounded whatever the sizes of the pages.
   */
  async function advance(generation: number): Promise<void> {
    const next = generation + 1;
    const { postgres } = await open();
    await postgres.transaction(async (connection) => {
      const { rowCount } = await connection.run(sql.advance, [next, generation]);
      if (rowCount === 1) {
        await connection.runAll(`truncate ${schema}.cached_pages_${next % segmentCount}`);
      }
    });
  }

  async function changes(statement: string, values: readonly unknown[]): Promise<boolean> {
    return (await run(statement, values)).rowCount === 1;
  }

  /** A row with an end, and no advisory lock: a lock would hold a connection for as long as the page takes, and not behind a pooler of transactions. */
  async function claim(key: Buffer, signal: AbortSignal): Promise<PageClaim> {
    let pauseMs = firstLookMs;
    while (!(await changes(sql.claim, [key, claimant]))) {
      do {
        await pause(pauseMs, signal);
        pauseMs = Math.min(longestLookMs, pauseMs * 1.5);
      } while (await changes(sql.look, [key]));
      const entry = await find(key);
      if (entry !== undefined) return { entry, release: async () => {} };
    }
    return { release: async () => void (await run(sql.release, [key, claimant])) };
  }

  async function close(): Promise<void> {
    if (!isOpened) return;
    await Promise.all(renewals);
    await (await connect()).close();
  }

  return {
    name: 'postgres',
    get: (key) => withShortMessage(() => find(toDigest(key))),
    set: (key, entry) => withShortMessage(() => keep(toDigest(key), entry)),
    claim: (key, signal) => withShortMessage(() => claim(toDigest(key), signal)),
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** A warning of an answer holds the message: there is nothing to try again, the page was fetched. */
async function withShortMessage<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!isGleanerError(error, 'service_unavailable')) throw error;
    throw new GleanerError('service_unavailable', 'Its database does not answer.', {
      cause: error,
    });
  }
}

/** URLs may be longer than an index allows, and may hold what text in the database cannot. */
function toDigest(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}

/** A page as the database keeps it. */
interface PackedPage {
  /** All but the body, as JSON. */
  readonly head: string;
  /** Bytes of the body once unpacked. */
  readonly size: number;
}

interface PageRow extends PackedPage {
  /** In hexadecimal form. */
  readonly body: string;
  readonly fetched_at: number;
  readonly generation: number;
  readonly newest: number;
}

interface KeptRow {
  readonly generation: number;
  readonly bytes: number;
  readonly began_at: number;
  readonly now: number;
}

interface PagePacker {
  pack(page: Page): Promise<PackedPage & { readonly body: Uint8Array }>;
  unpack(row: Omit<PageRow, 'fetched_at' | 'generation' | 'newest'>): Promise<Page>;
}

/** How pages are packed; loaded by the first use, as importing the package opens nothing. */
export async function loadPacker(): Promise<PagePacker> {
  const [{ promisify }, { constants, zstdCompress, zstdDecompress }] = await Promise.all([
    import('node:util'),
    import('node:zlib'),
  ]);
  const compress = promisify(zstdCompress);
  const decompress = promisify(zstdDecompress);
  /**
   * Level 1 takes .8 ms for 526 KB of HTML and leaves 15 % (levels 3 and gzip 1: 1.3 and 3.1 ms, 14 and 18 %); unpacking takes
   * .5 ms, a third of what reading the whole page from PostgreSQL's hexadecimal form would. Measured by `npm run bench:cache`.
   */
  const params = { [constants.ZSTD_c_compressionLevel]: 1 };
  return {
    async pack({ body, ...head }) {
      const packed = await compress(body, { params });
      return { head: JSON.stringify(head), size: body.byteLength, body: packed };
    },
    async unpack({ head, size, body }) {
      const packed = Buffer.from(body.slice(2), 'hex');
      // The bytes are our own table's: the limit is against one that was damaged or written by others.
      const unpacked = await decompress(packed, { maxOutputLength: Math.max(size, 1) });
      if (unpacked.byteLength !== size) throw new RangeError('A kept page has lost its end.');
      // Written by `pack` from a page without its body.
      return { ...(JSON.parse(head) as Omit<Page, 'body'>), body: new Uint8Array(unpacked) };
    },
  };
}

/** Seconds after which a claim ends by itself: most pages have arrived by then, and a process that died holds none longer. */
const claimSeconds = 10;
/** Between two looks at another's claim, in milliseconds: a page takes some 100 ms, and a look .1 ms of the database. */
const firstLookMs = 20;
const longestLookMs = 250;

const nowMs = 'floor(extract(epoch from clock_timestamp()) * 1000)::bigint';

/** Pages are written to the segment of the newest generation; when that is full, or too old, the oldest becomes the newest. */
function toStatements(schema: string) {
  const pages = `${schema}.cached_pages`;
  const state = `${pages}_state`;
  const claims = `${pages}_claims`;
  const columns = 'segment, key, generation, kept_at, fetched_at, head, size, body';
  return {
    find: `
      select head, size, body, fetched_at, generation, (select generation from ${state}) as newest
      from ${pages} where key = $1 and kept_at > ${nowMs} - $2
      order by generation desc limit 1`,
    keep: `
      insert into ${pages} (${columns})
      select generation % ${segmentCount}, $1, generation, ${nowMs}, $2, $3, $4, $5 from ${state}
      on conflict (segment, key) do update set generation = excluded.generation,
        kept_at = excluded.kept_at, fetched_at = excluded.fetched_at,
        head = excluded.head, size = excluded.size, body = excluded.body
      returning generation, (select began_at from ${state}) as began_at, ${nowMs} as now,
        pg_total_relation_size(format('${pages}_%s', segment)::regclass) as bytes`,
    renew: `
      insert into ${pages} (${columns})
      select s.generation % ${segmentCount}, p.key, s.generation, p.kept_at, p.fetched_at, p.head, p.size, p.body
      from ${pages} p, ${state} s where p.key = $1 and p.generation = $2
      on conflict (segment, key) do nothing`,
    advance: `update ${state} set generation = $1, began_at = ${nowMs} where generation = $2`,
    claim: `
      insert into ${claims} (key, claimant, until)
      values ($1, $2, clock_timestamp() + interval '${claimSeconds} seconds')
      on conflict (key) do update set claimant = excluded.claimant, until = excluded.until
      where ${claims}.until < clock_timestamp()`,
    look: `select from ${claims} where key = $1 and until >= clock_timestamp()`,
    release: `delete from ${claims} where key = $1 and claimant = $2`,
  };
}

/** A number of ours among the advisory locks of the database: the first bytes of `gleaner cache`. */
const lockId = 7_380_117;

/**
 * Creates the tables of the cache where they are missing; processes that start together wait for the first one. A later form
 * of them gets other names: what is kept is no more than a cache.
 */
async function createTables(postgres: Postgres, schema: string): Promise<void> {
  const known = await postgres.read((connection) =>
    connection.run('select to_regclass($1) is not null as known', [`${schema}.cached_pages_state`]),
  );
  const [row] = known.rows as readonly { readonly known: boolean }[];
  if (row?.known === true) return;
  await postgres.transaction((connection) => connection.runAll(toDefinitions(schema)));
}

function toDefinitions(schema: string): string {
  const pages = `${schema}.cached_pages`;
  const segments = Array.from({ length: segmentCount }, (_, segment) => {
    const name = `${pages}_${segment}`;
    // Bodies are compressed already; what is only ever truncated needs no vacuum.
    return `
      create unlogged table if not exists ${name} partition of ${pages} for values in (${segment})
        with (autovacuum_enabled = off, toast.autovacuum_enabled = off);
      alter table ${name} alter column body set storage external;`;
  });
  return `
    select pg_advisory_xact_lock(${lockId});
    create schema if not exists ${schema};
    create table if not exists ${pages} (
      segment smallint not null,
      key bytea not null,
      generation bigint not null,
      kept_at bigint not null,
      fetched_at bigint not null,
      head text not null,
      size integer not null,
      body bytea not null,
      primary key (segment, key)
    ) partition by list (segment);
    ${segments.join('')}
    create table if not exists ${pages}_state (
      generation bigint not null,
      began_at bigint not null
    );
    create unlogged table if not exists ${pages}_claims (
      key bytea primary key,
      claimant uuid not null,
      until timestamptz not null
    );
    insert into ${pages}_state
      select 0, floor(extract(epoch from now()) * 1000)::bigint
      where not exists (select from ${pages}_state);`;
}
